"""Making members of staff, and changing the standing of persons.

Instants are aware UTC. A nickname, an e-mail and a person's key belong to one person for ever.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from players import nicknames
from players.models import Change, Kind, Person, StandingChange
from players.operations.holding import hold_player
from players.operations.passwords import is_email, password_lacks
from players.operations.registration import PersonRegistered
from players.roles import Action, Role, may

LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class StandingChanged:
    """How a person's standing is now. `repeat`: it already was so, and nothing was written."""

    person_id: int
    change: Change
    at: datetime
    repeat: bool


class StaffRefusal(StrEnum):
    """Why no member of staff was made; in the order of checking."""

    EMAIL_INVALID = "email-invalid"
    NAME_INVALID = "name-invalid"
    ROLES_MISSING = "roles-missing"
    PASSWORD_WEAK = "password-weak"  # noqa: S105  (a reason, not a password)
    EMAIL_TAKEN = "email-taken"
    NAME_TAKEN = "name-taken"


class StandingRefusal(StrEnum):
    """Why a person's standing was not changed; in the order of checking."""

    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_PERSON = "no-such-person"


class StaffRefused(Exception):
    """A member of staff was not made. `details` are the codes of what a password lacks."""

    def __init__(self, reason: StaffRefusal, *, rule: str = "", details: tuple[str, ...] = ()) -> None:
        super().__init__(reason.value)
        self.reason, self.rule, self.details = reason, rule, details


class StandingRefused(Exception):
    """A person's standing was not changed."""

    def __init__(self, reason: StandingRefusal, *, rule: str = "") -> None:
        super().__init__(reason.value)
        self.reason, self.rule = reason, rule


def create_staff(*, email: str, name: str, password: str, roles: Collection[Role], now: datetime) -> PersonRegistered:
    """Make a member of staff with `roles`, who can never play (PT-16).

    Raises `StaffRefused`.
    """
    email, name = email.strip().lower(), " ".join(nicknames.normalised(name).split())
    if not is_email(email):
        raise StaffRefused(StaffRefusal.EMAIL_INVALID)
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or set(name) & set("<>&\"'`"):
        raise StaffRefused(StaffRefusal.NAME_INVALID)
    if not roles:
        raise StaffRefused(StaffRefusal.ROLES_MISSING)
    person = Person(email=email, nickname=name, kind=Kind.STAFF, joined_at=now, email_confirmed_at=now)
    if lacks := password_lacks(password, person):
        raise StaffRefused(StaffRefusal.PASSWORD_WEAK, details=lacks)
    person.password = make_password(password)
    try:
        with transaction.atomic():
            person.save(force_insert=True)
            person.groups.set([Group.objects.get_or_create(name=role.value)[0] for role in sorted(set(roles))])
    except IntegrityError as error:
        taken = _taken(email, name)
        if taken is None:
            raise
        raise StaffRefused(StaffRefusal.EMAIL_TAKEN if taken == "email" else StaffRefusal.NAME_TAKEN) from error
    return _registered(person)


def suspend(*, person_id: int, reason: str, by: int, now: datetime) -> StandingChanged:
    """Bar the player from betting and depositing at once, noting who and why (PT-19).

    Raises `StandingRefused`.
    """
    return _change(Change.SUSPENDED, person_id, reason, by, now)


def reinstate(*, person_id: int, reason: str, by: int, now: datetime) -> StandingChanged:
    """End the player's suspension, noting who and why (PT-18).

    Raises `StandingRefused`.
    """
    return _change(Change.REINSTATED, person_id, reason, by, now)


def verify_identity(*, person_id: int, reason: str, by: int | None, now: datetime) -> StandingChanged:
    """Note that the player's identity is proven: `reason` names the proof (PT-02).

    `by` is None when a verifier's system answered.

    Raises `StandingRefused`.
    """
    return _change(Change.VERIFIED, person_id, reason, by, now)


_ACTIONS: Final = {
    Change.SUSPENDED: Action.SUSPEND_PLAYER,
    Change.REINSTATED: Action.SUSPEND_PLAYER,
    Change.VERIFIED: Action.VERIFY_PLAYER,
}


def _change(change: Change, person_id: int, reason: str, by: int | None, now: datetime) -> StandingChanged:
    reason = reason.strip()
    if not reason:
        raise StandingRefused(StandingRefusal.REASON_MISSING, rule="PT-18")
    with transaction.atomic():
        author = None if by is None else Person.objects.filter(pk=by).first()
        if by is not None and not may(author, _ACTIONS[change]):
            raise StandingRefused(StandingRefusal.NOT_ALLOWED, rule="PT-18")
        person = hold_player(person_id)
        if person is None:
            raise StandingRefused(StandingRefusal.NO_SUCH_PERSON)
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
    return StandingChanged(person_id=person_id, change=change, at=now, repeat=already)


def _taken(email: str, nickname: str) -> str | None:
    """Which of the two another person has, after the database refused to have it twice."""
    if Person.objects.filter(email=email).exists():
        return "email"
    return "nickname" if Person.objects.filter(nickname__iexact=nickname).exists() else None


def _registered(person: Person) -> PersonRegistered:
    return PersonRegistered(person.pk, person.public_id, person.person_key, person.email, person.nickname)
