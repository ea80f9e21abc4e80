"""A player as staff see one (H3): found without reading a million rows, shown whole but for personal data, masked."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeVar
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from kernel.kept_queries import KeptQuery
from kernel.masking import masked, masked_email, masked_name
from kernel.questions import PERSON
from kernel.sorting import Sort, Sortable, with_names
from players.audit.queries.documents import REGISTRATION
from players.models import (
    DataChange,
    Exclusion,
    IdentityCheck,
    Kind,
    Limit,
    Person,
    Registration,
    SignInAttempt,
    Viewing,
)
from players.models.limits import LimitState
from players.models.registration import Datum as Datum
from players.models.registration import Outcome as Outcome
from players.models.sign_ins import AttemptOutcome as AttemptOutcome

LATEST = 20
_Signed = TypeVar("_Signed", DataChange, Viewing)
PLAYERS: Final = Sortable({"joined": "pk", "name": Lower("nickname")}, Sort("joined", descending=True))
"""How players are sorted; their numbers grow with the moment they joined."""


class PlayerState(StrEnum):
    """The filters of a list of players."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    SUSPENDED = "suspended"
    EXCLUDED = "excluded"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """One player of the list."""

    id: int
    public_id: UUID
    nickname: str
    email: str
    """Masked."""
    joined_at: datetime
    verified: bool
    suspended: bool
    excluded: bool
    closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A player's registration data, masked but for the parts that tell players apart."""

    full_name: str
    nif: str
    iban: str
    nationality: str
    country: str
    received_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLine:
    """One question about the identity, and how it was answered; empty while it waits."""

    asked_at: datetime
    answered_at: datetime | None
    outcome: str
    verifier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionLine:
    """One exclusion, past, present or to come."""

    kind: str
    source: str
    starts_at: datetime
    until: datetime | None
    in_force: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitLine:
    """One limit in force or waiting; `most` in cents, or minutes for a session."""

    kind: str
    period: str
    source: str
    state: str
    most: int | None
    since: datetime
    due_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInLine:
    """One attempt to sign in."""

    at: datetime
    outcome: str
    address: str
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DataLine:
    """One change of what was registered; of values only the field's name."""

    at: datetime
    what: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewingLine:
    """One look at the personal data."""

    at: datetime
    by: str
    reason: str


def players_list(
    *,
    text: str = "",
    state: PlayerState | None = None,
    now: datetime,
    sort: Sort | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[PlayerRow, ...]:
    """Players, the latest first or as `PLAYERS` may be sorted.

    `text`: the beginning of an e-mail or nickname, a whole NIF, or a player's number.
    Every way of finding one follows an index.
    """
    excluded = Exclusion.objects.filter(_in_force(now), person=OuterRef("pk"))
    rows = _narrowed(_found(Person.objects.filter(kind=Kind.PLAYER), text.strip()), state, excluded)
    page = PLAYERS.page(rows, sort, before).annotate(is_excluded=Exists(excluded))[:limit]
    return tuple(_row(person, excluded=person.is_excluded) for person in page)


def _found(rows: QuerySet[Person], text: str) -> QuerySet[Person]:
    if not text:
        return rows
    if "\0" in text:
        return rows.none()
    if text.isascii() and text.isdigit() and len(text) == 9:
        return rows.filter(registration__nif=text)
    try:
        return rows.filter(public_id=UUID(text))
    except ValueError:
        pass
    start = text.lower()
    # A range, not LIKE: the order of the database's texts is that of their bytes, so the unique indexes serve it.
    end = start + "\U0010ffff"
    named = rows.annotate(low_email=Lower("email"), low_nickname=Lower("nickname"))
    return named.filter(Q(low_email__gte=start, low_email__lt=end) | Q(low_nickname__gte=start, low_nickname__lt=end))


def _narrowed(rows: QuerySet[Person], state: PlayerState | None, excluded: QuerySet[Exclusion]) -> QuerySet[Person]:
    match state:
        case PlayerState.VERIFIED:
            return rows.filter(verified_at__isnull=False)
        case PlayerState.UNVERIFIED:
            return rows.filter(verified_at__isnull=True)
        case PlayerState.SUSPENDED:
            return rows.filter(suspended_at__isnull=False)
        case PlayerState.EXCLUDED:
            return rows.filter(Exists(excluded))
        case PlayerState.CLOSED:
            return rows.filter(closed_at__isnull=False)
    return rows


def _row(person: Person, *, excluded: bool) -> PlayerRow:
    return PlayerRow(
        id=person.pk,
        public_id=person.public_id,
        nickname=person.nickname,
        email=masked_email(person.email),
        joined_at=person.joined_at,
        verified=person.verified_at is not None,
        suspended=person.suspended_at is not None,
        excluded=excluded,
        closed=person.closed_at is not None,
    )


def registered_of(person_id: int) -> Registered | None:
    """What a player registered with, masked; None without a registration."""
    found = REGISTRATION.first(person=person_id)
    return _registered(found) if found else None


def checks_of(person_id: int) -> tuple[CheckLine, ...]:
    """The latest questions about the identity."""
    return tuple(
        CheckLine(asked_at=row.asked_at, answered_at=row.answered_at, outcome=row.outcome, verifier=row.verifier)
        for row in _CHECKS(person=person_id)
    )


def exclusions_of(person_id: int, *, now: datetime) -> tuple[ExclusionLine, ...]:
    """The latest exclusions."""
    return tuple(
        ExclusionLine(
            kind=row.kind,
            source=row.source,
            starts_at=row.starts_at,
            until=row.until,
            in_force=row.is_in_force(now),
        )
        for row in _EXCLUSIONS(person=person_id)
    )


def limits_of(person_id: int) -> tuple[LimitLine, ...]:
    """The limits in force or waiting, by kind."""
    return tuple(_limit(row) for row in _LIMITS(person=person_id))


def sign_ins_of(person_id: int) -> tuple[SignInLine, ...]:
    """The latest attempts to sign in."""
    return tuple(
        SignInLine(at=row.at, outcome=row.outcome, address=row.address, device=row.device)
        for row in _SIGN_INS(person=person_id)
    )


def data_changes_of(person_id: int) -> tuple[DataLine, ...]:
    """The latest changes of what was registered."""
    return tuple(DataLine(at=row.at, what=row.what, by=row.by.nickname) for row in _DATA_CHANGES(person=person_id))


def viewings_of(person_id: int) -> tuple[ViewingLine, ...]:
    """The latest looks at the personal data."""
    return tuple(ViewingLine(at=row.at, by=row.by.nickname, reason=row.reason) for row in _VIEWINGS(person=person_id))


def _signed(rows: QuerySet[_Signed]) -> QuerySet[_Signed]:
    """The latest of them, with who did it."""
    return with_names(rows, by=("nickname",)).order_by("-pk")[:LATEST]


_STANDING: Final = (LimitState.IN_FORCE.value, LimitState.WAITING.value)
_CHECKS: Final = KeptQuery(lambda: IdentityCheck.objects.filter(person_id=PERSON).order_by("-pk")[:LATEST])
_EXCLUSIONS: Final = KeptQuery(lambda: Exclusion.objects.filter(person_id=PERSON).order_by("-pk")[:LATEST])
_LIMITS: Final = KeptQuery(
    lambda: Limit.objects.filter(person_id=PERSON, state__in=_STANDING).order_by("kind", "period", "source", "-pk")
)
_SIGN_INS: Final = KeptQuery(lambda: SignInAttempt.objects.filter(person_id=PERSON).order_by("-pk")[:LATEST])
_DATA_CHANGES: Final = KeptQuery(lambda: _signed(DataChange.objects.filter(person_id=PERSON)))
_VIEWINGS: Final = KeptQuery(lambda: _signed(Viewing.objects.filter(person_id=PERSON)))


def _registered(row: Registration) -> Registered:
    return Registered(
        full_name=masked_name(row.full_name),
        nif=masked(row.nif, ends=3),
        iban=masked(row.iban, ends=4),
        nationality=row.nationality,
        country=row.country,
        received_at=row.received_at,
        ended_at=row.ended_at,
    )


def _limit(row: Limit) -> LimitLine:
    return LimitLine(
        kind=row.kind,
        period=row.period,
        source=row.source,
        state=row.state,
        most=row.most,
        since=row.starts_at or row.requested_at,
        due_at=row.due_at,
    )


def _in_force(now: datetime) -> Q:
    return (
        Q(starts_at__lte=now)
        & (Q(ends_at__isnull=True) | Q(ends_at__gt=now))
        & (Q(revoked_at__isnull=True) | Q(revoked_at__gt=now))
    )
