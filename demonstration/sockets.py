"""The connections of a past's players: one for each stay at a table, now and then lost and taken up again (PT-53)."""

from collections.abc import Collection
from datetime import datetime, timedelta
from random import Random
from typing import Final
from uuid import UUID, uuid4

from demonstration.history_play import HistoryPlay
from demonstration.rows import Seat
from tables.live.connection_log import device_family

OPENED_BEFORE: Final = timedelta(milliseconds=200)
"""How long before a player sits down: the page of the table is there first."""
LOST_EVERY: Final = 700
"""Of so many rounds of one player one loses the connection."""
LEFT, LOST = 1001, 1006
"""Close codes: a page that was left, and a line that went without a word."""
GONE: Final = timedelta(seconds=20)
"""A connection that is lost between two rounds is lost so long before the next one opens."""
BACK_MOST: Final = 12
"""Seconds after which a player is back."""
DIED: Final = timedelta(seconds=25)


class Sockets:
    """The sockets of one table and the web process that holds them."""

    def __init__(self, *, table_id: int, dice: Random) -> None:
        self._table_id, self._dice = table_id, dice
        self._process = uuid4()
        self._open: dict[int, tuple[UUID, datetime]] = {}
        """Of each session: the name of its socket, and since when it is open."""

    def sits(self, seat: Seat) -> None:
        """A player sits down, and the socket is there already."""
        self._open[seat.session_id] = uuid4(), seat.since - OPENED_BEFORE

    def leaves(self, rows: HistoryPlay, seat: Seat, at: datetime) -> None:
        """A player leaves the page."""
        self._ends(rows, seat, at, LEFT)

    def between(self, rows: HistoryPlay, seats: Collection[Seat], at: datetime) -> None:
        """Before the round that opens at this moment some lose their connection, and are back before it."""
        for seat in seats:
            if self._dice.randrange(LOST_EVERY) == 0:
                self._ends(rows, seat, at - GONE, LOST)
                self._again(seat, at - GONE)

    def dies(self, rows: HistoryPlay, seats: Collection[Seat], at: datetime) -> None:
        """Before the round that opens at this moment the web process is gone: it tells no end of its sockets."""
        for seat in seats:
            self._ends(rows, seat, None, None)
        self.rests(rows, at - DIED)
        for seat in seats:
            self._again(seat, at - DIED)

    def rests(self, rows: HistoryPlay, at: datetime) -> None:
        """The web process is last heard of at this moment; another one holds the sockets to come."""
        rows.webprocess.append((self._process, at))
        self._process = uuid4()

    def _ends(self, rows: HistoryPlay, seat: Seat, at: datetime | None, close_code: int | None) -> None:
        name, since = self._open.pop(seat.session_id)
        device = device_family(seat.who.agent)
        rows.connection.append(
            (
                *(name, self._process, seat.who.person_id, self._table_id, since, at, close_code),
                *(seat.origin.address, device),
            )
        )

    def _again(self, seat: Seat, lost: datetime) -> None:
        self._open[seat.session_id] = uuid4(), lost + timedelta(seconds=self._dice.randint(1, BACK_MOST))
