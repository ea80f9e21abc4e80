"""Hand reports out as files; the log of exports names the person who takes one (I10)."""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import IO, Any, Final

from django.conf import settings
from django.db import transaction

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting import queries
from reporting.evidence.canonical import text
from reporting.making import daily_report
from reporting.making.figures import DEFINITION
from reporting.models import ExportLog
from reporting.queries import proofs as proof_queries
from reporting.writers import CONTENT_TYPES, Format, Written, write
from reporting.writers.software import software


class ExportRejection(StrEnum):
    """Why nothing was handed out."""

    NO_SUCH_REPORT = "no-such-report"


class ExportRejected(Rejected):
    """`reason` says why."""

    reason: ExportRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file to hand out; already in the log of daily_report."""

    filename: str
    content_type: str
    file: IO[bytes]
    """At its start; the caller that hands it out closes it."""
    length: int
    rows: int
    sha256: str

    @property
    def content(self) -> bytes:
        """All of it, for files known to be small."""
        self.file.seek(0)
        return self.file.read()


def export_daily_report(*, day: date, format: Format, by: int, now: datetime, revision: int | None = None) -> Exported:
    """A day's report as a file, its last revision or the one asked for; the log keeps who took it (I10).

    Raises `ExportRejected`.
    """
    card = queries.daily_report(day=day, revision=revision)
    if card is None:
        raise ExportRejected(ExportRejection.NO_SUCH_REPORT)
    heading = daily_report.Heading(
        operator=settings.OPERATOR_PROFILE.operator.name,
        revision=card.revision,
        made_at=card.made_at,
        definition=card.definition,
        software=card.software,
        sha256=card.sha256,
    )
    return _handed_out(
        daily_report.as_file(card.figures, heading, format),
        name=f"relatorio-diario-{day.isoformat()}-r{card.revision}",
        what="daily-report",
        format=format,
        filter={"day": day.isoformat(), "revision": card.revision},
        rows=len(card.figures.lines),
        by=by,
        now=now,
    )


def export_day_so_far(*, format: Format, by: int, now: datetime) -> Exported:
    """The present day's figures up to `now` as a file that calls itself provisional; the log keeps who took it."""
    figures = queries.day_so_far(now=now)
    heading = daily_report.Heading(
        operator=settings.OPERATOR_PROFILE.operator.name,
        revision=0,
        made_at=now,
        definition=DEFINITION,
        software=software(),
        sha256=hashlib.sha256(text(figures.document()).encode()).hexdigest(),
    )
    return _handed_out(
        daily_report.as_file(figures, heading, format),
        name=f"dia-em-curso-{figures.day.isoformat()}",
        what="day-so-far",
        format=format,
        filter={"day": figures.day.isoformat(), "until": now.isoformat()},
        rows=len(figures.lines),
        by=by,
        now=now,
    )


TAX_DEFINITION: Final = "gaming-tax/1"


def export_tax_statement(*, month: date, format: Format, by: int, now: datetime) -> Exported:
    """A month's tax statement as a file, from the last revisions of its days (I8); the log keeps who took it.

    Raises `ExportRejected`.
    """
    try:
        found = proof_queries.tax_statement(month=month, now=now)
    except proof_queries.NoRate as error:
        raise ExportRejected(ExportRejection.NO_SUCH_REPORT) from error
    kept = text({"days": [[day.day.isoformat(), day.revision, day.turnover, day.returned] for day in found.days]})
    heading = daily_report.Heading(
        operator=settings.OPERATOR_PROFILE.operator.name,
        revision=0,
        made_at=now,
        definition=TAX_DEFINITION,
        software=software(),
        sha256=hashlib.sha256(kept.encode()).hexdigest(),
    )
    return _handed_out(
        write(daily_report.tax_document(found, heading), format),
        name=f"imposto-{found.month:%Y-%m}",
        what="gaming-tax",
        format=format,
        filter={"month": f"{found.month:%Y-%m}"},
        rows=len(found.days),
        by=by,
        now=now,
    )


def _handed_out(
    written: Written,
    *,
    name: str,
    what: str,
    format: Format,
    filter: dict[str, Any],
    rows: int,
    by: int,
    now: datetime,
) -> Exported:
    log_export(what=what, format=format.value, filter=filter, rows=rows, sha256=written.sha256, by=by, now=now)
    return Exported(
        filename=f"{name}.{format.value}",
        content_type=CONTENT_TYPES[format],
        file=written.file,
        length=written.length,
        rows=rows,
        sha256=written.sha256,
    )


def log_export(
    *, what: str, format: str, filter: dict[str, Any], rows: int, sha256: str, by: int, now: datetime
) -> None:
    """Note an export out of the house: its name, its filter and the number of rows (I10)."""
    with transaction.atomic():
        ExportLog.objects.create(at=now, by_id=by, what=what, format=format, filter=filter, rows=rows, sha256=sha256)
        tell(EventName.REPORT_TAKEN, by=by, now=now, key=what, format=format, rows=rows, sha256=sha256)
