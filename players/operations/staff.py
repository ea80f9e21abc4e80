"""Members of staff: taken on, given other roles, shut out and let in again, by another member and with a reason (H7).

Instants are aware UTC. Whoever manages staff holds the rows of all administrators first, in id order, and only then the
member's. Since nobody changes themselves, and who acts still administrates under that lock, the house always keeps one.
"""

import secrets
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.contrib.auth.models import Group
from django.db import transaction

from players.models import Change, Kind, Person, StandingChange
from players.operations.accounts import create_staff
from players.operations.letters import write_letter
from players.operations.registration import PersonRegistered
from players.operations.sign_in import end_devices
from players.roles import Action, Role, may

REASON: Final = (3, 300)


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """How a member of staff is now. `repeat`: it already was so, and nothing was written."""

    person_id: int
    roles: frozenset[Role]
    active: bool
    repeat: bool


class MemberRefusal(StrEnum):
    """Why a member of staff stays as before; in the order of checking."""

    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_MEMBER = "no-such-member"
    ONESELF = "oneself"
    ROLES_MISSING = "roles-missing"


class MemberRefused(Exception):
    """Nothing was changed."""

    def __init__(self, reason: MemberRefusal, *, rule: str = "H7") -> None:
        super().__init__(reason.value)
        self.reason, self.rule = reason, rule


def hire(*, email: str, name: str, roles: Collection[Role], reason: str, by: int, now: datetime) -> PersonRegistered:
    """Take on a member of staff, who gets a letter with the way to a password that nobody else has known.

    Raises `MemberRefused`, or `accounts.StaffRefused` for the e-mail, the name and the roles.
    """
    reason = _reason(reason)
    with transaction.atomic():
        _hold_administrators(by)
        made = create_staff(email=email, name=name, password=secrets.token_urlsafe(24), roles=roles, now=now)
        _note(Change.HIRED, made.person_id, reason, by, now)
        write_letter(person_id=made.person_id, kind="recover-password", facts={}, key=uuid.uuid4(), now=now)
    return made


def change_roles(*, person_id: int, roles: Collection[Role], reason: str, by: int, now: datetime) -> MemberChanged:
    """Give a member of staff these roles instead of those held; they count from the next page on.

    Raises `MemberRefused`: nobody changes the own roles.
    """
    reason, wanted = _reason(reason), frozenset(roles)
    with transaction.atomic():
        member = _member(person_id, by)
        if not wanted:
            raise MemberRefused(MemberRefusal.ROLES_MISSING)
        repeat = wanted == member.roles
        if not repeat:
            member.groups.set([Group.objects.get_or_create(name=role.value)[0] for role in sorted(wanted)])
            _note(Change.ROLES, person_id, reason, by, now)
    return MemberChanged(person_id, wanted, member.is_active, repeat)


def disable_staff(*, person_id: int, reason: str, by: int, now: datetime) -> MemberChanged:
    """Shut a member of staff out: signed out everywhere at once, and no sign-in from now on.

    Raises `MemberRefused`: nobody shuts out themselves.
    """
    reason = _reason(reason)
    with transaction.atomic():
        member = _member(person_id, by)
        repeat = not member.is_active
        if not repeat:
            member.is_active = False
            member.save(update_fields=["is_active"])
            end_devices(person_id=person_id, now=now)
            _note(Change.DISABLED, person_id, reason, by, now)
    return MemberChanged(person_id, member.roles, False, repeat)


def enable_staff(*, person_id: int, reason: str, by: int, now: datetime) -> MemberChanged:
    """Let a member of staff in again, with the password and second factor of before.

    Raises `MemberRefused`.
    """
    reason = _reason(reason)
    with transaction.atomic():
        member = _member(person_id, by)
        repeat = member.is_active
        if not repeat:
            member.is_active = True
            member.save(update_fields=["is_active"])
            _note(Change.ENABLED, person_id, reason, by, now)
    return MemberChanged(person_id, member.roles, True, repeat)


def _reason(reason: str) -> str:
    reason = reason.strip()
    least, most = REASON
    if not least <= len(reason) <= most:
        raise MemberRefused(MemberRefusal.REASON_MISSING)
    return reason


def _hold_administrators(by: int) -> None:
    """Hold the rows of all who administrate and may come in, then see whether `by` still is one of them."""
    held = Person.objects.filter(is_active=True, kind=Kind.STAFF, groups__name=Role.ADMINISTRATOR.value)
    list(held.select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk", flat=True))
    if not may(Person.objects.filter(pk=by).first(), Action.MANAGE_STAFF):
        raise MemberRefused(MemberRefusal.NOT_ALLOWED)


def _member(person_id: int, by: int) -> Person:
    """The member, held after all who administrate."""
    _hold_administrators(by)
    member = Person.objects.select_for_update(no_key=True).filter(pk=person_id, kind=Kind.STAFF).first()
    if member is None:
        raise MemberRefused(MemberRefusal.NO_SUCH_MEMBER)
    if person_id == by:
        raise MemberRefused(MemberRefusal.ONESELF)
    return member


def _note(change: Change, person_id: int, reason: str, by: int, now: datetime) -> None:
    StandingChange.objects.create(person_id=person_id, change=change, reason=reason, by_id=by, created_at=now)
