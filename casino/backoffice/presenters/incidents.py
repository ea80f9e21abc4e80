"""An incident as a process: its steps with their moments, the regulator's clock, and what it touched in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from casino.backoffice.presenters.dues import left_of
from casino.backoffice.presenters.events import Line
from casino.wording import names, words
from players.events.names import EventName
from players.events.queries import EventCard
from tables.queries import IncidentCard, NoteCard, Touched

SOON: Final = timedelta(hours=4)
"""A clock that ends so soon is no longer calm."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the process; `state`: done, now, due, late or later. `at` is when it was done, `until` when it is
    due, `said` what stands there without a moment.
    """

    label: str
    state: str
    at: datetime | None = None
    until: datetime | None = None
    by: str = ""
    said: str = ""


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
    missing: tuple[str, ...]
    """What is to be written before its end may be proposed."""


def case_of(card: IncidentCard, touched: Touched, told: Sequence[EventCard], *, now: datetime) -> Case:
    """The process as it stands; `told` are the events of the incident and of its round, the first one first."""
    clock, tone = clock_of(card, now=now)
    return Case(
        steps=_steps(card, touched, told, now),
        missing=missing_of(card),
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
    """The word to the regulator as a draft, in the language of record: what is known so far, and no names but those
    that people wrote themselves.
    """
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
            (gettext("What happened"), str(card.facts.get("text") or "")),
            (gettext("Done at once"), card.containment),
            (gettext("Cause"), card.cause or gettext("Not known yet.")),
            (gettext("Remedy"), card.solution or gettext("Not known yet.")),
        ]
        return "\n".join(f"{name}: {value}" for name, value in told if value)


def _standstill(touched: Touched) -> str:
    return "" if touched.standstill is None else _span(timedelta(seconds=touched.standstill))


def _steps(card: IncidentCard, touched: Touched, told: Sequence[EventCard], now: datetime) -> tuple[Step, ...]:
    """From its opening to its end. Of what is written the spine knows the last moment and its author."""
    last = {event.name: event for event in told if event.key == f"I-{card.id}"}
    written = [
        _contained(card, touched, last.get(EventName.INCIDENT_CONTAINED)),
        _written(gettext("cause"), card.cause, last.get(EventName.INCIDENT_EXPLAINED)),
        _written(gettext("remedy"), card.solution, last.get(EventName.INCIDENT_REMEDIED)),
        *([_told(card, now)] if card.told_at or card.tell_by else []),
        _learned(card, last.get(EventName.INCIDENT_LEARNED), now),
        _ended(card),
    ]
    opened = Step(gettext("opened"), "done", card.opened_at, by=by_whom(card))
    waits = card.closed_at or card.proposed_at  # then nothing but its end is to be done
    due = None if waits else next((step for step in written if step.state == "later"), None)
    return opened, *(replace(step, state="now") if step is due else step for step in written)


def _written(label: str, text: str, event: EventCard | None) -> Step:
    if not text:
        return Step(label, "later", said=gettext("to be written"))
    return Step(label, "done", event.at if event else None, by=event.who if event else "", said=gettext("written"))


def _contained(card: IncidentCard, touched: Touched, event: EventCard | None) -> Step:
    """By what people did at once; without a word of theirs, by play that went on."""
    label = gettext("contained")
    if not card.containment and touched.went_on_at:
        return Step(label, "done", touched.went_on_at, by=gettext("play went on"))
    return _written(label, card.containment, event)


def _told(card: IncidentCard, now: datetime) -> Step:
    state = "done" if card.told_at else "late" if card.tell_by and now >= card.tell_by else "due"
    until = None if card.told_at else card.tell_by
    return Step(gettext("word to the regulator"), state, card.told_at, until, card.told_by)


def _learned(card: IncidentCard, event: EventCard | None, now: datetime) -> Step:
    label = gettext("what was learned")
    if card.lessons:
        return _written(label, card.lessons, event)
    late = not card.closed_at and now >= card.learn_by
    return Step(label, "late" if late else "later", until=card.learn_by)


def _ended(card: IncidentCard) -> Step:
    label = gettext("closed")
    if card.closed_at:
        both = gettext("%(one)s, as %(other)s proposed") % {"one": card.closed_by, "other": card.proposed_by}
        return Step(label, "done", card.closed_at, by=both if card.proposed_by else card.closed_by)
    if card.proposed_at:
        return Step(label, "now", by=card.proposed_by, said=gettext("proposed, waits for a second person"))
    return Step(label, "later", said=gettext("by two people"))


def missing_of(card: IncidentCard) -> tuple[str, ...]:
    """What is to be written before its end may be proposed."""
    parts = (
        (card.cause, gettext("the cause")),
        (card.solution, gettext("the remedy")),
        (card.lessons, gettext("the after-action note")),
        (card.told_at or card.tell_by is None, gettext("the word to the regulator")),
    )
    return tuple(name for done, name in parts if not done)


def with_notes(lines: Sequence[Line], told: Sequence[EventCard], notes: Sequence[NoteCard]) -> tuple[Line, ...]:
    """The timeline with what was found out, where it was written."""
    said = {(note.at, note.by): note.text for note in notes}
    noted = {
        event.number: said.get((event.at, event.who), "") for event in told if event.name is EventName.INCIDENT_NOTED
    }
    return tuple(replace(line, reason=noted.get(line.number) or line.reason) for line in lines)


def untold(notes: Sequence[NoteCard], told: Sequence[EventCard]) -> tuple[NoteCard, ...]:
    """The findings of before the house told events, which no line of the timeline has."""
    noted = {(event.at, event.who) for event in told if event.name is EventName.INCIDENT_NOTED}
    return tuple(note for note in notes if (note.at, note.by) not in noted)


def _span(length: timedelta) -> str:
    """«1 min 43 s», «2 h 5 min», «3 d 4 h»."""
    seconds = int(length.total_seconds())
    if seconds < 3600:
        return gettext("%(minutes)s min %(seconds)s s") % {"minutes": seconds // 60, "seconds": seconds % 60}
    minutes = seconds // 60
    if minutes < 24 * 60:
        return gettext("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
    return gettext("%(days)s d %(hours)s h") % {"days": words.number(minutes // 1440), "hours": minutes // 60 % 24}
