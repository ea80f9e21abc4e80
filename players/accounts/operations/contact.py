"""A person's e-mail: confirming it, and changing it for another that is confirmed (PT-01, PT-17)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import IntegrityError, transaction

from kernel.rejection import Rejected
from players.accounts.operations.passwords import LONGEST_EMAIL, is_email
from players.events.names import EventName
from players.events.telling import tell
from players.messages.brakes import Asked
from players.messages.operations.asks import ask
from players.messages.operations.emails import write_email
from players.models import DataChange, Person


@dataclass(frozen=True, slots=True)
class EmailConfirmed:
    """The e-mail that stands confirmed. `repeat`: it was so already, and nothing was written."""

    person_id: int
    email: str
    repeat: bool


class ContactRejection(StrEnum):
    """Why an e-mail was not confirmed or changed; in the order of checking."""

    EMAIL_INVALID = "email-invalid"
    SAME_EMAIL = "same-email"
    OUTDATED = "outdated"
    """The e-mail is about an address that is no longer this person's."""
    EMAIL_TAKEN = "email-taken"


class ContactRejected(Rejected):
    """An e-mail was not confirmed or changed."""

    reason: ContactRejection
    rule = "PT-01"


def confirm_email(*, person_id: int, email: str, now: datetime) -> EmailConfirmed:
    """Note that e-mails to `email` reach the person.

    Raises `ContactRejected` when the address is no longer the person's.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).filter(pk=person_id, email=email).first()
        if person is None:
            raise ContactRejected(ContactRejection.OUTDATED)
        repeat = person.email_confirmed_at is not None
        if not repeat:
            person.email_confirmed_at = now
            person.save(update_fields=["email_confirmed_at"])
            # The e-mail's link says who this is; the browser that followed it may have no signed-in user.
            tell(EventName.ACCOUNT_CONFIRMED, by=None, now=now, key=person.person_key, person_id=person_id)
    return EmailConfirmed(person_id, email, repeat)


def ask_confirmation(*, email: str, idempotency_key: UUID, now: datetime, origin: str = "") -> None:
    """Ask for the confirming e-mail again: the next sweep writes it, if the address is known and unconfirmed.

    Its link leads to `origin`, the house's address that the person came from. Raises `TooOften`, for unknown addresses
    alike.
    """
    subject = email.strip().lower()[:LONGEST_EMAIL]
    ask(kind=Asked.CONFIRMATION, subject=subject, facts={"origin": origin}, key=idempotency_key, now=now)


def ask_email_change(*, person_id: int, email: str, idempotency_key: UUID, now: datetime, origin: str = "") -> None:
    """Ask for an e-mail to the new address; the change is made when its link is followed, which leads to `origin`.

    An address that is another person's gets no e-mail and the same silence. Raises `ContactRejected` and `TooOften`.
    """
    email = email.strip().lower()
    if not is_email(email):
        raise ContactRejected(ContactRejection.EMAIL_INVALID)
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).get(pk=person_id)
        if person.email == email:
            raise ContactRejected(ContactRejection.SAME_EMAIL)
        facts = {"person": person_id, "email": email, "before": person.email, "to": email, "origin": origin}
        ask(kind=Asked.EMAIL_CHANGE, subject=f"person:{person_id}", facts=facts, key=idempotency_key, now=now)


def change_email(
    *, person_id: int, before: str, email: str, address: str, idempotency_key: UUID, now: datetime
) -> EmailConfirmed:
    """Change the person's address to the one whose e-mail was answered, note it and tell the old address.

    Raises `ContactRejected`.
    """
    try:
        with transaction.atomic():
            person = Person.objects.select_for_update(no_key=True).filter(pk=person_id).first()
            if person is not None and person.email == email:
                return EmailConfirmed(person_id, email, repeat=True)
            if person is None or person.email != before:
                raise ContactRejected(ContactRejection.OUTDATED)
            person.email, person.email_confirmed_at = email, now
            person.save(update_fields=["email", "email_confirmed_at"])
            DataChange.objects.create(
                person=person, what="email", before=before, after=email, by=person, address=address, at=now
            )
            key = person.person_key
            tell(EventName.ACCOUNT_CHANGED, by=None, now=now, key=key, person_id=person_id, fields=["email"])
            facts = {"email": email, "to": before, "changed_at": now.isoformat()}
            write_email(
                person_id=person_id, kind="email-changed", facts=facts, idempotency_key=idempotency_key, now=now
            )
    except IntegrityError as error:
        raise ContactRejected(ContactRejection.EMAIL_TAKEN, rule="PT-04") from error
    return EmailConfirmed(person_id, email, repeat=False)
