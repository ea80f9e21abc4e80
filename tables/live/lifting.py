"""Cards that a player squeezes: how far an edge is lifted, passed on to the others, and the turn itself."""

import time
from typing import Final

from kernel.json_text import encode
from tables import queries
from tables.live import clock, frames
from tables.live.hub import hub
from tables.live.threads import read, write
from tables.operations import squeezing

EVERY_SECONDS: Final = 0.1
"""Of a card that is lifted others see ten steps a second at most."""
ENDS: Final = (0, 100)
"""Let go, or turned: never left out, or others would see the edge lifted until the end."""


class Lifting:
    """One socket's part in it. Whether its player turns a hand is asked once a hand."""

    __slots__ = ("_hand", "_may", "_next")

    def __init__(self) -> None:
        self._hand, self._may, self._next = ("", ""), False, 0.0

    async def lift(self, frame: frames.Lift, *, table_id: int, person_id: int | None) -> None:
        """Let all see how a card is lifted: a hint that is stored nowhere. Of other players it is dropped."""
        if self._hand != (frame.round, frame.hand):
            self._hand = (frame.round, frame.hand)
            self._may = person_id is not None and await read(
                queries.may_lift, round_code=frame.round, hand=frame.hand, person_id=person_id
            )
        now = time.monotonic()
        if self._may and (now >= self._next or frame.lift in ENDS):
            self._next = now + EVERY_SECONDS
            told = {"round": frame.round, "hand": frame.hand, "card": frame.card, "edge": frame.edge}
            hub().pass_on(table_id, encode({"say": "lift", **told, "lift": frame.lift}))


async def turn(frame: frames.Turn, *, table_id: int, person_id: int) -> str:
    """Turn the cards; the answer to the player. Raises `SqueezeRejected`."""
    turned = await write(
        squeezing.turn,
        table_id=table_id,
        person_id=person_id,
        round_code=frame.round,
        hand=frame.hand,
        index=frame.index,
        now=clock.now(),
    )
    told = {"round": turned.round_code, "hand": turned.hand, "index": turned.index}
    return encode({"say": "turned", **told, "repeat": turned.repeat})
