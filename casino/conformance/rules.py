"""The rules that this program answers for, as rules.toml states them."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("rules.toml")


class State(StrEnum):
    """How far a rule is kept. It is written nowhere: it follows from what the rule has."""

    MET = "met"
    """Code keeps it and tests prove it."""
    PARTLY = "partly"
    """A part is kept and proven; the missing part is named."""
    MISSING = "missing"
    """Nothing here keeps it yet."""
    NOT_OURS = "not-ours"
    """It is not for this program, with the reason."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it asks, and where this program keeps it. Its sentences are message ids, in English."""

    id: str
    asks: str
    """The requirement, in our own words."""
    code: tuple[str, ...] = ()
    """Modules, as Python names them, or paths of other files."""
    screens: tuple[str, ...] = ()
    """Names of addresses."""
    reports: tuple[str, ...] = ()
    """Names in the catalogue of reports; `daily` is the daily report."""
    lacks: str = ""
    """What it asks and nothing here does, or no test proves, if anything."""
    not_ours: str = ""
    """The reason why it is not for this program, if it is not."""

    @property
    def state(self) -> State:
        """How far it is kept."""
        if self.not_ours:
            return State.NOT_OURS
        if self.lacks:
            return State.PARTLY if self.code else State.MISSING
        return State.MET


@dataclass(frozen=True, slots=True)
class Part:
    """Rules of one source, under a title; `source` is what their ids begin with."""

    source: str
    title: str
    rules: tuple[Rule, ...]


@cache
def parts() -> tuple[Part, ...]:
    """Every rule, in order, by source."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    reasons = written["reasons"]
    return tuple(
        Part(part["source"], part["title"], tuple(_rule(row, reasons) for row in part["rules"]))
        for part in written["parts"]
    )


def rules() -> tuple[Rule, ...]:
    """Every rule, in order."""
    return tuple(rule for part in parts() for rule in part.rules)


def texts() -> Iterator[str]:
    """Every sentence of the file, for the catalogues of translations."""
    for part in parts():
        yield part.title
        for rule in part.rules:
            yield from (text for text in (rule.asks, rule.lacks, rule.not_ours) if text)


def _rule(row: dict[str, Any], reasons: dict[str, str]) -> Rule:
    """Refuses a field that no rule has."""
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    for key in {"lacks", "not_ours"} & fields.keys():
        fields[key] = reasons.get(fields[key], fields[key])
    return Rule(**fields)
