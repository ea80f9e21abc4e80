"""The terms of keeping and the class of each table, read from the lists that say them: `terms.toml`, and each app's
`keeping.toml`. Neither reads a clock nor the database.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.apps import apps

from kernel.calendar import add_months, lisbon_date
from kernel.periods import midnight
from players.models.keeping import ERASED_BY, Keeping, KeepingEnd, KeepingStart

APPS: Final = ("wallet", "players", "tables", "reporting", "casino")
"""Whose tables have a class; Django's and allauth's stand in `casino`'s list."""


@dataclass(frozen=True, slots=True, order=True)
class TermLine:
    """A class's term from a day on, until the next line's day. `source` is in the language of record."""

    since: date
    months: int
    source: str


@dataclass(frozen=True, slots=True)
class Terms:
    """From when a class's term runs, what happens at its end, and its lines in the order of their days."""

    kind: Keeping
    start: KeepingStart
    end: KeepingEnd
    lines: tuple[TermLine, ...]
    after: int = 0
    """Months until it is delivered to the archive, of the classes that are."""
    app: str = "players"
    """The app whose view `APP_kept_CLASS` has what is past its term, of the classes that are erased."""

    def on(self, day: date) -> TermLine:
        """The line that holds on a day; before the first one, the first."""
        return max((line for line in self.lines if line.since <= day), default=self.lines[0])


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table of a class, and the column that says how old its rows are; empty if it has none."""

    name: str
    kind: Keeping
    since: str


def read_terms(text: str) -> Mapping[Keeping, Terms]:
    """The terms that a text in TOML says. Raises `ValueError` for a class without terms or with others than the house
    knows: an end that the database does not have, months below one, two lines of one day.
    """
    found = tomllib.loads(text)
    if set(found) != {kind.value for kind in Keeping}:
        raise ValueError(f"terms of other classes: {sorted(set(found) ^ {kind.value for kind in Keeping})}")
    return {kind: _terms(kind, found[kind]) for kind in Keeping}


def _terms(kind: Keeping, said: Mapping[str, Any]) -> Terms:
    lines = tuple(sorted(TermLine(**line) for line in said["terms"]))
    if not lines or any(line.months < 1 or not line.source.strip() for line in lines):
        raise ValueError(f"{kind}: each line has months and a source")
    if len({line.since for line in lines}) < len(lines):
        raise ValueError(f"{kind}: two lines of one day")
    end = KeepingEnd(said["end"])
    if ERASED_BY.get(kind, end) is not end or (end in set(ERASED_BY.values()) and kind not in ERASED_BY):
        raise ValueError(f"{kind}: {end} is not how the database ends it")
    after = int(said.get("after", 0))
    if (end is KeepingEnd.ARCHIVE) is not (0 < after < min(line.months for line in lines)):
        raise ValueError(f"{kind}: what is archived, and nothing else, says after how many months of its term")
    app = str(said.get("app", "players"))
    if app not in APPS:
        raise ValueError(f"{kind}: {app} is no app")
    return Terms(kind, KeepingStart(said["start"]), end, lines, after, app)


@cache
def all_terms() -> Mapping[Keeping, Terms]:
    """The house's terms, by class."""
    return read_terms(Path(__file__).with_name("terms.toml").read_text(encoding="utf-8"))


@cache
def kept_tables() -> tuple[KeptTable, ...]:
    """Every table that holds something about people, with its class."""
    return tuple(
        KeptTable(name, Keeping(said["class"]), said.get("since", ""))
        for name, said in sorted(said_of_tables().items())
        if "class" in said
    )


@cache
def said_of_tables() -> Mapping[str, Mapping[str, str]]:
    """What the apps' lists say of each table. Raises `ValueError` for a table that stands in two."""
    found: dict[str, Mapping[str, str]] = {}
    for app in APPS:
        path = Path(apps.get_app_config(app).path, "keeping.toml")
        for name, said in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if name in found:
                raise ValueError(f"two lists name {name}")
            found[name] = said
    return found


def latest_before(kind: Keeping, now: datetime) -> datetime:
    """The latest midnight in Lisbon such that every term which began before it is over at `now`."""
    months = all_terms()[kind].on(lisbon_date(now)).months
    return midnight(lisbon_date(add_months(now, -months)))
