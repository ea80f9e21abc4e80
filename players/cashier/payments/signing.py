"""A provider's notices: signed as `kernel.signed` says, then read."""

import json
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from kernel import signed
from kernel.money import is_amount
from kernel.signed import LARGEST as LARGEST
from kernel.signed import signature as signature
from players.cashier.payments.provider import Notice, NoticeKind, NoticeRejected

HEADER: Final = "X-Payment-Signature"


def verify(secret: bytes, body: bytes, header: str, now: datetime) -> None:
    """Let only the provider's own notice through, signed within five minutes of `now`. Raises `NoticeRejected`."""
    try:
        signed.verify(secret, body, header, now)
    except signed.SignatureRejected as error:
        raise NoticeRejected(error.reason) from error


def read(body: bytes) -> Notice:
    """The notice in a verified body. Raises `NoticeRejected`."""
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
        raise NoticeRejected("unreadable") from error
    if not is_amount(notice.amount) or not notice.event:
        raise NoticeRejected("unreadable")
    return notice


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 200 or "\0" in value:
        raise ValueError("not a text")
    return value
