"""Telling an event, inside the transaction of what it tells: both stand, or neither (ADR 0180)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import transaction

from players.events.catalogue import CATALOGUE
from players.events.names import EventName, Subject
from players.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An event to be written. `key` names what it is about, `facts` are those of the catalogue, all of them.

    `subject` is the kind of thing where the name alone does not say it: that of work among staff (`Subject.WORK`).
    """

    name: EventName
    at: datetime
    by: int | None = None
    person_id: int | None = None
    table_id: int | None = None
    round_code: str = ""
    key: str = ""
    subject: Subject | None = None
    why: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


def tell(
    name: EventName,
    *,
    by: int | None,
    now: datetime,
    key: object = "",
    person_id: int | None = None,
    table_id: int | None = None,
    round_code: str = "",
    why: str = "",
    **facts: Any,
) -> None:
    """Write an event. `by` is the person who is signed in, None for the house itself; `person_id` whom it is about;
    `why` is what the author wrote as the reason where that is about a person, which no fact is.

    Call it inside the transaction of the act. The database refuses a `by` that is not who acts, and raises
    `ValueError` for facts other than those of the catalogue.
    """
    told = Told(
        name=name,
        at=now,
        by=by,
        person_id=person_id,
        table_id=table_id,
        round_code=round_code,
        key=str(key),
        why=why,
        facts=facts,
    )
    tell_all([told])


def tell_all(events: Iterable[Told]) -> None:
    """Write any number of events in their order, with one statement."""
    rows = [_row(event) for event in events]
    if not rows:
        return
    assert transaction.get_connection().in_atomic_block, "an event stands or falls with its act"
    Event.objects.bulk_create(rows)


def _row(event: Told) -> Event:
    telling = CATALOGUE[event.name]
    if event.facts.keys() != set(telling.facts):
        raise ValueError(f"{event.name} tells {', '.join(telling.facts) or 'nothing'}")
    if (event.subject is not None) is not (telling.subject is Subject.WORK):
        raise ValueError(f"{event.name} is about {telling.subject}")
    return Event(
        at=event.at,
        name=event.name.value,
        by=event.by,
        person_id=event.person_id,
        table_id=event.table_id,
        round_code=event.round_code,
        subject=(event.subject or telling.subject).value,
        subject_key=event.key,
        why=event.why.strip(),
        facts={name: _plain(value) for name, value in event.facts.items()},
    )


def _plain(value: Any) -> Any:
    """A fact as JSON keeps it."""
    if isinstance(value, date):
        return value.isoformat()
    return sorted(value) if isinstance(value, (set, frozenset)) else value
