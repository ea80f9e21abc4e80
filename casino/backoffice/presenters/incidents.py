"""An incident as a process: its steps with their moments, the regulator's clock, and what it touched in words."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from casino.backoffice.presenters.dues import left_of
from casino.wording import names, words
from tables.queries import IncidentCard, Touched

SOON: Final = timedelta(hours=4)
"""A clock that ends so soon is no longer calm."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the process; `state`: done, now, due or later. `at` is when it was done, `until` when it is due."""

    label: str
    state: str
    at: datetime | None = None
    until: datetime | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """What stands above the incident's page. `clock` is empty where the regulator was told, or is not to be."""

    steps: tuple[Step, ...]
    clock: str
    clock_tone: str
    severity_tone: str
    by_whom: str
    """Who did what it is about, or noticed it."""
    standstill: str


def case_of(card: IncidentCard, touched: Touched, *, now: datetime) -> Case:
    """The process as it stands."""
    clock, tone = clock_of(card, now=now)
    return Case(
        steps=_steps(card, now),
        clock=clock,
        clock_tone=tone,
        severity_tone=severity_tone(card.severity),
        by_whom=by_whom(card),
        standstill=_standstill(touched),
    )


def severity_tone(severity: int) -> str:
    """The colour that repeats a severity."""
    return {1: "bad", 2: "warn"}.get(severity, "")


def by_whom(card: IncidentCard) -> str:
    """Of a void the people who made it; else who noticed it, or the house itself."""
    if len(card.hands) == 2:
        return gettext("%(one)s, as %(other)s proposed") % {"one": card.hands[1], "other": card.hands[0]}
    return card.hands[0] if card.hands else card.opened_by or gettext("the house itself")


def clock_of(card: IncidentCard, *, now: datetime) -> tuple[str, str]:
    """The regulator's clock in words, and its colour; nothing once told, or where nothing is to be told."""
    if card.told_at or card.tell_by is None:
        return "", ""
    left = card.tell_by - now
    tone = "bad" if left <= timedelta(0) else "warn" if left <= SOON else "info"
    return gettext("word to the regulator: %(left)s") % {"left": left_of(left)}, tone


def word_to_regulator(card: IncidentCard, touched: Touched, *, operator: str) -> str:
    """The word to the regulator as a draft, in the language of record: known facts, cause and remedy, without names."""
    with translation.override(settings.LANGUAGE_CODE):
        told = [
            (gettext("Operator"), operator),
            (gettext("Incident"), f"I-{card.id}, {names.incident_kind(card.kind)}"),
            (gettext("Since"), gettext("%(at)s, Lisbon time") % {"at": words.moment(card.opened_at)}),
            (gettext("Severity"), str(card.severity)),
            (gettext("Table"), card.table_name),
            (gettext("Round"), card.subject if card.table_code else ""),
            (gettext("Money touched"), "" if touched.amount is None else words.money(touched.amount, touched.currency)),
            (gettext("Players"), "" if touched.people is None else words.number(touched.people)),
            (gettext("Play stood still"), _standstill(touched)),
            (gettext("Cause"), card.cause or gettext("Not known yet.")),
            (gettext("Remedy"), card.solution or gettext("Not known yet.")),
        ]
        return "\n".join(f"{name}: {value}" for name, value in told if value)


def _standstill(touched: Touched) -> str:
    return "" if touched.standstill is None else _span(timedelta(seconds=touched.standstill))


def _steps(card: IncidentCard, now: datetime) -> tuple[Step, ...]:
    steps = [Step(gettext("opened"), "done", card.opened_at, by=by_whom(card))]
    if card.told_at or card.tell_by:
        steps.append(_told(card, now))
    learned = bool(card.lessons)
    late = not learned and now >= card.learn_by
    steps.append(
        Step(
            gettext("what was learned"),
            "done" if learned else "late" if late else "now",
            until=None if learned else card.learn_by,
        )
    )
    steps.append(
        Step(
            gettext("closed, with cause and remedy"),
            "done" if card.closed_at else "now" if learned else "later",
            card.closed_at,
            by=card.closed_by,
        )
    )
    return tuple(steps)


def _told(card: IncidentCard, now: datetime) -> Step:
    state = "done" if card.told_at else "late" if card.tell_by and now >= card.tell_by else "now"
    until = None if card.told_at else card.tell_by
    return Step(gettext("regulator told"), state, card.told_at, until, card.told_by)


def _span(length: timedelta) -> str:
    """«1 min 43 s», «2 h 5 min», «3 d 4 h»."""
    seconds = int(length.total_seconds())
    if seconds < 3600:
        return gettext("%(minutes)s min %(seconds)s s") % {"minutes": seconds // 60, "seconds": seconds % 60}
    minutes = seconds // 60
    if minutes < 24 * 60:
        return gettext("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
    return gettext("%(days)s d %(hours)s h") % {"days": words.number(minutes // 1440), "hours": minutes // 60 % 24}
