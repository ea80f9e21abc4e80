"""Ledgers that one would take instead of ours, for `bench_ledger`: run as they are, where the machine has them.

BENCH_HORDAK names a Python that has django-hordak, BENCH_PGLEDGER a folder with pgledger's SQL. Neither is among our
libraries, and nothing of theirs is kept here.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import _processes
import psycopg
from django.db import connection

Act = Callable[[int], None]
PLAYERS = 2_000


@contextmanager
def others(url: str) -> Iterator[dict[str, Act]]:
    """Those that are there, by name and version; each makes so many transfers in one transaction."""
    found: dict[str, Act] = {}
    with psycopg.connect(url) as mine, hordak(url) as theirs:
        found |= theirs
        if folder := os.environ.get("BENCH_PGLEDGER"):
            found |= pgledger(mine, Path(folder))
        yield found


def pgledger(mine: psycopg.Connection, folder: Path) -> dict[str, Act]:
    """All transfers in one call of its function, which locks the accounts in the order of their numbers."""
    for name in ("vendor/scoville-pgsql-ulid/ulid-to-uuid.sql", "vendor/scoville-pgsql-ulid/uuid-to-ulid.sql"):
        mine.execute((folder / name).read_text())
    mine.execute((folder / "pgledger.sql").read_text())
    made = "SELECT (pgledger_create_account(%s, 'EUR')).id"
    accounts = [mine.execute(made, [f"player {place}"]).fetchone()[0] for place in range(PLAYERS)]
    house = mine.execute(made, ["round"]).fetchone()[0]
    mine.commit()
    turn = count()

    def act(number: int) -> None:
        players = [accounts[next(turn) * 13 % PLAYERS] for _ in range(number)]
        mine.execute(
            "SELECT count(*) FROM pgledger_create_transfers(transfer_requests => ("
            " SELECT array_agg((player, %s, 2.50)::transfer_request) FROM unnest(%s::text[]) AS player))",
            [house, players],
        )
        mine.commit()

    return {f"pgledger, {os.environ.get('BENCH_PGLEDGER_VERSION', 'as it is there')}": act}


@contextmanager
def hordak(url: str) -> Iterator[dict[str, Act]]:
    """A process of its own, with its own database."""
    python = os.environ.get("BENCH_HORDAK")
    if not python:
        yield {}
        return
    own, _, name = url.rpartition("/")
    name = f"{name}_hordak"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    try:
        script = Path(__file__).with_name("_hordak.py")
        with _processes.running([python, str(script), f"{own}/{name}"]) as process:
            versions = process.line()

            def act(number: int) -> None:
                process.write(str(number))
                assert process.line() == "done"

            yield {versions: act}
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
