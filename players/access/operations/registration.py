"""Registering players: one active registration a person, whole or not at all (PT-01, PT-03, PT-04).

Instants are aware UTC. A confirmed e-mail lets the person sign in, a verified identity lets them play for money.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from secrets import randbelow
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from kernel.calendar import lisbon_date
from kernel.money import Currency
from kernel.rejection import Rejected
from players.access.operations.counting import network_of
from players.accounts import nicknames
from players.accounts.details import Details, Flaw, flaws, tidied
from players.accounts.operations.passwords import is_email, password_lacks
from players.accounts.operations.standing import note_standing
from players.accounts.terms import in_force
from players.adapters.queries import list_is_stale
from players.events.names import EventName
from players.events.telling import tell
from players.messages.brakes import Asked
from players.messages.operations.asks import ask, wish_email
from players.messages.operations.emails import write_email
from players.models import Acceptance, IdentityCheck, Kind, Person, Registration, StaffIdentity
from players.protection.operations.national import bar_if_listed
from wallet.operations import open_player_account


@dataclass(frozen=True, slots=True)
class PersonRegistered:
    """The registered person. `repeat`: the same wish came before, and nothing was written now."""

    person_id: int
    public_id: UUID
    person_key: str
    email: str
    nickname: str
    repeat: bool = False


class RegistrationRejection(StrEnum):
    """Why a registration was refused; in the order of checking."""

    EMAIL_INVALID = "email-invalid"
    NICKNAME_INVALID = "nickname-invalid"
    LANGUAGE_UNKNOWN = "language-unknown"
    FULL_NAME_INVALID = Flaw.FULL_NAME_INVALID.value
    BIRTH_DATE_INVALID = Flaw.BIRTH_DATE_INVALID.value
    UNDER_AGE = Flaw.UNDER_AGE.value
    NATIONALITY_UNKNOWN = Flaw.NATIONALITY_UNKNOWN.value
    PROFESSION_INVALID = Flaw.PROFESSION_INVALID.value
    OCCUPATION_UNKNOWN = Flaw.OCCUPATION_UNKNOWN.value
    ADDRESS_INVALID = Flaw.ADDRESS_INVALID.value
    POSTAL_CODE_INVALID = Flaw.POSTAL_CODE_INVALID.value
    DISTRICT_UNKNOWN = Flaw.DISTRICT_UNKNOWN.value
    COUNTRY_UNKNOWN = Flaw.COUNTRY_UNKNOWN.value
    PHONE_INVALID = Flaw.PHONE_INVALID.value
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
    WORKS_HERE = "works-here"
    """The taxpayer number is that of a member of staff, who does not play."""
    LIST_SILENT = "list-silent"
    """The national list has not answered for a day: it could name the person."""


_RULES = {
    RegistrationRejection.UNDER_AGE: "PT-03",
    RegistrationRejection.TERMS_NOT_IN_FORCE: "PT-15",
    RegistrationRejection.EMAIL_TAKEN: "PT-04",
    RegistrationRejection.NICKNAME_TAKEN: "PT-04",
    RegistrationRejection.IDENTITY_TAKEN: "PT-04",
    RegistrationRejection.WORKS_HERE: "PT-16",
    RegistrationRejection.LIST_SILENT: "PT-30",
} | dict.fromkeys(
    (
        RegistrationRejection.EMAIL_INVALID,
        *(RegistrationRejection(flaw.value) for flaw in Flaw if flaw is not Flaw.UNDER_AGE),
    ),
    "PT-01",
)


class RegistrationRejected(Rejected):
    """A player was not registered. `reasons` are all flaws of what was typed; `details` what a password lacks.

    `holder` is the person who has the e-mail or the identity already, and `email` where the message that tells them
    goes: never for a page. `rule` is the source of the first reason; empty where the house alone asks it.
    """

    reason: RegistrationRejection
    reasons: tuple[RegistrationRejection, ...]
    details: tuple[str, ...]
    holder: int | None
    email: str

    def __init__(
        self,
        reasons: Sequence[RegistrationRejection],
        *,
        details: tuple[str, ...] = (),
        holder: int | None = None,
        email: str = "",
    ) -> None:
        super().__init__(reasons[0], rule=_RULES.get(reasons[0]))
        vars(self).update(reasons=tuple(reasons), details=details, holder=holder, email=email)


def register_player(
    *,
    email: str,
    nickname: str,
    password: str,
    language: str,
    details: Details,
    terms_version: int,
    idempotency_key: UUID,
    now: datetime,
    received_from: str = "",
    origin: str = "",
) -> PersonRegistered:
    """Register a player of at least 18 years: accounts, terms accepted, an e-mail to confirm the address, a question to
    the verifier, and both registers looked into: a person on the national list is registered, and barred at once.

    An e-mail or identity that is another person's takes the same work, and an e-mail tells that person. The e-mail's
    link leads to `origin`, the house's address that the person came from. The same key again: the first answer (D4).
    Raises `RegistrationRejected` (PT-01, PT-03, PT-04, PT-08, PT-15) and `TooOften`.
    """
    email, nickname, details = email.strip().lower(), nicknames.normalised(nickname), tidied(details)
    before = Registration.objects.select_related("person").filter(key=idempotency_key).first()
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
    found, lacks = (
        _flaws_of(person, details, terms_version, now),
        password_lacks(password, person, words=_own_words(details)),
    )
    if lacks:
        found.append(RegistrationRejection.PASSWORD_WEAK)
    if found:
        raise RegistrationRejected(found, details=lacks)
    if list_is_stale(now=now):
        raise RegistrationRejected([RegistrationRejection.LIST_SILENT])
    if network := network_of(received_from):
        ask(kind=Asked.REGISTRATION, subject=f"network:{network}", key=idempotency_key, now=now)
    person.password = make_password(password)
    try:
        with transaction.atomic():
            taken = _taken(person, details)
            if taken is not None and taken.holder is None:
                raise taken
            _write_once(person, details, _Sent(idempotency_key, now, received_from, origin), taken)
    except IntegrityError as error:
        before = Registration.objects.select_related("person").filter(key=idempotency_key).first()
        if before is not None:
            return _again(before, email, details)
        taken = _taken(person, details)
        if taken is None:
            raise
        raise taken from error
    if taken is not None:
        raise taken
    return _registered(person)


def flaws_of_typed(
    *, email: str, nickname: str, password: str, language: str, details: Details, terms_version: int, now: datetime
) -> tuple[tuple[RegistrationRejection, ...], tuple[str, ...]]:
    """What `register_player` would find wrong with these values, and what the password lacks; registers nothing.

    For a form that is wrong already, so that everything can be said at once. Says nothing of what is taken.
    """
    person, details = Person(email=email.strip().lower(), nickname=nicknames.normalised(nickname)), tidied(details)
    person.language = language
    found = _flaws_of(person, details, terms_version, now)
    lacks = password_lacks(password, person, words=_own_words(details))
    return (*found, *([RegistrationRejection.PASSWORD_WEAK] if lacks else [])), lacks


def _own_words(details: Details) -> tuple[str, ...]:
    """What a guesser of this person's password knows of the person."""
    return (details.full_name, details.nif, details.profession, details.phone.removeprefix("+351"))


@dataclass(frozen=True, slots=True)
class _Sent:
    """A registration as it came in: under which key, when, from which network address, to which address of ours."""

    key: UUID
    at: datetime
    received_from: str
    origin: str


class _NotKept(Exception):
    """Raised to roll back the rows that were written."""


def _write_once(person: Person, details: Details, sent: _Sent, taken: RegistrationRejected | None) -> None:
    """Write the registration; or, where it is taken already, do the same work for a stand-in and take it back.

    Then the e-mail: to confirm the address, or to tell the holder. The time it takes reveals nothing.
    """
    try:
        with transaction.atomic():
            if taken is None:
                _write(person, details, sent)
            else:
                _write(_stand_in(person), _stand_in_details(details), sent)
                raise _NotKept
    except _NotKept:
        pass
    wish_email(
        kind=Asked.CONFIRMATION if taken is None else Asked.REGISTERED_ALREADY,
        subject=person.email if taken is None else taken.email,
        facts={"staff": True} if taken is not None and taken.reason is RegistrationRejection.WORKS_HERE else {},
        key=sent.key,
        now=sent.at,
        counted_only=taken is None,
    )


def _stand_in(person: Person) -> Person:
    """A person like this one under names that are free."""
    return Person(
        email=f"{uuid4().hex}@stand-in.invalid",
        nickname=f"x{uuid4().hex[:19]}",
        kind=person.kind,
        language=person.language,
        birth_date=person.birth_date,
        joined_at=person.joined_at,
        terms_version=person.terms_version,
        password=person.password,
    )


def _stand_in_details(details: Details) -> Details:
    """These details under numbers that are free."""
    nif = f"{randbelow(10**9):09}"
    return replace(details, nif=nif, document_number=uuid4().hex[:20].upper())


def _flaws_of(person: Person, details: Details, terms_version: int, now: datetime) -> list[RegistrationRejection]:
    found = []
    if not is_email(person.email):
        found.append(RegistrationRejection.EMAIL_INVALID)
    if not nicknames.is_nickname(person.nickname):
        found.append(RegistrationRejection.NICKNAME_INVALID)
    if person.language not in dict(settings.LANGUAGES):
        found.append(RegistrationRejection.LANGUAGE_UNKNOWN)
    found += [RegistrationRejection(flaw.value) for flaw in flaws(details, today=lisbon_date(now))]
    if terms_version != in_force(now).number:
        found.append(RegistrationRejection.TERMS_NOT_IN_FORCE)
    return found


def _write(person: Person, details: Details, sent: _Sent) -> None:
    now = sent.at
    person.save(force_insert=True)
    for currency in Currency:
        open_player_account(person_key=person.person_key, currency=currency, now=now)
    Registration.objects.create(
        person=person,
        key=sent.key,
        full_name=details.full_name,
        nationality=details.nationality,
        profession=details.profession,
        occupation=details.occupation,
        address=details.address,
        postal_code=details.postal_code,
        district=details.district,
        country=details.country,
        phone=details.phone,
        document_kind=details.document_kind,
        document_number=details.document_number,
        document_country=details.document_country,
        nif=details.nif,
        iban=details.iban,
        received_at=now,
        received_from=sent.received_from,
    )
    Acceptance.objects.create(
        person=person,
        version=person.terms_version,
        language=in_force(now).shown_in(person.language),
        address=sent.received_from,
        at=now,
    )
    IdentityCheck.objects.create(person=person, asked_at=now, next_try_at=now)
    tell(EventName.ACCOUNT_REGISTERED, by=None, now=now, key=person.person_key, person_id=person.pk)
    facts = {"email": person.email, "origin": sent.origin}
    write_email(person_id=person.pk, kind="confirm-email", facts=facts, idempotency_key=sent.key, now=now)
    bar_if_listed(person_id=person.pk, now=now)
    note_standing(person_id=person.pk, occasion="registration", now=now)


def _again(before: Registration, email: str, details: Details) -> PersonRegistered:
    if before.nif != details.nif or before.person.email != email:
        raise RegistrationRejected([RegistrationRejection.KEY_REUSED])
    return _registered(before.person, repeat=True)


def _taken(person: Person, details: Details) -> RegistrationRejected | None:
    """Return what another person has already; the same statements run in every case."""
    active = Registration.objects.filter(ended_at__isnull=True)
    same = active.filter(nif=details.nif) | active.filter(
        document_kind=details.document_kind,
        document_number=details.document_number,
        document_country=details.document_country,
    )
    of_email = Person.objects.filter(email=person.email).values_list("pk", "email").first()
    of_nickname = Person.objects.filter(nickname__iexact=person.nickname).exists()
    of_identity = same.values_list("person_id", "person__email").first()
    member = StaffIdentity.objects.filter(nif=details.nif, ended_at__isnull=True)
    of_staff = member.values_list("person_id", "person__email").first()
    if of_email is not None:
        return RegistrationRejected([RegistrationRejection.EMAIL_TAKEN], holder=of_email[0], email=of_email[1])
    if of_nickname:
        return RegistrationRejected([RegistrationRejection.NICKNAME_TAKEN])
    if of_identity is not None:
        return RegistrationRejected([RegistrationRejection.IDENTITY_TAKEN], holder=of_identity[0], email=of_identity[1])
    if of_staff is not None:
        return RegistrationRejected([RegistrationRejection.WORKS_HERE], holder=of_staff[0], email=of_staff[1])
    return None


def _registered(person: Person, *, repeat: bool = False) -> PersonRegistered:
    return PersonRegistered(person.pk, person.public_id, person.person_key, person.email, person.nickname, repeat)
