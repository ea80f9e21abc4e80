"""The sandbox provider: a bank of our own with its own book, for houses that have no real one.

It behaves as real ones do: it answers later, by signed notices, more than once and not always in order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from players.cashier.operations import sandbox_bank as bank
from players.cashier.payments import signing
from players.cashier.payments.provider import Notice, Order, Started

PAGE: Final = "/sandbox-pagamentos/"


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The house's side of the sandbox bank. `secret` signs its notices."""

    secret: bytes
    name: str = "sandbox"
    pages: tuple[str, ...] = ()

    def start_deposit(self, order: Order, *, now: datetime) -> Started:
        """Open the payment in the bank's book."""
        ref = bank.open_payment(
            outward=False,
            key=order.key,
            amount=order.amount,
            label=order.label,
            holder=order.holder,
            back=order.back,
            now=now,
        )
        return Started(ref, f"{PAGE}{ref}/")

    def pay_out(self, order: Order, *, now: datetime) -> str:
        """Order the payment; the bank makes it some seconds later."""
        return bank.open_payment(
            outward=True, key=order.key, amount=order.amount, label=order.label, holder=order.holder, back="", now=now
        )

    def send_back(self, *, key: UUID, now: datetime) -> None:
        """Return the money to the payer."""
        bank.send_back(key=key, now=now)

    def ask(self, *, key: UUID, outward: bool, now: datetime) -> Notice | None:
        """Look into the bank's book."""
        body = bank.answer(key=key, outward=outward, now=now)
        return None if body is None else signing.read(body)

    def read_notice(self, *, body: bytes, headers: Mapping[str, str], now: datetime) -> Notice:
        """Verify, then read. Raises `NoticeRejected`."""
        signing.verify(self.secret, body, headers.get(signing.HEADER, ""), now)
        return signing.read(body)
