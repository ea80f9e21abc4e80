"""The members of staff, with their roles and when they last came in (GL-18)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import Group
from django.db.models import Max, Q

from players.models import AttemptOutcome, Kind, Person, SignInAttempt, StandingChange
from players.roles import Role


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
    """The last complete sign-in; None for nobody who ever came in."""


def staff_members() -> tuple[MemberCard, ...]:
    """Everybody who works here or did, by name, those shut out last: three statements, however many."""
    return _cards(Q())


def staff_member(public_id: UUID) -> MemberCard | None:
    """One member by the number that addresses show; None if it is nobody's, or a player's."""
    found = _cards(Q(public_id=public_id))
    return found[0] if found else None


def changes_of_member(person_id: int) -> tuple[int, ...]:
    """The rows that note what was done to this member, for finding the whole acts in the audit trail."""
    return tuple(StandingChange.objects.filter(person_id=person_id).order_by("pk").values_list("pk", flat=True))


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
    return tuple(
        MemberCard(
            id=one.pk,
            public_id=one.public_id,
            name=one.nickname,
            email=one.email,
            roles=tuple(role for role in Role if role.value in held.get(one.pk, ())),
            active=one.is_active,
            joined_at=one.joined_at,
            last_access=came.get(one.pk),
        )
        for one in people
    )
