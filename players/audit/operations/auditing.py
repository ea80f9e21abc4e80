"""Telling the database on whose behalf it writes, so that its audit trail can say who and from where (H8).

The database looks the person up itself, by the key of the browser's session: no code can claim to be a person.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from django.db import Error, connection

_ACT: Final = "SELECT players_act(%s, %s)"
_NO_MORE: Final = "SELECT players_act_no_more()"


@contextmanager
def acting(*, session: str | None, origin: str) -> Iterator[None]:
    """While this lasts, changes of this connection are noted as those of the person signed in by `session`.

    `session` is the key of the browser's session, None without one; `origin` the address it came from. For edges only:
    it is no part of any decision. A connection that broke meanwhile has forgotten by itself.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ACT, [session or "", origin])
    try:
        yield
    finally:
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute(_NO_MORE)
