"""Passwords, second factors and the payment account: each change noted, its owner told (PT-17, GL-05)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID, uuid4

from django.contrib.auth.hashers import make_password
from django.db import transaction

from kernel.rejection import Rejected
from players.access.operations.sign_in import end_devices, normalised, open_locks
from players.accounts import numbers
from players.accounts.operations.holding import hold_player
from players.accounts.operations.passwords import password_lacks
from players.events.names import EventName
from players.events.telling import tell
from players.messages.brakes import Asked
from players.messages.operations.asks import ask
from players.messages.operations.emails import write_email
from players.models import DataChange, Person, Registration


@dataclass(frozen=True, slots=True)
class CredentialChanged:
    """A changed credential, and how many other devices were signed out by the change."""

    person_id: int
    what: str
    devices: int = 0


class CredentialRejection(StrEnum):
    """Why nothing was changed; in the order of checking."""

    NO_SUCH_PERSON = "no-such-person"
    PASSWORD_WEAK = "password-weak"  # noqa: S105  (a reason, not a password)
    IBAN_INVALID = "iban-invalid"
    SAME_AS_BEFORE = "same-as-before"


class CredentialRejected(Rejected):
    """Nothing was changed. `details` are the codes of what a password lacks."""

    reason: CredentialRejection
    rule = "PT-17"
    details: tuple[str, ...]

    def __init__(self, reason: CredentialRejection, *, rule: str | None = None, details: tuple[str, ...] = ()) -> None:
        super().__init__(reason, rule=rule)
        vars(self).update(details=details)


def ask_recovery(*, email: str, idempotency_key: UUID, now: datetime, origin: str = "") -> None:
    """Ask for an e-mail with a way to a new password: the next sweep writes it, if the address is known.

    Its link leads to `origin`, the house's address that the person came from. Raises `TooOften`, for unknown e-mails
    alike.
    """
    ask(kind=Asked.RECOVERY, subject=normalised(email), facts={"origin": origin}, key=idempotency_key, now=now)


def change_password(
    *, person_id: int, password: str, address: str, now: datetime, session: str | None = None, recovered: bool = False
) -> CredentialChanged:
    """Give the person a new password; every other device than that of `session` is signed out.

    `recovered`: the person followed the link of an e-mail, which proves the mailbox: it opens a lock. Raises
    `CredentialRejected`.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).filter(pk=person_id, is_active=True).first()
        if person is None:
            raise CredentialRejected(CredentialRejection.NO_SUCH_PERSON)
        held = Registration.objects.filter(person_id=person_id)
        known = held.values_list("full_name", "nif", "profession", "phone").first()
        if lacks := password_lacks(password, person, words=known or ()):
            raise CredentialRejected(CredentialRejection.PASSWORD_WEAK, details=lacks)
        if person.check_password(password):
            raise CredentialRejected(CredentialRejection.SAME_AS_BEFORE)
        person.password = make_password(password)
        fields = ["password"]
        if recovered and person.email_confirmed_at is None:
            person.email_confirmed_at = now
            fields.append("email_confirmed_at")
        person.save(update_fields=fields)
        if recovered:
            open_locks(person_id=person_id, now=now)
        devices = end_devices(person_id=person_id, but=session, now=now)
        _note(person, "password", by=None if recovered else person_id, address=address, now=now)
    return CredentialChanged(person_id, "password", devices)


def change_payment_account(*, person_id: int, iban: str, address: str, now: datetime) -> CredentialChanged:
    """Change the payment account that the player registered (PT-01).

    Raises `CredentialRejected`.
    """
    iban = numbers.compact(iban)
    if not numbers.is_iban(iban):
        raise CredentialRejected(CredentialRejection.IBAN_INVALID, rule="PT-01")
    with transaction.atomic():
        person = hold_player(person_id)
        registration = Registration.objects.filter(person_id=person_id, ended_at__isnull=True).first()
        if person is None or registration is None:
            raise CredentialRejected(CredentialRejection.NO_SUCH_PERSON)
        if registration.iban == iban:
            raise CredentialRejected(CredentialRejection.SAME_AS_BEFORE)
        before, registration.iban = registration.iban, iban
        registration.save(update_fields=["iban"])
        _note(person, "iban", by=person_id, before=before, after=iban, address=address, now=now)
    return CredentialChanged(person_id, "iban")


def note_second_factor(*, person_id: int, what: str, address: str, now: datetime) -> CredentialChanged:
    """Note that a second factor was added, removed or replaced; `what` says which and how."""
    with transaction.atomic():
        # Set up on the way in, before the sign-in.
        _note(Person.objects.get(pk=person_id), "second-factor", by=None, after=what, address=address, now=now)
    return CredentialChanged(person_id, "second-factor")


def _note(
    person: Person, what: str, *, by: int | None, address: str, now: datetime, before: str = "", after: str = ""
) -> None:
    DataChange.objects.create(person=person, what=what, before=before, after=after, by=person, address=address, at=now)
    tell(EventName.ACCOUNT_CHANGED, by=by, now=now, key=person.person_key, person_id=person.pk, fields=[what])
    facts = {"what": what, "changed_at": now.isoformat()}
    write_email(person_id=person.pk, kind="security-changed", facts=facts, idempotency_key=uuid4(), now=now)
