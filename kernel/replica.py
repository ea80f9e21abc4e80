"""Reading at a standby: reports, exports and long lists of staff, where REPLICA_URL names one. No money is read there.

`read` asks a question, a function that only reads, at the standby, or at the primary where the standby is away, late,
behind what must be seen, or none at all: the answer never fails for the standby's sake. Inside a transaction, and in
a request that writes, the primary answers. Nothing is written through it: the server is a standby, and each of its
sessions reads only besides.

While the question runs, Django's default connection of this thread is the standby's, so that every statement below
goes there.
"""

import re
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Final, ParamSpec, TypeVar

import structlog
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from kernel import measures

log = structlog.get_logger(__name__)
ALIAS: Final = "replica"
"""The standby's name among Django's databases; absent without REPLICA_URL."""
LATE_MOST: Final = 10.0
"""Seconds by which a standby may be late: its last transaction is no older. One that hears nothing is late too."""
WAIT: Final = 5.0
"""Seconds that a report waits for the standby to have everything that was there when it was begun."""
LOOK: Final = 0.05
AGAIN: Final = 15.0
"""Seconds for which a standby that could not be used is left alone."""
LSN: Final = re.compile(r"[0-9A-F]{1,8}/[0-9A-F]{1,8}")
"""A place in the log, as PostgreSQL writes it."""

_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")

PRIMARY: Final = "primary"
seen: ContextVar[str] = ContextVar("replica_seen", default="")
"""The place in the log that reads of this request must have; `PRIMARY`: none but the primary will do."""
_alone_until = [0.0]


class _Unfit(Exception):
    """The standby will not do; the message says why."""


def named() -> bool:
    """Whether the house has a standby to read at."""
    return ALIAS in connections.settings


def reads(question: Callable[_Arguments, _Answer]) -> Callable[_Arguments, _Answer]:
    """A question whose answer may be as late as the standby is."""

    @wraps(question)
    def asked(*arguments: _Arguments.args, **named: _Arguments.kwargs) -> _Answer:
        return read(lambda: question(*arguments, **named))

    return asked


def read(question: Callable[[], _Answer], *, whole: bool = False) -> _Answer:
    """The answer, read at the standby where that will do. It may be asked twice: it must only read.

    With `whole` the standby has everything that was committed before this call.
    """
    primary = connections[DEFAULT_DB_ALIAS]
    if not named() or primary.in_atomic_block or primary.alias == ALIAS:
        return question()
    if (seen.get() == PRIMARY and not whole) or time.monotonic() < _alone_until[0]:
        return _at_primary(question)
    wanted = place(primary) if whole else seen.get()
    standby = connections[ALIAS]
    try:
        _look(standby, wanted, wait=WAIT if whole else 0.0)
        answer = _asked_at(standby, primary, question)
    except (_Unfit, Error) as error:
        if _writes(error):
            raise  # a fault of ours: the primary must not do what was asked as reading
        _said(error)
        return _at_primary(question)
    finally:
        _give_back(standby)
    measures.REPLICA_READS.labels("standby").inc()
    return answer


def place(connection: BaseDatabaseWrapper) -> str:
    """The place in the log up to which the primary has written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn()::text")
        return str(cursor.fetchone()[0])


def _at_primary(question: Callable[[], _Answer]) -> _Answer:
    measures.REPLICA_READS.labels("primary").inc()
    return question()


def _asked_at(standby: BaseDatabaseWrapper, primary: BaseDatabaseWrapper, question: Callable[[], _Answer]) -> _Answer:
    connections[DEFAULT_DB_ALIAS] = standby
    try:
        return question()
    finally:
        connections[DEFAULT_DB_ALIAS] = primary


def _look(standby: BaseDatabaseWrapper, wanted: str, *, wait: float) -> None:
    """Come back where the standby will do. Raises `_Unfit`, and what the connection raises."""
    until = time.monotonic() + wait
    while True:
        with standby.cursor() as cursor:
            cursor.execute(_STATE, [wanted, wanted or "0/0"])
            is_standby, has_it, late = cursor.fetchone()
        if not is_standby:
            raise _Unfit("it is no standby")
        if has_it and (late is None or late > LATE_MOST) and not wait:
            raise _Unfit("it is late" if late is not None else "it has replayed nothing yet")
        if has_it:
            return
        if time.monotonic() >= until:
            raise _Unfit("it is behind what must be seen")
        time.sleep(LOOK)


_STATE: Final = """
SELECT pg_is_in_recovery(), %s = '' OR pg_last_wal_replay_lsn() >= %s::pg_lsn,
  extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8
"""


def _writes(error: Exception) -> bool:
    return getattr(error.__cause__, "sqlstate", None) == "25006"


def _said(error: Exception) -> None:
    """One line, and the standby is left alone for a while; not where it only lacks what this very request wrote."""
    cause = error.__cause__ or error
    why = str(error) if isinstance(error, _Unfit) else type(cause).__name__
    if why != "it is behind what must be seen":
        _alone_until[0] = time.monotonic() + AGAIN
    log.warning("replica_unused", why=why, sqlstate=getattr(cause, "sqlstate", None))


def _give_back(standby: BaseDatabaseWrapper) -> None:
    try:
        standby.close()
    except Error as error:
        log.warning("replica_unused", why=type(error).__name__)
