"""Telling the database on whose behalf it writes, so that its audit trail can say who and from where (H8)."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from django.db import Error, connection

_SAY: Final = "SELECT set_config('sabot.by', %s, false), set_config('sabot.origin', %s, false)"


@contextmanager
def acting(*, by: int | None, origin: str) -> Iterator[None]:
    """While this lasts, what this connection changes is noted as done by person `by`, from the address `origin`.

    For edges only: it is no part of any decision. A connection that broke meanwhile has forgotten by itself.
    """
    _say("" if by is None else str(by), origin)
    try:
        yield
    finally:
        with suppress(Error):
            _say("", "")


def _say(by: str, origin: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_SAY, [by, origin])
