"""Writing notes on a player, and putting them on top: never changed, never taken away (H3)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db import transaction

from kernel.reasons import stated
from kernel.rejection import Rejected
from kernel.typed import cleaned
from players.events.names import EventName
from players.events.telling import tell
from players.models import Kind, NotePin, Person, PlayerNote
from players.roles import Action, may

TEXT: Final = (3, 2_000)


@dataclass(frozen=True, slots=True)
class Noted:
    """The note that was written. `repeat`: it had been written with this key before."""

    note_id: int
    repeat: bool


class NoteRejection(StrEnum):
    """Why nothing was written, in the order of checking."""

    TEXT_MISSING = "text-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_PERSON = "no-such-person"
    NO_SUCH_NOTE = "no-such-note"


class NoteRejected(Rejected):
    """`reason` says why."""

    reason: NoteRejection


def add_note(*, person_id: int, text: str, by: int, idempotency_key: UUID, now: datetime) -> Noted:
    """Write a note on a player, with its author and moment. The player may read it. Raises `NoteRejected`."""
    said = stated(cleaned(text), NoteRejected(NoteRejection.TEXT_MISSING), lengths=TEXT)
    with transaction.atomic():
        _require(by)
        # Held, so that the same form sent twice at once writes one note.
        person = Person.objects.select_for_update(no_key=True).filter(pk=person_id, kind=Kind.PLAYER).first()
        if person is None:
            raise NoteRejected(NoteRejection.NO_SUCH_PERSON)
        before = PlayerNote.objects.filter(by_id=by, key=idempotency_key).first()
        if before is not None:
            return Noted(before.pk, repeat=True)
        note = PlayerNote.objects.create(person=person, by_id=by, key=idempotency_key, text=said, at=now)
        tell(EventName.NOTE_ADDED, by=by, now=now, key=person.person_key, person_id=person_id)
    return Noted(note.pk, repeat=False)


def pin_note(*, person_id: int, note_id: int, on_top: bool, by: int, now: datetime) -> None:
    """Put a note of this player on top of the others, or take it from there. Raises `NoteRejected`.

    What stands so already stays so, and tells nothing.
    """
    with transaction.atomic():
        _require(by)
        person = Person.objects.select_for_update(no_key=True).filter(pk=person_id, kind=Kind.PLAYER).first()
        if person is None or not PlayerNote.objects.filter(pk=note_id, person=person).exists():
            raise NoteRejected(NoteRejection.NO_SUCH_NOTE)
        last = NotePin.objects.filter(note_id=note_id).order_by("-pk").first()
        if (last is not None and last.on_top) == on_top:
            return
        NotePin.objects.create(note_id=note_id, by_id=by, on_top=on_top, at=now)
        name = EventName.NOTE_PINNED if on_top else EventName.NOTE_UNPINNED
        tell(name, by=by, now=now, key=person.person_key, person_id=person_id)


def _require(by: int) -> None:
    if not may(Person.objects.filter(pk=by).first(), Action.NOTE_PLAYER):
        raise NoteRejected(NoteRejection.NOT_ALLOWED)
