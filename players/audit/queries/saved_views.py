"""The views of lists that a member of staff kept."""

from dataclasses import dataclass

from players.models import SavedView


@dataclass(frozen=True, slots=True)
class ViewCard:
    """One kept view."""

    id: int
    name: str
    query: str


def views_of(person_id: int, place: str) -> tuple[ViewCard, ...]:
    """The person's views of one list, by name."""
    rows = SavedView.objects.filter(person_id=person_id, place=place).order_by("name")
    return tuple(ViewCard(row.pk, row.name, row.query) for row in rows)
