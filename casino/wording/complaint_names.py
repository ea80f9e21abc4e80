"""The events and deadlines of complaints in words, and the tones of their states and outcomes."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.wording import words

_Names = Mapping[str, "str | Promise"]

STATE_TONES: Final[Mapping[str, str]] = {"received": "warn", "in-hand": "info", "answered": "good", "closed": ""}

OUTCOME_TONES: Final[Mapping[str, str]] = {"accepted": "good", "partly": "info", "rejected": "bad"}

EVENTS: Final[_Names] = {
    "received": gettext_lazy("complaint received"),
    "acknowledged": gettext_lazy("receipt confirmed by email and on the page"),
    "taken": gettext_lazy("took the case"),
    "player-wrote": gettext_lazy("the person wrote"),
    "house-wrote": gettext_lazy("wrote to the person"),
    "noted": gettext_lazy("wrote an internal note"),
    "proposed": gettext_lazy("proposed the outcome with a payment"),
    "award-refused": gettext_lazy("did not approve the payment"),
    "award-paid": gettext_lazy("approved the payment, which was made"),
    "decided": gettext_lazy("the outcome was decided and made known"),
    "reopened": gettext_lazy("the person asked for it to be looked at again"),
    "closed": gettext_lazy("case closed"),
    "late-start": gettext_lazy("reminder: five working days left"),
    "due-soon": gettext_lazy("reminder: two working days left"),
    "overdue": gettext_lazy("the deadline has passed; management was told"),
    "posted": gettext_lazy("sent the answer or message by post"),
    "adr-named": gettext_lazy("eight weeks: alternative dispute resolution was pointed out"),
}


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
