"""A player's registration data, unmasked: for those to whom a viewing, with its reason, has just shown them (PT-01)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from players.models import Registration, Viewing

SHOWN: Final = timedelta(minutes=5)
"""How long a viewing lasts: its page may be opened again so long without another reason."""


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


@dataclass(frozen=True, slots=True)
class Shown:
    """What a viewing shows, and until when it lasts."""

    data: PersonalData
    until: datetime


def shown_to(*, person_id: int, by: int, now: datetime) -> Shown | None:
    """What this member of staff is shown of the player now: of a viewing of theirs that lasts; None without one, or of
    a player without a registration.
    """
    theirs = Viewing.objects.filter(person_id=person_id, by_id=by, at__gt=now - SHOWN, at__lte=now)
    viewing = theirs.order_by("-pk").first()
    if viewing is None:
        return None
    registered = Registration.objects.select_related("person").filter(person_id=person_id).first()
    return None if registered is None else Shown(_data(registered), viewing.at + SHOWN)


def _data(registered: Registration) -> PersonalData:
    return PersonalData(
        email=registered.person.email,
        birth_date=registered.person.birth_date,
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
