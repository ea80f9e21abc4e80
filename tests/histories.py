"""A past for a house, written by `seed_history` once in a test process; a test that wants the same gets its rows
again."""

from typing import Any, Final

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from reporting.making.figures import day_of
from tests.tampering import KEPT, as_owner, past_triggers

_kept: Final[dict[tuple[object, ...], dict[str, bytes]]] = {}
"""By what was asked for and the day: the rows of each table, as `COPY` writes them."""


def write_history(*, days: int, rounds: int, players: int) -> None:
    """So many days of rounds until yesterday, in an empty house."""
    wanted = (days, rounds, players, day_of(timezone.now()))
    if wanted in _kept:
        _put_back(_kept[wanted])
        return
    seed_history(days=days, rounds=rounds, players=players, play_only=True, no_proof=True, verbosity=0)
    _kept[wanted] = _copied()


def seed_history(**given: Any) -> None:
    """The command by the role that it has in a house: the owner alone writes rounds that are over."""
    with as_owner():
        call_command("seed_history", **given)


def _copied() -> dict[str, bytes]:
    copied = {}
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with past_triggers(), connection.cursor() as cursor:
        for table in set(tables) - KEPT:
            with cursor.copy(f"COPY {table} TO STDOUT") as rows:
                copied[table] = b"".join(bytes(row) for row in rows)
    return copied


def _put_back(kept: dict[str, bytes]) -> None:
    """With the numbers that they had: sequences never give those again."""
    with past_triggers(), connection.cursor() as cursor:
        for table, rows in kept.items():
            if rows:
                with cursor.copy(f"COPY {table} FROM STDIN") as into:
                    into.write(rows)
