"""A cashier for tests: the sandbox bank, whose notices arrive when a test says so."""

import json
import uuid
from dataclasses import dataclass, field, replace
from typing import Any

from players.cashier import operations as cashier
from players.cashier.operations import sandbox_bank
from players.cashier.operations.sandbox_bank import Choice
from players.cashier.payments import signing
from players.cashier.payments.provider import Notice, NoticeKind
from players.cashier.payments.sandbox import Sandbox
from players.models import Deposit, Instrument, SandboxNotice, Withdrawal
from tests.factories import Actor, Floor

SECRET = b"sandbox of the tests"


def iban(number: int) -> str:
    from players.accounts import numbers

    digits = f"0002012312345{number:08d}"
    return f"PT{numbers.iban_check_digits('PT', digits)}{digits}"


@dataclass
class Till:
    """Everything by the floor's clock."""

    floor: Floor
    provider: Sandbox = field(default_factory=lambda: Sandbox(SECRET))

    def instrument(self, actor: Actor, *, proven: bool = False) -> int:
        made = cashier.add_instrument(
            person_id=actor.id,
            kind="bank-account",
            number=iban(50_000_000 + actor.id),
            idempotency_key=uuid.uuid4(),
            now=self.floor.now,
        )
        if proven:
            Instrument.objects.filter(pk=made.instrument_id).update(proven_at=self.floor.now)
        return made.instrument_id

    def start(
        self, actor: Actor, amount: int = 50_00, *, instrument: int | None = None, key: uuid.UUID | None = None
    ) -> uuid.UUID:
        started = cashier.start_deposit(
            person_id=actor.id,
            instrument_id=instrument or self.instrument(actor),
            amount=amount,
            idempotency_key=key or uuid.uuid4(),
            back="/carteira/",
            provider=self.provider,
            now=self.floor.now,
        )
        return started.key

    def choose(self, key: uuid.UUID, choice: Choice) -> None:
        sandbox_bank.choose(ref=self.deposit(key).provider_ref, choice=choice, now=self.floor.now)

    def deliver(self) -> list[str]:
        """Everything the bank has to say up to now, as the webhook would take it; the outcomes."""
        outcomes = []

        def post(body: bytes) -> None:
            header = signing.signature(SECRET, body, self.floor.now)
            notice = self.provider.read_notice(body=body, headers={signing.HEADER: header}, now=self.floor.now)
            taken = cashier.take_notice(notice=notice, provider="sandbox", now=self.floor.now)
            outcomes.append(taken.outcome.value)

        sandbox_bank.post_notices(post=post, now=self.floor.now)
        return outcomes

    def paid(self, actor: Actor, amount: int = 50_00, *, instrument: int | None = None) -> uuid.UUID:
        key = self.start(actor, amount, instrument=instrument)
        self.choose(key, Choice.APPROVE)
        assert self.deliver() == ["applied"]
        return key

    def tell(self, of: uuid.UUID, kind: NoticeKind, **others: Any) -> str:
        """A notice of our own making."""
        row: Any = Deposit.objects.filter(key=of).first() or Withdrawal.objects.get(key=of)
        notice = Notice(f"e-{uuid.uuid4()}", kind, of, row.provider_ref, row.amount, "EUR", "Ana Maria Reis")
        taken = cashier.take_notice(notice=replace(notice, **others), provider="sandbox", now=self.floor.now)
        return taken.outcome.value

    def deposit(self, key: uuid.UUID) -> Deposit:
        return Deposit.objects.select_related("instrument").get(key=key)

    def withdrawal(self, key: uuid.UUID) -> Withdrawal:
        return Withdrawal.objects.get(key=key)

    def ask_out(self, actor: Actor, amount: int, instrument: int, key: uuid.UUID | None = None) -> uuid.UUID:
        made = cashier.request_withdrawal(
            person_id=actor.id,
            instrument_id=instrument,
            amount=amount,
            idempotency_key=key or uuid.uuid4(),
            now=self.floor.now,
        )
        return made.key

    def sweep(self) -> None:
        """Do the worker's sweeps."""
        cashier.send_withdrawals(provider=self.provider, now=self.floor.now)
        cashier.ask_after_silent(provider=self.provider, now=self.floor.now)
        cashier.send_money_back(provider=self.provider, now=self.floor.now)


def waiting() -> list[dict[str, Any]]:
    return [json.loads(body) for body in SandboxNotice.objects.filter(posted_at=None).values_list("body", flat=True)]
