"""What the models declare and the database has: a migration that drops an index may take others of its column along."""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection

FLOORS = ("wallet", "players", "tables", "reporting")


def declared() -> Iterator[str]:
    """The names of all indexes and constraints that models declare by name."""
    for label in FLOORS:
        for model in apps.get_app_config(label).get_models():
            yield from (index.name for index in model._meta.indexes)
            yield from (constraint.name for constraint in model._meta.constraints)


def test_every_declared_index_and_constraint_is_there(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' UNION SELECT conname FROM pg_constraint"
        )
        there = {str(name) for (name,) in cursor.fetchall()}
    assert sorted(set(declared()) - there) == []
    assert {"one_unfinished_round", "one_seat_a_person"} <= there
