"""A copy of the database out of a backup and the archive: its files laid out, and the log played up to a moment.

The copy has a server of its own, which only this user (by the socket) and the roles of the house (from this machine,
each with its password) reach. It takes none of the settings of the server that was copied. Must not know what
is proven on it.
"""

import contextlib
import os
import pwd
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import psycopg

from launcher import environment, processes, quarters, roles, servers, store
from launcher.databases import Databases
from launcher.folder import Folder
from launcher.processes import Patience
from launcher.programs import NO_ROOM, ProgramFailed, Programs
from launcher.quarters import Quarters
from launcher.screen import Screen, Step
from launcher.servers import POSTGRES_SETTINGS, Server
from launcher.store import Backup, Store
from launcher.trouble import StopAsked, Trouble

LAST: Final = re.compile(r"last completed transaction was at log time (.+)")
SHORT: Final = "recovery ended before configured recovery target was reached"
EARLY: Final = "requested recovery stop point is before consistent recovery point"


class NotRestored(Trouble):
    """Why there is no copy; `code` is the reason as the house keeps it."""

    def __init__(self, sentence: str, code: str = "not-restored") -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Plan:
    """What is restored: these backups in their order, then the log up to the moment, or to its end."""

    kept: Store
    chain: list[Backup]
    until: datetime | None

    @property
    def backup(self) -> Backup:
        """The last of the backups."""
        return self.chain[-1]


@dataclass(frozen=True, slots=True)
class Copy:
    """A running copy. `reached`: its last transaction out of the log; None where none was played."""

    databases: Databases
    data: Path
    reached: datetime | None
    missing: str | None
    """The file of the log that the archive lacks, with later ones there; None for an archive without a gap."""


class Recovery:
    """Makes one copy in a folder that is empty."""

    def __init__(self, folder: Folder, into: Path, screen: Screen, patience: Patience) -> None:
        self._folder = folder
        self._into = into
        self._screen = screen
        self._patience = patience
        self._log = folder.log("restore")
        self._programs = Programs(self._log, patience)

    @contextlib.contextmanager
    def copy(self, plan: Plan) -> Iterator[Copy]:
        """Make the copy, with its server running; a copy that fails is removed.

        Raises:
            NotRestored: a backup was touched, the archive ends before the moment, or the log cannot be played.
        """
        if not self._into.exists():
            self._into.mkdir(parents=True)
            self._into.chmod(0o711)  # passable: as root, PostgreSQL runs as another user
        place = quarters.find(self._into)
        socket = Path(tempfile.mkdtemp(prefix="sabot-copy-"))
        began = processes.end_of(self._log)
        server = None
        try:
            self._verify(plan)
            self._lay_out(plan, place)
            missing = self._bring_log(plan, place)
            quarters.give(socket, place.tenant)
            server = self._server(plan, place, socket)
            self._play(server, plan, socket, began, missing)
            yield self._opened(server, plan, place, socket, missing)
        except BaseException as failed:
            _stop(server, self._patience)
            if not isinstance(failed, GeneratorExit):
                discard(self._into)
            if isinstance(failed, ProgramFailed) and failed.no_room:
                raise NotRestored(f"The disk of {self._into} is full; nothing was kept of the copy.") from failed
            raise
        finally:
            _stop(server, self._patience)
            shutil.rmtree(socket, ignore_errors=True)
            shutil.rmtree(place.data / "log", ignore_errors=True)

    def _verify(self, plan: Plan) -> None:
        for each in plan.chain:
            with self._screen.step(f"Verifying backup {each.name}") as step:
                data = plan.kept.data(each)
                try:
                    self._programs.run("pg_verifybackup", ["--progress", data], step=step)
                except ProgramFailed as failed:
                    raise NotRestored(f"Backup {each.name} was touched: {failed}", "touched") from failed
                if store.digest_of(data) != each.manifest:
                    raise NotRestored(
                        f"Backup {each.name} was touched: backup_manifest is another than was made.", "touched"
                    )

    def _lay_out(self, plan: Plan, place: Quarters) -> None:
        with self._screen.step("Laying the files out") as step:
            folders = [plan.kept.data(each) for each in plan.chain]
            draft = place.data / "pg.new.copy"
            self._programs.run("pg_combinebackup", [*folders, "--output", draft, "--no-manifest"])
            (draft / "recovery.signal").touch()
            _give_all(draft, place)
            draft.rename(place.data / "pg")
            step.say(f"{plan.backup.name}, {plan.backup.kind}")

    def _bring_log(self, plan: Plan, place: Quarters) -> str | None:
        """Bring the archive to where the copy's server can read it; the name of the file that it lacks, if any."""
        need = store.place_of(plan.backup.end) // plan.backup.segment_bytes
        found, missing = store.unbroken(plan.kept.segments(), need)
        into = place.data / "log"
        into.mkdir()
        with self._screen.step("Bringing the archive") as step:
            try:
                self._bring(plan, [(each.path, into / each.name) for each in found], step)
                self._bring(plan, [(path, into / path.name) for path in plan.kept.histories()], step)
            except OSError as error:
                raise NotRestored(f"The archive cannot be brought ({error.strerror}).") from error
            _give_all(into, place)
            step.say(f"{len(found)} files")
        if missing is None:
            return None
        per_high = (1 << 32) // plan.backup.segment_bytes
        return f"{plan.backup.timeline:08X}{missing // per_high:08X}{missing % per_high:08X}"

    def _bring(self, plan: Plan, files: list[tuple[Path, Path]], step: Step) -> None:
        for number, (path, to) in enumerate(files, 1):
            shutil.copyfile(path, to)
            step.say(f"{number} of {len(files)}")
            self._patience.rest(0)
            if self._patience.asked:
                raise StopAsked

    def _server(self, plan: Plan, place: Quarters, socket: Path) -> Server:
        port = servers.free_port()
        for name, text in (
            ("postgresql.conf", ""),
            ("pg_hba.conf", f"local all all peer map=launcher\n{servers.HBA}"),
            ("pg_ident.conf", f"launcher {pwd.getpwuid(os.geteuid()).pw_name} {plan.backup.superuser}\n"),
        ):
            (socket / name).write_text(text)
            quarters.give(socket / name, place.tenant)
        source = shlex.quote(str(place.data / "log")).replace("%", "%%")
        settings = POSTGRES_SETTINGS | {
            "port": str(port),
            "unix_socket_directories": str(socket),
            "config_file": str(socket / "postgresql.conf"),
            "hba_file": str(socket / "pg_hba.conf"),
            "ident_file": str(socket / "pg_ident.conf"),
            "restore_command": f"cp {source}/%f %p",
            "recovery_target_action": "promote",
            "hot_standby": "off",
            "summarize_wal": "off",
            "archive_mode": "off",
            # A copy waits for no replica and loads nothing that the server loaded.
            "synchronous_standby_names": "",
            "primary_conninfo": "",
            "shared_preload_libraries": "",
            "logging_collector": "off",
            "ssl": "off",
        }
        if plan.until is not None:
            settings["recovery_target_time"] = plan.until.strftime("%Y-%m-%d %H:%M:%S.%f+00")
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return Server(
            name="The copy",
            port=port,
            url="",
            arguments=[place.postgres / "bin" / "postgres", "-D", place.data / "pg", *options],
            log=self._log,
            tenant=place.tenant,
            stop_signal=2,
            ready=lambda: _answers(_by_socket(plan, socket, port)),
        )

    def _play(self, server: Server, plan: Plan, socket: Path, began: int, missing: str | None) -> None:
        with self._screen.step("Playing the log"):
            process = server.spawn()
            while not server.ready():
                self._patience.pause(0.2)
                if process.poll() is not None:
                    raise _why(processes.said_since(self._log, began), plan, missing, self._log)

    def _opened(self, server: Server, plan: Plan, place: Quarters, socket: Path, missing: str | None) -> Copy:
        """The copy with the passwords of this folder's roles, so that it may take the place of its database."""
        url = _by_socket(plan, socket, server.port)
        words = environment.passwords(self._folder)
        roles.make(url, plan.backup.database, passwords={role: words[role] for role in roles.ROLES})
        with psycopg.connect(url, autocommit=True) as connection:
            row = connection.execute("SELECT pg_last_xact_replay_timestamp()").fetchone()
            if plan.backup.superuser == servers.USER:
                roles.set_password(connection, servers.USER, words[servers.USER])
        made = {
            role: roles.url_of(f"postgresql://127.0.0.1:{server.port}", role, words[role], plan.backup.database)
            for role in roles.ROLES
        }
        return Copy(
            databases=Databases(app=made[roles.APP], owner=made[roles.OWNER], read=made[roles.READ]),
            data=place.data / "pg",
            reached=None if row is None else row[0],
            missing=missing,
        )


def discard(into: Path) -> None:
    """Take away a copy and all that was made beside it; the folder itself stays."""
    quarters.discard(quarters.find(into), into)
    for path in into.iterdir():
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


def _stop(server: Server | None, patience: Patience) -> None:
    if server is not None and server.process is not None:
        processes.end([server.process], with_signal=server.stop_signal, grace=60, patience=patience)
        server.process = None


def _give_all(folder: Path, place: Quarters) -> None:
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            quarters.give(path, place.tenant)


def _by_socket(plan: Plan, socket: Path, port: int) -> str:
    return f"postgresql://{plan.backup.superuser}@/postgres?host={socket}&port={port}"


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _why(said: str, plan: Plan, missing: str | None, log: Path) -> NotRestored:
    """Why the copy's server ended."""
    if NO_ROOM.search(said):
        return NotRestored("The disk is full; nothing was kept of the copy.")
    if SHORT in said and plan.until is not None:
        last = LAST.findall(said)
        ends = f"its last transaction is of {last[-1]}" if last else f"it has nothing after {plan.backup.name}"
        lacks = f" It lacks {missing}, and later files are of no use." if missing else ""
        return NotRestored(
            f"The archive does not reach {plan.until:%Y-%m-%d %H:%M:%S} UTC: {ends}.{lacks} Name an earlier moment, "
            "or --until latest for all that there is.",
            "archive-short",
        )
    if EARLY in said:
        return NotRestored("The moment lies before the end of the backup; name a later one.", "no-backup")
    return NotRestored(f"The copy's server ended; the end of {log} says:\n{processes.log_tail(log)}")
