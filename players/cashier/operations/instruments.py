"""A person's means of payment: adding one, and blocking one that keeps failing (PT-12, GL-46)."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from kernel.rejection import Rejected
from players.accounts import numbers
from players.accounts.operations.holding import hold_player
from players.cashier.masking import masked
from players.cashier.operations.holders import registered_name
from players.cashier.operations.terms import cashier_terms
from players.events.names import EventName
from players.events.telling import tell
from players.models import Deposit, DepositState, Instrument, InstrumentKind, Registration

MOST_INSTRUMENTS: Final = 10
FAILURES: Final = ("payer-rejected", "amount-differs", "currency-differs", "holder-differs")
"""The rejections that count against an instrument: those of its bank, not those of the house."""
_MOBILE: Final = re.compile(r"(?:\+?351|00351)?(9[1236][0-9]{7})", re.ASCII)


class InstrumentRejection(StrEnum):
    """Why a means of payment was not added; in the order of checking."""

    KIND_UNKNOWN = "kind-unknown"
    NUMBER_INVALID = "number-invalid"
    NO_SUCH_PERSON = "no-such-person"
    NO_REGISTRATION = "no-registration"
    KEY_REUSED = "key-reused"
    TOO_MANY = "too-many"
    TAKEN = "taken"


class InstrumentRejected(Rejected):
    """A means of payment was not added."""

    reason: InstrumentRejection


@dataclass(frozen=True, slots=True)
class InstrumentAdded:
    """A means of payment of the person's, new or already there (`repeat`)."""

    instrument_id: int
    label: str
    repeat: bool


def add_instrument(*, person_id: int, kind: str, number: str, idempotency_key: UUID, now: datetime) -> InstrumentAdded:
    """Add a bank account by its IBAN, or MB WAY by its telephone number; it is kept only masked (PT-12).

    The first deposit shows its holder. The same number or key of the same person: the first answer.

    Raises `InstrumentRejected`.
    """
    if kind not in set(InstrumentKind):
        raise InstrumentRejected(InstrumentRejection.KIND_UNKNOWN)
    plain = _plain(InstrumentKind(kind), number)
    if plain is None:
        raise InstrumentRejected(InstrumentRejection.NUMBER_INVALID, rule="PT-12")
    fingerprint = hashlib.sha256(f"{kind}:{plain}".encode()).hexdigest()
    with transaction.atomic():
        if hold_player(person_id) is None:
            raise InstrumentRejected(InstrumentRejection.NO_SUCH_PERSON)
        if registered_name(person_id) is None:
            raise InstrumentRejected(InstrumentRejection.NO_REGISTRATION, rule="PT-12")
        named = Instrument.objects.filter(key=idempotency_key).first()
        if named is not None and (named.person_id, named.fingerprint) != (person_id, fingerprint):
            raise InstrumentRejected(InstrumentRejection.KEY_REUSED)
        found = Instrument.objects.filter(fingerprint=fingerprint).first()
        if found is not None:
            if found.person_id != person_id:
                raise InstrumentRejected(InstrumentRejection.TAKEN, rule="PT-12")
            return InstrumentAdded(found.pk, found.label, repeat=True)
        if Instrument.objects.filter(person_id=person_id).count() >= MOST_INSTRUMENTS:
            raise InstrumentRejected(InstrumentRejection.TOO_MANY, most=MOST_INSTRUMENTS)
        try:
            with transaction.atomic():
                made = Instrument.objects.create(
                    person_id=person_id,
                    key=idempotency_key,
                    kind=kind,
                    label=masked(InstrumentKind(kind), plain),
                    fingerprint=fingerprint,
                    registered_at=now,
                )
            tell(EventName.INSTRUMENT_ADDED, by=person_id, now=now, key=f"M-{made.pk}", person_id=person_id, kind=kind)
        except IntegrityError as error:
            # Only another person, who was not held here, can have come first with the same number or key.
            raise InstrumentRejected(InstrumentRejection.TAKEN, rule="PT-12") from error
    return InstrumentAdded(made.pk, made.label, repeat=False)


def add_registered_account(*, person_id: int, idempotency_key: UUID, now: datetime) -> InstrumentAdded:
    """Add the bank account that the person registered with, so that they type their IBAN once.

    Raises `InstrumentRejected`.
    """
    iban = Registration.objects.filter(person_id=person_id).values_list("iban", flat=True).first()
    if not iban:
        raise InstrumentRejected(InstrumentRejection.NO_REGISTRATION, rule="PT-12")
    return add_instrument(
        person_id=person_id, kind=InstrumentKind.BANK_ACCOUNT, number=iban, idempotency_key=idempotency_key, now=now
    )


def note_failure(instrument: Instrument, *, now: datetime) -> None:
    """Count a deposit that failed: five within ten minutes block the instrument, five more suspend it (GL-46).

    Inside the transaction that rejects the deposit, with its person held.
    """
    terms = cashier_terms()
    failed = Deposit.objects.filter(instrument=instrument, state=DepositState.REJECTED, reason__in=FAILURES)
    if instrument.blocked_at is None:
        if failed.filter(finished_at__gt=now - terms.failures_within).count() < terms.failures:
            return
        instrument.blocked_at, instrument.blocked_until = now, now + terms.block_for
    elif (
        instrument.suspended_at is None
        and failed.filter(started_at__gt=instrument.blocked_at).count() >= terms.failures
    ):
        instrument.suspended_at = now
    else:
        return
    instrument.save(update_fields=["blocked_at", "blocked_until", "suspended_at"])
    tell(
        EventName.INSTRUMENT_BLOCKED,
        by=None,
        now=now,
        key=f"M-{instrument.pk}",
        person_id=instrument.person_id,
        kind=instrument.kind,
        until=None if instrument.suspended_at is not None else instrument.blocked_until,
    )


def note_success(instrument: Instrument, *, now: datetime) -> None:
    """A deposit was credited: the instrument is the person's own, and its failures are forgiven."""
    instrument.proven_at = instrument.proven_at or now
    instrument.blocked_at = instrument.blocked_until = None
    instrument.save(update_fields=["proven_at", "blocked_at", "blocked_until"])


def _plain(kind: InstrumentKind, number: str) -> str | None:
    """The number as it is compared; None for what is none."""
    if len(number) > 60:
        return None
    compact = numbers.compact(number)
    if kind is InstrumentKind.BANK_ACCOUNT:
        return compact if numbers.is_iban(compact) else None
    found = _MOBILE.fullmatch(compact)
    return None if found is None else found[1]
