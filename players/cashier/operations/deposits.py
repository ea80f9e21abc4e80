"""Paying in: a wish is written down, the provider is asked, and its notices decide (PT-12, PT-R02, PT-R04)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import transaction

from kernel.money import is_amount
from kernel.rejection import Rejected
from players import gates
from players.accounts.operations.holding import hold_player
from players.cashier.operations.holders import registered_name
from players.cashier.operations.instruments import note_failure
from players.cashier.operations.telling import tell_deposit
from players.cashier.operations.terms import cashier_terms
from players.cashier.payments.provider import Order, Provider, ProviderAway
from players.events.names import EventName
from players.models import Deposit, DepositState, Instrument, Person


class DepositRejection(StrEnum):
    """Why a deposit was not begun, or was not credited; in the order of checking."""

    AMOUNT_INVALID = "amount-invalid"
    TOO_SMALL = "too-small"
    TOO_LARGE = "too-large"
    NO_SUCH_PERSON = "no-such-person"
    NO_SUCH_INSTRUMENT = "no-such-instrument"
    KEY_REUSED = "key-reused"
    NO_REGISTRATION = "no-registration"
    BARRED = "barred"
    """A block of `players.gates` stands."""
    OVER_LIMIT = "over-limit"
    """More than the person's own limits leave."""
    INSTRUMENT_SUSPENDED = "instrument-suspended"
    INSTRUMENT_BLOCKED = "instrument-blocked"
    PROVIDER_AWAY = "provider-away"
    PAYER_REJECTED = "payer-rejected"
    AMOUNT_DIFFERS = "amount-differs"
    CURRENCY_DIFFERS = "currency-differs"
    HOLDER_DIFFERS = "holder-differs"


class DepositRejected(Rejected):
    """A deposit was not begun. `block` says what bars the player, and `until` when it falls by itself."""

    reason: DepositRejection
    block: gates.Block | None = None


@dataclass(frozen=True, slots=True)
class DepositStarted:
    """A deposit that waits for its payer at `page`; a repeat that is decided already has no page."""

    key: UUID
    state: DepositState
    page: str
    repeat: bool


def start_deposit(
    *,
    person_id: int,
    instrument_id: int,
    amount: int,
    idempotency_key: UUID,
    back: str,
    provider: Provider,
    now: datetime,
) -> DepositStarted:
    """Begin to pay `amount` cents in by the person's own instrument; `back` is where the payer returns to.

    A wish that gates, limits or the instrument's state refuse is kept with its reason (PT-R04). The same key and facts:
    the first answer.

    Raises `DepositRejected`.
    """
    _check_amount(amount)
    with transaction.atomic():
        earlier, refused = _written(person_id, instrument_id, amount, idempotency_key, now)
    if refused is not None:
        raise refused
    if earlier is not None and earlier != DepositState.PENDING:
        return DepositStarted(idempotency_key, earlier, "", repeat=True)
    return _page(idempotency_key, back, provider, now, repeat=earlier is not None)


def _written(
    person_id: int, instrument_id: int, amount: int, key: UUID, now: datetime
) -> tuple[DepositState | None, DepositRejected | None]:
    """Write the wish down, unless it is there already: then its state. With it, why it is refused at once, if it is."""
    person = hold_player(person_id)
    if person is None:
        raise DepositRejected(DepositRejection.NO_SUCH_PERSON)
    instrument = Instrument.objects.filter(pk=instrument_id, person=person).first()
    if instrument is None:
        raise DepositRejected(DepositRejection.NO_SUCH_INSTRUMENT, rule="PT-12")
    refused = standing_rejection(person, amount, key, now) or _instrument_rejection(instrument, now)
    deposit, created = Deposit.objects.get_or_create(
        key=key,
        defaults={
            "person": person,
            "instrument": instrument,
            "amount": amount,
            "state": DepositState.PENDING if refused is None else DepositState.REJECTED,
            "reason": "" if refused is None else refused.reason.value,
            "detail": "" if refused is None or refused.block is None else refused.block.value,
            "started_at": now,
            "finished_at": None if refused is None else now,
        },
    )
    if created:
        if refused is not None:
            cause = refused.reason.value
            tell_deposit(EventName.DEPOSIT_REJECTED, deposit, by=person_id, now=now, cause=cause)
        return None, refused
    if (deposit.person_id, deposit.instrument_id, deposit.amount) != (person_id, instrument_id, amount):
        raise DepositRejected(DepositRejection.KEY_REUSED, asked=amount)
    return DepositState(deposit.state), None


def standing_rejection(person: Person, amount: int, key: UUID, now: datetime) -> DepositRejected | None:
    """What stands against the person's paying in, under the lock of the person; asked at the start and again when the
    money is there."""
    if registered_name(person.pk) is None:
        return DepositRejected(DepositRejection.NO_REGISTRATION, rule="PT-12")
    answer = gates.may_deposit(person_id=person.pk, amount=amount, pending_key=key, now=now)
    if answer.block is not None:
        return DepositRejected(
            DepositRejection.BARRED, rule=answer.rule, asked=amount, block=answer.block, until=answer.until
        )
    if answer.headroom is not None and amount > answer.headroom.most:
        left = answer.headroom
        return DepositRejected(
            DepositRejection.OVER_LIMIT, rule=left.rule, asked=amount, most=left.most, until=left.until
        )
    return None


def reject(deposit: Deposit, reason: DepositRejection, *, detail: str = "", money_is_here: bool, now: datetime) -> None:
    """End the deposit with a reason, and have the money that came sent back. The person is held."""
    deposit.state, deposit.reason, deposit.detail, deposit.finished_at = DepositState.REJECTED, reason, detail, now
    if money_is_here:
        deposit.refund_due_at = now
    deposit.save(update_fields=["state", "reason", "detail", "finished_at", "refund_due_at"])
    tell_deposit(EventName.DEPOSIT_REJECTED, deposit, by=None, now=now, cause=reason.value)
    if reason not in {DepositRejection.BARRED, DepositRejection.OVER_LIMIT}:
        note_failure(deposit.instrument, now=now)


def order_of(deposit: Deposit, *, back: str = "") -> Order:
    """The deposit as the provider is told of it."""
    holder = registered_name(deposit.person_id)
    return Order(deposit.key, deposit.amount, deposit.instrument.label, holder or "", back)


def _check_amount(amount: int) -> None:
    terms = cashier_terms()
    if not is_amount(amount):
        raise DepositRejected(DepositRejection.AMOUNT_INVALID, least=terms.deposit_least, most=terms.deposit_most)
    if amount < terms.deposit_least:
        raise DepositRejected(DepositRejection.TOO_SMALL, asked=amount, least=terms.deposit_least)
    if amount > terms.deposit_most:
        raise DepositRejected(DepositRejection.TOO_LARGE, asked=amount, most=terms.deposit_most)


def _instrument_rejection(instrument: Instrument, now: datetime) -> DepositRejected | None:
    if instrument.suspended_at is not None:
        return DepositRejected(DepositRejection.INSTRUMENT_SUSPENDED, rule="GL-46")
    if instrument.blocked_until is not None and now < instrument.blocked_until:
        return DepositRejected(DepositRejection.INSTRUMENT_BLOCKED, rule="GL-46", until=instrument.blocked_until)
    return None


def _page(key: UUID, back: str, provider: Provider, now: datetime, *, repeat: bool) -> DepositStarted:
    """Have the provider begin; the sweep later ends a payment without an answer."""
    deposit = Deposit.objects.select_related("instrument").get(key=key)
    try:
        started = provider.start_deposit(order_of(deposit, back=back), now=now)
    except ProviderAway as error:
        raise DepositRejected(DepositRejection.PROVIDER_AWAY, asked=deposit.amount) from error
    Deposit.objects.filter(pk=deposit.pk, provider_ref="").update(provider_ref=started.ref)
    return DepositStarted(key, DepositState.PENDING, started.page, repeat=repeat)
