"""Statements that run all day: their arrays say what was meant, and one plan serves any number of values."""

import pytest
from django.db import connection

from kernel import prepared

pytestmark = pytest.mark.django_db
AWKWARD = ["plain", "", "NULL", 'say "no"', "back\\slash", "{a,b}", "é, ç", "two\nlines"]


def test_array_literals_say_what_was_meant() -> None:
    with prepared.cursor() as cursor:
        cursor.execute(
            "SELECT %s::text[], %s::bigint[], %s::bigint[]",
            [prepared.texts(AWKWARD), prepared.array([1, None, -3]), prepared.array([])],
        )
        assert cursor.fetchone() == (AWKWARD, [1, None, -3], [])


def test_one_plan_serves_any_values() -> None:
    for most in (1, 2, 500):
        with prepared.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM wallet_account WHERE id = ANY(%s::bigint[])", [prepared.array(range(most))]
            )
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE '%%wallet_account%%'"
        )
        assert cursor.fetchall() == [(3, 0)]
