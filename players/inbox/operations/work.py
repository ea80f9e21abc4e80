"""Giving work to a member of staff, taking it and giving it back."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from players.events.names import EventName
from players.events.telling import Told, tell_all
from players.inbox.operations.rows import InboxRejected, InboxRejection, WorkDone, chosen, member, require_known
from players.inbox.things import Thing, may_work_on
from players.models import Assignment


def assign(*, things: Collection[Thing], person_id: int | None, by: int, now: datetime) -> WorkDone:
    """Let a colleague, or oneself, look after these things; None gives them back. All of them, or none.

    A person who may work on a thing may give it to a colleague, also away from its owner; it moves no right: who looks
    after a proposal decides it only where their role lets them. Raises `InboxRejected`.
    """
    found = chosen(things, by, may_work_on)
    if person_id is not None:
        colleague = member(person_id)
        if colleague is None:
            raise InboxRejected(InboxRejection.NO_SUCH_COLLEAGUE)
        if not all(may_work_on(colleague, thing.kind) for thing in found):
            raise InboxRejected(InboxRejection.COLLEAGUE_MAY_NOT_WORK_ON)
    require_known(found)
    with transaction.atomic():
        return hand(found, person_id=person_id, by=by, now=now)


def hand(things: Collection[Thing], *, person_id: int | None, by: int, now: datetime, told: bool = False) -> WorkDone:
    """Write who looks after these things, in the caller's transaction; things with that owner already stay as they are.

    `told`: the caller tells it by an event of its own.
    """
    moved = [row for row in _held(things, by, now) if row.person_id != person_id]
    events = [] if told else [_told(row, person_id, by, now) for row in moved]
    for row in moved:
        row.person_id, row.by_id, row.at = person_id, by, now
    Assignment.objects.bulk_update(moved, ["person", "by", "at"])
    tell_all(events)
    return WorkDone(len(things), len(moved))


def _held(things: Collection[Thing], by: int, now: datetime) -> list[Assignment]:
    """The rows of these things, locked in the order of kind and key; those that had none get one without an owner."""
    wanted = Q()
    for thing in things:
        wanted |= Q(kind=thing.kind.value, key=thing.key)
    fresh = [Assignment(kind=thing.kind.value, key=thing.key, by_id=by, at=now) for thing in sorted(things)]
    Assignment.objects.bulk_create(fresh, ignore_conflicts=True)
    return list(Assignment.objects.select_for_update(no_key=True).filter(wanted).order_by("kind", "key"))


def _told(row: Assignment, person_id: int | None, by: int, now: datetime) -> Told:
    thing = Thing.of(row.kind, row.key)
    name = EventName.WORK_ASSIGNED
    if person_id is None:
        name = EventName.WORK_GIVEN_BACK
    elif person_id == by:
        name = EventName.WORK_TAKEN
    return Told(
        name=name,
        at=now,
        by=by,
        person_id=person_id,
        subject=thing.kind,
        key=thing.key,
        facts={"before": row.person_id, "after": person_id},
    )
