"""The sandbox bank's own doings: its book of payments, what its payers decide, and the notices it posts.

It knows nothing of the house but the keys, amounts and names that the house gave it.
"""

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db import transaction

from kernel.rejection import Rejected
from players.cashier.payments.provider import NoticeKind
from players.models import SandboxNotice, SandboxPayment

SOON: Final = timedelta(seconds=4)
LATE: Final = timedelta(seconds=90)
AGAIN: Final = timedelta(seconds=3)
TRIES: Final = 8
STRANGER: Final = "Titular Diferente"
"""The holder's name when the payer chooses an account in another person's name."""
FAILING_CENTS: Final = 99
"""Payments out whose cents are these come back: the receiving bank does not take them."""


class Choice(StrEnum):
    """The payer's choices on the bank's page; everything after `HANG` is for testing the house."""

    APPROVE = "approve"
    REJECT = "reject"
    HANG = "hang"
    TWICE = "twice"
    LATE = "late"
    OUT_OF_ORDER = "out-of-order"
    WRONG_AMOUNT = "wrong-amount"
    WRONG_CURRENCY = "wrong-currency"
    WRONG_HOLDER = "wrong-holder"
    CHARGE_BACK = "charge-back"


class ChoiceRejection(StrEnum):
    """Why the bank did nothing."""

    TOO_LATE = "too-late"


class ChoiceRejected(Rejected):
    """The payment is not there, or not in a state for this choice."""

    reason: ChoiceRejection


@dataclass(frozen=True, slots=True)
class SandboxCard:
    """A payment as the bank's page shows it."""

    ref: str
    outward: bool
    amount: int
    label: str
    holder: str
    state: str
    back: str
    created_at: datetime


def open_payment(*, outward: bool, key: UUID, amount: int, label: str, holder: str, back: str, now: datetime) -> str:
    """Enter a payment in the book; the same key: the same payment. Answers the bank's reference."""
    with transaction.atomic():
        payment, created = SandboxPayment.objects.get_or_create(
            kind="out" if outward else "in",
            key=key,
            defaults={
                "ref": f"sb-{uuid.uuid4().hex[:20]}",
                "amount": amount,
                "payer": holder,
                "label": label,
                "state": "pending",
                "back": back,
                "created_at": now,
            },
        )
        if created and outward:
            fails = amount % 100 == FAILING_CENTS
            payment.state = "failed" if fails else "paid"
            payment.save(update_fields=["state"])
            _tell(payment, NoticeKind.PAY_OUT_FAILED if fails else NoticeKind.PAID_OUT, now + SOON)
    return payment.ref


def payment(ref: str) -> SandboxCard | None:
    """The payment under the bank's reference, or None."""
    found = SandboxPayment.objects.filter(ref=ref).first()
    if found is None:
        return None
    return SandboxCard(
        found.ref,
        found.kind == "out",
        found.amount,
        found.label,
        found.payer,
        found.state,
        found.back,
        found.created_at,
    )


def choose(*, ref: str, choice: Choice, now: datetime) -> SandboxCard:
    """Let the payer decide; the house hears of it by notices.

    Raises `ChoiceRejected`.
    """
    with transaction.atomic():
        found = SandboxPayment.objects.select_for_update().filter(ref=ref, kind="in").first()
        if found is None or found.state != ("paid" if choice is Choice.CHARGE_BACK else "pending"):
            raise ChoiceRejected(ChoiceRejection.TOO_LATE)
        _decide(found, choice, now)
    card = payment(ref)
    assert card is not None
    return card


def _decide(found: SandboxPayment, choice: Choice, now: datetime) -> None:
    if choice is Choice.HANG:
        return
    if choice in {Choice.REJECT, Choice.CHARGE_BACK}:
        found.state = "rejected" if choice is Choice.REJECT else "charged-back"
        found.save(update_fields=["state"])
        _tell(found, NoticeKind.REJECTED if choice is Choice.REJECT else NoticeKind.CHARGED_BACK, now)
        return
    found.state = "paid"
    if choice is Choice.WRONG_AMOUNT:
        found.amount += 1_00
    if choice is Choice.WRONG_CURRENCY:
        found.currency = "USD"
    if choice is Choice.WRONG_HOLDER:
        found.payer = STRANGER
    found.save(update_fields=["state", "amount", "currency", "payer"])
    paid = _tell(found, NoticeKind.PAID_IN, now + LATE if choice is Choice.LATE else now)
    if choice is Choice.TWICE:
        SandboxNotice.objects.create(payment=found, body=paid.body, due_at=now + AGAIN)
    if choice is Choice.OUT_OF_ORDER:
        _tell(found, NoticeKind.AUTHORISED, now + AGAIN)


def send_back(*, key: UUID, now: datetime) -> None:
    """Return a payment in to its payer; nothing to do if none was made."""
    SandboxPayment.objects.filter(kind="in", key=key, state="paid").update(state="sent-back")


_FINAL: Final = {
    "paid": NoticeKind.PAID_IN,
    "rejected": NoticeKind.REJECTED,
    "charged-back": NoticeKind.CHARGED_BACK,
}


def answer(*, key: UUID, outward: bool, now: datetime) -> bytes | None:
    """Return the bank's answer: the body of a notice once the payment is decided; None before, and for no payment."""
    found = SandboxPayment.objects.filter(kind="out" if outward else "in", key=key).first()
    if found is None or found.state in {"pending", "sent-back"}:
        return None
    if outward and now < found.created_at + SOON:
        return None
    if outward:
        kind = NoticeKind.PAID_OUT if found.state == "paid" else NoticeKind.PAY_OUT_FAILED
    else:
        kind = _FINAL[found.state]
    return _body(found, kind, f"{found.ref}-{kind.value}").encode()


def post_notices(*, post: Callable[[bytes], None], now: datetime, limit: int = 50) -> int:
    """Hand the notices that are due to `post`; one that raises `OSError` is tried again later. Answers how many."""
    posted = 0
    for _ in range(limit):
        with transaction.atomic():
            notice = (
                SandboxNotice.objects.select_for_update(skip_locked=True)
                .filter(posted_at__isnull=True, due_at__lte=now, tries__lt=TRIES)
                .order_by("due_at", "pk")
                .first()
            )
            if notice is None:
                break
            notice.tries += 1
            try:
                post(notice.body.encode())
                notice.posted_at = now
                posted += 1
            except OSError:
                notice.due_at = now + timedelta(seconds=2**notice.tries)
            notice.save(update_fields=["tries", "posted_at", "due_at"])
    return posted


def _tell(found: SandboxPayment, kind: NoticeKind, due_at: datetime) -> SandboxNotice:
    return SandboxNotice.objects.create(
        payment=found, body=_body(found, kind, f"{found.ref}-{kind.value}"), due_at=due_at
    )


def _body(found: SandboxPayment, kind: NoticeKind, event: str) -> str:
    facts = {
        "event": event,
        "kind": kind.value,
        "reference": str(found.key),
        "ref": found.ref,
        "amount": found.amount,
        "currency": found.currency,
        "holder": found.payer,
    }
    return json.dumps(facts, ensure_ascii=False, sort_keys=True)
