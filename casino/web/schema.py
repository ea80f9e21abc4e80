"""Whether the database has the schema of this release: what is missing there, and what this release does not know.

A process does not begin on a newer schema, whose rules it does not know. One that runs while a newer release migrates
goes on: migrations keep the release before working (docs/upgrading.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core import checks
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Step = tuple[str, str]
"""A migration: its app and its name."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The differences between the release and the database, by migration, as `tables.0037_name`."""

    missing: tuple[str, ...]
    """Known here, and not applied there."""
    unknown: tuple[str, ...]
    """Applied there, and not known here."""

    def newer(self) -> str | None:
        """One sentence where the database's schema is newer than this release; None where it is not."""
        if not self.unknown:
            return None
        more = f" and {len(self.unknown) - 1} more" if len(self.unknown) > 1 else ""
        return (
            f"The database has the schema of a newer release ({self.unknown[0]}{more} is not known here): "
            "start that release, or restore the backup that was made before it."
        )


def compare() -> Schema:
    """Compare them now. Raises `django.db.Error` where the database does not answer."""
    known, replaced = _known()
    applied = _applied()
    missing = {step for step in known - applied if not (replaced.get(step) and replaced[step] <= applied)}
    apps = {app for app, _ in known}
    old = frozenset().union(*replaced.values())
    unknown = {step for step in applied - known - old if step[0] in apps}
    return Schema(missing=_names(missing), unknown=_names(unknown))


@cache
def _known() -> tuple[frozenset[Step], dict[Step, frozenset[Step]]]:
    """The migrations of this release, and for each that stands for others, those."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    replaced = {step: frozenset(found.replaces) for step, found in loader.disk_migrations.items() if found.replaces}
    return frozenset(loader.disk_migrations), replaced


def _applied() -> frozenset[Step]:
    return frozenset(MigrationRecorder(connection).applied_migrations())


def _names(steps: set[Step]) -> tuple[str, ...]:
    return tuple(f"{app}.{name}" for app, name in sorted(steps))


class Watch:
    """What this process may make of the schema: decided by its first look, and then by what is missing."""

    def __init__(self) -> None:
        self._began_newer: bool | None = None

    def serves(self) -> bool:
        """Whether this process can work with the schema as it is now. Raises `django.db.Error`."""
        found = compare()
        self.began(found)
        return not found.missing and not self._began_newer

    def began(self, found: Schema) -> str | None:
        """Take the first look for the beginning; the sentence why this process must not begin, if it must not."""
        if self._began_newer is None:
            self._began_newer = found.newer() is not None
        return found.newer() if self._began_newer else None


watch = Watch()
"""Of this process."""


@checks.register(checks.Tags.database)
def check_not_newer(*, databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """`migrate` of an older release changes nothing on a newer schema."""
    try:
        newer = compare().newer() if databases else None
    except Error:  # the next connection reports it
        newer = None
    return [checks.Error(newer, id="casino.E010")] if newer else []
