"""The alerts of deploy/observe/alerts.yml as the house judges them itself, for its own page of the system's health.

A test holds names and numbers of the two equal. Prometheus waits a while before it calls; the page tells at once.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from prometheus_client import Histogram

from kernel import measures
from kernel.calendar import lisbon_date
from reporting.queries.processes import Moment, ProcessCard
from reporting.queries.sealed_days import SealedDayCard

HEALED_MOST: Final = 300
"""States that were told again in five minutes: one a second."""
HALF_A_DAY: Final = timedelta(hours=12)
Facts = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alert: it calls where its fact passes `most`. `page`: at any hour, by deploy/observe."""

    name: str
    fact: str
    most: float
    page: bool = False


@dataclass(frozen=True, slots=True)
class Calling:
    """An alert that calls now, with the value that its fact has."""

    alarm: Alarm
    value: float


ALARMS: Final = (
    Alarm("SabotProcessDown", "processes_silent", 0, page=True),
    Alarm("SabotDifferences", "sabot_proof_differences", 0, page=True),
    Alarm("SabotProofOld", "sabot_proof_age_seconds", 3 * 3600, page=True),
    Alarm("SabotWholeProofOld", "sabot_whole_proof_age_seconds", 9 * 86_400),
    Alarm("SabotTablesOverdue", "sabot_tables_overdue", 0, page=True),
    Alarm("SabotStepsLate", "step_p99", 0.25),
    Alarm("SabotStepsFail", "steps_failed", 0, page=True),
    Alarm("SabotSlipsSlow", "slip_p99", 0.25),
    Alarm("SabotSlipsUnanswered", "slips_unanswered", 0),
    Alarm("SabotStatesRetold", "states_healed", HEALED_MOST),
    Alarm("SabotClockOff", "clock_off", 0.05),
    Alarm("SabotDayUnsealed", "sealed_day_age", 1),
    Alarm("SabotEmailsWait", "sabot_emails_oldest_seconds", 900),
    Alarm("SabotSignInsFail", "sabot_sign_ins_failed", 200),
    Alarm("SabotDrillDue", "sabot_drill_age_seconds", 8 * 86_400),
    Alarm("SabotBackupOld", "sabot_backup_age_seconds", 129_600),
    Alarm("SabotReplicaLate", "sabot_replica_lag_seconds", 1),
    Alarm("SabotStandbySilent", "sabot_slots_silent", 0, page=True),
)
"""In the order of the file, but for the house that cannot be read: then there is no page."""


def facts_of(
    processes: Iterable[ProcessCard], lately: Moment | None, last_day: SealedDayCard | None, *, now: datetime
) -> dict[str, float | None]:
    """What the processes said of the last five minutes, and the day that was sealed last; None for what none said."""
    found = list(processes)
    alive = [each for each in found if not each.ended and not each.silent(now)]
    skews = [abs(each.figures["skew_us"]) for each in alive if "skew_us" in each.figures]
    facts: dict[str, float | None] = {
        "processes_silent": len(unreplaced(found, now=now)) if found else None,
        "clock_off": max(skews) / 1_000_000 if skews else None,
        "step_p99": _p99(measures.STEP_LATE_SECONDS, lately.steps if lately else ()),
        "slip_p99": _p99(measures.SLIP_SECONDS, lately.slips if lately else ()),
        # As Prometheus does, the evening's seal has half a day.
        "sealed_day_age": None if last_day is None else (lisbon_date(now - HALF_A_DAY) - last_day.day).days,
    }
    for name in ("steps_failed", "slips_unanswered", "states_healed"):
        counts = [each.lately[name] for each in found if name in each.lately]
        facts[name] = sum(counts) if counts else None
    return facts


def unreplaced(processes: Iterable[ProcessCard], *, now: datetime) -> list[ProcessCard]:
    """The processes that fell silent and have no successor of their kind on their host."""
    found = list(processes)
    return [each for each in found if each.silent(now) and successor(each, found) is None]


def successor(lost: ProcessCard, processes: Iterable[ProcessCard]) -> ProcessCard | None:
    """The process of the same kind on the same host that began after that one was last seen."""
    after = [e for e in processes if (e.kind, e.host) == (lost.kind, lost.host) and e.began_at > lost.seen_at]
    return min(after, key=lambda each: each.began_at, default=None)


def calling(facts: Facts) -> tuple[Calling, ...]:
    """The alerts that call, in their order; what is not known calls for nothing."""
    found = ((alarm, facts.get(alarm.fact)) for alarm in ALARMS)
    return tuple(Calling(alarm, value) for alarm, value in found if value is not None and value > alarm.most)


def _p99(measure: Histogram, reached: tuple[int, ...]) -> float | None:
    return measures.quantile(0.99, measures.bounds(measure), reached) if reached else None


@cache
def handbook() -> Mapping[str, tuple[str, ...]]:
    """The paragraphs of docs/operations/watching.md on each alert; empty where the house has no docs beside it."""
    file = Path(settings.BASE_DIR) / "docs" / "operations" / "watching.md"
    if not file.is_file():
        return {}
    parts = re.split(r"^### (\w+)$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: _paragraphs(text) for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def _paragraphs(text: str) -> tuple[str, ...]:
    plain = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text).replace("`", "").replace("*", "")
    return tuple(" ".join(each.split()) for each in plain.strip().split("\n\n") if each.strip())
