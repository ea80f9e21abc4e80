"""How many tables the whole house carries on this machine, in one run: `python tests/bench/bench_house.py`.

P7. Needs DATABASE_URL and VALKEY_URL. One web process and one dealer as the launcher starts them, PostgreSQL, Valkey
and the players themselves share the machine. Shared tables of nine, 25 s a round, their rounds spread over that time;
every player is signed in on a socket of their own and bets three chances a round at a moment of their own. Each step
adds tables, waits a round and then watches; the second miss in a row ends it (one may be a neighbour's doing). A
step holds when nothing is lost or refused, receipts come within 250 ms at the 99th percentile, and no round's end
reaches its players more than 250 ms after it was due. One that did not hold while others had the machine is watched
once more.
BENCH_TABLES (10,20 unless told) are the steps, BENCH_STEP (20) their seconds.
The limit in the same run is the rate of bare rows, one a commit, on one connection. When the house has stopped its
ledger is proven and every round that it finished is played again; a difference fails the benchmark.
"""

import contextlib
import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import _figures
import _furnish
import _neighbours
import _processes
import psycopg
import redis
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from casino.signing.session_store import SessionStore
from players.accounts.session_keys import stored_key
from players.models import Person
from tables import queries
from tables.models import Bet, Table
from wallet import queries as wallet

STEPS = [int(each) for each in os.environ.get("BENCH_TABLES", "10,20").split(",")]
SECONDS = float(os.environ.get("BENCH_STEP", "20"))
SLICE = 10.0
"""Seconds after which the players are asked what they saw: the worst slices of a step are told by themselves."""
WORST = 3
ROUND_SECONDS = _furnish.TERMS.betting_seconds + _furnish.TERMS.show_seconds
BOUND_MS = 250
GRACE_MS = 200
"""The dealer's own grace after the close belongs to the round; lateness counts from its end."""
LINES = dict.fromkeys(_furnish.CHANCES, 1_00)
BACKEND = "django.contrib.auth.backends.ModelBackend"


@dataclass
class Seen:
    """The answers that the players of all clients saw in a step."""

    counts: list[int] = field(default_factory=lambda: [0] * 7)
    latencies: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)

    def add(self, line: str) -> None:
        """Add a line from one client."""
        counts, latencies, lateness = line.split(";")
        self.counts = [mine + int(other) for mine, other in zip(self.counts, counts.split(), strict=True)]
        self.latencies += [int(each) / 1000 for each in latencies.split()]
        self.lateness += [int(each) - GRACE_MS for each in lateness.split()]

    def follow(self, later: "Seen") -> None:
        """Add what was seen after this; what is under way, and lost in all, is that of the end."""
        sent, receipts, refused, _, _, gaps, resyncs = map(sum, zip(self.counts, later.counts, strict=True))
        _, _, _, owed, lost, _, _ = later.counts
        self.counts = [sent, receipts, refused, owed, lost, gaps, resyncs]
        self.latencies += later.latencies
        self.lateness += later.lateness

    def holds(self) -> bool:
        """Whether the house carried it."""
        sent, _, refused, owed, lost, _, resyncs = self.counts
        return (
            bool(self.latencies and self.lateness)
            and not (refused or lost or resyncs)
            and owed <= max(3, sent // 100)
            and at(self.latencies, 0.99) <= BOUND_MS
            and max(self.lateness) <= BOUND_MS
        )


def at(values: Sequence[float], share: float) -> float:
    """The value below which that share lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def sign_in(house: _furnish.House) -> dict[int, str]:
    """A signed-in cookie for every player: the rows that signing in would have left."""
    expires = timezone.now() + timedelta(hours=1)
    rows, cookies = [], {}
    for person in Person.objects.filter(pk__in=[player.person_id for player in house.players]):
        facts = {
            SESSION_KEY: str(person.pk),
            BACKEND_SESSION_KEY: BACKEND,
            HASH_SESSION_KEY: person.get_session_auth_hash(),
        }
        key = f"bench{person.pk:027d}"
        rows.append(
            Session(session_key=stored_key(key), session_data=SessionStore().encode(facts), expire_date=expires)
        )
        cookies[person.pk] = f"sessionid={key}"
    Session.objects.bulk_create(rows, batch_size=2000)
    return cookies


class Whole:
    """The running house and the tables that have been opened so far."""

    def __init__(self, client: _processes.Client, stack: contextlib.ExitStack, url: str) -> None:
        self.client, self.stack = client, stack
        self.house = _furnish.furnish(max(STEPS))
        self.cookies = sign_in(self.house)
        self.order = sorted(self.house.tables)
        Table.objects.update(due_at=None)
        self.web = stack.enter_context(_processes.web_process(url))
        environment = _processes.house_environment(url, self.web.port)
        self.dealer = stack.enter_context(_processes.running([sys.executable, "manage.py", "dealer"], environment))
        self.clients: list[_processes.Running] = []
        self.opened = 0

    def open(self, tables: int) -> float:
        """Seat and connect the players of more tables, then let their rounds begin, spread over a round's time."""
        added = self.order[self.opened : tables]
        places = [
            (f"/ws/tables/{self.house.tables[player.table_id]}/", self.cookies[player.person_id])
            for player in self.house.players
            if player.table_id in set(added)
        ]
        begin = time.monotonic()
        self.clients.append(self.stack.enter_context(self.client.sockets(self.web.port, "play", places, LINES)))
        took = time.monotonic() - begin
        now = timezone.now()
        for place, table_id in enumerate(added):
            at_once = now + timedelta(seconds=ROUND_SECONDS * place / len(added))
            Table.objects.filter(pk=table_id).update(due_at=at_once)
        self.opened = tables
        return took

    def mark(self) -> Seen:
        """The answers that all players saw since the last time."""
        seen = Seen()
        for client in self.clients:
            client.write("mark")
        for client in self.clients:
            seen.add(client.line())
        return seen

    def processor(self) -> dict[str, float]:
        """Seconds of processor so far, by part; PostgreSQL's are those of its backends on our database."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
            backends = [int(row[0]) for row in cursor.fetchall()]
        used = {"web": self.web.cpu(), "dealer": self.dealer.cpu(), "database": 0.0}
        used["players"] = sum(client.cpu() for client in self.clients)
        for pid in backends:
            with contextlib.suppress(OSError):  # a server elsewhere, or a backend that has just gone
                used["database"] += _processes.cpu_of(pid)
        return used


def bare_rows(url: str) -> float:
    """One bare row a commit on one connection: this machine's commit path, for the ratio."""
    with psycopg.connect(url, autocommit=True) as bare:
        bare.execute("CREATE TABLE IF NOT EXISTS bench_row (id bigint GENERATED ALWAYS AS IDENTITY, amount bigint)")
        begin, done = time.monotonic(), 0
        while time.monotonic() - begin < 1:
            bare.execute("INSERT INTO bench_row (amount) VALUES (%s)", (100,), prepare=True)
            done += 1
        return done / (time.monotonic() - begin)


def step(whole: Whole, tables: int, rows: float) -> bool:
    """Open so many tables and watch them for a step, again if others had the machine; whether they held."""
    connecting = whole.open(tables)
    time.sleep(ROUND_SECONDS)  # until every table has begun and the first bets of the new ones are in
    print(f"    {tables:,d} tables, {tables * _furnish.SEATS:,d} sockets (connected in {connecting:.1f} s)")
    held, neighbours = watch(whole, tables, rows)
    if not held and not neighbours.alone:
        print("      watched once more, for the machine was not ours alone")
        held, _ = watch(whole, tables, rows)
    return held


def watch(whole: Whole, tables: int, rows: float) -> tuple[bool, _neighbours.Neighbours]:
    """Watch the open tables for the seconds of a step; whether they held, and who else had the machine."""
    whole.mark()
    beside = _neighbours.Watch([os.getpid(), *servers()])
    bets, room, before, begin = Bet.objects.count(), bytes_written(), whole.processor(), time.monotonic()
    seen, slices = Seen(), []
    while (left := begin + SECONDS - time.monotonic()) > 0:
        time.sleep(min(SLICE, left))
        slices.append((time.monotonic() - begin, whole.mark()))
        seen.follow(slices[-1][1])
    spent, neighbours = time.monotonic() - begin, beside.seen()
    busy = 100 * neighbours.busy
    used = {part: 100 * (now - before[part]) / spent for part, now in whole.processor().items()}
    bets = Bet.objects.count() - bets
    show(seen, spent)
    tell_worst(slices)
    print(f"      bets written, beside bare rows   x {bets / spent / rows:.3f}")
    log, kept = ((now - then) / max(1, bets) for now, then in zip(bytes_written(), room, strict=True))
    print(f"      bytes a bet, rounds and all: {log:,.0f} of WAL, {kept:,.0f} kept")
    print("      processor %   " + ", ".join(f"{part} {share:.0f}" for part, share in used.items()), end="")
    print(f"; the whole machine {busy:.0f} of {100 * (os.cpu_count() or 1)}")
    print(f"      {neighbours.said()}")
    print(f"      {'held' if seen.holds() else 'did not hold'}", flush=True)
    _figures.keep(f"P7 receipt ms p99, {tables:,d} tables", at(seen.latencies, 0.99), target=BOUND_MS, at_most=True)
    late = min(max(seen.lateness, default=1e6), 1e6)
    _figures.keep(f"P7 round late ms, {tables:,d} tables", late, target=BOUND_MS, at_most=True)
    _figures.keep(f"P7 machine busy %, {tables:,d} tables", busy)
    _figures.keep(f"P7 WAL bytes a bet, {tables:,d} tables", log)
    _figures.keep(f"P7 bytes kept a bet, {tables:,d} tables", kept)
    return seen.holds(), neighbours


def bytes_written() -> tuple[int, int]:
    """Bytes of WAL that the server has written so far, and of our database's tables and indexes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn, pg_database_size(current_database())")
        log, kept = cursor.fetchone()
        return int(log), int(kept)


def servers() -> list[int]:
    """The processes of PostgreSQL and Valkey, where they run on this machine."""
    found = [int(redis.from_url(os.environ["VALKEY_URL"]).info("server")["process_id"])]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = int(cursor.fetchone()[0])
    with contextlib.suppress(OSError):  # it may run on another machine
        found.append(_processes.family_of(backend)[0])
    return found


def show(seen: Seen, spent: float) -> None:
    """Show the answers that the players saw."""
    sent, receipts, refused, owed, lost, gaps, resyncs = seen.counts
    answered = f"{receipts / spent:.1f} receipts a second, {refused} refused, {owed} under way, {lost} sockets lost"
    print(f"      slips {sent / spent:.1f} and {answered}; {gaps} gaps, {resyncs} resyncs")
    middle, last = at(seen.latencies, 0.5), at(seen.latencies, 0.99)
    print(f"      receipt ms    middle {middle:8.1f}   p99  {last:8.1f}   (<= {BOUND_MS})")
    middle, last = at(seen.lateness, 0.5), max(seen.lateness, default=float("nan"))
    print(f"      round late    middle {middle:8.1f}   most {last:8.1f}   (<= {BOUND_MS})")


def tell_worst(slices: Sequence[tuple[float, Seen]]) -> None:
    """Show when rounds were latest, and how late most of them were just then: one pause, or many small ones."""
    worst = sorted(slices, key=lambda slice: max(slice[1].lateness, default=0.0), reverse=True)[:WORST]
    for until, seen in sorted(worst, key=lambda slice: slice[0]):
        middle, last = at(seen.lateness, 0.5), max(seen.lateness, default=float("nan"))
        print(f"      latest of the {SLICE:.0f} s to {until:5.0f} s   most {last:8.1f}, middle {middle:8.1f}")


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with _furnish.database_of_its_own() as url:
        held = carry(url)
        prove()
    carried = _figures.verdict("P7 tables carried / 1,000", held / 1000, 1, digits=3)
    print(f"    carried {carried} of 1,000 tables: {held}")


def carry(url: str) -> int:
    """Run the house and open its tables step by step; the most that held."""
    held = missed = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        client = _processes.Client(Path(folder))
        whole, rows = Whole(client, stack, url), bare_rows(url)
        print(f"P7  the whole house on this machine's {os.cpu_count()} processors; {client.kind}")
        print(f"    {ROUND_SECONDS} s a round, three chances a slip, {SECONDS:.0f} s a step; bare rows {rows:,.0f}/s")
        for tables in STEPS:
            missed = 0 if step(whole, tables, rows) else missed + 1
            held = held if missed else tables
            if missed == 2:
                break
    return held


def prove() -> None:
    """Compute the ledger from its first line and play every finished round again, when nobody writes any more."""
    begin = time.monotonic()
    proof = wallet.verify_ledger()
    wrong = [str(each) for each in (*proof.differences, *queries.verify_rounds())]
    codes = queries.finished_rounds()
    for code in codes:
        verdict = queries.replay(code)
        if verdict is None or not verdict.agrees:
            wrong.append(f"{code}: {verdict}")
    spent = time.monotonic() - begin
    said = f"{proof.transfers:,d} ledger lines and {len(codes):,d} rounds proven in {spent:.0f} s"
    print(f"    {said}: {len(wrong) or 'no'} differences")
    assert not wrong, wrong[:3]


if __name__ == "__main__":
    main()
