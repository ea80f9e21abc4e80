"""The beginning of a new house's staff, and its end: from then on two members take on every other one (H7)."""

import secrets
import uuid
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from players.events.names import EventName
from players.events.telling import tell
from players.models import StaffSeal
from players.roles import Role
from players.staff.operations.accounts import StaffRejected, StaffRejection, create_staff
from players.staff.operations.leaving import write_invitation


def open_register(*, first: Mapping[Role, tuple[str, str, str, str]], now: datetime) -> tuple[int, ...]:
    """Make the first members of staff, invite each by e-mail, and refuse further ones made so; their ids.

    For each role: what colleagues call the person, the e-mail, the name and the taxpayer number by law. All or none.
    Raises `StaffRejected`.
    """
    made = []
    with transaction.atomic():
        for role, (name, email, full_name, nif) in first.items():
            if not nif:
                raise StaffRejected(StaffRejection.IDENTITY_INVALID, rule="PT-16")
            password = secrets.token_urlsafe(24)
            member = create_staff(
                email=email, name=name, password=password, roles=[role], full_name=full_name, nif=nif, now=now
            )
            write_invitation(person_id=member.person_id, roles=[role.value], by="", key=uuid.uuid4(), now=now)
            made.append(member.person_id)
        seal_staff(now=now)
    return tuple(made)


def seal_staff(*, now: datetime) -> bool:
    """Allow new members of staff by proposals alone from now on; answers whether this was not so before."""
    with transaction.atomic():
        _, created = StaffSeal.objects.get_or_create(id=1, defaults={"sealed_at": now})
        if created:
            tell(EventName.STAFF_SEALED, by=None, now=now)
    return created
