"""What a failover of the database does to a process: its connections lead nowhere, or to a server that only reads now.

Code that writes asks `noted` about each error: connections that fell, and those that may lead to the same server, are
dropped, and the same write may be asked for again with the same key. What became of a COMMIT whose answer was lost is
told by that key, never guessed.
"""

import threading
import time
from typing import Any, Final

import psycopg
import structlog
from django.db import Error, InterfaceError, connection
from psycopg_pool import ConnectionPool, PoolTimeout

from kernel import database_address

log = structlog.get_logger(__name__)
MOVED: Final = frozenset({"25006", "57P01", "57P02", "57P03", "08000", "08001", "08003", "08004", "08006"})
"""SQLSTATE: the server only reads now; is ended, fell, or is not up yet; the connection is none."""
AGAIN_SECONDS: Final = 1.0
"""Connections made within this time after all were dropped are not dropped with them again."""

ONLY_READS: Final = "default_transaction_read_only"

_dropped_at = -1e9
_lock = threading.Lock()


def moved(error: BaseException) -> bool:
    """Whether the server behind the connection is gone or takes no writes any more; nothing is known of a COMMIT."""
    if isinstance(error, InterfaceError):
        return True
    cause = error.__cause__ if isinstance(error, Error) else error
    if not isinstance(cause, psycopg.Error) or is_away(error):
        return False
    if cause.sqlstate is None:  # the driver's own: the server closed the connection, or a network did
        return isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError)
    return cause.sqlstate in MOVED


def is_away(error: BaseException) -> bool:
    """Whether no connection could be had for the seconds that the pool waits: nothing was asked of the database."""
    return isinstance(error, PoolTimeout) or isinstance(error.__cause__, PoolTimeout)


def noted(error: BaseException) -> bool:
    """Whether the server moved. Then this thread's connection is closed, and the others of the process are dropped.

    Must not be called inside a transaction.
    """
    if not moved(error):
        return False
    _close()
    cause = error.__cause__ or error
    log.warning("database_moved", sqlstate=getattr(cause, "sqlstate", None), error=type(cause).__name__)
    pool = connection.pool  # type: ignore[attr-defined]  # stubs name no backend
    if pool is not None:
        drop(pool)
    return True


def only_reads(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server reported, with its last answer, that it takes no writes now; asks it nothing."""
    return any(connection.info.parameter_status(name) == "on" for name in ("in_hot_standby", ONLY_READS))


def drop(pool: ConnectionPool[Any]) -> None:
    """Have every connection of the pool made anew: those in it now, the others when they are given back."""
    global _dropped_at
    with _lock:
        if time.monotonic() - _dropped_at < AGAIN_SECONDS:
            return
        _dropped_at = time.monotonic()
    pool.drain()


def why_away() -> str | None:
    """Why no connection can be had, asked once past the pool, which does not say; None where one can be."""
    given = connection.get_connection_params()
    try:
        psycopg.connect(**given).close()
    except psycopg.Error as error:
        return database_address.fault(error, given)
    return None


def _close() -> None:
    """Close this thread's connection for good: given back as it is, one that only reads would be given out again."""
    if connection.connection is None or connection.in_atomic_block:
        return
    connection.connection.close()
    connection.close()
