"""Telephone numbers, postal codes and districts as people type them (PT-31, PT-58)."""

import dataclasses
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.accounts import contacts
from players.accounts.details import Flaw, flaws, missing, tidied
from players.models.registration import Occupation
from tests.factories import personal_details
from tests.rules import rule

TODAY = date(2026, 3, 2)
EMPTY = {"occupation": "", "postal_code": "", "district": "", "phone": ""}


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("912 345 678", "+351912345678"),
        ("21-234-56-78", "+351212345678"),
        ("00351 912345678", "+351912345678"),
        ("+351 (912) 345.678", "+351912345678"),
        ("+40 712 345 678", "+40712345678"),
        ("0040712345678", "+40712345678"),
    ],
)
def test_a_number_is_kept_in_one_form_however_it_is_typed(typed: str, number: str) -> None:
    assert contacts.tidy_phone(typed) == number
    assert contacts.is_phone(number)
    assert contacts.tidy_phone(number) == number


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "12345",
        "112",
        "+351112345678",
        "+35191234567",
        "+3519123456789",
        "+0123456789",
        "+1234567890123456",
        "91234567x",
        "٩١٢٣٤٥٦٧٨",
    ],
)
def test_what_nobody_could_call_is_no_number(typed: str) -> None:
    assert not contacts.is_phone(contacts.tidy_phone(typed))


@given(st.text(max_size=40))
def test_no_text_breaks_a_field(text: str) -> None:
    """And what is taken stands in the database's own forms."""
    number, code = contacts.tidy_phone(text), contacts.tidy_postal_code(text, "PT")
    assert not contacts.is_phone(number) or (number[0] == "+" and number[1:].isascii() and number[1:].isdecimal())
    assert not contacts.is_postal_code(code, "PT") or len(code) == 8
    assert contacts.tidy_postal_code(code, "PT") == code


@pytest.mark.parametrize(
    ("typed", "country", "code"),
    [
        ("1100-420", "PT", "1100-420"),
        ("1100 420", "PT", "1100-420"),
        ("1100420", "PT", "1100-420"),
        ("sw1a 1aa", "GB", "SW1A 1AA"),
        ("010011", "RO", "010011"),
        ("1100-420", "FR", "1100-420"),
    ],
)
def test_a_postal_code_has_the_form_of_its_country(typed: str, country: str, code: str) -> None:
    assert contacts.tidy_postal_code(typed, country) == code
    assert contacts.is_postal_code(code, country)


@pytest.mark.parametrize(
    ("typed", "country"),
    [
        ("", "PT"),
        ("1100", "PT"),
        ("0100-420", "PT"),
        ("1100-42", "PT"),
        ("1100-4200", "PT"),
        ("", "FR"),
        ("-", "FR"),
        ("<b>", "FR"),
        ("A" * 13, "FR"),
    ],
)
def test_what_is_no_postal_code(typed: str, country: str) -> None:
    assert not contacts.is_postal_code(contacts.tidy_postal_code(typed, country), country)


WRONG: list[tuple[dict[str, Any], Flaw]] = [
    ({"phone": ""}, Flaw.PHONE_INVALID),
    ({"phone": "12"}, Flaw.PHONE_INVALID),
    ({"postal_code": ""}, Flaw.POSTAL_CODE_INVALID),
    ({"postal_code": "1100"}, Flaw.POSTAL_CODE_INVALID),
    ({"district": ""}, Flaw.DISTRICT_UNKNOWN),
    ({"district": "Lisbon"}, Flaw.DISTRICT_UNKNOWN),
    ({"occupation": ""}, Flaw.OCCUPATION_UNKNOWN),
    ({"occupation": "12"}, Flaw.OCCUPATION_UNKNOWN),
]


@rule(
    "PT-58",
    asserts="A registration without a telephone, a postal code, a district in Portugal or a kind of work, or with a "
    "wrong one, has a flaw of that field.",
)
@pytest.mark.parametrize(("facts", "flaw"), WRONG)
def test_each_field_of_the_files_has_its_flaw(facts: dict[str, Any], flaw: Flaw) -> None:
    assert flaws(tidied(personal_details(**facts)), today=TODAY) == (flaw,)


def test_outside_portugal_there_is_no_district() -> None:
    abroad = tidied(personal_details(country="RO", district="Lisboa", postal_code="010011", phone="+40712345678"))
    assert abroad.district == ""
    assert flaws(abroad, today=TODAY) == ()
    assert missing(abroad) == ()


def test_an_older_registration_may_stay_without_them_but_not_take_wrong_ones() -> None:
    """A change of the address must not wait for a telephone that was never asked for."""
    older = tidied(personal_details(**EMPTY))
    assert missing(older) == ("occupation", "postal_code", "district", "phone")
    moved = dataclasses.replace(older, address="Rua Nova 2, Coimbra")
    assert flaws(moved, today=TODAY, known=older) == ()
    assert flaws(dataclasses.replace(moved, phone="12"), today=TODAY, known=older) == (Flaw.PHONE_INVALID,)
    emptied = dataclasses.replace(tidied(personal_details()), phone="")
    assert flaws(emptied, today=TODAY, known=tidied(personal_details())) == (Flaw.PHONE_INVALID,)


@rule("PT-31", asserts="The kinds of work are the regulation's nine two-digit numbers from 11 to 99.")
def test_the_kinds_of_work_are_the_regulators() -> None:
    assert tuple(kind.value for kind in Occupation) == contacts.OCCUPATIONS
    assert tuple(f"{digit}{digit}" for digit in range(1, 10)) == contacts.OCCUPATIONS


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("Rua da Prata 12, 1100-420 Lisboa", "1100-420"),
        ("Rua da Prata 12, 1100 420 Lisboa", "1100-420"),
        ("Rua da Prata 12", ""),
        ("1100-420 ou 1100-421", ""),
        ("Lote 21100-4200", ""),
    ],
)
def test_the_postal_code_that_stands_in_an_older_address_is_offered(address: str, found: str) -> None:
    assert contacts.postal_code_in(address, "PT") == found
    assert contacts.postal_code_in(address, "RO") == ""
