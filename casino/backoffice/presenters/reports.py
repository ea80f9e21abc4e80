"""The gaming days and their state, and one day's report: the public API of the reports, ready for the pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction

from babel.dates import format_date
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.backoffice import labels
from casino.backoffice.presenters.charts import Chart, DayPoint, Drawing, bar_chart, chart
from casino.wording import words
from kernel.labels import label
from kernel.money import Currency
from reporting.making.figures import Comparison, DayFigures, RoundFault, TableLine, Total, What
from reporting.queries import DailyReportCard
from reporting.queries.proofs import Reconciliation
from tables.queries import PlayerEdge

MONEY = "EUR"
"""The currency of the regulated totals; play money is told apart, never added."""


@dataclass(frozen=True, slots=True)
class DayRow:
    """One gaming day of the list. `total` is in money; None for a day without play for money or without report."""

    day: str
    name: str
    state: str
    tone: str
    total: Total | None
    hold: Fraction | None
    revision: int | None


@dataclass(frozen=True, slots=True)
class DayList:
    """A page of the list, newest first, and its chart."""

    rows: tuple[DayRow, ...]
    chart: Chart | None
    older: str
    """The day to go on from; empty at the end."""


Edges = Mapping[tuple[str, int], tuple[PlayerEdge, ...]]


@dataclass(frozen=True, slots=True)
class CurrencyPart:
    """One currency of a day: its tables and its total."""

    currency: str
    name: str
    regulated: bool
    lines: tuple[TableLine, ...]
    total: Total
    edges: Edges
    """Of the tables' versions, by code and number: those that give players an edge."""


@dataclass(frozen=True, slots=True)
class Check:
    """One sum as the rounds and as the ledger have it."""

    what: What
    name: str
    currency: str
    rounds: int
    ledger: int
    difference: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A round that does not agree, and why in words."""

    round_code: str
    why: str


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of the day's report."""

    number: int
    made_at: datetime
    sha256: str
    current: bool
    why: str


@dataclass(frozen=True, slots=True)
class DayReport:
    """One day's report; `revision` is None for the provisional figures of a day that is not over."""

    day: str
    name: str
    state: str
    tone: str
    provisional: bool
    activity: bool
    reconciles: bool
    hours: int
    since: datetime
    until: datetime
    parts: tuple[CurrencyPart, ...]
    checks: tuple[Check, ...]
    faults: tuple[Fault, ...]
    faults_more: int
    revision: int | None
    made_at: datetime | None
    definition: str
    sha256: str
    revisions: tuple[Revision, ...]


def day_list(today: DayFigures | None, cards: Sequence[DailyReportCard], *, page_rows: int) -> DayList:
    """The days from today (on the first page) back through `cards`; a day that has no report is named as missing."""
    rows = [_provisional(today)] if today else []
    points = [_point(today)] if today else []
    expected = today.day - timedelta(days=1) if today else None
    for card in cards:
        while expected is not None and card.day < expected:
            rows.append(DayRow(expected.isoformat(), short_day(expected), gettext("missing"), "bad", None, None, None))
            expected -= timedelta(days=1)
        rows.append(_made(card))
        points.append(_point(card.figures))
        expected = card.day - timedelta(days=1)
    older = cards[-1].day.isoformat() if len(cards) == page_rows else ""
    return DayList(tuple(rows), chart(points[::-1], MONEY), older)


def _provisional(figures: DayFigures) -> DayRow:
    return _row(figures, gettext("under way, provisional"), "info", None)


def _made(card: DailyReportCard) -> DayRow:
    state, tone = state_of(card.figures)
    return _row(card.figures, state, tone, card.revision)


def state_of(figures: DayFigures) -> tuple[str, str]:
    """A day's state in words, and its tone."""
    if figures.provisional:
        return gettext("under way, provisional"), "info"
    if not figures.reconciles:
        return gettext("made, does not agree"), "bad"
    if not figures.activity:
        return gettext("made, no activity"), ""
    return gettext("made and reconciled"), "good"


def _row(figures: DayFigures, state: str, tone: str, revision: int | None) -> DayRow:
    total = next((total for total in figures.totals if total.currency == MONEY), None)
    return DayRow(
        figures.day.isoformat(), short_day(figures.day), state, tone, total, total.hold if total else None, revision
    )


def _point(figures: DayFigures) -> DayPoint:
    total = next((total for total in figures.totals if total.currency == MONEY), None)
    if total is None:
        return DayPoint(figures.day, 0, 0, figures.provisional)
    return DayPoint(figures.day, total.turnover, total.gross_revenue, figures.provisional)


def day_report(
    figures: DayFigures,
    *,
    edges: Edges,
    card: DailyReportCard | None = None,
    revisions: Sequence[DailyReportCard] = (),
    why: Mapping[int, str] | None = None,
) -> DayReport:
    """One day: from its report, or provisional without one; `why` each revision was made, by its number."""
    state, tone = state_of(figures)
    return DayReport(
        day=figures.day.isoformat(),
        name=long_day(figures.day),
        state=state,
        tone=tone,
        provisional=figures.provisional,
        activity=figures.activity,
        reconciles=figures.reconciles,
        hours=figures.hours,
        since=figures.since,
        until=figures.until,
        parts=tuple(_part(total, figures.lines, edges) for total in figures.totals),
        checks=tuple(_check(item) for item in figures.comparisons),
        faults=tuple(_fault(fault) for fault in figures.faults),
        faults_more=figures.faults_more,
        revision=card.revision if card else None,
        made_at=card.made_at if card else None,
        definition=figures.definition,
        sha256=card.sha256 if card else "",
        revisions=tuple(
            Revision(
                one.revision,
                one.made_at,
                one.sha256,
                card is not None and one.revision == card.revision,
                (why or {}).get(one.revision, ""),
            )
            for one in revisions
        ),
    )


def _part(total: Total, lines: Sequence[TableLine], edges: Edges) -> CurrencyPart:
    return CurrencyPart(
        currency=total.currency,
        name=label(Currency(total.currency)),
        regulated=total.regulated,
        lines=tuple(line for line in lines if line.currency == total.currency),
        total=total,
        edges=edges,
    )


def _check(item: Comparison) -> Check:
    return Check(item.what, capfirst(label(item.what)), item.currency, item.rounds, item.ledger, item.difference)


def _fault(fault: RoundFault) -> Fault:
    return Fault(fault.round_code, labels.fault(fault.why))


FIRST_YEAR = 2015
"""The law on online gambling is of that year: no gaming day is older."""


@dataclass(frozen=True, slots=True)
class BookCheck:
    """One sum of a day by three books."""

    name: str
    currency: str
    rounds: int
    ledger: int
    report: int | None
    difference: int


@dataclass(frozen=True, slots=True)
class SessionCheck:
    """One sum of the sessions that ended in a day, beside the same of their bets."""

    name: str
    currency: str
    sessions: int
    bets: int
    difference: int


def bars(figures: Sequence[DayFigures]) -> Chart | None:
    """Stakes and gross revenue of these days, the oldest first."""
    return chart([_point(one) for one in figures], MONEY)


def commission_bars(figures: Sequence[DayFigures]) -> Drawing | None:
    """The commission of these days, the oldest first."""
    totals = {one.day: next((t for t in one.totals if t.currency == MONEY), None) for one in figures}
    return bar_chart([(day, total.commission if total else 0) for day, total in totals.items()], MONEY)


def book_checks(found: Reconciliation) -> tuple[BookCheck, ...]:
    """The sums of a day by its books, in words."""
    return tuple(
        BookCheck(capfirst(label(one.what)), one.currency, one.rounds, one.ledger, one.report, one.difference)
        for one in found.sums
    )


def session_checks(found: Reconciliation) -> tuple[SessionCheck, ...]:
    """The sums of a day's sessions beside those of their bets, in words."""
    checks = []
    for one in found.sessions:
        pairs = (
            (What.TURNOVER, one.staked, one.bets_staked),
            (What.RETURNED, one.returned, one.bets_returned),
            (What.PRIZES, one.prizes, one.bets_prizes),
            (What.COMMISSION, one.commission, one.bets_commission),
        )
        checks += [
            SessionCheck(capfirst(label(what)), one.currency, own, bets, own - bets) for what, own, bets in pairs
        ]
    return tuple(checks)


def named_faults(faults: Sequence[RoundFault]) -> tuple[Fault, ...]:
    """Rounds that do not agree, and why in words."""
    return tuple(_fault(fault) for fault in faults)


def month_name(month: date) -> str:
    """A month in words: novembro de 2026."""
    return format_date(month, "MMMM 'de' y" if words.locale() == "pt_PT" else "MMMM y", locale=words.locale())


def short_day(day: date) -> str:
    """A day in a list: sáb., 21/11/2026."""
    return format_date(day, "EEE, dd/MM/y", locale=words.locale())


def long_day(day: date) -> str:
    """A day in words: sábado, 21 de novembro de 2026."""
    return format_date(day, "full", locale=words.locale())
