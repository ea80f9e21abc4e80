"""The weekly drill: a backup restored elsewhere and proven. How often, and why one may fail. Pure; reads no clock."""

from datetime import timedelta
from enum import StrEnum
from typing import Final

EVERY: Final = timedelta(days=7)
"""How often the house restores a backup and proves it: its own policy."""


class DrillFault(StrEnum):
    """Why a drill failed."""

    NO_BACKUP = "no-backup"
    """There is none."""
    TOUCHED = "touched"
    """A file of the backup is another than was written."""
    ARCHIVE_SHORT = "archive-short"
    """The archive does not reach the moment."""
    NOT_RESTORED = "not-restored"
    """The copy could not be made."""
    LEDGER = "ledger"
    """The ledger of the copy does not agree."""
    ROUNDS = "rounds"
    """A round of the copy came out otherwise."""
    DAYS = "days"
    """A sealed day of the copy does not hold."""
