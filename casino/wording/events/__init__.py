"""The house's events in words: one sentence a name, filled with the facts that were told (ADR 0180)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from casino.wording.events import facts, people, play, work
from players.events.names import EventName, Subject
from players.events.queries import EventCard

SENTENCES: "Final[Mapping[EventName, str | Promise]]" = {**play.SENTENCES, **people.SENTENCES, **work.SENTENCES}
"""By name, as within a sentence; what stands in brackets is one of the event's facts, or of `WORDS`."""
WORDS: Final = frozenset({"who", "whom", "table", "round", "key", "limit", "scope", "report", "thing"})
"""What a sentence may name besides the facts."""
_WITHOUT_BETS: Final = gettext_lazy("%(who)s voided round %(round)s, which had no bets")
_BY_ONE: Final = gettext_lazy("%(who)s voided round %(round)s; returned: %(refunded)s")
_UNNAMED: "Final[Mapping[Subject, str | Promise]]" = {
    Subject.COMPLAINT: gettext_lazy("a person without an account"),
    Subject.STAFF: gettext_lazy("a new colleague"),
    Subject.PLAYER: gettext_lazy("an unknown address"),
}


@dataclass(frozen=True, slots=True)
class Known:
    """The names of what events have by number: tables and persons."""

    tables: Mapping[int, str] = field(default_factory=dict)
    persons: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that was and is, in the words of its form."""

    label: str
    before: str
    after: str


def persons_of(events: Iterable[EventCard]) -> set[int]:
    """The persons whom the events' facts have by number, for `Known`."""
    return {number for event in events for number in facts.persons_in(event)}


def tables_of(events: Iterable[EventCard]) -> set[int]:
    """The tables of the events, for `Known`."""
    return {event.table_id for event in events if event.table_id is not None}


def sentence(event: EventCard, known: Known) -> str:
    """What happened, in the active language, without a full stop."""
    text = SENTENCES[event.name]
    if event.name is EventName.ROUND_VOIDED and event.facts["proposed_by"] is None:
        text = _BY_ONE if event.facts["bets"] else _WITHOUT_BETS
    said = str(text) % _filled(event, known)
    # A name stands as its owner writes it, also at the beginning.
    return said if said.startswith((event.who or " ", event.whom or " ")) else capfirst(said)


def changes(event: EventCard, known: Known) -> tuple[Changed, ...]:
    """What the event changed, each thing before and after."""
    return tuple(Changed(*each) for each in facts.changes(event, known.persons))


def _filled(event: EventCard, known: Known) -> dict[str, str]:
    told = {name: facts.worded(event, name, known.persons) for name in event.facts}
    return {
        **told,
        "who": event.who or gettext("the house"),
        "whom": event.whom or str(_UNNAMED.get(event.subject, "–")),
        "table": known.tables.get(event.table_id or 0, "") or gettext("the table"),
        "round": event.round_code or event.key,
        "key": event.key,
        "limit": facts.limit(event),
        "scope": facts.scope(event, known.tables),
        "report": facts.report(event),
        "thing": facts.thing(event),
    }
