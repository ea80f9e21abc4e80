"""What the whole house measures, read from its rows when a web process is asked: money, seals, queues, copies.

Every web process gives the same figures. A house whose database does not answer says that alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import Error, connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from casino.web import servers
from casino.web.servers import DatabaseCard
from kernel import failover, measures
from kernel.calendar import lisbon_date
from players.access.queries import failed_sign_ins
from players.duties.queries import BackupCard, DrillDone, backups, drills_done
from players.messages.queries import WaitingEmails, waiting_emails
from reporting import queries as reporting
from reporting.queries import ProofCard
from reporting.queries.sealed_days import SealedDayCard, sealed_days
from tables import queries as tables
from tables.live import clock
from tables.queries import StepsDue

HOUR: Final = timedelta(hours=1)
LOOKED_AT: Final = 60
"""So many of the last backups and drills are looked through."""
FIGURES: Final = {
    "sabot_house_read": "1 where the rows of the house could be read, else 0; then the others are missing.",
    "sabot_proof_differences": "Differences that the last proof of the ledger and the rounds found: must be 0.",
    "sabot_proof_age_seconds": "Since the last proof.",
    "sabot_whole_proof_age_seconds": "Since the last proof that began at the first row.",
    "sabot_sealed_day_age_days": "Days from the last sealed one to today in Lisbon: 1 in the morning.",
    "sabot_tables_playing": "Tables that play.",
    "sabot_tables_overdue": "Tables that wait for a step for more than five seconds.",
    "sabot_sessions_open": "Players who have a seat.",
    "sabot_emails_waiting": "E-mails that no mail server has taken yet.",
    "sabot_emails_oldest_seconds": "Since when the oldest of them waits.",
    "sabot_sign_ins_failed": "Attempts to sign in that failed in the last hour, of the latest thousand.",
    "sabot_drill_age_seconds": "Since a backup was restored and proven.",
    "sabot_backup_age_seconds": "Since a backup of the database was made.",
    "sabot_database_bytes": "The size of the database.",
    "sabot_database_connections": "Connections to the database server that are open.",
    "sabot_replicas": "Standbys that follow the database; not told to a role that may not read it.",
    "sabot_replica_lag_seconds": "How long the last change took to be applied on the slowest of them.",
    "sabot_slots_silent": "Places kept for a standby or the archive at which none reads the log.",
}
"""What each figure says. One that has no value yet, such as the age of a first proof, is left out."""


class House(Collector):
    """The figures of the house, read at each question."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One gauge a figure. Runs in a thread of its own, whose connection it closes."""
        try:
            found: dict[str, float | None] = {"sabot_house_read": 1, **_now()}
        except Error as error:
            failover.noted(error)
            found = {"sabot_house_read": 0}
        finally:
            connection.close()
        for name, value in found.items():
            if value is not None:
                yield GaugeMetricFamily(name, FIGURES[name], value=value)

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The names alone, so that registering this reads no row."""
        for name, words in FIGURES.items():
            yield GaugeMetricFamily(name, words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How the house stands by its rows; None for what never was."""

    database: DatabaseCard
    proof: ProofCard | None
    whole_proof_at: datetime | None
    last_day: SealedDayCard | None
    drills: tuple[DrillDone, ...]
    """The last ones, the newest first."""
    backups: tuple[BackupCard, ...]
    emails: WaitingEmails
    steps: StepsDue
    seats: int
    failed_sign_ins: int

    @property
    def drill(self) -> DrillDone | None:
        """The last one that held."""
        return next((each for each in self.drills if each.held), None)

    @property
    def backup(self) -> BackupCard | None:
        """The last one."""
        return next(iter(self.backups), None)


def read(*, now: datetime) -> Standing:
    """Read it. A number of statements that nothing in the house changes."""
    return Standing(
        database=servers.database(),
        proof=reporting.latest_proof(),
        whole_proof_at=reporting.latest_whole_proof(),
        last_day=next(iter(sealed_days(limit=1)), None),
        drills=drills_done(limit=LOOKED_AT),
        backups=backups(limit=LOOKED_AT),
        emails=waiting_emails(),
        steps=tables.steps_due(now=now),
        seats=tables.seated_count(),
        failed_sign_ins=failed_sign_ins(since=now - HOUR),
    )


def figures(standing: Standing, *, now: datetime) -> dict[str, float | None]:
    """Each figure by its name; None for one that has no value yet, or that the house cannot know."""
    proof, database, last_day = standing.proof, standing.database, standing.last_day
    slowest = database.slowest
    return {
        "sabot_proof_differences": None if proof is None else proof.difference_count,
        "sabot_proof_age_seconds": None if proof is None else _since(proof.made_at, now),
        "sabot_whole_proof_age_seconds": None
        if standing.whole_proof_at is None
        else _since(standing.whole_proof_at, now),
        "sabot_sealed_day_age_days": None if last_day is None else (lisbon_date(now) - last_day.day).days,
        "sabot_tables_playing": standing.steps.tables,
        "sabot_tables_overdue": standing.steps.overdue,
        "sabot_sessions_open": standing.seats,
        "sabot_emails_waiting": standing.emails.count,
        "sabot_emails_oldest_seconds": _since(standing.emails.since or now, now),
        "sabot_sign_ins_failed": standing.failed_sign_ins,
        "sabot_drill_age_seconds": None if standing.drill is None else _since(standing.drill.at, now),
        "sabot_backup_age_seconds": None if standing.backup is None else _since(standing.backup.at, now),
        "sabot_database_bytes": database.size,
        "sabot_database_connections": database.connections,
        "sabot_replicas": None if database.replicas is None else sum(not each.archive for each in database.replicas),
        "sabot_replica_lag_seconds": None if slowest is None else (slowest.lag_ms or 0) / 1000,
        "sabot_slots_silent": len(database.silent_slots),
    }


def _now() -> dict[str, float | None]:
    now = clock.now()
    return figures(read(now=now), now=now)


def _since(moment: datetime, now: datetime) -> float:
    return max(0.0, (now - moment).total_seconds())


_kept: list[Any] = []


def serve(address: str) -> None:
    """Serve this web process's measures, with those of the house; once."""
    if address and not _kept:
        _kept.append(House())
        measures.REGISTRY.register(_kept[0])
        measures.serve(address)
