"""Connections to a server that hangs while another one has become the primary.

A machine whose processes stand still keeps its connections open: its kernel answers for it, and a wait for a COMMIT
there ends when it wakes. Where the address names several servers, a thread asks every few seconds which one
takes writes; connections to any other are cut. That is no cancel: the key tells the fate of a COMMIT, as after any lost
connection (ADR 0249).
"""

import contextlib
import os
import socket
import threading
import time
import weakref
from collections.abc import Mapping
from typing import Any, Final

import psycopg
import structlog

log = structlog.get_logger(__name__)
ASK_SECONDS: Final = 3.0
WRITES: Final = frozenset({"read-write", "primary"})
"""The values of `target_session_attrs` that ask for a server which takes writes."""

_known: "weakref.WeakSet[psycopg.Connection[Any]]" = weakref.WeakSet()
_lock = threading.Lock()
_keeper: threading.Thread | None = None


def watch(connection: psycopg.Connection[Any], parameters: Mapping[str, Any]) -> None:
    """Look after this connection from now on, if `parameters` name several servers of which one takes writes."""
    global _keeper
    if "," not in str(parameters.get("host", "")) or parameters.get("target_session_attrs") not in WRITES:
        return
    with _lock:
        _known.add(connection)
        if _keeper is None or not _keeper.is_alive():  # a forked child has no threads
            _keeper = threading.Thread(target=_keep, args=(_plain(parameters),), name="deposed", daemon=True)
            _keeper.start()


_DRIVERS: Final = frozenset({"prepare_threshold", "autocommit", "cursor_factory", "context", "pool"})
"""What Django adds for the driver; libpq knows the others."""


def _plain(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What libpq itself takes of them."""
    own = {name: value for name, value in parameters.items() if name not in _DRIVERS}
    return {name: value for name, value in own.items() if isinstance(value, str | int)}


def _keep(parameters: Mapping[str, Any]) -> None:
    while True:
        time.sleep(ASK_SECONDS)
        primary = _primary(parameters)
        if primary is not None:
            cut(primary)


def _primary(parameters: Mapping[str, Any]) -> tuple[str, int] | None:
    """Which server takes writes now; None while none answers."""
    with contextlib.suppress(psycopg.Error), psycopg.connect(**parameters) as connection:
        return connection.info.host, connection.info.port
    return None


def cut(primary: tuple[str, int]) -> int:
    """Cut the connections to every other server; how many there were."""
    with _lock:
        others = [each for each in _known if not each.closed]
    found = 0
    for connection in others:
        with contextlib.suppress(psycopg.Error, OSError):
            if (connection.info.host, connection.info.port) == primary:
                continue
            # A copy of its descriptor: the connection's own is closed by who waits for it.
            with socket.socket(fileno=os.dup(connection.fileno())) as cable:
                cable.shutdown(socket.SHUT_RDWR)
            found += 1
    if found:
        log.warning("connections_cut", count=found, primary=f"{primary[0]}:{primary[1]}")
    return found
