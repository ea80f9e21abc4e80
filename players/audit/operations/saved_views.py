"""Keeping the filters of a list under a name, each member of staff their own."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.rejection import Rejected
from players.models import Kind, Person, SavedView

NAME_MAX: Final = 40
QUERY_MAX: Final = 500
MOST: Final = 20
"""Of one list: beyond it a row of links is no longer quicker than the filters."""


@dataclass(frozen=True, slots=True)
class ViewSaved:
    """A kept view; an earlier one of the same name gave way (`repeat`)."""

    view_id: int
    name: str
    repeat: bool


class ViewRejection(StrEnum):
    """Why a view was not kept, in the order of checking."""

    NAME_INVALID = "name-invalid"
    QUERY_INVALID = "query-invalid"
    NO_SUCH_PERSON = "no-such-person"
    TOO_MANY = "too-many"


class ViewRejected(Rejected):
    """`reason` says why; `most` is how many of one list can be kept."""

    reason: ViewRejection


def save_view(*, person_id: int, place: str, name: str, query: str, now: datetime) -> ViewSaved:
    """Keep `query` of the list `place` under `name`; the same name again stands for the new query.

    Raises `ViewRejected`.
    """
    name = " ".join(name.split())
    if not 0 < len(name) <= NAME_MAX or not name.isprintable():
        raise ViewRejected(ViewRejection.NAME_INVALID)
    if len(query) > QUERY_MAX or not query.isascii() or not query.isprintable():
        raise ViewRejected(ViewRejection.QUERY_INVALID)
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).filter(pk=person_id, kind=Kind.STAFF).first()
        if person is None:
            raise ViewRejected(ViewRejection.NO_SUCH_PERSON)
        kept = SavedView.objects.filter(person=person, place=place)
        if not kept.filter(name=name).exists() and kept.count() >= MOST:
            raise ViewRejected(ViewRejection.TOO_MANY, most=MOST)
        view, created = SavedView.objects.update_or_create(
            person=person, place=place, name=name, defaults={"query": query, "saved_at": now}
        )
    return ViewSaved(view.pk, name, repeat=not created)


def drop_view(*, person_id: int, view_id: int) -> bool:
    """Forget one of the person's own views; False when there is none of this number."""
    with transaction.atomic():
        dropped, _ = SavedView.objects.filter(pk=view_id, person_id=person_id).delete()
    return dropped > 0
