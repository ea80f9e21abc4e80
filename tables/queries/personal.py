"""The private part of a table's page: a player's seat, balance, stakes, room and last round (`you` in the protocol)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from baccarat.limits import headroom
from players import queries as players
from tables.broadcast import milliseconds
from tables.models import Bet, PlaySession, Round, RoundPhase, Slip, Table
from tables.queries import state
from tables.terms import terms_of
from wallet import queries as wallet
from wallet.money import Currency

FUNDS = "FUNDS"
"""Where a rule would stand: not a rule but the player's balance is what stops."""

Sections = dict[str, Any]


def my_states(*, table_id: int, person_ids: Sequence[int], now: datetime) -> dict[int, Sections]:
    """The `you` of each person at a table, in a fixed number of queries for all of them together."""
    table = Table.objects.select_related("current_round", "configuration").get(pk=table_id)
    sessions = {
        session.person_id: session
        for session in PlaySession.objects.select_related("table").filter(
            table=table, person_id__in=person_ids, ended_at=None
        )
    }
    cards = players.persons(person_ids)
    balances = wallet.balances([card.person_key for card in cards.values()], Currency(table.currency))
    laid = _laid(table, person_ids)
    last = _last_rounds(table, person_ids)
    receipts = _receipts(table, person_ids)
    return {
        person_id: {
            "nickname": card.nickname,
            "currency": table.currency,
            "balance": balances.get(card.person_key, 0),
            "stakes": laid.get(person_id, {}),
            "room": _room(table, laid.get(person_id, {}), balances.get(card.person_key, 0)),
            **_session(sessions.get(person_id)),
            "last": last.get(person_id),
            "last_stakes": {bet["chance"]: bet["stake"] for bet in last[person_id]["bets"]}
            if person_id in last
            else {},
            "receipts": receipts.get(person_id, []),
        }
        for person_id, card in cards.items()
    }


def my_state(*, table_id: int, person_id: int, now: datetime) -> Sections:
    """The `you` of one person at a table."""
    return my_states(table_id=table_id, person_ids=[person_id], now=now)[person_id]


def _laid(table: Table, person_ids: Sequence[int]) -> dict[int, dict[str, int]]:
    laid: dict[int, dict[str, int]] = {}
    if table.current_round_id is None:
        return laid
    rows = Bet.objects.filter(round_id=table.current_round_id, person_id__in=person_ids, stake__gt=0)
    for person_id, chance, stake in rows.values_list("person_id", "chance", "stake"):
        laid.setdefault(person_id, {})[chance] = stake
    return laid


def _room(table: Table, mine: Mapping[str, int], balance: int) -> Sections:
    """What the player may still lay on each chance: the rules for the player alone, and the funds (B2).

    The table's own room is public and moves with everybody's bets; whoever shows a room takes the smaller of the two.
    """
    if table.configuration is None:
        return {}
    terms = terms_of(table.configuration.pk, table.configuration.terms)
    current = table.current_round
    alone = replace(terms.limits, max_prize=None)
    chances = state.offered(terms, current.round_of_shoe if current else 1)
    rooms = headroom(alone, offered=chances, table=state.stakes(mine), mine=state.stakes(mine))
    own: Sections = {}
    for chance, room in rooms.items():
        if room.most is None or balance < room.most:
            own[chance.value] = {"most": balance, "rule": FUNDS}
        else:
            own[chance.value] = {"most": room.most, "rule": room.rule}
    return own


def _session(session: PlaySession | None) -> Sections:
    if session is None:
        return {"seat": None, "session": None}
    return {
        "seat": session.seat,
        "session": str(session.code),
        "started_at": milliseconds(session.started_at),
        "away": session.away,
        "leaving": session.leaving,
        "session_staked": session.staked,
        "session_returned": session.returned,
        "session_commission": session.commission,
        "session_result": session.returned - session.staked,
        "session_rounds": session.rounds,
        "session_cost": session.expected_loss // 1_000_000,
        "invited": _invited(session),
        "rounds_missed": session.rounds_missed,
    }


def _invited(session: PlaySession) -> Sections | None:
    """Why the player is invited to leave, if so, and when the session ends otherwise (R35, R36)."""
    if session.invited_at is None:
        return None
    alone = session.table.kind == "individual"
    return {
        "rule": "R35a" if alone else "R35b",
        "at": milliseconds(session.invited_at),
        "ends_at": milliseconds(session.invited_at + timedelta(minutes=1)) if alone else None,
        "shown": session.warning_shown_at is not None and session.warning_shown_at >= session.invited_at,
    }


def _last_rounds(table: Table, person_ids: Sequence[int]) -> dict[int, Sections]:
    """Each person's last settled round at this table with its essentials (R31)."""
    newest = (
        Bet.objects.filter(person_id__in=person_ids, round__table=table, round__phase=RoundPhase.SETTLED, stake__gt=0)
        .order_by("person_id", "-round_id")
        .distinct("person_id")
        .values_list("person_id", "round_id")
    )
    round_of = dict(newest)
    rounds = Round.objects.in_bulk(list(round_of.values()))
    bets: dict[tuple[int, int], list[Bet]] = {}
    for bet in Bet.objects.filter(round_id__in=rounds, person_id__in=round_of, stake__gt=0).order_by("pk"):
        bets.setdefault((bet.person_id, bet.round_id), []).append(bet)
    return {
        person_id: last_round(rounds[round_id], bets[person_id, round_id]) for person_id, round_id in round_of.items()
    }


def last_round(played: Round, bets: Sequence[Bet]) -> Sections:
    """A settled round and what a player's bets became, for the page."""
    result = state.result_of(played)
    staked, returned = sum(bet.stake for bet in bets), sum(bet.returned for bet in bets)
    return {
        "code": played.code,
        "at": milliseconds(played.settled_at or played.opened_at),
        "cards": state.laid_cards(result),
        "ponto": result.ponto.total,
        "banca": result.banca.total,
        "winner": played.winner,
        "bets": [
            {
                "chance": bet.chance,
                "stake": bet.stake,
                "outcome": bet.outcome,
                "prize": bet.prize,
                "commission": bet.commission,
                "returned": bet.returned,
            }
            for bet in bets
        ],
        "staked": staked,
        "returned": returned,
        "commission": sum(bet.commission for bet in bets),
        "result": returned - staked,
    }


def _receipts(table: Table, person_ids: Sequence[int]) -> dict[int, list[Sections]]:
    receipts: dict[int, list[Sections]] = {}
    if table.current_round_id is None:
        return receipts
    rows = Slip.objects.filter(round_id=table.current_round_id, person_id__in=person_ids, refusal=None).order_by("pk")
    for slip in rows:
        receipts.setdefault(slip.person_id, []).append(
            {"number": slip.number, "at": milliseconds(slip.received_at), "lines": slip.lines}
        )
    return receipts
