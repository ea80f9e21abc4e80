"""Gives the messages of each table on in the order of their versions, though two processes tell of it (ADR 0193)."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

PATIENCE_SECONDS: Final = 0.5
"""How long a message waits for those before it; what has not come by then is taken for lost."""

Message = dict[str, Any]
"""As `tables.broadcast.TableEvent.message` makes it: `table` and `v` are read here."""


class Order:
    """What was given on last of each table, and the messages that came before their turn."""

    def __init__(self, give: Callable[[Message], None]) -> None:
        self._give = give
        self._last: dict[int, int] = {}
        self._early: dict[int, dict[int, Message]] = {}
        self._patience: dict[int, asyncio.TimerHandle] = {}

    def take(self, message: Message) -> None:
        """Give the message on now or in its turn. The first of a table, and one that comes late, is given at once."""
        table_id, version = message["table"], message["v"]
        last = self._last.get(table_id)
        if last is None or version <= last + 1:
            self._give(message)
            self.reached(table_id, version)
            return
        self._early.setdefault(table_id, {})[version] = message
        if table_id not in self._patience:
            loop = asyncio.get_running_loop()
            self._patience[table_id] = loop.call_later(PATIENCE_SECONDS, self._give_up, table_id)

    def reached(self, table_id: int, version: int) -> None:
        """The table's viewers know all up to this version: give on what waited for it."""
        last = max(version, self._last.get(table_id, version))
        early = self._early.get(table_id)
        while early and (following := min(early)) <= last + 1:
            self._give(early.pop(following))
            last = max(following, last)
        self._last[table_id] = last
        if early is not None and not early:
            self._wait_no_more(table_id)

    def forget(self, table_id: int) -> None:
        """Drop what is kept of a table without viewers."""
        self._last.pop(table_id, None)
        self._wait_no_more(table_id)

    def _give_up(self, table_id: int) -> None:
        """Give on what has waited long enough: its readers see that something is missing, and ask for everything."""
        self.reached(table_id, max(self._early[table_id]))

    def _wait_no_more(self, table_id: int) -> None:
        self._early.pop(table_id, None)
        if patience := self._patience.pop(table_id, None):
            patience.cancel()

    def stop(self) -> None:
        """Give nothing more on."""
        for table_id in list(self._patience):
            self._wait_no_more(table_id)
