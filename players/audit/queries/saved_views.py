"""The views of lists that a member of staff kept."""

from dataclasses import dataclass
from typing import Final

from kernel.kept_queries import KeptQuery
from kernel.questions import PERSON
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
    return tuple(ViewCard(*row) for row in _VIEWS(person=person_id))


_VIEWS: Final = KeptQuery(
    lambda: (
        SavedView.objects.filter(person_id=PERSON).order_by("name", "place").values_list("pk", "place", "name", "query")
    )
)
