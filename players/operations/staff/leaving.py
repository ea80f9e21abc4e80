"""What one administrator does alone, because it gives nobody anything: shutting out, and inviting again.

Instants are aware UTC. Whoever manages staff holds the rows of all administrators first, in id order, and only then the
member's. Since nobody changes themselves, and who acts still administrates under that lock, the house always keeps one.
"""

import uuid
from datetime import datetime

from django.db import transaction

from players.models import Change, DataChange
from players.operations import employment
from players.operations.letters import write_letter
from players.operations.sign_in import end_devices
from players.operations.staff.rows import (
    MemberChanged,
    MemberRefusal,
    MemberRefused,
    cleaned_reason,
    hold_administrators,
    hold_member,
    note,
)
from players.roles import Action


def disable_staff(*, person_id: int, reason: str, by: int, now: datetime, left: bool = False) -> MemberChanged:
    """Shut a member of staff out: signed out everywhere at once, and no sign-in from now on.

    `left`: the person does not work here any more, and may play from now on (PT-16); also of who was shut out before.
    Raises `MemberRefused`: nobody shuts out themselves.
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
            if left:
                employment.end(member, by=author, note=reason, now=now)
    return MemberChanged(person_id, member.roles, False, repeat)


def invite_again(*, person_id: int, by: int, now: datetime) -> None:
    """Send the invitation again to somebody who was taken on and chose no password yet. Raises `MemberRefused`."""
    with transaction.atomic():
        hold_administrators(by, Action.MANAGE_STAFF)
        member = hold_member(person_id, by)
        if not member.is_active:
            raise MemberRefused(MemberRefusal.NOT_ACTIVE)
        if not waits_for_password(person_id):
            raise MemberRefused(MemberRefusal.CAME_ALREADY)
        write_letter(person_id=person_id, kind="staff-invitation", facts={}, key=uuid.uuid4(), now=now)


def waits_for_password(person_id: int) -> bool:
    """Whether somebody never chose a password."""
    return not DataChange.objects.filter(person_id=person_id, what="password").exists()
