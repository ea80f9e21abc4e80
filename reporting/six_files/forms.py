"""The forms of values in the files: money, moments, cards, texts, numbers (PT-59, PT-62, PT-63). Pure."""

import unicodedata
from collections.abc import Iterable
from datetime import date, datetime
from typing import Final

from kernel.calendar import LISBON

FILES_MOST: Final = 32_767
"""`id_ficheiro` is an `xs:short`: it begins anew after so many, so a file is known by its safe, name and number."""
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def money(cents: int) -> str:
    """Euros with two decimals, made of whole cents without a fraction in between.

    >>> [money(cents) for cents in (0, 5, 1_00, -1, -12_345_06)]
    ['0.00', '0.05', '1.00', '-0.01', '-12345.06']
    """
    euros, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{euros}.{rest:02}"


def cents_of(text: str) -> int:
    """Read what `money` wrote.

    >>> [cents_of(text) for text in ("0.05", "-12345.06")]
    [5, -1234506]
    """
    euros, rest = text.removeprefix("-").split(".")
    cents = int(euros) * 100 + int(rest)
    return -cents if text.startswith("-") else cents


def stamp(instant: datetime, decimals: int = 6) -> str:
    """`YYYYMMDDHHMMSS.ffffff ±HH:MM` in legal time; the offset tells apart the hour that comes twice.

    With fewer decimals the others are cut off, never rounded: a moment stays in its second, and so in its hour.

    >>> from datetime import UTC
    >>> [stamp(datetime(2026, 10, 25, hour, 30, tzinfo=UTC)) for hour in (0, 1)]
    ['20261025013000.000000 +01:00', '20261025013000.000000 +00:00']
    >>> [stamp(datetime(2026, 7, 1, 23, 59, 59, 999_999, tzinfo=UTC), decimals) for decimals in (3, 0)]
    ['20260702005959.999 +01:00', '20260702005959 +01:00']
    """
    local = instant.astimezone(LISBON)
    offset, fraction = local.strftime("%z"), f"{local.microsecond:06}"[:decimals]
    return f"{local:%Y%m%d%H%M%S}{'.' if fraction else ''}{fraction} {offset[:3]}:{offset[3:5]}"


def instant_of(text: str) -> datetime:
    """Read what `stamp` wrote."""
    return datetime.strptime(text.replace(" ", ""), f"%Y%m%d%H%M%S{'.%f' if '.' in text else ''}%z")


def moment(instant: datetime) -> str:
    """Fourteen digits of legal time. The regulation's schema calls them `xs:int`, which cannot hold them.

    >>> from datetime import UTC
    >>> moment(datetime(2026, 7, 1, 23, 0, 1, tzinfo=UTC))
    '20260702000001'
    """
    return f"{instant.astimezone(LISBON):%Y%m%d%H%M%S}"


def day8(day: date) -> str:
    """Eight digits."""
    return f"{day:%Y%m%d}"


def file_number(count: int) -> int:
    """`id_ficheiro` of the file that is number `count`, from 0, of its safe.

    >>> [file_number(count) for count in (0, 1, 32766, 32767)]
    [1, 2, 32767, 1]
    """
    return 1 + count % FILES_MOST


_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def cards(codes: Iterable[str], code: str = "two-letters") -> str:
    """Cards with hyphens between: by two letters, with a ten as a number, or with the signs of the suits.

    >>> [cards(["AS", "TH", "4C"], code) for code in ("two-letters", "ten-as-number", "suit-signs")]
    ['AS-TH-4C', 'AS-10H-4C', 'A♠-10♥-4♣']
    """
    return "-".join(_card(each, code) for each in codes)


def _card(two: str, code: str) -> str:
    if code == "two-letters":
        return two
    rank = "10" if two[0] == "T" else two[0]
    return rank + (_SIGNS[two[1]] if code == "suit-signs" else two[1])


def codes_of(text: str, code: str = "two-letters") -> list[str]:
    """Read what `cards` wrote, as two letters each. The gate parses them: it refuses what is no card.

    >>> codes_of("A♠-10♥-4♣", "suit-signs")
    ['AS', 'TH', '4C']
    """
    if code == "two-letters":
        return text.split("-")
    letters = {sign: letter for letter, sign in _SIGNS.items()} if code == "suit-signs" else {}
    found = (each.replace("10", "T", 1) for each in text.split("-"))
    return [each[:-1] + letters.get(each[-1:], each[-1:]) for each in found]


def text(value: str) -> str:
    """A text as XML writes it, in one form of its letters. Raises `ValueError` for control characters."""
    plain = unicodedata.normalize("NFC", value)
    if any(unicodedata.category(sign) in {"Cc", "Cs", "Cn"} for sign in plain):
        raise ValueError("a control character in a text of the files")
    return plain.translate(_ESCAPES)
