"""Who looks after what waits, and what each member of staff keeps in view. Reads only."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Q

from kernel.kept_queries import KeptQuery
from kernel.questions import NOW, PERSON
from kernel.sorting import with_names
from players.events.names import Subject as Subject
from players.inbox import calling
from players.inbox.calling import calls_someone
from players.inbox.things import KINDS, roles_that_see, roles_that_work_on
from players.inbox.things import Thing as Thing
from players.inbox.things import kinds_seen as kinds_seen
from players.inbox.things import kinds_worked_on as kinds_worked_on
from players.inbox.things import may_see as may_see
from players.inbox.things import may_work_on as may_work_on
from players.models import Attention, InboxLook, Kind, Person
from players.roles import Role


@dataclass(frozen=True, slots=True)
class Carer:
    """Who looks after a thing. `person_id` is None and the name empty once it was given back."""

    person_id: int | None
    name: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Kept:
    """What a member of staff said of a thing for themselves; `mentioned_by` is the colleague who named them."""

    put_off_until: datetime | None
    watched_at: datetime | None
    mentioned_at: datetime | None
    mentioned_by: str

    @property
    def is_watched(self) -> bool:
        """Whether the member keeps it in view."""
        return self.watched_at is not None


@dataclass(frozen=True, slots=True)
class Colleague:
    """An active member of staff."""

    id: int
    public_id: UUID
    name: str


def carers(things: Collection[Thing]) -> dict[Thing, Carer]:
    """Who looks after each of these things; a thing that was never given is left out. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_CARERS, [[thing.kind.value for thing in things], [thing.key for thing in things]])
        return {Thing.of(kind, key): Carer(*told) for kind, key, *told in cursor.fetchall()}


# The names by the row's own keys, and not by joins, for which the planner would read every person.
_CARERS: Final = """
SELECT a.kind, a.key, a.person_id, coalesce((SELECT nickname FROM players_person WHERE id = a.person_id), ''),
  (SELECT nickname FROM players_person WHERE id = a.by_id), a.at
FROM unnest(%s::text[], %s::text[]) asked (kind, key) JOIN players_assignment a USING (kind, key)
"""


def kept_by(person_id: int, *, now: datetime) -> dict[Thing, Kept]:
    """All that a member of staff put off until later than now, watches or was named in. One statement."""
    return {
        Thing.of(row.kind, row.key): Kept(
            put_off_until=row.put_off_until if row.put_off_until and row.put_off_until > now else None,
            watched_at=row.watched_at,
            mentioned_at=row.mentioned_at,
            mentioned_by=row.mentioned_by.nickname if row.mentioned_by and row.mentioned_at else "",
        )
        for row in _KEPT(person=person_id, now=now)
    }


_STANDS: Final = Q(put_off_until__gt=NOW) | Q(watched_at__isnull=False) | Q(mentioned_at__isnull=False)
_KEPT: Final = KeptQuery(
    lambda: with_names(Attention.objects.filter(_STANDS, person_id=PERSON), mentioned_by=("nickname",))
)


def looked_at(person_id: int) -> datetime | None:
    """When this member of staff last looked into their inbox."""
    return _LOOKED.first(person=person_id)


_LOOKED: Final = KeptQuery(lambda: InboxLook.objects.filter(person_id=PERSON).values_list("at", flat=True))


def colleagues(kind: Subject) -> tuple[Colleague, ...]:
    """The active members of staff by name whose role may see things of this kind. One statement."""
    return _with_role(roles_that_see(kind))


def called_in_vain(text: str, kind: Subject) -> tuple[str, ...]:
    """The names behind `@` in a note on a thing of this kind that no colleague has who may see it: none was told."""
    if not calls_someone(text):
        return ()
    return calling.called_in_vain(text, {each.id: each.name for each in colleagues(kind)})


def workers(kind: Subject | None = None) -> tuple[Colleague, ...]:
    """Those whose role may do something about things of this kind, or of any: who may be given them. One statement."""
    return _with_role(_WORKERS if kind is None else roles_that_work_on(kind))


def _with_role(roles: frozenset[Role]) -> tuple[Colleague, ...]:
    return tuple(Colleague(*row) for row in _who_has(roles)()) if roles else ()


@cache
def _who_has(roles: frozenset[Role]) -> "KeptQuery[tuple[Any, ...]]":
    staff = Person.objects.filter(kind=Kind.STAFF, is_active=True, groups__name__in=sorted(roles)).distinct()
    return KeptQuery(lambda: staff.order_by("nickname").values_list("pk", "public_id", "nickname"))


_WORKERS: Final = frozenset(role for kind in KINDS for role in roles_that_work_on(kind))
