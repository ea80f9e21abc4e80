"""The reports' door for reading proofs of a day and of a month: four books side by side, and the tax statement."""

from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from kernel.money import Currency
from reporting import queries
from reporting.making import gathering
from reporting.making.figures import Comparison, RoundFault, Total, What, day_bounds, day_of
from reporting.making.tax import NoRate, TaxDay, TaxStatement, rate_on, statement
from tables import queries as tables
from tables.queries import SessionDifference, SessionSums

__all__ = [
    "STEPS",
    "NoRate",
    "ReconciledSum",
    "Reconciliation",
    "kept_reconciliation",
    "reconciliation",
    "tax_statement",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconciledSum:
    """One sum of a day by three books; `report` is None where the day has no report yet."""

    currency: str
    what: What
    rounds: int
    ledger: int
    report: int | None

    @property
    def difference(self) -> int:
        """How far the books are apart at most; 0 where all agree."""
        known = [self.rounds, self.ledger] + ([] if self.report is None else [self.report])
        return max(known) - min(known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """A day by its rounds, its ledger lines, its sessions and its report, all read at one moment (I7).

    `kept_at` is the moment of the report whose outcome this is; None where it was reckoned afresh. Kept, the sessions
    are not in it.
    """

    day: date
    kept_at: datetime | None = None
    provisional: bool
    revision: int | None
    sums: tuple[ReconciledSum, ...]
    sessions: tuple[SessionSums, ...]
    faults: tuple[RoundFault, ...]
    session_faults: tuple[SessionDifference, ...]

    @property
    def agrees(self) -> bool:
        """Whether every book says the same and no round or session stands out."""
        return not (self.faults or self.session_faults or any(one.difference for one in self.sums))


STEPS: Final = 4
"""Rounds one by one, the day's sums, sessions, sessions one by one."""
_REPORTED: Final = {
    What.TURNOVER: lambda total: total.turnover,
    What.RETURNED: lambda total: total.returned,
    What.PRIZES: lambda total: total.prizes,
    What.COMMISSION: lambda total: total.commission,
    What.REFUNDED: lambda total: total.refunded,
    What.GROSS_REVENUE: lambda total: total.gross_revenue,
}


def kept_reconciliation(*, day: date) -> Reconciliation | None:
    """Rounds beside the ledger at the last revision of the day's report; None for a day without one."""
    card = queries.daily_report(day=day)
    if card is None:
        return None
    totals = {total.currency: total for total in card.figures.totals}
    return Reconciliation(
        day=day,
        kept_at=card.made_at,
        provisional=False,
        revision=card.revision,
        sums=_sums(card.figures.comparisons, totals),
        sessions=(),
        faults=card.figures.faults,
        session_faults=(),
    )


def _sums(comparisons: Iterable[Comparison], reported: Mapping[str, Total] | None) -> tuple[ReconciledSum, ...]:
    return tuple(
        ReconciledSum(
            currency=one.currency,
            what=one.what,
            rounds=one.rounds,
            ledger=one.ledger,
            report=None
            if reported is None
            else _REPORTED[one.what](reported.get(one.currency, Total(currency=one.currency))),
        )
        for one in comparisons
    )


def reconciliation(*, day: date, now: datetime, step: Callable[[int], None] | None = None) -> Reconciliation:
    """The four books of a day, reckoned afresh; a day that is not over as far as it has come.

    `step` is told before each of the `STEPS`, from 1.
    """
    say = step or (lambda _number: None)
    since, until = day_bounds(day)
    with gathering.one_moment():
        say(1)
        faulty = gathering.faulty_rounds(since=since)
        say(2)
        figures = gathering.gather(day, until=min(now, until), openings={}, faulty=faulty)
        say(3)
        sessions = tables.session_sums(since=since, until=until)
        say(4)
        differences = tables.session_differences(since=since, until=until)
        card = queries.daily_report(day=day)
    reported = {total.currency: total for total in card.figures.totals} if card else None
    return Reconciliation(
        day=day,
        provisional=now < until,
        revision=card.revision if card else None,
        sums=_sums(figures.comparisons, reported),
        sessions=sessions,
        faults=figures.faults,
        session_faults=differences,
    )


def tax_statement(*, month: date, now: datetime) -> TaxStatement:
    """The tax of a month by the last revisions of its days' reports (I8, PT-82…85); of the days that are over.

    Raises `NoRate` for a month before the first known rate.
    """
    last = monthrange(month.year, month.month)[1]
    today = day_of(now)
    rate_on(month)
    began = queries.first_day()
    first = began if began and (began.year, began.month) == (month.year, month.month) else None
    days = [day for number in range(1, last + 1) if (began or today) <= (day := month.replace(day=number)) < today]
    cards = {card.day: card for card in queries.daily_reports(limit=last, before=_after(month, last))}
    return statement(month.replace(day=1), [_tax_day(day, cards.get(day)) for day in days], first=first)


def _after(month: date, last: int) -> date:
    return date.fromordinal(month.replace(day=last).toordinal() + 1)


def _tax_day(day: date, card: queries.DailyReportCard | None) -> TaxDay:
    if card is None:
        return TaxDay(day=day, revision=0)
    total = next((one for one in card.figures.totals if one.currency == Currency.EUR), Total(currency="EUR"))
    return TaxDay(
        day=day,
        revision=card.revision,
        turnover=total.turnover,
        returned=total.returned,
        commission=total.commission,
    )
