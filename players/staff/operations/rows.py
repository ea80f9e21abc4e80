"""Parts that all acts on members of staff share: permissions, locks, notes and rejections."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from kernel.reasons import stated
from kernel.rejection import Rejected
from players.models import Change, Kind, Person, ProposalState, StaffAct, StaffProposal, StandingChange
from players.roles import Action, Role, may


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """How a member of staff is now. `repeat`: it already was so, and nothing was written."""

    person_id: int
    roles: frozenset[Role]
    active: bool
    repeat: bool


@dataclass(frozen=True, slots=True)
class ProposalStands:
    """Where a proposal stands. `member_id` is None while a new member is only proposed."""

    proposal_id: int
    key: UUID
    act: StaffAct
    state: ProposalState
    member_id: int | None
    repeat: bool


class MemberRejection(StrEnum):
    """Why a member of staff stays as before; in the order of checking."""

    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_MEMBER = "no-such-member"
    ONESELF = "oneself"
    KEY_REUSED = "key-reused"
    ROLES_MISSING = "roles-missing"
    ROLES_APART = "roles-apart"
    """Two of the roles are never held together (`players.roles.APART`)."""
    NAME_INVALID = "name-invalid"
    FULL_NAME_INVALID = "full-name-invalid"
    EMAIL_INVALID = "email-invalid"
    NIF_INVALID = "nif-invalid"
    EMAIL_TAKEN = "email-taken"
    NAME_TAKEN = "name-taken"
    NIF_TAKEN = "nif-taken"
    NOTHING_CHANGES = "nothing-changes"
    NOT_ACTIVE = "not-active"
    ANOTHER_WAITS = "another-waits"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    OWN_PROPOSAL = "own-proposal"
    ALREADY_DECIDED = "already-decided"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    CAME_ALREADY = "came-already"
    """A member with a password of their own needs no invitation."""


class MemberRejected(Rejected):
    """Nothing was changed. `until` is from when on it would do; `roles` the two that are kept apart."""

    reason: MemberRejection
    rule = "H7"
    roles: tuple[Role, Role] | None

    def __init__(
        self,
        reason: MemberRejection,
        *,
        rule: str | None = None,
        until: datetime | None = None,
        roles: tuple[Role, Role] | None = None,
    ) -> None:
        super().__init__(reason, rule=rule, until=until)
        vars(self).update(roles=roles)


def cleaned_reason(reason: str) -> str:
    """The reason without its margins; raises `MemberRejected`."""
    return stated(reason, MemberRejected(MemberRejection.REASON_MISSING))


def hold_administrators(by: int, action: Action) -> Person:
    """Hold the rows of all who administrate and may come in, then see whether `by` may do this still."""
    held = Person.objects.filter(is_active=True, kind=Kind.STAFF, groups__name=Role.ADMINISTRATOR.value)
    list(held.select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk", flat=True))
    author = Person.objects.filter(pk=by).first()
    if author is None or not may(author, action):
        raise MemberRejected(MemberRejection.NOT_ALLOWED)
    return author


def hold_member(person_id: int, by: int) -> Person:
    """The member, held after all who administrate. Members do not change themselves."""
    member = Person.objects.select_for_update(no_key=True).filter(pk=person_id, kind=Kind.STAFF).first()
    if member is None:
        raise MemberRejected(MemberRejection.NO_SUCH_MEMBER)
    if person_id == by:
        raise MemberRejected(MemberRejection.ONESELF)
    return member


def note(change: Change, person_id: int, reason: str, by: int, now: datetime) -> None:
    """Add to the history of changes to a member."""
    StandingChange.objects.create(person_id=person_id, change=change, reason=reason, by_id=by, created_at=now)


def stands(proposal: StaffProposal, *, repeat: bool) -> ProposalStands:
    """The proposal as callers get it."""
    return ProposalStands(
        proposal.pk,
        proposal.key,
        StaffAct(proposal.act),
        ProposalState(proposal.state),
        proposal.member_id,
        repeat,
    )
