"""A person's registration, sign-ins, devices and terms. For the person, and for staff who may see them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.sessions.models import Session

from players.access.correcting import attempts_left, is_correctable
from players.accounts.details import Details, missing
from players.models import (
    Acceptance,
    AttemptOutcome,
    Device,
    IdentityCheck,
    Outcome,
    Person,
    Registration,
    SignInAttempt,
)
from players.models.registration import DocumentKind as DocumentKind
from players.models.registration import Occupation as Occupation
from players.models.sign_ins import Factor as Factor

WHOLE: Final = timedelta(days=30)
"""After so long a person must sign in again, however active (GL-08)."""


@dataclass(frozen=True, slots=True)
class RegistrationCard:
    """A registration; only the person and staff with a reason see it (PT-01)."""

    details: Details
    received_at: datetime
    received_from: str
    email_confirmed_at: datetime | None
    verified_at: datetime | None
    terms_version: int
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class IdentityCard:
    """The latest question to the verifier; `outcome` is None while it waits."""

    asked_at: datetime
    tries: int
    answered_at: datetime | None
    outcome: Outcome | None
    correctable: bool
    """Whether the person may correct the data and have it asked after again."""
    left: int
    """How many corrections are left."""


@dataclass(frozen=True, slots=True)
class DeviceCard:
    """A browser in which the person is signed in."""

    id: UUID
    address: str
    device: str
    signed_in_at: datetime
    present: bool
    """The very one that asks."""


@dataclass(frozen=True, slots=True)
class AttemptEntry:
    """One attempt to sign in."""

    at: datetime
    address: str
    device: str
    factor: Factor
    outcome: AttemptOutcome


@dataclass(frozen=True, slots=True)
class AcceptanceEntry:
    """One accepted version of the terms."""

    version: int
    language: str
    address: str
    at: datetime


def registration_of(person_id: int) -> RegistrationCard | None:
    """Return the person's registration data, or None for staff and unknown ids."""
    row = Registration.objects.select_related("person").filter(person_id=person_id).first()
    if row is None or row.person.birth_date is None:
        return None
    return RegistrationCard(
        details=Details(
            full_name=row.full_name,
            birth_date=row.person.birth_date,
            nationality=row.nationality,
            profession=row.profession,
            occupation=row.occupation,
            address=row.address,
            postal_code=row.postal_code,
            district=row.district,
            country=row.country,
            phone=row.phone,
            document_kind=row.document_kind,
            document_number=row.document_number,
            document_country=row.document_country,
            nif=row.nif,
            iban=row.iban,
        ),
        received_at=row.received_at,
        received_from=row.received_from,
        email_confirmed_at=row.person.email_confirmed_at,
        verified_at=row.person.verified_at,
        terms_version=row.person.terms_version,
        closed_at=row.person.closed_at,
    )


def details_missing(person_id: int) -> tuple[str, ...]:
    """The fields that a player's registration does not have yet, since it is older than they are; none for others."""
    found = registration_of(person_id)
    return () if found is None or found.closed_at is not None else missing(found.details)


def sign_in_of(session: str) -> UUID | None:
    """The public id of the sign-in that this session (its key's digest) belongs to; None for a guest's or none."""
    return Device.objects.filter(session=session).values_list("public_id", flat=True).first()


def identity_of(person_id: int) -> IdentityCard | None:
    """The latest check of the person's identity, or None when none was ever asked."""
    check = IdentityCheck.objects.select_related("person").filter(person_id=person_id).order_by("-pk").first()
    if check is None:
        return None
    outcome = Outcome(check.outcome) if check.answered_at is not None else None
    left = attempts_left(person_id)
    correctable = left > 0 and is_correctable(check.person)
    return IdentityCard(check.asked_at, check.tries, check.answered_at, outcome, correctable, left)


def terms_version_of(person_id: int) -> int:
    """The latest version of the terms that the person accepted; 0 for none."""
    return Person.objects.filter(pk=person_id).values_list("terms_version", flat=True).first() or 0


def acceptances_of(person_id: int) -> tuple[AcceptanceEntry, ...]:
    """Every version that the person accepted, the newest first."""
    rows = Acceptance.objects.filter(person_id=person_id).order_by("-version")
    return tuple(AcceptanceEntry(row.version, row.language, row.address, row.at) for row in rows)


def devices_of(person_id: int, *, session: str | None, now: datetime) -> tuple[DeviceCard, ...]:
    """The browsers in which the person is signed in at `now`, the latest first; that of `session` is marked."""
    alive = Session.objects.filter(expire_date__gt=now).values("session_key")
    rows = Device.objects.filter(person_id=person_id, ended_at__isnull=True, session__in=alive)
    return tuple(
        DeviceCard(row.public_id, row.address, row.device, row.signed_in_at, present=row.session == session)
        for row in rows.order_by("-signed_in_at", "-pk")
    )


def last_moments(sessions: Collection[str]) -> dict[str, datetime]:
    """Return when each of these browser sessions ends at the latest (GL-08); unknown ones are left out."""
    rows = Device.objects.filter(session__in=sessions).values_list("session", "signed_in_at")
    return {session: signed_in_at + WHOLE for session, signed_in_at in rows}


def sign_ins_of(person_id: int, *, limit: int = 20) -> tuple[AttemptEntry, ...]:
    """The latest attempts to sign in to the person's account, right and wrong, the newest first."""
    rows = SignInAttempt.objects.filter(person_id=person_id).order_by("-pk")[:limit]
    return tuple(
        AttemptEntry(row.at, row.address, row.device, Factor(row.factor), AttemptOutcome(row.outcome)) for row in rows
    )


LATEST: Final = 1000
"""So many attempts are looked through for those that failed."""


def failed_sign_ins(*, since: datetime) -> int:
    """How many attempts to sign in have failed or were held off since that moment, of the latest thousand."""
    latest = SignInAttempt.objects.order_by("-pk").values_list("at", "outcome")[:LATEST]
    wrong = {AttemptOutcome.FAILED.value, AttemptOutcome.REFUSED.value}
    return sum(at >= since and outcome in wrong for at, outcome in latest)


def code_steps_used(person_id: int, *, limit: int = 20) -> frozenset[int]:
    """The half minutes, counted since 1970, of which the person used a code: the latest of them."""
    used = SignInAttempt.objects.filter(person_id=person_id, code_step__isnull=False).order_by("-pk")
    return frozenset(step for step in used.values_list("code_step", flat=True)[:limit] if step is not None)
