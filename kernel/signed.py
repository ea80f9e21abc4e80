"""Signed messages of other houses: HMAC-SHA256 over the moment and the raw body, good for five minutes, compared in
constant time. Knows nothing of what the messages say."""

import hashlib
import hmac
import re
from datetime import datetime, timedelta
from typing import Final

WINDOW: Final = timedelta(minutes=5)
LARGEST: Final = 16_384
"""Bytes of a body; a longer one is not read."""
_SIGNATURE: Final = re.compile(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", re.ASCII)


class SignatureRejected(Exception):
    """A message that is not the sender's own, or too old; `reason` is one word for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def signature(secret: bytes, body: bytes, at: datetime) -> str:
    """Return the header's value for a message posted at `at`.

    >>> signature(b"key", b"{}", datetime.fromisoformat("2026-01-01T00:00:00Z"))[:17]
    't=1767225600,v1=4'
    """
    moment = str(int(at.timestamp()))
    digest = hmac.new(secret, moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def verify(secret: bytes, body: bytes, header: str, now: datetime) -> None:
    """Let only the sender's own message through, signed within five minutes of `now`. Raises `SignatureRejected`."""
    if len(body) > LARGEST:
        raise SignatureRejected("too-large")
    found = _SIGNATURE.fullmatch(header)
    if found is None:
        raise SignatureRejected("unsigned")
    wanted = hmac.new(secret, found[1].encode() + b"." + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(wanted, found[2]):
        raise SignatureRejected("forged")
    if abs(int(now.timestamp()) - int(found[1])) > WINDOW.total_seconds():
        raise SignatureRejected("too-old")
