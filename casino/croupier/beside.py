"""What stands beside the cards on the console: the bets by chance with what they can still take, and the seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext

from baccarat.chances import Chance
from casino.wording import names, words
from tables.queries.croupier import Console, Place, Spot

LETTERS: Final = {
    Chance.PONTO.value: "P",
    Chance.BANCA.value: "B",
    Chance.EMPATE.value: "E",
    Chance.PAR_PONTO.value: "PP",
    Chance.PAR_BANCA.value: "PB",
}
"""What a seat's stakes are marked with; other chances by their first letter."""
_PLACES: Final = {chance.value: place for place, chance in enumerate(Chance)}
"""The order of the felt."""
MOST_MEANT: Final = 10**11
"""Cents: a ceiling beyond that is none."""


@dataclass(frozen=True, slots=True)
class SpotLine:
    """A chance: its name, its stakes in words, the share of its ceiling in thousandths, what it can still take."""

    chance: str
    name: str
    staked: str
    used: int
    room: str


@dataclass(frozen=True, slots=True)
class StakeLine:
    """A seat's stake on a chance."""

    chance: str
    letter: str
    amount: str


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A seat; `turns` says which cards its player squeezes."""

    seat: int
    who: str | None
    bets: tuple[StakeLine, ...]
    turns: str = ""


def beside(console: Console) -> dict[str, Any]:
    """The facts for the template."""
    currency = console.currency
    keyed = "" if console.keyed is None else names.card(console.keyed.card)
    return {
        "spots": [_spot(spot, console) for spot in console.spots],
        "places": [_place(place, console) for place in console.places],
        "staked": words.short_money(console.staked, currency.value),
        "worst": words.short_money(console.worst, currency.value) if console.worst else "",
        "free": gettext("free"),
        "keyed_card": keyed,
    }


def _place(place: Place, console: Console) -> PlaceLine:
    turned = [names.chance(hand) for hand, seat in console.squeezers if seat == place.seat]
    turns = gettext("turns %(sides)s") % {"sides": ", ".join(turned)} if turned else ""
    return PlaceLine(place.seat, place.who, tuple(_stakes(place)), turns)


def _spot(spot: Spot, console: Console) -> SpotLine:
    limited = spot.most is not None and spot.most < MOST_MEANT
    whole = spot.staked + (spot.most or 0)
    used = spot.staked * 1000 // whole if limited and whole else 0
    return SpotLine(
        chance=spot.chance,
        name=names.chance(spot.chance),
        staked=_plain(spot.staked),
        used=used,
        room=_room(spot, console, limited=limited),
    )


def _room(spot: Spot, console: Console, *, limited: bool) -> str:
    if console.phase != "betting":
        return gettext("closed")
    if not limited:
        return ""
    return gettext("%(amount)s free") % {"amount": _plain(spot.most or 0)}


def _stakes(place: Place) -> Iterator[StakeLine]:
    for chance, cents in sorted(place.stakes.items(), key=lambda each: _PLACES[each[0]]):
        if cents:
            letter = LETTERS.get(chance, names.chance(chance)[:1])
            yield StakeLine(chance, letter, _plain(cents))


def _plain(cents: int) -> str:
    """An amount by its figures alone: the table's money stands once, beside the sum."""
    return words.amount(cents) if cents % 100 else words.number(cents // 100)
