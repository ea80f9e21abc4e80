"""The things that wait for staff, of all apps: by kind and key as events name them; who sees and who works on each."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.db.models import Model

from players.events.names import EventName, Subject
from players.events.queries import keys_told
from players.models import (
    Adjustment,
    Complaint,
    Erasure,
    Kind,
    Obligation,
    Person,
    RectificationRequest,
    Signal,
    StaffProposal,
    Withdrawal,
)
from players.roles import ALLOWED, Action, Role, may

Find = Callable[[Collection[str]], Collection[str]]
"""Which of these keys there are, in one statement."""


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """One thing that waits, or waited."""

    kind: Subject
    key: str

    @classmethod
    def of(cls, kind: str, key: str) -> "Thing":
        """The thing of a row."""
        return cls(Subject(kind), key)


@dataclass(frozen=True, slots=True)
class _Of:
    """The actions of which one lets a person see things of a kind, and those of which one lets them work on it."""

    seen: frozenset[Action]
    worked: frozenset[Action]


def _of(seen: Action, *worked: Action) -> _Of:
    return _Of(frozenset({seen}), frozenset(worked))


KINDS: Final[Mapping[Subject, _Of]] = MappingProxyType(
    {
        Subject.TABLE: _of(Action.RULE_ON_CARDS, Action.RULE_ON_CARDS),
        Subject.COMPLAINT: _of(Action.SEE_COMPLAINTS, Action.ANSWER_COMPLAINTS),
        Subject.INCIDENT: _of(Action.SEE_INCIDENTS, Action.HANDLE_INCIDENTS),
        Subject.RULES: _of(Action.SEE_CONFIGURATIONS, Action.APPROVE_CONFIGURATION),
        Subject.ROUND: _of(Action.SEE_ROUNDS, Action.APPROVE_VOID),
        Subject.WITHDRAWAL: _of(Action.SEE_MONEY, Action.APPROVE_WITHDRAWAL),
        Subject.ADJUSTMENT: _of(Action.SEE_MONEY, Action.APPROVE_ADJUSTMENT),
        Subject.SIGNAL: _of(Action.SEE_PLAYERS, Action.EXCLUDE_PLAYER),
        Subject.OBLIGATION: _Of(
            frozenset({Action.EXCLUDE_PLAYER, Action.SEE_AUDIT}), frozenset({Action.EXCLUDE_PLAYER})
        ),
        Subject.DUTY: _Of(frozenset({Action.DO_DUTIES, Action.SEE_AUDIT}), frozenset({Action.DO_DUTIES})),
        Subject.SOFTWARE: _Of(frozenset({Action.DO_DUTIES, Action.SEE_AUDIT}), frozenset({Action.DO_DUTIES})),
        Subject.CORRECTION: _of(Action.SEE_PLAYERS, Action.VERIFY_PLAYER),
        Subject.PLAYER: _of(Action.SEE_PLAYERS, Action.ANSWER_COMPLAINTS),
        Subject.STAFF: _of(Action.SEE_STAFF, Action.MANAGE_STAFF),
        Subject.STAFF_PROPOSAL: _of(Action.SEE_STAFF, Action.APPROVE_STAFF),
        Subject.REPORT: _of(Action.SEE_REPORTS, Action.MAKE_REPORTS),
        Subject.EXTRACT: _of(Action.SEE_REPORTS, Action.APPROVE_EXTRACT),
        Subject.ERASURE: _of(Action.SEE_AUDIT, Action.APPROVE_ERASURE),
        Subject.FILES_CORRECTION: _of(Action.REOPEN_PLAY, Action.REOPEN_PLAY),
        Subject.DAY_FILES: _of(Action.SEE_REPORTS, Action.MAKE_REPORTS),
        Subject.PLAY: _of(Action.REOPEN_PLAY, Action.REOPEN_PLAY),
        Subject.DAY: _of(Action.REOPEN_PLAY, Action.REOPEN_PLAY),
    }
)
"""Every kind of thing that can wait in an inbox."""


def may_see(person: object, kind: Subject) -> bool:
    """Whether this person's role shows them things of this kind."""
    return kind in KINDS and any(may(person, action) for action in KINDS[kind].seen)


def may_work_on(person: object, kind: Subject) -> bool:
    """Whether this person's role lets them do something about things of this kind, and give them to others."""
    return kind in KINDS and any(may(person, action) for action in KINDS[kind].worked)


def kinds_seen(person: object) -> frozenset[Subject]:
    """The kinds of which this person's role shows them things."""
    return frozenset(kind for kind in KINDS if may_see(person, kind))


def kinds_worked_on(person: object) -> frozenset[Subject]:
    """The kinds of which this person's role lets them do something about things."""
    return frozenset(kind for kind in KINDS if may_work_on(person, kind))


def roles_that_see(kind: Subject) -> frozenset[Role]:
    """The roles that are shown things of this kind."""
    return _roles_with(KINDS[kind].seen) if kind in KINDS else frozenset()


def roles_that_work_on(kind: Subject) -> frozenset[Role]:
    """The roles that may do something about things of this kind."""
    return _roles_with(KINDS[kind].worked) if kind in KINDS else frozenset()


def _roles_with(actions: frozenset[Action]) -> frozenset[Role]:
    """The roles that may do one of these."""
    return frozenset(role for role in Role if not actions.isdisjoint(ALLOWED[role]))


def register(kind: Subject, *finds: Find) -> None:
    """Say how things of a kind of another app are found by their keys: at start, from each app that has some."""
    _FINDS[kind] = (*_FINDS.get(kind, ()), *finds)


def are_known(things: Iterable[Thing]) -> bool:
    """Whether all of these are there, waiting or done: as many statements as there are ways to find their kinds."""
    asked: dict[Subject, set[str]] = {}
    for thing in things:
        asked.setdefault(thing.kind, set()).add(thing.key)
    return all(keys <= {key for find in _FINDS.get(kind, ()) for key in find(keys)} for kind, keys in asked.items())


def numbered(model: type[Model], letter: str, mark: str = "-") -> Find:
    """Rows by keys as `I-7`, or as `line/7` with another mark, in the one way in which a number is written."""

    def find(keys: Collection[str]) -> Collection[str]:
        ids = {number for key in keys if (number := number_of(key, letter, mark)) is not None}
        found: Any = model._default_manager.filter(pk__in=ids)
        return {f"{letter}{mark}{pk}" for pk in found.values_list("pk", flat=True)}

    return find


def number_of(key: str, letter: str, mark: str = "-") -> int | None:
    """7 of `I-7`; None for anything else."""
    digits = key.removeprefix(f"{letter}{mark}")
    is_number = digits != key and digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS
    return int(digits) if is_number else None


_DIGITS: Final = 18


def _by_uuid(model: type[Model], column: str, **also: Any) -> Find:
    def find(keys: Collection[str]) -> Collection[str]:
        found: Any = model._default_manager.filter(**{f"{column}__in": _uuids(keys)}, **also)
        return {str(key) for key in found.values_list(column, flat=True)}

    return find


def _uuids(keys: Collection[str]) -> set[UUID]:
    found = set()
    for key in keys:
        try:
            found.add(UUID(key))
        except ValueError:
            continue
    return found


def _complaints(keys: Collection[str]) -> Collection[str]:
    serials = {int(digits) for key in keys if (digits := key.rpartition("-")[2]).isdecimal() and len(digits) <= 8}
    return {case.number for case in Complaint.objects.filter(serial__in=serials).only("year", "serial")}


def _days(keys: Collection[str]) -> Collection[str]:
    """Days whose report is owed: any day is one."""
    found = set()
    for key in keys:
        try:
            found.add(date.fromisoformat(key).isoformat())
        except ValueError:
            continue
    return found


def _awaited(keys: Collection[str]) -> Collection[str]:
    """Days' files of which the house gave the alarm, and those that are asked for again."""
    return keys_told(EventName.DAY_FILES_AWAITED, keys) | keys_told(EventName.DAY_FILES_ASKED, keys)


_FINDS: Final[dict[Subject, tuple[Find, ...]]] = {
    Subject.COMPLAINT: (_complaints,),
    Subject.WITHDRAWAL: (_by_uuid(Withdrawal, "key"),),
    Subject.ADJUSTMENT: (numbered(Adjustment, "A"),),
    Subject.SIGNAL: (numbered(Signal, "S"),),
    Subject.OBLIGATION: (numbered(Obligation, "O"),),
    Subject.CORRECTION: (numbered(RectificationRequest, "C"),),
    Subject.PLAYER: (_by_uuid(Person, "public_id", kind=Kind.PLAYER.value),),
    Subject.STAFF: (_by_uuid(Person, "public_id", kind=Kind.STAFF.value),),
    Subject.STAFF_PROPOSAL: (numbered(StaffProposal, "P"),),
    Subject.ERASURE: (numbered(Erasure, "L"),),
    Subject.REPORT: (_days,),
    Subject.DAY_FILES: (_awaited,),
}
"""How the things of each kind are found; the apps above add theirs (`register`)."""
