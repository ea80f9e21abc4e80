"""The folder of backups: which are kept, what the next one adds to, which files of the log belong together."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from launcher import asked, command, drill, restore, schema, store
from launcher.folder import Folder
from launcher.processes import Patience
from launcher.programs import Programs
from launcher.recovery import NotRestored
from launcher.store import Backup, Segment, Store
from launcher.trouble import Trouble

from .houses import ROOT

NOW = datetime(2026, 11, 27, 10, tzinfo=UTC)
SYSTEM = "7301"


def made(days_ago: float, after: Backup | None = None, **others: Any) -> Backup:
    at = NOW - timedelta(days=days_ago)
    facts: dict[str, Any] = {
        "name": at.strftime(store.NAME),
        "after": None if after is None else after.name,
        "began": at,
        "ended": at,
        "release": "0.1.0",
        "schema": schema.known(ROOT),
        "postgres": 180_006,
        "system": SYSTEM,
        "timeline": 1,
        "start": "0/2000028",
        "end": "0/2000120",
        "segment_bytes": store.SEGMENT_BYTES,
        "superuser": "sabot",
        "database": "sabot",
        "size": 1,
        "manifest": "",
    }
    return Backup(**(facts | others))


def kept_in(folder: Path, *backups: Backup) -> Store:
    kept = Store(folder)
    kept.make()
    for each in backups:
        draft = kept.draft(each.name)
        (draft / "data").mkdir()
        kept.keep(draft, each)
    return kept


def weeks(count: int) -> list[Backup]:
    """A full backup a week, the oldest first, each with one upon it a day later."""
    found = []
    for number in range(count, 0, -1):
        full = made(7 * number)
        found += [full, made(7 * number - 1, full)]
    return found


# What is kept


def test_backups_older_than_two_weeks_go_with_all_that_is_upon_them() -> None:
    backups = weeks(5)
    gone = store.expired(backups, now=NOW)
    assert gone == backups[:6], "the last upon the third is of fifteen days ago"


def test_the_two_newest_full_ones_stay_however_old_they_are() -> None:
    assert store.expired(weeks(2), now=NOW + timedelta(days=900)) == []
    assert len(store.expired(weeks(3), now=NOW + timedelta(days=900))) == 2


def test_the_next_backup_adds_to_the_last_until_the_full_one_is_a_week_old() -> None:
    full = made(3)
    upon = made(2, full)
    assert store.base_for([], system=SYSTEM, now=NOW) is None
    assert store.base_for([full, upon], system=SYSTEM, now=NOW) == upon
    assert store.base_for([full, upon], system=SYSTEM, now=NOW + timedelta(days=4)) is None
    assert store.base_for([full, upon], system="another", now=NOW) is None


def test_what_a_kill_left_half_made_is_no_backup_and_goes(tmp_path: Path) -> None:
    full = made(1)
    kept = kept_in(tmp_path / "kept", full)
    (kept.draft("2026-11-27T100000Z") / "data").mkdir()
    assert kept.backups() == [full]
    kept.clear()
    assert [path.name for path in kept.folder.iterdir() if path.name.endswith(".part")] == []
    (kept.folder / full.name / "sabot.json").write_text("{half")
    assert kept.backups() == []


def test_a_backup_whose_basis_is_gone_gets_a_sentence(tmp_path: Path) -> None:
    full = made(2)
    upon = made(1, full)
    kept = kept_in(tmp_path / "kept", full, upon)
    assert kept.chain(upon) == [full, upon]
    kept.remove([full])
    with pytest.raises(Trouble, match=f"needs {full.name}, which is not in"):
        kept.chain(upon)


def test_the_backups_of_another_database_are_not_mixed_in(tmp_path: Path) -> None:
    kept = kept_in(tmp_path / "kept")
    kept.claim("1", store.SEGMENT_BYTES)
    kept.claim("1", store.SEGMENT_BYTES)
    with pytest.raises(Trouble, match="holds the backups of another database"):
        kept.claim("2", store.SEGMENT_BYTES)


# The archive


def test_the_archive_is_followed_up_to_a_gap(tmp_path: Path) -> None:
    found = [Segment(number, 1, tmp_path / str(number)) for number in (1, 2, 3, 5, 6)]
    assert store.unbroken(found, 2) == (found[1:3], 4)
    assert store.unbroken(found, 5) == (found[3:], None)
    assert store.unbroken(found, 7) == ([], None)
    assert store.unbroken(found, 0) == ([], 0), "the first file that is needed is not there"


def test_files_of_the_log_are_told_by_their_numbers_and_whole_ones_come_first(tmp_path: Path) -> None:
    kept = kept_in(tmp_path / "kept", made(1, start="1/01000028"))
    for part, name in (
        ("1", "0000000100000000000000FF"),
        ("1", "000000010000000100000000.partial"),
        ("2", "000000010000000100000000"),
        ("2", "000000010000000100000001.partial"),
        ("2", "00000002.history"),
        ("2", "other"),
    ):
        (kept.wal / part).mkdir(exist_ok=True)
        (kept.wal / part / name).write_text("")
    found = kept.segments()
    assert [(each.number, each.path.parent.name) for each in found] == [(255, "1"), (256, "2"), (257, "2")]
    assert found[-1].name == "000000010000000100000001"
    assert [path.name for path in kept.histories()] == ["00000002.history"]
    assert kept.forget_log(kept.backups()) == 3, "of one that is there twice, both"
    assert [each.number for each in kept.segments()] == [257]
    assert kept.forget_log([]) == 0


# What is asked for


def test_a_moment_has_its_zone() -> None:
    assert restore.moment("latest") is None
    assert restore.moment("2026-11-27T10:15:00Z") == datetime(2026, 11, 27, 10, 15, tzinfo=UTC)
    assert restore.moment("2026-10-25T01:30:00+01:00") == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    for words in ("yesterday", "2026-11-27T10:15:00", "2026-13-01T00:00:00Z"):
        with pytest.raises(Trouble, match="no moment with its zone"):
            restore.moment(words)


@pytest.mark.parametrize(
    ("until", "sentence"),
    [
        (NOW - timedelta(days=30), "no moment before that can be restored"),
        (datetime.now(UTC) + timedelta(hours=1), "is not past yet"),
    ],
)
def test_a_moment_outside_of_what_there_is_gets_a_sentence(
    until: datetime, sentence: str, tmp_path: Path, folder: Folder
) -> None:
    kept = kept_in(tmp_path / "kept", made(3))
    with pytest.raises(NotRestored, match=sentence) as caught:
        restore.plan(kept, until, folder)
    assert caught.value.code == "no-backup"


def test_without_a_backup_there_is_nothing_to_restore(tmp_path: Path, folder: Folder) -> None:
    with pytest.raises(NotRestored, match="There is no backup in"):
        restore.plan(kept_in(tmp_path / "kept"), None, folder)


def test_an_older_release_leaves_a_newer_schema_alone(tmp_path: Path) -> None:
    newer = schema.known(ROOT) | {"players": "9999_of_tomorrow"}
    kept = kept_in(tmp_path / "kept", made(1, schema=newer, release="9.0.0"))
    with pytest.raises(
        Trouble, match=r"release 9\.0\.0\) has the schema of a newer release \(players/9999_of_tomorrow\)"
    ):
        restore.plan(kept, None, Folder(ROOT))
    assert schema.newer(schema.known(ROOT), ROOT) == []
    assert schema.newer({"players": "0003_letters"}, ROOT) == [], "one that a later one replaces"


def test_keys_that_are_not_here_are_asked_for(tmp_path: Path, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SABOT_SHOE_KEY", "SABOT_LOG_KEY"):
        monkeypatch.delenv(name, raising=False)
    kept = kept_in(tmp_path / "kept", made(1, schema={}))
    with pytest.raises(Trouble, match="bring its secrets into"):
        restore.plan(kept, None, folder)
    assert not (folder.secrets / "shoe_key").exists(), "a key made now would open nothing"


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    restore.check_empty(tmp_path / "new")
    restore.check_empty(tmp_path)
    (tmp_path / "kept").write_text("word")
    with pytest.raises(Trouble, match="is not empty"):
        restore.check_empty(tmp_path)
    with pytest.raises(Trouble, match="no folder"):
        restore.check_empty(tmp_path / "kept")
    assert (tmp_path / "kept").read_text() == "word"


def test_a_drill_into_a_folder_with_something_in_it_takes_nothing_away(
    tmp_path: Path, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "Folder", lambda: folder)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "kept").write_text("word")
    with pytest.raises(Trouble, match="is not empty"):
        drill.drill(["--into", str(tmp_path / "mine"), "--from", str(tmp_path / "none")])
    assert (tmp_path / "mine" / "kept").read_text() == "word"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--until"], "--until of restore needs a value"),
        (["--until", "--into", "x"], "--until of restore needs a value"),
        (["--onto", "x"], "restore has no --onto; it has --until, --into, --from"),
    ],
)
def test_options_that_are_wrong_get_a_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        asked.options("restore", arguments, restore.OPTIONS)
    assert asked.options("restore", ["--until=latest", "--into", "x"], restore.OPTIONS) == {
        "--until": "latest",
        "--into": "x",
    }


def test_what_a_program_says_becomes_one_line(tmp_path: Path) -> None:
    programs = Programs(tmp_path / "log", Patience(), tmp_path)
    said = 'pg_verifybackup: error: checksum mismatch for file "base/5/1259"\npg_verifybackup: error: other\n'
    assert 'checksum mismatch for file "base/5/1259"' in programs.sentence("pg_verifybackup", said)
    full = "pg_basebackup: error: could not write to file: No space left on device\n"
    assert programs.sentence("pg_basebackup", full) == "pg_basebackup found the disk full."
    with pytest.raises(Trouble, match="has no PostgreSQL"):
        programs.major()


def test_the_list_of_a_backups_files_tells_its_place_in_the_log(tmp_path: Path) -> None:
    ranges = [{"Timeline": 1, "Start-LSN": "0/1000028", "End-LSN": "0/2000000"}]
    ranges.insert(0, {"Timeline": 2, "Start-LSN": "0/2000000", "End-LSN": "0/2000100"})
    (tmp_path / "backup_manifest").write_text(json.dumps({"WAL-Ranges": ranges}))
    assert store.log_of(tmp_path) == (2, "0/1000028", "0/2000100")
