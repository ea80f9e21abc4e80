"""The answer to being told of time and money: given in one window, it lets every window go on (UK-11).

The session's row says which checks are overdue, so another window changes nothing.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from kernel.rejection import Rejected
from tables.models import PlaySession
from tables.operations import seats
from tables.operations.locking import lock_table
from tables.operations.timing import next_check


class CheckRejection(StrEnum):
    """Why there was nothing to answer."""

    NOT_SEATED = "not-seated"


class CheckRejected(Rejected):
    """Nothing was answered."""

    reason: CheckRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The player knows; the next telling is at `due_at`. `repeat`: none was due, so nothing changed."""

    table_id: int
    due_at: datetime
    repeat: bool


def answer_check(*, table_id: int, person_id: int, now: datetime) -> Checked:
    """Note that the player read what was told of time and money, in any window; every window goes on (UK-11).

    Raises `CheckRejected`.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        session = PlaySession.objects.filter(person_id=person_id, table_id=table_id, ended_at=None).first()
        if table is None or session is None:
            raise CheckRejected(CheckRejection.NOT_SEATED)
        if session.check_due_at is not None and now < session.check_due_at:
            return Checked(table_id=table_id, due_at=session.check_due_at, repeat=True)
        due_at = next_check(person_id, now=now)
        session.check_due_at = due_at
        session.save(update_fields=["check_due_at"])
        seats.tell_seats(table, person_id, now=now)
    return Checked(table_id=table_id, due_at=due_at, repeat=False)
