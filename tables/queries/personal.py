"""The private part of a table's page: seat, balance, stakes, headroom and last round (`you` in the protocol)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from baccarat.chances import Chance
from baccarat.limits import own_headroom
from kernel import periods
from kernel.kept_queries import KeptQuery
from kernel.money import Currency
from kernel.questions import PERSON
from players import gates
from players.accounts import queries as players
from tables.broadcast import milliseconds
from tables.models import Bet, PlaySession, Round, Slip, Table
from tables.queries import playtime, state
from tables.table_settings import TableSettings, terms_of
from wallet import queries as wallet

FUNDS = "FUNDS"
"""Where a rule would stand: not a rule but the player's balance is what stops."""

Sections = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSeat:
    """The one seat in the house that a person has."""

    table_code: str
    table_name: str
    currency: str
    seat: int
    away: bool


def held_seat(person_id: int) -> HeldSeat | None:
    """Where the person sits, present or not; None without a seat."""
    session = _SITTING.first(person=person_id)
    if session is None:
        return None
    table = session.table
    return HeldSeat(
        table_code=table.code, table_name=table.name, currency=table.currency, seat=session.seat, away=session.away
    )


_SITTING: Final = KeptQuery(lambda: PlaySession.objects.filter(person_id=PERSON, ended_at=None).select_related("table"))


JUST_OVER: Final = timedelta(seconds=5)
"""For so long after its end a round still counts as in play for `in_play`: what came of it is being told."""


def in_play(places: Collection[tuple[int, int]], *, now: datetime) -> frozenset[tuple[int, int]]:
    """Of these (table, person): those with a bet on the round that is in play there, or that was over just now."""
    over = Q(current_round__settled_at__lt=now - JUST_OVER) | Q(current_round__voided_at__lt=now - JUST_OVER)
    rounds = dict(
        Table.objects.filter(pk__in={table_id for table_id, _ in places}, current_round__isnull=False)
        .exclude(over)
        .values_list("current_round_id", "pk")
    )
    bets = Bet.objects.filter(round_id__in=rounds, person_id__in={person_id for _, person_id in places}, stake__gt=0)
    laid = {(rounds[round_id], person_id) for round_id, person_id in bets.values_list("round_id", "person_id")}
    return frozenset(laid.intersection(places))


def my_states(places: Mapping[int, Collection[int]], *, now: datetime) -> dict[tuple[int, int], Sections]:
    """The `you` of persons at tables, by (table, person), in a fixed number of queries for all of them together."""
    tables = Table.objects.select_related("current_round", "configuration").in_bulk(list(places))
    wanted = [(table_id, person_id) for table_id, person_ids in places.items() for person_id in person_ids]
    facts = _Facts(tables, wanted, now=now)
    return {
        (table_id, person_id): facts.of(tables[table_id], person_id)
        for table_id, person_id in wanted
        if table_id in tables and person_id in facts.nicknames
    }


def my_state(*, table_id: int, person_id: int, now: datetime) -> Sections:
    """The `you` of one person at a table."""
    return my_states({table_id: [person_id]}, now=now)[table_id, person_id]


class _Facts:
    """The facts behind several persons' states at several tables."""

    def __init__(self, tables: Mapping[int, Table], wanted: Collection[tuple[int, int]], *, now: datetime) -> None:
        persons = {person_id for _, person_id in wanted}
        rounds = [table.current_round_id for table in tables.values() if table.current_round_id]
        self.nicknames = players.nicknames(persons)
        self.sessions = {
            (session.table_id, session.person_id): session
            for session in PlaySession.objects.filter(table__in=tables, person_id__in=persons, ended_at=None)
        }
        self.balances = _balances({table.currency for table in tables.values()}, persons)
        self.gates = {
            currency: gates.may_play(person_ids=sorted(persons), currency=Currency(currency), now=now)
            for currency in {table.currency for table in tables.values()}
        }
        self.play_until = _play_until(self.gates, now=now)
        self.laid = _laid(rounds, persons)
        self.last = _last_rounds(wanted)
        self.receipts = _receipts(rounds, persons)

    def of(self, table: Table, person_id: int) -> Sections:
        """The state of one of the persons at one of the tables."""
        balance = self.balances.get((person_id, table.currency), 0)
        here = (table.current_round_id or 0, person_id)
        laid, last = self.laid.get(here, {}), self.last.get((table.pk, person_id))
        return {
            "nickname": self.nicknames[person_id],
            "currency": table.currency,
            "balance": balance,
            "barred": _barred(self.gates[table.currency][person_id]),
            "stakes": laid,
            "room": _headroom(table, laid, balance),
            "own_room": _own_headroom(self.gates[table.currency][person_id])
            if table.currency == Currency.EUR
            else None,
            **_session(self.sessions.get((table.pk, person_id)), table, self.play_until.get(person_id)),
            "last": last,
            "last_stakes": {bet["chance"]: bet["stake"] for bet in last["bets"]} if last else {},
            "receipts": self.receipts.get(here, []),
        }


def _balances(currencies: Collection[str], persons: Collection[int]) -> dict[tuple[int, str], int]:
    keys = players.person_keys(persons)
    found: dict[tuple[int, str], int] = {}
    for currency in currencies:
        held = wallet.balances(list(keys.values()), Currency(currency))
        found |= {(person_id, currency): held.get(key, 0) for person_id, key in keys.items()}
    return found


def _barred(answer: gates.Answer) -> Sections | None:
    """What ended the person's play in the whole house, and when that ends by itself."""
    if answer.block not in gates.ENDING:
        return None
    return {"block": answer.block.value, "until": milliseconds(answer.until) if answer.until else None}


def _own_headroom(answer: gates.Answer) -> Sections | None:
    """The headroom that the player's own limits leave, where some are set, for money (PT-22)."""
    if answer.headroom is None:
        return None
    return {
        "most": answer.headroom.most,
        "rule": answer.headroom.rule,
        "limit": answer.headroom.limit,
        "until": milliseconds(answer.headroom.until) if answer.headroom.until else None,
    }


def _play_until(asked: Mapping[str, Mapping[int, gates.Answer]], *, now: datetime) -> dict[int, datetime]:
    """When those who go on sitting reach their own limit of time, where it is reached on this day (UK-10)."""
    minutes = {
        person_id: answer.minutes
        for answers in asked.values()
        for person_id, answer in answers.items()
        if answer.minutes is not None
    }
    if not minutes:
        return {}
    sat = playtime.seconds_today(list(minutes), now=now)
    ends = {each: now + timedelta(seconds=most * 60 - sat.get(each, 0)) for each, most in minutes.items()}
    midnight = periods.ends(periods.Period.DAY, now)
    return {person_id: end for person_id, end in ends.items() if end < midnight}


def _laid(rounds: Collection[int], persons: Collection[int]) -> dict[tuple[int, int], dict[str, int]]:
    laid: dict[tuple[int, int], dict[str, int]] = {}
    rows = Bet.objects.filter(round_id__in=rounds, person_id__in=persons, stake__gt=0)
    for round_id, person_id, chance, stake in rows.values_list("round_id", "person_id", "chance", "stake"):
        laid.setdefault((round_id, person_id), {})[chance] = stake
    return laid


def _headroom(table: Table, mine: Mapping[str, int], balance: int) -> Sections:
    if table.configuration is None:
        return {}
    terms = terms_of(table.configuration.pk, table.configuration.terms)
    current = table.current_round
    return headroom(terms, state.offered(terms, current.round_of_shoe if current else 1), state.stakes(mine), balance)


def headroom(terms: TableSettings, offered: frozenset[Chance], mine: Mapping[Chance, int], balance: int) -> Sections:
    """The amount that the player may still lay on each chance: the rules for the player alone, and the funds (B2).

    The table's own headroom is public and moves with all players' bets; a page that shows it takes the smaller of the
    two.
    """
    own: Sections = {}
    for chance, (most, rule) in own_headroom(terms.limits, offered=offered, mine=mine).items():
        short = most is None or balance < most
        own[chance] = {"most": balance, "rule": FUNDS} if short else {"most": most, "rule": rule}
    return own


def receipt(number: str, received_at: datetime, lines: Mapping[str, int]) -> Sections:
    """An accepted slip, as its player keeps it."""
    return {"number": number, "at": milliseconds(received_at), "lines": dict(lines)}


def _session(session: PlaySession | None, table: Table, play_until: datetime | None) -> Sections:
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
        "invited": _invited(session, table),
        "rounds_missed": session.rounds_missed,
        "check_at": milliseconds(session.check_due_at) if session.check_due_at else None,
        "play_until": milliseconds(play_until) if play_until else None,
    }


def _invited(session: PlaySession, table: Table) -> Sections | None:
    """Why the player is invited to leave, if so, and when the session ends otherwise (R35, R36)."""
    if session.invited_at is None:
        return None
    alone = table.kind == "individual"
    return {
        "rule": "R35a" if alone else "R35b",
        "at": milliseconds(session.invited_at),
        "ends_at": milliseconds(session.invited_at + timedelta(minutes=1)) if alone else None,
        "shown": session.warning_shown_at is not None and session.warning_shown_at >= session.invited_at,
    }


# The newest first, one look-up a person and table: everything that a person ever laid is not read for it.
_LAST: Final = """
SELECT asked.table_id, asked.person_id, last.round_id
FROM unnest(%s::bigint[], %s::bigint[]) AS asked (table_id, person_id)
CROSS JOIN LATERAL (
  SELECT b.round_id FROM tables_bet b JOIN tables_round r ON r.id = b.round_id
  WHERE b.person_id = asked.person_id AND b.stake > 0 AND r.table_id = asked.table_id
    AND r.phase = 'settled' ORDER BY b.id DESC LIMIT 1
) last
"""


def _last_rounds(wanted: Collection[tuple[int, int]]) -> dict[tuple[int, int], Sections]:
    """Each person's last settled round at the table with its essentials (R31), by (table, person)."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [[table_id for table_id, _ in wanted], [person_id for _, person_id in wanted]])
        round_of = {(table_id, person_id): round_id for table_id, person_id, round_id in cursor.fetchall()}
    rounds = Round.objects.in_bulk(set(round_of.values()))
    bets: dict[tuple[int, int], list[Bet]] = {}
    for bet in Bet.objects.filter(
        round_id__in=rounds, person_id__in={person_id for _, person_id in wanted}, stake__gt=0
    ).order_by("pk"):
        bets.setdefault((bet.round_id, bet.person_id), []).append(bet)
    return {
        (table_id, person_id): last_round(rounds[round_id], bets[round_id, person_id])
        for (table_id, person_id), round_id in round_of.items()
    }


_PLACE: Final = {chance.value: place for place, chance in enumerate(Chance)}


def last_round(played: Round, bets: Sequence[Bet]) -> Sections:
    """A settled round and what a player's bets became, in the felt's order, for the page."""
    staked, returned = sum(bet.stake for bet in bets), sum(bet.returned for bet in bets)
    return {
        **state.latest_section(played),
        "bets": [
            {
                "chance": bet.chance,
                "stake": bet.stake,
                "outcome": bet.outcome,
                "prize": bet.prize,
                "commission": bet.commission,
                "returned": bet.returned,
            }
            for bet in sorted(bets, key=lambda bet: _PLACE[bet.chance])
        ],
        "staked": staked,
        "returned": returned,
        "commission": sum(bet.commission for bet in bets),
        "result": returned - staked,
    }


def _receipts(rounds: Collection[int], persons: Collection[int]) -> dict[tuple[int, int], list[Sections]]:
    receipts: dict[tuple[int, int], list[Sections]] = {}
    rows = Slip.objects.filter(round_id__in=rounds, person_id__in=persons, rejection__isnull=True).order_by("pk")
    for round_id, person_id, *kept in rows.values_list("round_id", "person_id", "number", "received_at", "lines"):
        receipts.setdefault((round_id, person_id), []).append(receipt(*kept))
    return receipts
