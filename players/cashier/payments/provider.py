"""The interface of every payment provider. Amounts are whole cents of euro."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol
from uuid import UUID


class NoticeKind(StrEnum):
    """The kinds of news that a provider sends of a payment."""

    AUTHORISED = "authorised"
    """The payer has agreed; the money is not there yet."""
    PAID_IN = "paid-in"
    REJECTED = "rejected"
    PAID_OUT = "paid-out"
    PAY_OUT_FAILED = "pay-out-failed"
    CHARGED_BACK = "charged-back"


@dataclass(frozen=True, slots=True)
class Order:
    """A payment to start or to make: our `key`, the account's number or telephone, and whose it must be."""

    key: UUID
    amount: int
    label: str
    holder: str
    back: str = ""
    """The path of our page to which the payer returns."""


@dataclass(frozen=True, slots=True)
class Started:
    """A payment in that the provider has begun: its own reference, and the page on which the payer agrees."""

    ref: str
    page: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A provider's statement on a payment. Believed only as far as it agrees with our own row."""

    event: str
    """The provider's own name for this notice: it may arrive more than once."""
    kind: NoticeKind
    key: UUID
    ref: str
    amount: int
    currency: str
    holder: str


class ProviderAway(Exception):
    """The provider did not answer; the same order may be given again."""


class NoticeRejected(Exception):
    """A notice that is not the provider's, too old, or unreadable; `reason` is one word for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Provider(Protocol):
    """A payment provider. Every order is known by its key: given twice, it is one payment."""

    @property
    def name(self) -> str:
        """The name under which its notices are kept."""

    @property
    def pages(self) -> tuple[str, ...]:
        """The origins of the pages on which payers agree, such as `https://pay.bank.example`; none where this site has
        them. The browser follows a deposit's form to these alone (Content-Security-Policy)."""

    def start_deposit(self, order: Order, *, now: datetime) -> Started:
        """Begin a payment in. Raises `ProviderAway`."""

    def pay_out(self, order: Order, *, now: datetime) -> str:
        """Pay out; answers the provider's reference. Raises `ProviderAway`."""

    def send_back(self, *, key: UUID, now: datetime) -> None:
        """Return a payment in to where it came from. Raises `ProviderAway`."""

    def ask(self, *, key: UUID, outward: bool, now: datetime) -> Notice | None:
        """Return the outcome of a payment; None while it is open, or unknown to the provider. Raises `ProviderAway`."""

    def read_notice(self, *, body: bytes, headers: Mapping[str, str], now: datetime) -> Notice:
        """Verify the signature first, then read. Raises `NoticeRejected`."""
