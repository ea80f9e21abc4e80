"""The office's pages in the search, by the words of their names, and a few other words for them."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from casino.backoffice import navigation
from casino.backoffice.search.answers import Answer, Found, says
from players.roles import Action, may

FURTHER: "Final[tuple[tuple[str, str | Promise, Action, str], ...]]" = (
    ("tax", gettext_lazy("Special tax on online gambling"), Action.SEE_REPORTS, "reports"),
    ("charts", gettext_lazy("Charts"), Action.SEE_REPORTS, "reports"),
    ("reconciliation", gettext_lazy("Reconciliation"), Action.SEE_REPORTS, "reports"),
    ("catalogue", gettext_lazy("Catalogue of reports"), Action.SEE_REPORTS, "reports"),
    ("extracts", gettext_lazy("Extracts"), Action.SEE_REPORTS, "reports"),
    ("schedules", gettext_lazy("Scheduled reports"), Action.EXPORT_REPORTS, "reports"),
    ("safe_files", gettext_lazy("Regulator’s files"), Action.SEE_REPORTS, "reports"),
    ("safe_corrections", gettext_lazy("Correct the regulator’s files"), Action.REOPEN_PLAY, "reports"),
    ("sealed_days", gettext_lazy("Sealed days"), Action.SEE_REPORTS, "reports"),
    ("reply_templates", gettext_lazy("Reply templates"), Action.SEE_COMPLAINTS, "complaints"),
    ("staff_proposals", gettext_lazy("Proposals about staff"), Action.SEE_STAFF, "staff"),
    ("drift", gettext_lazy("Drift court"), Action.SEE_FLOOR, "floor"),
    ("line", gettext_lazy("Line to the regulator"), Action.SEE_FLOOR, "floor"),
    ("reopening", gettext_lazy("Open play again"), Action.REOPEN_PLAY, "lift"),
)
"""Pages behind those of the navigation: their addresses, headings, the action that opens each, and its drawing."""
WORDS: "Final[Mapping[str, str | Promise]]" = {
    "inbox": pgettext_lazy("other words for the inbox", "My work, tasks"),
    "deadlines": pgettext_lazy("other words for the deadlines", "Calendar"),
    "protection": pgettext_lazy("other words for protection", "Responsible gambling, signals, obligations"),
    "prohibitions": pgettext_lazy("other words for those barred from play", "Excluded, prohibited"),
    "data_requests": pgettext_lazy("other words for data requests", "GDPR, corrections of data"),
    "withdrawals": pgettext_lazy("other words for withdrawals", "Payouts"),
    "ledger": pgettext_lazy("other words for the ledger", "Books, accounts"),
    "audit": pgettext_lazy("other words for the audit", "Log, events"),
    "health": pgettext_lazy("other words for the system’s health", "Monitoring"),
    "staff": pgettext_lazy("other words for the staff", "Team, colleagues"),
    "keeping": pgettext_lazy("other words for the keeping of data", "Retention, erasure, archive"),
    "conformance": pgettext_lazy("other words for conformance", "Requirements, law"),
    "tax": pgettext_lazy("other words for the tax", "Tax, IEJO"),
    "safe_files": pgettext_lazy("other words for the regulator’s files", "Safe, SRIJ"),
}
"""What readers call a page besides its heading, with commas between."""


def places(known: Answer) -> Iterator[Found]:
    """The pages that this person may open, by the beginning of any of their words: the navigation's first."""
    for _, _, entries in navigation.PLACES:
        for name, heading, action in entries:
            if may(known.person, action) and _is_meant(known, name, str(heading)):
                yield Found(href=navigation.address(name), label=str(heading), drawing=name)
    for name, heading, action, drawing in FURTHER:
        if may(known.person, action) and _is_meant(known, name, str(heading)):
            yield Found(href=navigation.address(name), label=str(heading), drawing=drawing)


def _is_meant(known: Answer, name: str, heading: str) -> bool:
    others = str(WORDS[name]).split(", ") if name in WORDS else ()
    return any(says(known.asked, each) for each in (heading, *others))
