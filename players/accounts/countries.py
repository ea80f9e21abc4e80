"""The countries of ISO 3166, by their two letters."""

from functools import lru_cache
from typing import Final

from babel import Locale

_NO_COUNTRIES: Final = frozenset({"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"})
"""Codes that the catalogue keeps for unions, test languages and parts of countries."""


@lru_cache(maxsize=8)
def names(language: str) -> dict[str, str]:
    """Every country's name in this language, by its letters, in the order of the names."""
    known = Locale.parse("pt_PT" if language == "pt" else language).territories  # «pt» alone is Brazil's
    found = {code: name for code, name in known.items() if len(code) == 2 and code not in _NO_COUNTRIES}
    return dict(sorted(found.items(), key=lambda pair: pair[1].casefold()))


def is_country(code: str) -> bool:
    """Whether these are a country's two letters.

    >>> [is_country(code) for code in ("PT", "RO", "EU", "pt", "")]
    [True, True, False, False, False]
    """
    return code in names("en")
