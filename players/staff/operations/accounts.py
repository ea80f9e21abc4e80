"""Making members of staff, and changing the standing of persons.

Instants are aware UTC. A nickname, an e-mail and a person's key belong to one person for ever.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from kernel.rejection import Rejected
from players.access.operations.registration import PersonRegistered
from players.accounts import nicknames, numbers
from players.accounts.details import is_person_name
from players.accounts.operations.holding import hold_player
from players.accounts.operations.passwords import is_email, password_lacks
from players.events.names import EventName
from players.events.telling import tell
from players.models import Change, Kind, Person, StandingChange
from players.roles import Action, Role, kept_apart, may
from players.staff.operations.employment import found

LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class StandingChanged:
    """How a person's standing is now. `repeat`: it already was so, and nothing was written."""

    person_id: int
    change: Change
    at: datetime
    repeat: bool


class StaffRejection(StrEnum):
    """Why no member of staff was made; in the order of checking."""

    EMAIL_INVALID = "email-invalid"
    NAME_INVALID = "name-invalid"
    ROLES_MISSING = "roles-missing"
    ROLES_APART = "roles-apart"
    IDENTITY_INVALID = "identity-invalid"
    PASSWORD_WEAK = "password-weak"  # noqa: S105  (a reason, not a password)
    EMAIL_TAKEN = "email-taken"
    NAME_TAKEN = "name-taken"


class StandingRejection(StrEnum):
    """Why a person's standing was not changed; in the order of checking."""

    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_PERSON = "no-such-person"


class StaffRejected(Rejected):
    """A member of staff was not made. `details` are the codes of what a password lacks."""

    reason: StaffRejection
    details: tuple[str, ...]

    def __init__(self, reason: StaffRejection, *, rule: str | None = None, details: tuple[str, ...] = ()) -> None:
        super().__init__(reason, rule=rule)
        vars(self).update(details=details)


class StandingRejected(Rejected):
    """A person's standing was not changed."""

    reason: StandingRejection


def create_staff(
    *,
    email: str,
    name: str,
    password: str,
    roles: Collection[Role],
    now: datetime,
    full_name: str = "",
    nif: str = "",
) -> PersonRegistered:
    """Make one of the first members of staff of a new house, who can never play (PT-16).

    Later members are proposed and agreed to (`players.staff.operations`): after `seal_staff` the database refuses this.
    Raises `StaffRejected`.
    """
    email, name = checked_member(email=email, name=name)
    if not roles:
        raise StaffRejected(StaffRejection.ROLES_MISSING)
    if kept_apart(roles):
        raise StaffRejected(StaffRejection.ROLES_APART, rule="H7")
    full_name, nif = " ".join(full_name.split()), numbers.compact(nif)
    if nif and not (numbers.is_nif(nif) and is_person_name(full_name)):
        raise StaffRejected(StaffRejection.IDENTITY_INVALID, rule="PT-16")
    with transaction.atomic():
        person = make_member(email=email, name=name, password=password, confirmed=True, now=now)
        found(person, roles=roles, full_name=full_name, nif=nif, now=now)
    return _registered(person)


def checked_member(*, email: str, name: str) -> tuple[str, str]:
    """The e-mail and the name as they are kept; raises `StaffRejected`."""
    email, name = email.strip().lower(), " ".join(nicknames.normalised(name).split())
    if not is_email(email):
        raise StaffRejected(StaffRejection.EMAIL_INVALID)
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or set(name) & set("<>&\"'`"):
        raise StaffRejected(StaffRejection.NAME_INVALID)
    return email, name


def make_member(*, email: str, name: str, password: str, confirmed: bool, now: datetime) -> Person:
    """Make the bare account of a member of staff, without roles; raises `StaffRejected`."""
    person = Person(email=email, nickname=name, kind=Kind.STAFF, joined_at=now)
    person.email_confirmed_at = now if confirmed else None
    if lacks := password_lacks(password, person):
        raise StaffRejected(StaffRejection.PASSWORD_WEAK, details=lacks)
    person.password = make_password(password)
    try:
        with transaction.atomic():
            person.save(force_insert=True)
    except IntegrityError as error:
        taken = _taken(email, name)
        if taken is None:
            raise
        raise StaffRejected(StaffRejection.EMAIL_TAKEN if taken == "email" else StaffRejection.NAME_TAKEN) from error
    return person


def suspend(*, person_id: int, reason: str, by: int, now: datetime) -> StandingChanged:
    """Bar the player from betting and depositing at once, noting who and why (PT-19).

    Raises `StandingRejected`.
    """
    return _change(Change.SUSPENDED, person_id, reason, by, now)


def reinstate(*, person_id: int, reason: str, by: int, now: datetime) -> StandingChanged:
    """End the player's suspension, noting who and why (PT-18).

    Raises `StandingRejected`.
    """
    return _change(Change.REINSTATED, person_id, reason, by, now)


def verify_identity(*, person_id: int, reason: str, by: int | None, now: datetime) -> StandingChanged:
    """Note that the player's identity is proven: `reason` names the proof (PT-02).

    `by` is None when a verifier's system answered.

    Raises `StandingRejected`.
    """
    return _change(Change.VERIFIED, person_id, reason, by, now)


_ACTIONS: Final = {
    Change.SUSPENDED: Action.SUSPEND_PLAYER,
    Change.REINSTATED: Action.SUSPEND_PLAYER,
    Change.VERIFIED: Action.VERIFY_PLAYER,
}


_TOLD: Final = {
    Change.SUSPENDED: EventName.ACCOUNT_SUSPENDED,
    Change.REINSTATED: EventName.ACCOUNT_REINSTATED,
    Change.VERIFIED: EventName.ACCOUNT_VERIFIED,
}
_FACTS: Final[Mapping[Change, dict[str, Any]]] = {
    Change.SUSPENDED: {"cause": ""},
    Change.REINSTATED: {},
    Change.VERIFIED: {"verifier": ""},
}
"""What staff wrote as their reason stays in the row."""


def _change(change: Change, person_id: int, reason: str, by: int | None, now: datetime) -> StandingChanged:
    reason = reason.strip()
    if not reason:
        raise StandingRejected(StandingRejection.REASON_MISSING, rule="PT-18")
    with transaction.atomic():
        author = None if by is None else Person.objects.filter(pk=by).first()
        if by is not None and not may(author, _ACTIONS[change]):
            raise StandingRejected(StandingRejection.NOT_ALLOWED, rule="PT-18")
        person = hold_player(person_id)
        if person is None:
            raise StandingRejected(StandingRejection.NO_SUCH_PERSON)
        already = {
            Change.SUSPENDED: person.suspended_at is not None,
            Change.REINSTATED: person.suspended_at is None,
            Change.VERIFIED: person.verified_at is not None,
        }[change]
        if not already:
            if change is Change.VERIFIED:
                person.verified_at = now
            else:
                person.suspended_at = now if change is Change.SUSPENDED else None
            person.save(update_fields=["suspended_at", "verified_at"])
            StandingChange.objects.create(person=person, change=change, reason=reason, by=author, created_at=now)
            key, facts = person.person_key, _FACTS[change]
            tell(_TOLD[change], by=by, now=now, key=key, person_id=person_id, why=reason, **facts)
    return StandingChanged(person_id=person_id, change=change, at=now, repeat=already)


def _taken(email: str, nickname: str) -> str | None:
    """Return which of the two another person has, after the database refused a duplicate."""
    if Person.objects.filter(email=email).exists():
        return "email"
    return "nickname" if Person.objects.filter(nickname__iexact=nickname).exists() else None


def _registered(person: Person) -> PersonRegistered:
    return PersonRegistered(person.pk, person.public_id, person.person_key, person.email, person.nickname)
