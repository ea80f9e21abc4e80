"""A player's own records: rounds and sessions by period, table and kind of money, and receipts of slips.

Pages are cut by key, never by counting: a page costs the same however much was played before it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, QuerySet

from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import PERSON, Among
from tables.models import Bet, Connection, PlaySession, Slip, Table
from tables.queries.history import (
    BetCard,
    RoundCard,
    SessionSummary,
    SlipCard,
    bet_card,
    round_card,
    rounds_by_id,
    rounds_for_cards,
    session_card,
    slip_card,
)
from tables.queries.played_sums import Wanted

_OF_A_BET: Final = (
    "round",
    "person",
    "person__nickname",
    "chance",
    "stake",
    "outcome",
    "prize",
    "commission",
    "returned",
)
CHANCES_MOST: Final = 15
"""Bets that one player can have in one round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRounds:
    """A page of rounds, newest first; `older` is where the next page begins, None on the last."""

    rounds: tuple[RoundCard, ...]
    older: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A slip with what it is about: where, under which rules, what it changed, and what became of those chances."""

    slip: SlipCard
    round_code: str
    round_number: int
    phase: str
    winner: str
    table_code: str
    table_name: str
    currency: str
    version: int
    session_code: str
    shoe: int
    """The shoe's number at its table."""
    root: str
    """Of that shoe: published before the first bet on it."""
    closes_at: datetime | None
    closed_at: datetime | None
    settled_at: datetime | None
    voided_at: datetime | None
    bets: tuple[BetCard, ...] = field(default_factory=tuple)
    """The player's bets of the whole round, as they stand now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedShoe:
    """A shoe that a person played with: published before the first bet on it."""

    number: int
    """At its table."""
    root: str
    """The commitment to the order of its cards, hex."""
    fixed_at: datetime
    rounds: int
    """Those of the person's rounds that were dealt from it."""


def played_rounds(person_id: int, *, wanted: Wanted, limit: int = 30, before: int | None = None) -> PlayedRounds:
    """The rounds that a person bet on, newest first, with the person's own bets (PT-10, UK-02).

    `before` is the `older` of the page before.
    """
    if wanted == Wanted() and before is None:
        return _page(_last_bets(limit)(person=person_id), person_id, limit)
    return _page(_cut(_bets(person_id, wanted), limit, before), person_id, limit)


def _cut(mine: "QuerySet[Bet]", limit: int, before: int | None) -> "QuerySet[Bet, tuple[int, int]]":
    """Number and round of enough bets for a page, the newest first."""
    if before is not None:
        mine = mine.filter(pk__lt=before)
    return mine.order_by("-pk").values_list("pk", "round_id")[: (limit + 1) * CHANCES_MOST]


@lru_cache(maxsize=16)
def _last_bets(limit: int) -> "KeptQuery[tuple[int, int]]":
    return KeptQuery(lambda: _cut(Bet.objects.filter(person_id=PERSON, stake__gt=0), limit, None))


def _page(mine: Iterable[tuple[int, int]], person_id: int, limit: int) -> PlayedRounds:
    # One seat a person: a person's bets of one round all come before those of the next, so bets cut the pages.
    ends: dict[int, int] = {}
    for bet_id, round_id in mine:
        ends[round_id] = bet_id
    page = list(ends)[:limit]
    bets = _bets_of(person_id, page)
    rounds = rounds_by_id(page)
    cards = [round_card(rounds[each], bets[each], [], ()) for each in page]
    return PlayedRounds(rounds=tuple(cards), older=ends[page[-1]] if len(ends) > limit else None)


def rounds_by_code(person_id: int, codes: Collection[str]) -> dict[str, RoundCard]:
    """These rounds by their codes, with the person's own bets and no lines; unknown codes are left out.

    Two statements, however many rounds.
    """
    rounds = {played.pk: played for played in rounds_for_cards().filter(code__in=codes)}
    bets = _bets_of(person_id, rounds)
    return {played.code: round_card(played, bets.get(number, []), [], ()) for number, played in rounds.items()}


def _bets_of(person_id: int, rounds: Collection[int]) -> dict[int, list[Bet]]:
    """The person's bets in these rounds, by round."""
    bets: dict[int, list[Bet]] = {}
    for bet in _OWN_BETS(person=person_id, rounds=array(rounds)) if rounds else ():
        bets.setdefault(bet.round_id, []).append(bet)
    return bets


def _own_bets_of_rounds() -> "QuerySet[Bet]":
    found = Bet.objects.filter(Among("round", "rounds"), person_id=PERSON, stake__gt=0)
    return found.select_related("person").only(*_OF_A_BET).order_by("pk")


_OWN_BETS: Final = KeptQuery(_own_bets_of_rounds)


def _own_bets(person_id: int) -> "QuerySet[Bet]":
    return Bet.objects.filter(person_id=person_id, stake__gt=0)


def _bets(person_id: int, wanted: Wanted) -> "QuerySet[Bet]":
    asked = {
        "round__opened_at__gte": wanted.since,
        "round__opened_at__lt": wanted.until,
        "round__table__code": wanted.table_code,
        "round__table__currency": wanted.currency,
    }
    return _own_bets(person_id).filter(**{name: value for name, value in asked.items() if value is not None})


def played_sessions(
    person_id: int, *, wanted: Wanted, now: datetime, limit: int = 20, before: datetime | None = None
) -> tuple[SessionSummary, ...]:
    """The person's sessions that began in the period, newest first."""
    asked = {
        "started_at__gte": wanted.since,
        "started_at__lt": wanted.until,
        "table__code": wanted.table_code,
        "table__currency": wanted.currency,
    }
    sessions = PlaySession.objects.select_related("table").filter(
        person_id=person_id, **{name: value for name, value in asked.items() if value is not None}
    )
    sessions = sessions.order_by("-started_at")
    if before is not None:
        sessions = sessions.filter(started_at__lt=before)
    return tuple(session_card(session, now=now) for session in sessions[:limit])


def session_rounds(session_code: UUID, *, person_id: int, limit: int = 30, before: int | None = None) -> PlayedRounds:
    """The rounds of one of the person's sessions, newest first."""
    mine = _own_bets(person_id).filter(session__code=session_code)
    return _page(_cut(mine, limit, before), person_id, limit)


def session_shoes(session_code: UUID, *, person_id: int) -> tuple[PlayedShoe, ...]:
    """The shoes that the person's bets of that session were dealt from, the oldest first."""
    bets = _own_bets(person_id).filter(session__code=session_code)
    shoes = bets.values("round__shoe__number", "round__shoe__root", "round__shoe__created_at").annotate(
        rounds=Count("round", distinct=True)
    )
    return tuple(
        PlayedShoe(number=number, root=root, fixed_at=fixed_at, rounds=rounds)
        for number, root, fixed_at, rounds in shoes.order_by("round__shoe__number").values_list(
            "round__shoe__number", "round__shoe__root", "round__shoe__created_at", "rounds"
        )
    )


def played_tables(person_id: int) -> tuple[tuple[str, str], ...]:
    """Code and name of every table that the person ever sat at."""
    return tuple(_PLAYED_TABLES(person=person_id))


def _played_tables() -> "QuerySet[Table, tuple[str, str]]":
    sat = PlaySession.objects.filter(person_id=PERSON).values("table_id")
    return Table.objects.filter(pk__in=sat).order_by("name").values_list("code", "name")


_PLAYED_TABLES: Final = KeptQuery(_played_tables)


def first_play(person_id: int) -> datetime | None:
    """When the person first sat down."""
    sat = PlaySession.objects.filter(person_id=person_id).order_by("started_at")
    return sat.values_list("started_at", flat=True).first()


def receipt(person_id: int, *, round_code: str, number: str) -> Receipt | None:
    """The person's slip of that number in that round, accepted or refused; None for none, or another's."""
    slip = (
        Slip.objects.select_related("person", "session", "round__table", "round__configuration", "round__shoe")
        .filter(round__code=round_code, person_id=person_id, number=number)
        .first()
    )
    if slip is None:
        return None
    played = slip.round
    bets = Bet.objects.filter(round=played, person_id=person_id, stake__gt=0).select_related("person").order_by("pk")
    return Receipt(
        slip=slip_card(slip),
        round_code=played.code,
        round_number=played.number,
        phase=played.phase,
        winner=played.winner,
        table_code=played.table.code,
        table_name=played.table.name,
        currency=played.table.currency,
        version=played.configuration.number,
        session_code=str(slip.session.code) if slip.session is not None else "",
        shoe=played.shoe.number,
        root=played.shoe.root,
        closes_at=played.closes_at,
        closed_at=played.closed_at,
        settled_at=played.settled_at,
        voided_at=played.voided_at,
        bets=tuple(bet_card(bet) for bet in bets),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldRows:
    """One table's rows about a person, as plain values by column."""

    name: str
    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


def held_of(person_id: int) -> tuple[HeldRows, ...]:
    """Everything that this app holds about a person: sessions, slips, bets, and which sockets were open from where
    (PT-53); read row by row as it is written out."""
    session = ("code", "table__code", "seat", "started_at", "ended_at", "end_reason", "rounds", "staked", "returned")
    origin = ("sign_in", "address", "region")
    slip = ("number", "round__code", "lines", "received_at", "taken_at", "rejection")
    bet = ("round__code", "chance", "stake", "outcome", "prize", "commission", "returned")
    connection = ("table__code", "opened_at", "closed_at", "close_code", "address", "device", "process__seen_at")
    # By the tables that the person sat at: the log is found by table, and is long.
    at_tables = Connection.objects.filter(
        person_id=person_id, table_id__in=PlaySession.objects.filter(person_id=person_id).values("table_id")
    )
    return (
        _held("sessions", PlaySession.objects.filter(person_id=person_id), (*session, "prizes", "commission", *origin)),
        _held("slips", Slip.objects.filter(person_id=person_id), (*slip, *origin)),
        _held("bets", Bet.objects.filter(person_id=person_id), bet),
        _held("connections", at_tables, connection),
    )


def _held(name: str, found: "QuerySet[Any]", columns: tuple[str, ...]) -> HeldRows:
    plain = tuple(column.replace("__", "_") for column in columns)
    return HeldRows(name=name, columns=plain, rows=found.order_by("pk").values_list(*columns).iterator())
