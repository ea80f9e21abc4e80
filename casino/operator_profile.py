"""The facts about the operator that the pages show: one file, read once; a missing fact is named at the start."""

import tomllib
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from django.utils.functional import lazy
from django.utils.translation import get_language

from casino.env import EnvironmentInvalid
from casino.regulation.official import OfficialText, read_official
from casino.supervisor_mark import Mark, read_mark
from reporting.making import thresholds
from reporting.making.thresholds import Threshold
from reporting.six_files.profile import Profile, ProfileInvalid, profile_of
from tables.profiles import PORTUGAL, PROFILES

LANGUAGES: Final = ("pt", "en", "ro")
SAME_IN_ALL: Final = ("_url", "email", "phone", "number", "officer")
"""Endings of the entries that are no words: they have no translation."""
EXAMPLE: Final = Path(__file__).with_name("operator_profile.toml")
_Facts = TypeVar("_Facts")


@dataclass(frozen=True, slots=True)
class Operator:
    """The operator and its contacts."""

    name: str
    tax_number: str
    address: str
    email: str
    phone: str
    hours: str


@dataclass(frozen=True, slots=True)
class Licence:
    """The licence: its issuer, its games, and its supervisor (PT-46)."""

    number: str
    games: str
    supervisor: str
    supervisor_short: str
    supervisor_url: str


@dataclass(frozen=True, slots=True)
class Complaints:
    """The body that receives a complaint that the operator does not settle."""

    book_url: str
    disputes_body: str
    disputes_url: str


@dataclass(frozen=True, slots=True)
class Data:
    """The contact responsible for personal data."""

    officer: str
    authority: str
    authority_url: str


@dataclass(frozen=True, slots=True)
class HelpLine:
    """A helpline (PT-45)."""

    name: str
    about: str
    phone: str

    @property
    def dial(self) -> str:
        """The number for a `tel:` address."""
        return "".join(character for character in self.phone if character in "+0123456789")


@dataclass(frozen=True, slots=True)
class Witness:
    """Who signs the log's checkpoints beside the house: where it is asked, its verifier key, how much it counts."""

    url: str
    vkey: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class OperatorProfile:
    """Everything that pages tell of the operator. `example`: the values are examples, and pages say so."""

    example: bool
    profile: str
    """Which games may be offered: a key of `tables.profiles.PROFILES`."""
    operator: Operator
    licence: Licence
    complaints: Complaints
    data: Data
    help: tuple[HelpLine, ...]
    threshold: tuple[Threshold, ...] = ()
    """The house's own lines of reports' thresholds; none is needed (`reporting.making.thresholds`)."""
    witness: tuple[Witness, ...] = ()
    """None is needed; a licensed house has the supervisor's or several others' (docs/sealed-days.md)."""
    witness_quorum: int = 1
    """The weight of signatures by which a checkpoint counts as witnessed."""
    files: Profile = field(default_factory=Profile)
    """What the regulator's files say of the house, and its choices where the regulation leaves one (six-files.md)."""
    mark: Mark | None = None
    """The supervisor's mark; none is needed: then the foot of the page has its name alone."""
    regulation: OfficialText | None = None
    """The gazette's own text of the rules; none is needed: then the page of the rules says where it is published."""


def read(path: Path) -> OperatorProfile:
    """Read the operator profile.

    Raises `EnvironmentInvalid`, naming the entry, for a file that cannot be read or lacks something.
    """
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EnvironmentInvalid(f"The operator profile (SABOT_HOUSE={path}) cannot be read: {error}") from error
    lines = told.get("help")
    if not isinstance(lines, list) or not lines:
        raise EnvironmentInvalid(f"{path}: at least one [[help]] must be there.")
    if unknown := set(told) - {each.name for each in fields(OperatorProfile)}:
        raise EnvironmentInvalid(f"{path}: unknown entry {sorted(unknown)[0]!r}.")
    return OperatorProfile(
        example=told.get("example") is True,
        profile=_profile(told, path),
        operator=_facts(Operator, told.get("operator"), f"{path}: [operator]"),
        licence=_facts(Licence, told.get("licence"), f"{path}: [licence]"),
        complaints=_facts(Complaints, told.get("complaints"), f"{path}: [complaints]"),
        data=_facts(Data, told.get("data"), f"{path}: [data]"),
        help=tuple(_facts(HelpLine, line, f"{path}: [[help]]") for line in lines),
        threshold=tuple(_threshold(line, f"{path}: [[threshold]]") for line in told.get("threshold", ())),
        witness=tuple(_witness(line, f"{path}: [[witness]]") for line in told.get("witness", ())),
        witness_quorum=_weight(told.get("witness_quorum", 1), f"{path}: witness_quorum"),
        files=_files(told.get("files", {}), f"{path}: [files]"),
        mark=read_mark(told.get("mark"), path),
        regulation=read_official(told.get("regulation"), path),
    )


def _witness(told: object, where: str) -> Witness:
    """A witness's address, key and weight."""
    if not isinstance(told, dict) or not {"url", "vkey"} <= set(told) <= {"url", "vkey", "weight"}:
        raise EnvironmentInvalid(f"{where}: url and vkey must be there, and nothing else but weight.")
    url, vkey = told["url"], told["vkey"]
    if not isinstance(url, str) or urlsplit(url).scheme not in {"https", "http"} or not urlsplit(url).hostname:
        raise EnvironmentInvalid(f"{where}: url must be an address that begins with https.")
    if not isinstance(vkey, str) or len(vkey.split("+", 2)) != 3:
        raise EnvironmentInvalid(f"{where}: vkey must be a verifier key, NAME+KEYID+KEY.")
    return Witness(url=url, vkey=vkey, weight=_weight(told.get("weight", 1), f"{where}: weight"))


def _files(told: object, where: str) -> Profile:
    """The house's settings of the regulator's files."""
    if not isinstance(told, dict):
        raise EnvironmentInvalid(f"{where} must be a table of settings.")
    try:
        return profile_of(told)
    except ProfileInvalid as error:
        raise EnvironmentInvalid(f"{where}: {error}") from error


def _weight(value: object, where: str) -> int:
    if type(value) is not int or not 1 <= value <= 1_000:
        raise EnvironmentInvalid(f"{where} must be a whole number from 1 to 1000.")
    return value


def _profile(told: dict[str, Any], path: Path) -> str:
    """The profile that the file names. Under the Portuguese supervisor it is the Portuguese one and no other."""
    licence = told.get("licence")
    portuguese = isinstance(licence, dict) and licence.get("supervisor_short") == "SRIJ"
    named = told.get("profile", PORTUGAL.code if portuguese else None)
    if not isinstance(named, str) or named not in PROFILES:
        raise EnvironmentInvalid(f"{path}: profile must be one of {', '.join(PROFILES)}, not {named!r}.")
    if portuguese and named != PORTUGAL.code:
        raise EnvironmentInvalid(f"{path}: under the supervisor SRIJ the profile is {PORTUGAL.code!r}, not {named!r}.")
    return named


def _threshold(told: Any, where: str) -> Threshold:
    """One dated threshold of a report: whole cents, a TOML date, a source."""
    kinds = {"report": str, "since": date, "cents": int, "source": str}
    if not isinstance(told, dict) or {name: type(value) for name, value in told.items()} != kinds:
        raise EnvironmentInvalid(
            f"{where} must have exactly report and source (texts), since (a date) and cents (whole)."
        )
    line = Threshold(**told)
    reports = {known.report for known in thresholds.DEFAULTS}
    if line.report not in reports:
        raise EnvironmentInvalid(f"{where} report must be one of {', '.join(sorted(reports))}, not {line.report!r}.")
    if line.cents < 1 or not line.source.strip():
        raise EnvironmentInvalid(f"{where} of {line.report} must have cents of 1 or more, and a source.")
    return line


def _facts(kind: type[_Facts], told: Any, where: str) -> _Facts:
    """One section, each entry a text or its translations, each address one that a browser may be led to."""
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # only dataclasses are asked for
    if not isinstance(told, dict) or set(told) != names:
        wrong = sorted(names ^ set(told if isinstance(told, dict) else ()))
        raise EnvironmentInvalid(f"{where} must have exactly {', '.join(sorted(names))}; wrong: {', '.join(wrong)}.")
    for name, value in told.items():
        if not all(isinstance(text, str) and text.strip() for text in _texts(name, value)):
            raise EnvironmentInvalid(f"{where} {name} must be a text, or texts by language with the Portuguese one.")
        if name.endswith("_url") and urlsplit(value).scheme not in {"https", "http"}:
            raise EnvironmentInvalid(f"{where} {name} must be an address that begins with https://.")
    return kind(**{name: _translated(value) if isinstance(value, dict) else value for name, value in told.items()})


def _texts(name: str, value: Any) -> tuple[Any, ...]:
    """Every text of one entry; (None,) where its translations are not ones."""
    if not isinstance(value, dict):
        return (value,)
    known = "pt" in value and set(value) <= set(LANGUAGES) and not name.endswith(SAME_IN_ALL)
    return tuple(value.values()) if known else (None,)


def _translated(by_language: dict[str, str]) -> str:
    """The text in the reader's language; in Portuguese if there is no other."""

    def present() -> str:
        return by_language.get((get_language() or "pt").split("-")[0], by_language["pt"])

    return lazy(present, str)()
