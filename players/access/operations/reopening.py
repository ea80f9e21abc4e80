"""Opening an account again that an exclusion without end closed: the way back that the law leaves (PT-26, PT-28).

The same account, for there is one a person (PT-04); with the terms accepted anew and the identity proven anew, as in
a registration. Limits, history and the bound taxpayer number never went away.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from kernel.rejection import Rejected
from players.accounts.operations.holding import hold_player
from players.accounts.operations.standing import note_standing
from players.accounts.operations.terms import accept_terms
from players.accounts.terms import in_force
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import AccountClosure, ClosureCause, IdentityCheck, Person
from players.protection.operations.national import bar_if_listed

_EMAILS: Final = UUID("2f0b7d0e-3c55-4a39-8d0e-7f6f1f1f7c20")


class ReopeningRejection(StrEnum):
    """Why the account stays closed; in the order of checking."""

    NO_SUCH_PERSON = "no-such-person"
    NOT_CLOSED = "not-closed"
    FOR_GOOD = "for-good"
    """Its holder closed it, or died: only an exclusion leaves a way back."""
    EXCLUDED = "excluded"
    PROHIBITED = "prohibited"
    TERMS_NOT_IN_FORCE = "terms-not-in-force"


RULES: Final = {
    ReopeningRejection.FOR_GOOD: "PT-18",
    ReopeningRejection.EXCLUDED: "PT-26",
    ReopeningRejection.PROHIBITED: "PT-16",
    ReopeningRejection.TERMS_NOT_IN_FORCE: "PT-15",
}


class ReopeningRejected(Rejected):
    """The account stays closed. `until` is when the last exclusion ends, if it does."""

    reason: ReopeningRejection

    def __init__(self, reason: ReopeningRejection, *, until: datetime | None = None) -> None:
        super().__init__(reason, rule=RULES.get(reason), until=until)


@dataclass(frozen=True, slots=True)
class AccountReopened:
    """An account that is open again. `repeat`: it was opened before."""

    person_id: int
    reopened_at: datetime
    repeat: bool


def reopen_account(
    *, person_id: int, terms_version: int, language: str, address: str, now: datetime
) -> AccountReopened:
    """Open the account again, from this moment, and have the identity proven anew before money (PT-02, PT-15).

    The registers of the excluded are asked first, the national list too, and what they said is kept even where it means
    that nothing opens (PT-08). Opening what was opened answers the same. Raises `ReopeningRejected`.
    """
    with transaction.atomic():
        person = hold_player(person_id)
        if person is None:
            raise ReopeningRejected(ReopeningRejection.NO_SUCH_PERSON)
        closure = AccountClosure.objects.filter(person=person).order_by("-pk").first()
        if closure is None:
            raise ReopeningRejected(ReopeningRejection.NOT_CLOSED)
        if closure.reopened_at is not None:
            return AccountReopened(person_id, closure.reopened_at, repeat=True)
        refused = _rejection(person, closure, terms_version, now)
        if refused is None:
            _reopen(person, closure, terms_version=terms_version, language=language, address=address, now=now)
    if refused is not None:
        raise refused
    return AccountReopened(person_id, now, repeat=False)


def _rejection(person: Person, closure: AccountClosure, terms_version: int, now: datetime) -> ReopeningRejected | None:
    if closure.cause not in {ClosureCause.EXCLUSION, ClosureCause.STAFF}:
        return ReopeningRejected(ReopeningRejection.FOR_GOOD)
    bar_if_listed(person_id=person.pk, now=now)
    standing = note_standing(person_id=person.pk, occasion="registration", now=now)
    if standing.excluded:
        return ReopeningRejected(ReopeningRejection.EXCLUDED, until=standing.excluded_until)
    if standing.prohibited:
        return ReopeningRejected(ReopeningRejection.PROHIBITED)
    if terms_version != in_force(now).number:
        return ReopeningRejected(ReopeningRejection.TERMS_NOT_IN_FORCE)
    return None


def _reopen(
    person: Person, closure: AccountClosure, *, terms_version: int, language: str, address: str, now: datetime
) -> None:
    closure.reopened_at, closure.reopened_terms, closure.reopened_from = now, terms_version, address[:45]
    closure.save(update_fields=["reopened_at", "reopened_terms", "reopened_from"])
    person.closed_at, person.verified_at = None, None
    person.save(update_fields=["closed_at", "verified_at"])
    tell(
        EventName.ACCOUNT_REOPENED,
        by=person.pk,
        now=now,
        key=person.person_key,
        person_id=person.pk,
        version=terms_version,
    )
    accept_terms(person_id=person.pk, version=terms_version, language=language, address=address, now=now)
    if not IdentityCheck.objects.filter(person=person, answered_at__isnull=True).exists():
        IdentityCheck.objects.create(person=person, asked_at=now, next_try_at=now)
    key = uuid5(_EMAILS, str(closure.pk))
    write_email(person_id=person.pk, kind="account-reopened", facts={}, idempotency_key=key, now=now)
