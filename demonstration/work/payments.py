"""Stories of money: deposits and what became of them, withdrawals and who agreed, corrections by two persons."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from demonstration.work.stage import Member, Stage, Story
from players.cashier import operations as cashier
from players.cashier.operations import sandbox_bank
from players.cashier.operations.sandbox_bank import Choice
from players.cashier.payments.sandbox import Sandbox
from players.models import Deposit, Instrument, Withdrawal
from players.roles import Role

BANK: Final = Sandbox(secret=b"")
"""It is asked for its answers, so that nothing need be signed."""
SOON: Final = timedelta(seconds=40)
EXPIRED: Final = timedelta(minutes=31)
DEPOSITS: Final = (
    Choice.APPROVE, Choice.APPROVE, Choice.REJECT, Choice.APPROVE, Choice.WRONG_HOLDER, Choice.APPROVE, Choice.HANG,
    Choice.APPROVE, Choice.WRONG_AMOUNT, Choice.APPROVE, Choice.CHARGE_BACK, Choice.APPROVE,
)  # fmt: skip
"""What payers choose, one after the other."""
BY_THE_HOUSE: Final = (
    ("Despesa que o banco cobrou ao jogador pelo depósito {}; a casa devolve-a.", 2_50),
    ("Despesa que o banco cobrou ao jogador ao receber o levantamento {}; a casa devolve-a.", 3_75),
    ("Compensação pela espera do levantamento {}, que aguardou duas aprovações.", 12_00),
    ("Despesa que o banco cobrou à casa pela devolução do depósito {}.", -5_00),
)
"""Why the house puts a balance right: what was outside of its books, about a payment that is in them."""


def stories(stage: Stage) -> Iterator[Story]:
    """Everybody pays in and most draw out; some wait, on the last day."""
    payers = [member for member in stage.cast if member.number not in range(24, 30)]
    for place, member in enumerate(payers):
        yield _deposit(stage, member, f"1/{member.number}", DEPOSITS[place % len(DEPOSITS)], stage.free(member))
        yield _withdrawal(stage, member, place, stage.free(member, (9, 20)))
        if place % 2:
            yield _adjustment(stage, member, place, stage.free(member, (9, 17)))
    for place, member in enumerate(payers[:4]):
        at = stage.end - timedelta(minutes=12 - 3 * place)
        yield _deposit(stage, member, f"open/{place}", Choice.HANG, at)
    for place, member in enumerate(payers[4:8]):
        yield _withdrawal(stage, member, 100 + place, stage.late())
        yield _adjustment(stage, member, 100 + place, stage.late())


def pay_in(stage: Stage, member: Member, name: str, amount: int, at: datetime, choice: Choice = Choice.APPROVE) -> None:
    """Inside an act: a deposit, what its payer chose, and what the bank told of it. A refusal is kept as such."""
    instrument = member.mbway if stage.dice.random() < 0.4 else member.bank_account
    try:
        started = cashier.start_deposit(
            person_id=member.id,
            instrument_id=instrument,
            amount=amount,
            idempotency_key=stage.key("deposit", name),
            back="",
            provider=BANK,
            now=at,
        )
    except cashier.DepositRejected:
        return
    decided = Choice.APPROVE if choice is Choice.CHARGE_BACK else choice
    sandbox_bank.choose(ref=started.page.strip("/").rpartition("/")[2], choice=decided, now=at)


def _told(stage: Stage, name: str, at: datetime, *, outward: bool = False) -> None:
    """The bank's word on a payment, as it comes by itself: the house acts."""
    key = stage.key("withdrawal" if outward else "deposit", name)
    notice = BANK.ask(key=key, outward=outward, now=at)
    if notice is not None:
        cashier.take_notice(notice=notice, provider=BANK.name, now=at)


def _deposit(stage: Stage, member: Member, name: str, choice: Choice, at: datetime) -> Story:
    """A deposit that is credited, rejected, sent back, left open or charged back."""
    yield at
    amount = stage.dice.choice((10_00, 20_00, 25_00, 50_00, 75_00, 100_00, 150_00))
    with stage.act(at, member.id):
        pay_in(stage, member, name, amount, at, choice)
    at += SOON
    yield at
    with stage.act(at):
        _told(stage, name, at)
        cashier.send_money_back(provider=BANK, now=at)
    if choice is Choice.HANG:
        at += EXPIRED
        yield at
        with stage.act(at):
            cashier.ask_after_silent(provider=BANK, now=at)
    if choice is Choice.CHARGE_BACK:
        at += timedelta(days=2, hours=3)
        yield at
        with stage.act(at):
            _charge_back(stage, name, at)


def _charge_back(stage: Stage, name: str, at: datetime) -> None:
    ref = Deposit.objects.values_list("provider_ref", flat=True).filter(key=stage.key("deposit", name)).first()
    if ref:
        sandbox_bank.choose(ref=ref, choice=Choice.CHARGE_BACK, now=at)
        _told(stage, name, at)


def _proven(member: Member) -> int:
    """The means of payment from which money came: it goes back there."""
    proven = Instrument.objects.filter(person_id=member.id, proven_at__isnull=False, label__gt="")
    return proven.filter(pk__in=[member.mbway, member.bank_account]).values_list("pk", flat=True).latest("pk")


def _withdrawal(stage: Stage, member: Member, place: int, at: datetime) -> Story:
    """A withdrawal: paid at once, returned by the bank, cancelled; or a large one on which two persons decide."""
    yield at
    name, large = f"{place}/{member.number}", place % 3 == 0 or place >= 100
    amount = stage.dice.randrange(2_100, 2_900) * 100 if large else stage.dice.randrange(20, 90) * 100
    fails = not large and place % 5 == 1
    with stage.act(at, member.id):
        pay_in(stage, member, f"for/{name}", amount + 40_00, at)
    yield (at := at + SOON)
    with stage.act(at):
        _told(stage, f"for/{name}", at)
    yield (at := at + timedelta(minutes=35))
    with stage.act(at, member.id):
        try:
            stands = cashier.request_withdrawal(
                person_id=member.id,
                instrument_id=_proven(member),
                amount=amount - 1 if fails else amount,
                idempotency_key=stage.key("withdrawal", name),
                now=at,
            )
        except cashier.WithdrawalRejected:
            return
    if stands.state.value == "held":
        yield from _two(stage, name, place, at)
        return
    yield (at := at + SOON)
    if place % 7 == 2:
        with stage.act(at, member.id):
            cashier.cancel_withdrawal(person_id=member.id, key=stands.key, now=at)
        return
    yield from _sent(stage, name, at)


def _two(stage: Stage, name: str, place: int, at: datetime) -> Story:
    """The first person agrees, the second too, or one of them refuses; the last days' wait for one or the other."""
    key = stage.key("withdrawal", name)
    if place == 100:
        return
    yield (at := at + timedelta(minutes=stage.dice.randint(20, 90)))
    if place % 4 == 3 and place < 100:
        with stage.by(Role.COMPLIANCE, at):
            reason = "A origem do dinheiro não está provada; pedir primeiro os documentos."
            cashier.refuse_withdrawal(key=key, reason=reason, by=stage.staff[Role.COMPLIANCE], now=at)
        return
    with stage.by(Role.COMPLIANCE, at):
        reason = "Meio de pagamento em nome do jogador; depósitos e jogo vistos."
        cashier.approve_withdrawal(key=key, reason=reason, by=stage.staff[Role.COMPLIANCE], now=at)
    if place > 100:
        return
    yield (at := at + timedelta(minutes=stage.dice.randint(15, 180)))
    with stage.by(Role.APPROVER, at):
        reason = "De acordo."
        cashier.approve_withdrawal(key=key, reason=reason, by=stage.staff[Role.APPROVER], now=at)
    yield from _sent(stage, name, at)


def _sent(stage: Stage, name: str, at: datetime) -> Story:
    yield (at := at + SOON)
    with stage.act(at):
        cashier.send_withdrawals(provider=BANK, now=at)
    yield (at := at + SOON)
    with stage.act(at):
        _told(stage, name, at, outward=True)


def _put_right(member: Member, place: int) -> tuple[str, int, str]:
    """A reason, its amount, and the number of the player's last payment that it is about; else of a deposit."""
    deposits = Deposit.objects.filter(person_id=member.id)
    withdrawals = Withdrawal.objects.filter(person_id=member.id)
    found = (
        ("D", deposits.filter(state="credited")),
        ("L", withdrawals.filter(state="paid")),
        ("L", withdrawals.filter(state="paid", second_at__isnull=False)),
        ("D", deposits.filter(Q(state="charged-back") | Q(refunded_at__isnull=False))),
    )
    for way in (place % len(found), 0):
        letter, rows = found[way]
        key = rows.order_by("-pk").values_list("key", flat=True).first()
        if key is not None:
            reason, amount = BY_THE_HOUSE[way]
            number = f"{letter}-{key.hex[:8]}"
            return reason.format(number), amount, number
    raise AssertionError("everybody of the cast began with a deposit")


def _adjustment(stage: Stage, member: Member, place: int, at: datetime) -> Story:
    """Support proposes; compliance or the approver agrees or does not, but for the last ones."""
    yield at
    reason, amount, number = _put_right(member, place)
    with stage.by(Role.SUPPORT, at):
        made = cashier.propose_adjustment(
            person_id=member.id,
            amount=amount,
            reason=reason,
            reference=number,
            idempotency_key=stage.key("adjustment", place, member.number),
            by=stage.staff[Role.SUPPORT],
            now=at,
        )
    if place >= 100:
        return
    yield (at := at + timedelta(hours=stage.dice.randint(1, 20)))
    role = Role.APPROVER if place % 4 == 1 else Role.COMPLIANCE
    decide: Callable[..., object] = cashier.approve_adjustment
    said = {}
    if place % 6 == 5:
        decide, said = cashier.reject_adjustment, {"reason": "O extrato do banco não mostra esta despesa."}
    with stage.by(role, at), suppress(cashier.AdjustmentRejected):  # the balance may not hold that much
        decide(adjustment_id=made.adjustment_id, by=stage.staff[role], now=at, **said)
