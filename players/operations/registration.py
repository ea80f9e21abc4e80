"""Registering players: one active registration a person, whole or not at all (PT-01, PT-03, PT-04).

Instants are aware UTC. A confirmed e-mail lets the person sign in, a verified identity lets them play for money.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from players import nicknames
from players.calendar import lisbon_date
from players.details import Details, Flaw, flaws, tidied
from players.models import Acceptance, IdentityCheck, Kind, Person, Registration
from players.operations.letters import write_letter
from players.operations.national import bar_if_listed
from players.operations.passwords import is_email, password_lacks
from players.operations.standing import note_standing
from players.queries.adapters import list_is_stale
from players.terms import in_force
from wallet.money import Currency
from wallet.operations import open_player_account


@dataclass(frozen=True, slots=True)
class PersonRegistered:
    """Who was registered. `repeat`: the same wish came before, and nothing was written now."""

    person_id: int
    public_id: UUID
    person_key: str
    email: str
    nickname: str
    repeat: bool = False


class RegistrationRefusal(StrEnum):
    """Why nobody was registered; in the order of checking."""

    EMAIL_INVALID = "email-invalid"
    NICKNAME_INVALID = "nickname-invalid"
    LANGUAGE_UNKNOWN = "language-unknown"
    FULL_NAME_INVALID = Flaw.FULL_NAME_INVALID.value
    BIRTH_DATE_INVALID = Flaw.BIRTH_DATE_INVALID.value
    UNDER_AGE = Flaw.UNDER_AGE.value
    NATIONALITY_UNKNOWN = Flaw.NATIONALITY_UNKNOWN.value
    PROFESSION_INVALID = Flaw.PROFESSION_INVALID.value
    ADDRESS_INVALID = Flaw.ADDRESS_INVALID.value
    COUNTRY_UNKNOWN = Flaw.COUNTRY_UNKNOWN.value
    DOCUMENT_INVALID = Flaw.DOCUMENT_INVALID.value
    DOCUMENT_COUNTRY_UNKNOWN = Flaw.DOCUMENT_COUNTRY_UNKNOWN.value
    NIF_INVALID = Flaw.NIF_INVALID.value
    IBAN_INVALID = Flaw.IBAN_INVALID.value
    TERMS_NOT_IN_FORCE = "terms-not-in-force"
    PASSWORD_WEAK = "password-weak"  # noqa: S105  (a reason, not a password)
    KEY_REUSED = "key-reused"
    EMAIL_TAKEN = "email-taken"
    NICKNAME_TAKEN = "nickname-taken"
    IDENTITY_TAKEN = "identity-taken"
    """The taxpayer number or the document is another registration's."""
    LIST_SILENT = "list-silent"
    """The national list has not answered for a day: it could name the person."""


_RULES = {
    RegistrationRefusal.UNDER_AGE: "PT-03",
    RegistrationRefusal.TERMS_NOT_IN_FORCE: "PT-15",
    RegistrationRefusal.EMAIL_TAKEN: "PT-04",
    RegistrationRefusal.NICKNAME_TAKEN: "PT-04",
    RegistrationRefusal.IDENTITY_TAKEN: "PT-04",
    RegistrationRefusal.LIST_SILENT: "PT-30",
} | dict.fromkeys(
    (
        RegistrationRefusal.EMAIL_INVALID,
        *(RegistrationRefusal(flaw.value) for flaw in Flaw if flaw is not Flaw.UNDER_AGE),
    ),
    "PT-01",
)


class RegistrationRefused(Exception):
    """A player was not registered. `reasons` are all flaws of what was typed; `details` what a password lacks.

    `holder` is the person who has the e-mail or the identity already: for a letter to that person, never for a page.
    """

    def __init__(
        self, reasons: Sequence[RegistrationRefusal], *, details: tuple[str, ...] = (), holder: int | None = None
    ) -> None:
        super().__init__(reasons[0].value)
        self.reasons, self.details, self.holder = tuple(reasons), details, holder

    @property
    def reason(self) -> RegistrationRefusal:
        """The first of the reasons."""
        return self.reasons[0]

    @property
    def rule(self) -> str:
        """The source of the first reason; empty where the house alone asks it."""
        return _RULES.get(self.reason, "")


def register_player(
    *,
    email: str,
    nickname: str,
    password: str,
    language: str,
    details: Details,
    terms_version: int,
    key: UUID,
    now: datetime,
    received_from: str = "",
) -> PersonRegistered:
    """Register a player of at least 18 years: accounts, terms accepted, a letter to confirm the e-mail, a question to
    the verifier, and both registers looked into: whom the national list names is registered, and barred at once.

    The same key again: the first answer (D4). Raises `RegistrationRefused` (PT-01, PT-03, PT-04, PT-08, PT-15).
    """
    email, nickname, details = email.strip().lower(), nicknames.normalised(nickname), tidied(details)
    before = Registration.objects.select_related("person").filter(key=key).first()
    if before is not None:
        return _again(before, email, details)
    person = Person(
        email=email,
        nickname=nickname,
        kind=Kind.PLAYER,
        language=language,
        birth_date=details.birth_date,
        joined_at=now,
        terms_version=terms_version,
    )
    found, lacks = _flaws_of(person, details, terms_version, now), password_lacks(password, person)
    if lacks:
        found.append(RegistrationRefusal.PASSWORD_WEAK)
    if found:
        raise RegistrationRefused(found, details=lacks)
    if list_is_stale(now=now):
        raise RegistrationRefused([RegistrationRefusal.LIST_SILENT])
    person.password = make_password(password)
    try:
        with transaction.atomic():
            _write(person, details, key, received_from, now)
    except IntegrityError as error:
        before = Registration.objects.select_related("person").filter(key=key).first()
        if before is not None:
            return _again(before, email, details)
        raise _taken(person, details, error) from error
    return _registered(person)


def tell_holder(*, person_id: int, key: UUID, now: datetime) -> None:
    """Tell somebody who has an account that the same e-mail or identity was used to register again (PT-04)."""
    with transaction.atomic():
        write_letter(person_id=person_id, kind="registered-already", facts={}, key=key, now=now)


def _flaws_of(person: Person, details: Details, terms_version: int, now: datetime) -> list[RegistrationRefusal]:
    found = []
    if not is_email(person.email):
        found.append(RegistrationRefusal.EMAIL_INVALID)
    if not nicknames.is_nickname(person.nickname):
        found.append(RegistrationRefusal.NICKNAME_INVALID)
    if person.language not in dict(settings.LANGUAGES):
        found.append(RegistrationRefusal.LANGUAGE_UNKNOWN)
    found += [RegistrationRefusal(flaw.value) for flaw in flaws(details, today=lisbon_date(now))]
    if terms_version != in_force(now).number:
        found.append(RegistrationRefusal.TERMS_NOT_IN_FORCE)
    return found


def _write(person: Person, details: Details, key: UUID, received_from: str, now: datetime) -> None:
    person.save(force_insert=True)
    for currency in Currency:
        open_player_account(person_key=person.person_key, currency=currency, now=now)
    Registration.objects.create(
        person=person,
        key=key,
        full_name=details.full_name,
        nationality=details.nationality,
        profession=details.profession,
        address=details.address,
        country=details.country,
        document_kind=details.document_kind,
        document_number=details.document_number,
        document_country=details.document_country,
        nif=details.nif,
        iban=details.iban,
        received_at=now,
        received_from=received_from,
    )
    Acceptance.objects.create(
        person=person,
        version=person.terms_version,
        language=in_force(now).shown_in(person.language),
        address=received_from,
        at=now,
    )
    IdentityCheck.objects.create(person=person, asked_at=now, next_try_at=now)
    write_letter(person_id=person.pk, kind="confirm-email", facts={"email": person.email}, key=key, now=now)
    bar_if_listed(person_id=person.pk, now=now)
    note_standing(person_id=person.pk, occasion="registration", now=now)


def _again(before: Registration, email: str, details: Details) -> PersonRegistered:
    if before.nif != details.nif or before.person.email != email:
        raise RegistrationRefused([RegistrationRefusal.KEY_REUSED])
    return _registered(before.person, repeat=True)


def _taken(person: Person, details: Details, error: IntegrityError) -> RegistrationRefused:
    """What another person has already, after the database refused to have it twice."""
    holder = Person.objects.filter(email=person.email).values_list("pk", flat=True).first()
    if holder is not None:
        return RegistrationRefused([RegistrationRefusal.EMAIL_TAKEN], holder=holder)
    if Person.objects.filter(nickname__iexact=person.nickname).exists():
        return RegistrationRefused([RegistrationRefusal.NICKNAME_TAKEN])
    active = Registration.objects.filter(ended_at__isnull=True)
    same = active.filter(nif=details.nif) | active.filter(
        document_kind=details.document_kind,
        document_number=details.document_number,
        document_country=details.document_country,
    )
    holder = same.values_list("person_id", flat=True).first()
    if holder is None:
        raise error
    return RegistrationRefused([RegistrationRefusal.IDENTITY_TAKEN], holder=holder)


def _registered(person: Person, *, repeat: bool = False) -> PersonRegistered:
    return PersonRegistered(person.pk, person.public_id, person.person_key, person.email, person.nickname, repeat)
