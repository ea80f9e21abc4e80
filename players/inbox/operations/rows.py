"""What every act on work among staff begins with: who acts, on which things."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from kernel.rejection import Rejected
from players.events.names import Subject
from players.inbox.things import Thing, are_known
from players.models import Kind, Person

MOST: Final = 100
"""Things in one act: more is a page of the list chosen whole, and then some."""
PUT_OFF_MOST: Final = timedelta(days=30)
"""Nothing is put off for longer: a thing that can wait so long has a deadline of its own, or no owner."""


class InboxRejection(StrEnum):
    """Why nothing changed, in the order of checking."""

    NOTHING_CHOSEN = "nothing-chosen"
    TOO_MANY = "too-many"
    UNTIL_INVALID = "until-invalid"
    """Not later than now, or later than thirty days."""
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_COLLEAGUE = "no-such-colleague"
    """Not a member of staff, or not an active one."""
    COLLEAGUE_MAY_NOT_WORK_ON = "colleague-may-not-work-on"
    NO_SUCH_THING = "no-such-thing"


class InboxRejected(Rejected):
    """`reason` says why; `most` is the number of things, or of days, that would do."""

    reason: InboxRejection


@dataclass(frozen=True, slots=True)
class WorkDone:
    """How many things the act was about, and how many of them it changed."""

    things: int
    changed: int


def chosen(things: Collection[Thing], by: int, may: Callable[[object, Subject], bool]) -> list[Thing]:
    """The things once each, in the order of locks; `may` says whether this member's role lets them do it.

    Raises `InboxRejected`.
    """
    found = sorted(set(things))
    if not found:
        raise InboxRejected(InboxRejection.NOTHING_CHOSEN)
    if len(found) > MOST:
        raise InboxRejected(InboxRejection.TOO_MANY, most=MOST)
    person = member(by)
    if person is None or not all(may(person, kind) for kind in {thing.kind for thing in found}):
        raise InboxRejected(InboxRejection.NOT_ALLOWED)
    return found


def require_known(things: Collection[Thing]) -> None:
    """Raise `InboxRejected` unless all of these are there."""
    if not are_known(things):
        raise InboxRejected(InboxRejection.NO_SUCH_THING)


def member(person_id: int) -> Person | None:
    """The active member of staff of this number, or None."""
    return Person.objects.filter(pk=person_id, kind=Kind.STAFF, is_active=True).first()
