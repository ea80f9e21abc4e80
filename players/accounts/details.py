"""A person's own details at registration (PT-01, PT-58), normalised and checked field by field. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

from kernel.calendar import age
from players.accounts import contacts, countries, numbers

OF_AGE: Final = 18
OLDEST: Final = 120
DOCUMENT_KINDS: Final = range(5)
"""0 BI, 1 CC, 2 passport, 3 NIF, 4 other (PT-70)."""
_NAME: Final = (3, 120)
_PROFESSION: Final = (2, 80)
_ADDRESS: Final = (8, 200)
_DOCUMENT: Final = re.compile(r"[A-Z0-9]{4,20}", re.ASCII)
_NAME_SIGNS: Final = frozenset(" '’.-")


@dataclass(frozen=True, slots=True)
class Details:
    """The fields of a registration beside e-mail, nickname and password."""

    full_name: str
    birth_date: date
    nationality: str
    """Two letters of ISO 3166, as the countries below."""
    profession: str
    occupation: str
    """The kind of work, two digits of `contacts.OCCUPATIONS` (PT-31)."""
    address: str
    postal_code: str
    district: str
    """One of `contacts.DISTRICTS`; empty outside Portugal."""
    country: str
    phone: str
    """With the country's prefix, as +351912345678."""
    document_kind: int
    document_number: str
    document_country: str
    nif: str
    iban: str


class Flaw(StrEnum):
    """The faults of a field; in the order of the fields."""

    FULL_NAME_INVALID = "full-name-invalid"
    BIRTH_DATE_INVALID = "birth-date-invalid"
    UNDER_AGE = "under-age"
    NATIONALITY_UNKNOWN = "nationality-unknown"
    PROFESSION_INVALID = "profession-invalid"
    OCCUPATION_UNKNOWN = "occupation-unknown"
    ADDRESS_INVALID = "address-invalid"
    POSTAL_CODE_INVALID = "postal-code-invalid"
    DISTRICT_UNKNOWN = "district-unknown"
    COUNTRY_UNKNOWN = "country-unknown"
    PHONE_INVALID = "phone-invalid"
    DOCUMENT_INVALID = "document-invalid"
    DOCUMENT_COUNTRY_UNKNOWN = "document-country-unknown"
    NIF_INVALID = "nif-invalid"
    IBAN_INVALID = "iban-invalid"


LATER: Final = {
    Flaw.OCCUPATION_UNKNOWN: "occupation",
    Flaw.POSTAL_CODE_INVALID: "postal_code",
    Flaw.DISTRICT_UNKNOWN: "district",
    Flaw.PHONE_INVALID: "phone",
}
"""The flaws of fields that older registrations do not have, and the fields."""


def tidied(details: Details) -> Details:
    """The same details with spaces, letter forms and groups of numbers brought into one form."""
    country = details.country.strip().upper()
    return replace(
        details,
        full_name=_text(details.full_name),
        nationality=details.nationality.strip().upper(),
        profession=_text(details.profession),
        occupation=details.occupation.strip(),
        address=_text(details.address),
        postal_code=contacts.tidy_postal_code(details.postal_code, country),
        district=_text(details.district) if country == contacts.HOME else "",
        country=country,
        phone=contacts.tidy_phone(details.phone),
        document_number=numbers.compact(details.document_number),
        document_country=details.document_country.strip().upper(),
        nif=numbers.compact(details.nif),
        iban=numbers.compact(details.iban),
    )


def flaws(details: Details, *, today: date, known: Details | None = None) -> tuple[Flaw, ...]:
    """Everything that is wrong with tidied details, in the order of the fields; nothing when they may be registered.

    `known`: what was registered before. A field that older registrations do not have may stay as empty as it was.
    """
    return tuple(flaw for flaw in _flaws(details, today) if known is None or not _stays_empty(flaw, details, known))


def missing(details: Details) -> tuple[str, ...]:
    """The fields that this registration does not have yet, since it is older than they are (PT-58)."""
    return tuple(
        name
        for name in LATER.values()
        if not getattr(details, name) and (name != "district" or details.country == contacts.HOME)
    )


def _stays_empty(flaw: Flaw, details: Details, known: Details) -> bool:
    name = LATER.get(flaw)
    return name is not None and getattr(details, name) == "" == getattr(known, name)


def _flaws(details: Details, today: date) -> Iterator[Flaw]:
    years = age(details.birth_date, today)
    if not is_person_name(details.full_name):
        yield Flaw.FULL_NAME_INVALID
    if not 0 <= years <= OLDEST:
        yield Flaw.BIRTH_DATE_INVALID
    elif years < OF_AGE:
        yield Flaw.UNDER_AGE
    if not countries.is_country(details.nationality):
        yield Flaw.NATIONALITY_UNKNOWN
    if not _is_plain(details.profession, *_PROFESSION):
        yield Flaw.PROFESSION_INVALID
    if details.occupation not in contacts.OCCUPATIONS:
        yield Flaw.OCCUPATION_UNKNOWN
    if not _is_plain(details.address, *_ADDRESS):
        yield Flaw.ADDRESS_INVALID
    if not contacts.is_postal_code(details.postal_code, details.country):
        yield Flaw.POSTAL_CODE_INVALID
    if details.country == contacts.HOME and details.district not in contacts.DISTRICTS:
        yield Flaw.DISTRICT_UNKNOWN
    if not countries.is_country(details.country):
        yield Flaw.COUNTRY_UNKNOWN
    if not contacts.is_phone(details.phone):
        yield Flaw.PHONE_INVALID
    if details.document_kind not in DOCUMENT_KINDS or not _DOCUMENT.fullmatch(details.document_number):
        yield Flaw.DOCUMENT_INVALID
    if not countries.is_country(details.document_country):
        yield Flaw.DOCUMENT_COUNTRY_UNKNOWN
    if not numbers.is_nif(details.nif):
        yield Flaw.NIF_INVALID
    if not numbers.is_iban(details.iban):
        yield Flaw.IBAN_INVALID


def is_person_name(name: str) -> bool:
    """Whether it is two words or more of letters of one alphabet, as identity documents print them.

    Letters of another alphabet that only look alike, markup, digits and control characters are no part of a name.

    >>> [is_person_name(text) for text in ("Inês d'Ávila-Reis", "Ștefan Ionescu", "Ana", "Ana <b>Reis</b>", "Аna Reis")]
    [True, True, False, False, False]
    """
    letters = [character for character in name if unicodedata.category(character)[0] == "L"]
    alphabets = {unicodedata.name(letter, "?").split()[0] for letter in letters}
    return (
        _NAME[0] <= len(name) <= _NAME[1]
        and unicodedata.normalize("NFKC", name) == name
        and len(name.split()) >= 2
        and len(alphabets) == 1
        and all(word[0] in letters for word in name.split())
        and all(character in letters or character in _NAME_SIGNS for character in name)
    )


def _is_plain(text: str, shortest: int, longest: int) -> bool:
    return (
        shortest <= len(text) <= longest
        and text.isprintable()
        and not set(text) & set('<>"`{}')
        and any(character.isalpha() for character in text)
    )


def _text(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
