"""Proposing what becomes of a member of staff: nothing happens before another person agrees (H7). Instants are UTC."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Q

from players.accounts import numbers
from players.accounts.details import is_person_name
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import Kind, Person, ProposalState, StaffAct, StaffIdentity, StaffProposal
from players.roles import ALLOWED, Action, Role, kept_apart
from players.staff.operations.accounts import StaffRejected, checked_member
from players.staff.operations.rows import (
    MemberRejected,
    MemberRejection,
    ProposalStands,
    cleaned_reason,
    hold_administrators,
    hold_member,
    stands,
)


def propose_hire(
    *,
    email: str,
    name: str,
    roles: Collection[Role],
    full_name: str,
    nif: str,
    reason: str,
    idempotency_key: UUID,
    by: int,
    now: datetime,
) -> ProposalStands:
    """Propose to take a person on. `name` is what colleagues see, `full_name` and `nif` who it is by law (PT-16).

    The same key and facts: the first answer. Raises `MemberRejected`.
    """
    reason, full_name, nif = cleaned_reason(reason), " ".join(full_name.split()), numbers.compact(nif)
    try:
        email, name = checked_member(email=email, name=name)
    except StaffRejected as refused:
        raise MemberRejected(MemberRejection(refused.reason.value)) from refused
    facts = {"email": email, "name": name, "full_name": full_name, "nif": nif, "roles": _roles(roles)}
    _check_identity(full_name, nif)
    with transaction.atomic():
        hold_administrators(by, Action.MANAGE_STAFF)
        before = _before(idempotency_key, StaffAct.HIRE, reason=reason, proposed_by_id=by, **facts)
        if before is not None:
            return before
        if Person.objects.filter(email=email).exists():
            raise MemberRejected(MemberRejection.EMAIL_TAKEN)
        if Person.objects.filter(nickname__iexact=name).exists():
            raise MemberRejected(MemberRejection.NAME_TAKEN)
        _check_free(nif)
        return _write(StaffAct.HIRE, None, reason, idempotency_key, by, now, **facts)


def propose_roles(
    *, person_id: int, roles: Collection[Role], reason: str, idempotency_key: UUID, by: int, now: datetime
) -> ProposalStands:
    """Propose that a member holds these roles instead of those held. Raises `MemberRejected`."""
    wanted = _roles(roles)
    return _about(StaffAct.ROLES, person_id, reason, idempotency_key, by, now, roles=wanted)


def propose_enabling(*, person_id: int, reason: str, idempotency_key: UUID, by: int, now: datetime) -> ProposalStands:
    """Propose to let in again a member who was shut out, with the password of before. Raises `MemberRejected`."""
    return _about(StaffAct.ENABLE, person_id, reason, idempotency_key, by, now)


def propose_factor_reset(
    *, person_id: int, reason: str, idempotency_key: UUID, by: int, now: datetime
) -> ProposalStands:
    """Propose to take away a lost second factor: another is set up at the next sign-in. Raises `MemberRejected`."""
    return _about(StaffAct.SECOND_FACTOR, person_id, reason, idempotency_key, by, now)


def propose_identity(
    *, person_id: int, full_name: str, nif: str, reason: str, idempotency_key: UUID, by: int, now: datetime
) -> ProposalStands:
    """Propose who a member is by law, where it was never given or is wrong (PT-16). Raises `MemberRejected`."""
    full_name, nif = " ".join(full_name.split()), numbers.compact(nif)
    _check_identity(full_name, nif)
    return _about(StaffAct.IDENTITY, person_id, reason, idempotency_key, by, now, full_name=full_name, nif=nif)


def _about(
    act: StaffAct, person_id: int, reason: str, key: UUID, by: int, now: datetime, **facts: Any
) -> ProposalStands:
    reason = cleaned_reason(reason)
    with transaction.atomic():
        hold_administrators(by, Action.MANAGE_STAFF)
        member = hold_member(person_id, by)
        before = _before(key, act, reason=reason, proposed_by_id=by, member_id=person_id, **facts)
        if before is not None:
            return before
        _check_change(act, member, facts)
        return _write(act, member, reason, key, by, now, **facts)


def _check_change(act: StaffAct, member: Person, facts: dict[str, Any]) -> None:
    if act is StaffAct.ENABLE and member.is_active:
        raise MemberRejected(MemberRejection.NOTHING_CHANGES)
    if act is StaffAct.SECOND_FACTOR and not member.is_active:
        raise MemberRejected(MemberRejection.NOT_ACTIVE)
    if act is StaffAct.ROLES and set(facts["roles"]) == {role.value for role in member.roles}:
        raise MemberRejected(MemberRejection.NOTHING_CHANGES)
    if act is StaffAct.IDENTITY:
        own = StaffIdentity.objects.filter(person=member, ended_at__isnull=True)
        if own.filter(nif=facts["nif"], full_name=facts["full_name"]).exists():
            raise MemberRejected(MemberRejection.NOTHING_CHANGES)
        _check_free(facts["nif"], but=member)


def _check_identity(full_name: str, nif: str) -> None:
    if not is_person_name(full_name):
        raise MemberRejected(MemberRejection.FULL_NAME_INVALID, rule="PT-16")
    if not numbers.is_nif(nif):
        raise MemberRejected(MemberRejection.NIF_INVALID, rule="PT-16")


def _check_free(nif: str, *, but: Person | None = None) -> None:
    """A number is one member's; an account for play that has it is closed when this is agreed to."""
    others = StaffIdentity.objects.filter(nif=nif, ended_at__isnull=True)
    if (others if but is None else others.exclude(person=but)).exists():
        raise MemberRejected(MemberRejection.NIF_TAKEN, rule="PT-16")


def _roles(roles: Collection[Role]) -> list[str]:
    if not roles:
        raise MemberRejected(MemberRejection.ROLES_MISSING)
    if apart := kept_apart(roles):
        raise MemberRejected(MemberRejection.ROLES_APART, roles=apart)
    return sorted({role.value for role in roles})


def _before(key: UUID, act: StaffAct, **facts: Any) -> ProposalStands | None:
    earlier = StaffProposal.objects.filter(key=key).first()
    if earlier is None:
        return None
    # A new member has a row only once the proposal was approved.
    if earlier.act != act or any(getattr(earlier, name) != value for name, value in facts.items()):
        raise MemberRejected(MemberRejection.KEY_REUSED)
    return stands(earlier, repeat=True)


def _write(
    act: StaffAct, member: Person | None, reason: str, key: UUID, by: int, now: datetime, **facts: Any
) -> ProposalStands:
    try:
        with transaction.atomic():
            made = StaffProposal.objects.create(
                key=key,
                act=act,
                member=member,
                before=[] if member is None else sorted(role.value for role in member.roles),
                reason=reason,
                state=ProposalState.PROPOSED,
                proposed_by_id=by,
                proposed_at=now,
                **facts,
            )
    except IntegrityError as error:
        if not _waits(member, facts.get("email", "")):
            raise
        raise MemberRejected(MemberRejection.ANOTHER_WAITS) from error
    tell(
        EventName.STAFF_PROPOSED,
        by=by,
        now=now,
        key="" if member is None else member.person_key,
        person_id=None if member is None else member.pk,
        why=reason,
        proposal=made.pk,
        step=act.value,
        before=made.before,
        after=made.roles,
    )
    _tell_deciders(made, now)
    return stands(made, repeat=False)


def _waits(member: Person | None, email: str) -> bool:
    waiting = StaffProposal.objects.filter(state=ProposalState.PROPOSED)
    return waiting.filter(Q(member=member) if member is not None else Q(email=email, act=StaffAct.HIRE)).exists()


def _tell_deciders(proposal: StaffProposal, now: datetime) -> None:
    """Write to all who may decide it, except the proposer and the person concerned."""
    roles = [role.value for role in Role if Action.APPROVE_STAFF in ALLOWED[role]]
    deciders = Person.objects.filter(kind=Kind.STAFF, is_active=True, groups__name__in=roles)
    deciders = deciders.exclude(pk__in=[proposal.proposed_by_id, proposal.member_id or 0]).distinct()
    facts = email_facts(proposal)
    for decider in deciders.values_list("pk", flat=True):
        message = uuid5(proposal.key, f"proposed:{decider}")
        write_email(person_id=decider, kind="staff-proposed", facts=facts, idempotency_key=message, now=now)


def email_facts(proposal: StaffProposal) -> dict[str, Any]:
    """Return the facts of a proposal for e-mails: no number, and no address."""
    about = proposal.name if proposal.member is None else proposal.member.nickname
    by = proposal.proposed_by.nickname if proposal.proposed_by is not None else ""
    return {
        "act": proposal.act,
        "about": about,
        "roles": proposal.roles,
        "reason": proposal.reason,
        "by": by,
        "proposal": proposal.pk,
    }
