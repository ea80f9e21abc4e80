"""The persons' reading door: cards of persons, and what stands against them. Writes nothing."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet, UUIDField
from django.db.models.functions import Lower

from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import PERSON, Among, Given
from kernel.sorting import with_names
from players.models import Exclusion, ExclusionKind, ExclusionSource, Kind, Person, StandingChange
from players.models.persons import Change as Change
from players.roles import Role, roles_named


@dataclass(frozen=True, slots=True)
class PersonCard:
    """A person as the rest of the house sees one."""

    id: int
    public_id: UUID
    person_key: str
    email: str
    nickname: str
    kind: Kind
    roles: frozenset[Role]
    language: str
    is_active: bool
    joined_at: datetime
    birth_date: date | None
    suspended_at: datetime | None
    verified_at: datetime | None
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class ExclusionCard:
    """An exclusion; `ends_at` is None when it has no end."""

    id: int
    kind: ExclusionKind
    source: ExclusionSource
    starts_at: datetime
    ends_at: datetime | None
    notice_at: datetime | None


@dataclass(frozen=True, slots=True)
class StandingEntry:
    """One change of a person's standing; `by` is the name of the member of staff, empty for a verifier's system."""

    change: Change
    reason: str
    by: str
    at: datetime


def person(person_id: int) -> PersonCard | None:
    """The person, or None."""
    found = _BY_ID.first(person=person_id)
    return _card(found, found.roles) if found else None


def by_email(email: str) -> PersonCard | None:
    """The person with this e-mail, in any letter case, or None."""
    return _first(Person.objects.filter(email=email.strip().lower()))


def by_key(person_key: str) -> PersonCard | None:
    """The person whom the ledger knows by this key, or None."""
    try:
        public_id = UUID(person_key)
    except ValueError:
        return None
    found = _BY_KEY.first(key=public_id)
    return _card(found, found.roles) if found else None


_BY_ID: Final = KeptQuery(lambda: Person.objects.filter(pk=PERSON))
_BY_KEY: Final = KeptQuery(lambda: Person.objects.filter(public_id=Given("key", UUIDField())))


def persons(person_ids: Collection[int]) -> dict[int, PersonCard]:
    """These persons by id, in two statements for any number; unknown ids are left out."""
    return {card.id: card for card in _cards(Person.objects.filter(pk__in=person_ids))}


def person_keys(person_ids: Collection[int]) -> dict[int, str]:
    """The ledger's key of each of these persons, in one statement."""
    return {pk: str(public_id) for pk, public_id in _KEYS(persons=array(person_ids))} if person_ids else {}


def guests_among(person_ids: Collection[int]) -> frozenset[int]:
    """Those of these persons who play the demonstration without an account (ADR 0177)."""
    return frozenset(_GUESTS(persons=array(person_ids)) if person_ids else ())


def nicknames(person_ids: Collection[int]) -> dict[int, str]:
    """The nickname of each of these persons, in one statement."""
    return dict(_NICKNAMES(persons=array(person_ids))) if person_ids else {}


def nicknames_of_keys(person_keys: Collection[UUID]) -> dict[str, str]:
    """The nickname of each of these persons by the ledger's key, in one statement."""
    found = Person.objects.filter(public_id__in=person_keys).values_list("public_id", "nickname") if person_keys else ()
    return {str(key): nickname for key, nickname in found}


def _among() -> QuerySet[Person]:
    return Person.objects.filter(Among("pk", "persons"))


_KEYS: Final = KeptQuery(lambda: _among().values_list("pk", "public_id"))
_GUESTS: Final = KeptQuery(lambda: _among().filter(kind=Kind.GUEST).values_list("pk", flat=True))
_NICKNAMES: Final = KeptQuery(lambda: _among().values_list("pk", "nickname"))


def named_by(start: str, *, limit: int = 50) -> tuple[int, ...]:
    """The persons whose e-mail or nickname begins so, in any letter case; each way follows an index."""
    low = start.strip().lower()
    if not low or "\0" in low:
        return ()
    # A range, not LIKE: the order of the database's texts is that of their bytes, so the unique indexes serve it.
    end = low + "\U0010ffff"
    rows = Person.objects.annotate(low_email=Lower("email"), low_nickname=Lower("nickname"))
    found = rows.filter(Q(low_email__gte=low, low_email__lt=end) | Q(low_nickname__gte=low, low_nickname__lt=end))
    return tuple(found.order_by("pk").values_list("pk", flat=True)[:limit])


def search(text: str, *, kind: Kind, limit: int = 50) -> tuple[PersonCard, ...]:
    """Persons of `kind` whose e-mail or nickname holds `text`, the latest to join first."""
    wanted = Q(email__icontains=text) | Q(nickname__icontains=text) if text else Q()
    return _cards(Person.objects.filter(wanted, kind=kind).order_by("-joined_at", "-pk")[:limit])


def exclusion_of(person_id: int, now: datetime) -> ExclusionCard | None:
    """The exclusion that bars the person longest at `now`, or None."""
    standing = [found for found in Exclusion.objects.filter(person_id=person_id) if found.is_in_force(now)]
    if not standing:
        return None
    last = max(standing, key=lambda found: (found.until is None, found.until or found.starts_at))
    return ExclusionCard(
        id=last.pk,
        kind=ExclusionKind(last.kind),
        source=ExclusionSource(last.source),
        starts_at=last.starts_at,
        ends_at=last.until,
        notice_at=last.notice_at,
    )


def standing_of(person_id: int) -> tuple[StandingEntry, ...]:
    """Every change of the person's standing, the newest first."""
    changes = with_names(StandingChange.objects.filter(person_id=person_id), by=("nickname",)).order_by("-pk")
    return tuple(
        StandingEntry(
            change=Change(change.change),
            reason=change.reason,
            by="" if change.by is None else change.by.nickname,
            at=change.created_at,
        )
        for change in changes
    )


def _first(found: QuerySet[Person]) -> PersonCard | None:
    cards = _cards(found[:1])
    return cards[0] if cards else None


def _cards(found: QuerySet[Person]) -> tuple[PersonCard, ...]:
    return tuple(
        _card(one, roles_named(group.name for group in one.groups.all())) for one in found.prefetch_related("groups")
    )


def _card(one: Person, roles: frozenset[Role]) -> PersonCard:
    return PersonCard(
        id=one.pk,
        public_id=one.public_id,
        person_key=one.person_key,
        email=one.email,
        nickname=one.nickname,
        kind=Kind(one.kind),
        roles=roles,
        language=one.language,
        is_active=one.is_active,
        joined_at=one.joined_at,
        birth_date=one.birth_date,
        suspended_at=one.suspended_at,
        verified_at=one.verified_at,
        closed_at=one.closed_at,
    )
