"""Moments from the database are those that the driver itself would have read."""

from datetime import UTC, datetime

import pytest
from django.db import DataError, connection
from psycopg.pq import Format
from psycopg.types.datetime import TimestamptzLoader

from casino.web.database import Moments

TIMESTAMPTZ = 1184
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-21 13:21:04+00",
        "2026-11-21 13:21:04.4+00",
        "2026-11-21 13:21:04.44359+00",
        "2026-11-21 13:21:04.443597+00",
        "2026-03-29 01:59:59.999999+01",
        "2026-11-21 13:21:04+05:30",
        "0001-01-01 00:00:00+00",
        "9999-12-31 23:59:59.999999+00",
    ],
)
def test_a_moment_is_read_as_the_driver_reads_it(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz, %s::timestamptz::text", [text, text])
        found, written = cursor.fetchone()
        assert cursor.connection.adapters.get_loader(TIMESTAMPTZ, Format.TEXT) is Moments
    assert found == datetime.fromisoformat(text)
    assert found == TimestamptzLoader(TIMESTAMPTZ, connection.connection).load(written.encode())
    assert found.tzinfo is UTC


@pytest.mark.parametrize("text", ["infinity", "-infinity", "4713-01-01 00:00:00+00 BC", "10000-01-01 00:00:00+00"])
def test_a_moment_that_python_cannot_hold_is_refused(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz", [text])
        with pytest.raises(DataError):
            cursor.fetchone()
