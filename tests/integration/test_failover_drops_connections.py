"""Connections to a server that only reads now are dropped on the first word of it, and the next write succeeds."""

from collections.abc import Iterator
from contextlib import suppress

import psycopg
import pytest
from django.db import Error, connection, connections, transaction

from kernel import failover
from tables.operations import leases

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing was dropped lately; the pool is as it was afterwards."""
    monkeypatch.setattr(failover, "_dropped_at", -1e9)
    connection.close()
    yield
    with suppress(Error):
        connection.close()


def administrator() -> "psycopg.Connection[tuple[object, ...]]":
    given = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    return psycopg.connect(**{name: given[name] for name in names if given.get(name)}, autocommit=True)


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_after_25006_no_old_connection_is_used(fresh: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")  # as a server that was demoted under it
    old = backend()
    with pytest.raises(Error) as caught:
        leases.give_back(dealer="no-such-dealer")
    assert isinstance(caught.value.__cause__, psycopg.errors.ReadOnlySqlTransaction)
    assert failover.noted(caught.value)
    assert backend() != old
    leases.give_back(dealer="no-such-dealer")


def test_an_ended_session_is_replaced(fresh: None) -> None:
    old = backend()
    with administrator() as other:
        other.execute("SELECT pg_terminate_backend(%s)", [old])
    with pytest.raises(Error) as caught:
        backend()
    assert failover.noted(caught.value)
    assert backend() != old


def test_other_errors_drop_nothing(fresh: None) -> None:
    old = backend()
    with pytest.raises(Error) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")
    assert not failover.noted(caught.value)
    assert backend() == old


def test_no_commit_of_the_house_is_ever_cancelled(fresh: None) -> None:
    """Not even where the role or the database has a limit of its own: the session's word is the last."""
    for alias in connections:
        with connections[alias].cursor() as cursor:
            for limit in ("statement_timeout", "transaction_timeout"):
                cursor.execute(f"SHOW {limit}")
                assert cursor.fetchone()[0] == "0", limit
    with administrator() as other:
        other.execute(f"ALTER ROLE {connection.settings_dict['USER']} SET statement_timeout = 5000".encode())
        try:
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]
            with connection.cursor() as cursor:
                cursor.execute("SHOW statement_timeout")
                assert cursor.fetchone()[0] == "0"
        finally:
            other.execute(f"ALTER ROLE {connection.settings_dict['USER']} RESET statement_timeout".encode())
