"""A new database begins with the schema as it is written down, and has what the migrations would have made of it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from kernel import schema

ROOT = Path(__file__).resolve().parents[2]
NAME = f"written_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"


def url_of(name: str) -> str:
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def manage(*words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"DATABASE_URL": url_of(NAME)}
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, check=False, capture_output=True, text=True
    )


def test_every_step_together_leads_to_what_is_written() -> None:
    done = manage("write_schema", "--check")
    assert done.returncode == 0, done.stderr


@pytest.mark.django_db
def test_a_database_that_began_with_it_says_the_same_of_itself() -> None:
    assert schema.document() == schema.PATH.read_text(encoding="utf-8")


@pytest.mark.django_db
def test_no_migration_is_left_to_apply() -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.fixture
def new_database() -> Iterator[psycopg.Connection]:
    """An empty database, and a connection to it."""
    drop = f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)"
    with psycopg.connect(url_of("postgres"), autocommit=True) as administrator:
        administrator.execute(drop)
        administrator.execute(f"CREATE DATABASE {NAME}")
        with psycopg.connect(url_of(NAME), autocommit=True) as inside:
            yield inside
        administrator.execute(drop)


@pytest.mark.django_db
def test_a_database_with_tables_is_left_as_it_is() -> None:
    assert schema.begin() is False


def test_a_part_of_the_way_is_gone_step_by_step(new_database: psycopg.Connection) -> None:
    assert manage("migrate", "contenttypes", "-v", "0").returncode == 0
    found = new_database.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert found == (2,)  # that app's table, and the list of what was applied


def test_a_fault_in_the_text_leaves_the_database_empty(new_database: psycopg.Connection) -> None:
    text = schema.PATH.read_text(encoding="utf-8")
    before, applied = text.split("\n-- Applied: ", 1)
    broken = f"{before}\nCREATE TABLE public.wallet_account ();\n\n-- Applied: {applied}"
    code = (
        "import sys, django; django.setup();"
        "from django.core.management import call_command; from kernel import schema\n"
        "with schema.beginning_with(sys.stdin.read()): call_command('migrate')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url_of(NAME), "DJANGO_SETTINGS_MODULE": "casino.settings"},
        input=broken,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert 'relation "wallet_account" already exists' in done.stderr
    assert new_database.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


@pytest.mark.django_db
def test_a_server_of_another_version_goes_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection.introspection, "table_names", list)
    with schema.beginning_with("-- PostgreSQL 9\n\nSELECT 1 / 0;\n"):
        assert schema.begin() is False


@pytest.mark.django_db
def test_rows_that_a_new_database_would_lack_are_told() -> None:
    assert schema.filled() == set()
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_session VALUES ('key', '', now())")
    assert schema.filled() == {"django_session"}
