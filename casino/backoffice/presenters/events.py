"""The event spine on pages: what happened in a sentence, before and after, the reason, and where to read on (H8)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from casino.web.addresses import address
from casino.wording import events as wording
from casino.wording.events import Changed
from players.accounts import queries as persons
from players.audit.queries import audit as trail
from players.events.queries import EventCard, EventName, Subject
from players.roles import Action, may
from tables import queries as tables

SUBJECTS: "Final[Mapping[Subject, str | Promise]]" = {
    Subject.TABLE: gettext_lazy("Table"),
    Subject.RULES: gettext_lazy("Table rules"),
    Subject.ROUND: gettext_lazy("Round"),
    Subject.PLAY: gettext_lazy("Stop of play"),
    Subject.INCIDENT: gettext_lazy("Incident"),
    Subject.PLAYER: gettext_lazy("Player"),
    Subject.LIMIT: gettext_lazy("Player’s limit"),
    Subject.EXCLUSION: gettext_lazy("Exclusion"),
    Subject.BAR: gettext_lazy("Register of those who may not play"),
    Subject.NATIONAL_LIST: gettext_lazy("National list of exclusions"),
    Subject.SIGNAL: gettext_lazy("Sign of play that may do harm"),
    Subject.OBLIGATION: gettext_lazy("Obligation with a deadline"),
    Subject.DUTY: gettext_lazy("Duty"),
    Subject.BACKUP: gettext_lazy("Backup"),
    Subject.INSTRUMENT: gettext_lazy("Payment method"),
    Subject.DEPOSIT: gettext_lazy("Deposit"),
    Subject.WITHDRAWAL: gettext_lazy("Withdrawal request"),
    Subject.ADJUSTMENT: gettext_lazy("Adjustment"),
    Subject.COMPLAINT: gettext_lazy("Complaint"),
    Subject.TEMPLATE: gettext_lazy("Reply template"),
    Subject.CORRECTION: gettext_lazy("Request to correct data"),
    Subject.DATA_FILE: gettext_lazy("File of a player’s data"),
    Subject.STAFF: gettext_lazy("Member of staff"),
    Subject.REPORT: gettext_lazy("Report"),
    Subject.EXTRACT: gettext_lazy("Extract"),
    Subject.ERASURE: gettext_lazy("Erasure"),
    Subject.ARCHIVE: gettext_lazy("Archive"),
    Subject.SCHEDULE: gettext_lazy("Scheduled report"),
    Subject.BOOKS: gettext_lazy("The books"),
    Subject.DAY: gettext_lazy("Sealed day"),
    Subject.DAY_FILES: gettext_lazy("Regulator’s files"),
    Subject.FILES_CORRECTION: gettext_lazy("Correction of the regulator’s files"),
    Subject.SOFTWARE: gettext_lazy("Software"),
    Subject.STAFF_PROPOSAL: gettext_lazy("Proposal about staff"),
}
"""What events are about, for the search and beside each of them; those of work among staff are about one of these."""
_KEYLESS: Final = frozenset(
    {
        Subject.PLAYER,
        Subject.LIMIT,
        Subject.DATA_FILE,
        Subject.DEPOSIT,
        Subject.WITHDRAWAL,
        Subject.STAFF,
        Subject.PLAY,
        Subject.REPORT,
    }
)
"""Things whose key says nothing to a reader, or what the sentence says."""
_Href = Callable[[EventCard], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One event as a page shows it. `href` is empty where this reader may not open the thing, or it has no page."""

    number: int
    at: datetime
    text: str
    changes: tuple[Changed, ...]
    reason: str
    thing: str
    key: str
    href: str
    outside: bool
    """It was done without a signed-in user: by a process of the house, or through a link in an e-mail."""
    recorded: int | None
    """The number of the same transaction in the trail, for readers of the audit, where the trail recorded something."""
    origin: str


def lines(events: Sequence[EventCard], *, reader: object, recorded: bool = False) -> tuple[Line, ...]:
    """The events in words, in their order; `recorded` with where the trail recorded each, and from where it came.

    Two statements, one more with the record, however many events.
    """
    known = known_of(events)
    origins = trail.origins({event.act for event in events}) if recorded else {}
    return tuple(_line(event, known, origins, reader) for event in events)


def known_of(events: Sequence[EventCard]) -> wording.Known:
    """The names of the tables and persons that these events have by number."""
    named = wording.persons_of(events)
    return wording.Known(
        tables=tables.names_of_tables(wording.tables_of(events)),
        persons=persons.nicknames(named) if named else {},
    )


def _line(event: EventCard, known: wording.Known, origins: Mapping[int, str], reader: object) -> Line:
    return Line(
        number=event.number,
        at=event.at,
        text=wording.sentence(event, known),
        changes=wording.changes(event, known),
        reason=str(event.facts.get("reason") or event.why),
        thing=str(SUBJECTS[event.subject]),
        key="" if event.subject in _KEYLESS else event.key,
        href=href(event, reader),
        outside=event.by is None,
        recorded=event.act if event.act in origins else None,
        origin="" if event.by is None else origins.get(event.act, ""),
    )


def may_read(event: EventCard, reader: object) -> bool:
    """Whether the reader's role sees what the event is about."""
    return may_open(event.subject, reader)


def may_open(subject: Subject, reader: object) -> bool:
    """Whether the reader's role opens the pages of things of this kind."""
    return may(reader, _PAGES[subject][0])


def href(event: EventCard, reader: object) -> str:
    """The page of what the event is about, for who may open it."""
    action, to = _PAGES[event.subject]
    if not may(reader, action):
        return ""
    if event.name.startswith("work."):  # its person is the colleague who was given the work
        return address("backoffice:inbox_thing", event.subject.value, event.key)
    return to(event)


def _page(name: str) -> _Href:
    return lambda event: address(f"backoffice:{name}", event.key) if event.key else ""


def _numbered(name: str) -> _Href:
    """Of a key as `I-7`."""
    return lambda event: address(f"backoffice:{name}", int(event.key.partition("-")[2]))


def _whole(name: str) -> _Href:
    return lambda event: address(f"backoffice:{name}")


def _player(event: EventCard) -> str:
    return address("backoffice:player", event.whom_key) if event.whom_key else ""


def _member(event: EventCard) -> str:
    proposal = event.facts.get("proposal")
    if event.whom_key:
        return address("backoffice:member", event.whom_key)
    return address("backoffice:staff_proposal", proposal) if proposal is not None else ""


def _rules(event: EventCard) -> str:
    code, _, version = event.key.rpartition("/v")
    return address("backoffice:configuration", code, int(version))


def _duty(event: EventCard) -> str:
    return address("backoffice:duty", *event.key.split("/"))


def _report(event: EventCard) -> str:
    if event.name is EventName.REPORT_MADE:
        return address("backoffice:report", event.key)
    asked = event.facts.get("report")
    return address("backoffice:requested_report", asked) if asked else address("backoffice:reports")


_PAGES: Final[Mapping[Subject, tuple[Action, _Href]]] = {
    Subject.TABLE: (Action.SEE_CONFIGURATIONS, _page("table")),
    Subject.RULES: (Action.SEE_CONFIGURATIONS, _rules),
    Subject.ROUND: (Action.SEE_ROUNDS, _page("round")),
    Subject.PLAY: (Action.SEE_FLOOR, _whole("floor")),
    Subject.INCIDENT: (Action.SEE_INCIDENTS, _numbered("incident")),
    Subject.PLAYER: (Action.SEE_PLAYERS, _player),
    Subject.LIMIT: (Action.SEE_PLAYERS, _player),
    Subject.EXCLUSION: (Action.SEE_PLAYERS, _player),
    Subject.BAR: (Action.SEE_PLAYERS, _whole("prohibitions")),
    Subject.NATIONAL_LIST: (Action.SEE_PLAYERS, _whole("protection")),
    Subject.SIGNAL: (Action.SEE_PLAYERS, _player),
    Subject.OBLIGATION: (Action.SEE_PLAYERS, _player),
    Subject.DUTY: (Action.SEE_AUDIT, _duty),
    Subject.BACKUP: (Action.SEE_HEALTH, _whole("health")),
    Subject.INSTRUMENT: (Action.SEE_PLAYERS, _player),
    Subject.DEPOSIT: (Action.SEE_MONEY, _page("deposit")),
    Subject.WITHDRAWAL: (Action.SEE_MONEY, _page("withdrawal")),
    Subject.ADJUSTMENT: (Action.SEE_MONEY, _numbered("adjustment")),
    Subject.COMPLAINT: (Action.SEE_COMPLAINTS, _page("complaint")),
    Subject.TEMPLATE: (Action.SEE_COMPLAINTS, _numbered("reply_template")),
    Subject.CORRECTION: (Action.SEE_PLAYERS, _player),
    Subject.DATA_FILE: (Action.SEE_PLAYERS, _player),
    Subject.STAFF: (Action.SEE_STAFF, _member),
    Subject.REPORT: (Action.SEE_REPORTS, _report),
    Subject.EXTRACT: (Action.SEE_REPORTS, _numbered("extract")),
    Subject.ERASURE: (Action.SEE_AUDIT, _numbered("erasure")),
    Subject.ARCHIVE: (Action.SEE_AUDIT, _whole("keeping")),
    Subject.SCHEDULE: (Action.EXPORT_REPORTS, _numbered("schedule")),
    Subject.BOOKS: (Action.SEE_LEDGER, _whole("ledger")),
    Subject.DAY: (Action.SEE_REPORTS, _whole("sealed_days")),
    Subject.DAY_FILES: (Action.SEE_REPORTS, _whole("safe_files")),
    Subject.FILES_CORRECTION: (Action.REOPEN_PLAY, _whole("safe_corrections")),
    Subject.SOFTWARE: (Action.SEE_REPORTS, _whole("sealed_days")),
    Subject.STAFF_PROPOSAL: (Action.SEE_STAFF, _numbered("staff_proposal")),
}
"""The page of each kind of thing, and what opens it."""
