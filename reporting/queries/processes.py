"""The processes of the house as they said of themselves, and the course of what they measured. Writes nothing."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db import connection

RECENT: Final = timedelta(minutes=30)
"""Of so long each minute of a process is told."""
LATELY: Final = timedelta(minutes=5)
"""So far back single happenings are added up, as the alerts of deploy/observe do."""
SILENT: Final = timedelta(seconds=60)
"""A process that says nothing for so long does not answer."""
EPOCH: Final = datetime(2020, 1, 1, tzinfo=UTC)
HAPPENINGS: Final = ("steps_failed", "slips_unanswered", "states_healed", "leases_lost")
"""The figures that count what happened within a minute; the others are how things stood."""


class ProcessKind(StrEnum):
    """What a process is, in the order of the page."""

    WEB = "web"
    DEALER = "dealer"
    WORKER = "worker"
    BEAT = "beat"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessCard:
    """One process. `figures` are those of its last minute, `lately` what happened in the last five by name; `minutes`
    are those of the last half hour in which it said something."""

    process: str
    kind: ProcessKind
    host: str
    version: str
    began_at: datetime
    seen_at: datetime
    ended: bool
    figures: Mapping[str, int]
    lately: Mapping[str, int]
    minutes: frozenset[datetime]

    def silent(self, now: datetime) -> bool:
        """Whether it says nothing any more without having said that it ends."""
        return not self.ended and now - self.seen_at > SILENT


@dataclass(frozen=True, slots=True)
class Moment:
    """What all processes measured together from `at` on, for a step of the course: how often by bucket. `sockets` is
    the greatest sum of a minute; None where no web process was at work."""

    at: datetime
    slips: tuple[int, ...]
    steps: tuple[int, ...]
    pages: tuple[int, ...]
    sockets: int | None


def processes(*, since: datetime, now: datetime) -> tuple[ProcessCard, ...]:
    """The processes that said something since that moment, by kind, host and beginning. One statement."""
    asked = {"since": since, "recent": now - RECENT, "lately": now - LATELY}
    with connection.cursor() as cursor:
        cursor.execute(_PROCESSES, asked)
        found = [_card(row) for row in cursor.fetchall()]
    order = list(ProcessKind)
    return tuple(sorted(found, key=lambda card: (order.index(card.kind), card.host, card.began_at)))


_PROCESSES: Final = f"""
SELECT process, kind, max(host), max(version), min(began_at), max(seen_at), bool_or(ended),
  (array_agg(figures ORDER BY minute DESC))[1],
  array_agg(minute) FILTER (WHERE minute > %(recent)s),
  {", ".join(f"sum((figures->>'{name}')::int) FILTER (WHERE minute > %(lately)s)" for name in HAPPENINGS)}
FROM reporting_processminute WHERE minute >= %(since)s
GROUP BY process, kind
"""  # noqa: S608  (the names are our own)


def _card(row: tuple[Any, ...]) -> ProcessCard:
    process, kind, host, version, began_at, seen_at, ended, figures, minutes, *counts = row
    lately = {name: int(count) for name, count in zip(HAPPENINGS, counts, strict=True) if count is not None}
    return ProcessCard(
        process=process,
        kind=ProcessKind(kind),
        host=host,
        version=version,
        began_at=began_at,
        seen_at=seen_at,
        ended=ended,
        figures=_numbers(figures),
        lately=lately,
        minutes=frozenset(minutes or ()),
    )


def _numbers(figures: Any) -> dict[str, int]:
    found = json.loads(figures) if isinstance(figures, str) else figures
    return {name: int(value) for name, value in found.items()}


def course(*, since: datetime, step: timedelta) -> tuple[Moment, ...]:
    """The measurements since that moment, step by step, without the steps in which no process wrote any.

    One statement.
    """
    with connection.cursor() as cursor:
        asked: dict[str, Any] = {"since": since, "step": step, "epoch": EPOCH}
        cursor.execute(_COURSE, asked)
        return _moments(cursor.fetchall())


_PART: Final = """
  SELECT date_bin(%(step)s, minute, %(epoch)s) AS at, '{name}' AS what, place, sum(reached) AS reached
  FROM kept, unnest({name}) WITH ORDINALITY AS of (reached, place) WHERE {name} <> '{{}}' GROUP BY 1, 3
"""
_COURSE: Final = f"""
WITH kept AS (SELECT * FROM reporting_processminute WHERE minute >= %(since)s)
{" UNION ALL ".join(_PART.format(name=name) for name in ("slips", "steps", "pages"))}
UNION ALL
SELECT date_bin(%(step)s, minute, %(epoch)s), 'sockets', 0, max(sockets)
FROM (SELECT minute, sum((figures->>'sockets')::int) AS sockets FROM kept WHERE figures ? 'sockets' GROUP BY 1) AS web
GROUP BY 1
UNION ALL
SELECT date_bin(%(step)s, minute, %(epoch)s), 'any', 0, 0 FROM kept GROUP BY 1
ORDER BY 1, 2, 3
"""  # noqa: S608  (the names are our own)


def _moments(rows: Iterable[tuple[datetime, str, int, int]]) -> tuple[Moment, ...]:
    found: dict[datetime, dict[str, list[int]]] = {}
    for at, what, _place, reached in rows:
        found.setdefault(at, {}).setdefault(what, []).append(int(reached))
    return tuple(
        Moment(
            at,
            tuple(parts.get("slips", ())),
            tuple(parts.get("steps", ())),
            tuple(parts.get("pages", ())),
            parts["sockets"][0] if "sockets" in parts else None,
        )
        for at, parts in found.items()
    )
