"""The profile of the files: who sends them, and a choice for everything that the regulation leaves open.

The binding form is the supervisor's «Modelo de Dados», which the regulation does not print. Each open point is a
setting here with a default, so that an answer of the supervisor is a line of a file and no change of code.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VAULT: Final = re.compile(r"[0-9A-Z]{3}")
OPERATORS: Final = range(-128, 128)
"""`cod_entexpl` is an `xs:byte`."""


class ProfileInvalid(ValueError):
    """A profile that no file can be made by; `name` is the setting."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """`srij-2015`: the annex of Regulation 903-B/2015 as its printed schemas and field comments read."""

    name: str = "srij-2015"
    operator: int = 1
    """`cod_entexpl`: the supervisor's number of the house."""
    vault: str = "000"
    """`cod_cofre`: the supervisor's three letters of the house's safe."""
    licence: str = ""
    package: str = "PACK"
    """How the name of a day's package begins."""
    repeated_hour: str = "merge"
    """The hour that comes twice in October: one file of 120 minutes, since both would bear one name; or two, the second
    with a mark in its name."""
    empty_hours: str = "file"
    """An hour without records has its files, with empty lists; or none."""
    push_as: str = "refund"
    void_code: str = "V"
    logon: str = "email"
    indefinite_code: int = 127
    """Months of an exclusion without end."""
    unknown: str = "não indicado"
    """The text for a required value that is missing."""
    foreign_tax_number: str = "1"
    documents: str = "empty"
    """Images of a person's document are not collected: their elements are empty, or left out."""
    card_code: str = "two-letters"
    decimals: int = 6
    """Of a second, in every moment that has a fraction; the others are cut off."""
    taken_back: str = "tell"
    """A stake that was taken back before the close: told as an operation of its own, or only what stayed is told."""
    regions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """`ip_regiao` by the house's own code, ISO 3166-2; a code without an entry is sent as it is."""
    local_codes: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType(
            {"ponto": "4", "empate": "3", "banca": "5", "par-ponto": "6", "par-banca": "7"}
        )
    )
    """`a_local`; the regulation has no numbers for the pairs."""
    result_codes: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({"ponto": "4", "empate": "3", "banca": "5"})
    )
    variants: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType(
            {
                "ponto-e-banca": "bacará ponto e banca",
                "macau": "bacará ponto e banca Macau",
                "macau-floor": "bacará ponto e banca Macau",
            }
        )
    )
    """How a game is named, by its rules' source."""
    instruments: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({"bank-account": "IBAN", "mbway": "MBWAY"})
    )
    """`tip_pag`; the regulation prints no list."""

    def __post_init__(self) -> None:
        if type(self.operator) is not int or self.operator not in OPERATORS:
            raise ProfileInvalid("operator", "a whole number from -128 to 127")
        if not VAULT.fullmatch(self.vault):
            raise ProfileInvalid("vault", "three of 0-9 and A-Z")
        if self.decimals not in range(7):
            raise ProfileInvalid("decimals", "a whole number from 0 to 6")
        if not re.fullmatch(r"[A-Z]{1,8}", self.package):
            raise ProfileInvalid("package", "one to eight of A-Z")
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                raise ProfileInvalid(name, f"one of {', '.join(known)}")

    def variant(self, preset: str) -> str:
        """The name of a game in the files."""
        return self.variants.get(preset, preset)


CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "repeated_hour": ("merge", "second-suffix", "second-is-rp"),
    "empty_hours": ("file", "none"),
    "push_as": ("refund", "gain"),
    "logon": ("email", "nickname"),
    "documents": ("empty", "left-out"),
    "card_code": ("two-letters", "ten-as-number", "suit-signs"),
    "taken_back": ("tell", "net"),
}
OPEN: Final[Mapping[str, "str | Promise"]] = {
    "package": _("how the name of a day’s package begins"),
    "repeated_hour": _("whether the hour that comes twice in October is one file or two"),
    "empty_hours": _("whether an hour without records has its files"),
    "push_as": _("whether a stake that comes back counts as a refund or as a gain"),
    "void_code": _("the result of a void round"),
    "logon": _("whether a player signs in by e-mail or by nickname"),
    "indefinite_code": _("the months of an exclusion without end"),
    "unknown": _("what stands for a value that an older account never gave"),
    "documents": _("images of documents, which are not collected: empty elements, or none"),
    "card_code": _("how a card is written"),
    "decimals": _("how many decimals of a second a moment has"),
    "taken_back": _("whether stakes that were taken back before the close are told at all"),
    "regions": _("the list of regions of network addresses"),
    "local_codes": _("the numbers of the bets; the pairs have none in the regulation"),
    "variants": _("the names of the games"),
    "instruments": _("the list of means of payment"),
}
"""What the supervisor has not answered, by setting: shown where the files are shown."""


def profile_of(document: Mapping[str, Any]) -> Profile:
    """Read a profile's settings over the defaults. Raises `ProfileInvalid` naming the first that is wrong."""
    known = {each.name: getattr(Profile(), each.name) for each in fields(Profile)}
    for name, value in document.items():
        if name not in known:
            raise ProfileInvalid(name, "no such setting")
        wanted = Mapping if isinstance(known[name], Mapping) else type(known[name])
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise ProfileInvalid(name, "of another type")
    return replace(Profile(), **document)


def read_profile(path: Path) -> Profile:
    """The profile that a TOML file says. Raises `ProfileInvalid`, and `OSError` where there is none."""
    try:
        return profile_of(tomllib.loads(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise ProfileInvalid(str(path), str(error)) from error
