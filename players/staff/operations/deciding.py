"""Deciding another person's proposal about a member of staff: an approval makes the change at once (H7)."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import uuid5

from allauth.mfa.models import Authenticator
from django.db import transaction

from players.access.operations.sign_in import end_devices
from players.accounts.operations.settled import not_yet, settled_at
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import Change, Person, ProposalState, StaffAct, StaffIdentity, StaffProposal
from players.roles import Action
from players.staff.operations import employment
from players.staff.operations.accounts import StaffRejected, make_member
from players.staff.operations.leaving import write_invitation
from players.staff.operations.proposing import email_facts
from players.staff.operations.rows import (
    MemberRejected,
    MemberRejection,
    ProposalStands,
    cleaned_reason,
    hold_administrators,
    note,
    stands,
)


def approve_proposal(*, proposal_id: int, by: int, now: datetime) -> ProposalStands:
    """Agree to another's proposal; it is done in the same transaction, or not agreed to.

    A new member gets an invitation, and an account for play with the same taxpayer number is closed (PT-16).
    Raises `MemberRejected`: for one's own proposal, for one about oneself, and in the first days.
    """
    with transaction.atomic():
        author, proposal, repeat = _to_decide(proposal_id, by, ProposalState.APPROVED)
        if repeat:
            return stands(proposal, repeat=True)
        if (late := not_yet(by=by, others=[proposal.proposed_by_id], now=now)) is not None:
            raise MemberRejected(MemberRejection(late.why.value), until=late.until)
        act = StaffAct(proposal.act)
        member = _made(proposal, now) if act is StaffAct.HIRE else proposal.member
        assert member is not None, "only a person to be taken on is not there yet"
        proposal.member, proposal.state = member, ProposalState.APPROVED
        proposal.decided_by, proposal.decided_at, proposal.settled_at = author, now, settled_at(act, now)
        proposal.save(update_fields=["member", "state", "decided_by", "decided_at", "settled_at"])
        _do(act, proposal, member, author, now)
        facts = _CHANGED[act](proposal)
        key = member.person_key
        why = proposal.reason
        tell(_TOLD[act], by=by, now=now, key=key, person_id=member.pk, why=why, proposal=proposal.pk, **facts)
        _tell(proposal, "staff-decided", now, rejection="")
    return stands(proposal, repeat=False)


def reject_proposal(*, proposal_id: int, reason: str, by: int, now: datetime) -> ProposalStands:
    """Turn another's proposal down for good, with the reason; nothing changes. Raises `MemberRejected`."""
    reason = cleaned_reason(reason)
    with transaction.atomic():
        author, proposal, repeat = _to_decide(proposal_id, by, ProposalState.REJECTED)
        if repeat:
            return stands(proposal, repeat=True)
        proposal.state, proposal.decided_by, proposal.decided_at = ProposalState.REJECTED, author, now
        proposal.rejection = reason
        proposal.save(update_fields=["state", "decided_by", "decided_at", "rejection"])
        tell(
            EventName.STAFF_REJECTED,
            by=by,
            now=now,
            key="" if proposal.member is None else proposal.member.person_key,
            person_id=proposal.member_id,
            why=reason,
            proposal=proposal.pk,
            step=str(proposal.act),
        )
        _tell(proposal, "staff-decided", now, rejection=reason)
    return stands(proposal, repeat=False)


def _to_decide(proposal_id: int, by: int, wanted: ProposalState) -> tuple[Person, StaffProposal, bool]:
    """Return the decider and the proposal, locked between administrators and member; whether it was decided so."""
    author = hold_administrators(by, Action.APPROVE_STAFF)
    proposal = StaffProposal.objects.select_for_update(of=("self",)).filter(pk=proposal_id).first()
    if proposal is None or proposal.act == StaffAct.FOUND:
        raise MemberRejected(MemberRejection.NO_SUCH_PROPOSAL)
    if proposal.state == wanted and proposal.decided_by_id == by:
        return author, proposal, True
    if proposal.state != ProposalState.PROPOSED:
        raise MemberRejected(MemberRejection.ALREADY_DECIDED)
    if proposal.proposed_by_id == by:
        raise MemberRejected(MemberRejection.OWN_PROPOSAL)
    if proposal.member_id == by:
        raise MemberRejected(MemberRejection.ONESELF)
    if proposal.member_id is not None:
        proposal.member = Person.objects.select_for_update(no_key=True).get(pk=proposal.member_id)
    return author, proposal, False


def _made(proposal: StaffProposal, now: datetime) -> Person:
    try:
        return make_member(
            email=proposal.email, name=proposal.name, password=secrets.token_urlsafe(24), confirmed=False, now=now
        )
    except StaffRejected as refused:  # the address or the name was taken since the proposal
        raise MemberRejected(MemberRejection(refused.reason.value)) from refused


def _do(act: StaffAct, proposal: StaffProposal, member: Person, author: Person, now: datetime) -> None:
    if act in {StaffAct.HIRE, StaffAct.ROLES}:
        employment.give_roles(member, proposal.roles)
    if act is StaffAct.HIRE:
        hired_by = proposal.proposed_by.nickname if proposal.proposed_by else ""
        write_invitation(person_id=member.pk, roles=proposal.roles, by=hired_by, key=proposal.key, now=now)
    if act in {StaffAct.HIRE, StaffAct.IDENTITY}:
        employment.end(member, by=author, note=proposal.reason, now=now)
        employment.begin(member, full_name=proposal.full_name, nif=proposal.nif, by=author, now=now)
    if act is StaffAct.ENABLE:
        _enable(proposal, member, author, now)
    if act is StaffAct.SECOND_FACTOR:
        Authenticator.objects.filter(user_id=member.pk).delete()
        end_devices(person_id=member.pk, now=now)
    if act in _NOTED:
        note(_NOTED[act], member.pk, proposal.reason, author.pk, now)


_TOLD: Final = {
    StaffAct.HIRE: EventName.STAFF_INVITED,
    StaffAct.ROLES: EventName.STAFF_ROLES_CHANGED,
    StaffAct.ENABLE: EventName.STAFF_ENABLED,
    StaffAct.SECOND_FACTOR: EventName.STAFF_FACTOR_RESET,
    StaffAct.IDENTITY: EventName.STAFF_IDENTITY_SET,
}
_CHANGED: Final[Mapping[StaffAct, Callable[[StaffProposal], dict[str, Any]]]] = {
    StaffAct.HIRE: lambda proposal: {"after": proposal.roles},
    StaffAct.ROLES: lambda proposal: {"before": proposal.before, "after": proposal.roles},
    StaffAct.ENABLE: lambda proposal: {},
    StaffAct.SECOND_FACTOR: lambda proposal: {},
    StaffAct.IDENTITY: lambda proposal: {},
}
_NOTED = {
    StaffAct.HIRE: Change.HIRED,
    StaffAct.ROLES: Change.ROLES,
    StaffAct.ENABLE: Change.ENABLED,
    StaffAct.SECOND_FACTOR: Change.FACTOR_RESET,
}


def _enable(proposal: StaffProposal, member: Person, author: Person, now: datetime) -> None:
    """Let in again; a member who had left works here again, and does not play."""
    member.is_active = True
    member.save(update_fields=["is_active"])
    last = StaffIdentity.objects.filter(person=member).order_by("-pk").first()
    if last is None or last.ended_at is None:
        return
    if StaffIdentity.objects.filter(nif=last.nif, ended_at__isnull=True).exists():
        raise MemberRejected(MemberRejection.NIF_TAKEN, rule="PT-16")
    employment.begin(member, full_name=last.full_name, nif=last.nif, by=author, now=now)


def _tell(proposal: StaffProposal, kind: str, now: datetime, **facts: Any) -> None:
    """Write to the proposer, and to the member it is about; a new member has an invitation instead."""
    facts = email_facts(proposal) | facts
    facts["decided_by"] = proposal.decided_by.nickname if proposal.decided_by is not None else ""
    to = {proposal.proposed_by_id}
    if proposal.act != StaffAct.HIRE and proposal.state == ProposalState.APPROVED:
        to.add(proposal.member_id)
    for person_id in sorted(each for each in to if each is not None):
        email = uuid5(proposal.key, f"decided:{person_id}")
        write_email(person_id=person_id, kind=kind, facts=facts, idempotency_key=email, now=now)
