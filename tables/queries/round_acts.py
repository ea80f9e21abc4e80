"""Acts of staff and the house while a round was in play, and which of its deadlines held (L, R29, PT-R18)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q

from kernel.calendar import LISBON
from kernel.sorting import with_names
from players.events.names import EventName
from players.events.queries import EventCard, during_round, told_since
from tables import scopes
from tables.models import Round, RoundPhase, StaffAct, TableAct
from tables.queries.by_code import round_by_code

_OF_A_ROUND: Final = (TableAct.PROPOSE_VOID, TableAct.REJECT_VOID, TableAct.VOID_ROUND)
_AT_THE_TABLE: Final = (
    TableAct.PAUSE_TABLE,
    TableAct.RESUME_TABLE,
    TableAct.STOP_TABLE,
    TableAct.CLOSE_TABLE,
    TableAct.STOP_PLAY,
    TableAct.LIFT_PLAY,
    *_OF_A_ROUND,
)
_SET_ASIDE: Final = frozenset({TableAct.PAUSE_TABLE, TableAct.STOP_TABLE, TableAct.CLOSE_SOON})
_EVERYWHERE: Final = (TableAct.STOP_PLAY, TableAct.LIFT_PLAY)
_TOLD: Final = {
    EventName.TABLE_PAUSED: TableAct.PAUSE_TABLE,
    EventName.TABLE_RESUMED: TableAct.RESUME_TABLE,
    EventName.TABLE_STOPPED: TableAct.STOP_TABLE,
    EventName.TABLE_CLOSING: TableAct.CLOSE_TABLE,
    EventName.ROUND_VOID_PROPOSED: TableAct.PROPOSE_VOID,
    EventName.ROUND_VOID_REJECTED: TableAct.REJECT_VOID,
    EventName.ROUND_VOIDED: TableAct.VOID_ROUND,
    EventName.ROUND_CLOSES_EARLIER: TableAct.CLOSE_SOON,
    EventName.CARD_KEYED: TableAct.KEY_CARD,
    EventName.CARD_TAKEN_BACK: TableAct.TAKE_CARD_BACK,
    EventName.CARD_PUT_ASIDE: TableAct.PUT_CARD_ASIDE,
    EventName.PLAY_STOPPED: TableAct.STOP_PLAY,
    EventName.PLAY_LIFTED: TableAct.LIFT_PLAY,
}
"""The events that the story of a round has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundAct:
    """One act between a round's opening and its end."""

    at: datetime
    action: str
    """A `TableAct`."""
    by: str
    """The staff's name for staff; empty for players, and for an act of the house itself."""
    by_staff: bool
    """Whether a person did it, and not the house itself."""
    reason: str
    deadline: datetime | None = None
    """Of a pause, or of betting closed earlier: the deadline that it set aside. Of a resumption: the new one."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment that was announced as the end of betting. One that did not hold was moved, or ended by a void."""

    at: datetime
    held: bool


def acts_of_round(*, round_code: str, named: bool) -> tuple[RoundAct, ...]:
    """The acts at a round's table while it was in play, the earliest first; with the staff's names if `named`."""
    played = round_by_code(round_code, "configuration")
    return acts_during(played, named=named) if played is not None else ()


def acts_during(played: Round, *, named: bool) -> tuple[RoundAct, ...]:
    """As `acts_of_round`: from the event spine; of a round that began before there was one, from the acts' own rows."""
    since = told_since()
    if since is None or played.opened_at < since:
        return _noted_during(played, named=named)
    told = during_round(
        round_code=played.code,
        names=_TOLD,
        scopes=_scopes_of(played),
        since=played.opened_at,
        until=played.settled_at or played.voided_at,
    )
    return tuple(_told(event, named=named) for event in told)


def _told(event: EventCard, *, named: bool) -> RoundAct:
    deadline = event.facts.get("before" if event.name is EventName.ROUND_CLOSES_EARLIER else "closes_at")
    return RoundAct(
        at=event.at,
        action=_TOLD[event.name].value,
        by=event.who if named else "",
        by_staff=event.by is not None,
        reason=event.facts.get("reason", ""),
        deadline=datetime.fromisoformat(deadline).astimezone(LISBON) if deadline else None,
    )


def _scopes_of(played: Round) -> tuple[str, ...]:
    """The switches that hold the round's table."""
    preset = played.configuration.terms.get("preset", "")
    return (
        *scopes.WHOLE_HOUSE,
        preset,
        scopes.of_table(played.table_id),
        scopes.of_drift(played.table_id),
    )


def _noted_during(played: Round, *, named: bool) -> tuple[RoundAct, ...]:
    here = Q(table_id=played.table_id, action__in=_AT_THE_TABLE)
    everywhere = Q(table=None, action__in=_EVERYWHERE, subject__in=_scopes_of(played))
    found = StaffAct.objects.filter(here | everywhere, at__gte=played.opened_at)
    ended = played.settled_at or played.voided_at
    if ended is not None:
        found = found.filter(at__lte=ended)
    rows = with_names(found, by=("nickname",)).order_by("at", "pk")
    return tuple(_act(row, named=named) for row in _to_the_void(row for row in rows if _is_of(row, played)))


def _to_the_void(rows: Iterable[StaffAct]) -> Iterator[StaffAct]:
    """The acts up to the void: a resumption in the same moment is the table's, not the round's."""
    for row in rows:
        yield row
        if row.action == TableAct.VOID_ROUND:
            return


def _is_of(row: StaffAct, played: Round) -> bool:
    """Whether the act is this round's: at one moment a round may end and the next begin."""
    return row.action not in _OF_A_ROUND or row.after.get("round") == played.code


def _act(row: StaffAct, *, named: bool) -> RoundAct:
    noted = row.before if row.action in {TableAct.PAUSE_TABLE, TableAct.STOP_TABLE} else row.after
    deadline = noted.get("closes_at")
    return RoundAct(
        at=row.at,
        action=row.action,
        by=row.by.nickname if named and row.by else "",
        by_staff=row.by_id is not None,
        reason=row.reason,
        deadline=datetime.fromisoformat(deadline) if deadline else None,
    )


def deadlines(
    acts: Iterable[RoundAct], *, closes_at: datetime | None, closed_at: datetime | None, phase: str
) -> tuple[Deadline, ...]:
    """Every deadline that was announced for a round, the earliest first, and whether it held."""
    told = list(acts)
    if closes_at is None:
        return ()
    moved = [at for at in _moved(told) if at != closes_at]
    held = closed_at is not None or (phase == RoundPhase.BETTING and not _stands(told))
    return (*(Deadline(at, held=False) for at in sorted(set(moved))), Deadline(closes_at, held=held))


def _moved(acts: Iterable[RoundAct]) -> Iterator[datetime]:
    """The deadlines that a pause or a croupier set aside, whether or not the table went on."""
    for act in acts:
        if act.deadline is not None and act.action in _SET_ASIDE:
            yield act.deadline


def _stands(acts: Iterable[RoundAct]) -> bool:
    """Whether the last act left the table standing."""
    last = [
        act.action for act in acts if act.action in {TableAct.PAUSE_TABLE, TableAct.STOP_TABLE, TableAct.RESUME_TABLE}
    ]
    return bool(last) and last[-1] != TableAct.RESUME_TABLE
