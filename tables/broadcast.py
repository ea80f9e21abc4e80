"""Tells the sockets' processes what changed at a table, after the commit. A message is a hint: the row is the truth.

A process with an event loop (web, dealer) registers its own publisher; elsewhere a loop on the side sends.
"""

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final

import structlog
from channels.layers import get_channel_layer
from django.db import transaction

from kernel.json_text import encode

log = structlog.get_logger(__name__)
SEND_SECONDS: Final = 2.0
"""How long a process without a loop waits for a message to be taken: a process that misses it compares versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mine:
    """An event's changes of a player's own state: these fields of `you`, and receipts that came to it."""

    changed: Mapping[str, Any]
    receipts: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent:
    """The sections of a table's public state that changed at `version`, and whose own state changed with them.

    `seats` are the seats that changed, each whole, where not all of them are told among the sections. `mine` says of
    some persons all that changed; the state of those in `persons` has to be read anew.
    """

    table_id: int
    version: int
    at: datetime
    sections: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]] = ()
    persons: tuple[int, ...] = ()
    mine: Mapping[int, Mine] = field(default_factory=dict)

    def message(self) -> dict[str, Any]:
        """The message on the channel layer: frames for the sockets, serialised once, and the persons who need a fresh
        `you`."""
        frame: dict[str, Any] = {"say": "event", "v": self.version, "now": milliseconds(self.at), "set": self.sections}
        if self.seats:
            frame["seats"] = self.seats
        return {
            "type": "table.event",
            "table": self.table_id,
            "v": self.version,
            "frame": encode(frame),
            "persons": list(self.persons),
            "mine": [
                (person_id, encode({"say": "mine", "v": self.version, "set": mine.changed, "receipts": mine.receipts}))
                for person_id, mine in self.mine.items()
            ],
        }


BARRED: Final = 4010
"""The code that closes the sockets of a player who may not play any more."""

Publisher = Callable[[str, dict[str, Any]], None]
_publisher: Publisher | None = None


def use_publisher(publisher: Publisher | None) -> None:
    """Let this process send through `publisher(group, message)`, callable from any thread."""
    global _publisher
    _publisher = publisher


DEALERS: Final = "dealers"
"""The channel layer's group of all dealers."""


def wake_dealers() -> None:
    """Ask the dealers to look at their tables now, after the commit; a lost word costs them a fifth of a second."""
    transaction.on_commit(partial(_send, DEALERS, {"type": "dealer.wake"}))


def group_of(table_id: int) -> str:
    """The channel layer's group of a table."""
    return f"table.{table_id}"


def tell(event: TableEvent) -> None:
    """Send `event` once the present transaction is committed; nothing is sent if it is not."""
    transaction.on_commit(partial(_send, group_of(event.table_id), event.message()))


def tell_person(person_id: int, message: dict[str, Any]) -> None:
    """Send a message for the sockets of one person (an exclusion, a suspension) after the commit."""
    transaction.on_commit(partial(_send, "persons", {"type": "person.event", "person": person_id, **message}))


def _send(group: str, message: dict[str, Any]) -> None:
    try:
        if _publisher is not None:
            _publisher(group, message)
        else:
            _side_loop().call(get_channel_layer().group_send(group, message))
    except Exception as error:  # a lost hint does no harm: watchers compare versions with the row
        log.warning("broadcast_lost", group=group, error=repr(error))


class _SideLoop:
    """An event loop in a thread of its own, for processes without one: commands, tasks. One connection for all."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="broadcast", daemon=True).start()

    def call(self, sending: Coroutine[Any, Any, None]) -> None:
        """Send, and wait until it is sent: a command may end right after."""
        asyncio.run_coroutine_threadsafe(asyncio.wait_for(sending, SEND_SECONDS), self._loop).result()


_side: _SideLoop | None = None
_starting = threading.Lock()


def _side_loop() -> _SideLoop:
    """This process's own: a thread does not survive a fork."""
    global _side
    with _starting:
        if _side is None or _side.process != os.getpid():
            _side = _SideLoop()
        return _side


def milliseconds(moment: datetime) -> int:
    """A moment as the sockets tell it: whole milliseconds since the epoch, UTC."""
    return int(moment.timestamp() * 1000)
