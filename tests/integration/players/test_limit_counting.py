"""The sums that limits count, against a plain reckoning from the same lines, however the daily totals were brought up
in between."""

import uuid
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from people import NOW, People

from kernel.calendar import lisbon_date
from kernel.money import Currency
from kernel.periods import Period
from players import headroom
from players.headroom import Day
from players.models import DailyTotal, LimitKind
from players.protection.operations.daily_totals import add_up
from players.protection.operations.limits import set_limit
from tests.funding import deposit_row, lines_of_no_round
from tests.rules import rule
from wallet import operations, queries
from wallet.chart import AccountKind, Code

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _rounds_are_words(db: None) -> Iterator[None]:
    with lines_of_no_round():
        yield


BACK = (Code.STAKE_TAKEN_BACK, Code.REFUND)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.integers(1, 40 * 60)),
        st.tuples(st.just("add up"), st.just(0)),
        st.tuples(st.just("round"), st.just(0)),
        st.tuples(st.just(Code.DEPOSIT), st.integers(1, 500)),
        st.tuples(st.sampled_from([Code.STAKE, *BACK, Code.STAKE_RETURNED, Code.PRIZE]), st.integers(1, 100)),
    ),
    max_size=40,
)


class Reckoning:
    """The same lines, written to the ledger and kept in a list."""

    def __init__(self, people: People) -> None:
        self.player = people.player()
        account = queries.account_id(self.player.person_key, Currency.EUR)
        assert account is not None
        self.account, self.now, self.round, self.held = account, NOW, 0, 0
        self.lines: list[tuple[datetime, Code, int, str]] = []
        self.next_round()
        self.write(Code.DEPOSIT, 100_000)

    def next_round(self) -> None:
        self.round += 1
        self.held = 0

    def write(self, code: Code, amount: int) -> None:
        """A line as the tables or the cashier write it; more than is staked never comes back."""
        reference = "instrument" if code is Code.DEPOSIT else f"T-{self.round}"
        if code in {*BACK, Code.STAKE_RETURNED}:
            amount = min(amount, self.held)
            if amount == 0:
                return
            self.held -= amount
        if code is Code.STAKE:
            self.held += amount
        stakes = operations.open_stakes_account(round_key=f"T-{self.round}", currency=Currency.EUR, now=self.now)
        house = {Code.DEPOSIT: AccountKind.FUNDING, Code.PRIZE: AccountKind.GAMING}.get(code)
        other = stakes if house is None else operations.house_account(house, Currency.EUR)
        debit, credit = (self.account, other) if code is Code.STAKE else (other, self.account)
        with transaction.atomic():
            balances = operations.lock_balances([self.account])
            key = uuid.uuid4()
            if code is Code.DEPOSIT:
                deposit_row(self.player.person_key, amount, key=key, now=self.now)
            line = operations.Line(debit, credit, amount, code, key, reference)
            operations.post([line], balances=balances, now=self.now)
        self.lines.append((self.now, code, amount, reference))

    def days(self) -> dict[date, Day]:
        """Reckoned the plain way, from the first line on."""
        staked: dict[tuple[date, str], int] = defaultdict(int)
        lost: dict[date, int] = defaultdict(int)
        deposited: dict[date, int] = defaultdict(int)
        for at, code, amount, reference in self.lines:
            day = lisbon_date(at)
            if code is Code.DEPOSIT:
                deposited[day] += amount
                continue
            lost[day] += amount if code is Code.STAKE else -amount
            staked[day, reference] += amount if code is Code.STAKE else -amount if code in BACK else 0
        return {
            day: Day(
                sum(max(0, net) for (at, _), net in staked.items() if at == day),
                lost.get(day, 0),
                deposited.get(day, 0),
            )
            for day in {lisbon_date(at) for at, *_ in self.lines}
        }


@rule(
    "PT-22",
    asserts="In 60 drawn histories of bets, returns and waits, each day's count is that of a plain reckoning.",
)
@given(steps=STEPS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_counting_agrees_with_a_plain_reckoning(people: People, steps: list[tuple[Any, int]]) -> None:
    with transaction.atomic():
        reckoning = Reckoning(people)
        person_id = reckoning.player.person_id
        set_limit(
            person_id=person_id, kind=LimitKind.LOSS, period=Period.MONTH, most=1, idempotency_key=uuid.uuid4(), now=NOW
        )
        for act, amount in steps:
            if act == "wait":
                reckoning.now += timedelta(minutes=amount)
            elif act == "round":
                reckoning.next_round()
            elif act == "add up":
                add_up()
            else:
                reckoning.write(act, amount)
            found = headroom.days_of([person_id], since=date(2026, 1, 1))[person_id]
            assert found == reckoning.days()
        assert queries.verify_ledger().agrees
        transaction.set_rollback(True)


def test_the_newest_round_is_never_tallied_and_all_before_it_are(people: People) -> None:
    reckoning = Reckoning(people)
    person_id = reckoning.player.person_id
    set_limit(
        person_id=person_id, kind=LimitKind.STAKE, period=Period.DAY, most=1, idempotency_key=uuid.uuid4(), now=NOW
    )
    for _ in range(3):
        reckoning.next_round()
        reckoning.write(Code.STAKE, 50)
    reckoning.write(Code.DEPOSIT, 7)
    assert add_up() == 1
    assert DailyTotal.objects.get().staked == 100
    assert add_up() == 1
    assert DailyTotal.objects.get().staked == 100
    assert headroom.days_of([person_id], since=date(2026, 3, 1))[person_id] == {
        date(2026, 3, 2): Day(150, 150, 100_007)
    }


def test_a_stake_taken_back_after_midnight_gives_the_new_day_no_room(people: People) -> None:
    reckoning = Reckoning(people)
    reckoning.now = datetime.fromisoformat("2026-03-02T23:59:59+00:00")
    reckoning.write(Code.STAKE, 60)
    reckoning.now += timedelta(seconds=2)
    reckoning.write(Code.STAKE_TAKEN_BACK, 60)
    days = headroom.days_of([reckoning.player.person_id], since=date(2026, 3, 1))[reckoning.player.person_id]
    assert (days[date(2026, 3, 2)].staked, days[date(2026, 3, 3)].staked) == (60, 0)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2026-03-28T23:59:00+00:00", "2026-03-29T00:00:00+00:00"),
        ("2026-03-29T22:59:00+00:00", "2026-03-29T23:00:00+00:00"),
        ("2026-10-24T22:59:00+00:00", "2026-10-24T23:00:00+00:00"),
        ("2026-10-25T23:59:00+00:00", "2026-10-26T00:00:00+00:00"),
    ],
)
def test_days_change_at_midnight_around_both_clock_changes(people: People, first: str, second: str) -> None:
    reckoning = Reckoning(people)
    for moment in (first, second):
        reckoning.now = datetime.fromisoformat(moment)
        reckoning.write(Code.STAKE, 10)
    days = headroom.days_of([reckoning.player.person_id], since=date(2026, 1, 1))[reckoning.player.person_id]
    assert sum(day.staked for day in days.values()) == 20
    assert {day.staked for day in days.values() if day.staked} == {10}
