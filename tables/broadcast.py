"""Tells the sockets' processes what changed at a table, after the commit. A message is a hint: the row is the truth.

A process with an event loop (web, dealer) registers its own publisher; elsewhere the channel layer is called directly.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent:
    """The sections of a table's public state that changed at `version`, and whose own state changed with them."""

    table_id: int
    version: int
    at: datetime
    sections: Mapping[str, Any]
    persons: tuple[int, ...] = ()

    def message(self) -> dict[str, Any]:
        """What goes over the channel layer: the frame for the sockets, serialised once, and who wants a fresh `you`."""
        frame = {"say": "event", "v": self.version, "now": milliseconds(self.at), "set": self.sections}
        return {
            "type": "table.event",
            "table": self.table_id,
            "v": self.version,
            "frame": json.dumps(frame, separators=(",", ":")),
            "persons": list(self.persons),
        }


Publisher = Callable[[str, dict[str, Any]], None]
_publisher: Publisher | None = None


def use_publisher(publisher: Publisher | None) -> None:
    """Let this process send through `publisher(group, message)`, callable from any thread."""
    global _publisher
    _publisher = publisher


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
            async_to_sync(get_channel_layer().group_send)(group, message)
    except Exception as error:  # a lost hint harms nobody: watchers compare versions with the row
        log.warning("broadcast_lost", group=group, error=repr(error))


def milliseconds(moment: datetime) -> int:
    """A moment as the sockets tell it: whole milliseconds since the epoch, UTC."""
    return int(moment.timestamp() * 1000)
