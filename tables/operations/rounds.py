"""The life of a round: open, close, deal, settle, or void. One transaction each, under the table's lock.

The dealer calls `do_due_step`; it may be killed at any line, and the next dealer finds the phase in the row and
the very cards that were committed to before the first bet.
"""

import json
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Final

import structlog
from django.db import transaction
from django.db.models import F

from baccarat.play import Result
from kernel import prepared
from kernel.money import Currency
from tables.admission import is_offered
from tables.codes import round_code
from tables.models import (
    Bet,
    Configuration,
    ConfigurationStatus,
    PlaySession,
    Round,
    RoundPhase,
    Table,
    TableStatus,
)
from tables.operations import alone, idle, openings, paying, shoes, stops, telling
from tables.operations.locking import lock_table
from tables.queries import state
from tables.table_settings import TableSettings, terms_of
from wallet import operations as wallet

log = structlog.get_logger(__name__)
GRACE: Final = timedelta(milliseconds=200)
"""After the close, slips that arrived in time may still be on their way through the intake."""
STOP_SECONDS: Final = 2
"""How often a table that a switch holds looks whether it was lifted."""
KEYS: Final = uuid.UUID("0c1ad7f4-3a0e-4b8e-9f6c-0d5e3f2b9a44")


class Step(StrEnum):
    """A step of the dealer."""

    NOTHING = "nothing"
    OPENED = "opened"
    SETTLED = "settled"
    CLOSED_TABLE = "closed-table"
    HELD = "held"
    """A switch keeps the next round from opening (PT-44)."""
    SHOWN = "shown"
    """The cards of a void round were opened."""
    IDLE = "idle"
    """At an individual table: the player's silence was looked at (R35a)."""


class LeaseLost(Exception):
    """Another dealer has the table by now: the late one's step is refused (M11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A finished round: amounts in cents, over all players."""

    code: str
    result: Result
    bets: int
    staked: int
    returned: int
    commission: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """A void round and what was given back, in cents."""

    code: str
    refunded: int


def do_due_step(*, table_id: int, fence: int | None, now: datetime) -> Step:
    """Do the next step of a table, if it is due: open a round, or close, deal and settle the present one.

    The cards of a void round are shown first, whether or not the table runs. `fence` is the number of the caller's
    lease. Raises `LeaseLost` if it is not the table's any more.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        if table is None:
            return Step.NOTHING
        runs = table.status not in {TableStatus.PAUSED, TableStatus.CLOSED}
        due = runs and ((table.due_at is not None and table.due_at <= now) or _is_unsaid(table))
        shows = openings.is_due(table)
        if (due or shows) and fence is not None and table.fence != fence:
            raise LeaseLost(table.code)
        if shows and table.current_round is not None:
            openings.open_cards(table, table.current_round, now=now)
        if due:
            return _step(table, now=now)
        return Step.SHOWN if shows else Step.NOTHING


def _is_unsaid(table: Table) -> bool:
    """Whether a switch stopped an individual table in a round without a deadline, and the table does not say so yet."""
    current = table.current_round
    if table.kind != "individual" or table.status != TableStatus.OPEN or table.status_reason in stops.REASONS:
        return False
    waits = current is not None and current.phase == RoundPhase.BETTING and current.closes_at is None
    return waits and stops.holds(_preset(table), stops.active())


def _step(table: Table, *, now: datetime) -> Step:
    current = table.current_round
    betting = current is not None and current.phase == RoundPhase.BETTING
    if betting and current is not None and current.closes_at is not None:
        if now < current.closes_at:
            # The moment that the players were told is what closes the bets (R27), not the table's own clock.
            table.due_at = current.closes_at + GRACE
            table.save(update_fields=["due_at"])
            return Step.NOTHING
        settle_round(table, current, now=now)
        return Step.SETTLED
    if table.status == TableStatus.CLOSING:
        close_table(table, now=now)
        return Step.CLOSED_TABLE
    ahead = _read_ahead(table)
    if betting:
        # No deadline ends this round: its player reads at once that no bet is taken, and is not hurried meanwhile.
        if _says_held(table, ahead, held=stops.holds(_preset(table), ahead.stops), now=now):
            return Step.HELD
        persons = idle.step_alone(table, now=now)
        telling.save(table)
        telling.tell(table, telling.seats(table), persons=persons, now=now)
        return Step.IDLE
    if _says_held(table, ahead, held=_is_held(table, ahead), now=now):
        return Step.HELD
    open_round(table, ahead, now=now)
    return Step.OPENED


@dataclass(frozen=True, slots=True)
class _Ahead:
    """The facts that the opening of a round depends on, beside the table itself."""

    stops: frozenset[str]
    approved_id: int | None
    """A configuration that comes into force with the round."""
    shoe_number: int
    """The number of the next new shoe."""


_AHEAD: Final = """
SELECT (SELECT array_agg(scope) FROM tables_stop WHERE lifted_at IS NULL),
  (SELECT id FROM tables_configuration WHERE table_id = %(table)s AND status = 'approved'),
  (SELECT coalesce(max(number), 0) + 1 FROM tables_shoe WHERE table_id = %(table)s)
"""


def _read_ahead(table: Table) -> _Ahead:
    with prepared.cursor() as cursor:
        cursor.execute(_AHEAD, {"table": table.pk})
        scopes, approved_id, shoe_number = cursor.fetchone()
    return _Ahead(stops=frozenset(scopes or ()), approved_id=approved_id, shoe_number=shoe_number)


def _preset(table: Table) -> str:
    assert table.configuration is not None
    return str(table.configuration.terms["preset"])


def _is_held(table: Table, ahead: _Ahead) -> bool:
    """Whether a switch keeps the next round from opening, or a profile that does not know the game (R9, R10)."""
    preset = _preset(table)
    return stops.holds(preset, ahead.stops) or (ahead.approved_id is None and not is_offered(preset))


def _says_held(table: Table, ahead: _Ahead, *, held: bool, now: datetime) -> bool:
    """Say at the table once that it is held, or that it is not any more; `held` again. It is looked at again soon."""
    if held:
        table.due_at = now + timedelta(seconds=STOP_SECONDS)
    reason = "" if not held else stops.PROOF if stops.PROOF in ahead.stops else stops.HELD
    if reason != (table.status_reason if table.status_reason in stops.REASONS else ""):
        table.status_reason = reason
        table.save(update_fields=["status_reason"])
        telling.save(table)
        telling.tell(table, {"table": state.table_section(table)}, persons=(), now=now)
    elif held:
        table.save(update_fields=["due_at"])
    return held


def open_round(table: Table, ahead: _Ahead, *, now: datetime) -> Round:
    """Open the betting of a new round (R27). The caller holds the table's lock and no round of it is unfinished.

    An approved configuration comes into force here and nowhere else: always at a round's boundary (H1).
    """
    configuration = _configuration_in_force(table, ahead, now=now)
    terms = terms_of(configuration.pk, configuration.terms)
    shoe = shoes.shoe_for_next_round(table, terms.ruleset, number=ahead.shoe_number, now=now)
    if shoe.pk is None:
        shoe.save()
    table.round_count += 1
    code = round_code(table=table.code, opened_at=now, number=table.round_count)
    current = Round.objects.create(
        table=table,
        configuration=configuration,
        shoe=shoe,
        number=table.round_count,
        code=code,
        round_of_shoe=shoe.round_of_shoe,
        first_card=shoe.dealt,
        stakes_account=wallet.open_stakes_account(round_key=code, currency=Currency(table.currency), now=now),
        opened_at=now,
        closes_at=now + timedelta(seconds=terms.betting_seconds) if table.kind == "shared" else None,
    )
    table.shoe, table.current_round, table.configuration = shoe, current, configuration
    table.due_at = current.closes_at + GRACE if current.closes_at else now
    telling.save(table)
    seated = state.seated_at([table.pk])
    sections = {
        "table": state.table_section(table),
        "round": state.round_section(table, current, terms),
        **state.bets_sections(terms, current, seated, {}),
    }
    if configuration.in_force_from == now or (shoe.scope == "shoe" and shoe.round_of_shoe == 1):
        sections |= {
            "rules": state.rules_section(configuration, terms),
            **state.results_sections(table, terms, now=now),
        }
    telling.tell(table, sections, persons=tuple(each.person_id for each in seated), now=now)
    return current


def _configuration_in_force(table: Table, ahead: _Ahead, *, now: datetime) -> Configuration:
    present = table.configuration
    if ahead.approved_id is None:
        assert present is not None, "an open table has a configuration"
        return present
    waiting = table.configurations.select_for_update().get(pk=ahead.approved_id)
    if present is not None:
        present.status, present.superseded_at = ConfigurationStatus.SUPERSEDED, now
        present.save(update_fields=["status", "superseded_at"])
    waiting.status, waiting.in_force_from = ConfigurationStatus.IN_FORCE, now
    waiting.save(update_fields=["status", "in_force_from"])
    return waiting


def settle_round(table: Table, current: Round, *, now: datetime) -> Settled:
    """Close the bets, deal the committed cards, pay (R16–R26): one transaction, so a crash leaves all or nothing.

    The caller holds the table's lock.
    """
    terms = terms_of(current.configuration_id, current.configuration.terms)
    dealt = shoes.deal(table, current)
    bets = paying.laid_on(current)
    payouts = paying.payouts_of(terms.ruleset, dealt.result, bets)
    paying.pay(table, current, bets, payouts, now=now)
    sat = paying.write_outcomes(table, current, terms, bets, payouts, now=now)
    table.due_at = _next_start(current, terms, now=now)
    _finish(table, current, dealt, now=now)
    staying = [
        state.Seated(table.pk, each.seat, each.person_id, each.nickname, each.away) for each in sat if each.stays
    ]
    sections = {
        "round": state.round_section(table, current, terms),
        **state.bets_sections(terms, current, staying, paying.stakes_by_person(bets)),
        **state.results_sections(table, terms, now=now),
        "latest": state.latest_section(current),
    }
    telling.tell(table, sections, persons=tuple(each.person_id for each in sat), now=now)
    settled = Settled(
        code=current.code,
        result=dealt.result,
        bets=len(bets),
        staked=sum(bet.stake for bet in bets),
        returned=sum(payout.returned for payout in payouts),
        commission=sum(payout.commission for payout in payouts),
    )
    # A table without players deals on: its rounds are told to those who look closer.
    tell = log.info if bets else log.debug
    facts = {"round": settled.code, "bets": settled.bets, "staked": settled.staked, "returned": settled.returned}
    transaction.on_commit(partial(tell, "round_settled", **facts))
    return settled


# Each row is under the table's lock; the round's own trigger refuses one that is finished already.
_FINISH: Final = """
WITH shoe AS (
  UPDATE tables_shoe SET dealt = %(dealt)s, round_of_shoe = %(round_of_shoe)s, last_round = %(last_round)s
  WHERE id = %(shoe)s
), round AS (
  UPDATE tables_round SET phase = 'settled', closed_at = %(now)s, settled_at = %(now)s, cards = %(cards)s,
    winner = %(winner)s, proofs = %(proofs)s, closes_at = %(closes_at)s
  WHERE id = %(round)s
)
UPDATE tables_table SET version = version + 1, due_at = %(due_at)s WHERE id = %(table)s
"""


def _finish(table: Table, current: Round, dealt: shoes.Dealt, *, now: datetime) -> None:
    """Write the round's end: its shoe, itself and its table, in one statement."""
    shoe = current.shoe
    alone.forget_press(table, current)
    current.phase, current.closed_at, current.settled_at = RoundPhase.SETTLED, now, now
    current.cards = [str(card) for card in dealt.result.cards]
    current.winner, current.proofs = dealt.result.winner.value, dealt.proofs
    table.version += 1
    with prepared.cursor() as cursor:
        cursor.execute(
            _FINISH,
            {
                "shoe": shoe.pk,
                "dealt": shoe.dealt,
                "round_of_shoe": shoe.round_of_shoe,
                "last_round": shoe.last_round,
                "round": current.pk,
                "now": now,
                "closes_at": current.closes_at,
                "cards": current.cards,
                "winner": current.winner,
                "proofs": json.dumps(dealt.proofs),
                "table": table.pk,
                "due_at": table.due_at,
            },
        )


def void_round(table: Table, current: Round, *, reason: str, now: datetime) -> Voided:
    """Give every stake back (R29). The caller holds the table's lock; the round is not settled.

    Its cards are shown by the table's next step (`do_due_step`), before anything else happens there.
    """
    bets = paying.laid_on(current)
    paying.refund(current, bets, now=now)
    Bet.objects.filter(round=current, stake__gt=0).update(outcome="void", returned=F("stake"))
    alone.forget_press(table, current)
    current.phase, current.voided_at, current.void_reason = RoundPhase.VOID, now, reason
    current.save(update_fields=["phase", "closes_at", "voided_at", "void_reason"])
    terms = terms_of(current.configuration_id, current.configuration.terms)
    table.due_at = _next_start(current, terms, now=now)
    telling.save(table)
    persons = telling.seated(table)
    PlaySession.objects.filter(table=table, ended_at=None, leaving=True).update(ended_at=now)
    sections = {
        "round": state.round_section(table, current, terms),
        **state.bets_sections(terms, current, state.seated_at([table.pk]), paying.stakes_by_person(bets)),
    }
    telling.tell(table, sections, persons=persons, now=now)
    voided = Voided(code=current.code, refunded=sum(bet.stake for bet in bets))
    transaction.on_commit(partial(log.warning, "round_void", round=voided.code, refunded=voided.refunded))
    return voided


def restart_betting(table: Table, *, now: datetime) -> None:
    """After a pause: a round that was taking bets gets its betting time afresh. The caller holds the table's lock."""
    current = table.current_round
    if current is not None and current.phase == RoundPhase.BETTING:
        terms = terms_of(current.configuration_id, current.configuration.terms)
        table.due_at = now
        if current.closes_at is not None and table.kind == "shared":
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
    telling.tell(table, {"table": state.table_section(table), **telling.seats(table)}, persons=persons, now=now)


def _next_start(current: Round, terms: TableSettings, *, now: datetime) -> datetime:
    """After the show, and never sooner after this round's start than the table's cycle allows (C11)."""
    return max(now + timedelta(seconds=terms.show_seconds), current.opened_at + timedelta(seconds=terms.cycle_seconds))
