"""Guests at the tables: from one touch to a seat at an individual table of play money, and out again (ADR 0177)."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from kernel.money import Currency
from kernel.rejection import Rejected
from players.access.operations import guests
from players.access.operations.guests import GuestEnd
from tables import broadcast
from tables.models import PlaySession, Table, TableStatus
from tables.operations import breaks, seats
from tables.operations.locking import lock_table


class DemonstrationRejection(StrEnum):
    """Why no demonstration began although a guest could be made."""

    NO_FREE_TABLE = "no-free-table"


class DemonstrationRejected(Rejected):
    """No guest was made: each individual table of play money is taken or closed."""

    reason: DemonstrationRejection


@dataclass(frozen=True, slots=True)
class Begun:
    """A guest, seated. `repeat`: the same touch came before."""

    person_id: int
    table_code: str
    seat: int
    repeat: bool


def begin(
    *,
    language: str,
    of_age: bool,
    browser: uuid.UUID | None,
    received_from: str,
    most: int,
    idempotency_key: uuid.UUID,
    now: datetime,
) -> Begun:
    """Make a guest and seat it, both or neither. The same key: the same guest, seated again where it had left.

    Raises `guests.GuestRejected`, `TooOften` and `DemonstrationRejected`.
    """
    with transaction.atomic():
        table = _free_table()  # locked before any account
        made = guests.make_guest(
            language=language,
            of_age=of_age,
            browser=browser,
            received_from=received_from,
            most=most,
            idempotency_key=idempotency_key,
            now=now,
        )
        present = PlaySession.objects.filter(person_id=made.person_id, ended_at=None).select_related("table").first()
        if present is not None:
            return Begun(made.person_id, present.table.code, present.seat, made.repeat)
        if table is None:
            raise DemonstrationRejected(DemonstrationRejection.NO_FREE_TABLE)
        seated = seats.sit(
            table_id=table.pk, person_id=made.person_id, seat=None, idempotency_key=uuid.uuid4(), now=now
        )
    return Begun(made.person_id, table.code, seated.seat, made.repeat)


def end(*, person_id: int, why: GuestEnd, now: datetime) -> bool:
    """End a guest's demonstration, close every socket and give up the seat; bets with a receipt are settled.

    Answers whether it had not ended before.
    """
    with transaction.atomic():
        done = guests.end_guest(person_id=person_id, why=why, now=now)
        if done:
            broadcast.tell_person(person_id, {"code": broadcast.BARRED})
    if done:
        breaks.give_up_seat(person_id, reason="barred", now=now)
    return done


def end_due(*, now: datetime) -> int:
    """End the demonstrations that are a day old or whose browser's session is over; answers how many. Safe twice."""
    return sum(end(person_id=person_id, why=why, now=now) for person_id, why in guests.over(now=now).items())


def _free_table() -> Table | None:
    """The first free individual table of play money, locked. One that another took meanwhile is passed over."""
    taken = PlaySession.objects.filter(ended_at=None)
    free = Table.objects.filter(
        kind="individual", currency=Currency.PLAY.value, status=TableStatus.OPEN, status_reason=""
    ).exclude(pk__in=taken.values("table_id"))
    for table_id in list(free.order_by("pk").values_list("pk", flat=True)):
        table = lock_table(table_id)
        if table is not None and table.status == TableStatus.OPEN and not taken.filter(table_id=table_id).exists():
            return table
    return None
