"""Request a report of the catalogue, gather its rows, make its long files, hand it out.

The request's row is the truth: a worker that finds one open and unlocked goes on with it, so that a worker that dies in
the middle loses nothing but its time.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from kernel import replica
from kernel.money import MOST, Currency
from kernel.reasons import stated
from kernel.rejection import Rejected
from players.accounts import queries as players
from players.events.names import EventName
from players.events.telling import tell
from reporting import queries
from reporting.catalogue import CATALOGUE, Definition, Filter, Period, keeping, runs
from reporting.catalogue.definition import Check
from reporting.making import gathering, thresholds
from reporting.making.figures import day_bounds, day_of
from reporting.models import Piece, ReportRun, RunFile, RunState
from reporting.operations.alone import alone
from reporting.operations.handing import Exported, log_export
from reporting.writers import CONTENT_TYPES, PRINTED_AT_ONCE, Format, Written, write
from reporting.writers.software import software
from tables import queries as tables

FIRST_DAY: Final = date(2015, 6, 28)
"""The law on online gambling came into force: nothing here is older."""
DAYS_MOST: Final = 366
OPEN_MOST: Final = 5
"""Requests that one person may have waiting."""
AT_ONCE_ROWS: Final = 20_000
"""Up to so many rows a report is made while the page waits; beyond it a worker does it."""
COUNT_MILLISECONDS: Final = 2_000
TRIES_MOST: Final = 3
REASON_TO_SEE: Final = (10, 300)
"""Characters of a reason for seeing who is who."""
RUN_LOCK: Final = 0x5AB1
FILE_LOCK: Final = 0x5AB2


class RequestRejection(StrEnum):
    """Why nothing was requested, or nothing handed out."""

    NO_SUCH_REPORT = "no-such-report"
    KEY_REUSED = "key-reused"
    PERIOD_MISSING = "period-missing"
    PERIOD_BACKWARDS = "period-backwards"
    PERIOD_TOO_LONG = "period-too-long"
    PERIOD_NOT_BEGUN = "period-not-begun"
    PERIOD_TOO_EARLY = "period-too-early"
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_PLAYER = "no-such-player"
    AMOUNT_OUT_OF_RANGE = "amount-out-of-range"
    REASON_TOO_SHORT = "reason-too-short"
    TOO_MANY_OPEN = "too-many-open"
    NOT_READY = "not-ready"


class RequestRejected(Rejected):
    """`reason` says why; `asked` and `most` the figures it is about, where it is about any."""

    reason: RequestRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A request for a report. `reason` is why the person needs the names; empty for masked ones."""

    name: str
    first_day: date | None = None
    last_day: date | None = None
    currency: Currency = Currency.EUR
    table: str = ""
    player: str = ""
    least: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """A request, and whether it is done already."""

    key: UUID
    run_id: int
    done: bool


def request_report(*, wanted: Wanted, by: int, idempotency_key: UUID, now: datetime) -> Requested:
    """Request a report (I2, PT-73). A repeat with the same key is the same request.

    Raises `RequestRejected`.
    """
    definition = CATALOGUE.get(wanted.name)
    if definition is None:
        raise RequestRejected(RequestRejection.NO_SUCH_REPORT)
    filter_, until = checked_filter(definition, wanted, now=now)
    with transaction.atomic():
        run, new = ReportRun.objects.get_or_create(
            key=idempotency_key,
            defaults={
                "name": definition.name,
                "definition": definition.full_name,
                "software": software(),
                "filter": filter_,
                "reason": wanted.reason.strip(),
                "asked_by_id": by,
                "asked_at": now,
                "until": until,
            },
        )
        if (run.name, run.filter, run.reason, run.asked_by_id) != (definition.name, filter_, wanted.reason.strip(), by):
            raise RequestRejected(RequestRejection.KEY_REUSED)
        if new and ReportRun.objects.filter(asked_by_id=by).filter(_OPEN).count() > OPEN_MOST:
            raise RequestRejected(RequestRejection.TOO_MANY_OPEN, most=OPEN_MOST)
        if new:
            personal = bool(run.reason)
            tell(EventName.REPORT_ASKED, by=by, now=now, key=run.name, report=str(run.key), personal_data=personal)
    return Requested(key=run.key, run_id=run.pk, done=run.state == RunState.DONE)


_OPEN: Final = Q(state__in=[RunState.WAITING, RunState.GATHERING])


def checked_filter(definition: Definition, wanted: Wanted, *, now: datetime) -> tuple[dict[str, Any], datetime]:
    """The filter as it is kept, and the moment after the last one that counts. Raises `RequestRejected`."""
    filter_: dict[str, Any] = {}
    until = now
    if definition.period is Period.DAYS:
        filter_, until = _period(wanted, now=now)
    if Filter.CURRENCY in definition.filters:
        filter_["currency"] = wanted.currency.value
    if Filter.TABLE in definition.filters and wanted.table:
        if tables.table_id(wanted.table) is None:
            raise RequestRejected(RequestRejection.NO_SUCH_TABLE)
        filter_["table"] = wanted.table
    if Filter.PLAYER in definition.filters and wanted.player:
        filter_["player"] = _player(wanted.player)
    if Filter.LEAST in definition.filters:
        lines = queries.thresholds_of(definition.name, *_days(filter_, now=now))
        least = thresholds.default(lines) if wanted.least is None else wanted.least
        if not 1 <= least <= MOST:
            raise RequestRejected(RequestRejection.AMOUNT_OUT_OF_RANGE, asked=least, most=MOST)
        filter_["least"] = least
        filter_["thresholds"] = [
            {"since": line.since.isoformat(), "cents": line.cents, "source": line.source} for line in lines
        ]
    if wanted.reason:
        asked, most = len(wanted.reason.strip()), REASON_TO_SEE[1]
        too_short = RequestRejected(RequestRejection.REASON_TOO_SHORT, asked=asked, most=most)
        stated(wanted.reason, too_short, lengths=REASON_TO_SEE)
    return filter_, until


def _days(filter_: Mapping[str, Any], *, now: datetime) -> tuple[date, date]:
    """The first and the last day of a request; the present day for how things stand now."""
    present = day_of(now).isoformat()
    first, last = (date.fromisoformat(filter_.get(name, present)) for name in ("first_day", "last_day"))
    return first, last


def _period(wanted: Wanted, *, now: datetime) -> tuple[dict[str, Any], datetime]:
    first, last = wanted.first_day, wanted.last_day or wanted.first_day
    if first is None or last is None:
        raise RequestRejected(RequestRejection.PERIOD_MISSING)
    if last < first:
        raise RequestRejected(RequestRejection.PERIOD_BACKWARDS)
    if first < FIRST_DAY:
        raise RequestRejected(RequestRejection.PERIOD_TOO_EARLY)
    if first > day_of(now):
        raise RequestRejected(RequestRejection.PERIOD_NOT_BEGUN)
    days = (last - first).days + 1
    if days > DAYS_MOST:
        raise RequestRejected(RequestRejection.PERIOD_TOO_LONG, asked=days, most=DAYS_MOST)
    return {"first_day": first.isoformat(), "last_day": last.isoformat()}, min(day_bounds(last)[1], now)


def _player(text: str) -> str:
    """A player named by key or e-mail, as the key that reports know them by."""
    found = players.by_email(text) if "@" in text else players.by_key(text.strip())
    if found is None or found.roles:
        raise RequestRejected(RequestRejection.NO_SUCH_PLAYER)
    return found.person_key


def prepare(*, run_id: int, now: datetime, rows_most: int | None = None) -> bool:
    """Gather a request's rows and keep them; whether it is done.

    With `rows_most`, a request of more rows than that is left to a worker. Safe at any time and twice: another process
    at the same request makes this one leave it alone.
    """
    with alone(RUN_LOCK, run_id) as mine:
        run = ReportRun.objects.get(pk=run_id)
        if not mine or run.state not in {RunState.WAITING, RunState.GATHERING}:
            return run.state == RunState.DONE
        if run.tries >= TRIES_MOST:
            ReportRun.objects.filter(pk=run_id).update(state=RunState.FAILED)
            return False
        if rows_most is not None and not _is_short(run, rows_most):
            return False
        ReportRun.objects.filter(pk=run_id).update(state=RunState.GATHERING, tries=run.tries + 1, stored=0, pieces=0)
        _gather(run, now=now)
    return True


def _is_short(run: ReportRun, rows_most: int) -> bool:
    asked = runs.asked_of(run)
    with transaction.atomic():
        point = transaction.savepoint()
        rows = runs.present_definition(run).register(asked)
        found = keeping.count(rows, most=rows_most, milliseconds=COUNT_MILLISECONDS)
        transaction.savepoint_rollback(point)
    return found is not None and found <= rows_most


def _gather(run: ReportRun, *, now: datetime) -> None:
    definition = runs.present_definition(run)
    gathered, checks = replica.read(lambda: _read(run, definition), whole=True)
    Piece.objects.filter(run=run, file=None).delete()
    ReportRun.objects.filter(pk=run.pk).update(pieces=len(gathered.pieces))
    for number, content in enumerate(gathered.pieces, start=1):
        Piece.objects.create(run=run, number=number, content=content)
        ReportRun.objects.filter(pk=run.pk).update(stored=number)
    gathered.pieces.close()
    ReportRun.objects.filter(pk=run.pk).update(
        state=RunState.DONE,
        done_at=now,
        definition=definition.full_name,
        layout=runs.layout_of(definition),
        rows=gathered.rows,
        sha256=gathered.sha256,
        sums=list(gathered.sums),
        checks=[{**asdict(check), "title": ""} for check in checks],
    )


def _read(run: ReportRun, definition: Definition) -> tuple[keeping.Gathered, tuple[Check, ...]]:
    """The rows of a request and what is checked of them, at one moment."""
    asked = runs.asked_of(run)
    with gathering.one_moment():
        gathered = keeping.gather(
            definition.columns,
            definition.register(asked),
            reveal=bool(run.reason),
            grouped=definition.grouped,
            told=runs.teller(run.key),
        )
        totals = gathered.sums[-1] if gathered.sums else {}
        return gathered, tuple(definition.checks(asked, totals)) if definition.checks else ()


def prepare_due(*, now: datetime) -> int:
    """Go on with every request and file that is open and in no worker's hands; how many were done."""
    open_runs = ReportRun.objects.filter(_OPEN).order_by("pk").values_list("pk", flat=True)
    done = sum(prepare(run_id=run_id, now=now) for run_id in open_runs)
    open_files = RunFile.objects.filter(_OPEN, run__state=RunState.DONE).order_by("pk").values_list("pk", flat=True)
    return done + sum(_make_file(file_id, now=now) for file_id in open_files)


def request_file(*, key: UUID, format: Format, by: int, now: datetime) -> bool:
    """Request a file of a long report, also once more where that failed; whether it is there already.

    Raises `RequestRejected`.
    """
    run = _done_run(key)
    with transaction.atomic():
        file, _new = RunFile.objects.get_or_create(
            run=run, format=format.value, defaults={"asked_by_id": by, "asked_at": now}
        )
        RunFile.objects.filter(pk=file.pk, state=RunState.FAILED).update(state=RunState.WAITING, tries=0)
    return file.state == RunState.DONE


def _done_run(key: UUID) -> ReportRun:
    run = ReportRun.objects.filter(key=key).first()
    if run is None:
        raise RequestRejected(RequestRejection.NO_SUCH_REPORT)
    if run.state != RunState.DONE:
        raise RequestRejected(RequestRejection.NOT_READY)
    return run


def _make_file(file_id: int, *, now: datetime) -> bool:
    with alone(FILE_LOCK, file_id) as mine:
        file = RunFile.objects.select_related("run").get(pk=file_id)
        if not mine or file.state not in {RunState.WAITING, RunState.GATHERING}:
            return False
        if file.tries >= TRIES_MOST:
            RunFile.objects.filter(pk=file_id).update(state=RunState.FAILED)
            return False
        RunFile.objects.filter(pk=file_id).update(state=RunState.GATHERING, tries=file.tries + 1)
        written = write(runs.document_of(file.run, told=runs.teller(file.run.key, file.format)), Format(file.format))
        Piece.objects.filter(file=file).delete()
        for number, content in enumerate(iter(partial(written.file.read, keeping.BLOCK), b""), start=1):
            Piece.objects.create(run=file.run, file=file, number=number, content=content)
        RunFile.objects.filter(pk=file_id).update(
            state=RunState.DONE, done_at=now, sha256=written.sha256, size=written.length
        )
        written.file.close()
    return True


def take(*, key: UUID, format: Format, by: int, now: datetime) -> Exported:
    """A report as a file; the log keeps who took it, by which filter, how many rows, and the file's hash (I10).

    Raises `RequestRejected`: a long report's files, CSV aside, are requested first.
    """
    run = _done_run(key)
    written = _written(run, format)
    log_export(
        what=run.name,
        format=format.value,
        filter={**run.filter, "report": str(run.key)} | ({"personal-data": run.reason} if run.reason else {}),
        rows=run.rows,
        sha256=written.sha256,
        by=by,
        now=now,
    )
    return Exported(
        filename=f"{run.name}-{runs.stamp(run)}.{format.value}",
        content_type=CONTENT_TYPES[format],
        file=written.file,
        length=written.length,
        rows=run.rows,
        sha256=written.sha256,
    )


def at_once(format: Format, rows: int) -> bool:
    """Whether the file of so many rows is made while the page waits: else a worker does it, once."""
    most = PRINTED_AT_ONCE if format is Format.PDF else AT_ONCE_ROWS
    return format is Format.CSV or rows <= most


def _written(run: ReportRun, format: Format) -> Written:
    file = RunFile.objects.filter(run=run, format=format.value, state=RunState.DONE).first()
    if file is None and at_once(format, run.rows):
        return write(runs.document_of(run), format)
    if file is None:
        raise RequestRejected(RequestRejection.NOT_READY)
    written = Written(runs.file_of(file))
    assert written.sha256 == file.sha256, "a kept file is the file that was made"
    return written
