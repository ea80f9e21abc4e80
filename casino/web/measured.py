"""What the whole house measures, read from its rows when a web process is asked: money, seals, queues, copies.

Every web process gives the same figures. A house whose database does not answer says that alone.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import Error, connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from kernel import failover, measures
from kernel.calendar import lisbon_date
from players.access.queries import failed_sign_ins
from players.duties.queries import drills
from players.messages.queries import waiting_emails
from reporting import queries as reporting
from reporting.queries.sealed_days import sealed_days
from tables import queries as tables
from tables.live import clock

HOUR: Final = timedelta(hours=1)
FIGURES: Final = {
    "sabot_house_read": "1 where the rows of the house could be read, else 0; then the others are missing.",
    "sabot_proof_differences": "Differences that the last proof of the ledger and the rounds found: must be 0.",
    "sabot_proof_age_seconds": "Since the last proof.",
    "sabot_sealed_day_age_days": "Days from the last sealed one to today in Lisbon: 1 in the morning.",
    "sabot_tables_overdue": "Tables that wait for a step for more than five seconds.",
    "sabot_sessions_open": "Players who have a seat.",
    "sabot_emails_waiting": "E-mails that no mail server has taken yet.",
    "sabot_emails_oldest_seconds": "Since when the oldest of them waits.",
    "sabot_sign_ins_failed": "Attempts to sign in that failed in the last hour, of the latest thousand.",
    "sabot_drill_age_seconds": "Since a backup was restored and proven.",
    "sabot_database_bytes": "The size of the database.",
    "sabot_database_connections": "Connections to the database that are open, of all processes.",
}
"""What each figure says. One that has no value yet, such as the age of a first proof, is left out."""


class House(Collector):
    """The figures of the house, read at each question."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """One gauge a figure. Runs in a thread of its own, whose connection it closes."""
        try:
            found: dict[str, float | None] = {"sabot_house_read": 1, **_read(clock.now())}
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


def _read(now: datetime) -> dict[str, float | None]:
    proof, emails, drilled = reporting.latest_proof(), waiting_emails(), drills(since=now, now=now).proven_at
    last_day = next(iter(sealed_days(limit=1)), None)
    size, connections = _database()
    return {
        "sabot_proof_differences": None if proof is None else proof.difference_count,
        "sabot_proof_age_seconds": None if proof is None else _since(proof.made_at, now),
        "sabot_sealed_day_age_days": None if last_day is None else (lisbon_date(now) - last_day.day).days,
        "sabot_tables_overdue": tables.overdue_tables(now=now),
        "sabot_sessions_open": tables.seated_count(),
        "sabot_emails_waiting": emails.count,
        "sabot_emails_oldest_seconds": _since(emails.since or now, now),
        "sabot_sign_ins_failed": failed_sign_ins(since=now - HOUR),
        "sabot_drill_age_seconds": None if drilled is None else _since(drilled, now),
        "sabot_database_bytes": size,
        "sabot_database_connections": connections,
    }


def _since(moment: datetime, now: datetime) -> float:
    return max(0.0, (now - moment).total_seconds())


def _database() -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_database_size(current_database()), numbackends FROM pg_stat_database"
            " WHERE datname = current_database()"
        )
        size, connections = cursor.fetchone()
        return int(size), int(connections)


_kept: list[Any] = []


def serve(address: str) -> None:
    """Serve this web process's measures, with those of the house; once."""
    if address and not _kept:
        _kept.append(House())
        measures.REGISTRY.register(_kept[0])
        measures.serve(address)
