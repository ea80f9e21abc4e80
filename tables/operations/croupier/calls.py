"""A croupier calls for a supervisor: the floor says so until one answers."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from players.events.names import EventName
from players.events.telling import tell
from tables.models import TableCall
from tables.operations.croupier.standing import CroupierRejected, CroupierRejection, expect_shift, locked

ANSWER_MOST: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A call, and whether it was answered."""

    call_id: int
    table_id: int
    called_at: datetime
    answered: bool = False
    repeat: bool = False


def call_supervisor(*, table_id: int, by: int, idempotency_key: uuid.UUID, now: datetime) -> Called:
    """Call a supervisor to the table; once, until it is answered. Raises `CroupierRejected`."""
    with transaction.atomic():
        standing = locked(table_id)
        expect_shift(standing, by)
        known = TableCall.objects.filter(key=idempotency_key).first()
        if known is not None and (known.table_id, known.called_by_id) != (table_id, by):
            raise CroupierRejected(CroupierRejection.KEY_REUSED)
        known = known or TableCall.objects.filter(table_id=table_id, answered_at=None).first()
        if known is not None:
            return _called(known, repeat=True)
        call = TableCall.objects.create(key=idempotency_key, table_id=table_id, called_by_id=by, called_at=now)
        tell(EventName.SUPERVISOR_CALLED, by=by, now=now, key=standing.table.code, table_id=table_id)
    return _called(call)


def answer_call(*, call_id: int, by: int, answer: str, now: datetime) -> Called:
    """Tell the croupier that the call was heard, in a few words that the console shows; may be empty.

    Raises `CroupierRejected`.
    """
    with transaction.atomic():
        table_id = TableCall.objects.filter(pk=call_id).values_list("table_id", flat=True).first()
        if table_id is None:
            raise CroupierRejected(CroupierRejection.NO_CALL)
        standing = locked(table_id)
        call = TableCall.objects.get(pk=call_id)
        if call.answered_at is not None:
            if call.answered_by_id != by:
                raise CroupierRejected(CroupierRejection.NO_CALL)
            return _called(call, repeat=True)
        call.answered_at, call.answered_by_id, call.answer = now, by, answer.strip()[:ANSWER_MOST]
        call.save(update_fields=["answered_at", "answered_by", "answer"])
        tell(
            EventName.SUPERVISOR_ANSWERED,
            by=by,
            now=now,
            key=standing.table.code,
            table_id=table_id,
            called_by=call.called_by_id,
        )
    return _called(call)


def _called(call: TableCall, *, repeat: bool = False) -> Called:
    return Called(
        call_id=call.pk,
        table_id=call.table_id,
        called_at=call.called_at,
        answered=call.answered_at is not None,
        repeat=repeat,
    )
