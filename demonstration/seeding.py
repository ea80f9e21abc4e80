"""Fills a demonstration house with a history, table by table and day by day, through the doors of each floor."""

import gc
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from random import Random
from time import monotonic
from typing import Any, Final
from uuid import uuid4

from django.db import transaction

from casino.portal import demo_accounts
from demonstration import habits
from demonstration import history_play as history
from demonstration import house as demo
from demonstration.habits import HistoryPerson
from demonstration.history_ledger import open_history_accounts, reserve_history_accounts, write_history
from demonstration.history_players import (
    register_history_players,
    write_history_payments,
    write_history_sign_ins,
)
from demonstration.rounds import HistoryTable
from demonstration.rows import House, Rows, Seat
from demonstration.work import written as work
from demonstration.work.cast import register
from demonstration.work.past_tense import Past
from demonstration.work.stage import Member
from kernel.calendar import LISBON
from kernel.money import Currency
from players.accounts import queries as players
from players.roles import Role
from reporting import operations as reports
from reporting.queries import daily_report
from tables import queries
from tables.codes import round_code
from tables.operations import configurations
from tables.operations.origin import Origin
from tables.operations.tables import create_table
from tables.table_settings import TableSettings
from wallet import operations as wallet
from wallet.chart import AccountKind

CYCLE: Final = 34
"""Seconds from one round to the next."""
A_DAY: Final = 900
"""Rounds that a table has on an ordinary day."""
SEATS: Final = 9
STAY_LEAST: Final = 5
"""The least number of rounds for which a player stays, so that the number of visits in a day is known beforehand."""
STAY_LONGER: Final = 40
"""So many rounds more for who has a habit of the watch's."""
BEFORE_THEM: Final = 12
"""So many players sit down before them on a day."""
TABLES: Final = range(3, 61)
PROOFS_MOST: Final = 50_000
"""Beyond so many rounds their cards carry no proofs: three kilobytes a round would be most of the database. The
shoes are sealed and committed to all the same, so that every round replays."""
NAMES: Final = "passado-"
REGION: Final = "PT-11"
_MACAU: Final = TableSettings(preset="macau-floor", minimum=1_00, max_prize=20_000_00, decks=6, shuffle="per-shoe")
_PONTO: Final = TableSettings(preset="ponto-e-banca", minimum=1_00)
_FIVE: Final = TableSettings(preset="ponto-e-banca", minimum=1_00, commission="5-percent")
KINDS: Final = (("Macau", _MACAU), ("Ponto e Banca", _PONTO), ("Ponto e Banca 5 %", _FIVE))


class HistoryRejected(Exception):
    """No history was written; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeded:
    """The counts of written rows."""

    days: tuple[date, ...]
    tables: int
    players: int
    rounds: int
    bets: int
    lines: int
    acts: int
    """What players and staff did beside the rounds."""
    reported: frozenset[date]
    """Of those days, the ones of which the house had its reports before."""


def seed(
    *,
    days: int,
    rounds: int,
    players_count: int,
    chosen: int,
    now: datetime,
    tell: Callable[[str], None],
    until: date | None = None,
    play_only: bool = False,
) -> Seeded:
    """Write so many days of history with so many rounds in all, ending yesterday or on the day `until`.

    The work of players and staff beside them is written too, but for `play_only`. The same numbers give the same past;
    names of rows and shoes' salts are new each time. Raises `HistoryRejected`.
    """
    if queries.table_id(f"{NAMES}1") is not None:
        raise HistoryRejected("This house has a history already.")
    yesterday = now.astimezone(LISBON).date() - timedelta(days=1)
    last = until or yesterday
    if last > yesterday:
        raise HistoryRejected(f"A past ends yesterday, {yesterday}, or earlier; not on {last}.")
    dice = Random(chosen)  # noqa: S311  (a history for show, not a game)
    past = [last - timedelta(days=back) for back in range(days - 1, -1, -1)]
    reported = frozenset(day for day in past if daily_report(day=day) is not None)
    begin = _instant(past[0], 0)
    count = max(TABLES.start, min(TABLES.stop - 1, -(-rounds // (days * A_DAY))))
    places = _tables(count, rounds, dice, begin)
    people = _people(players_count, dice, begin)
    end = _instant(last + timedelta(days=1), 0)
    cast = () if play_only else register(days=past, dice=Random(f"{chosen}/cast"), end=end)  # noqa: S311
    tell(f"{count} tables, {len(people) + len(cast)} players")
    written = _write_days(past, places, people, cast, rounds, Random(f"{chosen}/days"), tell)  # noqa: S311
    for place in places:
        history.end_history(table_id=place.table_id, rounds=place.number)
    history.statistics()
    acts, begun = 0, monotonic()
    told: dict[str, Any] = {"days": past, "end": end, "begin": partial(_begin, places, begin), "now": now}
    if not cast:
        work.write_nights(**told)
    else:
        tables = {place.code: place.table_id for place in places}
        acts = work.write(staff=_staff(), cast=cast, tables=tables, chosen=chosen, **told)
        tell(f"{acts:,} acts of players and staff, in {monotonic() - begun:.1f} s")
    return Seeded(
        days=tuple(past), tables=count, players=len(people) + len(cast), acts=acts, reported=reported, **written
    )


def _begin(places: Sequence[HistoryTable], at: datetime, past: Past) -> None:
    """The tables' rules are in force from the past's first moment on. From then on the house owes the days' reports:
    this is written together with them, so that no beat makes them first, with nothing in them and by today's clock."""
    for place in places:
        with past.act(at):
            history.begin_history(table_id=place.table_id, configuration_id=place.configuration_id, at=at)


def report(reported: Collection[date], *, now: datetime) -> None:
    """Make the reports that are still owed, by the clock of now: of days after the past, and once more of those of
    which a house at work had its reports before it was given a past."""
    while reports.make_due_reports(now=now):
        pass
    reports.make_reports_again(days=reported, now=now)


def _write_days(
    past: Sequence[date],
    places: Sequence[HistoryTable],
    people: Sequence[HistoryPerson],
    cast: Sequence[Member],
    rounds: int,
    dice: Random,
    tell: Callable[[str], None],
) -> dict[str, int]:
    """Day after day; while one stretch is written, a thread that knows no database plays the next."""
    weights = [habits.day_weight(day) for day in past]
    written = {"rounds": 0, "bets": 0, "lines": 0}
    with _no_collection(), ThreadPoolExecutor(max_workers=1) as player:
        waiting: Future[Played] | None = None
        for number, (day, weight) in enumerate(zip(past, weights, strict=True)):
            share = round(rounds * weight / sum(weights))
            there = [*people, *(member.person for member in cast if 0 < number < member.plays_until)]
            for place, group in zip(places, _groups(there, len(places), dice), strict=True):
                dies = number == len(past) // 2 and place is places[0]
                stretch = _stretch(place, day, -(-share // len(places)), group, dice, dies=dies)
                playing = player.submit(_play, stretch)
                if waiting is not None:
                    _write(waiting.result(), written)
                waiting = playing
            tell(f"{day}: played; {written['rounds']:,} rounds, {written['bets']:,} bets written")
        if waiting is not None:
            _write(waiting.result(), written)
    return written


def _tables(count: int, rounds: int, dice: Random, begin: datetime) -> list[HistoryTable]:
    if players.by_email(demo_accounts.STAFF[0].email) is None:
        demo.furnish(now=begin)
    staff = _staff()
    manager, approver = staff[Role.GAME_MANAGER], staff[Role.APPROVER]
    house = House(
        gaming=wallet.house_account(AccountKind.GAMING, Currency.EUR, now=begin),
        commission=wallet.house_account(AccountKind.COMMISSION, Currency.EUR, now=begin),
        funding=wallet.house_account(AccountKind.FUNDING, Currency.EUR, now=begin),
        payouts=wallet.house_account(AccountKind.PAYOUTS, Currency.EUR, now=begin),
    )
    found = []
    for number in range(1, count + 1):
        kind, terms = KINDS[(number - 1) % len(KINDS)]
        code = f"{NAMES}{number}"
        made = create_table(
            code=code, name=f"{kind} {100 + number}", currency=Currency.EUR, kind="shared", by=manager, now=begin
        )
        drafted = configurations.draft(
            table_id=made.table_id, terms=terms, by=manager, idempotency_key=uuid4(), now=begin
        )
        configurations.submit(configuration_id=drafted.configuration_id, by=manager, now=begin)
        configurations.approve(
            configuration_id=drafted.configuration_id, by=approver, reference="Demonstração, sem aprovação", now=begin
        )
        found.append(
            HistoryTable(
                table_id=made.table_id,
                code=code,
                configuration_id=drafted.configuration_id,
                terms=terms,
                house=house,
                dice=dice,
                proofs=rounds <= PROOFS_MOST,
            )
        )
    return found


def _staff() -> dict[Role, int]:
    return {Role(account.role): _id_of(account.email) for account in demo_accounts.STAFF}


def _id_of(email: str) -> int:
    card = players.by_email(email)
    assert card is not None, "the demonstration house has its staff"
    return card.id


def _people(count: int, dice: Random, begin: datetime) -> list[HistoryPerson]:
    joined = sorted(
        begin - timedelta(days=dice.randrange(1, 400), seconds=dice.randrange(86_400)) for _ in range(count)
    )
    names = [f"passado{number:05}" for number in range(1, count + 1)]
    registered = register_history_players(nicknames=names, joined_at=joined)
    keys = [one.person_key for one in registered]
    accounts = reserve_history_accounts(count)
    open_history_accounts(kind=AccountKind.PLAYER, ids=accounts, owners=keys, currency=Currency.EUR, opened_at=joined)
    return [
        habits.person(dice, one.person_id, one.person_key, account)
        for one, account in zip(registered, accounts, strict=True)
    ]


def _groups(people: Sequence[HistoryPerson], count: int, dice: Random) -> list[list[HistoryPerson]]:
    """The players of the day and their tables: no player sits at two in one day, so a day is written table by table.

    Who has a habit of the watch's is early enough in the line to be seated, and not at night.
    """
    present = dice.sample(people, k=max(count * 4, len(people) * 6 // 10) if len(people) >= count * 4 else len(people))
    groups = []
    for place in range(count):
        others = [who for who in present[place::count] if who.habit is None]
        habitual = [who for who in present[place::count] if who.habit is not None]
        groups.append([*others[:BEFORE_THEM], *habitual, *others[BEFORE_THEM:]])
    return groups


@contextmanager
def _no_collection() -> Iterator[None]:
    """Millions of rows without a circle among them: looking for circles is a fifth of the work."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """One table's day before it is played: its players, the openings of rounds, and the ids of the future rows."""

    place: HistoryTable
    group: list[HistoryPerson]
    since: datetime
    opened: list[datetime]
    rounds: list[int]
    accounts: list[int]
    shoes: list[int]
    sessions: list[int]
    dies: int | None = None
    """The round of the day before which the web process of the table dies, counted from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One table's day as it was played, not written yet."""

    stretch: Stretch
    codes: list[str]
    rows: Rows
    balances: dict[int, int]


def _stretch(
    place: HistoryTable, day: date, count: int, group: list[HistoryPerson], dice: Random, *, dies: bool
) -> Stretch:
    since, until = _instant(day, 0), _instant(day + timedelta(days=1), 0)
    seconds = int((until - since).total_seconds())
    opened = [since + timedelta(seconds=at) for at in habits.moments(dice, count, seconds - 120, CYCLE)]
    return Stretch(
        place=place,
        group=group,
        since=since,
        opened=opened,
        rounds=history.reserve("round", len(opened)),
        accounts=reserve_history_accounts(len(opened)),
        shoes=history.reserve("shoe", len(opened) + 1),
        sessions=history.reserve("playsession", SEATS * (len(opened) // STAY_LEAST + 2)),
        dies=len(opened) * 3 // 4 if dies else None,
    )


def _play(stretch: Stretch) -> Played:
    """Reads and writes nothing but its own memory."""
    place, rows, waiting = stretch.place, Rows(), list(stretch.group)
    before = {who.account: who.balance for who in stretch.group}
    shoes, sessions = iter(stretch.shoes), iter(stretch.sessions)
    codes = [
        round_code(table=place.code, opened_at=at, number=place.number + n) for n, at in enumerate(stretch.opened, 1)
    ]
    for who in stretch.group:
        who.begin_day()
    ids = zip(stretch.opened, codes, stretch.accounts, stretch.rounds, strict=True)
    for number, (at, code, account, round_id) in enumerate(ids):
        if number == stretch.dies:
            place.sockets.dies(rows.play, place.seats.values(), at)
        else:
            place.sockets.between(rows.play, place.seats.values(), at)
        _come_and_go(place, rows, waiting, sessions, at)
        place.play_round(rows, round_id=round_id, stakes_account=account, shoe_ids=shoes, opened=at, code=code)
    end = stretch.opened[-1] + timedelta(seconds=CYCLE - 2) if stretch.opened else stretch.since
    for seat in place.seats.values():
        place.rise(rows, seat, end)
    place.seats.clear()
    place.sockets.rests(rows.play, end)
    place.shoes.close(rows.play)
    moved = {who.account: who.balance for who in stretch.group if who.balance != before[who.account]}
    return Played(stretch=stretch, codes=codes, rows=rows, balances=moved)


def _write(played: Played, written: dict[str, int]) -> None:
    """One table's day in one transaction, past every guard."""
    stretch, rows = played.stretch, played.rows
    with transaction.atomic():
        open_history_accounts(
            kind=AccountKind.STAKES,
            ids=stretch.accounts,
            owners=played.codes,
            currency=Currency.EUR,
            opened_at=stretch.opened,
        )
        history.write_history_rounds(rows.play)
        write_history_sign_ins(rows.sign_ins)
        write_history_payments(rows.payments)
        write_history(lines=rows.lines, balances=played.balances)
    written["rounds"] += len(rows.play.round)
    written["bets"] += len(rows.play.bets)
    written["lines"] += len(rows.lines.rows)


def _come_and_go(
    place: HistoryTable, rows: Rows, waiting: list[HistoryPerson], session_ids: Iterator[int], at: datetime
) -> None:
    """Before a round some leave and others sit down: as many as the hour is busy."""
    for number, seat in list(place.seats.items()):
        seat.rounds_left -= 1
        if seat.rounds_left <= 0:
            place.rise(rows, seat, at)
            del place.seats[number]
            waiting.append(seat.who)
    busy = habits.HOURS[at.astimezone(LISBON).hour]
    wanted = min(SEATS, 2 + busy // 7)
    for number in range(1, SEATS + 1):
        if len(place.seats) >= wanted or not waiting:
            return
        if number not in place.seats:
            who = waiting.pop(0)
            longer = STAY_LONGER if who.habit is not None else 0
            stay = STAY_LEAST + longer + int(place.dice.expovariate(1 / 35))
            since = at - timedelta(milliseconds=500)
            origin = Origin(uuid4(), f"198.51.100.{who.person_id % 250 + 1}", REGION)
            seat = place.seats[number] = Seat(who, next(session_ids), number, since, stay, origin)
            place.sockets.sits(seat)


def _instant(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), LISBON).astimezone(UTC)
