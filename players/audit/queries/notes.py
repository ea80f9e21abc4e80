"""The notes of staff on a player: those on top first, then the newest first. Writes nothing."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from kernel.sorting import with_names
from players.models import NotePin, PlayerNote


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteLine:
    """One note, with who wrote it."""

    id: int
    at: datetime
    by: str
    text: str
    on_top: bool


def notes_on(person_id: int, *, before: int | None = None, limit: int = 50) -> tuple[NoteLine, ...]:
    """The notes on a player, the newest first; without `before` those on top come first. One statement.

    `before`: the number of the last note of the page before. The pages after the first repeat no note on top.
    """
    last = NotePin.objects.filter(note=OuterRef("pk")).order_by("-pk").values("on_top")[:1]
    rows = with_names(PlayerNote.objects.filter(person_id=person_id), by=("nickname",))
    rows = rows.annotate(pinned=Coalesce(Subquery(last), False))
    if before is not None:
        rows = rows.filter(pinned=False, pk__lt=before)
    rows = rows.order_by("-pinned", "-pk")
    return tuple(
        NoteLine(id=row.pk, at=row.at, by=row.by.nickname, text=row.text, on_top=row.pinned) for row in rows[:limit]
    )


def note_count(person_id: int) -> int:
    """How many notes there are on a player."""
    return PlayerNote.objects.filter(person_id=person_id).count()
