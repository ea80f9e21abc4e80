"""How often each thing may be asked for: one table, which operations obey, tests walk and docs/permissions.md shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Asked(StrEnum):
    """The kinds of requests that are counted."""

    RECOVERY = "recover-password"
    CONFIRMATION = "confirm-email"
    EMAIL_CHANGE = "change-email"
    LOCKED = "sign-in-locked"
    REGISTERED_ALREADY = "registered-already"
    REGISTRATION = "registration"
    GUEST = "guest"
    EVIDENCE = "evidence-pack"
    PRINT = "paper"
    DAY_PDF = "day-report-pdf"


EMAILS: Final = frozenset(
    {Asked.RECOVERY, Asked.CONFIRMATION, Asked.EMAIL_CHANGE, Asked.LOCKED, Asked.REGISTERED_ALREADY}
)
"""The requests that are answered by an e-mail."""


@dataclass(frozen=True, slots=True)
class Brake:
    """So many within each of these spans, counted for each `per`."""

    per: str
    most: tuple[tuple[int, timedelta], ...]
    what: str
    """In the words of docs/permissions.md."""


_ONE_EMAIL: Final = ((1, timedelta(minutes=5)), (5, timedelta(days=1)))
BRAKES: Final[Mapping[Asked, Brake]] = MappingProxyType(
    {
        Asked.RECOVERY: Brake("e-mail", _ONE_EMAIL, "e-mails with a way to a new password"),
        Asked.CONFIRMATION: Brake("e-mail", _ONE_EMAIL, "e-mails that confirm an address"),
        Asked.EMAIL_CHANGE: Brake("person", _ONE_EMAIL, "e-mails to a new address"),
        Asked.LOCKED: Brake("e-mail", _ONE_EMAIL, "e-mails about wrong attempts to sign in"),
        Asked.REGISTERED_ALREADY: Brake("e-mail", _ONE_EMAIL, "e-mails about a registration that was tried again"),
        Asked.REGISTRATION: Brake(
            "network", ((10, timedelta(hours=1)), (30, timedelta(days=1))), "registrations without a flaw in the form"
        ),
        Asked.GUEST: Brake(
            "network", ((10, timedelta(hours=1)), (40, timedelta(days=1))), "demonstrations begun without an account"
        ),
        Asked.EVIDENCE: Brake("person", ((20, timedelta(hours=1)),), "evidence packs of rounds"),
        Asked.PRINT: Brake("person", ((30, timedelta(hours=1)),), "files made at once: statement, rounds, sessions"),
        Asked.DAY_PDF: Brake("person", ((40, timedelta(hours=1)),), "PDFs of daily reports, by page and API together"),
    }
)
LONGEST: Final = timedelta(days=1)
"""No brake looks further back."""
