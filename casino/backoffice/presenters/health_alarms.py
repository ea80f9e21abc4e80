"""The alerts that call now, in words, and what is to be noted beside them: a fall that passed, a date that comes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.backoffice.presenters import drills, safe_files
from casino.backoffice.presenters.dues import Due, Row
from casino.web.addresses import address
from casino.web.alarms import Calling, successor, unreplaced
from casino.wording import words
from reporting.queries.processes import ProcessCard, ProcessKind

SOON: Final = timedelta(days=1)
TITLES: Final[Mapping[str, "str | Promise"]] = {
    "SabotProcessDown": gettext_lazy("A process does not answer"),
    "SabotDifferences": gettext_lazy("The books differ: play is closed until two persons open it"),
    "SabotProofOld": gettext_lazy("The books were not proven for hours"),
    "SabotWholeProofOld": gettext_lazy("The books were not proven from the first line for days"),
    "SabotTablesOverdue": gettext_lazy("Tables wait for their dealer"),
    "SabotStepsLate": gettext_lazy("Steps of the tables begin late"),
    "SabotStepsFail": gettext_lazy("Steps of the tables fail"),
    "SabotSlipsSlow": gettext_lazy("Slips wait long for their answer"),
    "SabotSlipsUnanswered": gettext_lazy("Slips had no answer"),
    "SabotStatesRetold": gettext_lazy("Messages of the tables are lost"),
    "SabotClockOff": gettext_lazy("A clock is off"),
    "SabotDayUnsealed": gettext_lazy("A day that is over has no seal"),
    "SabotEmailsWait": gettext_lazy("E-mails are not sent"),
    "SabotSignInsFail": gettext_lazy("Many attempts to sign in fail"),
    "SabotDrillDue": gettext_lazy("No backup was restored and proven for a week"),
    "SabotBackupOld": gettext_lazy("The last backup is too old"),
    "SabotReplicaLate": gettext_lazy("A replica is late"),
    "SabotStandbySilent": gettext_lazy("A standby or the archive is lost"),
}
KINDS: Final[Mapping[ProcessKind, "str | Promise"]] = {
    ProcessKind.WEB: gettext_lazy("web"),
    ProcessKind.DEALER: gettext_lazy("dealer"),
    ProcessKind.WORKER: gettext_lazy("tasks"),
    ProcessKind.BEAT: gettext_lazy("task clock"),
}


@dataclass(frozen=True, slots=True)
class AlarmRow:
    """One line of the list. `tone`: "bad" at any hour, "warn" in working hours, "good" what passed, "info" a note."""

    tone: str
    word: str
    title: str
    detail: str
    at: datetime | None
    read: str
    """The alert whose page in the handbook says what to do; empty where `href` leads on."""
    href: str = ""


def alarm_rows(called: Sequence[Calling], processes: Sequence[ProcessCard], *, now: datetime) -> tuple[AlarmRow, ...]:
    """What calls, the gravest first, then what passed and what comes."""
    rows = [_row(each, processes, now) for each in called]
    rows.sort(key=lambda each: each.tone != "bad")
    return (*rows, *_passed(processes, now), *_coming(now))


def _row(called: Calling, processes: Sequence[ProcessCard], now: datetime) -> AlarmRow:
    alarm = called.alarm
    at = max((each.seen_at for each in unreplaced(processes, now=now)), default=None)
    down = alarm.name == "SabotProcessDown"
    return AlarmRow(
        tone="bad" if alarm.page else "warn",
        word=gettext("alarm") if alarm.page else gettext("warning"),
        title=str(TITLES[alarm.name]),
        detail=_lost(processes, now) if down else _VALUES[alarm.name](called.value, alarm.most),
        at=at if down else None,
        read=alarm.name,
    )


def _lost(processes: Sequence[ProcessCard], now: datetime) -> str:
    return " · ".join(f"{KINDS[each.kind]}, {each.host}" for each in unreplaced(processes, now=now))


def _passed(processes: Sequence[ProcessCard], now: datetime) -> Iterator[AlarmRow]:
    """The processes that fell and have a successor by now."""
    for lost in sorted(processes, key=lambda each: each.seen_at, reverse=True):
        found = successor(lost, processes) if lost.silent(now) else None
        if found is not None:
            yield AlarmRow(
                tone="good",
                word=gettext("passed"),
                title=gettext("%(process)s fell and is back") % {"process": f"{KINDS[lost.kind]}, {lost.host}"},
                detail=gettext("last seen at %(lost)s, another began at %(began)s")
                % {"lost": words.clock(lost.seen_at), "began": words.clock(found.began_at)},
                at=lost.seen_at,
                read="SabotProcessDown",
            )


def _coming(now: datetime) -> Iterator[AlarmRow]:
    """Certificates that end, and a drill that is due within a day."""
    for due in safe_files.certificates(now):
        yield _note(due, now)
    for due in drills.weekly(now):
        if due.due_at is not None and timedelta(0) < due.due_at - now <= SOON:
            yield _note(due, now)


def _note(due: Due, now: datetime) -> AlarmRow:
    said = Row(due, now)
    tone = {"bad": "warn", "warn": "warn"}.get(said.tone, "info")
    word = gettext("note") if tone == "info" else gettext("warning")
    return AlarmRow(
        tone, word, due.what, f"{due.subject} · {said.left}", due.due_at, "", address("backoffice:deadlines")
    )


def _age(value: float, most: float) -> str:
    return gettext("%(age)s ago; the most is %(most)s") % {
        "age": words.length(timedelta(seconds=value)),
        "most": words.length(timedelta(seconds=most)),
    }


def _delay(value: float, most: float) -> str:
    return gettext("one in a hundred: %(value)s; the most is %(most)s") % {
        "value": words.gap(timedelta(seconds=value)),
        "most": words.gap(timedelta(seconds=most)),
    }


def _gap(value: float, most: float) -> str:
    return gettext("%(value)s; the most is %(most)s") % {
        "value": words.gap(timedelta(seconds=value)),
        "most": words.gap(timedelta(seconds=most)),
    }


def _five_minutes(value: float, _: float) -> str:
    return gettext("%(count)s in five minutes") % {"count": words.number(int(value))}


def _count(value: float, _: float) -> str:
    return words.number(int(value))


def _days(value: float, _: float) -> str:
    days = int(value)
    return ngettext("the last sealed one was %(n)s day ago", "the last sealed one was %(n)s days ago", days) % {
        "n": words.number(days)
    }


def _hour(value: float, most: float) -> str:
    return gettext("%(count)s in the last hour; the most is %(most)s") % {
        "count": words.number(int(value)),
        "most": words.number(int(most)),
    }


def _differences(value: float, _: float) -> str:
    count = int(value)
    return ngettext("%(n)s difference", "%(n)s differences", count) % {"n": words.number(count)}


_VALUES: Final[Mapping[str, Callable[[float, float], str]]] = {
    "SabotDifferences": _differences,
    "SabotProofOld": _age,
    "SabotWholeProofOld": _age,
    "SabotTablesOverdue": _count,
    "SabotStepsLate": _delay,
    "SabotStepsFail": _five_minutes,
    "SabotSlipsSlow": _delay,
    "SabotSlipsUnanswered": _five_minutes,
    "SabotStatesRetold": _five_minutes,
    "SabotClockOff": _gap,
    "SabotDayUnsealed": _days,
    "SabotEmailsWait": _age,
    "SabotSignInsFail": _hour,
    "SabotDrillDue": _age,
    "SabotBackupOld": _age,
    "SabotReplicaLate": _gap,
    "SabotStandbySilent": _count,
}
"""What each alert says of its value, beside the most that it may be."""
