"""The deadlines of complaints in words, and the tones of their states and outcomes."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, ngettext

from casino.wording import words

STATE_TONES: Final[Mapping[str, str]] = {"received": "warn", "in-hand": "info", "answered": "good", "closed": ""}

OUTCOME_TONES: Final[Mapping[str, str]] = {"accepted": "good", "partly": "info", "rejected": "bad"}


def days_left(days: int | None) -> str:
    """The time left for the answer, in words; empty when nothing is due."""
    if days is None:
        return ""
    if days < 0:
        late = -days
        said = ngettext("overdue by %(n)s working day", "overdue by %(n)s working days", late)
        return said % {"n": words.number(late)}
    if days == 0:
        return gettext("ends today")
    return ngettext("%(n)s working day left", "%(n)s working days left", days) % {"n": words.number(days)}
