"""Statements that run all day: parsed and planned once a connection, their arrays written as plain literals.

Django's cursors put the values into the text, so that the database plans every statement anew; for one slip that took
longer than doing it (ADR 0089). Only for statements that always find their rows by their keys. Must not know any.
"""

from collections.abc import Iterable

from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor


def cursor() -> CursorWrapper:
    """A cursor of the present connection whose statements stay prepared. Inside the caller's transaction."""
    assert connection.in_atomic_block, "an ordinary cursor looks after connections that died"
    make = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    return make(Cursor(connection.connection))  # type: ignore[arg-type]  # stubs name the wrapper


def array(values: Iterable[int | str | None]) -> str:
    """An array literal of numbers or of our own plain words; the driver's, which takes any text, costs far more."""
    return "{" + ",".join(["NULL" if value is None else str(value) for value in values]) + "}"


def texts(values: Iterable[str]) -> str:
    """An array literal of any texts."""
    return "{" + ",".join(['"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' for text in values]) + "}"
