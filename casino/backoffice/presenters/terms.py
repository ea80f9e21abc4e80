"""The meaning of terms, shown before they are approved: edges, ceilings, worst case, warnings, and the changes."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from babel.numbers import format_decimal
from django.utils.translation import gettext

from baccarat.chances import Chance
from baccarat.limits import headroom
from baccarat.odds import Odds, odds_of
from baccarat.rulesets import LimitScheme, Shuffle
from casino.wording import names, words
from tables.labels import SETTINGS
from tables.queries import worst_case_bound
from tables.table_settings import TableSettings

SHORT_BETTING_SECONDS: Final = 8
"""Below this a player has little time to read the cloth and think: said, not refused."""


@dataclass(frozen=True, slots=True)
class BetLine:
    """The exact odds of one bet."""

    chance: str
    pays: str
    edge: Fraction
    rtp: Fraction
    deviation: str
    negative: bool


@dataclass(frozen=True, slots=True)
class CeilingLine:
    """The most that an empty table takes on a chance (cents; None: no ceiling), and the rule that says so."""

    chance: str
    most: int | None
    rule: str
    per_player: bool


@dataclass(frozen=True, slots=True)
class Warning:
    """Something that an approver must not overlook."""

    tone: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One field of the terms, before and after."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """Everything that follows from a draft."""

    currency: str
    bets: tuple[BetLine, ...]
    ceilings: tuple[CeilingLine, ...]
    worst: int | None
    """The most that the house can lose in one round, in cents and below 0; None: nothing bounds it."""
    warnings: tuple[Warning, ...]
    negative: bool
    changes: tuple[Change, ...]
    compared_with: int | None
    decks: int
    combinations: int
    seats: int


def think(
    terms: TableSettings, *, currency: str, current: TableSettings | None = None, current_number: int | None = None
) -> Thinking:
    """The meaning of `terms` at a table of `currency`, and their changes to `current`, the terms in force."""
    table = odds_of(terms.ruleset)
    bets = tuple(_bet(terms, chance, exact) for chance, exact in table.bets.items())
    worst = worst_case_bound(terms)
    return Thinking(
        currency=currency,
        bets=bets,
        ceilings=ceilings(terms),
        worst=None if worst is None else -worst,
        warnings=tuple(_warnings(terms, currency=currency, current=current, bounded=worst is not None)),
        negative=any(bet.negative for bet in bets),
        changes=changes(current, terms, currency=currency) if current else (),
        compared_with=current_number if current else None,
        decks=terms.decks,
        combinations=table.combinations.total,
        seats=terms.seats,
    )


def _bet(terms: TableSettings, chance: Chance, exact: Odds) -> BetLine:
    offer = terms.ruleset.offer(chance)
    assert offer is not None, "odds are of the chances on the felt"
    ratios = dict.fromkeys(str(ratio) for _, ratio in offer.pays if ratio.prize)
    return BetLine(
        chance=chance.value,
        pays=" · ".join(ratios),
        edge=exact.edge,
        rtp=exact.rtp,
        deviation=format_decimal(round(exact.standard_deviation, 3), "0.000", locale=words.locale()),
        negative=exact.edge < 0,
    )


def ceilings(terms: TableSettings) -> tuple[CeilingLine, ...]:
    """The most that one player could place first on each chance of an empty table, and the rule that sets it."""
    found = headroom(terms.limits, offered=terms.ruleset.offered(1), table={}, mine={})
    return tuple(
        CeilingLine(chance=chance.value, most=left.most, rule=left.rule or "", per_player=left.rule in {"R15", "cap"})
        for chance, left in found.items()
    )


def _warnings(
    terms: TableSettings, *, currency: str, current: TableSettings | None, bounded: bool
) -> Iterator[Warning]:
    for chance, exact in odds_of(terms.ruleset).bets.items():
        if exact.edge < 0:
            yield _advantage(terms, chance, exact.edge, currency)
    if not bounded and terms.ruleset.limit_scheme is LimitScheme.DIFFERENCE:
        yield Warning(
            "warn",
            gettext("Without a maximum prize there are no ceilings."),
            gettext(
                "In Macau, without a maximum prize per round (R41), nothing limits what the house can lose in "
                "one round."
            ),
        )
    elif not bounded and terms.ruleset.limit_scheme is LimitScheme.SIDES:
        yield Warning(
            "warn",
            gettext("Some bets have no ceiling."),
            gettext(
                "In live baccarat the maximum prize limits the difference between Ponto and Banca; the other "
                "chances have only the maximum that the house sets on them. Without it, the worst case has no "
                "limit."
            ),
        )
    elif not bounded:
        yield Warning(
            "warn",
            gettext("Some bets have no ceiling."),
            gettext("In this game the house sets the maximum on each chance; without it, the worst case has no limit."),
        )
    if terms.shuffle == Shuffle.PER_SHOE.value and terms.preset in {"macau", "ponto-e-banca"}:
        yield Warning(
            "info",
            gettext("Cards shuffled once per shoe."),
            gettext("The safer reading of the technical rules (RN-07) is to shuffle before every round."),
        )
    if terms.betting_seconds < SHORT_BETTING_SECONDS:
        yield Warning(
            "info",
            gettext("Little time to bet."),
            gettext("In %(seconds)s seconds, someone new to the table can hardly read the felt.")
            % {"seconds": terms.betting_seconds},
        )
    if current is not None and current.preset != terms.preset:
        yield Warning(
            "warn",
            gettext("This version changes the table’s game."),
            gettext(
                "From %(before)s to %(after)s: those who are seated will be playing a different game in the next round."
            )
            % {"before": names.variant(current.preset), "after": names.variant(terms.preset)},
        )


def _advantage(terms: TableSettings, chance: Chance, edge: Fraction, currency: str) -> Warning:
    """The exact figure, and its cost on every hundred staked: rounded to the nearest cent, for the sentence only."""
    head = (
        gettext("Without commission, the bet “%(chance)s” gives the player an advantage: %(edge)s.")
        if terms.ruleset.commission_on(chance).value == "none"
        else gettext("With this commission, the bet “%(chance)s” gives the player an advantage: %(edge)s.")
    )
    cost = words.money(round(-edge * 10_000), currency)
    text = gettext(
        "The house loses, on average, %(cost)s for every %(hundred)s staked on “%(chance)s”. Approval needs a "
        "written override from the person who decides, who is never the person who proposed it."
    )
    return Warning(
        "override",
        head % {"chance": names.chance(chance.value), "edge": words.percent(edge, 4)},
        text % {"cost": cost, "hundred": words.money(100_00, currency), "chance": names.chance(chance.value)},
    )


def settings(terms: TableSettings, *, currency: str) -> tuple[tuple[str, str], ...]:
    """The terms as names and values, in words."""
    caps = ", ".join(f"{names.chance(chance)} {words.money(cents, currency)}" for chance, cents in terms.caps.items())
    values = (
        ("preset", names.variant(terms.preset)),
        ("minimum", words.money(terms.minimum, currency)),
        ("max_prize", words.money(terms.max_prize, currency) if terms.max_prize else gettext("not set")),
        ("commission", names.commission_mode(terms.commission)),
        ("decks", str(terms.decks)),
        ("shuffle", names.shuffle(terms.shuffle)),
        ("pairs", gettext("yes") if terms.pairs else gettext("no")),
        ("pairs_combined", _pairs_ceiling(terms)),
        ("betting_seconds", gettext("%(seconds)s s") % {"seconds": terms.betting_seconds}),
        ("show_seconds", gettext("%(seconds)s s") % {"seconds": terms.show_seconds}),
        ("cycle_seconds", _cycle(terms)),
        ("seats", str(terms.seats)),
        ("cut", gettext("yes") if terms.cut else gettext("no")),
        ("squeeze_seconds", _squeeze(terms)),
    )
    named = tuple((str(SETTINGS[name]), value) for name, value in values)
    return (*named, (gettext("House maximums"), caps or gettext("those of the rule")))


def _pairs_ceiling(terms: TableSettings) -> str:
    if terms.ruleset.limit_scheme is not LimitScheme.DIFFERENCE or terms.max_prize is None or not terms.pairs:
        return gettext("none")
    if terms.pairs_combined:
        return gettext("8% of the maximum prize for both together")
    return gettext("8% of the maximum prize for each")


def _cycle(terms: TableSettings) -> str:
    if not terms.cycle_seconds:
        return gettext("no minimum")
    return gettext("at least %(seconds)s s") % {"seconds": terms.cycle_seconds}


def _squeeze(terms: TableSettings) -> str:
    if not terms.squeeze_seconds:
        return gettext("none: the house turns the cards")
    return gettext("%(seconds)s s for the highest stake on each side") % {"seconds": terms.squeeze_seconds}


def changes(before: TableSettings, after: TableSettings, *, currency: str) -> tuple[Change, ...]:
    """The difference between two sets of terms, in words."""
    pairs = zip(settings(before, currency=currency), settings(after, currency=currency), strict=True)
    return tuple(Change(label, old, new) for (label, old), (_, new) in pairs if old != new)
