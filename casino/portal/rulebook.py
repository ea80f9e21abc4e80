"""The content of a table's rules page and drawer, made from its terms: limits, odds, the third card."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, ngettext

from baccarat.chances import BANCA_SIDE, PONTO_SIDE, Chance
from baccarat.limits import EMPATE_PERCENT, MULTIPLES, PAIR_PERCENT
from baccarat.play import banca_draws
from baccarat.rulesets import LimitScheme
from casino.wording import names
from kernel.labels import label
from tables.labels import LETTERS
from tables.queries import RulesCard

NATURAL: Final = 8
PONTO_STANDS: Final = 6
SETTLED_OPPOSITES: Final = frozenset({LimitScheme.MULTIPLES, LimitScheme.DIFFERENCE})
"""The schemes that have R13: what one player may have on ponto and banca at once."""


@dataclass(frozen=True, slots=True)
class LimitLine:
    """One limit: what it is for, the rule it comes from, the amount in cents, and why."""

    name: str
    rule: str
    cents: int
    why: str

    @property
    def cited(self) -> str:
        """The rule's number, for readers who look it up; empty for a ceiling of the house's own."""
        return "" if self.rule == "cap" else self.rule


@dataclass(frozen=True, slots=True)
class Payout:
    """One event of a chance and what it pays for it; a prize of nothing gives the stake back."""

    event: str
    prize: int
    stake: int


@dataclass(frozen=True, slots=True)
class OddsLine:
    """One chance: what it pays, until which round of a shoe it is offered, and its exact odds."""

    chance: str
    pays: str
    payouts: tuple[Payout, ...]
    last_round: int | None
    win: Fraction
    push: Fraction
    lose: Fraction
    edge: Fraction
    rtp: Fraction


@dataclass(frozen=True, slots=True)
class DrawLine:
    """One total of banca: whether it draws when ponto has no third card, and on ponto's third of 0 to 9."""

    total: int
    draws: tuple[bool, ...]


def limits_of(card: RulesCard) -> tuple[LimitLine, ...]:
    """Every limit of a table, with its rule."""
    terms, scheme = card.terms, card.terms.ruleset.limit_scheme
    lines = [LimitLine(gettext("Minimum bet"), "R14", terms.minimum, names.rule("R14"))]
    if scheme is LimitScheme.MULTIPLES:
        lines += [_per_player(card, chance) for chance in terms.ruleset.chances if chance in MULTIPLES]
    elif terms.caps:
        lines += [
            LimitLine(names.chance(chance), "cap", cap, _cap_words(card, chance)) for chance, cap in terms.caps.items()
        ]
    if terms.max_prize is not None:
        lines += _of_table(card, terms.max_prize)
    return tuple(lines)


def _cap_words(card: RulesCard, chance: str) -> str:
    """Name the bound of an operator's maximum: a bet, or under the live text a side's excess over the other (L)."""
    if card.terms.ruleset.limit_scheme.offsets_sides and Chance(chance) in PONTO_SIDE | BANCA_SIDE:
        return gettext("the house’s maximum of what your bets on this side have beyond those on the other")
    return names.rule("cap")


def _per_player(card: RulesCard, chance: Chance) -> LimitLine:
    legal = MULTIPLES[chance] * card.terms.minimum
    cap = card.terms.caps.get(chance.value)
    if cap is not None and cap < legal:
        return LimitLine(names.chance(chance), "cap", cap, names.rule("cap"))
    times = MULTIPLES[chance]
    why = ngettext(
        "%(times)s time the minimum, per player and round", "%(times)s times the minimum, per player and round", times
    ) % {"times": times}
    return LimitLine(names.chance(chance), "R15", legal, why)


def _of_table(card: RulesCard, most: int) -> list[LimitLine]:
    whole = gettext("The table’s maximum prize, per round")
    lines = [
        LimitLine(whole, "R41", most, gettext("set by the house")),
        LimitLine(gettext("Difference between Ponto and Banca"), "R43a", most, gettext("for all players together")),
    ]
    if card.terms.ruleset.limit_scheme is not LimitScheme.DIFFERENCE:
        return lines
    together = gettext("%(percent)s%% of the maximum prize, for all players together")
    empate = together % {"percent": EMPATE_PERCENT}
    lines.append(LimitLine(names.chance(Chance.EMPATE), "R43b", most * EMPATE_PERCENT // 100, empate))
    ceiling, why = most * PAIR_PERCENT // 100, together % {"percent": PAIR_PERCENT}
    if card.terms.pairs_combined:
        return [*lines, LimitLine(gettext("Ponto pair and Banca pair together"), "R43c", ceiling, why)]
    offered = [pair for pair in (Chance.PAR_PONTO, Chance.PAR_BANCA) if pair in card.terms.ruleset.chances]
    return lines + [LimitLine(names.chance(pair), "R43c", ceiling, why) for pair in offered]


def odds_of(card: RulesCard) -> tuple[OddsLine, ...]:
    """The exact odds of every chance that the table offers."""
    return tuple(
        OddsLine(
            chance=chance.value,
            pays=pays_of(card, chance),
            payouts=payouts_of(card, chance),
            last_round=closes_of(card).get(chance.value),
            win=odds.win,
            push=odds.push,
            lose=odds.lose,
            edge=odds.edge,
            rtp=odds.rtp,
        )
        for chance, odds in card.odds.bets.items()
    )


def pays_of(card: RulesCard, chance: Chance) -> str:
    """Return a chance's payouts, as the felt writes them, the highest first: «11 : 1»."""
    offer = card.terms.ruleset.offer(chance)
    assert offer is not None
    ratios = {ratio.worth: ratio for _, ratio in offer.pays if ratio.prize}
    return " / ".join(ratios[worth].on_felt for worth in sorted(ratios, reverse=True))


def payouts_of(card: RulesCard, chance: Chance) -> tuple[Payout, ...]:
    """The whole paytable of a chance, event by event; the name of an only event says nothing and is left out."""
    offer = card.terms.ruleset.offer(chance)
    assert offer is not None
    alone = len(offer.pays) == 1
    return tuple(Payout("" if alone else names.event(event), ratio.prize, ratio.stake) for event, ratio in offer.pays)


def limits_opposites(card: RulesCard) -> bool:
    """Whether bets on ponto and banca at once are limited (R13)."""
    return card.terms.ruleset.limit_scheme in SETTLED_OPPOSITES


def closes_of(card: RulesCard) -> dict[str, int]:
    """The last round of a shoe in which a chance may be bet on, for the chances that close early (L)."""
    offers = card.terms.ruleset.offers
    return {offer.chance.value: offer.last_round_of_shoe for offer in offers if offer.last_round_of_shoe is not None}


def chance_labels() -> dict[str, dict[str, str]]:
    """The name and the letters of each bet, for the table's scripts."""
    return {chance.value: {"name": label(chance), "letters": LETTERS[chance]} for chance in Chance}


def third_cards() -> tuple[DrawLine, ...]:
    """R20: banca's third card, asked of the game itself for every total and every third card of ponto."""
    return tuple(_draw_line(total) for total in range(10))


def _draw_line(total: int) -> DrawLine:
    natural = total >= NATURAL
    without = not natural and banca_draws(PONTO_STANDS, total, None)
    return DrawLine(total, (without, *(not natural and banca_draws(0, total, value) for value in range(10))))
