"""A day's figures, and how they add up: pure. Whole cents; knows no database, clock or language."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from operator import add, attrgetter
from typing import Any, Final, Self

from kernel.calendar import LISBON, lisbon_date
from kernel.money import Currency

DEFINITION: Final = "daily-report/2"
"""Names how the figures are derived (PA-01): another derivation is another version, and its reports say so."""
FAULTS_MOST: Final = 100
"""Rounds that a report names one by one; beyond it the report says how many more there are."""


class What(StrEnum):
    """The sums that rounds and ledger must agree on."""

    TURNOVER = "turnover"
    RETURNED = "returned"
    PRIZES = "prizes"
    COMMISSION = "commission"
    REFUNDED = "refunded"
    GROSS_REVENUE = "gross-revenue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """Counts and sums of finished rounds.

    `turnover` is what was staked in settled rounds and `returned` what went back of it, the stakes of won and pushed
    bets included: both on the same basis, so that their difference is the gross revenue of the law (PT-82).
    `commission` was kept back from the prizes: it is inside the gross revenue, never added to it (PT-84).
    """

    rounds: int = 0
    voids: int = 0
    bets: int = 0
    turnover: int = 0
    returned: int = 0
    prizes: int = 0
    commission: int = 0
    pushes: int = 0
    refunded: int = 0
    expected: int = 0
    """The house's average win on the bets as they were laid, by their exact odds; millionths of a cent."""
    variance: int = 0
    """How far from it chance carries: the variance of the gross revenue, in square cents."""

    @property
    def gross_revenue(self) -> int:
        """The house's win (above 0) or loss (below 0): PT-82.

        >>> Sums(turnover=100_00, returned=195_00, commission=5_00).gross_revenue
        -9500
        """
        return self.turnover - self.returned

    @property
    def hold(self) -> Fraction | None:
        """The share of the turnover that stayed with the house; None where nothing was staked."""
        return hold(gross_revenue=self.gross_revenue, turnover=self.turnover)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine(Sums):
    """One table under one version of its configuration. `players` are different persons, and so never added up."""

    table_code: str
    table_name: str
    currency: str
    version: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Total(Sums):
    """All tables of one currency. Play money is a demonstration: outside the regulated totals, never added to money."""

    currency: str
    players: int | None = None
    """Different persons at all its tables; None where it was not counted (reports before definition 2)."""

    @property
    def regulated(self) -> bool:
        return self.currency != Currency.PLAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One sum as the rounds have it and as the ledger has it."""

    currency: str
    what: What
    rounds: int
    ledger: int

    @property
    def difference(self) -> int:
        return self.rounds - self.ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFault:
    """A round of the period whose rows and ledger lines do not agree, and why."""

    round_code: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Liability:
    """The house's debt to its players in one currency (GL-21): opening and movements make the closing (PA-02).

    `staked` is by the moment of the bet, stakes taken back already off; a round over midnight is staked on one day and
    paid on the next, so `in_play` says what lay on the tables at each end.
    """

    currency: str
    opening: int = 0
    deposits: int = 0
    withdrawals: int = 0
    """Asked for, less what was given back; `on_way` is the part of it that is not paid yet."""
    top_ups: int = 0
    adjustments: int = 0
    """Net: above 0 in the players' favour."""
    staked: int = 0
    returned: int = 0
    prizes: int = 0
    refunded: int = 0
    opening_in_play: int = 0
    closing_in_play: int = 0
    charge_backs: int = 0
    """Money that banks took back from players' accounts."""
    opening_on_way: int = 0
    closing_on_way: int = 0
    """Withdrawals that players asked for and no bank has paid yet: still owed to them."""

    @property
    def closing(self) -> int:
        """The total of the players' accounts at the end.

        >>> Liability(currency="EUR", opening=50, deposits=100, staked=60, returned=20, prizes=19).closing
        129
        """
        paid_in = self.deposits + self.top_ups + self.adjustments - self.withdrawals - self.charge_backs
        return self.opening + paid_in - self.staked + self.returned + self.prizes + self.refunded


@dataclass(frozen=True, kw_only=True)
class DayFigures:
    """Everything a day's report says. `provisional` figures are of a day that is not over."""

    day: date
    since: datetime
    until: datetime
    provisional: bool
    lines: tuple[TableLine, ...]
    comparisons: tuple[Comparison, ...]
    faults: tuple[RoundFault, ...]
    faults_more: int = 0
    liabilities: tuple[Liability, ...]
    players: Mapping[str, int] = field(default_factory=dict)
    """Different persons by currency."""
    definition: str = DEFINITION

    @cached_property
    def totals(self) -> tuple[Total, ...]:
        """One total for each currency that was played in, the regulated ones first."""
        return totals(self.lines, self.players)

    @property
    def activity(self) -> bool:
        """Whether any round was finished; without it the report says «No activity» (GL-19)."""
        return bool(self.lines)

    @property
    def reconciles(self) -> bool:
        """Whether rounds and ledger agree in every sum and no round stands out."""
        return not self.faults and not any(item.difference for item in self.comparisons)

    @property
    def hours(self) -> int:
        """24, but 23 and 25 on the days when the clocks change."""
        return int((day_bounds(self.day)[1] - day_bounds(self.day)[0]) / timedelta(hours=1))

    def document(self) -> dict[str, Any]:
        """The document that is kept and exported: names and whole cents only, moments in UTC."""
        return {
            "definition": self.definition,
            "day": self.day.isoformat(),
            "hours": self.hours,
            "since": moment(self.since),
            "until": moment(self.until),
            "provisional": self.provisional,
            "activity": self.activity,
            "reconciles": self.reconciles,
            "lines": [{**asdict(line), "gross_revenue": line.gross_revenue} for line in self.lines],
            "totals": [
                {**asdict(total), "gross_revenue": total.gross_revenue, "regulated": total.regulated}
                for total in self.totals
            ],
            "comparisons": [{**asdict(item), "difference": item.difference} for item in self.comparisons],
            "faults": [asdict(fault) for fault in self.faults],
            "faults_more": self.faults_more,
            "liabilities": [{**asdict(held), "closing": held.closing} for held in self.liabilities],
            "players": dict(self.players),
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Read the output of `document`; derived values are computed again and not read."""
        return cls(
            day=date.fromisoformat(document["day"]),
            since=datetime.fromisoformat(document["since"]),
            until=datetime.fromisoformat(document["until"]),
            provisional=document["provisional"],
            lines=tuple(TableLine(**_of(TableLine, line)) for line in document["lines"]),
            comparisons=tuple(
                Comparison(**{**_of(Comparison, item), "what": What(item["what"])}) for item in document["comparisons"]
            ),
            faults=tuple(RoundFault(**fault) for fault in document["faults"]),
            faults_more=document["faults_more"],
            liabilities=tuple(Liability(**_of(Liability, held)) for held in document["liabilities"]),
            players=dict(document.get("players", {})),
            definition=document["definition"],
        )


def totals(lines: Iterable[TableLine], players: Mapping[str, int] | None = None) -> tuple[Total, ...]:
    """Add up lines, each currency by itself; money before play money. Persons are counted, never added up."""
    sums_of = attrgetter(*_SUMS)
    found: dict[str, tuple[int, ...]] = {}
    for line in lines:
        before = found.get(line.currency, (0,) * len(_SUMS))
        found[line.currency] = tuple(map(add, before, sums_of(line)))
    sums = {currency: dict(zip(_SUMS, values, strict=True)) for currency, values in found.items()}
    ordered = sorted(sums, key=lambda currency: (currency == Currency.PLAY, currency))
    counted = players or {}
    return tuple(Total(currency=currency, players=counted.get(currency), **sums[currency]) for currency in ordered)


def hold(*, gross_revenue: int, turnover: int) -> Fraction | None:
    """Gross revenue as a share of the turnover, exactly; None where nothing was staked.

    >>> hold(gross_revenue=1_100_00, turnover=100_000_00)
    Fraction(11, 1000)
    """
    return Fraction(gross_revenue, turnover) if turnover else None


SETTLED_FOR: Final = timedelta(minutes=5)
"""How long after its end a day is left alone: a line's moment is read just before its transaction begins."""


def day_bounds(day: date) -> tuple[datetime, datetime]:
    """The moments, in UTC, between which a gaming day lies: the civil day of continental Portugal (PT-57).

    >>> since, until = day_bounds(date(2026, 3, 29))
    >>> since.isoformat(), until - since
    ('2026-03-29T00:00:00+00:00', datetime.timedelta(seconds=82800))
    """
    return _midnight(day), _midnight(day + timedelta(days=1))


def day_of(instant: datetime) -> date:
    """The gaming day that a moment belongs to.

    >>> day_of(datetime(2026, 7, 1, 23, 0, tzinfo=UTC))
    datetime.date(2026, 7, 2)
    """
    return lisbon_date(instant)


def moment(at: datetime) -> str:
    """A moment as documents write it: ISO 8601 in UTC.

    >>> moment(datetime(2026, 7, 1, 0, 0, tzinfo=LISBON))
    '2026-06-30T23:00:00Z'
    """
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, LISBON).astimezone(UTC)


def _of(record: type[Any], document: Mapping[str, Any]) -> dict[str, Any]:
    # Fields that a later definition added are not in an older document, and take their defaults.
    return {name: document[name] for name in _NAMES[record] if name in document}


_NAMES: Final = {record: [item.name for item in fields(record)] for record in (TableLine, Comparison, Liability)}
_SUMS: Final = tuple(item.name for item in fields(Sums))
