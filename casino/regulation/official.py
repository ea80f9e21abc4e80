"""The gazette's own text of the rules, where the operator supplies it; none is shipped."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from casino.env import EnvironmentInvalid
from casino.regulation import published

GAZETTE_URL: Final = "https://diariodarepublica.pt/"
"""Where the gazette is published, for all and free of charge."""
SIZE_MOST: Final = 300_000
"""Bytes: the annex has some 15,000."""
OF_THE_GAZETTE: Final = ("R", "G")
"""The letters of the numbers that the gazette's text has."""


@dataclass(frozen=True, slots=True)
class OfficialText:
    """The text of the gazette by number, in Portuguese, and where it was published."""

    source: str
    rules: Mapping[str, str]


def read_official(told: Any, path: Path) -> OfficialText | None:
    """Read the file that `[regulation]` of the profile at `path` names, by a path from there; None where it names none.

    Raises `EnvironmentInvalid` for a file that cannot be read, lacks one of the 43 rules, or names an unknown number.
    """
    if told is None:
        return None
    if not isinstance(told, dict) or set(told) != {"file"} or not isinstance(told["file"], str) or not told["file"]:
        raise EnvironmentInvalid(f"{path}: [regulation] must have exactly file, the path of the official text.")
    place = path.parent / told["file"]
    try:
        if place.stat().st_size > SIZE_MOST:
            raise EnvironmentInvalid(f"{path}: [regulation] file {place} is larger than {SIZE_MOST} bytes.")
        written = tomllib.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EnvironmentInvalid(f"{path}: [regulation] file {place} cannot be read: {error}") from error
    return _checked(written, str(place))


def _checked(written: Mapping[str, Any], place: str) -> OfficialText:
    source, rules = written.get("source"), written.get("rules")
    if set(written) != {"source", "rules"} or not _is_text(source) or not isinstance(rules, dict):
        raise EnvironmentInvalid(f"{place} must have exactly source, a text, and [rules].")
    numbers = [number for number in published.by_number() if number.startswith(OF_THE_GAZETTE)]
    for number in rules:
        if number not in numbers:
            raise EnvironmentInvalid(f"{place}: [rules] has no number {number!r}.")
    for number in numbers:
        needed = number.startswith("R") or number in rules
        if needed and not _is_text(rules.get(number)):
            raise EnvironmentInvalid(f"{place}: [rules] {number} must be the text of that rule.")
    return OfficialText(str(source), dict(rules))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
