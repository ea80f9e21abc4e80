"""The members of staff, with their roles and when they last came in (GL-18)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth.models import Group
from django.db.models import Exists, Max, OuterRef, Q

from kernel.kept_queries import MOST, KeptQuery
from kernel.questions import PERSON, how_many, whether_any
from kernel.sorting import with_names
from players.models import (
    AttemptOutcome,
    DataChange,
    Kind,
    Person,
    ProposalState,
    SignInAttempt,
    StaffIdentity,
    StaffProposal,
    StandingChange,
)
from players.models import StaffAct as StaffAct
from players.roles import ALLOWED, Action, Role, kept_apart


@dataclass(frozen=True, slots=True)
class MemberCard:
    """A member of staff."""

    id: int
    public_id: UUID
    name: str
    email: str
    roles: tuple[Role, ...]
    active: bool
    joined_at: datetime
    last_access: datetime | None
    """The last complete sign-in; None before the first."""
    full_name: str
    """The legal name; empty where it was never given, or after the member left."""
    nif: str
    """The last three digits of the taxpayer number, the others as dots; empty where it was never given."""
    invited: bool
    """Was taken on and chose no password yet."""
    settled_at: datetime | None
    """From when on the member decides on money, rules and colleagues; None for one of the first members."""
    apart: tuple[Role, Role] | None
    """Two roles that one person may not hold together; only from before they were kept apart."""


@dataclass(frozen=True, slots=True)
class StaffProposalCard:
    """A proposal about a member of staff; `member` is None while a new member is only proposed."""

    id: int
    act: StaffAct
    state: ProposalState
    member_id: int | None
    member: UUID | None
    about: str
    email: str
    roles: tuple[Role, ...]
    before: tuple[Role, ...]
    full_name: str
    nif: str
    reason: str
    proposed_by_id: int | None
    proposed_by: str
    proposed_at: datetime
    decided_by: str
    decided_at: datetime | None
    rejection: str
    settled_at: datetime | None


@dataclass(frozen=True, slots=True)
class UnnamedMember:
    """A member of staff without a legal name and a taxpayer number."""

    public_id: UUID
    name: str
    joined_at: datetime


def members_who_may(action: Action) -> dict[int, str]:
    """The members of staff who can sign in and may do `action`, by id: their names, in their order. One statement."""
    roles = [role.value for role in Role if action in ALLOWED[role]]
    rows = Person.objects.filter(kind=Kind.STAFF, is_active=True, groups__name__in=roles).distinct()
    return dict(rows.order_by("nickname", "pk").values_list("pk", "nickname"))


def staff_members() -> tuple[MemberCard, ...]:
    """All present and former members of staff by name, those shut out last: seven statements, however many."""
    return _cards(Q())


def staff_member(public_id: UUID) -> MemberCard | None:
    """One member by the number that addresses show; None if it is unknown, or a player's."""
    found = _cards(Q(public_id=public_id))
    return found[0] if found else None


def changes_of_member(person_id: int) -> tuple[int, ...]:
    """The rows that note what was done to this member, for finding the whole acts in the audit trail."""
    return tuple(StandingChange.objects.filter(person_id=person_id).order_by("pk").values_list("pk", flat=True))


def waiting_proposals() -> tuple[StaffProposalCard, ...]:
    """Proposals about members of staff that wait, the oldest first, a hundred at most."""
    return tuple(map(_proposal, _UNDECIDED()))


def decided_proposals() -> tuple[StaffProposalCard, ...]:
    """Proposals about members of staff that were decided, the newest first, a hundred at most."""
    return tuple(map(_proposal, _DECIDED()))


def staff_proposal(proposal_id: int) -> StaffProposalCard | None:
    """One proposal; None for no such."""
    rows = _PROPOSALS.filter(pk=proposal_id)
    return next((_proposal(row) for row in with_names(rows, **_NAMED)), None)


def proposals_about(person_id: int) -> tuple[StaffProposalCard, ...]:
    """Every proposal about this member, the newest first."""
    rows = _PROPOSALS.filter(member_id=person_id).order_by("-pk")
    return tuple(_proposal(row) for row in with_names(rows, **_NAMED))


_PROPOSALS: Final = StaffProposal.objects.exclude(act=StaffAct.FOUND)
"""Without those who were there when the house began: no one decides on them."""
_WAITING: Final = _PROPOSALS.filter(state=ProposalState.PROPOSED)
TO_DECIDE: Final = how_many(
    _WAITING.exclude(proposed_by_id=PERSON).filter(Q(member__isnull=True) | ~Q(member_id=PERSON))
)
"""How many proposals wait for the person who asks: not those of their own, nor about themselves."""
ANY_WAITING: Final = whether_any(_WAITING)
_UNNAMED: Final = Person.objects.filter(
    ~Exists(StaffIdentity.objects.filter(person=OuterRef("pk"), ended_at__isnull=True)),
    kind=Kind.STAFF,
    is_active=True,
)
ANY_UNNAMED: Final = whether_any(_UNNAMED)


def unnamed_members() -> tuple[UnnamedMember, ...]:
    """The members of staff who can sign in and never gave a legal name and a taxpayer number, by name."""
    return tuple(UnnamedMember(*row) for row in _UNNAMED_BY_NAME())


_UNNAMED_BY_NAME: Final = KeptQuery(
    lambda: _UNNAMED.order_by("nickname", "pk").values_list("public_id", "nickname", "joined_at")
)


_NAMED = {"proposed_by": ("nickname",), "decided_by": ("nickname",), "member": ("nickname", "public_id")}


_UNDECIDED: Final = KeptQuery(lambda: with_names(_WAITING.order_by("pk"), **_NAMED)[:MOST])
_DECIDED: Final = KeptQuery(
    lambda: with_names(_PROPOSALS.exclude(state=ProposalState.PROPOSED).order_by("-decided_at", "-pk"), **_NAMED)[:MOST]
)


def _proposal(row: StaffProposal) -> StaffProposalCard:
    return StaffProposalCard(
        id=row.pk,
        act=StaffAct(row.act),
        state=ProposalState(row.state),
        member_id=row.member_id,
        member=None if row.member is None else row.member.public_id,
        about=row.name if row.member is None else row.member.nickname,
        email=row.email,
        roles=_in_order(row.roles),
        before=_in_order(row.before),
        full_name=row.full_name,
        nif=_masked(row.nif),
        reason=row.reason,
        proposed_by_id=row.proposed_by_id,
        proposed_by="" if row.proposed_by is None else row.proposed_by.nickname,
        proposed_at=row.proposed_at,
        decided_by="" if row.decided_by is None else row.decided_by.nickname,
        decided_at=row.decided_at,
        rejection=row.rejection,
        settled_at=row.settled_at,
    )


def _in_order(names: Collection[str]) -> tuple[Role, ...]:
    return tuple(role for role in Role if role.value in names)


def _masked(nif: str) -> str:
    return f"••••••{nif[-3:]}" if nif else ""


def _cards(wanted: Q) -> tuple[MemberCard, ...]:
    people = list(Person.objects.filter(wanted, kind=Kind.STAFF).order_by("-is_active", "nickname", "pk"))
    ids = [one.pk for one in people]
    came = dict(
        SignInAttempt.objects.filter(person_id__in=ids, outcome=AttemptOutcome.SIGNED_IN)
        .values_list("person_id")
        .annotate(Max("at"))
    )
    held: dict[int, set[str]] = {}
    for person_id, name in Group.objects.filter(user__in=ids).values_list("user", "name"):
        held.setdefault(person_id, set()).add(name)
    known = {
        person_id: (full_name, nif)
        for person_id, full_name, nif in StaffIdentity.objects.filter(
            person_id__in=ids, ended_at__isnull=True
        ).values_list("person_id", "full_name", "nif")
    }
    settled = dict(
        _PROPOSALS.filter(member_id__in=ids, state=ProposalState.APPROVED)
        .values_list("member_id")
        .annotate(Max("settled_at"))
    )
    hired = set(StaffProposal.objects.filter(member_id__in=ids, act=StaffAct.HIRE).values_list("member_id", flat=True))
    hired -= set(DataChange.objects.filter(person_id__in=hired, what="password").values_list("person_id", flat=True))
    return tuple(
        MemberCard(
            id=one.pk,
            public_id=one.public_id,
            name=one.nickname,
            email=one.email,
            roles=_in_order(held.get(one.pk, ())),
            active=one.is_active,
            joined_at=one.joined_at,
            last_access=came.get(one.pk),
            full_name=known.get(one.pk, ("", ""))[0],
            nif=_masked(known.get(one.pk, ("", ""))[1]),
            invited=one.pk in hired and one.is_active,
            settled_at=settled.get(one.pk),
            apart=kept_apart(_in_order(held.get(one.pk, ()))),
        )
        for one in people
    )
