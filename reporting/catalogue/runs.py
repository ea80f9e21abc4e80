"""A request of the catalogue as its register is asked, and as the document that its files are made from."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import IO, Any, Final, TypeAlias
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from kernel.calendar import LISBON
from kernel.money import Currency
from reporting.catalogue import CATALOGUE, Asked, Check, Definition, criteria
from reporting.catalogue.criteria import Condition
from reporting.catalogue.keeping import Kept
from reporting.making.figures import day_bounds
from reporting.models import Piece, ReportRun, RunFile
from reporting.writers.documents import Column, Document, Kind, Section, Value, amount

Told: TypeAlias = Callable[[int, int], None]
"""Hears how much of a long work is done, and how much there is."""
IDLE: Final = _("No activity")
_COMPARED: Final = (
    Column(name="what", title=_("Sum"), kind=Kind.TEXT),
    Column(name="report", title=_("According to this report"), kind=Kind.CENTS),
    Column(name="ledger", title=_("According to the ledger"), kind=Kind.CENTS),
    Column(name="difference", title=_("Difference"), kind=Kind.CENTS),
)


def asked_of(run: ReportRun) -> Asked:
    """A request's request to its register."""
    return asked_by(run.filter, run.until)


def asked_by(filter_: Mapping[str, Any], until: datetime) -> Asked:
    """What a kept filter asks of a register, up to a moment."""
    first = filter_.get("first_day")
    return Asked(
        since=day_bounds(date.fromisoformat(first))[0] if first else None,
        until=until,
        currency=Currency(filter_.get("currency", Currency.EUR)),
        table=filter_.get("table"),
        player=filter_.get("player"),
        least=filter_.get("least", 0),
    )


def present_definition(run: ReportRun) -> Definition:
    """The report as the catalogue defines it today, cut to the criteria of an extract."""
    present = CATALOGUE[run.name]
    if "extract" not in run.filter:
        return present
    return criteria.narrowed(present, conditions_of(run.filter), run.filter["columns"])


def conditions_of(filter_: Mapping[str, Any]) -> tuple[Condition, ...]:
    """The conditions of an extract, as its filter keeps them; none of any other request."""
    return tuple(criteria.condition_of(each) for each in filter_.get("conditions", ()))


def definition_of(run: ReportRun) -> Definition:
    """The report as it was defined when its rows were gathered: the catalogue's own, or laid out as it was then."""
    present, layout = present_definition(run), run.layout
    if run.definition == present.full_name or not layout:
        return present
    values = {column.name: column.values for column in present.columns}
    return replace(
        present,
        title=layout["title"],
        source=layout["source"],
        grouped=layout["grouped"],
        columns=tuple(
            Column(**{**kept, "kind": Kind(kept["kind"])}, values=values.get(kept["name"], {}))
            for kept in layout["columns"]
        ),
    )


def layout_of(definition: Definition) -> dict[str, Any]:
    """How a report is laid out, for its requests to keep; in the language of record."""
    with translation.override(settings.LANGUAGE_CODE):
        columns = [
            {
                "name": column.name,
                "title": str(column.title),
                "kind": column.kind.value,
                "personal": column.personal,
                "summed": column.summed,
            }
            for column in definition.columns
        ]
        title = str(definition.title)
    return {"title": title, "source": definition.source, "grouped": definition.grouped, "columns": columns}


def provisional(run: ReportRun) -> bool:
    """Whether the period was not over when it was requested."""
    last = run.filter.get("last_day")
    return last is not None and run.until < day_bounds(date.fromisoformat(last))[1]


def teller(key: UUID, format: str = "") -> Told:
    """A callback that keeps the progress of a request, or of a file of it, in the cache."""

    def told(done: int, of: int) -> None:
        cache.set(_progress_name(key, format), (done, of), timeout=3_600)

    return told


def told_of(key: UUID, format: str = "") -> tuple[int, int]:
    """How much is done, of how much; of 0 before the worker has said."""
    done, of = cache.get(_progress_name(key, format)) or (0, 0)
    return done, of


def _progress_name(key: UUID, format: str) -> str:
    return f"order-{key}-{format}"


def document_of(run: ReportRun, *, told: Told = lambda done, of: None) -> Document:
    """A finished request as a document: rows, subtotals, totals, reconciliation.

    `told` hears which piece of the rows is being gone through, and how many there are.
    """
    definition, asked = definition_of(run), asked_of(run)
    return Document(
        name=run.name,
        title=definition.title,
        operator=settings.OPERATOR_PROFILE.operator.name,
        definition=run.definition,
        software=run.software,
        revision=str(run.key),
        made_at=run.asked_at,
        sha256=run.sha256,
        since=asked.since,
        until=asked.until,
        provisional=provisional(run),
        activity=bool(run.rows),
        filters=tuple(filters_of(run, asked)),
        facts=(("source", _("Source"), definition.source), *thresholds_of(run), ("rows", _("Lines"), str(run.rows))),
        sections=_sections(definition, run, told),
    )


def filters_of(run: ReportRun, asked: Asked) -> Iterator[tuple[str, Any, str]]:
    """Name, title and value of each filter of a request, and of each criterion of an extract."""
    yield from asked_for(run.filter, asked)
    if "extract" in run.filter:
        yield "extract", _("extract"), f"X-{run.filter['extract']}: {run.filter['title']}"
    if conditions := conditions_of(run.filter):
        said = (criteria.sentence(CATALOGUE[run.name], each) for each in conditions)
        yield "conditions", _("only rows where"), "; ".join(said)
    if definition_of(run).personal:
        yield "personal-data", _("personal data"), run.reason or str(_("hidden"))


def asked_for(filter_: Mapping[str, Any], asked: Asked) -> Iterator[tuple[str, Any, str]]:
    """Name, title and value of each filter of the catalogue that was set."""
    if "currency" in filter_:
        yield "currency", _("currency"), filter_["currency"]
    if asked.table:
        yield "table", _("table"), asked.table
    if asked.player:
        yield "player", _("player"), asked.player
    if "least" in filter_:
        yield "least", _("from"), amount(asked.least)


def thresholds_of(run: ReportRun) -> Iterator[tuple[str, Any, str]]:
    """Name, title and value of the house's threshold as it was when a report that has one was requested."""
    lines = run.filter.get("thresholds", ())
    if lines:
        told = _("%(amount)s since %(since)s (%(source)s)")
        yield (
            "threshold",
            _("The house’s threshold"),
            "; ".join(str(told) % {**line, "amount": amount(line["cents"])} for line in lines),
        )


def _sections(definition: Definition, run: ReportRun, told: Told) -> tuple[Section, ...]:
    rows = Section(
        name="rows",
        title=definition.title,
        columns=definition.columns,
        rows=Kept(definition.columns, lambda: _pieces_of(run, told)),
        count=run.rows,
        empty=IDLE,
    )
    return (rows, *_sums(definition, run), _compared(definition, run))


def _sums(definition: Definition, run: ReportRun) -> Iterator[Section]:
    counted = (Column(name="rows", title=_("Lines"), kind=Kind.WHOLE), *definition.summed)
    names = [column.name for column in counted]
    groups = [sums for sums in run.sums if sums["group"] is not None]
    if definition.grouped:
        column = next(column for column in definition.columns if column.name == definition.grouped)
        subtotals = [(_group(column, sums["group"]), *(sums[name] for name in names)) for sums in groups]
        yield Section(
            name="subtotals",
            title=_("Subtotals"),
            columns=(column, *counted),
            rows=subtotals,
            count=len(subtotals),
        )
    totals = [tuple(sums[name] for name in names) for sums in run.sums if sums["group"] is None]
    yield Section(name="totals", title=_("Totals"), columns=counted, rows=totals, count=len(totals))


def _group(column: Column, text: str) -> Value:
    """A group's value: in the sums it is text."""
    return date.fromisoformat(text) if column.kind is Kind.DAY else text


def checks_of(definition: Definition, run: ReportRun) -> tuple[Check, ...]:
    """The comparisons of a finished request, with their titles in words."""
    titles = {column.name: column.title for column in definition.columns} | {
        "staked": _("Staked"),
        "returned": _("Returned"),
        "amount": _("Amount"),
    }
    return tuple(
        Check(name=kept["name"], title=titles[kept["name"]], report=kept["report"], ledger=kept["ledger"])
        for kept in run.checks
    )


def _compared(definition: Definition, run: ReportRun) -> Section:
    rows = [(str(check.title), check.report, check.ledger, check.difference) for check in checks_of(definition, run)]
    return Section(name="reconciliation", title=_("Reconciliation"), columns=_COMPARED, rows=rows, count=len(rows))


def _pieces_of(run: ReportRun, told: Told) -> Iterator[bytes]:
    """The kept pieces of a request's rows, one at a time."""
    for number in range(1, run.pieces + 1):
        told(number - 1, run.pieces)
        yield bytes(Piece.objects.values_list("content", flat=True).get(run=run, file=None, number=number))


def file_of(file: RunFile) -> IO[bytes]:
    """A long file out of its pieces, at its end."""
    whole: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (the caller reads it)
    for number in Piece.objects.filter(file=file).order_by("number").values_list("number", flat=True):
        whole.write(bytes(Piece.objects.values_list("content", flat=True).get(file=file, number=number)))
    return whole


def stamp(run: ReportRun) -> str:
    """The part of the file's name that tells it from others: its days, or its moment."""
    first, last = run.filter.get("first_day"), run.filter.get("last_day")
    if first:
        return first if first == last else f"{first}-a-{last}"
    return run.until.astimezone(LISBON).strftime("%Y-%m-%d-%H%M")
