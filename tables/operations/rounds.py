"""The life of a round: open, close, deal, settle, or void. Under the table's lock, in transactions that are whole.

The dealer calls `do_due_steps`; it may be killed at any line, and the next dealer finds the phase in the row and
the very cards that were committed to before the first bet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Final

import structlog
from django.db import transaction
from django.db.models import F

from players.events.names import EventName
from players.events.telling import tell
from tables import scopes
from tables.admission import is_offered
from tables.models import Bet, PlaySession, Round, RoundPhase, Table, TableKind, TableStatus
from tables.operations import alone, cutting, idle, intervals, openings, paying, settling, starting, stops, telling
from tables.operations.croupier import steps
from tables.operations.locking import lock_tables
from tables.operations.starting import GRACE, Ahead
from tables.queries import state
from tables.queries.paper import DEALT, is_paper
from tables.table_settings import terms_of

log = structlog.get_logger(__name__)
STOP_SECONDS: Final = 2
"""How often a table that a switch holds looks whether it was lifted."""


class Step(StrEnum):
    """A step of the dealer."""

    NOTHING = "nothing"
    OPENED = "opened"
    SETTLED = "settled"
    CLOSED_TABLE = "closed-table"
    HELD = "held"
    """A switch keeps the next round from opening (PT-44)."""
    CUTTING = "cutting"
    """The players cut a new shoe before its first round."""
    CLOSED_BETS = "closed-bets"
    """At a croupier's table: no more bets, and the cards are due."""
    CARD = "card"
    """At a croupier's table of a demonstration: its robot drew a card."""
    SHOWN = "shown"
    """The cards of a void round were opened."""
    IDLE = "idle"
    """At an individual table: the player's silence was looked at (R35a)."""


class LeaseLost(Exception):
    """Another dealer has the table by now: the late one's step is refused (M11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """A void round and what was given back, in cents, of so many bets."""

    code: str
    refunded: int
    bets: int


def do_due_step(*, table_id: int, fence: int | None, now: datetime) -> Step:
    """Do the next step of one table, if it is due: `do_due_steps` of a group of one."""
    return do_due_steps(fences={table_id: fence}, now=now)[table_id]


def do_due_steps(*, fences: Mapping[int, int | None], now: datetime) -> dict[int, Step]:
    """Do the next step of these tables where it is due: open a round, or close, deal and settle the present one.

    One transaction: a fault at one table undoes the steps of all of them. The cards of a void round are shown first,
    whether or not the table runs. `fences` has the tables' ids, and the numbers of the caller's leases. Raises
    `LeaseLost` if one is not the table's any more.
    """
    done = dict.fromkeys(fences, Step.NOTHING)
    over: list[Table] = []
    between: list[Table] = []
    with transaction.atomic():
        for table in lock_tables(fences).values():
            if _is_due(table, fences[table.pk], done, now=now):
                _sort_out(table, over, between, done, now=now)
        settling.settle_rounds(over, now=now)
        ahead = starting.read_ahead(between, now=now)
        opening = [table for table in between if not _goes_otherwise(table, ahead[table.pk], done, now=now)]
        opening = [table for table in opening if not _is_cut(table, ahead[table.pk], done, now=now)]
        starting.open_rounds(opening, ahead, now=now)
    done |= {table.pk: Step.SETTLED for table in over}
    return done | {table.pk: Step.OPENED for table in opening}


def _is_due(table: Table, fence: int | None, done: dict[int, Step], *, now: datetime) -> bool:
    """Whether the table has a step to do under that lease; the cards of a void round are shown at once."""
    runs = table.status not in {TableStatus.PAUSED, TableStatus.CLOSED}
    due = runs and ((table.due_at is not None and table.due_at <= now) or _is_unsaid(table))
    shows = openings.is_due(table)
    if (due or shows) and fence is not None and table.fence != fence:
        raise LeaseLost(table.code)
    if shows and table.current_round is not None:
        openings.open_cards(table, table.current_round, now=now)
        done[table.pk] = Step.SHOWN
    return due


def _is_unsaid(table: Table) -> bool:
    """Whether a switch stopped an individual table in a round without a deadline, and the table does not say so yet."""
    current = table.current_round
    if table.kind != "individual" or table.status != TableStatus.OPEN or table.status_reason in stops.REASONS:
        return False
    waits = current is not None and current.phase == RoundPhase.BETTING and current.closes_at is None
    return waits and _is_stopped(table, stops.active())


def _sort_out(table: Table, over: list[Table], between: list[Table], done: dict[int, Step], *, now: datetime) -> None:
    """Put the table where its step is done, with others of its kind; rare steps are done here."""
    current = table.current_round
    betting = current is not None and current.phase == RoundPhase.BETTING
    if current is not None and current.phase in DEALT:
        _go_on_by_card(table, current, over, done, now=now)
    elif betting and current is not None and current.closes_at is not None:
        if now < current.closes_at:
            # The moment that the players were told is what closes the bets (R27), not the table's own clock.
            table.due_at = current.closes_at + GRACE
            table.save(update_fields=["due_at"])
            done[table.pk] = Step.NOTHING
        elif table.kind == TableKind.CROUPIER:
            _go_on_by_card(table, current, over, done, now=now)
        else:
            over.append(table)
    elif table.status == TableStatus.CLOSING:
        close_table(table, now=now)
        done[table.pk] = Step.CLOSED_TABLE
    else:
        between.append(table)


def _go_on_by_card(table: Table, current: Round, over: list[Table], done: dict[int, Step], *, now: datetime) -> None:
    """A croupier's table: the bets are closed, the robot draws a card, or the round is to be settled."""
    betting = current.phase == RoundPhase.BETTING
    if steps.go_on(table, current, now=now):
        over.append(table)
    elif betting:
        done[table.pk] = Step.CLOSED_BETS
    elif table.due_at is not None:
        done[table.pk] = Step.CARD


def _goes_otherwise(table: Table, ahead: Ahead, done: dict[int, Step], *, now: datetime) -> bool:
    """Whether no round is to be opened: a switch holds the table, or its only player has the word."""
    current = table.current_round
    if current is not None and current.phase == RoundPhase.BETTING:
        # No deadline ends this round: its player reads at once that no bet is taken, and is not hurried meanwhile.
        if _says_held(table, _held_by(ahead, held=_is_stopped(table, ahead.stops)), now=now):
            done[table.pk] = Step.HELD
            return True
        persons = idle.step_alone(table, now=now)
        telling.save(table)
        telling.tell(table, telling.seats(table), persons=persons, now=now)
        done[table.pk] = Step.IDLE
        return True
    reason = _held_by(ahead, held=_is_held(table, ahead))
    if not reason and table.kind == TableKind.CROUPIER:
        reason = steps.lacks(table, ahead, now=now)
    if _says_held(table, reason, now=now):
        done[table.pk] = Step.HELD
        return True
    return False


def _is_cut(table: Table, ahead: Ahead, done: dict[int, Step], *, now: datetime) -> bool:
    """Whether the table's next shoe is being cut, and the next round waits for that."""
    waits = cutting.goes_on(table, ahead, now=now)
    if waits:
        done[table.pk] = Step.CUTTING
    return waits


def _preset(table: Table) -> str:
    assert table.configuration is not None
    return str(table.configuration.terms["preset"])


def _is_stopped(table: Table, thrown: frozenset[str]) -> bool:
    return scopes.holds(thrown, table_id=table.pk, preset=_preset(table))


def _is_held(table: Table, ahead: Ahead) -> bool:
    """Whether a switch keeps the next round from opening, or a profile that does not know the game (R9, R10)."""
    return _is_stopped(table, ahead.stops) or (ahead.approved_id is None and not is_offered(_preset(table)))


def _held_by(ahead: Ahead, *, held: bool) -> str:
    """The reason that a table gives while a switch or its profile keeps it from going on; empty while none does."""
    return "" if not held else scopes.PROOF if scopes.PROOF in ahead.stops else stops.HELD


def _says_held(table: Table, reason: str, *, now: datetime) -> bool:
    """Say at the table once why it is held, or that it is not any more; whether it is. It is looked at again soon."""
    if reason:
        table.due_at = now + timedelta(seconds=STOP_SECONDS)
    if reason != (table.status_reason if table.status_reason in stops.REASONS | steps.WAITS else ""):
        table.status_reason = reason
        table.save(update_fields=["status_reason"])
        telling.save(table)
        telling.tell(table, {"table": state.table_section(table)}, persons=(), now=now)
    elif reason:
        table.save(update_fields=["due_at"])
    return bool(reason)


def void_round(table: Table, current: Round, *, reason: str, now: datetime) -> Voided:
    """Give every stake back (R29). The caller holds the table's lock; the round is not settled.

    Its cards are shown by the table's next step (`do_due_step`), before anything else happens there; of a croupier's
    table at once: those that were read.
    """
    bets = paying.laid_on(current)
    paying.refund(current, bets, now=now)
    Bet.objects.filter(round=current, stake__gt=0).update(outcome="void", returned=F("stake"))
    alone.forget_press(table, current)
    current.phase, current.voided_at, current.void_reason = RoundPhase.VOID, now, reason
    current.save(update_fields=["phase", "closes_at", "voided_at", "void_reason"])
    if is_paper(current.shoe):
        openings.show_read(current, now=now)
    terms = terms_of(current.configuration_id, current.configuration.terms)
    table.due_at = intervals.next_start(current, terms, now=now)
    telling.save(table)
    persons = telling.seated(table)
    PlaySession.objects.filter(table=table, ended_at=None, leaving=True).update(ended_at=now)
    sections = {
        "round": state.round_section(table, current, terms),
        **state.bets_sections(terms, current, state.seated_at([table.pk]), paying.stakes_by_person(bets)),
    }
    telling.tell(table, sections, persons=persons, now=now)
    voided = Voided(code=current.code, refunded=sum(bet.stake for bet in bets), bets=len(bets))
    transaction.on_commit(partial(log.warning, "round_void", round=voided.code, refunded=voided.refunded))
    return voided


def restart_betting(table: Table, *, now: datetime) -> None:
    """After a pause: a round that was taking bets gets its betting time afresh. The caller holds the table's lock."""
    current = table.current_round
    if current is not None and current.phase == RoundPhase.BETTING:
        terms = terms_of(current.configuration_id, current.configuration.terms)
        table.due_at = now
        if current.closes_at is not None and table.kind != TableKind.INDIVIDUAL:
            current.closes_at = now + timedelta(seconds=terms.betting_seconds)
            current.save(update_fields=["closes_at"])
            table.due_at = current.closes_at + GRACE
    else:
        table.due_at = now
    table.save(update_fields=["due_at"])


def close_table(table: Table, *, now: datetime) -> None:
    """Close a table between two rounds; its players' sessions end. The caller holds the table's lock."""
    table.status, table.due_at = TableStatus.CLOSED, None
    persons = telling.seated(table)
    PlaySession.objects.filter(table=table, ended_at=None).update(ended_at=now, end_reason="table-closed")
    telling.save(table)
    tell(EventName.TABLE_CLOSED, by=None, now=now, key=table.code, table_id=table.pk)
    telling.tell(table, {"table": state.table_section(table), **telling.seats(table)}, persons=persons, now=now)
