"""The schema of the databases that tests make: brought about once, and copied from then on.

An empty database takes half a minute to come to its schema, and each process of the tests has a database of its own.
So one database is brought to it first, and PostgreSQL copies that one. For single tests it is read from the dump of an
earlier run, kept under a digest of all that makes it; everything that a change must pass begins from nothing.
"""

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from launcher import roles, servers
from launcher.processes import Patience, run

NAME: Final = "sabot_schema"
VARIABLE: Final = "SABOT_SCHEMA"
"""Tells the tests which database to copy."""


class Dumps:
    """The dumps of schemas in one folder, each named by what made it; only the newest is kept."""

    def __init__(self, folder: Path, programs: Path, *, log: Path, environment: Mapping[str, str]) -> None:
        self._folder, self._programs = folder, programs
        self._log, self._environment = log, environment

    def read(self, name: str, url: str, patience: Patience) -> bool:
        """Read the dump into an empty database; False where there is none, or it cannot be read."""
        path = self._folder / f"{name}.dump"
        return path.exists() and self._run(["pg_restore", "--exit-on-error", "--dbname", url, path], patience)

    def write(self, name: str, url: str, patience: Patience) -> None:
        """Write the database's dump, and forget the others. Without it the next run takes longer, nothing else."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            part = self._folder / f"{name}.part"
            if self._run(["pg_dump", "--format", "custom", "--file", part, url], patience):
                for old in self._folder.glob("*.dump"):
                    old.unlink()
                part.rename(self._folder / f"{name}.dump")

    def _run(self, words: list[str | Path], patience: Patience) -> bool:
        program = self._programs / words[0]
        return run([program, *words[1:]], log=self._log, environment=self._environment, patience=patience) == 0


def make(url: str) -> None:
    """Make the database, empty, in place of one that is there. `url` is an administrator's."""
    with psycopg.connect(url, autocommit=True) as connection:
        name = sql.Identifier(NAME)
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, sql.Identifier(roles.OWNER)))


def prepare(
    urls: Mapping[str, str], migrate: Callable[[str], bool], dumps: Dumps | None, *, of: str, patience: Patience
) -> dict[str, str]:
    """Make the database that tests copy, by a dump or by `migrate(url)`; return what tells the tests of it.

    Nothing is returned where it could not be made: the tests then make their own, and say what is wrong.
    """
    administrator, owner = urls[servers.USER], urls[roles.OWNER]
    make(administrator)
    if dumps is not None and dumps.read(of, roles.to(administrator, NAME), patience):
        return {VARIABLE: NAME}
    if dumps is not None:
        make(administrator)
    if not migrate(roles.to(owner, NAME)):
        return {}
    if dumps is not None:
        dumps.write(of, roles.to(administrator, NAME), patience)
    return {VARIABLE: NAME}
