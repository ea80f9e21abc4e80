"""Acts that one administrator does alone, because they give no access: shutting out, and inviting again.

Instants are aware UTC. Every act on staff locks the rows of all administrators first, in id order, and only then the
member's. Administrators cannot change themselves and act under that lock, so the house always keeps one.
"""

import uuid
from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from players.access.operations.sign_in import end_devices
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import Change, DataChange
from players.roles import Action
from players.staff.operations import employment
from players.staff.operations.rows import (
    MemberChanged,
    MemberRejected,
    MemberRejection,
    cleaned_reason,
    hold_administrators,
    hold_member,
    note,
)


def disable_staff(*, person_id: int, reason: str, by: int, now: datetime, left: bool = False) -> MemberChanged:
    """Shut a member of staff out: signed out everywhere at once, and no sign-in from now on.

    `left`: the person does not work here any more, and may play from now on (PT-16); also for a member shut out before.
    Raises `MemberRejected`, for oneself too.
    """
    reason = cleaned_reason(reason)
    with transaction.atomic():
        author = hold_administrators(by, Action.MANAGE_STAFF)
        member = hold_member(person_id, by)
        repeat = not member.is_active and not (left and employment.is_known(person_id))
        if not repeat:
            member.is_active = False
            member.save(update_fields=["is_active"])
            end_devices(person_id=person_id, now=now)
            note(Change.LEFT if left else Change.DISABLED, person_id, reason, by, now)
            key = member.person_key
            tell(EventName.STAFF_DISABLED, by=by, now=now, key=key, person_id=person_id, why=reason, left=left)
            if left:
                employment.end(member, by=author, note=reason, now=now)
    return MemberChanged(person_id, member.roles, False, repeat)


def invite_again(*, person_id: int, reason: str, by: int, now: datetime) -> None:
    """Send the invitation again to a member who chose no password yet. Raises `MemberRejected`."""
    reason = cleaned_reason(reason)
    with transaction.atomic():
        author = hold_administrators(by, Action.MANAGE_STAFF)
        member = hold_member(person_id, by)
        if not member.is_active:
            raise MemberRejected(MemberRejection.NOT_ACTIVE)
        if not waits_for_password(person_id):
            raise MemberRejected(MemberRejection.CAME_ALREADY)
        roles = sorted(role.value for role in member.roles)
        tell(
            EventName.STAFF_INVITED,
            by=by,
            now=now,
            key=member.person_key,
            person_id=person_id,
            why=reason,
            proposal=None,
            after=roles,
        )
        write_invitation(person_id=person_id, roles=roles, by=author.nickname, key=uuid.uuid4(), now=now)


def write_invitation(*, person_id: int, roles: Collection[str], by: str, key: uuid.UUID, now: datetime) -> None:
    """Write the e-mail that invites a new colleague: the role, and a colleague to ask; none in a new house."""
    write_email(
        person_id=person_id,
        kind="staff-invitation",
        facts={"roles": sorted(roles), "asked": by},
        idempotency_key=key,
        now=now,
    )


def waits_for_password(person_id: int) -> bool:
    """Whether the member never chose a password."""
    return not DataChange.objects.filter(person_id=person_id, what="password").exists()
