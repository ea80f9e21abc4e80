"""Which migrations a database has seen, beside those that this release has."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import psycopg
from psycopg import conninfo

from kernel import database_address
from launcher.trouble import Trouble

APPS: Final = ("wallet", "players", "tables", "reporting")
"""The apps of the house; others come with packages."""


def applied(url: str) -> dict[str, str]:
    """By app of the house, the last migration that this database has seen; nothing for a database without a schema.

    Raises:
        Trouble: it does not answer.
    """
    query = "SELECT app, max(name) FROM django_migrations WHERE app = ANY(%s) GROUP BY app ORDER BY app"
    try:
        with psycopg.connect(database_address.conninfo(url)) as connection:
            return {str(app): str(name) for app, name in connection.execute(query, [list(APPS)]).fetchall()}
    except psycopg.errors.UndefinedTable:
        return {}
    except psycopg.Error as error:
        raise Trouble(f"The database does not answer: {' '.join(str(error).split())}") from error


def known(root: Path) -> dict[str, str]:
    """By app of the house, the last migration of the release in this folder."""
    found = {app: sorted(path.stem for path in (root / app / "migrations").glob("[0-9]*.py")) for app in APPS}
    return {app: names[-1] for app, names in found.items() if names}


def newer(seen: Mapping[str, str], root: Path) -> list[str]:
    """The migrations that a database has seen and that this release does not have: `players/0038_more`."""
    return [f"{app}/{name}" for app, name in sorted(seen.items()) if not _knows(root / app / "migrations", app, name)]


def _knows(folder: Path, app: str, name: str) -> bool:
    """Whether the release has the migration, or one that replaces it."""
    if (folder / f"{name}.py").exists():
        return True
    return any(f"('{app}', '{name}')" in path.read_text(encoding="utf-8") for path in folder.glob("0*.py"))


def check(seen: Mapping[str, str], root: Path, *, what: str) -> None:
    """Refuse to go on with a database that a newer release has brought to its schema.

    Raises:
        Trouble: the release in this folder does not know its migrations.
    """
    if strange := newer(seen, root):
        raise Trouble(
            f"{what} has the schema of a newer release ({', '.join(strange)}), which this one does not know: "
            "take that release, or a backup from before it. Nothing was changed."
        )


def name_of(url: str) -> str:
    """The name of the database that a URL leads to."""
    return str(conninfo.conninfo_to_dict(url).get("dbname") or "")
