"""The labels of complaints for players and staff: categories, states, outcomes, events."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from casino.wording import words
from reporting.catalogue import lists

_Names = Mapping[str, "str | Promise"]

CATEGORIES: Final[_Names] = {
    "round": gettext_lazy("The result or the payment of a round"),
    "bet": gettext_lazy("A bet that was refused, late or not seen"),
    "money": gettext_lazy("A deposit, a withdrawal or the balance"),
    "account": gettext_lazy("My account or identification"),
    "protection": gettext_lazy("Limits, breaks or self-exclusion"),
    "service": gettext_lazy("The service I received"),
    "technical": gettext_lazy("A technical problem"),
    "other": gettext_lazy("Another subject"),
}

SHORT_CATEGORIES: Final[_Names] = {
    "round": gettext_lazy("Round"),
    "bet": gettext_lazy("Bet"),
    "money": gettext_lazy("Money"),
    "account": gettext_lazy("Account"),
    "protection": gettext_lazy("Limits and breaks"),
    "service": pgettext_lazy("subject", "Service"),
    "technical": gettext_lazy("Technical"),
    "other": gettext_lazy("Other"),
}

CHANNELS: Final[_Names] = lists.COMPLAINT_CHANNELS
"""The way by which a complaint came."""

RELATIONS: Final[_Names] = {code: name for code, name in lists.COMPLAINANTS.items() if code != "player"}
"""What a person without an account has to do with the house."""

STATES: Final[_Names] = {
    "received": pgettext_lazy("complaint", "received"),
    "in-hand": pgettext_lazy("complaint", "under review"),
    "answered": pgettext_lazy("complaint", "answered"),
    "closed": pgettext_lazy("complaint", "closed"),
}

STATE_TONES: Final[Mapping[str, str]] = {"received": "warn", "in-hand": "info", "answered": "good", "closed": ""}

OUTCOMES: Final[_Names] = {
    "accepted": pgettext_lazy("complaint", "accepted"),
    "partly": pgettext_lazy("complaint", "partly accepted"),
    "rejected": pgettext_lazy("complaint", "rejected"),
}

OUTCOME_TONES: Final[Mapping[str, str]] = {"accepted": "good", "partly": "info", "rejected": "bad"}

SUBJECTS: Final[_Names] = {
    "none": gettext_lazy("no reference"),
    "round": gettext_lazy("round"),
    "session": gettext_lazy("session"),
    "table": gettext_lazy("table"),
    "payment": gettext_lazy("movement"),
}

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
