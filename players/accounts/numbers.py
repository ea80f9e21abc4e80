"""Numbers that prove themselves: the Portuguese taxpayer number and the IBAN. Pure."""

import re
from typing import Final

_NIF: Final = re.compile(r"[1235689][0-9]{8}|(45|7[0124579])[0-9]{7}", re.ASCII)
"""The allowed beginnings of a number of a person or body; 45 and 7x are special series."""
_IBAN: Final = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", re.ASCII)
_IBAN_LENGTHS: Final = {
    "AD": 24, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24,
    "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21,
    "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24,
    "SI": 19, "SK": 24, "SM": 27, "VA": 22,
}  # fmt: skip
"""How long an account number of each country of the single euro payments area is."""


def compact(number: str) -> str:
    """The number without the spaces and signs that people put between its groups, in capital letters.

    >>> compact(" pt50 0002-0123.12345678901 54 ")
    'PT50000201231234567890154'
    """
    return re.sub(r"[\s.\-/]", "", number).upper()


def nif_check_digit(first_eight: str) -> int:
    """The ninth digit: 11 less the weighted sum modulo 11, and 0 where that is above 9.

    >>> nif_check_digit("12345678")
    9
    """
    rest = sum(int(digit) * weight for digit, weight in zip(first_eight, range(9, 1, -1), strict=True)) % 11
    return 0 if rest < 2 else 11 - rest


def is_nif(number: str) -> bool:
    """Whether it is nine digits of a known series with the right check digit (PT-01).

    >>> [is_nif(text) for text in ("123456789", "123456788", "012345678", "12345678a")]
    [True, False, False, False]
    """
    return _NIF.fullmatch(number) is not None and nif_check_digit(number[:8]) == int(number[8])


def iban_check_digits(country: str, rest: str) -> str:
    """The two digits after the country, which make the whole number 1 modulo 97.

    >>> iban_check_digits("PT", "000201231234567890154")
    '50'
    """
    return f"{98 - _remainder(rest + country + '00'):02d}"


def is_iban(number: str) -> bool:
    """Whether it is an account number of the euro payments area, of the right length and with right check digits.

    >>> [is_iban(check + "000201231234567890154") for check in ("PT50", "PT51", "XX50")]
    [True, False, False]
    """
    if _IBAN.fullmatch(number) is None or _IBAN_LENGTHS.get(number[:2]) != len(number):
        return False
    return _remainder(number[4:] + number[:4]) == 1


def _remainder(text: str) -> int:
    return int("".join(str(int(character, 36)) for character in text)) % 97
