"""The reports' door for reading what was requested of the catalogue: the requests, one of them, its first rows."""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final
from uuid import UUID

from reporting.catalogue import CATALOGUE, Check, Definition, runs
from reporting.models import ReportRun, RunFile, RunState
from reporting.writers.documents import Column, Row, Section

__all__ = ["RequestCard", "RequestedFile", "preview", "request", "requests"]


GATHERING_PERCENT: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedFile:
    """A long report's file: whether it is there, or being made, and then how many hundredths of it."""

    format: str
    state: str
    size: int
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestCard:
    """A request as it stands. `filters` are name, title and value, as its files say them.

    While its rows are gathered, `gathered` of `expected` are (0 of 0 until they are counted); then they are stored,
    `stored` of `pieces`.
    """

    key: UUID
    definition: Definition
    full_name: str
    software: str
    filters: tuple[tuple[str, Any, str], ...]
    reason: str
    by: str
    asked_at: datetime
    since: datetime | None
    until: datetime
    provisional: bool
    state: str
    gathered: int
    expected: int
    stored: int
    pieces: int
    rows: int
    sha256: str
    checks: tuple[Check, ...]
    files: tuple[RequestedFile, ...]

    @property
    def done(self) -> bool:
        """Whether its rows are kept and its files can be had."""
        return self.state == RunState.DONE

    @property
    def waiting(self) -> bool:
        """Whether no worker has begun with it."""
        return self.state == RunState.WAITING

    @property
    def failed(self) -> bool:
        """Whether it was tried three times in vain."""
        return self.state == RunState.FAILED

    @property
    def percent(self) -> int:
        """How far it is: to gather is most of it, to store the rest."""
        if self.done:
            return 100
        if self.pieces:
            return GATHERING_PERCENT + _percent(self.stored, self.pieces) * (100 - GATHERING_PERCENT) // 100
        return _percent(self.gathered, self.expected) * GATHERING_PERCENT // 100

    @property
    def agrees(self) -> bool:
        """Whether every sum that is compared agrees with the ledger."""
        return not any(check.difference for check in self.checks)


def requests(*, name: str | None = None, before: datetime | None = None, limit: int = 20) -> tuple[RequestCard, ...]:
    """The requests, the newest first; of one report only, with its name; before a moment."""
    found = ReportRun.objects.select_related("asked_by").prefetch_related("files").order_by("-asked_at", "-pk")
    if name is not None:
        found = found.filter(name=name)
    if before is not None:
        found = found.filter(asked_at__lt=before)
    return tuple(_card(run) for run in found[:limit] if run.name in CATALOGUE)


def request(key: UUID) -> RequestCard | None:
    """The request, or None."""
    run = ReportRun.objects.select_related("asked_by").prefetch_related("files").filter(key=key).first()
    return _card(run) if run is not None and run.name in CATALOGUE else None


def preview(key: UUID, *, limit: int = 50) -> tuple[tuple[Column, ...], tuple[Row, ...], tuple[Section, ...]]:
    """A finished request's columns, its first rows, and its sections of totals and comparisons."""
    run = ReportRun.objects.get(key=key, state=RunState.DONE)
    rows, *rest = runs.document_of(run).sections
    return rows.columns, tuple(islice(rows.rows, limit)), tuple(section for section in rest if section.count)


def _percent(part: int, whole: int) -> int:
    return 100 * part // whole if whole else 0


def _card(run: ReportRun) -> RequestCard:
    definition, asked = runs.definition_of(run), runs.asked_of(run)
    gathered, expected = runs.told_of(run.key) if run.state == RunState.GATHERING else (0, 0)
    return RequestCard(
        key=run.key,
        definition=definition,
        full_name=run.definition,
        software=run.software,
        filters=(*runs.filters_of(run, asked), *runs.thresholds_of(run)),
        reason=run.reason,
        by=run.asked_by.nickname,
        asked_at=run.asked_at,
        since=asked.since,
        until=run.until,
        provisional=runs.provisional(run),
        state=run.state,
        gathered=gathered,
        expected=expected,
        stored=run.stored,
        pieces=run.pieces,
        rows=run.rows,
        sha256=run.sha256,
        checks=runs.checks_of(definition, run),
        files=tuple(_file(run, one) for one in run.files.all()),
    )


def _file(run: ReportRun, file: RunFile) -> RequestedFile:
    done, of = runs.told_of(run.key, file.format) if file.state == RunState.GATHERING else (0, 0)
    return RequestedFile(format=file.format, state=file.state, size=file.size, percent=_percent(done, of))
