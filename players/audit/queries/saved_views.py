"""The views of lists that a member of staff kept."""

from dataclasses import dataclass

from players.models import SavedView


@dataclass(frozen=True, slots=True)
class ViewCard:
    """One kept view."""

    id: int
    place: str
    """The name of the list's address."""
    name: str
    query: str


def views_of(person_id: int) -> tuple[ViewCard, ...]:
    """The person's views of all lists, by name."""
    rows = SavedView.objects.filter(person_id=person_id).order_by("name", "place")
    return tuple(ViewCard(row.pk, row.place, row.name, row.query) for row in rows)
