"""A house of one machine and its copies: backed up, archived, drilled, restored, put in its own place. One story."""

import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from launcher import roles
from launcher.store import Store

from .houses import Copy, Process, until

pytestmark = [pytest.mark.house, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="sabot-kept-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


@pytest.fixture(scope="module")
def house(place: Path) -> Iterator[Copy]:
    copy = Copy(place / "house")
    copy.open()
    yield copy
    copy.discard()


@pytest.fixture(scope="module")
def archive(house: Copy) -> Iterator[Process]:
    """The archive beside it, through all that follows."""
    process = house.beside("archive")
    until(lambda: "The log is archived into" in process.output(), 60, process.output)
    yield process
    process.end()


def kept(house: Copy) -> Store:
    return Store(house.folder / ".sabot/backups")


def ask(house: Copy, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(house.state()["database_url"]) as connection:
        return list(connection.execute(query.encode()).fetchall())


def test_an_open_house_is_backed_up_and_told_what_is_not_in_it(house: Copy, archive: Process) -> None:
    done = house.run("backup")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "is whole (full)" in done.stdout
    assert "on this machine's own disk" in done.stdout
    assert "The keys are not in it" in done.stdout
    (made,) = kept(house).backups()
    ((told,),) = ask(house, "SELECT facts FROM players_event WHERE name = 'backup.made'")
    assert told["backup"] == made.name
    assert (told["full"], told["size"]) == (True, made.size)
    assert (made.database, made.superuser) == ("sabot", "sabot")
    written = "".join(path.read_text() for path in (house.folder / ".sabot/logs").glob("backup.log"))
    word = (house.folder / ".sabot/secrets/postgres_backup").read_text().strip()
    assert word not in written


def test_a_backup_that_is_killed_leaves_those_before_it(house: Copy, archive: Process) -> None:
    before = kept(house).backups()
    process = house.beside("backup")
    until(lambda: bool(list(kept(house).folder.glob(".*.part"))) or not process.runs(), 30, process.output)
    process.kill()
    assert kept(house).backups()[: len(before)] == before
    done = house.run("backup")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "incremental after" in done.stdout
    assert not list(kept(house).folder.glob(".*.part"))


def test_the_drill_proves_the_copy_and_the_house_knows_of_it(house: Copy, archive: Process) -> None:
    done = house.run("drill")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agrees: " in done.stdout
    assert "The house knows of it." in done.stdout
    assert not (house.folder / ".sabot/drill").exists()
    ((facts,),) = ask(house, "SELECT facts FROM players_event WHERE name = 'drill.proven'")
    assert isinstance(facts, dict)
    assert facts["transfers"] == ask(house, "SELECT count(*) FROM wallet_transfer")[0][0]


def test_a_drill_with_a_backup_that_was_touched_is_told_as_failed(house: Copy, archive: Process) -> None:
    *_, last = kept(house).backups()
    victim = kept(house).data(last) / "PG_VERSION"
    sound = victim.read_text()
    victim.write_text("17\n")
    done = house.run("drill")
    victim.write_text(sound)
    assert done.returncode == 1
    assert 'PG_VERSION"' in done.stdout
    assert "the drill FAILED" in done.stdout
    ((facts,),) = ask(house, "SELECT facts FROM players_event WHERE name = 'drill.failed'")
    assert facts == {"backup": last.name, "fault": "touched"}


def test_the_archive_goes_on_when_the_house_comes_back_on_another_port(house: Copy, archive: Process) -> None:
    assert house.run("stop").returncode == 0
    house.ended()
    until(lambda: "The house is closed; the archive waits for it." in archive.output(), 90, archive.output)
    closed = house.run("backup")
    assert closed.returncode == 0, closed.stdout + closed.stderr
    before = archive.output().count("The log is archived into")  # once, or twice: a closed house is opened to be copied
    house.open()
    until(lambda: archive.output().count("The log is archived into") > before, 90, archive.output)


def test_a_restored_house_takes_the_place_of_the_lost_one(house: Copy, archive: Process, place: Path) -> None:
    lines = ask(house, "SELECT id FROM wallet_transfer ORDER BY id")
    until(lambda: received(house), 60)
    into = place / "restored"
    done = house.run("restore", "--until", "latest", "--into", str(into))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "of the house up to now" in done.stdout
    data = Path(json.loads((into / "restored.json").read_text())["data"])
    assert house.run("stop").returncode == 0
    house.ended()
    ours = house.folder / ".sabot/pg"
    if not ours.exists():
        pytest.skip("the servers' data lies outside this folder")
    shutil.rmtree(ours)
    data.rename(ours)
    house.open()
    assert house.ready()
    assert ask(house, "SELECT id FROM wallet_transfer ORDER BY id")[: len(lines)] == lines
    assert house.run("manage", "verify_ledger").returncode == 0


def received(house: Copy) -> bool:
    word = (house.folder / ".sabot/secrets/postgres").read_text().strip()
    url = roles.url_of(house.state()["database_url"], "sabot", word, "postgres")
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT flush_lsn >= pg_current_wal_flush_lsn() FROM pg_stat_replication WHERE state = 'streaming'"
        ).fetchone()
    return row is not None and bool(row[0])


def test_the_database_is_not_carried_over_without_need_or_while_it_is_open(house: Copy, archive: Process) -> None:
    assert "The house is open: close it first" in house.run("upgrade-database").stderr
    assert house.run("stop").returncode == 0
    house.ended()
    done = house.run("upgrade-database")
    assert done.returncode == 0
    assert "there is nothing to do" in done.stdout


def test_data_of_an_older_postgresql_is_left_alone_until_its_programs_are_named(house: Copy) -> None:
    version = house.folder / ".sabot/pg/PG_VERSION"
    if not version.exists():
        pytest.skip("the servers' data lies outside this folder")
    sound = version.read_text()
    version.write_text("17\n")
    try:
        up = house.run("up")
        unnamed = house.run("upgrade-database")
        wrong = house.run("upgrade-database", "--from", str(house.folder))
        other = house.run("upgrade-database", "--from", os.environ.get("SABOT_VENV") or sys.prefix)
    finally:
        version.write_text(sound)
    assert "./sabot upgrade-database carries it over" in up.stderr
    assert "name the folder of its programs with --from" in unnamed.stderr
    assert "has no bin/postgres" in wrong.stderr
    assert "The data is of PostgreSQL 17, and" in other.stderr
    assert not list((house.folder / ".sabot").glob("pg.*"))


def test_an_older_release_leaves_a_newer_database_alone(house: Copy) -> None:
    """As where a release was taken back: the newest migration is one that this release does not have."""
    newest = sorted((house.folder / "wallet/migrations").glob("0*.py"))[-1]
    content = newest.read_text()
    newest.unlink()
    up = house.run("up")
    restored = house.run("restore", "--until", "latest", "--into", str(house.folder.with_name("older")))
    newest.write_text(content)
    for done in (up, restored):
        assert done.returncode == 1
        assert f"the schema of a newer release (wallet/{newest.stem})" in done.stderr
        assert "Traceback" not in done.stderr
    assert not house.folder.with_name("older").exists()


def test_signals_end_the_archive_in_good_order(house: Copy, archive: Process) -> None:
    archive.signal(signal.SIGTERM)
    assert archive.wait() == 0
    assert "The archive ends here" in archive.output()
