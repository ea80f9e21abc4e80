"""What every connection of Django's has: moments read by Python's own C parser, and its end after a failover.

Django parses each moment with a regular expression, and a list's page reads hundreds of them. A value that the C parser
rejects goes to Django's, which refuses it.
"""

import sys
from datetime import UTC, datetime
from typing import Any, Final

from django.core.signals import got_request_exception
from django.db import Error
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from psycopg.abc import Buffer
from psycopg.types.datetime import TimestamptzLoader

from kernel import failover

_UID: Final = "casino.web.database"


class Moments(TimestamptzLoader):
    """Moments in UTC, as every connection of Django's with time zones has them."""

    timezone = UTC
    """Read by Django, which registers its own for any other."""

    def load(self, data: Buffer) -> datetime:
        """The moment that PostgreSQL wrote: «2026-11-21 13:21:04.4435+00»."""
        try:
            return datetime.fromisoformat(str(data, "ascii"))
        except ValueError:
            return super().load(data)


def connect() -> None:
    """Read so on every connection that is made from now on, and drop those that a page found to have fallen."""
    connection_created.connect(_read_quickly, dispatch_uid=_UID)
    got_request_exception.connect(_drop_fallen, dispatch_uid=_UID)


def _read_quickly(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql" and connection.timezone == UTC:
        connection.connection.adapters.register_loader("timestamptz", Moments)


def _drop_fallen(**_: Any) -> None:
    """The page is not asked again: the person does that, and a key in its form tells what became of the first try."""
    error = sys.exc_info()[1]
    if isinstance(error, Error):
        failover.noted(error)
