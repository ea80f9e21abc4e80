"""Acts of the database's owner alone, for tests that tamper on purpose.

The product's code runs in tests as the role `sabot_app`, which owns nothing: it cannot edit evidence, switch a trigger
off or write a column that no operation writes. A test that plants a fault, bends a row past the house's operations or
changes the schema says so by one of these:

    with as_owner():            # the cluster's superuser: every right, triggers still on
        Bet.objects.update(stake=0)
    with past_triggers():       # the same, and no trigger fires
        Slip.objects.all().delete()

Both work inside and outside of a transaction, on the connection of the calling thread alone, and may be nested. They
count as no statement of the test. Prefer bending rows by the house's own operations where there are any.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg
from django.db import connection


@contextmanager
def as_owner() -> Iterator[None]:
    """While this lasts the connection has every right; afterwards the role it had before."""
    if connection.in_atomic_block:
        # Deferred checks run before anything is bent, and do not stand in the way of it.
        _say("SET CONSTRAINTS ALL IMMEDIATE")
        _say("SET CONSTRAINTS ALL DEFERRED")
    before = _setting("role")
    _say("SET ROLE NONE")
    try:
        yield
    finally:
        # Inside a transaction that failed nothing can be said; rolling it back brings the role back by itself.
        with suppress(psycopg.errors.InFailedSqlTransaction):
            _say(f"SET ROLE {before}")


@contextmanager
def past_triggers() -> Iterator[None]:
    """The owner's rights, and no trigger fires: neither guards nor foreign keys."""
    with as_owner():
        _say("SET session_replication_role = replica")
        try:
            yield
        finally:
            with suppress(psycopg.errors.InFailedSqlTransaction):
                _say("SET session_replication_role = origin")


def _setting(name: str) -> str:
    connection.ensure_connection()
    row = connection.connection.execute(f"SHOW {name}").fetchone()
    return str(row[0])


def _say(statement: str) -> None:
    connection.ensure_connection()
    connection.connection.execute(statement)


KEPT = {"django_content_type", "auth_permission"}
"""What Django writes beside the schema: it says the same after every test."""
# Deleting costs next to nothing where a test has left a few rows; a file that has grown is made anew. Processes that
# still write are waited for, as by Django's own way of emptying, which makes all files, permissions and grants anew.
_EMPTY = """
DO $do$
DECLARE
  name text;
  filled boolean;
BEGIN
  LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE;
  FOREACH name IN ARRAY string_to_array('{tables}', ', ') LOOP
    IF pg_relation_size(name::regclass) > 1000000 THEN
      EXECUTE 'TRUNCATE ' || name || ' CASCADE';
    ELSE
      EXECUTE 'SELECT EXISTS (SELECT FROM ' || name || ')' INTO filled;
      IF filled THEN
        EXECUTE 'DELETE FROM ' || name;
      END IF;
    END IF;
  END LOOP;
END
$do$
"""


def empty_tables() -> None:
    """Delete every row of every table but `KEPT`; the numbers that sequences give go on."""
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - KEPT
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(_EMPTY.replace("{tables}", ", ".join(sorted(tables))))
