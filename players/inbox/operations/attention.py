"""What a member of staff says of a thing for themselves alone: not now, keep it in view, I have read it."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from players.events.names import EventName
from players.events.telling import Told, tell_all
from players.inbox.operations.rows import (
    PUT_OFF_MOST,
    InboxRejected,
    InboxRejection,
    WorkDone,
    chosen,
    require_known,
)
from players.inbox.things import Thing, may_see
from players.models import Attention, InboxLook


def put_off(*, things: Collection[Thing], until: datetime, by: int, now: datetime) -> WorkDone:
    """Keep these things out of one's own inbox until then, thirty days at most. No other inbox changes, no deadline
    moves. Raises `InboxRejected`.
    """
    if not now < until <= now + PUT_OFF_MOST:
        raise InboxRejected(InboxRejection.UNTIL_INVALID, most=PUT_OFF_MOST.days)
    found = chosen(things, by, may_see)
    require_known(found)
    told = [_told(EventName.WORK_PUT_OFF, thing, by, now, until=until) for thing in found]
    with transaction.atomic():
        _write(found, by, put_off_until=until)
        tell_all(told)
    return WorkDone(len(found), len(found))


def bring_back(*, things: Collection[Thing], by: int, now: datetime) -> WorkDone:
    """Have these things in one's inbox again before their time. Raises `InboxRejected`."""
    found = chosen(things, by, may_see)
    with transaction.atomic():
        rows = [row for row in _held(found, by) if row.put_off_until is not None and row.put_off_until > now]
        Attention.objects.filter(pk__in=[row.pk for row in rows]).update(put_off_until=None)
        tell_all([_told(EventName.WORK_BROUGHT_BACK, Thing.of(row.kind, row.key), by, now) for row in rows])
    return WorkDone(len(found), len(rows))


def watch(*, things: Collection[Thing], by: int, now: datetime) -> WorkDone:
    """Keep these things in view, with or without an owner. Raises `InboxRejected`."""
    found = chosen(things, by, may_see)
    require_known(found)
    with transaction.atomic():
        _write(found, by, watched_at=now)
    return WorkDone(len(found), len(found))


def unwatch(*, things: Collection[Thing], by: int, now: datetime) -> WorkDone:
    """Keep these things in view no longer. Raises `InboxRejected`."""
    found = chosen(things, by, may_see)
    with transaction.atomic():
        changed = _rows(found, by).filter(watched_at__isnull=False).update(watched_at=None)
    return WorkDone(len(found), changed)


def read_mentions(*, things: Collection[Thing], by: int, now: datetime) -> WorkDone:
    """Say that one has read where colleagues named one. Raises `InboxRejected`."""
    found = chosen(things, by, may_see)
    with transaction.atomic():
        changed = _rows(found, by).filter(mentioned_at__isnull=False).update(mentioned_at=None)
    return WorkDone(len(found), changed)


def look(*, by: int, now: datetime) -> None:
    """Note that a member of staff looked into their inbox: what comes from now on is new to them."""
    row = InboxLook(person_id=by, at=now)
    InboxLook.objects.bulk_create([row], update_conflicts=True, unique_fields=["person"], update_fields=["at"])


def _write(things: Collection[Thing], person_id: int, **said: datetime) -> None:
    """Write this of all the things, in the order of locks, with one statement."""
    rows = [Attention(person_id=person_id, kind=each.kind.value, key=each.key, **said) for each in things]
    Attention.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["person", "kind", "key"], update_fields=list(said)
    )


def _rows(things: Collection[Thing], person_id: int) -> Any:
    wanted = Q()
    for thing in things:
        wanted |= Q(kind=thing.kind.value, key=thing.key)
    return Attention.objects.filter(wanted, person_id=person_id)


def _held(things: Collection[Thing], person_id: int) -> list[Attention]:
    return list(_rows(things, person_id).select_for_update(no_key=True).order_by("kind", "key"))


def _told(name: EventName, thing: Thing, by: int, now: datetime, **facts: Any) -> Told:
    return Told(name=name, at=now, by=by, subject=thing.kind, key=thing.key, facts=facts)
