"""The versions of the house's terms, and when each came into force. Their texts are templates, by version."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final


@dataclass(frozen=True, slots=True)
class Version:
    """One version of the terms; `number` names its text."""

    number: int
    in_force_at: datetime


VERSIONS: Final = (Version(1, datetime(2026, 1, 1, tzinfo=UTC)),)
"""Oldest first. A new version is a new line here and a new text; a text that was in force never changes."""


def in_force(now: datetime) -> Version:
    """The version that holds at `now`; before the first one began, the first."""
    return next((version for version in reversed(VERSIONS) if version.in_force_at <= now), VERSIONS[0])


def version(number: int, now: datetime) -> Version | None:
    """This version, if it is in force or was; one to come is nobody's to read."""
    return next((each for each in VERSIONS if each.number == number and each.number <= in_force(now).number), None)
