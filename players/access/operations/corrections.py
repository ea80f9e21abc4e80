"""Correcting what a person registered: by the person while the identity is unproven, and by staff who saw a proof.

Every changed field leaves a row that is only added (PT-17). Unproven, the changed data is asked after anew (PT-02).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import translation

from kernel.calendar import lisbon_date
from kernel.labels import labels_of
from kernel.rejection import Rejected
from players.access.correcting import ATTEMPTS, TRIED, attempts_left, is_correctable
from players.accounts import countries
from players.accounts.details import Details, Flaw, flaws, tidied
from players.accounts.operations.holding import hold_player
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import Correctable, DataChange, IdentityCheck, Person, Registration
from players.models.registration import Occupation

_PROVED: Final = frozenset(
    {"full_name", "birth_date", "nationality", "document_kind", "document_number", "document_country", "nif"}
)
FREE: Final = ("phone", "postal_code", "district", "occupation")
"""The fields that a player changes without a proof."""
_UNREADABLE: Final = {
    Correctable.BIRTH_DATE: Flaw.BIRTH_DATE_INVALID,
    Correctable.NATIONALITY: Flaw.COUNTRY_UNKNOWN,
    Correctable.COUNTRY: Flaw.COUNTRY_UNKNOWN,
    Correctable.OCCUPATION: Flaw.OCCUPATION_UNKNOWN,
}
_EMAILS: Final = UUID("c1a4d5de-3c0a-4f0e-8e62-51b1b9a0f5a7")


class CorrectionRejection(StrEnum):
    """Why nothing was corrected; in the order of checking."""

    NO_SUCH_PERSON = "no-such-person"
    NOT_CORRECTABLE = "not-correctable"
    """Proven already, waiting for an answer, or answered in a way that no correction changes."""
    TOO_OFTEN = "too-often"
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
    SAME_AS_BEFORE = "same-as-before"
    IDENTITY_TAKEN = "identity-taken"
    """Another person has the taxpayer number or the document: pages must hide it, and an e-mail tells that person."""


class CorrectionRejected(Rejected):
    """Nothing was corrected. `reasons` are all flaws of what was typed; `most` the attempts there are."""

    reason: CorrectionRejection
    reasons: tuple[CorrectionRejection, ...]
    rule = "PT-02"

    def __init__(self, *reasons: CorrectionRejection, rule: str | None = None, most: int | None = None) -> None:
        super().__init__(reasons[0], rule=rule, most=most)
        vars(self).update(reasons=reasons)


@dataclass(frozen=True, slots=True)
class IdentityCorrected:
    """The changed fields; the verifier is asked again. `left`: how many corrections are left.

    `repeat`: the same data waits already for its answer, and nothing was written.
    """

    person_id: int
    changed: tuple[str, ...]
    left: int
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class ContactDetailsGiven:
    """The fields that changed; none where all of it stood so already."""

    person_id: int
    changed: tuple[str, ...]


def correct_identity(*, person_id: int, details: Details, address: str, now: datetime) -> IdentityCorrected:
    """Change data that the registers did not confirm, and ask them again; the first answers stay.

    At most three times (PT-02). The same data again while it waits: the first answer. Raises `CorrectionRejected`.
    """
    details = tidied(details)
    with transaction.atomic():
        person, registration = held_registration(person_id)
        left = attempts_left(person_id)
        if is_waiting(person_id) and details == registered_details(registration):
            return IdentityCorrected(person_id, (), left, repeat=True)
        if not is_correctable(person):
            raise CorrectionRejected(CorrectionRejection.NOT_CORRECTABLE)
        if not left:
            raise CorrectionRejected(CorrectionRejection.TOO_OFTEN, most=ATTEMPTS)
        try:
            with transaction.atomic():
                changed = change_details(person, registration, details, by=person, address=address, now=now)
        except IntegrityError:
            changed = ()
            _note_taken(person, details, address, now)
    if not changed:
        raise CorrectionRejected(CorrectionRejection.IDENTITY_TAKEN, rule="PT-04", most=left - 1)
    return IdentityCorrected(person_id, changed, left - 1)


def give_contact_details(
    *, person_id: int, given: Mapping[str, str], address: str, now: datetime
) -> ContactDetailsGiven:
    """Register the telephone, postal code, district and kind of work that a player gives, or gives anew (PT-58).

    `given`: fields of `FREE` by name; no proof is asked, since no register is asked about them. What stands so already
    is answered without writing. Raises `CorrectionRejected`.
    """
    with transaction.atomic():
        person, registration = held_registration(person_id)
        chosen = {name: given[name] for name in FREE if name in given}
        details = tidied(replace(registered_details(registration), **chosen))  # type: ignore[arg-type]
        if details == registered_details(registration):
            return ContactDetailsGiven(person_id, ())
        changed = change_details(person, registration, details, by=person, address=address, now=now)
    return ContactDetailsGiven(person_id, changed)


def change_details(
    person: Person, registration: Registration, details: Details, *, by: Person, address: str, now: datetime
) -> tuple[str, ...]:
    """Write tidied `details` over a held player's registration, a row for each changed field; answers their names.

    The verifier is asked again about data behind an unproven identity. Call it inside a transaction that holds the
    player; an `IntegrityError` means that another person has the number or the document. Raises `CorrectionRejected`.
    """
    known = registered_details(registration)
    found = flaws(details, today=lisbon_date(now), known=known)
    if found:
        rule = "PT-03" if found[0] is Flaw.UNDER_AGE else "PT-01"
        raise CorrectionRejected(*(CorrectionRejection(flaw.value) for flaw in found), rule=rule)
    before, after = asdict(known), asdict(details)
    changed = tuple(name for name, value in after.items() if value != before[name])
    if not changed:
        raise CorrectionRejected(CorrectionRejection.SAME_AS_BEFORE)
    for name in set(changed) - {"birth_date"}:
        setattr(registration, name, after[name])
    registration.save(update_fields=sorted(set(changed) - {"birth_date"}))
    if "birth_date" in changed:
        person.birth_date = details.birth_date
        person.save(update_fields=["birth_date"])
    DataChange.objects.bulk_create(
        DataChange(
            person=person,
            what=name.replace("_", "-"),
            before=str(before[name]),
            after=str(after[name]),
            by=by,
            address=address,
            at=now,
        )
        for name in changed
    )
    if person.verified_at is None and set(changed) & _PROVED and not is_waiting(person.pk):
        IdentityCheck.objects.create(person=person, asked_at=now, next_try_at=now)
    tell(
        EventName.ACCOUNT_CHANGED,
        by=by.pk,
        now=now,
        key=person.person_key,
        person_id=person.pk,
        fields=sorted(name.replace("_", "-") for name in changed),
    )
    return changed


def apply_accepted(*, person_id: int, field: Correctable, value: str, by: Person, now: datetime) -> tuple[str, ...]:
    """Write what staff accepted over the registration; answers the fields that changed (PT-17).

    Dates as 1990-05-31 or 31/05/1990, countries by their two letters or their Portuguese name, the kind of work by its
    two digits or its name in any language, of documents the number. Call it inside a transaction. Raises
    `CorrectionRejected`, `IntegrityError` as `change_details`.
    """
    person, registration = held_registration(person_id)
    name = "document_number" if field is Correctable.DOCUMENT else field.value.replace("-", "_")
    wanted: str | date | None = value
    if field is Correctable.BIRTH_DATE:
        wanted = _date(value)
    elif field in {Correctable.NATIONALITY, Correctable.COUNTRY}:
        wanted = _country(value)
    elif field is Correctable.OCCUPATION:
        wanted = _occupation(value)
    if wanted is None:
        raise CorrectionRejected(CorrectionRejection(_UNREADABLE[field].value), rule="PT-01")
    details = tidied(replace(registered_details(registration), **{name: wanted}))  # type: ignore[arg-type]
    return change_details(person, registration, details, by=by, address="", now=now)


def _date(text: str) -> date | None:
    for form in ("%Y-%m-%d", "%d/%m/%Y"):
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007  (a day has no zone)
        except ValueError:
            continue
    return None


def _country(text: str) -> str | None:
    if countries.is_country(text.upper()):
        return text.upper()
    return next((code for code, name in countries.names("pt").items() if name.casefold() == text.casefold()), None)


def _occupation(text: str) -> str | None:
    """The two digits of a kind of work, by themselves or by its name in one of the house's languages."""
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            for code, name in labels_of(Occupation).items():
                if text == code or text.casefold() == str(name).casefold():
                    return code
    return None


def registered_details(registration: Registration) -> Details:
    """Return the present details of a registration."""
    assert registration.person.birth_date is not None
    fields = {name: getattr(registration, name) for name in Details.__dataclass_fields__ if name != "birth_date"}
    return Details(birth_date=registration.person.birth_date, **fields)


def held_registration(person_id: int) -> tuple[Person, Registration]:
    """The player, held, with the active registration. Raises `CorrectionRejected`."""
    person = hold_player(person_id)
    registration = Registration.objects.filter(person_id=person_id, ended_at__isnull=True).first()
    if person is None or registration is None or person.birth_date is None:
        raise CorrectionRejected(CorrectionRejection.NO_SUCH_PERSON)
    registration.person = person
    return person, registration


def is_waiting(person_id: int) -> bool:
    """Whether a question about this person waits for its answer."""
    return IdentityCheck.objects.filter(person_id=person_id, answered_at__isnull=True).exists()


def _note_taken(person: Person, details: Details, address: str, now: datetime) -> None:
    """Count the attempt, and tell the holder of the number or the document that another person tried it (PT-04)."""
    row = DataChange.objects.create(person=person, by=person, what=TRIED, address=address, at=now)
    same = Q(nif=details.nif) | Q(
        document_kind=details.document_kind,
        document_number=details.document_number,
        document_country=details.document_country,
    )
    holders = Registration.objects.filter(same, ended_at__isnull=True).exclude(person=person)
    for holder in holders.values_list("person_id", flat=True):
        key = uuid5(_EMAILS, f"{row.pk}:{holder}")
        write_email(person_id=holder, kind="registered-already", facts={}, idempotency_key=key, now=now)
