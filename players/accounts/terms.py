"""The versions of the house's terms: when each came into force, and the languages that it can be read in.

Their texts are templates, by version and language.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

BINDING: Final = "pt"
"""The language whose text holds where another differs from it (PT-36)."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of the terms; `number` and a language name a text."""

    number: int
    in_force_at: datetime
    languages: tuple[str, ...] = (BINDING, "en", "ro")

    def shown_in(self, language: str) -> str:
        """The language of the text that a reader of `language` is shown."""
        return language if language in self.languages else BINDING


VERSIONS: Final = (Version(1, datetime(2026, 1, 1, tzinfo=UTC)),)
"""Oldest first. A new version is a new line here and new texts; a text that was in force never changes."""


def in_force(now: datetime) -> Version:
    """The version that holds at `now`; before the first one began, the first."""
    return next((version for version in reversed(VERSIONS) if version.in_force_at <= now), VERSIONS[0])


def version(number: int, now: datetime) -> Version | None:
    """This version, if it is in force or was; a future one is not shown."""
    return next((each for each in VERSIONS if each.number == number and each.number <= in_force(now).number), None)
