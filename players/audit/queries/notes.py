"""The notes of staff on a player: those on top first, then the newest first. Writes nothing."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from kernel.kept_queries import KeptQuery
from kernel.questions import PERSON, answer, how_many
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
    if before is None:
        rows = _first(limit)(person=person_id)
    else:
        rows = list(_notes().filter(person_id=person_id, pinned=False, pk__lt=before)[:limit])
    return tuple(NoteLine(id=row.pk, at=row.at, by=row.by.nickname, text=row.text, on_top=row.pinned) for row in rows)


@cache
def _first(limit: int) -> KeptQuery[Any]:
    return KeptQuery(lambda: _notes().filter(person_id=PERSON)[:limit])


def _notes() -> "QuerySet[Any]":
    last = NotePin.objects.filter(note=OuterRef("pk")).order_by("-pk").values("on_top")[:1]
    rows = with_names(PlayerNote.objects.all(), by=("nickname",)).annotate(pinned=Coalesce(Subquery(last), False))
    return rows.order_by("-pinned", "-pk")


def note_count(person_id: int) -> int:
    """How many notes there are on a player."""
    return answer(_NOTES, person=person_id)


_NOTES: Final = how_many(PlayerNote.objects.filter(person_id=PERSON))
