"""Players bet while backup and archive run; the house is restored to a moment elsewhere, and all is proven there.

The archive is killed amid it. The witnesses are the clients' logs: each slip acknowledged before the moment is in the
copy, and none that was sent after it.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from launcher import environment, quarters, roles, schema, servers, store
from launcher.folder import Folder
from launcher.store import Store
from tests.faults.clients import crowd
from tests.faults.places import throwaway
from tests.faults.support import until
from tests.faults.test_postgres import CODE, close_round, hurry, run
from tests.integration.test_kept_releases import DUMPS, load
from tests.releases.keep import KEYS
from tests.rules import rule
from tests.running import ROOT, running_house

pytestmark = [pytest.mark.house, pytest.mark.long, pytest.mark.timeout(1_800)]
HAS: Final = {name: KEYS[name] for name in ("SABOT_SHOE_KEY", "SABOT_LOG_KEY")}
"""The keys of the kept house."""
NEVER: Final = datetime.min.replace(tzinfo=UTC)
LINES: Final = "SELECT id, amount, code, key::text, created_at FROM wallet_transfer ORDER BY id"
SLIPS: Final = "SELECT key::text FROM tables_slip WHERE refusal IS NULL"


@dataclass
class Site:
    """A house on a server of its own, the folder of its backups, and the commands that copy it."""

    server: servers.Server
    base: Path
    archive: "subprocess.Popen[bytes] | None" = None
    moment: datetime = NEVER
    logs: Path = Path()
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def kept(self) -> Store:
        return Store(self.base / "kept")

    def sabot(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """One of the launcher's commands, to its end."""
        return subprocess.run(
            [sys.executable, "-m", "launcher", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def start_archive(self) -> None:
        """The archive, for as long as the test wants it."""
        with (self.base / "archive.out").open("ab") as output:
            self.archive = subprocess.Popen(
                [sys.executable, "-m", "launcher", "archive", "--into", str(self.kept.folder)],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        until("the archive receives", self.receives)

    def end_archive(self, with_signal: int) -> None:
        assert self.archive is not None
        self.archive.send_signal(with_signal)
        self.archive.wait()
        until("the log is not received any more", lambda: not self.receives())

    def receives(self) -> bool:
        return bool(self.ask("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"))

    def received(self) -> bool:
        """Whether the archive has all that was written."""
        return bool(self.ask("SELECT 1 FROM pg_stat_replication WHERE flush_lsn >= pg_current_wal_flush_lsn()"))

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.server.urls[servers.USER]) as connection:
            return connection.execute(query.encode()).fetchall()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A kept house that was played at again, with a full backup, one upon it, and an archive up to its last line."""
    with throwaway() as base:
        server = servers.start_postgres(base, durable=True)
        site = Site(server, base)
        try:
            site.environment = _environment(site)
            _still(site)
            load(DUMPS[-1], server.urls[servers.USER])
            if schema.applied(server.url) != schema.known(ROOT):
                run_manage(site, "migrate", "--no-input", "-v", "0")
            _play(site)
            yield site
        finally:
            if site.archive is not None and site.archive.poll() is None:
                site.end_archive(signal.SIGINT)
            server.stop()
            quarters.discard(quarters.find(base), base)


def _still(site: Site) -> None:
    """Nothing is written but what the tests write: autovacuum commits too, at moments of its own."""
    with psycopg.connect(site.server.urls[servers.USER], autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET autovacuum = off")
        connection.execute("SELECT pg_reload_conf()")


def _environment(site: Site) -> dict[str, str]:
    """That of a house on a PostgreSQL of one's own, as its keeper sets it."""
    urls = site.server.urls
    server = urls[roles.BACKUP].rpartition("/")[0] + "/postgres"
    ours = {"DATABASE_URL": urls[roles.APP], "SABOT_OWNER_URL": urls[roles.OWNER], "SABOT_READ_URL": urls[roles.READ]}
    return dict(os.environ) | ours | HAS | {"SABOT_BACKUP_URL": server, "SABOT_VENV": sys.prefix}


def run_manage(site: Site, *arguments: str) -> None:
    """A command of the house, by the owner of its database."""
    subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=site.environment | {"DATABASE_URL": site.server.urls[roles.OWNER]},
        check=True,
    )


def _play(site: Site) -> None:
    site.logs, logs = site.base / "clients", site.base / "house"
    logs.mkdir()
    url = site.server.url
    ours = HAS | {"DATABASE_URL": url}
    with running_house(logs, parts=(), web=False, environment=ours) as house:
        cookies = json.loads(run(house, "-m", "tests.faults.elsewhere", "furnish", CODE))["cookies"]
        house.start_dealer()
        house.start_web()
        site.start_archive()
        sessions = {int(person): cookie for person, cookie in cookies.items()}
        with crowd(house.url, CODE, sessions, site.logs, nudge=lambda: hurry(url)) as players:
            players.arrive()
            for number in range(2):
                players.bets_go_on(10)
                close_round(url)
                _whole(site.sabot("backup", "--into", str(site.kept.folder)))
                players.bets_go_on(10)
                if not number:
                    site.end_archive(signal.SIGKILL)
                    players.bets_go_on(5)
                    site.start_archive()
            close_round(url)
            players.bets_go_on(20)
            site.moment = datetime.now(UTC)
            players.bets_go_on(20)
            close_round(url)
            players.bets_go_on(5)
            players.come_to_rest()
    until("the archive has it all", site.received)


def _whole(done: "subprocess.CompletedProcess[str]") -> None:
    assert done.returncode == 0, done.stdout + done.stderr
    assert "is whole" in done.stdout


def notes(site: Site) -> list[dict[str, Any]]:
    """Every note of every client."""
    return [json.loads(line) for log in sorted(site.logs.glob("*.jsonl")) for line in log.read_text().splitlines()]


@contextlib.contextmanager
def opened(into: Path) -> Iterator[str]:
    """The URL of a reader of the restored copy, as the next start would open it."""
    server = servers.start_postgres(into, passwords=environment.passwords(Folder()), log=into / "postgres.log")
    try:
        yield server.urls[roles.READ]
    finally:
        server.stop()


def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode()).fetchall()


def test_the_second_backup_has_only_what_changed(site: Site) -> None:
    first, second = site.kept.backups()
    assert (first.after, second.after) == (None, first.name)
    assert second.size < first.size
    assert first.release == second.release == "0.1.0"
    assert first.schema["wallet"] == second.schema["wallet"]
    assert (site.kept.folder / first.name).stat().st_mode & 0o077 == 0


def test_the_archive_has_no_gap_though_it_was_killed(site: Site) -> None:
    first, *_ = site.kept.backups()
    found, missing = store.unbroken(site.kept.segments(), store.place_of(first.end) // first.segment_bytes)
    assert found
    assert missing is None


@rule(
    "GL-49",
    asserts="A house restored elsewhere to a moment amid bets has every line up to it and none after, and its ledger, "
    "rounds and sealed days are proven there.",
)
def test_the_house_is_restored_to_a_moment_under_load(site: Site) -> None:
    into = site.base / "copy"
    moment = site.moment.isoformat()
    done = site.sabot("restore", "--until", moment, "--into", str(into), "--from", str(site.kept.folder))
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads((into / "restored.json").read_text())
    assert found["holds"]
    assert found["found"]["Ledger"].startswith("agrees: ")
    assert found["lacks_seconds"] < 10, "players were betting"
    same, _, of = found["found"]["Rounds"].partition(" of ")
    assert of.startswith(same)
    assert int(same) >= 2

    with opened(into) as url:
        copied, kept_slips = rows(url, LINES), {key for (key,) in rows(url, SLIPS)}
    lines = rows(site.server.urls[servers.USER], LINES)
    assert copied == lines[: len(copied)], "the lines up to the moment, and none between missing"
    assert len(copied) < len(lines)
    assert all(at <= site.moment for *_, at in copied)
    at = site.moment.timestamp()
    acknowledged = {note["key"] for note in notes(site) if note.get("say") == "receipt" and note["at"] < at}
    asked_first: dict[str, float] = {}
    for note in notes(site):
        if note["note"] == "ask":
            asked_first.setdefault(note["key"], note["at"])
    later = {key for key, first in asked_first.items() if first > at}
    assert acknowledged
    assert later
    assert acknowledged <= kept_slips
    assert not later & kept_slips


def test_the_latest_state_lacks_nothing(site: Site) -> None:
    into = site.base / "latest"
    done = site.sabot("restore", "--until", "latest", "--into", str(into), "--from", str(site.kept.folder))
    assert done.returncode == 0, done.stdout + done.stderr
    with opened(into) as url:
        assert rows(url, LINES) == rows(site.server.urls[servers.USER], LINES)


def test_a_folder_with_something_in_it_is_left_alone(site: Site, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("word")
    done = site.sabot("restore", "--until", "latest", "--into", str(tmp_path), "--from", str(site.kept.folder))
    assert (done.returncode, done.stdout) == (1, "")
    assert "is not empty" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_moment_that_the_archive_does_not_reach_is_said_so(site: Site) -> None:
    """The house is quiet since its last line: nothing that was written is of so late a moment."""
    into = site.base / "beyond"
    time.sleep(2)  # the test before may have written something just now
    late = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
    done = site.sabot("restore", "--until", late, "--into", str(into), "--from", str(site.kept.folder))
    assert done.returncode == 1
    assert "The archive does not reach" in done.stderr
    assert "its last transaction is of" in done.stderr
    assert list(into.iterdir()) == []


def test_a_file_that_the_archive_lacks_is_named(site: Site) -> None:
    gapped = Store(site.base / "gapped")
    gapped.make()
    *_, last = site.kept.backups()
    for each in site.kept.backups():
        (gapped.folder / each.name).symlink_to(site.kept.folder / each.name)
    number = store.place_of(last.end) // last.segment_bytes
    (gapped.wal / "1").mkdir()
    (gapped.wal / "1" / f"{last.timeline:08X}{0:08X}{number + 1:08X}").write_bytes(bytes(16))
    moment = site.moment.isoformat()
    into = site.base / "gap"
    done = site.sabot("restore", "--until", moment, "--into", str(into), "--from", str(gapped.folder))
    assert done.returncode == 1
    assert f"It lacks {last.timeline:08X}{0:08X}{number:08X}" in done.stderr


def test_a_backup_that_was_touched_is_named_and_nothing_is_restored(site: Site) -> None:
    first, *_ = site.kept.backups()
    victim = max(site.kept.data(first).glob("base/*/[0-9]*"), key=lambda path: path.stat().st_size)
    content = bytearray(victim.read_bytes())
    content[len(content) // 2] ^= 1
    sound = victim.read_bytes()
    victim.write_bytes(content)
    try:
        into = site.base / "touched"
        done = site.sabot("restore", "--until", "latest", "--into", str(into), "--from", str(site.kept.folder))
    finally:
        victim.write_bytes(sound)
    assert done.returncode == 1
    assert f"Backup {first.name} was touched" in done.stderr
    assert str(victim.relative_to(site.kept.data(first))) in done.stderr
    assert list(into.iterdir()) == []


def test_a_list_of_files_that_was_written_anew_is_named_too(site: Site) -> None:
    """pg_verifybackup believes a list whose own sum fits; what the backup says of its list has to fit as well."""
    first, *_ = site.kept.backups()
    file = site.kept.folder / first.name / "sabot.json"
    sound = file.read_text()
    file.write_text(json.dumps(json.loads(sound) | {"manifest": "0" * 64}))
    try:
        into = site.base / "anew"
        done = site.sabot("restore", "--until", "latest", "--into", str(into), "--from", str(site.kept.folder))
    finally:
        file.write_text(sound)
    assert done.returncode == 1
    assert "backup_manifest is another than was made" in done.stderr


def test_a_full_disk_keeps_nothing_of_the_backup_and_all_of_those_before(site: Site) -> None:
    small = site.base / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m,mode=0700", "none", str(small)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        done = site.sabot("backup", "--into", str(small))
        assert done.returncode == 1
        assert f"The disk of {small} is full" in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert Store(small).backups() == []
        assert not list(small.glob(".*.part"))
    finally:
        subprocess.run(["umount", str(small)], check=True)
    copy = site.base / "no-room"
    copy.mkdir()
    copy.chmod(0o711)
    mount[-3:] = ["size=12m,mode=0711", "none", str(copy)]
    subprocess.run(mount, check=True)
    try:
        done = site.sabot("restore", "--until", "latest", "--into", str(copy), "--from", str(site.kept.folder))
        assert done.returncode == 1
        assert "is full; nothing was kept of the copy" in done.stderr
        assert list(copy.iterdir()) == []
    finally:
        subprocess.run(["umount", str(copy)], check=True)
    assert len(site.kept.backups()) == 2


def gave_up(connection: psycopg.Connection, segment: tuple[Any, ...] | None) -> bool:
    """Whether a checkpoint removed the segment; the summary for incremental backups may still need it."""
    connection.execute("CHECKPOINT")
    return not connection.execute("SELECT 1 FROM pg_ls_waldir() WHERE name = %s", segment).fetchall()


def test_an_archive_that_the_database_gave_up_on_says_so_and_begins_anew(site: Site) -> None:
    """It gives up where more than eight gigabytes wait; here its slot is taken away, and the log goes on without it."""
    site.end_archive(signal.SIGINT)
    with psycopg.connect(site.server.urls[servers.USER], autocommit=True) as connection:
        connection.execute("SELECT pg_drop_replication_slot('sabot_archive')")
        last = connection.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()
        for _ in range(3):
            connection.execute("SELECT pg_logical_emit_message(false, 'sabot', repeat('x', 1000000), true)")
            connection.execute("SELECT pg_switch_wal()")
        until("the database gives up the log", lambda: gave_up(connection, last))
    site.start_archive()
    assert "has a gap from here" in (site.base / "archive.out").read_text()
    assert (site.kept.wal / "2").is_dir()


def test_two_archives_into_one_folder_are_refused(site: Site) -> None:
    done = site.sabot("archive", "--into", str(site.kept.folder))
    assert done.returncode == 1
    assert "Another archive writes into" in done.stderr
