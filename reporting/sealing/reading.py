"""A day's records, read at one moment and handed on row by row."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

from reporting.evidence.canonical import moment
from reporting.making.figures import day_bounds
from reporting.models import DailyReport, DaySalt, PersonRecord, SafeFile, SafePackage, SealedDay
from reporting.sealing import lines, sources
from reporting.sealing.folders import DayFile
from reporting.sealing.lines import Record, Row
from tables.queries import court_days

ROWS_AT_ONCE: Final = 5_000
PROFILE: Final = "srij-2015"
COURT: Final = "court.jsonl"
JUDGED: Final = "judged.jsonl"
CARDS: Final = "cards.jsonl"
PAPER_SHOES: Final = "shoes.jsonl"
NO_FILES: Final = "not-made"
"""What days say that were sealed without the six files before the reason was kept."""

_STREAMED: Final[tuple[tuple[str, str, Callable[[Row], Record]], ...]] = (
    ("bets.jsonl", sources.BETS, lines.bet),
    ("ledger.jsonl", sources.LEDGER, lines.ledger),
    ("rounds.jsonl", sources.ROUNDS, lines.round_),
    ("rules.jsonl", sources.RULES, lines.rules),
    ("sessions.jsonl", sources.SESSIONS, lines.session),
    ("signins.jsonl", sources.SIGNINS, lines.signin),
    ("slips.jsonl", sources.SLIPS, lines.slip),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The day to be read, and what it takes from elsewhere: the software that ran, the files that were made."""

    day: date
    sealed_at: datetime
    """Nothing that was made later belongs to it."""
    software: dict[str, Any]
    package: SafePackage | None
    """The package of the regulator's files that was made of the day before its seal."""
    no_files: str
    """Why there is none (`reporting.queries.safe_files.why_not_made`); empty where it was not kept."""
    court: bool
    """Whether the drift court's evidence belongs to it: the days before it was kept have none."""
    paper: bool = False
    """Whether it was sealed with the cards of croupiers' tables. A day without any has no file of them."""


def unerased(rows: QuerySet[SealedDay]) -> QuerySet[SealedDay]:
    """The rows without the days that were erased after their term: of those only the log's leaf stays."""
    return rows.exclude(day__in=_erased_days())


def erased(rows: QuerySet[SealedDay]) -> QuerySet[SealedDay]:
    """Those of them that were."""
    return rows.filter(day__in=_erased_days())


def _erased_days() -> Any:
    return DaySalt.objects.filter(erased_at__isnull=False).values("day")


def sealed_rows(*, since: date | None, until: date | None) -> QuerySet[SealedDay]:
    """Every revision of the sealed days in [since, until], the oldest first."""
    found = SealedDay.objects.order_by("day", "revision")
    found = found.filter(day__gte=since) if since else found
    return found.filter(day__lte=until) if until else found


def day_files(wanted: Wanted) -> Iterator[DayFile]:
    """Every file of a day, inside a transaction that sees one moment. Records are read as they are asked for."""
    since, until = day_bounds(wanted.day)
    for name, sql, line in _STREAMED:
        yield DayFile(name, _read(sql, line, since, until))
    salt = bytes(DaySalt.objects.get(day=wanted.day).salt or b"")
    yield DayFile("acts.jsonl", _read(sources.ACTS, partial(lines.act, salt=salt), since, until))
    yield DayFile("persons.jsonl", _persons(wanted.day))
    yield DayFile("report.json", _report(wanted))
    yield DayFile("files.json", iter([_six_files(wanted)]))
    yield DayFile("software.json", iter([wanted.software]))
    if wanted.court:
        yield DayFile(COURT, map(lines.court, court_days.court_lines(wanted.day)))
        yield DayFile(JUDGED, map(lines.judged, court_days.told_of(wanted.day)))
    if wanted.paper or _has_paper(since, until):
        yield DayFile(CARDS, _read(sources.CARDS, lines.card, since, until))
        yield DayFile(PAPER_SHOES, _read(sources.PAPER_SHOES, lines.paper_shoe, since, until))


def _has_paper(since: datetime, until: datetime) -> bool:
    """Whether a round of paper cards ended in these bounds, or a card was read outside of one."""
    with connection.cursor() as cursor:
        cursor.execute(sources.HAS_PAPER, {"since": since, "until": until})
        return bool(cursor.fetchone()[0])


def _read(sql: str, line: Callable[[Row], Record], since: datetime, until: datetime) -> Iterator[Record]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, {"since": since, "until": until})
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
            yield from map(line, rows)


def _persons(day: date) -> Iterator[Record]:
    found = PersonRecord.objects.filter(day=day).values_list("person__public_id", "at", "commitment")
    for public_id, at, commitment in sorted((str(who), moment(at), what) for who, at, what in found):
        yield {"id": public_id, "at": at, "commitment": commitment}


def _six_files(wanted: Wanted) -> Record:
    package = wanted.package
    if package is None:
        return {"profile": PROFILE, "package": None, "files": [], "reason": wanted.no_files or NO_FILES}
    made = SafeFile.objects.filter(
        vault=package.vault, day=package.day, correction=package.correction, made_at__lte=package.made_at
    )
    return {
        "profile": PROFILE,
        "package": {"name": package.name, "sha256": package.sha256},
        "files": [{"name": name, "sha256": digest} for name, digest in sorted(made.values_list("name", "sha256"))],
        "reason": "",
    }


def _report(wanted: Wanted) -> Iterator[Record]:
    report = DailyReport.objects.filter(day=wanted.day, made_at__lte=wanted.sealed_at).order_by("-revision")[0]
    yield {
        "day": wanted.day.isoformat(),
        "definition": report.definition,
        "revision": report.revision,
        "sha256": report.sha256,
        "text": report.document,
    }
