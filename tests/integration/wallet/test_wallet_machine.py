"""Any history of deposits, stakes, settlements and rejections: the ledger holds what a plain dictionary says."""

import uuid
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from ledger_words import NOW, Ledger

from kernel.money import MOST, Currency
from wallet import operations, queries
from wallet.chart import AccountKind, Code
from wallet.operations import DepositRejected, Line, MoveRejection, ShortOfFunds, WithdrawalRejected

pytestmark = pytest.mark.django_db

PLAYERS = 4
amounts = st.one_of(st.integers(1, 2_000), st.integers(2**31 - 2, 2**33))
stakes = st.one_of(st.integers(1, 400), st.integers(1, 400), amounts)
players = st.integers(0, PLAYERS - 1)


class House(RuleBasedStateMachine):
    """The model: each player's balance, each open round's stakes by player, and the answer to each key."""

    rounds = Bundle("rounds")

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.ledger = Ledger()
        self.keys = [self.ledger.player() for _ in range(PLAYERS)]
        self.accounts = [self.ledger.account(key) for key in self.keys]
        self.gaming = self.ledger.house(AccountKind.GAMING)
        self.commission = self.ledger.house(AccountKind.COMMISSION)
        self.has = [0] * PLAYERS
        self.house = 0
        self.held: dict[int, list[tuple[int, int]]] = {}
        self.codes: dict[int, str] = {}
        self.deposits: list[tuple[int, int, uuid.UUID, int]] = []
        self.moment: datetime = NOW
        self.past: list[tuple[datetime, list[int]]] = []

    def teardown(self) -> None:
        try:
            proof = queries.verify_ledger()
            assert proof.agrees, proof.differences
            assert {account.account: account.amount for account in queries.open_stakes()} == {
                held: sum(amount for _, amount in bets) for held, bets in self.held.items() if bets
            }
            for moment, had in self.past:
                assert [queries.balance_at(key, Currency.EUR, moment) for key in self.keys] == had
            for place, key in enumerate(self.keys):
                lines = queries.statement(key, Currency.EUR, limit=10_000)
                assert sum(line.amount for line in lines) == self.has[place]
        finally:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    def tick(self) -> datetime:
        self.past.append((self.moment, list(self.has)))
        self.moment += timedelta(minutes=1)
        return self.moment

    @initialize(target=rounds, funds=st.tuples(*[st.integers(1_000, 2**33)] * PLAYERS))
    def begin(self, funds: tuple[int, ...]) -> int:
        """Everybody has money and a round is open, so that most histories get as far as bets."""
        for player, amount in enumerate(funds):
            self.deposit(player, amount)
        return self.open_round()

    @rule(player=players, amount=amounts)
    def deposit(self, player: int, amount: int) -> None:
        key = uuid.uuid4()
        moved = operations.deposit(person_key=self.keys[player], amount=amount, idempotency_key=key, now=self.tick())
        assert (moved.balance_before, moved.repeat) == (self.has[player], False)
        self.has[player] += amount
        assert moved.balance_after == self.has[player]
        self.deposits.append((player, amount, key, moved.transfer))

    @precondition(lambda self: self.deposits)
    @rule(data=st.data(), other=amounts)
    def deposit_again(self, data: st.DataObject, other: int) -> None:
        player, amount, key, transfer = data.draw(st.sampled_from(self.deposits))
        again = operations.deposit(person_key=self.keys[player], amount=amount, idempotency_key=key, now=self.moment)
        assert (again.transfer, again.repeat) == (transfer, True)
        if other != amount:
            with pytest.raises(DepositRejected) as refused:
                operations.deposit(person_key=self.keys[player], amount=other, idempotency_key=key, now=self.moment)
            assert refused.value.reason is MoveRejection.KEY_REUSED

    @rule(player=players, amount=amounts)
    def withdraw(self, player: int, amount: int) -> None:
        if amount > self.has[player]:
            with pytest.raises(WithdrawalRejected) as refused:
                operations.request_withdrawal(
                    person_key=self.keys[player], amount=amount, idempotency_key=uuid.uuid4(), now=self.moment
                )
            assert (refused.value.asked, refused.value.most) == (amount, self.has[player])
            return
        operations.request_withdrawal(
            person_key=self.keys[player], amount=amount, idempotency_key=uuid.uuid4(), now=self.tick()
        )
        self.has[player] -= amount

    @rule(amount=st.sampled_from([0, -1, MOST + 1, True]))
    def deposit_nonsense(self, amount: int) -> None:
        with pytest.raises(DepositRejected):
            operations.deposit(person_key=self.keys[0], amount=amount, idempotency_key=uuid.uuid4(), now=self.moment)

    @rule(target=rounds)
    def another_round(self) -> int:
        return self.open_round()

    def open_round(self) -> int:
        held, code = self.ledger.round()
        self.held[held], self.codes[held] = [], code
        return held

    @rule(held=rounds, bets=st.lists(st.tuples(players, stakes), min_size=1, max_size=8))
    def stake(self, held: int, bets: list[tuple[int, int]]) -> None:
        """A slip of several bets, perhaps of several players: all or nothing."""
        left = list(self.has)
        short = None
        for player, amount in bets:
            if short is None and amount > left[player]:
                short = player
            left[player] -= amount
        lines = [
            Line(self.accounts[player], held, amount, Code.STAKE, uuid.uuid4(), self.codes[held])
            for player, amount in bets
        ]
        touched = tuple({self.accounts[player] for player, _ in bets})
        if short is not None:
            with pytest.raises(ShortOfFunds) as refused:
                self.ledger.post(*lines, players=touched, now=self.moment)
            assert refused.value.account == self.accounts[short]
            return
        self.ledger.post(*lines, players=touched, now=self.tick())
        self.has = left
        self.held[held].extend(bets)

    @rule(held=consumes(rounds), data=st.data())
    def settle(self, held: int, data: st.DataObject) -> None:
        """Each bet wins even money less a commission, is returned, or is lost; the round's account ends empty."""
        code, bets = self.codes[held], self.held.pop(held)
        lines: list[Line] = []
        lost = taken = 0
        for player, amount in bets:
            account = self.accounts[player]
            end = data.draw(st.sampled_from(["win", "push", "lose"]))
            if end == "lose":
                lost += amount
                continue
            lines.append(Line(held, account, amount, Code.STAKE_RETURNED, uuid.uuid4(), code))
            self.has[player] += amount
            if end == "win":
                fee = amount // 20
                lines.append(Line(self.gaming, account, amount - fee, Code.PRIZE, uuid.uuid4(), code))
                self.has[player] += amount - fee
                self.house -= amount - fee
                taken += fee
        if lost:
            lines.append(Line(held, self.gaming, lost, Code.STAKES_LOST, uuid.uuid4(), code))
            self.house += lost
        if taken:
            lines.append(Line(self.gaming, self.commission, taken, Code.COMMISSION, uuid.uuid4(), code))
        # The dictionary was brought up to date above: the moment before is the end of the last rule.
        self.moment += timedelta(minutes=1)
        self.ledger.post(*lines, players=tuple({self.accounts[player] for player, _ in bets}), now=self.moment)
        assert queries.stakes_left(held) == 0

    @rule(held=consumes(rounds))
    def void(self, held: int) -> None:
        code, bets = self.codes[held], self.held.pop(held)
        lines = [Line(held, self.accounts[player], amount, Code.REFUND, uuid.uuid4(), code) for player, amount in bets]
        self.ledger.post(*lines, players=tuple({self.accounts[player] for player, _ in bets}), now=self.tick())
        for player, amount in bets:
            self.has[player] += amount

    @invariant()
    def everybody_has_what_the_dictionary_says(self) -> None:
        found = queries.balances(self.keys, Currency.EUR)
        assert [found[key] for key in self.keys] == self.has

    @invariant()
    def the_house_has_what_the_dictionary_says(self) -> None:
        sums = queries.house_sums(Currency.EUR)
        assert sums[AccountKind.GAMING] + sums[AccountKind.COMMISSION] == self.house


def test_any_history_adds_up() -> None:
    run_state_machine_as_test(
        House,
        settings=settings(
            max_examples=40,
            stateful_step_count=25,
            deadline=None,
            phases=(Phase.explicit, Phase.generate, Phase.shrink),
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
