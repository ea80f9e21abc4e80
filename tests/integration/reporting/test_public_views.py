"""The views that apps publish cost nothing: the database plans them as it plans their tables."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from django.db import connection

from players import headroom
from players.cashier import causes
from reporting.catalogue import CATALOGUE
from reporting.catalogue.definition import Asked
from reporting.making.figures import day_bounds
from reporting.making.streams import STREAMS
from reporting.operations import chaining
from tables.operations import watching
from tables.queries import figures, open_sessions
from tests.factories import Floor
from tests.integration.reporting.test_reporting_daily import DAY, NEXT, played

PUBLISHED: Final = re.compile(r"\b(wallet|players|tables)_public_")
ALIAS: Final = re.compile(r"\b[a-z_]\w*\.(?=[a-z_])|(?<= on )(\w+)(?: \w+)(?=  \(cost)")


def plan(statement: str) -> list[str]:
    """The plan with its costs, without the aliases."""
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + statement)
        return [ALIAS.sub(r"\1", line) for (line,) in cursor.fetchall()]


def assert_planned_as_over_tables(statements: Iterable[str]) -> None:
    for statement in statements:
        assert PUBLISHED.search(statement), statement
        for scans in ("on", "off"):
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL enable_seqscan = {scans}")
            assert plan(statement) == plan(PUBLISHED.sub(r"\1_", statement))


def composed(statement: str, values: Any) -> str:
    """The statement with its values in it, prepared ones too."""
    return str(connection.ops.compose_sql(statement, values))  # type: ignore[attr-defined]  # PostgreSQL's has it


@contextmanager
def statements_over_views() -> Iterator[set[str]]:
    """Every statement that is sent meanwhile and names a published view."""
    found: set[str] = set()

    def look(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if PUBLISHED.search(sql):
            found.add(composed(sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield found


def test_a_view_that_does_more_is_planned_otherwise(db: None) -> None:
    with pytest.raises(AssertionError):
        assert plan("SELECT sum(amount) FROM wallet_transfer") == plan("SELECT sum(amount) FROM players_caused")


def test_registers_are_planned_as_over_tables(floor: Floor) -> None:
    played(floor)
    since, until = day_bounds(DAY)
    found = []
    for definition in CATALOGUE.values():
        register = definition.register(Asked(since=since, until=until, least=5_000_00))
        whole = composed(register.in_order, register.parameters)
        if PUBLISHED.search(whole):
            found.append(whole)
    assert len(found) >= 17
    assert_planned_as_over_tables(found)


def test_bets_and_rounds_are_planned_as_over_tables(floor: Floor) -> None:
    with statements_over_views() as found:
        played(floor)
    for part in ("FROM tables_table WHERE id = asked.id", "tables_playsession s SET"):
        assert any(part in statement for statement in found), part
    assert_planned_as_over_tables(found)


def test_proofs_and_sweeps_are_planned_as_over_tables(floor: Floor) -> None:
    played(floor)
    with statements_over_views() as found:
        figures.verify_rounds()
        open_sessions.open_session_differences()
        causes.verify_causes()
        watching.facts_of(DAY, now=NEXT)
        headroom.days_of([1], since=DAY)
        headroom.write_daily_totals([1])
        chaining.extend_chain(now=NEXT)
    assert len(found) >= 6 + len(STREAMS)
    found |= {
        composed(chaining.hashed(stream), {"after": 0, "last": 9})
        for stream in STREAMS.values()
        if PUBLISHED.search(stream.table)
    }
    assert_planned_as_over_tables(found)
