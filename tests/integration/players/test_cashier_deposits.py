"""Paying in: credits, rejections, and a provider's notices: twice, late, wrongly, never."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from tills import Till, iban

from kernel.money import Currency
from players.cashier import operations as cashier
from players.cashier.operations import DepositRejected, DepositRejection, InstrumentRejected, InstrumentRejection
from players.cashier.operations.sandbox_bank import Choice
from players.cashier.payments.provider import NoticeKind, ProviderAway
from players.models import Deposit, DepositState, ExclusionKind, Instrument, PaymentNotice
from players.protection.operations.exclusion import exclude
from players.roles import Role
from players.staff.operations import accounts
from tests.factories import Floor
from tests.rules import rule
from tests.tampering import as_owner
from wallet import queries as ledger
from wallet.chart import AccountKind


@pytest.fixture
def till(floor: Floor) -> Till:
    return Till(floor)


def test_money_is_credited_once_the_bank_says_so(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.start(player)
    assert (till.deposit(key).state, player.balance()) == (DepositState.PENDING, 0)
    till.choose(key, Choice.APPROVE)
    assert player.balance() == 0
    assert till.deliver() == ["applied"]
    assert (till.deposit(key).state, player.balance()) == (DepositState.CREDITED, 50_00)
    assert till.deposit(key).instrument.proven_at == floor.now


def test_a_notice_that_comes_twice_credits_once(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    till.choose(till.start(player), Choice.TWICE)
    outcomes = till.deliver()
    floor.wait(seconds=10)
    assert outcomes + till.deliver() == ["applied", "repeat"]
    assert player.balance() == 50_00


def test_an_event_that_was_taken_is_ignored_with_any_later_content(floor: Floor, till: Till) -> None:
    """The event's name alone decides: the row would still let this second one credit."""
    player = floor.player(cents=0)
    key = till.start(player)
    assert till.tell(key, NoticeKind.AUTHORISED, event="e-1") == "nothing-new"
    assert till.tell(key, NoticeKind.PAID_IN, event="e-1") == "repeat"
    assert (till.deposit(key).state, player.balance()) == (DepositState.PENDING, 0)
    assert till.tell(key, NoticeKind.PAID_IN, event="e-2") == "applied"
    assert player.balance() == 50_00


def test_notices_out_of_order_and_late(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    till.choose(till.start(player), Choice.OUT_OF_ORDER)
    till.choose(till.start(player), Choice.LATE)
    assert till.deliver() == ["applied"]
    floor.wait(seconds=5)
    assert till.deliver() == ["nothing-new"]
    floor.wait(minutes=2)
    assert till.deliver() == ["applied"]
    assert player.balance() == 100_00


@rule(
    "PT-12",
    asserts="A payment of another amount (51.00 for 50.00), in dollars, or by another holder is refused, sent back, "
    "and leaves the balance at 0.",
)
@pytest.mark.parametrize(
    ("choice", "reason", "detail"),
    [
        (Choice.WRONG_AMOUNT, DepositRejection.AMOUNT_DIFFERS, "5100"),
        (Choice.WRONG_CURRENCY, DepositRejection.CURRENCY_DIFFERS, "USD"),
        (Choice.WRONG_HOLDER, DepositRejection.HOLDER_DIFFERS, "Titular Diferente"),
    ],
)
def test_money_that_is_not_what_was_asked_for_goes_back(
    floor: Floor, till: Till, choice: Choice, reason: DepositRejection, detail: str
) -> None:
    player = floor.player(cents=0)
    key = till.start(player)
    till.choose(key, choice)
    assert till.deliver() == ["refused"]
    row = till.deposit(key)
    assert (row.state, row.reason, row.detail) == (DepositState.REJECTED, reason, detail)
    assert (row.refund_due_at, row.refunded_at) == (floor.now, None)
    till.sweep()
    assert till.deposit(key).refunded_at == floor.now
    assert player.balance() == 0
    assert till.deposit(key).instrument.proven_at is None


@rule("GL-11", asserts="A deposit that the payer turns down at the bank is refused, with that as its reason.")
def test_the_payer_says_no(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.start(player)
    till.choose(key, Choice.REJECT)
    assert till.deliver() == ["applied"]
    row = till.deposit(key)
    assert (row.state, row.reason, row.refund_due_at) == (DepositState.REJECTED, "payer-rejected", None)


def test_money_for_a_player_excluded_meanwhile_goes_back(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.start(player)
    exclude(person_id=player.id, kind=ExclusionKind.SHORT, length=timedelta(days=1), now=floor.now)
    till.choose(key, Choice.APPROVE)
    assert till.deliver() == ["refused"]
    assert (till.deposit(key).reason, till.deposit(key).detail) == ("barred", "excluded")
    assert till.deposit(key).refund_due_at is not None
    assert player.balance() == 0


@rule("PT-19", asserts="A suspended player's deposit is refused as suspended before any bank is asked.")
def test_gates_are_asked_before_the_bank_is(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    accounts.suspend(person_id=player.id, reason="teste", by=floor.staff(Role.COMPLIANCE).id, now=floor.now)
    key = uuid.uuid4()
    with pytest.raises(DepositRejected) as caught:
        till.start(player, instrument=instrument, key=key)
    assert (caught.value.reason, caught.value.block) == (DepositRejection.BARRED, "suspended")
    assert (till.deposit(key).state, till.deposit(key).reason) == (DepositState.REJECTED, "barred")


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (4_99, "too-small"),
        (10_000_01, "too-large"),
        (0, "amount-invalid"),
        (-5_00, "amount-invalid"),
        (True, "amount-invalid"),
        (5.5, "amount-invalid"),
        ("500", "amount-invalid"),
        (10**18, "amount-invalid"),
    ],
)
def test_amounts(floor: Floor, till: Till, amount: int, reason: str) -> None:
    player = floor.player(cents=0)
    with pytest.raises(DepositRejected) as caught:
        till.start(player, amount)
    assert caught.value.reason == reason
    assert not Deposit.objects.exists()


def test_one_key_is_one_wish(floor: Floor, till: Till) -> None:
    player, other, key = floor.player(cents=0), floor.player(cents=0), uuid.uuid4()
    instrument = till.instrument(player)
    for _ in range(3):
        assert till.start(player, instrument=instrument, key=key) == key
    assert Deposit.objects.count() == 1
    for act in (
        lambda: till.start(player, 60_00, instrument=instrument, key=key),
        lambda: till.start(other, key=key),
    ):
        with pytest.raises(DepositRejected) as caught:
            act()
        assert caught.value.reason is DepositRejection.KEY_REUSED
    with pytest.raises(DepositRejected) as caught:
        till.start(other, instrument=instrument)
    assert caught.value.reason is DepositRejection.NO_SUCH_INSTRUMENT
    till.choose(key, Choice.APPROVE)
    till.deliver()
    assert till.start(player, instrument=instrument, key=key) == key
    assert player.balance() == 50_00


@rule(
    "GL-46",
    asserts="After five failures a means of payment is blocked until a stated moment, after five more it is suspended.",
)
def test_five_failures_block_an_instrument_and_five_more_suspend_it(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)

    def fail() -> None:
        till.choose(till.start(player, instrument=instrument), Choice.REJECT)
        till.deliver()
        floor.wait(seconds=30)

    for _ in range(5):
        fail()
    with pytest.raises(DepositRejected) as caught:
        till.start(player, instrument=instrument)
    assert (caught.value.reason, caught.value.rule) == (DepositRejection.INSTRUMENT_BLOCKED, "GL-46")
    assert caught.value.until is not None
    floor.now = caught.value.until
    for _ in range(5):
        fail()
    with pytest.raises(DepositRejected) as caught:
        till.start(player, instrument=instrument)
    assert caught.value.reason is DepositRejection.INSTRUMENT_SUSPENDED


def test_an_instrument_is_suspended_from_its_fifth_failure_on_whatever_fails_later(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    for _ in range(5):
        assert till.tell(till.start(player, instrument=instrument), NoticeKind.REJECTED) == "applied"
    floor.wait(days=1)
    pending = [till.start(player, instrument=instrument) for _ in range(6)]
    for key in pending[:5]:
        till.tell(key, NoticeKind.REJECTED)
    suspended = floor.now
    floor.wait(minutes=1)
    till.tell(pending[5], NoticeKind.REJECTED)
    assert Instrument.objects.get(pk=instrument).suspended_at == suspended


def test_failures_far_apart_or_forgiven_block_nothing(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    for _ in range(7):
        till.choose(till.start(player, instrument=instrument), Choice.REJECT)
        till.deliver()
        floor.wait(minutes=3)
    till.paid(player, instrument=instrument)


def test_a_lost_notice_is_asked_for(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.start(player)
    till.choose(key, Choice.APPROVE)
    floor.wait(minutes=1)
    till.sweep()
    assert till.deposit(key).state == DepositState.PENDING
    floor.wait(minutes=2)
    till.sweep()
    assert (till.deposit(key).state, player.balance()) == (DepositState.CREDITED, 50_00)
    assert till.deliver() == ["repeat"]


def test_an_unpaid_deposit_expires_and_a_later_payment_still_counts(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.start(player)
    floor.wait(minutes=31)
    till.sweep()
    assert till.deposit(key).state == DepositState.EXPIRED
    till.choose(key, Choice.APPROVE)
    assert till.deliver() == ["applied"]
    assert (till.deposit(key).state, player.balance()) == (DepositState.CREDITED, 50_00)


def test_a_provider_that_is_away(floor: Floor, till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    player, key = floor.player(cents=0), uuid.uuid4()
    instrument = till.instrument(player)

    def away(*_: object, **__: object) -> None:
        raise ProviderAway

    with monkeypatch.context() as patch:
        patch.setattr(type(till.provider), "start_deposit", away)
        with pytest.raises(DepositRejected) as caught:
            till.start(player, instrument=instrument, key=key)
    assert caught.value.reason is DepositRejection.PROVIDER_AWAY
    assert till.deposit(key).state == DepositState.PENDING
    assert till.start(player, instrument=instrument, key=key) == key
    with monkeypatch.context() as patch:
        patch.setattr(type(till.provider), "ask", away)
        floor.wait(minutes=5)
        till.sweep()
    assert till.deposit(key).state == DepositState.PENDING


def test_notices_of_an_unknown_and_of_another_payment(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.start(player)
    assert till.tell(key, NoticeKind.PAID_IN, key=uuid.uuid4()) == "unknown"
    assert till.tell(key, NoticeKind.PAID_IN, ref="sb-other") == "mismatch"
    assert till.tell(key, NoticeKind.CHARGED_BACK) == "nothing-new"
    assert till.tell(key, NoticeKind.PAID_OUT) == "unknown"
    assert player.balance() == 0
    assert PaymentNotice.objects.count() == 4


def test_a_charge_back_takes_what_is_there_and_stops_play(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    instrument = till.instrument(player)
    till.paid(player, 30_00, instrument=instrument)
    key = till.paid(player, 100_00, instrument=instrument)
    sent = till.ask_out(player, 60_00, instrument)
    till.sweep()
    waiting = till.ask_out(player, 40_00, instrument)
    till.choose(key, Choice.CHARGE_BACK)
    outcomes = till.deliver()
    assert outcomes == ["applied"]
    assert till.withdrawal(waiting).state == "cancelled"
    assert till.withdrawal(sent).state == "sent"
    assert player.balance() == 0
    assert ledger.house_sums(Currency.EUR)[AccountKind.CHARGE_BACKS] == -30_00
    with pytest.raises(DepositRejected) as caught:
        till.start(player, instrument=instrument)
    assert caught.value.block == "suspended"
    assert till.tell(key, NoticeKind.CHARGED_BACK) == "nothing-new"


@pytest.mark.parametrize("number", ["", "PT50", iban(1)[:-1] + "0", "9" * 61, "<script>", "PT50\0"])
def test_numbers_that_are_none(floor: Floor, number: str) -> None:
    player = floor.player(cents=0)
    for kind in ("bank-account", "mbway"):
        with pytest.raises(InstrumentRejected) as caught:
            cashier.add_instrument(
                person_id=player.id, kind=kind, number=number, idempotency_key=uuid.uuid4(), now=floor.now
            )
        assert caught.value.reason is InstrumentRejection.NUMBER_INVALID


@rule(
    "PT-12",
    asserts="A telephone number registered for MB WAY by one player cannot be registered by another, and cash is no "
    "means of payment.",
)
def test_an_instrument_is_one_persons(floor: Floor) -> None:
    player, other, key = floor.player(cents=0), floor.player(cents=0), uuid.uuid4()

    def add(who: int, key: uuid.UUID, number: str = "+351 912 345 678") -> cashier.InstrumentAdded:
        return cashier.add_instrument(person_id=who, kind="mbway", number=number, idempotency_key=key, now=floor.now)

    first = add(player.id, key)
    assert (first.label, first.repeat) == ("MB WAY 91 •••• 5678", False)
    assert add(player.id, key, "912345678").repeat
    assert add(player.id, uuid.uuid4()).instrument_id == first.instrument_id
    for act, reason in (
        (lambda: add(other.id, uuid.uuid4()), InstrumentRejection.TAKEN),
        (lambda: add(other.id, key, "913345678"), InstrumentRejection.KEY_REUSED),
        (
            lambda: cashier.add_instrument(
                person_id=player.id, kind="cash", number="1", idempotency_key=key, now=floor.now
            ),
            InstrumentRejection.KIND_UNKNOWN,
        ),
        (lambda: add(floor.staff(Role.SUPPORT).id, uuid.uuid4()), InstrumentRejection.NO_SUCH_PERSON),
    ):
        with pytest.raises(InstrumentRejected) as caught:
            act()
        assert caught.value.reason is reason


def test_the_database_keeps_deposits_as_they_were(floor: Floor, till: Till) -> None:
    player = floor.player(cents=0)
    key = till.paid(player)
    row = Deposit.objects.filter(key=key)
    for change in (
        lambda: row.update(amount=1),
        lambda: row.update(state="pending", finished_at=None),
        lambda: row.update(state="rejected", reason="x"),
        lambda: row.update(provider_ref="other"),
        row.delete,
        lambda: PaymentNotice.objects.update(outcome="x"),
        lambda: Instrument.objects.update(fingerprint="x"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            change()
