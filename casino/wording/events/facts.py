"""The facts of events in words: amounts, moments, codes by their labels, and what was beside what is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from typing import Any, Final

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.wording import names, payment_names, protection_names, schedule_names, staff_names, words
from kernel.labels import label_of
from players.audit.queries.dossier import Datum, Outcome
from players.cashier.queries import InstrumentKind
from players.complaints.queries.cases import Category, Channel, ComplaintOutcome, What
from players.duties.queries import DrillFault, DutyCode
from players.events.names import EventName, Subject
from players.events.queries import EventCard
from players.keeping.queries import Keeping
from players.privacy.queries import ClosureCause, Correctable
from players.protection.queries.prohibitions import ProhibitionReason
from players.protection.queries.protection import ExclusionKind, ExclusionSource
from players.protection.queries.watch import ObligationKind, SignalAct, SignalKind
from players.roles import Role
from reporting.catalogue import CATALOGUE
from reporting.queries.regulator_line import LinePart
from reporting.sealing.components import Part
from tables.labels import SETTINGS
from tables.queries import IncidentKind, TableStatus

FILES: "Final[Mapping[str, str | Promise]]" = {
    "daily-report": gettext_lazy("Daily report"),
    "day-so-far": gettext_lazy("The day so far"),
    "gaming-tax": gettext_lazy("Gaming tax"),
    "evidence": gettext_lazy("Evidence pack of the round"),
    "complaints": gettext_lazy("Complaints"),
    "sealed-day": gettext_lazy("Folder of a sealed day"),
    "sealed-lines": gettext_lazy("Lines of a sealed day"),
}
"""Files that are no report of the catalogue."""
_WORKS: "Final[Mapping[str, str | Promise]]" = {
    "reconciliation": gettext_lazy("a day added up again"),
    "daily-report": gettext_lazy("a day’s report made again"),
    "proof": gettext_lazy("the proof of the books"),
    "what-if": gettext_lazy("past bets under other rules"),
    "files-proposal": gettext_lazy("a day’s files for the regulator compared with its facts"),
    "files-correction": gettext_lazy("a day’s files for the regulator made anew"),
}
_KINDS: Final[Mapping[Subject, type[Enum]]] = {
    Subject.INCIDENT: IncidentKind,
    Subject.EXCLUSION: ExclusionKind,
    Subject.SIGNAL: SignalKind,
    Subject.OBLIGATION: ObligationKind,
    Subject.INSTRUMENT: InstrumentKind,
    Subject.ERASURE: Keeping,
}
_THINGS: "Final[Mapping[Subject, str | Promise]]" = {
    Subject.COMPLAINT: gettext_lazy("complaint %(key)s"),
    Subject.INCIDENT: gettext_lazy("incident %(key)s"),
    Subject.RULES: gettext_lazy("rules %(key)s"),
    Subject.ROUND: gettext_lazy("round %(key)s"),
    Subject.WITHDRAWAL: gettext_lazy("a withdrawal"),
    Subject.ADJUSTMENT: gettext_lazy("adjustment %(key)s"),
    Subject.SIGNAL: gettext_lazy("signal %(key)s"),
    Subject.OBLIGATION: gettext_lazy("obligation %(key)s"),
    Subject.CORRECTION: gettext_lazy("request to correct data %(key)s"),
    Subject.PLAYER: gettext_lazy("a player whom no email reaches"),
    Subject.STAFF: gettext_lazy("a member of staff"),
    Subject.STAFF_PROPOSAL: gettext_lazy("proposal about staff %(key)s"),
    Subject.REPORT: gettext_lazy("report of %(day)s"),
    Subject.EXTRACT: gettext_lazy("extract %(key)s"),
    Subject.ERASURE: gettext_lazy("erasure %(key)s"),
    Subject.FILES_CORRECTION: gettext_lazy("correction %(key)s of the regulator’s files"),
    Subject.DAY_FILES: gettext_lazy("the regulator’s files of %(key)s"),
    Subject.DAY: gettext_lazy("the seal of %(day)s"),
    Subject.SOFTWARE: gettext_lazy("the change of the software %(key)s"),
}
_OF_PLAY: "Final[Mapping[str, str | Promise]]" = {
    "proof": gettext_lazy("opening play again after a proof"),
    "regulator": gettext_lazy("opening play again after the line to the regulator failed"),
    "drift": gettext_lazy("a drift alarm"),
}
"""What waits of a stop of play, by the beginning of its key."""
_BY_DAY: Final = frozenset({Subject.REPORT, Subject.DAY})
_HANDED: Final = frozenset({EventName.WORK_TAKEN, EventName.WORK_ASSIGNED, EventName.WORK_GIVEN_BACK})
_ASSIGNED: Final = _HANDED | {EventName.COMPLAINT_ASSIGNED, EventName.INCIDENT_ASSIGNED, EventName.DUTY_ASSIGNED}
"""These tell who looked after a thing before, and who does now."""
_PERSONS: Final = frozenset({"called_by", "croupier", "proposed_by"})
_MONEY: Final = frozenset({"amount", "refunded", "taken"})
_MOMENTS: Final = frozenset({"closes_at", "due_at", "starts_at", "up_to"})
_DAYS: Final = frozenset({"day", "due_on", "first", "last"})
_CODES: Final[Mapping[str, Sequence[type[Enum]]]] = {
    "category": (Category,),
    "channel": (Channel,),
    "fault": (DrillFault,),
    "field": (Correctable,),
    "part": (LinePart,),
    "stage": (What,),
}
_Fact = Callable[[EventCard, Any], str]


def worded(event: EventCard, name: str, persons: Mapping[int, str]) -> str:
    """One fact of an event in the active language."""
    value = event.facts[name]
    if name in _PERSONS:
        return persons.get(value, "–")
    if name in _OWN:
        return _OWN[name](event, value)
    if value is None or value == "":
        return "–"
    if name in _MONEY:
        return words.money(value, event.facts["currency"])
    if name in _MOMENTS:
        return words.moment(datetime.fromisoformat(value))
    if name in _DAYS:
        return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    if name in _CODES:
        return label_of(value, *_CODES[name])
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return words.number(value) if isinstance(value, int) else str(value)


def _cause(event: EventCard, value: str) -> str:
    """Why, by a code; what staff wrote stands elsewhere."""
    return payment_names.why(label_of(value, ProhibitionReason, ClosureCause)) if value else "–"


def _until(event: EventCard, value: str | None) -> str:
    if value is None:
        return gettext("with no end date")
    moment = words.moment(datetime.fromisoformat(value))
    return gettext("until %(at)s") % {"at": moment} if event.subject is Subject.EXCLUSION else moment


def _outcome(event: EventCard, value: str) -> str:
    return label_of(value, ComplaintOutcome if event.subject is Subject.COMPLAINT else Outcome)


def _step(event: EventCard, value: str) -> str:
    if event.subject is Subject.SIGNAL:
        return label_of(value, SignalAct)
    acts = {act.value: text for act, text in staff_names.ACTS.items()}
    return str(acts.get(value, value))


_OWN: Final[Mapping[str, _Fact]] = {
    "cause": _cause,
    "until": _until,
    "outcome": _outcome,
    "step": _step,
    "kind": lambda event, value: label_of(value, *filter(None, [_KINDS.get(event.subject)])),
    "source": lambda event, value: label_of(value, ExclusionSource, form="whose"),
    "fields": lambda event, value: ", ".join(label_of(each, Datum) for each in value) or "–",
    "parts": lambda event, value: ", ".join(label_of(each, Part) for each in value) or "–",
    "work": lambda event, value: str(_WORKS.get(value, value)),
    "format": lambda event, value: str(value).upper(),
    "before": lambda event, value: "",
    "after": lambda event, value: "",
}


def persons_in(event: EventCard) -> Iterator[int]:
    """The persons whom its facts have by number."""
    told = [event.facts[name] for name in _PERSONS & event.facts.keys()]
    if event.name in _ASSIGNED:
        told += [event.facts["before"], event.facts["after"]]
    if event.subject is Subject.SCHEDULE:
        told += [number for side in ("before", "after") for number in (event.facts.get(side) or {}).get("members", ())]
    yield from (number for number in told if isinstance(number, int))


def limit(event: EventCard) -> str:
    """«limite de apostas por dia»; nothing for events of something else."""
    return protection_names.limit(event.key) if event.subject is Subject.LIMIT else ""


def thing(event: EventCard) -> str:
    """What the work among staff is about, within a sentence; nothing for other events."""
    if not event.name.startswith("work."):
        return ""
    return thing_named(event.subject, event.key)


def thing_named(kind: Subject, key: str) -> str:
    """A thing that waits for staff, within a sentence."""
    if kind is Subject.DUTY:
        code, _, period = key.partition("/")
        return f"{label_of(code, DutyCode)} ({period})"
    if kind is Subject.PLAY:
        return str(_OF_PLAY.get(key.partition("/")[0], key))
    day = date_format(date.fromisoformat(key), "SHORT_DATE_FORMAT") if kind in _BY_DAY else ""
    return str(_THINGS[kind]) % {"key": key, "day": day} if kind in _THINGS else key


def scope(event: EventCard, tables: Mapping[int, str]) -> str:
    """The reach of a switch; nothing for events of something else, or of the work among staff."""
    if event.subject is not Subject.PLAY or event.name.startswith("work."):
        return ""
    whole = {
        "all": gettext("all games"),
        "proof": gettext("all games, because of a proof"),
        "drift": gettext("all games, because of drift"),
        "regulator": gettext("all games, because of the line to the regulator"),
    }
    if event.table_id is not None:
        return tables.get(event.table_id, "") or gettext("the table")
    return whole.get(event.key) or names.variant(event.key)


def report(event: EventCard) -> str:
    """A report by its title, a daily one by its day; nothing for events of something else."""
    if event.subject in {Subject.EXTRACT, Subject.SCHEDULE}:
        return str(CATALOGUE[event.facts["report"]].title)
    if event.subject is not Subject.REPORT:
        return ""
    if event.name is EventName.REPORT_MADE:
        return date_format(date.fromisoformat(event.key), "SHORT_DATE_FORMAT")
    definition = CATALOGUE.get(event.key)
    return str(definition.title if definition else FILES.get(event.key, event.key))


_UNCHANGED: Final = frozenset({EventName.LIMIT_CANCELLED, EventName.LIMIT_LAPSED})
"""These tell of a wish that came to nothing."""


def changes(event: EventCard, persons: Mapping[int, str]) -> Iterator[tuple[str, str, str]]:
    """What the event changed: its name, what was, what is; only what differs."""
    if not {"before", "after"} & event.facts.keys() or event.name in _UNCHANGED:
        return
    before, after = event.facts.get("before"), event.facts.get("after")
    for label, was, now in _changes(event, before, after, persons):
        if was != now:
            yield label, was, now


def _changes(event: EventCard, before: Any, after: Any, persons: Mapping[int, str]) -> Iterator[tuple[str, str, str]]:
    if event.name in _HANDED:
        yield gettext("Looked after by"), persons.get(before, "–"), persons.get(after, "–")
        return
    match event.subject:
        case Subject.LIMIT:
            kind = event.facts["kind"]
            yield limit(event), protection_names.amount(kind, before), protection_names.amount(kind, after)
        case Subject.STAFF:
            if after:
                yield gettext("Roles"), _roles(before), _roles(after)
        case Subject.COMPLAINT:
            yield _complaint(event, before, after, persons)
        case Subject.INCIDENT:
            yield _incident(event, before, after, persons)
        case Subject.DUTY:
            yield gettext("Owner"), persons.get(before, "–"), persons.get(after, "–")
        case Subject.SCHEDULE:
            yield from _schedule(before or {}, after or {}, persons)
        case Subject.RULES:
            yield from _rules(event, before, after)
        case Subject.TABLE:
            yield _table(event, before, after)


def _complaint(event: EventCard, before: Any, after: Any, persons: Mapping[int, str]) -> tuple[str, str, str]:
    if event.name is EventName.COMPLAINT_SHEET_CORRECTED:
        return gettext("Sheet in the Complaints Book"), before or "–", after
    return gettext("Handled by"), persons.get(before, "–"), persons.get(after, "–")


def _incident(event: EventCard, before: Any, after: Any, persons: Mapping[int, str]) -> tuple[str, str, str]:
    if event.name is EventName.INCIDENT_ASSIGNED:
        return gettext("Owner"), persons.get(before, "–"), persons.get(after, "–")
    return gettext("Severity"), str(before), str(after)


def _schedule(before: Any, after: Any, persons: Mapping[int, str]) -> Iterator[tuple[str, str, str]]:
    if before:  # of a new one the page has the settings
        was, now = (schedule_names.settings(told, persons) for told in (before, after))
        yield from ((label, was[label], now[label]) for label in now)


def _roles(codes: Sequence[str] | None) -> str:
    held = set(codes or ())
    return staff_names.named([role for role in Role if role.value in held]) or "–"


def _table(event: EventCard, before: Any, after: Any) -> tuple[str, str, str]:
    match event.name:
        case EventName.TABLE_RISK_SET:
            currency = event.facts["currency"]
            was, now = (gettext("none") if each is None else words.money(each, currency) for each in (before, after))
            return gettext("Risk limit"), was, now
        case EventName.TABLE_HOURS_SET:
            return gettext("Opening hours"), _hours(before), _hours(after)
        case EventName.FILM_SET:
            return gettext("Pictures of the table"), _film(before), _film(after)
    return gettext("State"), label_of(before, TableStatus), label_of(after, TableStatus)


def _film(document: Mapping[str, Any]) -> str:
    """«https://film.example/whep/mesa-1, 500 ms»."""
    addresses = [document[kind] for kind in ("whep", "hls") if document[kind]]
    return ", ".join([*addresses, f"{document['delay']} ms"]) if addresses else gettext("none")


def _hours(document: Mapping[str, Sequence[str]]) -> str:
    """«segunda-feira 18:00–02:00», day by day."""
    told = [f"{WEEKDAYS[int(day)]} {span[0]}–{span[1]}" for day, span in sorted(document.items())]
    return ", ".join(told) or gettext("only by hand")


def _rules(event: EventCard, before: Any, after: Any) -> Iterator[tuple[str, str, str]]:
    if event.name is EventName.RULES_IN_FORCE:
        was, now = ("–" if each is None else f"v{each}" for each in (before, after))
        yield gettext("Rules"), was, now
        return
    currency = event.facts["currency"]
    for name in SETTINGS:
        if name in after or name in before:
            was, now = (_setting(name, each.get(name), currency) for each in (before, after))
            yield str(SETTINGS[name]), was, now


def _setting(name: str, value: Any, currency: str) -> str:
    """One field of a table's rules as its form writes it."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if value is None or value == {}:
        return "–"
    if name in _SETTINGS:
        return _SETTINGS[name](str(value))
    if name == "caps":
        return ", ".join(f"{names.chance(chance)} {words.money(cents, currency)}" for chance, cents in value.items())
    if name in {"minimum", "max_prize"}:
        return words.money(value, currency)
    return gettext("%(seconds)s s") % {"seconds": value} if name.endswith("_seconds") else str(value)


_SETTINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "preset": names.variant,
    "commission": names.commission_mode,
    "shuffle": names.shuffle,
}
