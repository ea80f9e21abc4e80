"""The receipt of a slip, as its socket tells it."""

from kernel.json_text import encode
from tables import broadcast
from tables.operations.bets import Answer


def receipt(answer: Answer) -> str:
    """The frame for a slip that was accepted."""
    slip = answer.slip
    received, closes = broadcast.milliseconds(slip.received_at), answer.closes_at
    told = {
        "say": "receipt",
        "key": str(slip.key),
        "round": slip.round_code,
        "number": answer.number,
        "lines": dict(slip.lines),
        "stakes": dict(answer.stakes),
        "at": received,
        "root": answer.root,
        "before_close_ms": broadcast.milliseconds(closes) - received if closes else None,
        "repeat": answer.repeat,
    }
    return encode(told)
