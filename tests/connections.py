"""Another connection to the test's database, beside Django's own."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection

NAMES = ("host", "port", "user", "password", "dbname")


def connect() -> psycopg.Connection[tuple[object, ...]]:
    """One of the application's role."""
    parameters = connection.get_connection_params()
    return psycopg.connect(**{name: parameters[name] for name in NAMES if parameters.get(name)})


@contextmanager
def newest_transaction() -> Iterator[int]:
    """A transaction of another connection that stays under way; its number."""
    with connect() as newest:
        (number,) = newest.execute("SELECT pg_current_xact_id()::text::bigint").fetchone() or (0,)
        yield int(str(number))
