"""The roles of the database: who owns, who plays, who reads, who copies. Made by an administrator's connection, once.

`sabot_owner` owns the database with everything in it and migrates; `sabot_app` runs the house and owns nothing;
`sabot_read` only reads; `sabot_backup` copies the whole server and may read no table. None is a superuser. Their rights
on each table are not set here: the owner grants them after every migration (`casino.access.grants`).
"""

import secrets
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql

from kernel import database_address
from launcher.trouble import Trouble

OWNER: Final = "sabot_owner"
APP: Final = "sabot_app"
READ: Final = "sabot_read"
BACKUP: Final = "sabot_backup"
ROLES: Final = (OWNER, APP, READ, BACKUP)
_PLAIN: Final = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS"
# A role that is a member of another has its rights too.
_MEMBERSHIPS: Final = """
SELECT m.roleid::regrole::text, m.member::regrole::text FROM pg_auth_members m
JOIN pg_roles r ON r.oid = m.member WHERE r.rolname = ANY(%s)
"""
# Sequences of columns and indexes go with their tables, types of rows too.
_OTHERS: Final = """
SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
  c.oid::regclass::text
FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relowner <> %(owner)s
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i', 'e'))
UNION ALL
SELECT 'FUNCTION', p.oid::regprocedure::text FROM pg_proc p
WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> %(owner)s
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""
_MIGHTY: Final = """
SELECT rolsuper OR rolcreaterole OR rolbypassrls
  OR EXISTS (SELECT 1 FROM pg_database d WHERE d.datname = current_database() AND pg_has_role(d.datdba, 'MEMBER'))
  OR EXISTS (SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
             AND pg_has_role(c.relowner, 'MEMBER'))
FROM pg_roles WHERE rolname = current_user
"""


def new_password() -> str:
    """A password for a role."""
    return secrets.token_urlsafe(32)


def make(url: str, database: str, *, passwords: Mapping[str, str]) -> list[str]:
    """Make the roles with these passwords, and the owner owner of the database, made if missing; name what was made.

    `url` is an administrator's, to any database of the cluster. A role without a password here keeps its own. A
    database whose tables belonged to another role, as those of older houses did, is the owner's from then on. Done
    again it changes nothing but passwords.

    Raises:
        Trouble: the connection's role may not do it.
    """
    try:
        with psycopg.connect(database_address.conninfo(url), autocommit=True) as connection:
            made = [role for role in ROLES if _make_role(connection, role, passwords.get(role))]
            for parent, member in connection.execute(_MEMBERSHIPS, [list(ROLES)]).fetchall():
                connection.execute(sql.SQL("REVOKE {} FROM {}").format(*_names(parent, member)))
            _make_database(connection, database)
        with psycopg.connect(database_address.conninfo(to(url, database))) as connection:
            _take_over(connection)
            _own_nothing(connection)
    except psycopg.Error as error:
        reason = (str(error).strip().splitlines() or ["no answer"])[0]
        raise Trouble(f"The database's roles could not be made: {reason.rstrip('.')}.") from error
    return made


def url_of(url: str, role: str, password: str, database: str) -> str:
    """The URL that leads this role to that database of the same server, or servers."""
    credentials = f"{quote(role)}:{quote(password, safe='')}"
    return database_address.at_same_place(url, credentials=credentials, database=database)


def existing(url: str) -> set[str]:
    """Return the roles that the server has.

    Raises:
        Trouble: it does not let us in.
    """
    try:
        with psycopg.connect(database_address.conninfo(url)) as connection:
            rows = connection.execute("SELECT rolname FROM pg_roles WHERE rolname = ANY(%s)", [list(ROLES)]).fetchall()
    except psycopg.Error as error:
        raise Trouble(f"No database answers there: {' '.join(str(error).split())}") from error
    return {str(name) for (name,) in rows}


def too_mighty(url: str) -> bool:
    """Whether the role that the URL leads in as is a superuser, or owns a table or the database."""
    with psycopg.connect(database_address.conninfo(url)) as connection:
        row = connection.execute(_MIGHTY).fetchone()
    return row is None or bool(row[0])


def to(url: str, database: str) -> str:
    """The URL that leads the same role to another database of the server."""
    return urlsplit(url)._replace(path=f"/{database}").geturl()


def _names(*names: str) -> list[sql.Identifier]:
    return [sql.Identifier(name) for name in names]


def _make_role(connection: "psycopg.Connection[tuple[object, ...]]", role: str, password: str | None) -> bool:
    missing = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone() is None
    if missing:
        connection.execute(sql.SQL("CREATE ROLE {}").format(sql.Identifier(role)))
    copies = sql.SQL(" REPLICATION" if role == BACKUP else " NOREPLICATION")
    connection.execute(sql.SQL("ALTER ROLE {} " + _PLAIN).format(sql.Identifier(role)) + copies)
    if password is not None:
        set_password(connection, role, password)
    return missing


def set_password(connection: "psycopg.Connection[tuple[object, ...]]", role: str, password: str) -> None:
    """Give a role a password. Hashed here: the password itself never reaches the server, nor a log of its."""
    kept = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(kept)))


def _make_database(connection: "psycopg.Connection[tuple[object, ...]]", name: str) -> None:
    query = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = %s"
    row = connection.execute(query, [name]).fetchone()
    owner = sql.Identifier(OWNER)
    if row is None:
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(name), owner))
    elif row[0] != OWNER:
        connection.execute(sql.SQL("ALTER DATABASE {} OWNER TO {}").format(sql.Identifier(name), owner))


def _own_nothing(connection: "psycopg.Connection[tuple[object, ...]]") -> None:
    """Take away what PostgreSQL lets everybody make without a right to it: large objects, which no proof looks at."""
    for function in ("lo_creat(integer)", "lo_create(oid)", "lo_from_bytea(oid, bytea)"):
        connection.execute(f"REVOKE EXECUTE ON FUNCTION pg_catalog.{function} FROM PUBLIC".encode())


def _take_over(connection: "psycopg.Connection[tuple[object, ...]]") -> None:
    """Everything of the house in this database becomes the owner's."""
    row = connection.execute("SELECT oid FROM pg_roles WHERE rolname = %s", [OWNER]).fetchone()
    assert row is not None
    for kind, name in connection.execute(_OTHERS, {"owner": row[0]}).fetchall():
        # Both come from the catalogue, quoted there.
        statement = f"ALTER {kind} {name} OWNER TO {OWNER}"
        connection.execute(statement.encode())
