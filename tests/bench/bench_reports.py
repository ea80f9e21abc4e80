"""The cost of the day's report beside plain SQL, in one run: `python tests/bench/bench_reports.py`.

Needs DATABASE_URL; works in a database of its own that is dropped at the end. BENCH_BETS says how many bets the
day has (200,000 unless told; ten to a round). The limits are one plain aggregate over the same bets and one over
the ledger's lines of the day; the other side is the plain way, an object at a time.
"""

import base64
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

import _figures

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("VALKEY_URL", "redis://127.0.0.1:1/0")
os.environ.setdefault("SABOT_SECRET_KEY", "bench")
os.environ.setdefault("SABOT_SHOE_KEY", base64.b64encode(bytes(32)).decode())

import django

django.setup()

import xlsxwriter  # noqa: E402
from django.db import connection  # noqa: E402

from reporting import operations, queries  # noqa: E402
from reporting.making import daily_report, gathering  # noqa: E402
from reporting.making.figures import day_bounds  # noqa: E402
from reporting.writers import Format  # noqa: E402
from reporting.writers.documents import Document, Section  # noqa: E402
from tables import queries as tables  # noqa: E402
from tables.models import Bet  # noqa: E402
from tables.table_settings import TableSettings  # noqa: E402
from tests.tampering import past_triggers  # noqa: E402

BETS = int(os.environ.get("BENCH_BETS", "200000"))
A_ROUND = 10
TABLES = 10
PERSONS = 5_003
REPEATS = 7
XLSX_ROWS = 50_000
DAY = date(2026, 3, 10)
NEXT = datetime(2026, 3, 11, 6, tzinfo=UTC)

PLACES = """
INSERT INTO tables_table (code, name, currency, kind, status, status_reason, version, round_count, dealer, fence,
  opened_at, hours)
SELECT 'mesa-' || n, 'Mesa ' || n, 'EUR', 'shared', 'closed', '', 0, 0, '', 0, '2026-01-01Z', '{{}}'
FROM generate_series(1, {tables}) n;
INSERT INTO tables_configuration (table_id, number, key, status, terms, revision, authors, drafted_at,
  decision_reason, taken_back_reason, reference)
SELECT id, 1, gen_random_uuid(), 'draft', '{terms}', 1, '{{1}}', '2026-01-01Z', '', '', '' FROM tables_table;
INSERT INTO tables_shoe (table_id, number, scope, root, sealed, decks, card_count, cut, rounds_after_cut, dealt,
  round_of_shoe, created_at, header_path)
SELECT id, 1, 'round', repeat('0', 64), '', 8, 6, 6, 0, 6, 1, '2026-01-01Z', '{{}}' FROM tables_table;
INSERT INTO wallet_account (kind, currency, owner, balance, opened_at)
SELECT 'player', 'EUR', md5('p' || n)::uuid::text, 0, '2026-01-01Z' FROM generate_series(0, {persons} - 1) n;
INSERT INTO wallet_account (kind, currency, owner, opened_at) VALUES ('gaming', 'EUR', '', '2026-01-01Z');
INSERT INTO wallet_account (kind, currency, owner, opened_at)
SELECT 'stakes', 'EUR', 'r' || n, '2026-01-01Z' FROM generate_series(0, {rounds} - 1) n;
"""
SESSIONS = """
INSERT INTO tables_playsession (code, person_id, table_id, key, account, seat, started_at, ended_at, end_reason, away,
  leaving, expected_loss, rounds_missed, rounds, staked, returned, prizes, commission)
SELECT gen_random_uuid(), n, t.id, gen_random_uuid(), p.id, 1, '2026-03-10Z', '2026-03-11Z', 'left', false, false, 0, 0,
  0, 0, 0, 0, 0
FROM generate_series(0, {persons} - 1) n CROSS JOIN tables_table t
JOIN wallet_account p ON p.kind = 'player' AND p.currency = 'EUR' AND p.owner = md5('p' || n)::uuid::text;
ANALYZE tables_playsession;
"""
ROUNDS = """
INSERT INTO tables_round (table_id, configuration_id, shoe_id, number, code, round_of_shoe, first_card, phase,
  stakes_account, sums, opened_at, closes_at, closed_at, settled_at, void_reason, cards, winner, proofs)
SELECT t.id, c.id, s.id, n, 'r' || n, 1, 0, 'settled', a.id,
  '{{"ponto": 17250, "banca": 17250}}', at - interval '25 s', at, at, at, '',
  ARRAY['4S', 'KH', '4D', '7C'], 'ponto', '[]'
FROM generate_series(0, {rounds} - 1) n
CROSS JOIN LATERAL (SELECT '2026-03-10Z'::timestamptz + n * interval '86000 s' / {rounds} AS at) moment
JOIN tables_table t ON t.code = 'mesa-' || (n % {tables} + 1)
JOIN tables_configuration c ON c.table_id = t.id JOIN tables_shoe s ON s.table_id = t.id
JOIN wallet_account a ON a.kind = 'stakes' AND a.currency = 'EUR' AND a.owner = 'r' || n;
"""
WAGERS = """
INSERT INTO tables_bet (round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, returned)
SELECT r.id, s.person_id, s.id, gen_random_uuid(), CASE WHEN k < 5 THEN 'ponto' ELSE 'banca' END,
  laid.stake, CASE WHEN k < 5 THEN 'win' ELSE 'lose' END, CASE WHEN k < 5 THEN laid.stake ELSE 0 END, 0,
  CASE WHEN k < 5 THEN 2 * laid.stake ELSE 0 END
FROM tables_round r CROSS JOIN generate_series(0, {a_round} - 1) k
CROSS JOIN LATERAL (SELECT 1000 + (r.number + k) % 50 * 100 AS stake) laid
JOIN tables_playsession s ON s.person_id = (r.number * 13 + k * 101) % {persons} AND s.table_id = r.table_id;
"""
# No report reads a player's chain of balances, so these lines have none that holds.
LINES = """
CREATE TEMP TABLE laid AS
SELECT b.stake, b.outcome, b.key, r.id AS round_id, r.code, r.stakes_account, r.settled_at, p.id AS player
FROM tables_bet b JOIN tables_round r ON r.id = b.round_id
JOIN wallet_account p ON p.kind = 'player' AND p.currency = 'EUR' AND p.owner = md5('p' || b.person_id)::uuid::text;
INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before,
  balance_after, created_at)
SELECT debit, credit, CASE line.code WHEN 'payout' THEN 2 * stake ELSE stake END, line.code, key, laid.code, 1000000,
  1000000 + CASE line.code WHEN 'payout' THEN 2 * stake ELSE -stake END, settled_at - before
FROM laid CROSS JOIN LATERAL (VALUES
  (player, stakes_account, 'stake', interval '9 s', true),
  (stakes_account, player, 'payout', interval '0 s', outcome = 'win')
) AS line (debit, credit, code, before, written)
WHERE written ORDER BY settled_at - before, round_id;
INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, created_at)
SELECT (SELECT id FROM wallet_account WHERE kind = 'gaming'), stakes_account, sum(stake), 'prizes',
  gen_random_uuid(), code, settled_at
FROM laid WHERE outcome = 'win' GROUP BY round_id, code, stakes_account, settled_at;
INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, created_at)
SELECT stakes_account, (SELECT id FROM wallet_account WHERE kind = 'gaming'), sum(stake), 'stakes-lost',
  gen_random_uuid(), code, settled_at
FROM laid WHERE outcome = 'lose' GROUP BY round_id, code, stakes_account, settled_at;
"""
SUMS = "count(b.id), sum(b.stake)::bigint, sum(b.returned)::bigint, sum(b.prize)::bigint, sum(b.commission)::bigint"
PLAIN = """
SELECT r.table_id, {what} FROM tables_round r JOIN tables_bet b ON b.round_id = r.id
WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s GROUP BY r.table_id ORDER BY r.table_id
"""
PLAIN_LEDGER = """
SELECT code, sum(amount) FROM wallet_transfer WHERE created_at >= %(since)s AND created_at < %(until)s GROUP BY code
"""


def main() -> None:
    """Measure in a database of our own."""
    connection.settings_dict["TEST"]["NAME"] = f"sabot_bench_{os.getpid()}"
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        prepare()
        measure()
        measure_files()
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def lay(bets: int) -> None:
    """A day of rounds, bets and lines, in a handful of statements, past the guards of play."""
    settings = json.dumps(TableSettings(preset="ponto-e-banca", minimum=1_00).document())
    facts = {"tables": TABLES, "persons": PERSONS, "rounds": bets // A_ROUND, "a_round": A_ROUND, "terms": settings}
    with past_triggers(), connection.cursor() as cursor:
        for statement in (PLACES, SESSIONS, ROUNDS, WAGERS, LINES):
            cursor.execute(statement.format(**facts))


def prepare() -> None:
    """The day with all its bets, and the statistics that a house lived in would have."""
    begin = time.perf_counter()
    lay(BETS)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT count(*) FROM wallet_transfer")
        lines = cursor.fetchone()[0]
    print(f"{BETS:,} bets in {BETS // A_ROUND:,} rounds, {lines:,} lines, made in {time.perf_counter() - begin:.1f} s")


def measure_files() -> None:
    """Measure exporting a long report, beside copying the same rows and writing the same cells bare."""
    from reporting.catalogue import CATALOGUE, Asked, keeping
    from reporting.writers import csv_file, xlsx_file

    since, until = day_bounds(DAY)
    definition = CATALOGUE["game-movements"]
    register = definition.register(Asked(since=since, until=until))
    seconds: dict[str, float] = {}

    def timed(label: str, act: Callable[[], Any]) -> Any:
        begin = time.perf_counter()
        found = act()
        seconds[label] = time.perf_counter() - begin
        return found

    def bare_copy() -> int:
        size = 0
        with as_it_comes() as cursor:
            statement = f"COPY ({register.in_order}) TO STDOUT (FORMAT csv)"
            with cursor.cursor.copy(statement, register.parameters) as copied:
                for block in copied:
                    size += len(bytes(block))
        return size

    def gathered() -> keeping.Gathered:
        with gathering.one_moment():
            return keeping.gather(definition.columns, register, reveal=False, grouped="")

    timed("limit: COPY of the bare rows", bare_copy)
    kept = timed("gather: rows as text, sums, pieces", gathered)
    rows = keeping.Kept(definition.columns, lambda: iter(kept.pieces))
    section = Section(name="rows", title="", columns=definition.columns, rows=rows, count=kept.rows)
    document = Document(
        name="x",
        title="x",
        operator="",
        definition="",
        software="",
        revision="",
        made_at=NEXT,
        sha256="",
        sections=(section,),
    )
    with tempfile.TemporaryFile() as file:
        timed("CSV from what is kept", lambda: csv_file.write(document, file))
    fewer = list(islice(rows, XLSX_ROWS))
    small = replace(document, sections=(replace(section, rows=fewer, count=len(fewer)),))
    with tempfile.TemporaryFile() as file:
        timed("XLSX bare", lambda: bare_xlsx(fewer, file))
    with tempfile.TemporaryFile() as file:
        timed("XLSX", lambda: xlsx_file.write(small, file))
    for label, took in seconds.items():
        print(f"{label:42s} {took * 1000:10.1f} ms")
    copied, again = seconds["limit: COPY of the bare rows"], seconds["CSV from what is kept"]
    whole = seconds["gather: rows as text, sums, pieces"] + again
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'CSV, gathering and file / COPY':42s} {whole / copied:10.2f} x  ({kept.rows:,} rows)")
    print(f"{'CSV taken again / COPY':42s} {again / copied:10.2f} x")
    print(f"{'XLSX bare / XLSX':42s} {seconds['XLSX bare'] / seconds['XLSX']:10.2f} x  ({len(fewer):,} rows)")
    print(f"{'memory, most':42s} {memory:10.0f} MiB")


def bare_xlsx(rows: list[Any], file: IO[bytes]) -> None:
    """The same cells, with their formats, by the library's own typed calls, nothing else."""
    book = xlsxwriter.Workbook(file, {"constant_memory": True, "remove_timezone": True})
    sheet = book.add_worksheet()
    moment, amount, words = (
        book.add_format({"num_format": pattern}) for pattern in ("yyyy-mm-dd hh:mm:ss", "#,##0.00", "@")
    )
    for at, row in enumerate(rows):
        for place, value in enumerate(row):
            if isinstance(value, datetime):
                sheet.write_datetime(at, place, value.replace(tzinfo=None), moment)
            elif isinstance(value, int):
                sheet.write_number(at, place, value, amount)
            elif value:
                sheet.write_string(at, place, value, words)
    book.close()


def measure() -> None:
    """Every measure in turn, its median, and the ratios that matter."""
    since, until = day_bounds(DAY)
    operations.make_daily_report(day=DAY, now=NEXT)
    card = queries.daily_report(day=DAY)
    assert card is not None
    assert card.figures.reconciles
    assert sorted(row[1:] for row in by_plain_sql(players=True)) == sorted(
        (line.bets, line.turnover, line.returned, line.prizes, line.commission, line.players)
        for line in card.figures.lines
    )
    assert by_objects() == {line.table_code: (line.turnover, line.returned) for line in card.figures.lines}
    heading = daily_report.Heading(operator="", revision=1, made_at=NEXT, definition="", software="", sha256="")
    measures: dict[str, tuple[int, Callable[[], Any]]] = {
        "limit: plain SQL, sums alone": (REPEATS, by_plain_sql),
        "plain SQL, sums and players": (REPEATS, lambda: by_plain_sql(players=True)),
        "limit: plain SQL of the ledger's day": (REPEATS, by_plain_sql_of_the_ledger),
        "figures of the tables": (REPEATS, at_one_moment(lambda: tables.day_figures(since=since, until=until))),
        "figures, ledger beside, liabilities": (REPEATS, at_one_moment(lambda: gathering.gather(DAY, openings={}))),
        "every round against its lines": (REPEATS, at_one_moment(lambda: gathering.faulty_rounds(since=since))),
        "make the report (all of it)": (REPEATS, lambda: operations.make_daily_report(day=DAY, now=NEXT)),
        "objects: the bets alone": (1, by_objects),
        "read the report that is kept": (REPEATS, lambda: queries.daily_report(day=DAY)),
        "its file": (REPEATS, lambda: daily_report.as_file(card.figures, heading, Format.CSV)),
    }
    seconds: dict[str, list[float]] = {label: [] for label in measures}
    for turn in range(REPEATS):  # in turn, so that a busy moment of the machine meets all of them
        for label, (repeats, act) in measures.items():
            if turn < repeats:
                begin = time.perf_counter()
                act()
                seconds[label].append(time.perf_counter() - begin)
    medians = {label: statistics.median(measured) for label, measured in seconds.items()}
    for label, middle in medians.items():
        print(f"{label:42s} {middle * 1000:10.1f} ms")
    sums, ledger = medians["limit: plain SQL, sums alone"], medians["limit: plain SQL of the ledger's day"]
    figures, objects = medians["figures of the tables"], medians["objects: the bets alone"]
    ratios = {
        "figures / plain SQL, sums alone": figures / sums,
        "figures / plain SQL, sums and players": figures / medians["plain SQL, sums and players"],
        "figures with ledger / plain SQL of both": medians["figures, ledger beside, liabilities"] / (sums + ledger),
        "objects / figures": objects / figures,
        "objects / report that is kept": objects / medians["read the report that is kept"],
    }
    for label, ratio in ratios.items():
        _figures.keep(f"P6 {label}", ratio)
        print(f"{label:42s} {ratio:10.2f} x")


@contextmanager
def as_it_comes() -> Iterator[Any]:
    """A cursor that plans as PostgreSQL does by itself, which the limits are to have (ADR 0240)."""
    with connection.cursor() as cursor:
        cursor.execute("SET parallel_setup_cost = 1000")
        yield cursor
        cursor.execute("RESET parallel_setup_cost")


def at_one_moment(read: Callable[[], Any]) -> Callable[[], Any]:
    """Read as the reports do."""

    def act() -> Any:
        with gathering.one_moment():
            return read()

    return act


def by_plain_sql(*, players: bool = False) -> list[tuple[Any, ...]]:
    """The one aggregate that a report cannot do without; `players` counts different persons too."""
    since, until = day_bounds(DAY)
    what = f"{SUMS}, count(DISTINCT b.person_id)" if players else SUMS
    with as_it_comes() as cursor:
        cursor.execute(PLAIN.format(what=what), {"since": since, "until": until})
        return list(cursor.fetchall())


def by_plain_sql_of_the_ledger() -> None:
    """The ledger's sums of the day by code."""
    since, until = day_bounds(DAY)
    with as_it_comes() as cursor:
        cursor.execute(PLAIN_LEDGER, {"since": since, "until": until})
        cursor.fetchall()


def by_objects() -> dict[str, tuple[int, int]]:
    """A loop over model instances, as it is often written."""
    since, until = day_bounds(DAY)
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    bets = Bet.objects.filter(round__settled_at__gte=since, round__settled_at__lt=until)
    for bet in bets.select_related("round__table").iterator():
        of_table = sums[bet.round.table.code]
        of_table[0] += bet.stake
        of_table[1] += bet.returned
    return {code: (staked, returned) for code, (staked, returned) in sums.items()}


if __name__ == "__main__":
    main()
