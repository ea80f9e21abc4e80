"""Acts on the work of the staff: give it, take it, put it off, watch it, name a colleague in it."""

from players.inbox.operations.attention import bring_back, look, put_off, read_mentions, unwatch, watch
from players.inbox.operations.mentions import mention
from players.inbox.operations.rows import MOST, PUT_OFF_MOST, InboxRejected, InboxRejection, WorkDone
from players.inbox.operations.work import assign

__all__ = [
    "MOST",
    "PUT_OFF_MOST",
    "InboxRejected",
    "InboxRejection",
    "WorkDone",
    "assign",
    "bring_back",
    "look",
    "mention",
    "put_off",
    "read_mentions",
    "unwatch",
    "watch",
]
