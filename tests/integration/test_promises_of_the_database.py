"""The database holds to the promises of the models: a migration that changes one thing may take another with it."""

import pytest
from django.apps import apps
from django.db import connection

pytestmark = pytest.mark.django_db


def test_every_constraint_and_index_of_the_models_is_there() -> None:
    promised = {
        (model._meta.db_table, promise.name)
        for model in apps.get_models()
        if model._meta.managed
        for promise in [*model._meta.constraints, *model._meta.indexes]
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tablename, indexname FROM pg_indexes"
            " UNION ALL SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE conrelid <> 0"
        )
        there = set(cursor.fetchall())
    assert sorted(promised - there) == []
    assert len(promised) > 100


def test_no_index_of_names_lets_new_ones_wait() -> None:
    """A GIN index with a long list of what waits costs more than to read the table, and the search reads the table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class JOIN pg_am ON pg_am.oid = relam"
            " WHERE amname = 'gin' AND relname LIKE ANY(ARRAY['players_%', 'tables_%', 'wallet_%', 'reporting_%'])"
            " AND NOT coalesce('fastupdate=off' = ANY(reloptions), false)"
        )
        assert cursor.fetchall() == []
