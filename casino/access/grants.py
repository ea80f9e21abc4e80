"""The permissions of each role of the database: read from the apps' `grants.toml`, granted after every migration.

The application's role reads, adds and changes what is named there and owns nothing, so that the database's guards hold
against it too. A table that no file names can only be read. This code runs only when the owner migrates.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.apps import AppConfig, apps
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.models.signals import post_migrate

OWNER: Final = "sabot_owner"
APP: Final = "sabot_app"
READ: Final = "sabot_read"
HOUSE_APPS: Final = ("wallet", "players", "tables", "reporting")
_UID: Final = "casino.access.grants"

_EXISTING: Final = "SELECT rolname FROM pg_roles WHERE rolname = ANY(%s)"
_MAY_MAKE: Final = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
# Every privilege there is, a row each: on the whole (an empty column), and on single columns.
_ACTUAL: Final = """
WITH kept AS (
  SELECT c.oid, c.relname, c.relkind, c.relacl FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
)
SELECT k.relname, k.relkind = 'S', coalesce(r.rolname, CASE WHEN a.grantee = 0 THEN 'public' END), a.privilege_type, ''
FROM kept k
LEFT JOIN LATERAL aclexplode(k.relacl) a ON true
LEFT JOIN pg_roles r ON r.oid = a.grantee
UNION ALL
SELECT k.relname, false, coalesce(r.rolname, 'public'), a.privilege_type, t.attname
FROM kept k
JOIN pg_attribute t ON t.attrelid = k.oid AND NOT t.attisdropped AND t.attacl IS NOT NULL
JOIN LATERAL aclexplode(t.attacl) a ON true
LEFT JOIN pg_roles r ON r.oid = a.grantee
"""
_COLUMNS: Final = """
SELECT attrelid::regclass::text, attname, attidentity <> '' FROM pg_attribute
WHERE attrelid = ANY(%s::regclass[]) AND attnum > 0 AND NOT attisdropped
"""
# Functions of our own (not an extension's), and which of them each role may run.
_FUNCTIONS: Final = """
SELECT p.oid::regprocedure::text, p.proname, p.prosecdef, p.prorettype = 'trigger'::regtype,
  EXISTS (SELECT 1 FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0),
  has_function_privilege(%(app)s, p.oid, 'EXECUTE'), has_function_privilege(%(read)s, p.oid, 'EXECUTE')
FROM pg_proc p
WHERE p.pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""
_DEFAULTS: Final = (
    f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO {APP}, {READ}",
    f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO {APP}",
    "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
)
_HAS_DEFAULTS: Final = """
SELECT count(*) >= 3 FROM pg_default_acl WHERE defaclrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
"""
_DATABASE: Final = """
SELECT current_database(), pg_get_userbyid(datdba) = current_user OR (SELECT rolsuper FROM pg_roles
    WHERE rolname = current_user),
  EXISTS (SELECT 1 FROM aclexplode(coalesce(datacl, acldefault('d', datdba))) WHERE grantee = 0)
FROM pg_database WHERE datname = current_database()
"""


@dataclass(frozen=True, slots=True)
class Grant:
    """The application role's permissions on one table beyond reading it; `hidden`: only the owner reads it."""

    add: bool = False
    change: tuple[str, ...] = ()
    remove: bool = False
    hidden: bool = False

    def privileges(self, role: str, written: Iterable[str] = ()) -> frozenset[tuple[str, str]]:
        """(privilege, column) as the catalogue has them; the column is empty for the whole table.

        `written` are the columns that a new row is given, in a table whose rows the database numbers: the role may not
        choose a number, and so puts no row among older ones.
        """
        if self.hidden:
            return frozenset()
        held = {("SELECT", "")}
        if role == APP:
            held |= {("INSERT", column) for column in (written or ("",)) if self.add}
            held |= {("DELETE", "")} if self.remove else set()
            held |= {("UPDATE", column) for column in self.change}
        return frozenset(held)


@cache
def declared() -> Mapping[str, Grant]:
    """The permissions in the files, by table.

    Raises `ValueError` for a table that two files name, `TypeError` for a word no grant knows.
    """
    found: dict[str, Grant] = {}
    for content in _files():
        for table, words in content.items():
            if table == "functions":
                continue
            if table in found:
                raise ValueError(f"two files grant {table}")
            found[table] = Grant(**{**words, "change": tuple(words.get("change", ()))})
    return found


@cache
def callable_functions() -> frozenset[str]:
    """The functions with the owner's rights that the application may call."""
    return frozenset(name for content in _files() for name in content.get("functions", {}).get("app", ()))


def _files() -> Iterable[dict[str, Any]]:
    paths = [Path(apps.get_app_config(app).path, "migrations", "grants.toml") for app in HOUSE_APPS]
    for path in [*paths, Path(__file__).with_name("grants.toml")]:
        yield tomllib.loads(path.read_text(encoding="utf-8"))


def connect() -> None:
    """Grant after every migration, once all tables are there."""
    post_migrate.connect(_after_migration, sender=apps.get_app_config("players"), dispatch_uid=_UID)


def _after_migration(sender: AppConfig, using: str, **_: Any) -> None:
    apply(using)


def apply(using: str = "default") -> int:
    """Make the privileges those that are declared; answer how many statements it took. Needs the owner's role.

    Raises `LookupError` when the roles are missing and cannot be made by the role that migrates.
    """
    with connections[using].cursor() as cursor:
        _make_roles(cursor)
        wanted = [*_database(cursor), *_tables(cursor), *_functions(cursor)]
        for statement in wanted:
            cursor.execute(statement)
    return len(wanted)


def _make_roles(cursor: CursorWrapper) -> None:
    names = [OWNER, APP, READ]
    cursor.execute(_EXISTING, [names])
    missing = sorted({*names} - {row[0] for row in cursor.fetchall()})
    if not missing:
        return
    cursor.execute(_MAY_MAKE)
    row = cursor.fetchone()
    if row is None or not row[0]:
        raise LookupError(f"The database has no role {', '.join(missing)}: `./sabot roles URL` makes them.")
    for name in missing:
        cursor.execute(f"CREATE ROLE {name} NOLOGIN")


def _database(cursor: CursorWrapper) -> Iterable[str]:
    cursor.execute(_DATABASE)
    row = cursor.fetchone()
    assert row is not None
    name, owned, public = row
    if owned and public:
        quoted = cursor.db.ops.quote_name(name)
        yield f"REVOKE ALL ON DATABASE {quoted} FROM PUBLIC"
        yield f"GRANT CONNECT ON DATABASE {quoted} TO {APP}, {READ}"
        yield "REVOKE ALL ON SCHEMA public FROM PUBLIC"
        yield f"GRANT USAGE ON SCHEMA public TO {APP}, {READ}"
    cursor.execute(_HAS_DEFAULTS)
    if cursor.fetchone() != (True,):
        yield from _DEFAULTS


def _tables(cursor: CursorWrapper) -> Iterable[str]:
    actual = _actual(cursor)
    granted = declared()
    there, written = _columns(cursor, [table for table, sequence in actual if not sequence])
    for (table, sequence), held in sorted(actual.items()):
        quoted = cursor.db.ops.quote_name(table)
        grant = granted.get(table, Grant())
        for role in ("public", APP, READ):
            wanted = grant.privileges(role, written.get(table, ())) if role != "public" else frozenset()
            if sequence:
                wanted = frozenset({("USAGE", "")}) if role == APP else frozenset()
            # A column of a later migration, while an earlier state of the schema is made.
            wanted = frozenset(each for each in wanted if not each[1] or (table, each[1]) in there)
            if wanted != held.get(role, frozenset()):
                kind = "SEQUENCE" if sequence else "TABLE"
                yield f"REVOKE ALL ON {kind} {quoted} FROM {role}"
                yield from (f"GRANT {clause} ON {kind} {quoted} TO {role}" for clause in _clauses(wanted))


def _clauses(privileges: Iterable[tuple[str, str]]) -> Iterable[str]:
    columns: dict[str, list[str]] = {}
    for name, column in sorted(privileges):
        columns.setdefault(name, []).extend([column] if column else [])
    yield from (f"{name} ({', '.join(named)})" if named else name for name, named in columns.items())


def _actual(cursor: CursorWrapper) -> dict[tuple[str, bool], dict[str, frozenset[tuple[str, str]]]]:
    """By table or sequence and by role: every privilege there is."""
    cursor.execute(_ACTUAL)
    found: dict[tuple[str, bool], dict[str, frozenset[tuple[str, str]]]] = {}
    for name, sequence, role, privilege, column in cursor.fetchall():
        held = found.setdefault((name, sequence), {})
        if role is not None:
            held[role] = held.get(role, frozenset()) | {(privilege, column)}
    return found


def _columns(cursor: CursorWrapper, tables: list[str]) -> tuple[set[tuple[str, str]], dict[str, list[str]]]:
    """Every column, as (table, column), and by table that has a column numbered by the database: the other ones."""
    cursor.execute(_COLUMNS, [tables])
    columns = cursor.fetchall()
    numbered = {table for table, _, number in columns if number}
    written: dict[str, list[str]] = {}
    for table, column, number in columns:
        if table in numbered and not number:
            written.setdefault(table, []).append(column)
    return {(table, column) for table, column, _ in columns}, written


def _functions(cursor: CursorWrapper) -> Iterable[str]:
    """Plain functions run with the caller's own rights and every role may call them; others as declared."""
    cursor.execute(_FUNCTIONS, {"app": APP, "read": READ})
    for signature, name, definer, trigger, public, app, read in cursor.fetchall():
        if public:
            yield f"REVOKE EXECUTE ON FUNCTION {signature} FROM PUBLIC"
        plain = not definer and not trigger
        for role, may, wanted in ((APP, app, plain or name in callable_functions()), (READ, read, plain)):
            if wanted and (public or not may):
                yield f"GRANT EXECUTE ON FUNCTION {signature} TO {role}"
            elif may and not wanted and not public:
                yield f"REVOKE EXECUTE ON FUNCTION {signature} FROM {role}"
