"""Any history of deposits, withdrawals, charge-backs and corrections: balances are what a plain model says."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from tills import Till

from kernel.money import Currency
from players.cashier import operations as cashier
from players.cashier.operations import AdjustmentRejected, DepositRejected, WithdrawalRejected
from players.cashier.payments.provider import NoticeKind
from players.models import Person
from players.roles import Role
from players.staff.operations import accounts
from tests.factories import Floor
from wallet import queries as ledger
from wallet.chart import AccountKind

pytestmark = pytest.mark.django_db

AMOUNTS = st.integers(5_00, 900_00)
PAY_IN = [NoticeKind.PAID_IN, NoticeKind.PAID_IN, NoticeKind.PAID_IN, NoticeKind.REJECTED, NoticeKind.AUTHORISED]


class Cashier(RuleBasedStateMachine):
    """One player; pending, credited, waiting and sent payments are kept in plain lists."""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.floor = Floor(now=datetime(2026, 3, 10, 12, tzinfo=UTC))
        self.till = Till(self.floor)
        self.player = self.floor.player(cents=0)
        self.instrument = self.till.instrument(self.player, proven=True)
        self.staff = [self.floor.staff(Role.COMPLIANCE), self.floor.staff(Role.COMPLIANCE)]
        self.balance = self.lost = 0
        self.pending: list[tuple[uuid.UUID, int]] = []
        self.credited: list[tuple[uuid.UUID, int]] = []
        self.waiting: list[tuple[uuid.UUID, int]] = []
        self.sent: list[tuple[uuid.UUID, int]] = []

    def teardown(self) -> None:
        try:
            proof = ledger.verify_ledger()
            assert proof.agrees, proof.differences
        finally:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    def take(self, of: list[tuple[uuid.UUID, int]], place: int) -> tuple[uuid.UUID, int]:
        return of.pop(place % len(of))

    @rule(amount=AMOUNTS)
    def start(self, amount: int) -> None:
        self.floor.wait(minutes=3)
        try:
            self.pending.append((self.till.start(self.player, amount, instrument=self.instrument), amount))
        except DepositRejected as error:
            if error.reason not in {"instrument-blocked", "instrument-suspended"}:
                raise

    @precondition(lambda self: self.pending)
    @rule(place=st.integers(0, 9), kind=st.sampled_from(PAY_IN), off=st.sampled_from([0, 0, 0, 1]), twice=st.booleans())
    def hear(self, place: int, kind: NoticeKind, off: int, twice: bool) -> None:
        key, amount = self.take(self.pending, place)
        outcomes = [self.till.tell(key, kind, amount=amount + off) for _ in range(1 + twice)]
        if kind is NoticeKind.AUTHORISED:
            self.pending.append((key, amount))
        elif kind is NoticeKind.PAID_IN and not off:
            assert outcomes[0] == "applied"
            self.balance += amount
            self.credited.append((key, amount))

    @rule(amount=st.integers(1, 1_200_00))
    def ask(self, amount: int) -> None:
        try:
            key = self.till.ask_out(self.player, amount, self.instrument)
        except WithdrawalRejected as error:
            if (error.reason, error.most) != ("short-of-funds", self.balance) or amount <= self.balance:
                raise
            return
        self.balance -= amount
        self.waiting.append((key, amount))

    @precondition(lambda self: self.waiting)
    @rule(place=st.integers(0, 9))
    def cancel(self, place: int) -> None:
        key, amount = self.take(self.waiting, place)
        cashier.cancel_withdrawal(person_id=self.player.id, key=key, now=self.floor.now)
        self.balance += amount

    @rule()
    def send(self) -> None:
        cashier.send_withdrawals(provider=self.till.provider, now=self.floor.now)
        self.sent += self.waiting
        self.waiting = []

    @precondition(lambda self: self.sent)
    @rule(place=st.integers(0, 9), paid=st.booleans(), twice=st.booleans())
    def bank_answers(self, place: int, paid: bool, twice: bool) -> None:
        key, amount = self.take(self.sent, place)
        for _ in range(1 + twice):
            self.till.tell(key, NoticeKind.PAID_OUT if paid else NoticeKind.PAY_OUT_FAILED)
        self.balance += 0 if paid else amount

    @precondition(lambda self: self.credited)
    @rule(place=st.integers(0, 9))
    def charge_back(self, place: int) -> None:
        key, amount = self.take(self.credited, place)
        assert self.till.tell(key, NoticeKind.CHARGED_BACK) == "applied"
        self.balance += sum(each for _, each in self.waiting)
        self.waiting = []
        taken = min(amount, self.balance)
        self.balance -= taken
        self.lost += amount - taken
        assert Person.objects.get(pk=self.player.id).suspended_at is not None
        by = self.staff[0].id
        accounts.reinstate(person_id=self.player.id, reason="esclarecido", by=by, now=self.floor.now)

    @rule(amount=st.integers(-300_00, 300_00).filter(bool), decided=st.sampled_from(["approve", "reject", "own"]))
    def adjust(self, amount: int, decided: str) -> None:
        one, two = self.staff
        proposal = cashier.propose_adjustment(
            person_id=self.player.id,
            amount=amount,
            reason="acerto",
            idempotency_key=uuid.uuid4(),
            by=one.id,
            now=self.floor.now,
        ).adjustment_id
        if decided == "reject":
            cashier.reject_adjustment(adjustment_id=proposal, reason="não", by=two.id, now=self.floor.now)
            return
        by = one.id if decided == "own" else two.id
        try:
            cashier.approve_adjustment(adjustment_id=proposal, by=by, now=self.floor.now)
        except AdjustmentRejected as error:
            short = error.reason == "short-of-funds" and self.balance + amount < 0
            if error.reason != "own-proposal" if decided == "own" else not short:
                raise
            return
        self.balance += amount

    @invariant()
    def agrees_with_the_model(self) -> None:
        assert self.player.balance() == self.balance
        sums = ledger.house_sums(Currency.EUR)
        assert sums.get(AccountKind.PAYOUTS, 0) == sum(amount for _, amount in self.waiting + self.sent)
        assert sums.get(AccountKind.CHARGE_BACKS, 0) == -self.lost


def test_any_history_adds_up() -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        Cashier,
        settings=settings(
            max_examples=25,
            stateful_step_count=25,
            deadline=timedelta(seconds=20),
            phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        ),
    )
