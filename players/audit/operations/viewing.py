"""Looking at a player's personal data: with a reason, and never without a trace (PT-01, GL-48)."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from players.models import Kind, Person, Registration, Viewing
from players.roles import Action, may

REASON: Final = (3, 300)


@dataclass(frozen=True, slots=True)
class PersonalData:
    """A player's registration data, unmasked."""

    email: str
    birth_date: date | None
    full_name: str
    nationality: str
    profession: str
    occupation: str
    address: str
    postal_code: str
    district: str
    country: str
    phone: str
    document_kind: int
    document_number: str
    document_country: str
    nif: str
    iban: str
    received_at: datetime
    received_from: str


class ViewingRejection(StrEnum):
    """Why nothing is shown, in the order of checking."""

    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_PERSON = "no-such-person"


class ViewingRejected(Rejected):
    """`reason` says why."""

    reason: ViewingRejection


def view_personal_data(*, person_id: int, by: int, reason: str, now: datetime) -> PersonalData | None:
    """Return the player's registration data, unmasked, after noting who viewed it and why; None: no registration.

    Raises `ViewingRejected`.
    """
    said = reason.strip()
    if not REASON[0] <= len(said) <= REASON[1]:
        raise ViewingRejected(ViewingRejection.REASON_MISSING)
    with transaction.atomic():
        if not may(Person.objects.filter(pk=by).first(), Action.SEE_PERSONAL_DATA):
            raise ViewingRejected(ViewingRejection.NOT_ALLOWED)
        person = Person.objects.filter(pk=person_id, kind=Kind.PLAYER).first()
        if person is None:
            raise ViewingRejected(ViewingRejection.NO_SUCH_PERSON)
        Viewing.objects.create(person=person, by_id=by, at=now, reason=said)
        tell(EventName.DATA_VIEWED, by=by, now=now, key=person.person_key, person_id=person_id, why=said)
        registered = Registration.objects.filter(person=person).first()
    return None if registered is None else _data(person, registered)


def _data(person: Person, registered: Registration) -> PersonalData:
    return PersonalData(
        email=person.email,
        birth_date=person.birth_date,
        full_name=registered.full_name,
        nationality=registered.nationality,
        profession=registered.profession,
        occupation=registered.occupation,
        address=registered.address,
        postal_code=registered.postal_code,
        district=registered.district,
        country=registered.country,
        phone=registered.phone,
        document_kind=registered.document_kind,
        document_number=registered.document_number,
        document_country=registered.document_country,
        nif=registered.nif,
        iban=registered.iban,
        received_at=registered.received_at,
        received_from=registered.received_from,
    )
