"""The rows of a member of staff: roles, and a legal name and number that may not play (PT-16).

Call everything inside the transaction of the approval. Instants are aware UTC.
"""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.contrib.auth.models import Group

from players.access.operations.sign_in import end_devices
from players.accounts.operations.closing import close_held
from players.accounts.operations.holding import hold_player
from players.accounts.operations.settled import settled_at
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import (
    ClosureCause,
    Person,
    Prohibition,
    ProhibitionReason,
    ProposalState,
    Registration,
    StaffAct,
    StaffIdentity,
    StaffProposal,
)
from players.roles import Role

NOTE: Final = "Trabalha na casa."
"""Kept with the entry in the register of persons who may not play; such notes are in Portuguese."""


def found(person: Person, *, roles: Collection[Role], full_name: str, nif: str, now: datetime) -> None:
    """Make the person one of the first members of staff of a new house; the database refuses it once they are there."""
    names = sorted({role.value for role in roles})
    StaffProposal.objects.create(
        key=uuid.uuid4(),
        act=StaffAct.FOUND,
        member=person,
        roles=names,
        full_name=full_name,
        nif=nif,
        state=ProposalState.APPROVED,
        proposed_at=now,
        decided_at=now,
        settled_at=settled_at(StaffAct.FOUND, now),
    )
    give_roles(person, names)
    tell(EventName.STAFF_FOUNDED, by=None, now=now, key=person.person_key, person_id=person.pk, after=names)
    if nif:
        begin(person, full_name=full_name, nif=nif, by=None, now=now)


def give_roles(person: Person, names: Collection[str]) -> None:
    """Let the person hold these roles and no others; the database compares them with the approved proposal."""
    person.groups.set([Group.objects.get_or_create(name=name)[0] for name in sorted(names)])


def begin(person: Person, *, full_name: str, nif: str, by: Person | None, now: datetime) -> None:
    """Keep who the person is by law, enter the number with those who may not play, and close the account it has."""
    StaffIdentity.objects.create(person=person, full_name=full_name, nif=nif, given_at=now)
    entry, created = Prohibition.objects.get_or_create(
        nif=nif,
        reason=ProhibitionReason.OPERATOR_STAFF,
        lifted_at=None,
        defaults={"note": NOTE, "added_by": by, "added_at": now},
    )
    if created:
        _tell_bar(EventName.BAR_ENTERED, entry, by, now)
    # After the number's lock, which the identity took: an account registered meanwhile is seen.
    for player in Registration.objects.filter(nif=nif, ended_at__isnull=True).values_list("person_id", flat=True):
        _close(player, by=by, now=now)


def end(person: Person, *, by: Person, note: str, now: datetime) -> None:
    """End what keeps the person from playing: they left, or the number was corrected. Nothing, if none was given."""
    identity = StaffIdentity.objects.select_for_update().filter(person=person, ended_at__isnull=True).first()
    if identity is None:
        return
    identity.ended_at = now
    identity.save(update_fields=["ended_at"])
    standing = Prohibition.objects.filter(
        nif=identity.nif, reason=ProhibitionReason.OPERATOR_STAFF, lifted_at__isnull=True
    )
    for entry in standing:
        entry.lifted_at, entry.lifted_by, entry.lift_note = now, by, note
        entry.save(update_fields=["lifted_at", "lifted_by", "lift_note"])
        _tell_bar(EventName.BAR_LIFTED, entry, by, now)


def _tell_bar(name: EventName, entry: Prohibition, by: Person | None, now: datetime) -> None:
    tell(name, by=None if by is None else by.pk, now=now, key=f"B-{entry.pk}", cause=str(entry.reason))


def is_known(person_id: int) -> bool:
    """Whether a name and number by law stand for this member of staff."""
    return StaffIdentity.objects.filter(person_id=person_id, ended_at__isnull=True).exists()


def _close(player_id: int, *, by: Person | None, now: datetime) -> None:
    player = hold_player(player_id)
    if player is None or player.closed_at is not None:
        return
    closure = close_held(player, cause=ClosureCause.STAFF, key=uuid.uuid4(), reason=NOTE, author=by, now=now)
    end_devices(person_id=player.pk, now=now)
    facts = {"balance": closure.balance}
    write_email(person_id=player.pk, kind="account-closed-staff", facts=facts, idempotency_key=closure.key, now=now)
