"""The event spine read: newest first for pages, and as a feed that misses nothing for programs (ADR 0180)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.db import connection
from django.db.models import Q, QuerySet, Subquery

from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import Among, Given, Question, whether_any
from kernel.sorting import Sort, Sortable
from players.events.catalogue import CATALOGUE as CATALOGUE
from players.events.names import EventName as EventName
from players.events.names import Subject as Subject
from players.models import Event, Person
from players.spans import between

EVENTS: Final = Sortable({"at": "pk"}, Sort("at", descending=True))
FEED_MOST: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCard:
    """One event. `who` and `whom` are nicknames; `who` is empty for the house, `whom` where it is about no person.

    `whom_key` is the public key of the person it is about.
    """

    number: int
    act: int
    at: datetime
    name: EventName
    by: int | None
    who: str
    person_id: int | None
    whom: str
    whom_key: str
    table_id: int | None
    round_code: str
    subject: Subject
    key: str
    facts: Mapping[str, Any]
    why: str
    """The author's own words about a person: for the house's pages, never for a program outside."""

    @property
    def id(self) -> int:
        """Where the next page goes on."""
        return self.number


def events(
    *,
    by: Collection[int] | None = None,
    person_id: int | None = None,
    table_id: int | None = None,
    round_code: str | None = None,
    subject: Subject | None = None,
    key: str | None = None,
    names: Collection[EventName] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    outside: bool = False,
    sort: Sort | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[EventCard, ...]:
    """Events that fit, newest first or, `sort`, oldest first; `before`: the number where the last page ended.

    `by`: any of these persons did it; `outside`: done without a signed-in user. Two statements; a third finds the days.
    """
    of_one = {"person_id": person_id, "table_id": table_id, "round_code": round_code, "subject_key": key}
    asked = {column: value for column, value in of_one.items() if value is not None}
    told = None if names is None else frozenset(names)
    if by is None and since is None and until is None and before is None:
        return _cards(_first(frozenset(asked), subject, told, outside, sort or EVENTS.first, limit)(**asked))
    wanted = Q(**asked) & _of_kind(subject, told, outside=outside)
    if by is not None:
        wanted &= Q(by__in=list(by))
    if since is not None or until is not None:
        wanted &= between(Event, since, until)
    return _cards(EVENTS.page(Event.objects.filter(wanted), sort, before)[:limit])


def _of_kind(subject: Subject | None, names: Collection[EventName] | None, *, outside: bool) -> Q:
    wanted = Q(by=None) if outside else Q()
    if subject is not None:
        wanted &= Q(subject=subject.value)
    if names is not None:
        wanted &= Q(name__in=sorted(name.value for name in names))
    return wanted


@lru_cache(maxsize=64)
def _first(
    columns: frozenset[str],
    subject: Subject | None,
    names: frozenset[EventName] | None,
    outside: bool,
    sort: Sort,
    limit: int,
) -> KeptQuery[Event]:
    """The first page of the events that have given values in these columns."""

    def rows() -> QuerySet[Event]:
        fields = {field.attname: field for field in Event._meta.concrete_fields}
        asked = {column: Given(column, fields[column]) for column in columns}
        found = Event.objects.filter(_of_kind(subject, names, outside=outside), **asked)
        if "round_code" in columns:
            found = found.exclude(round_code="")  # the index on it has no others, and a plan for any value asks
        return EVENTS.page(found, sort, None)[:limit]

    return KeptQuery(rows)


def of_round(round_code: str, *, limit: int = 200) -> tuple[EventCard, ...]:
    """Everything told of a round, the first event first."""
    return events(round_code=round_code, sort=Sort("at"), limit=limit)


def during_round(
    *, round_code: str, names: Collection[EventName], scopes: Collection[str], since: datetime, until: datetime | None
) -> tuple[EventCard, ...]:
    """The round's own events of these names, and those of play in these scopes meanwhile; the first event first."""
    play = Q(subject=Subject.PLAY.value, subject_key__in=list(scopes), at__gte=since)
    if until is not None:
        play &= Q(at__lte=until)
    own = Q(round_code=round_code)
    return _cards(Event.objects.filter(own | play, name__in=[name.value for name in names]).order_by("pk"))


def of_subject(subject: Subject, key: str, *, limit: int = 200) -> tuple[EventCard, ...]:
    """Everything told of one thing, the first event first."""
    return events(subject=subject, key=key, sort=Sort("at"), limit=limit)


def keys_told(name: EventName, keys: Iterable[str]) -> frozenset[str]:
    """Those of these keys of which an event of this name was told: one statement."""
    told = Event.objects.filter(name=name.value, subject=CATALOGUE[name].subject.value, subject_key__in=list(keys))
    return frozenset(told.values_list("subject_key", flat=True))


def any_told(name: EventName) -> Question:
    """The question whether an event of this name was ever told."""
    return whether_any(Event.objects.filter(name=name.value))


def of_person(person_id: int, *, before: int | None = None, limit: int = 50) -> tuple[EventCard, ...]:
    """Everything told of a person, the newest first."""
    return events(person_id=person_id, before=before, limit=limit)


def told_since() -> datetime | None:
    """The moment of the earliest event; rows and the audit trail alone tell of the time before.

    That is the first one told, but in a demonstration: there a past is written later, under higher numbers.
    """
    return _EARLIEST.first()


# In a house at work no event is earlier than the first: by the moments' index this reads next to nothing.
_EARLIEST: Final = KeptQuery(
    lambda: (
        Event.objects.filter(at__lte=Subquery(Event.objects.order_by("id").values("at")[:1]))
        .order_by("at")
        .values_list("at", flat=True)[:1]
    )
)


def feed(*, after: int | None = None, limit: int = 100) -> tuple[EventCard, ...]:
    """The events after the one of this number, in the order in which they can be told for good; None: from the first.

    A reader that keeps the number of the last event it was given, and asks again with it, is given every event once:
    one whose transaction is still under way, or that began before it, waits. Numbers grow, though not always from one
    event of the feed to the next. Two statements. At most `FEED_MOST`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FEED, {"after": after, "limit": min(limit, FEED_MOST)})
        numbers = [number for (number,) in cursor.fetchall()]
    found = {event.pk: event for event in Event.objects.filter(pk__in=numbers)}
    return _cards([found[number] for number in numbers])


# Every transaction below the snapshot's xmin has ended: its events that are visible now are all that it will ever have.
# Of an era that another one followed everything has ended.
_FEED: Final = """
WITH place AS (
    SELECT coalesce(max(era), 0) AS era, coalesce(max(act), -1) AS act, coalesce(max(id), 0) AS id
    FROM players_event WHERE id = %(after)s
)
SELECT id FROM players_event
WHERE (era, act, id) > ((SELECT era FROM place), (SELECT act FROM place), (SELECT id FROM place))
    AND (
        act < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        OR era < (SELECT era FROM players_event ORDER BY era DESC, act DESC, id DESC LIMIT 1)
    )
ORDER BY era, act, id LIMIT %(limit)s
"""


def _cards(rows: Iterable[Event]) -> tuple[EventCard, ...]:
    found = list(rows)
    named = {each for event in found for each in (event.by, event.person_id) if each is not None}
    people = _PEOPLE(persons=array(named)) if named else []
    names = {pk: (nickname, str(public_id)) for pk, nickname, public_id in people}
    return tuple(_card(event, names) for event in found)


_PEOPLE: Final = KeptQuery(
    lambda: Person.objects.filter(Among("pk", "persons")).values_list("pk", "nickname", "public_id")
)
_UNKNOWN: Final = ("", "")


def _card(event: Event, names: Mapping[int, tuple[str, str]]) -> EventCard:
    who = _UNKNOWN if event.by is None else names.get(event.by, _UNKNOWN)
    whom = _UNKNOWN if event.person_id is None else names.get(event.person_id, _UNKNOWN)
    return EventCard(
        number=event.pk,
        act=event.act,
        at=event.at,
        name=EventName(event.name),
        by=event.by,
        who=who[0],
        person_id=event.person_id,
        whom=whom[0],
        whom_key=whom[1],
        table_id=event.table_id,
        round_code=event.round_code,
        subject=Subject(event.subject),
        key=event.subject_key,
        facts=event.facts,
        why=event.why,
    )
