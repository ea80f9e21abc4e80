"""The cashier to the cent, the second and the e-mail: the last that is taken, and the first that is not."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from tills import Till, iban

from kernel.money import MOST
from kernel.periods import Period
from players.cashier import operations as cashier
from players.cashier.operations import (
    AdjustmentRejection,
    DepositRejected,
    DepositRejection,
    InstrumentRejected,
    InstrumentRejection,
    WithdrawalRejected,
    WithdrawalRejection,
    instruments,
)
from players.cashier.payments.provider import NoticeKind, Order, ProviderAway
from players.models import (
    DepositState,
    Email,
    Instrument,
    InstrumentKind,
    LimitKind,
    Registration,
    StandingChange,
    WithdrawalState,
)
from players.protection.operations.limits import set_limit
from players.roles import Role
from tests.factories import Actor, Floor
from tests.rules import rule
from tests.tampering import past_triggers


@pytest.fixture
def till(floor: Floor) -> Till:
    return Till(floor)


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (4_99, DepositRejection.TOO_SMALL),
        (5_00, None),
        (10_000_00, None),
        (10_000_01, DepositRejection.TOO_LARGE),
    ],
)
def test_a_deposit_is_five_euros_at_least_and_ten_thousand_at_most(
    floor: Floor, till: Till, amount: int, reason: DepositRejection | None
) -> None:
    player = floor.player(cents=0)
    if reason is None:
        till.paid(player, amount)
        assert player.balance() == amount
        return
    with pytest.raises(DepositRejected) as caught:
        till.start(player, amount)
    said = caught.value
    least, most = (5_00, None) if reason is DepositRejection.TOO_SMALL else (None, 10_000_00)
    assert (said.reason, said.asked, said.least, said.most) == (reason, amount, least, most)


def test_an_amount_that_is_none_is_told_both_ends(floor: Floor, till: Till) -> None:
    with pytest.raises(DepositRejected) as caught:
        till.start(floor.player(cents=0), 0)
    said = caught.value
    assert (said.reason, said.least, said.most) == (DepositRejection.AMOUNT_INVALID, 5_00, 10_000_00)


def test_a_person_without_a_registration_pays_nothing_in(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    with past_triggers():
        Registration.objects.filter(person_id=player.id).update(ended_at=floor.now)
    key = uuid.uuid4()
    with pytest.raises(DepositRejected) as caught:
        till.start(player, instrument=instrument, key=key)
    assert (caught.value.reason, caught.value.rule) == (DepositRejection.NO_REGISTRATION, "PT-12")
    assert till.deposit(key).state == DepositState.REJECTED
    with pytest.raises(InstrumentRejected) as added:
        cashier.add_instrument(
            person_id=player.id,
            kind=InstrumentKind.MBWAY,
            number="912345678",
            idempotency_key=uuid.uuid4(),
            now=floor.now,
        )
    assert (added.value.reason, added.value.rule) == (InstrumentRejection.NO_REGISTRATION, "PT-12")


def test_an_instrument_another_adds_at_the_same_moment_is_theirs(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look for the number and the row: no lock of one person's keeps another's away."""
    first, second = floor.player(cents=0), floor.player(cents=0)
    facts: Any = {"kind": "bank-account", "number": iban(60_000_100), "now": floor.now}
    masked = instruments.masked

    def meanwhile(kind: InstrumentKind, plain: str) -> str:
        monkeypatch.setattr(instruments, "masked", masked)
        cashier.add_instrument(person_id=first.id, idempotency_key=uuid.uuid4(), **facts)
        return masked(kind, plain)

    monkeypatch.setattr(instruments, "masked", meanwhile)
    with pytest.raises(InstrumentRejected) as caught:
        cashier.add_instrument(person_id=second.id, idempotency_key=uuid.uuid4(), **facts)
    assert (caught.value.reason, caught.value.rule) == (InstrumentRejection.TAKEN, "PT-12")
    assert not Instrument.objects.filter(person_id=second.id).exists()


@rule(
    "PT-21",
    asserts="Under a deposit limit of 100.00 a day, 40.00 and 60.00 are credited, and 5.00 more are refused with PT-21 "
    "and nothing left.",
)
def test_a_limit_takes_deposits_up_to_the_cent(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    set_limit(
        person_id=player.id,
        kind=LimitKind.DEPOSIT,
        period=Period.DAY,
        most=100_00,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    instrument = till.instrument(player)
    till.paid(player, 40_00, instrument=instrument)
    till.paid(player, 60_00, instrument=instrument)
    with pytest.raises(DepositRejected) as caught:
        till.start(player, 5_00, instrument=instrument)
    said = caught.value
    assert (said.reason, said.rule, said.most) == (DepositRejection.OVER_LIMIT, "PT-21", 0)
    assert player.balance() == 100_00
    floor.prove()


def test_ten_means_of_payment_and_no_eleventh(floor: Floor) -> None:
    player = floor.player(cents=0)

    def add(number: int) -> Any:
        facts = {"kind": "bank-account", "number": iban(60_000_000 + number), "idempotency_key": uuid.uuid4()}
        return cashier.add_instrument(person_id=player.id, now=floor.now, **facts)  # type: ignore[arg-type]

    for number in range(10):
        assert not add(number).repeat
    with pytest.raises(InstrumentRejected) as caught:
        add(10)
    assert (caught.value.reason, caught.value.most) == (InstrumentRejection.TOO_MANY, 10)


def test_a_number_is_read_up_to_sixty_signs_and_kept_masked(floor: Floor) -> None:
    number = iban(70_000_001)

    def add(written: str, kind: str = "bank-account") -> Any:
        return cashier.add_instrument(
            person_id=player.id, kind=kind, number=written, idempotency_key=uuid.uuid4(), now=floor.now
        )

    player = floor.player(cents=0)
    assert add(number.ljust(60)).label == f"{number[:4]} •••• {number[-4:]}"
    with pytest.raises(InstrumentRejected) as caught:
        add(number.ljust(61))
    assert caught.value.reason is InstrumentRejection.NUMBER_INVALID
    phone = Instrument.objects.get(pk=add("00351 912 345 678", InstrumentKind.MBWAY).instrument_id)
    assert phone.label == "MB WAY 91 •••• 5678"
    assert add("912345678", InstrumentKind.MBWAY).repeat, "however it is written, it is one number"


def fails(till: Till, actor: Actor, instrument: int, times: int) -> None:
    for _ in range(times):
        till.tell(till.start(actor, instrument=instrument), NoticeKind.REJECTED)


@rule("GL-46", asserts="Five failures block within 599 seconds and not within 600.")
@pytest.mark.parametrize(("seconds", "blocked"), [(599, True), (600, False)])
def test_failures_count_for_ten_minutes_less_the_last_instant(
    floor: Floor, till: Till, seconds: int, blocked: bool
) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    fails(till, player, instrument, 1)
    floor.wait(seconds=seconds)
    fails(till, player, instrument, 4)
    row = Instrument.objects.get(pk=instrument)
    assert (row.blocked_at is not None) is blocked
    assert row.suspended_at is None


def test_a_block_is_an_hour_and_the_fifth_failure_after_it_suspends(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    fails(till, player, instrument, 5)
    floor.wait(seconds=3599)
    with pytest.raises(DepositRejected) as caught:
        till.start(player, instrument=instrument)
    assert caught.value.reason is DepositRejection.INSTRUMENT_BLOCKED
    floor.wait(seconds=1)
    fails(till, player, instrument, 4)
    assert Instrument.objects.get(pk=instrument).suspended_at is None
    fails(till, player, instrument, 1)
    assert Instrument.objects.get(pk=instrument).suspended_at == floor.now


def test_a_payment_barred_by_the_house_is_no_failure_of_the_bank(floor: Floor, till: Till) -> None:
    """The person may pay in again the moment the house lets them."""
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    with past_triggers():
        Registration.objects.filter(person_id=player.id).update(ended_at=floor.now)
    for _ in range(6):
        with pytest.raises(DepositRejected):
            till.start(player, instrument=instrument)
    with past_triggers():
        Registration.objects.filter(person_id=player.id).update(ended_at=None)
    assert till.deposit(till.start(player, instrument=instrument)).state == DepositState.PENDING


def test_a_silent_payment_is_asked_after_once_two_minutes_are_over_and_every_two(
    floor: Floor, till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[uuid.UUID] = []
    ask = type(till.provider).ask

    def noted(self: Any, *, key: uuid.UUID, **others: Any) -> Any:
        asked.append(key)
        return ask(self, key=key, **others)

    monkeypatch.setattr(type(till.provider), "ask", noted)
    came = till.start(floor.player(cents=0))

    def sweep() -> int:
        asked.clear()
        cashier.ask_after_silent(provider=till.provider, now=floor.now)
        return asked.count(came)

    floor.wait(seconds=120)
    assert sweep() == 0
    floor.wait(seconds=1)
    assert sweep() == 1
    floor.wait(seconds=120)
    assert sweep() == 0
    floor.wait(seconds=1)
    assert sweep() == 1


def test_a_payment_out_is_asked_after_once_two_minutes_are_over(floor: Floor, till: Till) -> None:
    player = floor.player(cents=100_00)
    key = till.ask_out(player, 10_00, till.instrument(player, proven=True))
    assert cashier.send_withdrawals(provider=till.provider, now=floor.now) == 1
    floor.wait(seconds=120)
    cashier.ask_after_silent(provider=till.provider, now=floor.now)
    assert till.withdrawal(key).asked_at is None
    floor.wait(seconds=1)
    cashier.ask_after_silent(provider=till.provider, now=floor.now)
    assert till.withdrawal(key).asked_at == floor.now


def test_a_deposit_waits_half_an_hour_and_is_over_then(floor: Floor, till: Till) -> None:
    key = till.start(floor.player(cents=0))
    floor.wait(seconds=1800)
    till.sweep()
    assert till.deposit(key).state == DepositState.PENDING
    floor.wait(seconds=1)
    till.sweep()
    row = till.deposit(key)
    assert (row.state, row.finished_at) == (DepositState.EXPIRED, floor.now)


@pytest.mark.parametrize(
    ("first", "wait", "second", "state"),
    [
        (0, {}, 2_000_00, WithdrawalState.READY),
        (0, {}, 2_000_01, WithdrawalState.HELD),
        (1_000_00, {"hours": 23, "minutes": 59, "seconds": 59}, 1_000_01, WithdrawalState.HELD),
        (1_000_00, {"hours": 24}, 2_000_00, WithdrawalState.READY),
    ],
)
def test_two_persons_look_at_more_than_two_thousand_a_day(
    floor: Floor, till: Till, first: int, wait: dict[str, int], second: int, state: WithdrawalState
) -> None:
    player = floor.player(cents=50_000_00)
    instrument = till.instrument(player, proven=True)
    if first:
        till.ask_out(player, first, instrument)
    floor.wait(**wait)
    assert till.withdrawal(till.ask_out(player, second, instrument)).state == state


@pytest.mark.parametrize(
    ("wait", "last", "state"),
    [
        ({"seconds": -1}, 1_000_00, WithdrawalState.READY),
        ({"seconds": -1}, 1_000_01, WithdrawalState.HELD),
        ({}, 1_000_01, WithdrawalState.READY),
    ],
)
def test_two_persons_look_at_more_than_five_thousand_in_seven_days(
    floor: Floor, till: Till, wait: dict[str, int], last: int, state: WithdrawalState
) -> None:
    player = floor.player(cents=50_000_00)
    instrument = till.instrument(player, proven=True)
    for _ in range(2):
        till.ask_out(player, 2_000_00, instrument)
        floor.wait(hours=24)
    floor.wait(days=5, **wait)
    assert till.withdrawal(till.ask_out(player, last, instrument)).state == state


@pytest.mark.parametrize(("reason", "taken"), [("ab", False), ("abc", True), ("x" * 300, True), ("x" * 301, False)])
def test_staff_give_three_letters_of_reason_at_least_and_three_hundred_at_most(
    floor: Floor, till: Till, reason: str, taken: bool
) -> None:
    player, compliance = floor.player(cents=9_000_00), floor.staff(Role.COMPLIANCE).id
    key = till.ask_out(player, 6_000_00, till.instrument(player, proven=True))
    floor.wait(days=3)

    def approve() -> Any:
        return cashier.approve_withdrawal(key=key, reason=f" {reason} ", by=compliance, now=floor.now)

    if taken:
        assert approve().state == WithdrawalState.HELD
        assert till.withdrawal(key).first_reason == reason
        return
    with pytest.raises(WithdrawalRejected) as caught:
        approve()
    assert (caught.value.reason, caught.value.most) == (WithdrawalRejection.REASON_MISSING, 300)


def test_a_withdrawal_of_no_amount_is_told_the_most(floor: Floor, till: Till) -> None:
    player = floor.player()
    with pytest.raises(WithdrawalRejected) as caught:
        till.ask_out(player, 0, till.instrument(player, proven=True))
    assert (caught.value.reason, caught.value.most) == (WithdrawalRejection.AMOUNT_INVALID, MOST)


@pytest.mark.parametrize(
    ("reason", "reference", "why"),
    [
        ("x" * 500, "y" * 100, None),
        ("x" * 501, "", AdjustmentRejection.TEXT_INVALID),
        ("x", "y" * 101, AdjustmentRejection.TEXT_INVALID),
        ("x", "a\0b", AdjustmentRejection.TEXT_INVALID),
        ("x\0y", "", AdjustmentRejection.TEXT_INVALID),
        (" ", "", AdjustmentRejection.REASON_MISSING),
    ],
)
def test_a_correction_has_a_reason_of_five_hundred_letters_and_a_reference_of_a_hundred(
    floor: Floor, reason: str, reference: str, why: AdjustmentRejection | None
) -> None:
    support, player = floor.staff(Role.SUPPORT).id, floor.player().id

    def propose() -> Any:
        return cashier.propose_adjustment(
            person_id=player,
            amount=1,
            reason=reason,
            reference=reference,
            idempotency_key=uuid.uuid4(),
            by=support,
            now=floor.now,
        )

    if why is None:
        assert not propose().repeat
        return
    with pytest.raises(cashier.AdjustmentRejected) as caught:
        propose()
    assert (caught.value.reason, caught.value.rule) == (why, "D6")


def test_a_correction_turned_down_is_turned_down_again_by_the_same_person_and_by_no_other(floor: Floor) -> None:
    support, player = floor.staff(Role.SUPPORT).id, floor.player()
    first, second = floor.staff(Role.COMPLIANCE).id, floor.staff(Role.COMPLIANCE).id
    made = cashier.propose_adjustment(
        person_id=player.id, amount=5_00, reason="engano", idempotency_key=uuid.uuid4(), by=support, now=floor.now
    )

    def turn_down(by: int) -> Callable[[], Any]:
        return lambda: cashier.reject_adjustment(
            adjustment_id=made.adjustment_id, reason="sem fundamento", by=by, now=floor.now
        )

    assert not turn_down(first)().repeat
    again = turn_down(first)()
    assert (again.repeat, again.transfer, again.state) == (True, None, "rejected")
    with pytest.raises(cashier.AdjustmentRejected) as caught:
        turn_down(second)()
    assert caught.value.reason is AdjustmentRejection.ALREADY_DECIDED
    assert player.balance() == 1_000_00


def test_a_decision_on_a_correction_holds_its_player_before_the_proposal(floor: Floor) -> None:
    """Persons before everything else: a closing of the account meanwhile waits, or was there first."""
    support, compliance, player = floor.staff(Role.SUPPORT).id, floor.staff(Role.COMPLIANCE).id, floor.player()
    made = cashier.propose_adjustment(
        person_id=player.id, amount=5_00, reason="engano", idempotency_key=uuid.uuid4(), by=support, now=floor.now
    )
    with CaptureQueriesContext(connection) as asked:
        cashier.reject_adjustment(
            adjustment_id=made.adjustment_id, reason="sem fundamento", by=compliance, now=floor.now
        )
    locks = [str(each["sql"]) for each in asked.captured_queries if " FOR " in str(each["sql"])]
    held = ["players_person", "wallet_account", "players_adjustment"]
    assert [next(table for table in held if table in each.partition(" FROM ")[2].split()[0]) for each in locks] == held


@rule(
    "GL-11",
    asserts="A player whose withdrawal of 6,000.00 is refused is told the amount and the reason by e-mail, and has "
    "the money again.",
)
def test_a_player_turned_down_is_told_why(floor: Floor, till: Till) -> None:
    player = floor.player(cents=9_000_00)
    key = till.ask_out(player, 6_000_00, till.instrument(player, proven=True))
    compliance = floor.staff(Role.COMPLIANCE).id

    def turn_down() -> Any:
        return cashier.refuse_withdrawal(key=key, reason=" falta o comprovativo ", by=compliance, now=floor.now)

    assert [turn_down().repeat, turn_down().repeat] == [False, True]
    email = Email.objects.get(person_id=player.id, kind="withdrawal-refused")
    assert (email.facts["amount"], email.facts["reason"]) == (6_000_00, "falta o comprovativo")
    assert player.balance() == 9_000_00


def test_money_that_is_not_credited_is_ordered_back_once(
    floor: Floor, till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered: list[uuid.UUID] = []
    send_back = type(till.provider).send_back

    def noted(self: Any, *, key: uuid.UUID, **others: Any) -> None:
        ordered.append(key)
        send_back(self, key=key, **others)

    monkeypatch.setattr(type(till.provider), "send_back", noted)
    player = floor.player(cents=0)
    key = till.start(player)
    assert till.tell(key, NoticeKind.PAID_IN, holder="Rui Reis") == "refused"
    sent = [cashier.send_money_back(provider=till.provider, now=floor.now) for _ in range(2)]
    assert (sent, ordered, till.deposit(key).refunded_at) == ([1, 0], [key], floor.now)
    assert player.balance() == 0


def test_money_for_a_deposit_that_its_payer_gave_up_is_sent_back(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.start(player)
    assert till.tell(key, NoticeKind.REJECTED) == "applied"
    assert till.tell(key, NoticeKind.PAID_IN) == "refused"
    deposit = till.deposit(key)
    assert (deposit.state, deposit.reason, deposit.refund_due_at) == (
        DepositState.REJECTED,
        DepositRejection.PAYER_REJECTED,
        floor.now,
    )
    assert player.balance() == 0


def test_money_that_is_here_before_the_answer_to_the_order_is_credited(
    floor: Floor, till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise ProviderAway

    monkeypatch.setattr(type(till.provider), "start_deposit", away)
    player, key = floor.player(cents=0), uuid.uuid4()
    with pytest.raises(DepositRejected):
        till.start(player, key=key)
    assert till.deposit(key).provider_ref == ""
    assert till.tell(key, NoticeKind.PAID_IN, ref="sb-early") == "applied"
    assert (till.deposit(key).provider_ref, player.balance()) == ("sb-early", 50_00)


def test_news_of_another_amount_than_was_sent_out_is_not_taken(floor: Floor, till: Till) -> None:
    player = floor.player(cents=100_00)
    key = till.ask_out(player, 10_00, till.instrument(player, proven=True))
    till.sweep()
    assert till.tell(key, NoticeKind.PAID_OUT, amount=10_01) == "mismatch"
    assert till.withdrawal(key).state == WithdrawalState.SENT
    assert till.tell(key, NoticeKind.PAID_OUT) == "applied"


@pytest.mark.parametrize(
    ("news", "told"),
    [(NoticeKind.PAID_OUT, "withdrawal-paid"), (NoticeKind.PAY_OUT_FAILED, "withdrawal-failed")],
)
def test_a_player_is_told_what_became_of_a_withdrawal(
    floor: Floor, till: Till, news: NoticeKind, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered: list[Order] = []
    monkeypatch.setattr(
        type(till.provider), "pay_out", lambda _, order, **__: ordered.append(order) or f"sb-{order.key}"
    )
    player = floor.player(cents=100_00)
    key = till.ask_out(player, 10_00, till.instrument(player, proven=True))
    till.sweep()
    assert [(order.key, order.amount, order.holder) for order in ordered] == [(key, 10_00, "Ana Maria Reis")]
    assert till.tell(key, news, currency="USD") == "mismatch"
    assert till.tell(key, news, ref="sb-other") == "mismatch"
    assert till.tell(key, news) == "applied"
    kinds = Email.objects.filter(person_id=player.id, kind__startswith="withdrawal-").values_list("kind", flat=True)
    assert list(kinds) == [told]


def test_news_of_a_withdrawal_that_is_here_before_the_banks_answer_is_taken(
    floor: Floor, till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise ProviderAway

    monkeypatch.setattr(type(till.provider), "pay_out", away)
    player = floor.player(cents=100_00)
    key = till.ask_out(player, 10_00, till.instrument(player, proven=True))
    cashier.send_withdrawals(provider=till.provider, now=floor.now)
    assert till.withdrawal(key).provider_ref == ""
    assert till.tell(key, NoticeKind.PAID_OUT, ref="sb-early") == "applied"
    assert (till.withdrawal(key).state, till.withdrawal(key).provider_ref) == (WithdrawalState.PAID, "sb-early")


def test_a_charge_back_leaves_a_trace_of_whom_it_suspends(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.paid(player)
    assert till.tell(key, NoticeKind.CHARGED_BACK) == "applied"
    assert Email.objects.filter(person_id=player.id, kind="charge-back").count() == 1
    [change] = StandingChange.objects.filter(person_id=player.id, change="suspended")
    assert (change.created_at, str(key) in change.reason) == (floor.now, True)


def test_the_same_withdrawal_asked_for_twice_is_one(floor: Floor, till: Till) -> None:
    player, key = floor.player(cents=100_00), uuid.uuid4()
    instrument = till.instrument(player, proven=True)

    def asked() -> bool:
        return cashier.request_withdrawal(
            person_id=player.id, instrument_id=instrument, amount=10_00, idempotency_key=key, now=floor.now
        ).repeat

    assert [asked(), asked()] == [False, True]
    assert player.balance() == 90_00


def test_a_deposit_expires_while_its_player_is_held(floor: Floor, till: Till) -> None:
    key = till.start(floor.player(cents=0))
    floor.wait(days=2)
    with CaptureQueriesContext(connection) as asked:
        cashier.ask_after_silent(provider=till.provider, now=floor.now)
    assert till.deposit(key).state == DepositState.EXPIRED
    statements = [str(each["sql"]) for each in asked.captured_queries]
    held = next(at for at, each in enumerate(statements) if "players_person" in each and " FOR " in each)
    ended = next(at for at, each in enumerate(statements) if each.startswith("UPDATE") and "expired" in each)
    assert held < ended


def test_a_withdrawal_is_sent_while_its_player_is_held(floor: Floor, till: Till) -> None:
    player = floor.player(cents=100_00)
    till.ask_out(player, 10_00, till.instrument(player, proven=True))
    with CaptureQueriesContext(connection) as asked:
        assert cashier.send_withdrawals(provider=till.provider, now=floor.now) == 1
    locks = [str(each["sql"]) for each in asked.captured_queries if " FOR " in str(each["sql"])]
    assert ["players_person" in locks[0], "players_withdrawal" in locks[-1]] == [True, True]


def test_news_that_money_came_in_changes_nothing_after_a_charge_back(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.paid(player, 50_00)
    assert till.tell(key, NoticeKind.CHARGED_BACK) == "applied"
    assert till.tell(key, NoticeKind.PAID_IN) == "nothing-new"
    assert (till.deposit(key).state, player.balance()) == (DepositState.CHARGED_BACK, 0)


def test_a_deposit_that_was_credited_is_not_begun_again(floor: Floor, till: Till) -> None:
    """The same key: the state as it is, and no page of the provider's."""
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    key = till.paid(player, 50_00, instrument=instrument)
    again = cashier.start_deposit(
        person_id=player.id,
        instrument_id=instrument,
        amount=50_00,
        idempotency_key=key,
        back="/carteira/",
        provider=till.provider,
        now=floor.now,
    )
    assert (again.state, again.page, again.repeat) == (DepositState.CREDITED, "", True)
    assert player.balance() == 50_00


def test_an_unknown_player_cannot_deposit(till: Till, floor: Floor) -> None:
    with pytest.raises(DepositRejected) as caught:
        till.start(Actor(id=10**9, key="unknown", email="unknown@sabot.example", name="Desconhecido"), instrument=1)
    assert caught.value.reason is DepositRejection.NO_SUCH_PERSON
