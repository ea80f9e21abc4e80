"""Signed notices: HMAC-SHA256 over the moment and the raw body, good for five minutes, compared in constant time."""

import hashlib
import hmac
import json
import re
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from players.payments.provider import Notice, NoticeKind, NoticeRefused
from wallet.money import is_amount

HEADER: Final = "X-Payment-Signature"
WINDOW: Final = timedelta(minutes=5)
LARGEST: Final = 16_384
"""Bytes of a notice's body; a longer one is not read."""
_SIGNATURE: Final = re.compile(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", re.ASCII)


def signature(secret: bytes, body: bytes, at: datetime) -> str:
    """What stands in the header of a notice posted at `at`.

    >>> signature(b"key", b"{}", datetime.fromisoformat("2026-01-01T00:00:00Z"))[:17]
    't=1767225600,v1=4'
    """
    moment = str(int(at.timestamp()))
    digest = hmac.new(secret, moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


def verify(secret: bytes, body: bytes, header: str, now: datetime) -> None:
    """Let only the provider's own notice through, signed within five minutes of `now`. Raises `NoticeRefused`."""
    if len(body) > LARGEST:
        raise NoticeRefused("too-large")
    found = _SIGNATURE.fullmatch(header)
    if found is None:
        raise NoticeRefused("unsigned")
    wanted = hmac.new(secret, found[1].encode() + b"." + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(wanted, found[2]):
        raise NoticeRefused("forged")
    if abs(int(now.timestamp()) - int(found[1])) > WINDOW.total_seconds():
        raise NoticeRefused("too-old")


def read(body: bytes) -> Notice:
    """The notice in a verified body. Raises `NoticeRefused`."""
    try:
        facts: Any = json.loads(body)
        notice = Notice(
            event=_text(facts["event"]),
            kind=NoticeKind(facts["kind"]),
            key=UUID(facts["reference"]),
            ref=_text(facts["ref"]),
            amount=facts["amount"],
            currency=_text(facts["currency"]),
            holder=_text(facts["holder"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NoticeRefused("unreadable") from error
    if not is_amount(notice.amount) or not notice.event:
        raise NoticeRefused("unreadable")
    return notice


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 200 or "\0" in value:
        raise ValueError("not a text")
    return value
