"""Details of a registration: numbers that prove themselves, names, addresses, dates."""

import dataclasses
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.accounts import countries, numbers
from players.accounts.details import Details, Flaw, flaws, is_person_name, tidied
from players.models.registration import Datum
from tests.factories import personal_details
from tests.rules import rule

TODAY = date(2026, 3, 2)


@given(st.from_regex(r"[1-3][0-9]{7}", fullmatch=True))
def test_exactly_one_ninth_digit_makes_a_nif(first: str) -> None:
    assert [digit for digit in "0123456789" if numbers.is_nif(first + digit)] == [str(numbers.nif_check_digit(first))]


@pytest.mark.parametrize("number", ["", "12345678", "1234567890", "12345678x", "١٢٣٤٥٦٧٨٩", "000000000", "423456789"])
def test_invalid_nifs(number: str) -> None:
    assert not numbers.is_nif(number)


@given(st.from_regex(r"[0-9]{21}", fullmatch=True), st.integers(0, 24), st.integers(1, 9))
def test_an_iban_with_one_digit_wrong_is_refused(rest: str, place: int, off: int) -> None:
    iban = f"PT{numbers.iban_check_digits('PT', rest)}{rest}"
    assert numbers.is_iban(iban)
    if place >= 2:
        wrong = iban[:place] + str((int(iban[place]) + off) % 10) + iban[place + 1 :]
        assert not numbers.is_iban(wrong)


@pytest.mark.parametrize("iban", ["GB29NWBK60161331926819", "DE89370400440532013000", "RO49AAAA1B31007593840000"])
def test_published_examples_of_other_countries_are_right(iban: str) -> None:
    assert numbers.is_iban(iban)
    assert not numbers.is_iban(iban[:-1])


WRONG: list[tuple[dict[str, Any], Flaw]] = [
    ({"full_name": "Ana"}, Flaw.FULL_NAME_INVALID),
    ({"full_name": "Ana <script>"}, Flaw.FULL_NAME_INVALID),
    ({"full_name": "Аna Reis"}, Flaw.FULL_NAME_INVALID),  # a Cyrillic capital
    ({"full_name": "Ａna Reis"}, Flaw.FULL_NAME_INVALID),  # a full-width capital
    ({"full_name": "Ana\u202e Reis"}, Flaw.FULL_NAME_INVALID),
    ({"full_name": "A" * 60 + " " + "b" * 60}, Flaw.FULL_NAME_INVALID),
    ({"birth_date": date(2026, 3, 3)}, Flaw.BIRTH_DATE_INVALID),
    ({"birth_date": date(1, 1, 1)}, Flaw.BIRTH_DATE_INVALID),
    ({"birth_date": date(2008, 3, 3)}, Flaw.UNDER_AGE),
    ({"nationality": "EU"}, Flaw.NATIONALITY_UNKNOWN),
    ({"nationality": "Portugal"}, Flaw.NATIONALITY_UNKNOWN),
    ({"profession": ""}, Flaw.PROFESSION_INVALID),
    ({"profession": "<b>"}, Flaw.PROFESSION_INVALID),
    ({"address": "x"}, Flaw.ADDRESS_INVALID),
    ({"address": "Rua\x00 da Prata 12"}, Flaw.ADDRESS_INVALID),
    ({"address": "Rua " + "a" * 300}, Flaw.ADDRESS_INVALID),
    ({"country": "XX"}, Flaw.COUNTRY_UNKNOWN),
    ({"document_kind": 5}, Flaw.DOCUMENT_INVALID),
    ({"document_number": "12"}, Flaw.DOCUMENT_INVALID),
    ({"document_number": "1234ZЖ"}, Flaw.DOCUMENT_INVALID),
    ({"document_country": ""}, Flaw.DOCUMENT_COUNTRY_UNKNOWN),
    ({"nif": "123456788"}, Flaw.NIF_INVALID),
    ({"iban": "PT51000201231234567890154"}, Flaw.IBAN_INVALID),
]


@rule(
    "PT-01",
    asserts="A wrong name, birth date, nationality, profession, address, country, document, tax number or IBAN is each "
    "found as a flaw of its own field.",
    shared="One table of wrong fields, each with its flaw.",
)
@rule("PT-03", asserts="On 2 March 2026 a person born on 3 March 2008 is found to be under age.")
@rule(
    "PT-70",
    asserts="A nationality “EU” or “Portugal”, a document of kind 5 and a document without a country are flaws.",
)
@pytest.mark.parametrize(("facts", "flaw"), WRONG)
def test_each_field_has_its_flaw(facts: dict[str, Any], flaw: Flaw) -> None:
    assert flaws(tidied(personal_details(**facts)), today=TODAY) == (flaw,)


def test_all_flaws_are_named_at_once() -> None:
    wrong = personal_details(full_name="", nif="1", iban="", country="")
    assert flaws(tidied(wrong), today=TODAY) == (
        Flaw.FULL_NAME_INVALID,
        Flaw.COUNTRY_UNKNOWN,
        Flaw.NIF_INVALID,
        Flaw.IBAN_INVALID,
    )


def test_numbers_may_be_typed_in_groups() -> None:
    typed = personal_details(
        full_name="  Ana   Reis ", nif="123 456 789", iban="pt50 0002 0123 1234 5678 9015 4", nationality=" pt "
    )
    tidy = tidied(typed)
    assert (tidy.full_name, tidy.nif, tidy.iban, tidy.nationality) == (
        "Ana Reis",
        "123456789",
        "PT50000201231234567890154",
        "PT",
    )
    assert flaws(tidy, today=TODAY) == ()
    assert dataclasses.asdict(tidied(tidy)) == dataclasses.asdict(tidy)


@pytest.mark.parametrize("name", ["João D'Ávila", "Ștefan Ionescu-Popa", "Мария Иванова", "Ana M. Reis", "José de Sá"])
def test_names_of_many_tongues_are_names(name: str) -> None:
    assert is_person_name(name)


@rule(
    "PT-70",
    asserts="The same countries, Portugal, Romania, Brazil and Kosovo among them, have a name in Portuguese, English "
    "and Romanian.",
)
@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_every_country_has_a_name_in_each_language(language: str) -> None:
    assert {"PT", "RO", "BR", "XK"} <= set(countries.names(language))
    assert set(countries.names(language)) == set(countries.names("en"))


def test_a_change_of_every_field_has_a_name() -> None:
    fields = {field.name.replace("_", "-") for field in dataclasses.fields(Details)}
    assert fields | {"email", "password", "second-factor", "identity-refused"} == set(Datum)
