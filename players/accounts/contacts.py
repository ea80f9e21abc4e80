"""How a person is reached and where the law's files place them: telephone, postal code, district, work. Pure."""

import re
from typing import Final

HOME: Final = "PT"
OCCUPATIONS: Final = ("11", "22", "33", "44", "55", "66", "77", "88", "99")
"""The regulator's numbers for a person's work: `players.models.registration.Occupation` names them (PT-31)."""
DISTRICTS: Final = (
    "Aveiro",
    "Beja",
    "Braga",
    "Bragança",
    "Castelo Branco",
    "Coimbra",
    "Évora",
    "Faro",
    "Guarda",
    "Leiria",
    "Lisboa",
    "Portalegre",
    "Porto",
    "Santarém",
    "Setúbal",
    "Viana do Castelo",
    "Vila Real",
    "Viseu",
    "Região Autónoma da Madeira",
    "Região Autónoma dos Açores",
)
"""The districts of Portugal and its two autonomous regions, by their names: a file of exclusions names them (PT-31)."""

_PHONE: Final = re.compile(r"\+[1-9][0-9]{6,14}", re.ASCII)
_PHONE_HOME: Final = re.compile(r"\+351[239][0-9]{8}", re.ASCII)
_BETWEEN: Final = re.compile(r"[\s().\u2010-\u2015-]+")
_CODE_HOME: Final = re.compile(r"[1-9][0-9]{3}-[0-9]{3}", re.ASCII)
_CODE: Final = re.compile(r"[A-Z0-9](?:[A-Z0-9 -]{0,10}[A-Z0-9])?", re.ASCII)
_IN_ADDRESS: Final = re.compile(r"(?<![0-9-])([1-9][0-9]{3})[ -]([0-9]{3})(?![0-9-])", re.ASCII)


def tidy_phone(text: str) -> str:
    """The number without spaces and signs, with the country's prefix; nine digits alone are Portuguese.

    >>> [tidy_phone(text) for text in ("912 345 678", "00351 (21) 234-56.78", "+40 712 345 678", "x")]
    ['+351912345678', '+351212345678', '+40712345678', 'x']
    """
    plain = _BETWEEN.sub("", text)
    if plain.startswith("00"):
        plain = f"+{plain[2:]}"
    return f"+351{plain}" if len(plain) == 9 and plain.isascii() and plain.isdecimal() else plain


def is_phone(number: str) -> bool:
    """Whether a tidied number may be called: + and 7 to 15 digits; a Portuguese one has nine after its prefix.

    >>> [is_phone(text) for text in ("+351912345678", "+40712345678", "+351112345678", "912345678", "")]
    [True, True, False, False, False]
    """
    form = _PHONE_HOME if number.startswith("+351") else _PHONE
    return form.fullmatch(number) is not None


def tidy_postal_code(text: str, country: str) -> str:
    """The postal code in capitals with single spaces; seven Portuguese digits get their hyphen.

    >>> [tidy_postal_code(*each) for each in (("1100 420", "PT"), ("1100420", "PT"), (" sw1a  1aa", "GB"))]
    ['1100-420', '1100-420', 'SW1A 1AA']
    """
    code = " ".join(text.upper().split())
    digits = re.sub(r"[ -]", "", code)
    if country == HOME and len(digits) == 7 and digits.isascii() and digits.isdecimal():
        return f"{digits[:4]}-{digits[4:]}"
    return code


def is_postal_code(code: str, country: str) -> bool:
    """Whether a tidied postal code has the form of its country: NNNN-NNN in Portugal, letters and digits elsewhere.

    >>> [is_postal_code(*each) for each in (("1100-420", "PT"), ("1100", "PT"), ("SW1A 1AA", "GB"), ("<b>", "GB"))]
    [True, False, True, False]
    """
    return (_CODE_HOME if country == HOME else _CODE).fullmatch(code) is not None


def postal_code_in(address: str, country: str) -> str:
    """The Portuguese postal code that a line of address names; empty where there is none, or more than one.

    >>> [postal_code_in(*each) for each in (("Rua da Prata 12, 1100-420 Lisboa", "PT"), ("Rua 1", "PT"))]
    ['1100-420', '']
    """
    found = _IN_ADDRESS.findall(address) if country == HOME else []
    return "-".join(found[0]) if len(found) == 1 else ""
