"""The daily report as a document: which sections and columns it has, in the words of the language of record."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from kernel.labels import headings_of, labels_of
from kernel.money import Currency
from reporting.making.figures import DayFigures, What
from reporting.making.tax import TaxStatement
from reporting.writers import Format, Written, write
from reporting.writers.documents import Column, Document, Kind, Row, Section, Value, amount, millionths
from tables.queries import RoundWhy

_K: Final = Kind
_SUMMED: Final = tuple(
    Column(name=name, title=title, kind=kind)
    for name, title, kind in (
        ("rounds", gettext_lazy("Rounds"), _K.WHOLE),
        ("voids", pgettext_lazy("rounds", "Void"), _K.WHOLE),
        ("bets", gettext_lazy("Bets"), _K.WHOLE),
        ("players", gettext_lazy("Players"), _K.WHOLE),
        ("turnover", gettext_lazy("Staked"), _K.CENTS),
        ("returned", gettext_lazy("Returned"), _K.CENTS),
        ("prizes", gettext_lazy("Prizes"), _K.CENTS),
        ("commission", gettext_lazy("Commission (included in gross revenue)"), _K.CENTS),
        ("gross_revenue", gettext_lazy("Gross revenue"), _K.CENTS),
        ("hold", gettext_lazy("Hold %"), _K.RATIO),
        ("pushes", gettext_lazy("Stakes tied and returned"), _K.CENTS),
        ("refunded", gettext_lazy("Refunded"), _K.CENTS),
    )
)
_PLAYED: Final = (
    Column(name="table_code", title=gettext_lazy("Table"), kind=_K.CODE),
    Column(name="table_name", title=gettext_lazy("Name"), kind=_K.TEXT),
    Column(name="currency", title=gettext_lazy("Currency"), kind=_K.CODE),
    Column(name="version", title=gettext_lazy("Version"), kind=_K.WHOLE),
    *_SUMMED,
)
_TOTALS: Final = (
    Column(
        name="scope",
        title=gettext_lazy("Scope"),
        kind=_K.CODE,
        values={
            "regulated": gettext_lazy("money: regulated totals"),
            "demonstration": gettext_lazy("play money: outside the regulated totals"),
        },
    ),
    Column(name="currency", title=gettext_lazy("Currency"), kind=_K.CODE),
    *_SUMMED,
)
_LIABILITY: Final = (
    Column(name="currency", title=gettext_lazy("Currency"), kind=_K.CODE),
    *(
        Column(name=name, title=title, kind=_K.CENTS)
        for name, title in (
            ("opening", gettext_lazy("Opening balance")),
            ("deposits", gettext_lazy("Deposits")),
            ("withdrawals", gettext_lazy("Withdrawals")),
            ("top_ups", gettext_lazy("Play money chips")),
            ("charge_backs", gettext_lazy("Deposits taken back by the bank")),
            ("adjustments", gettext_lazy("Adjustments")),
            ("staked", gettext_lazy("Staked during the day")),
            ("returned", gettext_lazy("Stakes returned")),
            ("prizes", gettext_lazy("Prizes")),
            ("refunded", gettext_lazy("Refunds")),
            ("closing", gettext_lazy("Closing balance")),
            ("opening_in_play", gettext_lazy("In play at the start")),
            ("closing_in_play", gettext_lazy("In play at the end")),
            ("opening_on_way", gettext_lazy("On its way to the bank at the start")),
            ("closing_on_way", gettext_lazy("On its way to the bank at the end")),
        )
    ),
)
_COMPARISON: Final = (
    Column(name="what", title=gettext_lazy("Sum"), kind=_K.CODE, values=headings_of(What)),
    Column(name="currency", title=gettext_lazy("Currency"), kind=_K.CODE),
    Column(name="rounds", title=gettext_lazy("Rounds"), kind=_K.CENTS),
    Column(name="ledger", title=pgettext_lazy("report", "Ledger"), kind=_K.CENTS),
    Column(name="difference", title=gettext_lazy("Difference"), kind=_K.CENTS),
)
_FAULTS: Final = (
    Column(name="round_code", title=gettext_lazy("Round that does not agree"), kind=_K.CODE),
    Column(name="why", title=gettext_lazy("Why"), kind=_K.CODE, values=labels_of(RoundWhy)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The heading of every report (GL-19, PA-01)."""

    operator: str
    revision: int
    made_at: datetime
    definition: str
    software: str
    sha256: str
    """Of the stored document the file was made from; of provisional figures, of theirs."""


def as_file(figures: DayFigures, heading: Heading, format: Format) -> Written:
    """A daily report as a file."""
    with translation.override(settings.LANGUAGE_CODE):  # its verdict is worded when the document is made
        return write(daily_document(figures, heading), format)


def daily_document(figures: DayFigures, heading: Heading) -> Document:
    """A daily report: what was played, the totals, what players were owed, and whether rounds and ledger agree."""
    verdict = _("rounds and ledger agree") if figures.reconciles else _("rounds and ledger do NOT agree")
    facts: list[tuple[str, Any, str]] = [
        ("day", gettext_lazy("Gaming day"), figures.day.isoformat()),
        ("hours", gettext_lazy("Hours in the day"), str(figures.hours)),
        ("reconciliation", gettext_lazy("Reconciliation"), verdict),
    ]
    if figures.faults_more:
        facts.append(("faults-more", gettext_lazy("Other rounds that do not agree"), str(figures.faults_more)))
    return Document(
        name="daily-report",
        title=gettext_lazy("Daily report"),
        operator=heading.operator,
        definition=heading.definition,
        software=heading.software,
        revision=str(heading.revision) if heading.revision else "",
        made_at=heading.made_at,
        sha256=heading.sha256,
        since=figures.since,
        until=figures.until,
        provisional=figures.provisional,
        activity=figures.activity,
        facts=tuple(facts),
        sections=_sections(figures),
    )


_TAX_DAYS: Final = (
    Column(name="day", title=gettext_lazy("Day"), kind=_K.DAY),
    Column(name="revision", title=gettext_lazy("Revision"), kind=_K.WHOLE),
    Column(name="turnover", title=gettext_lazy("Staked"), kind=_K.CENTS),
    Column(name="returned", title=gettext_lazy("Returned"), kind=_K.CENTS),
    Column(name="gross_revenue", title=gettext_lazy("Gross revenue"), kind=_K.CENTS),
    Column(name="commission", title=gettext_lazy("Commission (included in gross revenue)"), kind=_K.CENTS),
)
_TAX: Final = (
    Column(name="since", title=gettext_lazy("Rate in force since"), kind=_K.DAY),
    Column(name="source", title=gettext_lazy("Legal basis"), kind=_K.TEXT),
    Column(name="days", title=gettext_lazy("Days"), kind=_K.WHOLE),
    Column(name="gross_revenue", title=gettext_lazy("Gross revenue"), kind=_K.CENTS),
    Column(name="rate", title=gettext_lazy("Rate %"), kind=_K.RATIO),
    Column(name="tax", title=gettext_lazy("Tax"), kind=_K.CENTS),
)


def tax_document(found: TaxStatement, heading: Heading) -> Document:
    """A month's tax statement: day by day, and what it owes under each rate."""
    days = [_row(_TAX_DAYS, day) for day in found.days]
    parts = [
        _row(_TAX, part, since=part.rate.since, source=part.rate.source, days=len(part.days), rate=part.rate.rate)
        for part in found.parts
    ]
    missing = ", ".join(day.isoformat() for day in found.missing)
    facts = [
        ("month", gettext_lazy("Month"), f"{found.month:%Y-%m}"),
        ("currency", gettext_lazy("Currency"), Currency.EUR.value),
        ("tax", gettext_lazy("Tax of the month"), amount(found.tax)),
        ("assessed-by", gettext_lazy("To be assessed by"), found.assessed_by.isoformat()),
        ("paid-by", gettext_lazy("To be paid by"), found.paid_by.isoformat()),
    ] + ([("missing", gettext_lazy("Days without a report"), missing)] if missing else [])
    return Document(
        name="gaming-tax",
        title=gettext_lazy("Special tax on online gambling"),
        operator=heading.operator,
        definition=heading.definition,
        software=heading.software,
        revision="",
        made_at=heading.made_at,
        sha256=heading.sha256,
        provisional=not found.whole,
        activity=any(day.turnover for day in found.days),
        facts=tuple(facts),
        sections=(
            _section("tax", gettext_lazy("Tax by rate"), _TAX, parts),
            _section("days", gettext_lazy("By gaming day"), _TAX_DAYS, days),
        ),
    )


def _sections(figures: DayFigures) -> tuple[Section, ...]:
    played = [_row(_PLAYED, line) for line in figures.lines]
    totals = [
        _row(_TOTALS, total, scope="regulated" if total.regulated else "demonstration") for total in figures.totals
    ]
    held = [_row(_LIABILITY, one) for one in figures.liabilities]
    compared = [_row(_COMPARISON, one) for one in figures.comparisons]
    faults = [_row(_FAULTS, fault) for fault in figures.faults]
    idle = gettext_lazy("No activity")
    return (
        _section("played", gettext_lazy("By table and version of the rules"), _PLAYED, played, empty=idle),
        _section("totals", gettext_lazy("Totals"), _TOTALS, totals),
        _section("liability", gettext_lazy("Liability to the players"), _LIABILITY, held),
        _section("reconciliation", gettext_lazy("Reconciliation"), _COMPARISON, compared),
        _section("faults", gettext_lazy("Rounds that do not agree"), _FAULTS, faults),
    )


def _section(name: str, title: Any, columns: tuple[Column, ...], rows: Sequence[Row], empty: Any = "") -> Section:
    return Section(name=name, title=title, columns=columns, rows=rows, count=len(rows), empty=empty)


def _row(columns: Sequence[Column], facts: object, **others: Any) -> Row:
    """A row of these columns: what `others` give, else the facts of the columns' names; ratios as millionths."""

    def value(column: Column) -> Value:
        fact: Any = others[column.name] if column.name in others else getattr(facts, column.name)
        return millionths(fact) if column.kind is _K.RATIO else fact

    return tuple(value(column) for column in columns)
