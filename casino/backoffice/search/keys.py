"""The things whose key is a letter and a number, as pages print it: who may open each, and what it is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.backoffice.presenters import events as event_lines
from casino.backoffice.presenters import inbox_kinds
from casino.web.addresses import address
from casino.wording import staff_names, words
from kernel.labels import label, label_of
from players.cashier import queries as cashier
from players.complaints.queries import replies
from players.events import queries as events
from players.inbox.queries import Subject, Thing
from players.keeping import queries as keeping
from players.privacy import queries as privacy
from players.privacy.queries import Correctable
from players.protection.queries import watch
from players.roles import Action, may
from players.staff import queries as staff
from reporting.queries import extracts, safe_corrections, schedules


@dataclass(frozen=True, slots=True)
class Keyed:
    """A thing that there is: its key, its page, what it is in words, since when, and its drawing."""

    key: str
    href: str
    detail: str
    since: datetime
    drawing: str


@dataclass(frozen=True, slots=True)
class _Kind:
    """The things of one letter: what opens their pages, how one is found, and its page if it is not the inbox's."""

    letter: str
    subject: Subject
    action: Action
    find: "Callable[[int, datetime], _Said]"
    page: Callable[[int], str] | None = None


_Said = tuple[str, datetime] | None


def keyed(key: tuple[str, int], person: object, *, now: datetime) -> Iterator[Keyed]:
    """The things with this key that this person may open: a letter may be that of two kinds."""
    letter, number = key
    for kind in _KINDS:
        said = kind.find(number, now) if kind.letter == letter and may(person, kind.action) else None
        if said is not None:
            thing = Thing(kind.subject, f"{letter}-{number}")
            href = kind.page(number) if kind.page else inbox_kinds.page_of(thing)
            yield Keyed(thing.key, href, *said, drawing=_drawing(kind.subject))
    if letter in _TOLD:
        yield from told(_TOLD[letter], f"{letter}-{number}", person)


def told(subject: Subject, key: str, person: object) -> Iterator[Keyed]:
    """A thing without a page of its own, by the last event that names it: it leads to where the event leads."""
    for event in events.events(subject=subject, key=key, limit=1):
        line = event_lines.lines([event], reader=person)[0]
        if line.href:
            yield Keyed(key, line.href, line.text, line.at, _drawing(subject))


def letters(person: object) -> str:
    """The letters with which numbers begin that this person may find, for a word about them: «I-, L-, R-»."""
    others = {letter for letter, subject in _TOLD.items() if event_lines.may_open(subject, person)}
    own = {kind.letter for kind in _KINDS if may(person, kind.action)}
    elsewhere = {letter for letter, action in _ELSEWHERE if may(person, action)}
    return ", ".join(f"{letter}-" for letter in sorted(own | others | elsewhere))


def _drawing(subject: Subject) -> str:
    return inbox_kinds.DRAWINGS.get(subject, _DRAWN.get(subject, "rounds"))


def _signal(number: int, _: datetime) -> _Said:
    card = watch.signal(number)
    if card is None:
        return None
    return f"{gettext('Signal: %(kind)s') % {'kind': label(card.kind)}} · {card.nickname}", card.raised_at


def _obligation(number: int, now: datetime) -> _Said:
    card = watch.obligation(number, now=now)
    return None if card is None else (f"{capfirst(label(card.kind))} · {card.nickname}", card.created_at)


def _adjustment(number: int, _: datetime) -> _Said:
    card = cashier.adjustment(number)
    return None if card is None else (f"{words.money(card.amount, 'EUR')} · {card.nickname}", card.proposed_at)


def _correction(number: int, _: datetime) -> _Said:
    card = privacy.rectification(number)
    return None if card is None else (f"{label_of(card.field, Correctable)} · {card.nickname}", card.asked_at)


def _staff_proposal(number: int, _: datetime) -> _Said:
    card = staff.staff_proposal(number)
    return None if card is None else (f"{staff_names.ACTS[card.act]}: {card.about}", card.proposed_at)


def _extract(number: int, _: datetime) -> _Said:
    card = extracts.extract(number)
    return None if card is None else (card.title, card.proposed_at)


def _erasure(number: int, _: datetime) -> _Said:
    card = keeping.erasure(number)
    return None if card is None else (gettext("Erase: %(what)s") % {"what": label(card.kind)}, card.proposed_at)


def _template(number: int, _: datetime) -> _Said:
    card = replies.template(number)
    return None if card is None else (f"{gettext('Reply template')}: {card.title}", card.at)


def _schedule(number: int, now: datetime) -> _Said:
    card = schedules.schedule(number, now=now)
    return None if card is None else (f"{gettext('Scheduled report')}: {card.definition.title}", card.changed_at)


def _waiting_correction(number: int, _: datetime) -> _Said:
    return _files_correction(number, waits=True)


def _decided_correction(number: int, _: datetime) -> _Said:
    return _files_correction(number, waits=False)


def _files_correction(number: int, *, waits: bool) -> _Said:
    card = safe_corrections.correction(number)
    if card is None or waits is not (card.decided_at is None):
        return None
    what = gettext("Correction of the regulator’s files")
    return f"{what} · {words.day_in_figures(card.day)}", card.proposed_at


_KINDS: Final = (
    _Kind("S", Subject.SIGNAL, Action.SEE_PLAYERS, _signal),
    _Kind("O", Subject.OBLIGATION, Action.SEE_PLAYERS, _obligation),
    _Kind("A", Subject.ADJUSTMENT, Action.SEE_MONEY, _adjustment),
    _Kind("C", Subject.CORRECTION, Action.SEE_PLAYERS, _correction),
    _Kind("P", Subject.STAFF_PROPOSAL, Action.SEE_STAFF, _staff_proposal),
    _Kind("X", Subject.EXTRACT, Action.SEE_REPORTS, _extract),
    _Kind("L", Subject.ERASURE, Action.SEE_AUDIT, _erasure),
    _Kind("F", Subject.FILES_CORRECTION, Action.REOPEN_PLAY, _waiting_correction),
    _Kind(
        "F",
        Subject.FILES_CORRECTION,
        Action.SEE_REPORTS,
        _decided_correction,
        lambda _: address("backoffice:safe_files"),
    ),
    _Kind(
        "T",
        Subject.TEMPLATE,
        Action.SEE_COMPLAINTS,
        _template,
        lambda number: address("backoffice:reply_template", number),
    ),
    _Kind(
        "S",
        Subject.SCHEDULE,
        Action.EXPORT_REPORTS,
        _schedule,
        lambda number: address("backoffice:schedule", number),
    ),
)
"""By the letter of their keys; `L-7` may begin a withdrawal's key too."""
_TOLD: Final = {"B": Subject.BAR, "E": Subject.EXCLUSION, "M": Subject.INSTRUMENT}
"""Letters of things that events name, and that stand on the page of another thing."""
_ELSEWHERE: Final = (
    ("R", Action.SEE_COMPLAINTS),
    ("I", Action.SEE_INCIDENTS),
    ("L", Action.SEE_MONEY),
    ("D", Action.SEE_MONEY),
)
"""Letters of numbers that other kinds of the search find."""
_DRAWN: Final = {
    Subject.TEMPLATE: "complaints",
    Subject.SCHEDULE: "reports",
    Subject.BAR: "prohibitions",
    Subject.EXCLUSION: "protection",
    Subject.INSTRUMENT: "players",
}
ACTIONS: Final = frozenset(kind.action for kind in _KINDS) | {Action.SEE_CONFIGURATIONS}
"""Any of these opens one of them; those that events name are opened by no other."""
