"""Preparing the house before it can open: texts, schema, static files, the demonstration house.

Each step is `manage.py` run as a child. A step is left out only where what it would read and what it once made are
both unchanged, judged by their contents.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from kernel import database_address
from launcher import processes, schema
from launcher.environment import of_command
from launcher.folder import Folder, write_private
from launcher.processes import Patience
from launcher.screen import Screen
from launcher.trouble import Trouble


@dataclass(frozen=True)
class Account:
    """One sign-in of the demonstration house."""

    role: str
    email: str
    password: str


class Preparation:
    """The steps for one folder and one environment."""

    def __init__(
        self,
        folder: Folder,
        environment: Mapping[str, str],
        screen: Screen,
        patience: Patience,
        *,
        owner_url: str | None = None,
    ) -> None:
        self._folder = folder
        self._environment = environment
        self._owner_url = owner_url or environment["DATABASE_URL"]
        self._screen = screen
        self._patience = patience
        self._stamps = folder.data / "prepared.json"

    def compile_texts(self) -> None:
        """Compile the translations, unless every catalogue is the one that was compiled."""
        sources = _files(self._folder.root, "casino/locale/**/*.po")
        compiled = [source.with_suffix(".mo") for source in sources]
        if not all(path.exists() for path in compiled) or self._stamp("texts") != digest([*sources, *compiled]):
            self._manage("Compiling the translations", "compile_texts")
            self._remember("texts", digest([*sources, *compiled]))

    def migrate(self) -> None:
        """Bring the database to the present schema, as its owner, unless it is known to be there.

        Raises:
            Trouble: its schema is a newer release's, or the migration fails.
        """
        # An older release would go on with tables that it does not know.
        schema.check(schema.applied(self._owner_url), self._folder.root, what="The database")
        sources = schema_sources(self._folder.root)

        def mark() -> str:
            return f"{digest(sources)} {_applied(self._owner_url)}"

        if self._stamp("schema") != mark():
            self._manage("Bringing the database to its schema", "migrate", "--no-input", database_url=self._owner_url)
            self._remember("schema", mark())

    def collect_static(self) -> None:
        """Gather and join static files and texts of scripts, unless the same ones were gathered in the same way."""
        root = self._folder.root
        made = Path(self._environment["SABOT_DATA"], "static", "staticfiles.json")
        sources = [*_files(root, "static/**/*"), *_files(root, "*/static/**/*"), *_wiring(root)]
        sources += [*_files(root, "casino/web/joining/*.py"), *_files(root, "casino/locale/**/djangojs.mo")]
        fonts = Path(self._environment["SABOT_DATA"], "fonts", "installed")
        sources += [*_files(root, "casino/web/fonts.py"), *([fonts] if fonts.exists() else [])]
        if not made.exists() or self._stamp("static") != digest([*sources, made]):
            self._manage("Gathering the static files", "collectstatic", "--no-input")
            self._remember("static", digest([*sources, made]))

    def seed(self) -> list[Account]:
        """Make what the demonstration house lacks, and answer its sign-ins."""
        output = self._manage("Furnishing the demonstration house", "seed_house", "--list-accounts")
        return read_accounts(output)

    def _manage(self, title: str, *arguments: str, database_url: str | None = None) -> str:
        log = self._folder.log("preparation")
        values = of_command(self._environment, arguments[0])
        if database_url is not None:
            values["DATABASE_URL"] = database_url
        start = processes.end_of(log)
        with self._screen.step(title):
            code = processes.run(
                [self._folder.python, "manage.py", *arguments],
                log=log,
                environment=values,
                patience=self._patience,
                directory=self._folder.root,
            )
            if code != 0:
                tail = processes.log_tail(log)
                raise Trouble(f"manage.py {arguments[0]} ended with code {code}; the end of {log} says:\n{tail}")
        return processes.said_since(log, start)

    def _stamp(self, name: str) -> str:
        return str(self._all_stamps().get(name, ""))

    def _remember(self, name: str, mark: str) -> None:
        write_private(self._stamps, json.dumps(self._all_stamps() | {name: mark}, indent=1))

    def _all_stamps(self) -> dict[str, object]:
        try:
            found = json.loads(self._stamps.read_text())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


def no_demonstration(owner_url: str) -> None:
    """Find out that the database has none of the demonstration's sign-ins, whose password is public.

    Raises:
        Trouble: it has.
    """
    with psycopg.connect(database_address.conninfo(owner_url)) as connection:
        found = connection.execute("SELECT 1 FROM players_person WHERE email LIKE %s LIMIT 1", ["%@sabot.example"])
        if found.fetchone() is not None:
            raise Trouble(
                "This house has the demonstration's sign-ins, whose password is public, and --public lets anybody in: "
                "open a public house in a folder of its own, or say that you want it so with SABOT_DEMO=1."
            )


def schema_sources(root: Path) -> list[Path]:
    """The files of a checkout that make the schema: migrations, guards, rights, which apps and libraries there are."""
    patterns = ("*/migrations/*", "*/migrations/guards/*", "*/grants.*")
    return [*(path for pattern in patterns for path in _files(root, pattern)), *_wiring(root)]


def _files(root: Path, pattern: str) -> list[Path]:
    """The files of the checkout itself: nothing below a hidden folder, which the data and the environment are."""
    found = (path for path in root.glob(pattern) if not path.relative_to(root).parts[0].startswith("."))
    return [path for path in found if path.is_file() and path.suffix != ".pyc"]


def _wiring(root: Path) -> list[Path]:
    """Return the files that decide which apps and packages there are."""
    return [root / "lock.txt", *_files(root, "casino/settings.py"), *_files(root, "casino/settings/*.py")]


def digest(files: Iterable[Path], *, below: Path | None = None) -> str:
    """One hash over the files' places and contents; with `below`, over their places in that folder."""
    total = hashlib.sha256()
    for path in sorted(set(files)):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path if below is None else path.relative_to(below)} {content}\n".encode())
    return total.hexdigest()


def read_accounts(output: str) -> list[Account]:
    """The sign-ins among the lines of `seed_house --list-accounts`; other lines are its log."""
    accounts = []
    for line in output.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict) and {"role", "email", "password"} <= found.keys():
            accounts.append(Account(str(found["role"]), str(found["email"]), str(found["password"])))
    return accounts


def _applied(url: str) -> str:
    """A mark of the migrations this very database has seen; differs for every database."""
    place = urlsplit(url)
    try:
        with psycopg.connect(database_address.conninfo(url)) as connection:
            row = connection.execute("SELECT oid::text FROM pg_database WHERE datname = current_database()").fetchone()
            rows = connection.execute("SELECT app, name, applied::text FROM django_migrations ORDER BY id").fetchall()
    except psycopg.errors.UndefinedTable:
        return "none"
    except psycopg.Error as error:
        raise Trouble(f"The database does not answer: {' '.join(str(error).split())}") from error
    where = re.sub(r":\d+", "", place.netloc.rpartition("@")[2])  # the embedded server's port differs at each start
    return hashlib.sha256(repr((where, place.path, row, rows)).encode()).hexdigest()
