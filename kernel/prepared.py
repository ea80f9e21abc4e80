"""Statements that run all day: parsed and planned once a connection, their arrays written as plain literals.

Django's cursors put the values into the text, so that the database plans every statement anew; for one slip that took
longer than doing it (ADR 0089). For statements that always find their rows by their keys, and for the short lists and
questions of a page, whose values are written into them but for the moment and the person (`kernel.kept_queries`, ADR
0254). Must not know any.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor


def cursor() -> CursorWrapper:
    """A cursor of the present connection whose statements stay prepared. Inside the caller's transaction."""
    assert connection.in_atomic_block, "an ordinary cursor looks after connections that died"
    make = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    return make(Cursor(connection.connection))  # type: ignore[arg-type]  # stubs name the wrapper


def reading() -> CursorWrapper:
    """The same outside a transaction too: the connection is looked after as for an ordinary cursor."""
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    with connection.wrap_database_errors:
        made: CursorWrapper = connection._prepare_cursor(Cursor(connection.connection))  # type: ignore[attr-defined]
        return made


@contextmanager
def together() -> Iterator[None]:
    """Let the statements of the block travel together: each is sent without waiting for the answer to the one before.

    They are carried out in order all the same, and each sees what the one before did or waited for. Their answers are
    read after the block, which raises the first error. An answer asked for within it is waited for there.
    """
    assert connection.in_atomic_block, "an ordinary cursor looks after connections that died"
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def send(statement: str, parameters: Mapping[str, Any] | Sequence[Any]) -> CursorWrapper:
    """Carry a statement out; its cursor. To be read after the block where that is one of several sent together."""
    sent = cursor()
    sent.execute(statement, parameters)
    return sent


def array(values: Iterable[int | str | None]) -> str:
    """An array literal of numbers or of our own plain words; the driver's, which takes any text, costs far more."""
    return "{" + ",".join(["NULL" if value is None else str(value) for value in values]) + "}"


def texts(values: Iterable[str]) -> str:
    """An array literal of any texts."""
    return "{" + ",".join(['"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' for text in values]) + "}"
