"""`/healthz` says that a web process lives, `/readyz` that it can serve, `/readyz/site` that all of the site works."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from casino.web import health, heartbeats, schema
from casino.web.lifespan import Lifespan
from tables.live import clock
from tables.live.clock import SKEW_MOST
from tests.tampering import as_owner

NEWER = ("tables", "9999_of_tomorrow")


@pytest.fixture
def anew(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has not looked at the schema yet."""
    monkeypatch.setattr(schema, "watch", schema.Watch())


@contextmanager
def newer_schema() -> Iterator[None]:
    with as_owner():
        MigrationRecorder(connection).record_applied(*NEWER)
    try:
        yield
    finally:
        with as_owner():
            MigrationRecorder(connection).record_unapplied(*NEWER)


def ready() -> tuple[int, dict[str, bool]]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.json()


def test_a_process_that_can_serve_is_ready_without_worker_dealer_and_beat(anew: None) -> None:
    assert ready() == (200, {"database": True, "schema": True, "clock": True, "valkey": True})
    assert Client().get("/healthz").status_code == 200
    site = Client().get("/readyz/site")
    assert site.status_code == (200 if all(site.json().values()) else 503)
    assert {"dealer", "worker", "beat"} < set(site.json())


def test_another_machines_clock_is_the_sites_matter(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    heartbeats.tell_skew("other", timedelta(hours=1), now=clock.now())
    try:
        assert Client().get("/readyz/site").json()["clock"] is False
        assert ready()[0] == 200
    finally:
        heartbeats.tell_skew("other", None, now=clock.now())
    monkeypatch.setattr(clock, "agrees", lambda: False)
    assert ready() == (503, {"database": True, "schema": True, "clock": False, "valkey": True})
    assert timedelta(seconds=1) >= SKEW_MOST


def test_without_valkey_a_process_serves_and_says_so(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_valkey", lambda: False)
    assert ready() == (200, {"database": True, "schema": True, "clock": True, "valkey": False})
    assert Client().get("/readyz/site").status_code == 503


def test_a_database_that_only_reads_is_not_enough(anew: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
        found = health._writes()
    assert found is False


def test_a_schema_that_lacks_a_migration_is_not_enough(anew: None) -> None:
    last = sorted(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "tables")[-1]
    with as_owner():
        MigrationRecorder(connection).record_unapplied("tables", last)
    assert schema.compare().missing == (f"tables.{last}",)
    assert ready()[0] == 503
    assert Client().get("/healthz").status_code == 200


def test_migrations_that_one_stands_for_are_neither_missing_nor_unknown(anew: None) -> None:
    with as_owner():
        MigrationRecorder(connection).record_unapplied("players", "0001_schema")
        for app, name in schema._known()[1][("players", "0001_schema")]:
            MigrationRecorder(connection).record_applied(app, name)
    assert schema.compare() == schema.Schema(missing=(), unknown=())


def test_who_begins_on_a_newer_schema_never_becomes_ready(anew: None) -> None:
    with newer_schema():
        assert ready()[0] == 503
        assert schema.compare().newer() == (
            "The database has the schema of a newer release (tables.9999_of_tomorrow is not known here): "
            "start that release, or restore the backup that was made before it."
        )


def test_who_runs_while_a_newer_release_migrates_goes_on(anew: None) -> None:
    assert ready()[0] == 200
    with newer_schema():
        assert ready()[0] == 200


def test_an_older_release_does_not_migrate_a_newer_schema(anew: None) -> None:
    with newer_schema(), pytest.raises(SystemCheckError, match="schema of a newer release"):
        call_command("migrate", "--check", skip_checks=False, stdout=StringIO(), stderr=StringIO())


def test_a_dealer_does_not_begin_on_a_newer_schema(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "keep", lambda *, wait: None)
    with newer_schema(), pytest.raises(CommandError, match="schema of a newer release"):
        call_command("dealer")


@pytest.mark.django_db(transaction=True)
async def test_a_web_process_does_not_begin_on_a_newer_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "watch", schema.Watch())
    found = schema.Schema(missing=(), unknown=("tables.9999_of_tomorrow",))
    monkeypatch.setattr(schema, "compare", lambda: found)
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "lifespan.startup"}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await Lifespan()({}, receive, send)
    assert [message["type"] for message in said] == ["lifespan.startup.failed"]
    assert "schema of a newer release" in said[0]["message"]
