"""The rules that this program answers for, as rules.toml states them."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("rules.toml")


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
    apart: str = ""
    """The reason why nothing here answers it, if nothing does."""
    unproven: str = ""
    """What it asks and no test proves, if anything."""


@dataclass(frozen=True, slots=True)
class Part:
    """Rules of one source, under a title."""

    title: str
    rules: tuple[Rule, ...]


@cache
def parts() -> tuple[Part, ...]:
    """Every rule, in order, by source."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    reasons = written["reasons"]
    return tuple(Part(part["title"], tuple(_rule(row, reasons) for row in part["rules"])) for part in written["parts"])


def rules() -> tuple[Rule, ...]:
    """Every rule, in order."""
    return tuple(rule for part in parts() for rule in part.rules)


def texts() -> Iterator[str]:
    """Every sentence of the file, for the catalogues of translations."""
    for part in parts():
        yield part.title
        for rule in part.rules:
            yield from (text for text in (rule.asks, rule.apart, rule.unproven) if text)


def _rule(row: dict[str, Any], reasons: dict[str, str]) -> Rule:
    """Refuses a field that no rule has."""
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Rule(**{**fields, "apart": reasons[row["apart"]] if "apart" in row else ""})
