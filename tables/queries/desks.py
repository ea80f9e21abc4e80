"""Croupiers' tables as the floor sees them: who deals and since when, who waits for a supervisor, the cards there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from baccarat.dealing import Dealing
from tables.card_terms import IMPOSSIBLE, STOPPED
from tables.models import (
    UNFINISHED,
    CardEvent,
    KeyedCard,
    Round,
    Shift,
    Shoe,
    Table,
    TableCall,
    TableKind,
)
from tables.queries.paper import DEALT, awaits_burn, dealing_of, is_paper, lying_on, robot_deals
from tables.shoe_life import life_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """A person at the table who waits for a supervisor, since when."""

    who: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedCard:
    """The card over which the table stopped; `why` is the refusal's code."""

    card: str
    deck: str
    why: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A croupier's table beside its round and its money."""

    croupier: str
    """Empty: no croupier has the table."""
    since: datetime | None
    robot: bool
    """Whether the robot deals the round in play, or the next one."""
    called: Asks | None
    """The croupier's call that no supervisor has answered."""
    keyed: Asks | None
    """The card keyed by hand that waits for a second person."""
    dealt: Dealing | None
    """The cards that lie there, once the bets are closed; None before, and after the round."""
    read_at: datetime | None
    """When the last card was placed, or the bets were closed."""
    shoe: int | None
    """The number of the shoe that serves; None: the croupier has to begin one, or to turn its first card."""
    stopped_over: RefusedCard | None


def desks(tables: Iterable[Table]) -> dict[int, Desk]:
    """The croupiers' tables among these, by their numbers; six statements at most, and none without such a table."""
    found = [table for table in tables if table.kind == TableKind.CROUPIER]
    if not found:
        return {}
    ids = [table.pk for table in found]
    shifts = {
        shift.table_id: shift
        for shift in Shift.objects.filter(table_id__in=ids, ended_at=None).select_related("croupier")
    }
    calls, keyed, shoes = _calls(ids), _keyed(ids), _shoes(found)
    events = _lying(table.current_round for table in found)
    return {
        table.pk: _desk(
            table,
            shifts.get(table.pk),
            shoes.get(table.shoe_id or 0),
            events.get(table.current_round_id or 0, []),
            calls.get(table.pk),
            keyed.get(table.pk),
        )
        for table in found
    }


def _desk(
    table: Table,
    shift: Shift | None,
    shoe: Shoe | None,
    events: list[CardEvent],
    called: Asks | None,
    keyed: Asks | None,
) -> Desk:
    current = table.current_round
    dealt = current is not None and current.phase in DEALT
    return Desk(
        croupier="" if shift is None else shift.croupier.nickname,
        since=None if shift is None else shift.began_at,
        robot=robot_deals(table, shift),
        called=called,
        keyed=keyed,
        dealt=dealing_of(events) if dealt else None,
        read_at=events[-1].at if events else current.closed_at if dealt and current is not None else None,
        shoe=shoe.number if shoe is not None and _serves(shoe) else None,
        stopped_over=_stopped_over(table) if table.status_reason == STOPPED else None,
    )


def _calls(ids: list[int]) -> dict[int, Asks]:
    rows = TableCall.objects.filter(table_id__in=ids, answered_at=None).select_related("called_by")
    return {row.table_id: Asks(who=row.called_by.nickname, at=row.called_at) for row in rows}


def _keyed(ids: list[int]) -> dict[int, Asks]:
    rows = KeyedCard.objects.filter(round__table_id__in=ids, round__phase__in=UNFINISHED, confirmed=None)
    return {
        row.round.table_id: Asks(who=row.keyed_by.nickname, at=row.keyed_at)
        for row in rows.select_related("round", "keyed_by")
    }


def _shoes(tables: list[Table]) -> dict[int, Shoe]:
    rows = Shoe.objects.filter(pk__in=[table.shoe_id for table in tables if table.shoe_id]).select_related("paper")
    return {shoe.pk: shoe for shoe in rows if is_paper(shoe)}


def _serves(shoe: Shoe) -> bool:
    return not life_of(shoe).over and not awaits_burn(shoe)


def _lying(rounds: Iterable[Round | None]) -> dict[int, list[CardEvent]]:
    return lying_on(each.pk for each in rounds if each is not None and each.phase in DEALT)


def _stopped_over(table: Table) -> RefusedCard | None:
    rows = CardEvent.objects.filter(table=table, refusal__in=IMPOSSIBLE).order_by("-pk")
    event = rows.first()
    return None if event is None else RefusedCard(card=event.card, deck=event.deck, why=event.refusal, at=event.at)
