"""The five source texts as data, and rulesets of a house's own.

A ruleset (`baccarat.terms`) is data over one engine. The five presets are the texts; a house's own is read from a
document (docs/rules/rulesets.md). Nothing outside this module asks which preset a ruleset came from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from types import MappingProxyType
from typing import Final

from baccarat.chances import PAIRS, Chance
from baccarat.paytables import EVENTS, PAYS, Commission, Paytable, Ratio
from baccarat.terms import DECKS_MOST, LimitScheme, Offer, Ruleset, RulesetInvalid, Shuffle

__all__ = [
    "DECKS_MOST",
    "PRESETS",
    "Commission",
    "Game",
    "LimitScheme",
    "Offer",
    "Preset",
    "Ruleset",
    "RulesetInvalid",
    "Shuffle",
    "preset",
    "preset_data",
    "ruleset_from_document",
]


@unique
class Game(StrEnum):
    """The names of the five presets, in the order in which a lobby shows their tables."""

    PONTO_E_BANCA = "ponto-e-banca"
    MACAU = "macau"
    MACAU_FLOOR = "macau-floor"
    PUNTO_BANCO = "punto-banco"
    LIVE_BACCARAT = "live-baccarat"


@dataclass(frozen=True, slots=True)
class Preset:
    """A source text as data: the ruleset that it gives by default, and what it leaves to the operator."""

    ruleset: Ruleset
    decks: tuple[int, ...]
    """The numbers of decks that the text allows, the default first (R6b, L, D, F)."""
    shuffles: tuple[Shuffle, ...]
    """The ways of shuffling that the text allows, the default first."""
    commissions: tuple[Commission, ...]
    """The modes of commission that the text allows, the default first: R26 leaves the choice, the others fix one."""


def _offers(chances: tuple[Chance, ...], until: Mapping[Chance, int] | None = None) -> tuple[Offer, ...]:
    last = until or {}
    return tuple(Offer(chance, last.get(chance), PAYS[chance]) for chance in chances)


_MAIN = (Chance.PONTO, Chance.BANCA, Chance.EMPATE)
_WITH_PAIRS = (*_MAIN, Chance.PAR_PONTO, Chance.PAR_BANCA)
_LIVE_SIDES = (
    Chance.QUALQUER_PAR,
    Chance.PAR_PERFEITO,
    Chance.NATURAL_PONTO,
    Chance.NATURAL_BANCA,
    Chance.LUCKY_SIX,
    Chance.LUCKY_SIX_2,
    Chance.LUCKY_SIX_3,
)
_LIVE_UNTIL = dict.fromkeys((Chance.PAR_PONTO, Chance.PAR_BANCA), 60) | dict.fromkeys(_LIVE_SIDES, 50)
_LIVE_ALWAYS = (*_MAIN, Chance.BANCA_NO_COMMISSION, Chance.BONUS_PONTO, Chance.BONUS_BANCA)
_LIVE = tuple(chance for chance in Chance if chance in _LIVE_ALWAYS or chance in _LIVE_UNTIL)
# The half that this bet leaves on a winning 6 is booked as commission, so its paytable is banca's own (L).
_LIVE_OFFERS = tuple(
    replace(offer, commission=Commission.HALF_ON_6) if offer.chance is Chance.BANCA_NO_COMMISSION else offer
    for offer in _offers(_LIVE, _LIVE_UNTIL)
)

_EVERY, _SHOE = Shuffle.EVERY_ROUND, Shuffle.PER_SHOE
_FIVE, _ON_5 = Commission.FIVE_PERCENT, Commission.HALF_ON_5
_ANY_OF_R26 = (_ON_5, *(mode for mode in Commission if mode is not _ON_5))

_PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        data.ruleset.preset: data
        for data in (
            Preset(
                Ruleset(Game.PONTO_E_BANCA.value, 8, _EVERY, _ON_5, _offers(_WITH_PAIRS), LimitScheme.MULTIPLES),
                decks=(8, 6),
                shuffles=(_EVERY, _SHOE),
                commissions=_ANY_OF_R26,
            ),
            Preset(
                Ruleset(Game.MACAU.value, 8, _EVERY, _ON_5, _offers(_WITH_PAIRS), LimitScheme.DIFFERENCE),
                decks=(8, 6),
                shuffles=(_EVERY, _SHOE),
                commissions=_ANY_OF_R26,
            ),
            Preset(
                Ruleset(
                    Game.LIVE_BACCARAT.value,
                    8,
                    _SHOE,
                    _FIVE,
                    _LIVE_OFFERS,
                    LimitScheme.SIDES,
                    burn=True,
                    rounds_after_cut=0,
                ),
                decks=(8,),
                shuffles=(_SHOE,),
                commissions=(_FIVE,),
            ),
            Preset(
                Ruleset(Game.PUNTO_BANCO.value, 6, _EVERY, _FIVE, _offers(_MAIN), LimitScheme.PER_CHANCE),
                decks=(6,),
                shuffles=(_EVERY,),
                commissions=(_FIVE,),
            ),
            Preset(
                Ruleset(Game.MACAU_FLOOR.value, 6, _SHOE, _ON_5, _offers(_WITH_PAIRS), LimitScheme.DIFFERENCE),
                decks=(6, 8),
                shuffles=(_SHOE,),
                commissions=(_ON_5,),
            ),
        )
    }
)

PRESETS: Final = tuple(_PRESETS)
"""The names of the five presets."""


def preset_data(name: object) -> Preset:
    """The source text as data. Raises `RulesetInvalid` (field `preset`) for a name that is none of the five."""
    if not isinstance(name, str) or name not in _PRESETS:
        raise RulesetInvalid("preset", f"{name!r} is none of {', '.join(PRESETS)}")
    return _PRESETS[name]


def preset(
    name: str,
    *,
    decks: int | None = None,
    commission: Commission | None = None,
    shuffle: Shuffle | None = None,
    pairs: bool = True,
) -> Ruleset:
    """One of the five source texts, with what it leaves to the operator filled in (`None`: the text's default).

    `pairs` is R10's choice: without them the felt has neither par do ponto nor par da banca. `commission` is R26's.

    >>> preset("macau", decks=6, commission=Commission.HALF_ON_6).decks
    6
    >>> preset("ponto-e-banca", decks=7)
    Traceback (most recent call last):
    ...
    baccarat.terms.RulesetInvalid: decks: ponto-e-banca is played with 8 or 6 decks, not 7

    Raises `RulesetInvalid` naming the argument that the text does not allow.
    """
    data = preset_data(name)
    chosen = data.ruleset
    if decks is not None:
        if type(decks) is not int or decks not in data.decks:
            allowed = " or ".join(map(str, data.decks))
            raise RulesetInvalid("decks", f"{name} is played with {allowed} decks, not {decks!r}")
        chosen = replace(chosen, decks=decks)
    if shuffle is not None:
        if shuffle not in data.shuffles:
            allowed = " or ".join(way.value for way in data.shuffles)
            raise RulesetInvalid("shuffle", f"{name} is shuffled {allowed}, not {shuffle!s}")
        chosen = replace(chosen, shuffle=Shuffle(shuffle))
    if commission is not None:
        if commission not in tuple(Commission):
            raise RulesetInvalid("commission", f"{commission!r} is none of {', '.join(Commission)}")
        if commission not in data.commissions:
            allowed = " or ".join(mode.value for mode in data.commissions)
            raise RulesetInvalid("commission", f"{name} keeps {allowed}, not {commission!s}")
        chosen = replace(chosen, commission=Commission(commission))
    if not pairs:
        chosen = replace(chosen, offers=tuple(offer for offer in chosen.offers if offer.chance not in PAIRS))
    return chosen


def ruleset_from_document(document: object) -> Ruleset:
    """Read a ruleset from JSON-able data, such as a JSON or TOML file holds (the format: docs/rules/rulesets.md).

    A document that bears the name of one of the five presets must say what that text says: only what the text leaves to
    the operator may differ. A house's own rules bear a name of their own.

    >>> ruleset_from_document(preset("macau").document()) == preset("macau")
    True
    >>> ruleset_from_document({"preset": "ours", "decks": "8"})
    Traceback (most recent call last):
    ...
    baccarat.terms.RulesetInvalid: decks: must be a whole number from 1 to 16, not '8'

    Raises `RulesetInvalid` naming the first faulty entry.
    """
    entries = _entries("document", document, _RULESET_KEYS)
    name = entries.get("preset")
    if not isinstance(name, str) or not 1 <= len(name) <= 60:
        raise RulesetInvalid("preset", f"must be a name of 1 to 60 letters, not {name!r}")
    chosen = Ruleset(
        preset=name,
        decks=_whole(entries, "decks", "decks", 1, DECKS_MOST),
        shuffle=Shuffle(_word(entries, "shuffle", "shuffle", tuple(Shuffle))),
        commission=Commission(_word(entries, "commission", "commission", tuple(Commission))),
        offers=_read_offers(entries.get("offers")),
        limit_scheme=LimitScheme(_word(entries, "limit_scheme", "limit_scheme", tuple(LimitScheme))),
        burn=_truth(entries, "burn", default=False),
        rounds_after_cut=_whole({"rounds_after_cut": 1} | entries, "rounds_after_cut", "rounds_after_cut", 0, 1),
    )
    if name in _PRESETS:
        _agree_with_text(chosen)
    return chosen


_RULESET_KEYS = ("preset", "decks", "shuffle", "commission", "limit_scheme", "burn", "rounds_after_cut", "offers")
_OFFER_KEYS = ("chance", "pays", "last_round_of_shoe", "commission")


def _agree_with_text(chosen: Ruleset) -> None:
    text = preset(
        chosen.preset,
        decks=chosen.decks,
        commission=chosen.commission,
        shuffle=chosen.shuffle,
        pairs=bool(PAIRS & set(chosen.chances)),
    )
    for key in ("limit_scheme", "burn", "rounds_after_cut"):
        if getattr(chosen, key) != getattr(text, key):
            raise RulesetInvalid(key, f"{chosen.preset} says {getattr(text, key)}; other rules need another name")
    if frozenset(chosen.offers) != frozenset(text.offers):
        raise RulesetInvalid("offers", f"differ from {chosen.preset}'s bets and payouts; other rules need another name")


def _entries(where: str, document: object, known: tuple[str, ...]) -> dict[str, object]:
    if not isinstance(document, Mapping):
        raise RulesetInvalid(where, f"must be an object of named entries, not {document!r}")
    for key in document:
        if key not in known:
            raise RulesetInvalid(where, f"has no entry {key!r}: known are {', '.join(known)}")
    return dict(document)


def _whole(entries: Mapping[str, object], key: str, where: str, least: int, most: int) -> int:
    value = entries.get(key)
    if type(value) is not int or not least <= value <= most:
        raise RulesetInvalid(where, f"must be a whole number from {least} to {most}, not {value!r}")
    return value


def _word(entries: Mapping[str, object], key: str, where: str, known: tuple[str, ...]) -> str:
    value = entries.get(key)
    if not isinstance(value, str) or value not in known:
        raise RulesetInvalid(where, f"must be one of {', '.join(known)}, not {value!r}")
    return value


def _truth(entries: Mapping[str, object], key: str, *, default: bool) -> bool:
    value = entries.get(key, default)
    if not isinstance(value, bool):
        raise RulesetInvalid(key, f"must be true or false, not {value!r}")
    return value


def _read_offers(listed: object) -> tuple[Offer, ...]:
    if not isinstance(listed, (list, tuple)) or not listed:
        raise RulesetInvalid("offers", f"must be a list of at least one bet, not {listed!r}")
    offers: list[Offer] = []
    for place, entry in enumerate(listed):
        offer = _read_offer(f"offers[{place}]", entry)
        if any(offer.chance is earlier.chance for earlier in offers):
            raise RulesetInvalid(f"offers[{place}].chance", f"{offer.chance} is offered twice")
        offers.append(offer)
    return tuple(offers)


def _read_offer(where: str, entry: object) -> Offer:
    entries = _entries(where, entry, _OFFER_KEYS)
    chance = Chance(_word(entries, "chance", f"{where}.chance", tuple(Chance)))
    last = None
    if entries.get("last_round_of_shoe") is not None:
        last = _whole(entries, "last_round_of_shoe", f"{where}.last_round_of_shoe", 1, 1000)
    commission = None
    if entries.get("commission") is not None:
        commission = Commission(_word(entries, "commission", f"{where}.commission", tuple(Commission)))
    listed = entries.get("pays")
    pays: Paytable = PAYS[chance]
    if listed is not None:
        table = _entries(f"{where}.pays", listed, EVENTS[chance])
        pays = tuple(
            (event, _ratio(f"{where}.pays.{event}", table[event])) for event in EVENTS[chance] if event in table
        )
    return Offer(chance, last, pays, commission)


def _ratio(where: str, text: object) -> Ratio:
    try:
        return Ratio.parse(text)
    except ValueError as error:
        raise RulesetInvalid(where, str(error)) from None
