"""Which errors say that the database moved."""

import psycopg
import pytest
from django.db import InterfaceError, InternalError, OperationalError
from psycopg import errors
from psycopg_pool import PoolTimeout

from kernel import failover


def wrapped(kind: type[Exception], cause: Exception) -> Exception:
    """As Django raises it."""
    error = kind(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "moved"),
    [
        (
            wrapped(InternalError, errors.ReadOnlySqlTransaction("cannot execute INSERT in a read-only transaction")),
            True,
        ),
        (wrapped(OperationalError, errors.AdminShutdown("terminating connection")), True),
        (wrapped(OperationalError, errors.CrashShutdown("terminating connection")), True),
        (wrapped(OperationalError, errors.CannotConnectNow("the database system is starting up")), True),
        (wrapped(OperationalError, errors.ConnectionFailure("gone")), True),
        (wrapped(OperationalError, psycopg.OperationalError("server closed the connection unexpectedly")), True),
        (psycopg.OperationalError("the connection is closed"), True),
        (InterfaceError("connection already closed"), True),
        (wrapped(OperationalError, errors.DeadlockDetected("deadlock")), False),
        (wrapped(OperationalError, errors.DiskFull("no room")), False),
        (wrapped(OperationalError, errors.QueryCanceled("cancelled")), False),
        (wrapped(InternalError, errors.InFailedSqlTransaction("aborted")), False),
        (wrapped(OperationalError, PoolTimeout("none within 10 s")), False),
        (OperationalError("of an unknown cause"), False),
        (ValueError("another"), False),
    ],
)
def test_moved(error: Exception, moved: bool) -> None:
    assert failover.moved(error) is moved
    assert failover.is_away(error) is isinstance(error.__cause__, PoolTimeout)
