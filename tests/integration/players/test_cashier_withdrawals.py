"""Paying out: to whom, from where, with whose consent; and a withdrawal never twice (PT-13, PT-27)."""

import threading
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tills import Till

from kernel.money import Currency
from players.cashier import operations as cashier
from players.cashier.operations import WithdrawalRejected, WithdrawalRejection
from players.cashier.payments.provider import NoticeKind, ProviderAway
from players.models import ExclusionKind, Withdrawal, WithdrawalState
from players.protection.operations.exclusion import exclude
from players.roles import Role
from players.staff.operations import accounts
from reporting.making.figures import day_of
from reporting.making.gathering import gather
from tables.operations.bets import BetRejected
from tests.factories import Floor
from tests.rules import rule
from tests.tampering import as_owner
from wallet import queries as ledger
from wallet.chart import AccountKind


@pytest.fixture
def till(floor: Floor) -> Till:
    return Till(floor)


def on_way() -> int:
    return ledger.house_sums(Currency.EUR).get(AccountKind.PAYOUTS, 0)


def refused(reason: WithdrawalRejection, act: Callable[[], Any]) -> WithdrawalRejected:
    with pytest.raises(WithdrawalRejected) as caught:
        act()
    assert caught.value.reason is reason
    return caught.value


def test_money_leaves_the_balance_at_once_and_the_bank_pays_later(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    till.paid(player, 100_00, instrument=instrument)
    key = till.ask_out(player, 60_00, instrument)
    assert (player.balance(), on_way(), till.withdrawal(key).state) == (40_00, 60_00, WithdrawalState.READY)
    till.sweep()
    assert till.withdrawal(key).state == WithdrawalState.SENT
    refused(
        WithdrawalRejection.TOO_LATE,
        lambda: cashier.cancel_withdrawal(person_id=player.id, key=key, now=floor.now),
    )
    floor.wait(seconds=10)
    assert till.deliver() == ["applied"]
    assert (till.withdrawal(key).state, on_way(), player.balance()) == (WithdrawalState.PAID, 0, 40_00)
    assert till.tell(key, NoticeKind.PAY_OUT_FAILED) == "nothing-new"


def test_a_payment_that_the_bank_does_not_take_comes_back(floor: Floor, till: Till) -> None:
    player = floor.player(cents=100_00)
    key = till.ask_out(player, 10_99, till.instrument(player, proven=True))
    till.sweep()
    floor.wait(seconds=10)
    assert till.deliver() == ["applied"]
    assert (till.withdrawal(key).state, player.balance(), on_way()) == (WithdrawalState.FAILED, 100_00, 0)


def test_a_lost_notice_of_a_payment_out_is_asked_for(floor: Floor, till: Till) -> None:
    player = floor.player(cents=100_00)
    key = till.ask_out(player, 10_00, till.instrument(player, proven=True))
    till.sweep()
    floor.wait(minutes=5)
    till.sweep()
    assert till.withdrawal(key).state == WithdrawalState.PAID
    assert till.deliver() == ["repeat"]


def test_a_provider_that_is_away_gets_the_order_again(
    floor: Floor, till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = floor.player(cents=100_00)
    key = till.ask_out(player, 10_00, till.instrument(player, proven=True))

    def away(*_: object, **__: object) -> None:
        raise ProviderAway

    with monkeypatch.context() as patch:
        patch.setattr(type(till.provider), "pay_out", away)
        till.sweep()
    assert (till.withdrawal(key).state, till.withdrawal(key).provider_ref) == (WithdrawalState.SENT, "")
    till.sweep()
    assert till.withdrawal(key).provider_ref


@rule(
    "PT-13",
    asserts="A withdrawal to an account that never paid in, to another player's, or by a player who is not verified is "
    "refused; 1,000.01 of 1,000.00 too.",
)
def test_players_who_may_not_be_paid_and_their_accounts(floor: Floor, till: Till) -> None:
    player, other, stranger = floor.player(), floor.player(), floor.player(verified=False)
    unproven, proven = till.instrument(player), till.instrument(other, proven=True)
    cases = [
        (WithdrawalRejection.NOT_FUNDING, lambda: till.ask_out(player, 1_00, unproven)),
        (WithdrawalRejection.NO_SUCH_INSTRUMENT, lambda: till.ask_out(player, 1_00, proven)),
        (
            WithdrawalRejection.NOT_VERIFIED,
            lambda: till.ask_out(stranger, 1_00, till.instrument(stranger, proven=True)),
        ),
        (WithdrawalRejection.NO_SUCH_PERSON, lambda: till.ask_out(floor.staff(Role.SUPPORT), 1_00, proven)),
    ]
    for reason, act in cases:
        refused(reason, act)
    for amount in (0, -1, True, 1.5, "1", 10**18):
        refused(WithdrawalRejection.AMOUNT_INVALID, lambda amount=amount: till.ask_out(other, amount, proven))
    short = refused(WithdrawalRejection.SHORT_OF_FUNDS, lambda: till.ask_out(other, 1_000_01, proven))
    assert (short.rule, short.most) == ("PT-05", 1_000_00)


def test_one_key_is_one_withdrawal_and_anothers_does_not_exist(floor: Floor, till: Till) -> None:
    player, other, key = floor.player(), floor.player(), uuid.uuid4()
    instrument = till.instrument(player, proven=True)
    for _ in range(2):
        till.ask_out(player, 10_00, instrument, key)
    assert player.balance() == 990_00
    refused(WithdrawalRejection.KEY_REUSED, lambda: till.ask_out(player, 11_00, instrument, key))
    refused(
        WithdrawalRejection.NO_SUCH_WITHDRAWAL,
        lambda: cashier.cancel_withdrawal(person_id=other.id, key=key, now=floor.now),
    )
    cancelled = [cashier.cancel_withdrawal(person_id=player.id, key=key, now=floor.now) for _ in range(2)]
    assert [each.repeat for each in cancelled] == [False, True]
    assert player.balance() == 1_000_00


@rule("PT-27", asserts="A player excluded for three months withdraws 10.00 at once.")
def test_the_excluded_are_paid_out_and_the_suspended_wait_for_staff(floor: Floor, till: Till) -> None:
    player = floor.player()
    instrument = till.instrument(player, proven=True)
    exclude(person_id=player.id, kind=ExclusionKind.FIXED, months=3, now=floor.now)
    assert till.withdrawal(till.ask_out(player, 10_00, instrument)).state == WithdrawalState.READY
    accounts.suspend(person_id=player.id, reason="teste", by=floor.staff(Role.COMPLIANCE).id, now=floor.now)
    assert till.withdrawal(till.ask_out(player, 10_00, instrument)).state == WithdrawalState.HELD


def test_over_the_limit_two_different_persons_agree(floor: Floor, till: Till) -> None:
    player = floor.player(cents=5_000_00)
    one, two = floor.staff(Role.COMPLIANCE), floor.staff(Role.APPROVER)
    key = till.ask_out(player, 2_000_01, till.instrument(player, proven=True))

    def approve(by: int, reason: str = "conferido") -> cashier.WithdrawalStands:
        return cashier.approve_withdrawal(key=key, reason=reason, by=by, now=floor.now)

    refused(WithdrawalRejection.REASON_MISSING, lambda: approve(one.id, " "))
    refused(WithdrawalRejection.NOT_ALLOWED, lambda: approve(floor.staff(Role.SUPPORT).id))
    refused(WithdrawalRejection.NOT_ALLOWED, lambda: approve(player.id))
    assert approve(one.id).state is WithdrawalState.HELD
    till.sweep()
    refused(WithdrawalRejection.SAME_PERSON, lambda: approve(one.id))
    assert approve(two.id).state is WithdrawalState.READY
    assert approve(two.id).repeat
    till.sweep()
    assert till.withdrawal(key).state == WithdrawalState.SENT


def test_the_sum_of_a_day_counts_not_the_single_request(floor: Floor, till: Till) -> None:
    player, other = floor.player(cents=50_000_00), floor.player(cents=50_000_00)
    instrument, others = till.instrument(player, proven=True), till.instrument(other, proven=True)

    def asked(amount: int, of: int = 0) -> WithdrawalState:
        who = (player, instrument) if of == 0 else (other, others)
        return WithdrawalState(till.withdrawal(till.ask_out(who[0], amount, who[1])).state)

    assert [asked(1_000_00) for _ in range(3)] == ["ready", "ready", "held"]
    assert asked(5) == "held"
    assert asked(2_000_00, of=1) == "ready", "each player has sums of their own"
    till.sweep()
    assert asked(5) == "held", "what was sent counts on"
    floor.wait(hours=24)
    assert asked(5) == "ready"


def test_the_sum_of_seven_days_counts_too(floor: Floor, till: Till) -> None:
    player = floor.player(cents=50_000_00)
    instrument = till.instrument(player, proven=True)
    states = []
    for _ in range(4):
        states.append(till.withdrawal(till.ask_out(player, 1_500_00, instrument)).state)
        floor.wait(hours=25)
    assert states == ["ready", "ready", "ready", "held"]
    floor.wait(days=7)
    assert till.withdrawal(till.ask_out(player, 1_500_00, instrument)).state == WithdrawalState.READY


def test_money_that_came_back_counts_for_nothing(floor: Floor, till: Till) -> None:
    player = floor.player(cents=50_000_00)
    instrument = till.instrument(player, proven=True)
    for _ in range(3):
        key = till.ask_out(player, 1_900_00, instrument)
        assert till.withdrawal(key).state == WithdrawalState.READY
        cashier.cancel_withdrawal(person_id=player.id, key=key, now=floor.now)


@pytest.mark.django_db
@given(asks=st.lists(st.tuples(st.integers(1, 2_500_00), st.integers(0, 60), st.booleans()), max_size=12))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_never_more_than_the_sums_leaves_without_staff(asks: list[tuple[int, int, bool]]) -> None:
    """By any amounts, pauses of so many hours and withdrawals taken back."""
    with transaction.atomic():
        floor = Floor()
        till, player = Till(floor), floor.player(cents=50_000_00)
        instrument = till.instrument(player, proven=True)
        gone: list[tuple[datetime, int]] = []
        for amount, hours, back in asks:
            floor.wait(hours=hours)
            day, week = (
                sum(cents for at, cents in gone if at > floor.now - timedelta(days=days)) + amount for days in (1, 7)
            )
            key = till.ask_out(player, amount, instrument)
            ready = till.withdrawal(key).state == WithdrawalState.READY
            assert ready == (day <= 2_000_00 and week <= 5_000_00)
            if back:
                cashier.cancel_withdrawal(person_id=player.id, key=key, now=floor.now)
            else:
                gone.append((floor.now, amount))
        transaction.set_rollback(True)


def test_staff_turn_a_withdrawal_down_and_the_money_is_back(floor: Floor, till: Till) -> None:
    player, one = floor.player(cents=5_000_00), floor.staff(Role.COMPLIANCE)
    key = till.ask_out(player, 3_000_00, till.instrument(player, proven=True))
    for repeat in (False, True):
        stands = cashier.refuse_withdrawal(key=key, reason="documento em falta", by=one.id, now=floor.now)
        assert (stands.state, stands.repeat) == (WithdrawalState.REFUSED, repeat)
    assert player.balance() == 5_000_00
    refused(
        WithdrawalRejection.TOO_LATE,
        lambda: cashier.approve_withdrawal(
            key=key, reason="afinal sim", by=floor.staff(Role.APPROVER).id, now=floor.now
        ),
    )


def test_the_database_asks_every_caller_for_two_persons(floor: Floor, till: Till) -> None:
    player = floor.player(cents=5_000_00)
    one, two = floor.staff(Role.COMPLIANCE), floor.staff(Role.APPROVER)
    key = till.ask_out(player, 3_000_00, till.instrument(player, proven=True))
    row = Withdrawal.objects.filter(key=key)
    for change in (
        lambda: row.update(state="ready"),
        lambda: row.update(state="sent"),
        lambda: row.update(state="ready", first_by=one.id, first_at=floor.now),
        lambda: row.update(state="ready", first_by=one.id, second_by=one.id),
        lambda: row.update(state="ready", first_by=one.id, second_by=player.id),
        lambda: row.update(state="ready", second_by=two.id),
        lambda: row.update(two_persons=False),
        lambda: row.update(amount=1),
        lambda: row.update(state="refused"),
        lambda: row.update(state="paid", first_by=one.id, second_by=two.id),
        row.delete,
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            change()
    row.update(first_by=one.id, first_at=floor.now)
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        row.update(first_by=two.id)
    assert row.get().state == WithdrawalState.HELD


def race(acts: list[Callable[[], Any]]) -> list[Any]:
    """All at once, each with a connection of its own; answers the results and errors."""
    answers: list[Any] = [None] * len(acts)
    gate = threading.Barrier(len(acts))

    def run(place: int) -> None:
        gate.wait()
        try:
            answers[place] = acts[place]()
        except Exception as error:
            answers[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return answers


@pytest.mark.django_db(transaction=True)
def test_many_withdrawals_at_once_pay_no_more_than_is_there(open_floor: Floor) -> None:
    till, player = Till(open_floor), open_floor.player(cents=100_00)
    instrument = till.instrument(player, proven=True)
    answers = race([lambda: till.ask_out(player, 30_00, instrument) for _ in range(6)])
    assert sum(isinstance(answer, uuid.UUID) for answer in answers) == 3
    assert {error.reason for error in answers if isinstance(error, WithdrawalRejected)} == {"short-of-funds"}
    assert (player.balance(), on_way()) == (10_00, 90_00)


@pytest.mark.django_db(transaction=True)
def test_three_at_once_are_summed(open_floor: Floor) -> None:
    till, player = Till(open_floor), open_floor.player(cents=10_000_00)
    instrument = till.instrument(player, proven=True)
    answers = race([lambda: till.ask_out(player, 1_000_00, instrument) for _ in range(4)])
    states = sorted(till.withdrawal(key).state for key in answers)
    assert states == ["held", "held", "ready", "ready"]


@pytest.mark.django_db(transaction=True)
def test_a_withdrawal_races_bets(open_floor: Floor) -> None:
    floor, till, player = open_floor, Till(open_floor), open_floor.player(cents=100_00)
    instrument = till.instrument(player, proven=True)
    table = floor.table()
    floor.open_round(table)
    floor.sit(player, table)
    answers = race([lambda: till.ask_out(player, 40_00, instrument), lambda: floor.bet(player, table, ponto=40_00)] * 2)
    done = sum(not isinstance(answer, Exception) for answer in answers)
    assert {type(answer) for answer in answers if isinstance(answer, Exception)} <= {WithdrawalRejected, BetRejected}
    assert done == 2
    assert player.balance() == 20_00
    floor.settle(table)


@pytest.mark.django_db(transaction=True)
def test_one_cancels_while_another_pays(open_floor: Floor) -> None:
    till, player = Till(open_floor), open_floor.player(cents=100_00)
    instrument = till.instrument(player, proven=True)
    for _ in range(6):
        key = till.ask_out(player, 10_00, instrument)
        answers = race(
            [
                lambda key=key: cashier.cancel_withdrawal(person_id=player.id, key=key, now=open_floor.now),
                lambda: cashier.send_withdrawals(provider=till.provider, now=open_floor.now),
            ]
        )
        state = till.withdrawal(key).state
        cancelled = not isinstance(answers[0], Exception)
        assert state == (WithdrawalState.CANCELLED if cancelled else WithdrawalState.SENT), answers
    sent = Withdrawal.objects.filter(state=WithdrawalState.SENT).count()
    assert (player.balance(), on_way()) == (100_00 - 10_00 * sent, 10_00 * sent)


@pytest.mark.django_db(transaction=True)
def test_the_same_notice_many_times_at_once_credits_once(open_floor: Floor) -> None:
    till, player = Till(open_floor), open_floor.player(cents=0)
    key = till.start(player)
    answers = race([lambda: till.tell(key, NoticeKind.PAID_IN, event="one")] * 6)
    assert sorted(map(str, answers)) == ["applied"] + ["repeat"] * 5
    assert player.balance() == 50_00


@pytest.mark.django_db(transaction=True)
def test_two_approvals_at_once_by_one_person_are_one(open_floor: Floor) -> None:
    till, player = Till(open_floor), open_floor.player(cents=5_000_00)
    one = open_floor.staff(Role.COMPLIANCE)
    key = till.ask_out(player, 3_000_00, till.instrument(player, proven=True))
    race([lambda: cashier.approve_withdrawal(key=key, reason="visto", by=one.id, now=open_floor.now)] * 4)
    row = till.withdrawal(key)
    assert (row.state, row.first_by_id, row.second_by_id) == (WithdrawalState.HELD, one.id, None)


def test_the_days_report_owes_money_on_its_way_too(floor: Floor, till: Till) -> None:
    day = day_of(floor.now)
    player = floor.player(cents=100_00)
    instrument = till.instrument(player, proven=True)
    till.ask_out(player, 30_00, instrument)
    till.sweep()
    floor.wait(seconds=10)
    till.deliver()
    till.ask_out(player, 20_00, instrument)
    held = gather(day, until=floor.now + timedelta(seconds=1)).liabilities[0]
    assert (held.withdrawals, held.closing, held.closing_on_way) == (50_00, 50_00, 20_00)
    after = gather(day + timedelta(days=1)).liabilities[0]
    assert (after.opening, after.opening_on_way) == (50_00, 20_00)
