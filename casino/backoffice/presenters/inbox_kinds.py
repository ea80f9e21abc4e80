"""The kinds of things of an inbox: how each is drawn and counted, and where it is worked on."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from casino.web.addresses import address
from players.inbox.queries import Subject, Thing

DRAWINGS: Final[Mapping[Subject, str]] = {
    Subject.TABLE: "croupiers",
    Subject.COMPLAINT: "complaints",
    Subject.INCIDENT: "incidents",
    Subject.RULES: "decisions",
    Subject.ROUND: "rounds",
    Subject.WITHDRAWAL: "withdrawals",
    Subject.ADJUSTMENT: "adjustments",
    Subject.SIGNAL: "protection",
    Subject.OBLIGATION: "deadlines",
    Subject.DUTY: "deadlines",
    Subject.CORRECTION: "data_requests",
    Subject.PLAYER: "players",
    Subject.STAFF: "staff",
    Subject.STAFF_PROPOSAL: "staff",
    Subject.REPORT: "reports",
    Subject.EXTRACT: "reports",
    Subject.ERASURE: "keeping",
    Subject.FILES_CORRECTION: "reports",
    Subject.DAY_FILES: "reports",
    Subject.SOFTWARE: "deadlines",
    Subject.PLAY: "stop",
    Subject.DAY: "reports",
}
SEVERAL: "Final[Mapping[Subject, str | Promise]]" = {
    Subject.TABLE: gettext_lazy("Croupiers’ tables"),
    Subject.COMPLAINT: gettext_lazy("Complaints"),
    Subject.INCIDENT: gettext_lazy("Incidents"),
    Subject.RULES: gettext_lazy("Rules to decide"),
    Subject.ROUND: gettext_lazy("Rounds"),
    Subject.WITHDRAWAL: gettext_lazy("Withdrawals"),
    Subject.ADJUSTMENT: gettext_lazy("Adjustments"),
    Subject.SIGNAL: gettext_lazy("Signals"),
    Subject.OBLIGATION: gettext_lazy("Obligations"),
    Subject.DUTY: gettext_lazy("Duties"),
    Subject.CORRECTION: gettext_lazy("Corrections of data"),
    Subject.PLAYER: gettext_lazy("Players"),
    Subject.STAFF: gettext_lazy("Staff"),
    Subject.STAFF_PROPOSAL: gettext_lazy("Proposals about staff"),
    Subject.REPORT: gettext_lazy("Reports"),
    Subject.EXTRACT: gettext_lazy("Extracts"),
    Subject.ERASURE: gettext_lazy("Erasures"),
    Subject.FILES_CORRECTION: gettext_lazy("Corrections of files"),
    Subject.DAY_FILES: gettext_lazy("Files for the regulator"),
    Subject.SOFTWARE: gettext_lazy("Changes of the software"),
    Subject.PLAY: gettext_lazy("Stops of play"),
    Subject.DAY: gettext_lazy("Days to seal"),
}
"""The kinds as what is counted."""
NAMELESS: Final = frozenset(
    {Subject.WITHDRAWAL, Subject.PLAYER, Subject.STAFF, Subject.REPORT, Subject.PLAY, Subject.DAY, Subject.DUTY}
    | {Subject.DAY_FILES, Subject.SOFTWARE, Subject.RULES, Subject.TABLE}
)
"""Kinds whose key says nothing to a reader, or what the title says."""
KEYED: Final = frozenset({Subject.COMPLAINT, Subject.INCIDENT, Subject.ROUND, Subject.STAFF})
"""Kinds whose own key the board shows as what the duty is about."""


def told_of(thing: Thing) -> tuple[str, ...]:
    """The keys under which the events of a thing stand: of a proposal to open play again, its stop's too."""
    stop, _, number = thing.key.partition("/")
    return (thing.key, stop) if thing.kind is Subject.PLAY and number and stop != "drift" else (thing.key,)


def page_of(thing: Thing) -> str:
    """The page where the thing itself is worked on."""
    return _PAGES[thing.kind](thing.key)


def _number(key: str) -> int:
    return int(key.partition("-")[2])


def _rules(key: str) -> str:
    code, _, number = key.rpartition("/v")
    return address("backoffice:configuration", code, int(number))


def _play(key: str) -> str:
    """Of `drift/7` the alarm's page; of a proposal the page of its stop."""
    stop, _, number = key.partition("/")
    if stop == "drift":
        return address("backoffice:drift_alarm", int(number))
    return address("backoffice:line" if stop == "regulator" else "backoffice:reopening")


_PAGES: Final[Mapping[Subject, Callable[[str], str]]] = {
    Subject.TABLE: lambda key: f"{address('backoffice:croupiers')}#table-{key}",
    Subject.COMPLAINT: lambda key: address("backoffice:complaint", key),
    Subject.INCIDENT: lambda key: address("backoffice:incident", _number(key)),
    Subject.RULES: _rules,
    Subject.ROUND: lambda key: address("backoffice:round", key),
    Subject.WITHDRAWAL: lambda key: address("backoffice:withdrawal", key),
    Subject.ADJUSTMENT: lambda key: address("backoffice:adjustment", _number(key)),
    Subject.SIGNAL: lambda key: f"{address('backoffice:protection')}?sinal={_number(key)}",
    Subject.OBLIGATION: lambda key: f"{address('backoffice:protection')}?dever={_number(key)}",
    Subject.DUTY: lambda key: address("backoffice:duty", *key.split("/")),
    Subject.CORRECTION: lambda key: f"{address('backoffice:data_requests')}?pedido={_number(key)}",
    Subject.PLAYER: lambda key: address("backoffice:player", key),
    Subject.STAFF: lambda key: address("backoffice:member", key),
    Subject.STAFF_PROPOSAL: lambda key: address("backoffice:staff_proposal", _number(key)),
    Subject.REPORT: lambda key: address("backoffice:reports"),
    Subject.EXTRACT: lambda key: address("backoffice:extract", _number(key)),
    Subject.ERASURE: lambda key: address("backoffice:erasure", _number(key)),
    Subject.FILES_CORRECTION: lambda key: f"{address('backoffice:safe_corrections')}?proposta={_number(key)}",
    Subject.DAY_FILES: lambda key: address("backoffice:safe_files"),
    Subject.SOFTWARE: lambda key: f"{address('backoffice:regulator')}#components",
    Subject.PLAY: _play,
    Subject.DAY: lambda key: address("backoffice:faulty_day"),
}
