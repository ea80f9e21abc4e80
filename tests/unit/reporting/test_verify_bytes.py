"""Every file of a sealed day, touched: the verifier names the file and the line (V-T1, V-T2).

`SABOT_LONG=1` flips every byte of every file, and takes out, doubles and exchanges every line.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reporting.evidence.manifests import Manifest
from reporting.verifier import verify_days
from reporting.verifier.verify_days import BROKEN, HOLDS, Asked, Findings
from tests.sealed_court import KitCourt
from tests.sealed_days import HOUSE, WITNESSES, SealedHouse, write_file

LONG = os.environ.get("SABOT_LONG") == "1"
FLIPS = 40
"""How many bytes of each file a short run flips, the first and the last among them and the others evenly between."""
LINES = 6
"""How many lines of each file a short run takes out, doubles and exchanges."""
MOST = 200_000
"""Of a file with more bytes than this the long run flips this many, evenly."""
PARTS = 8
"""The long run flips a file in so many tests, so that several processes share the work."""
DAY = "day/2026-03-29/r1"
OF_PLAY = ("bets.jsonl", "ledger.jsonl", "rounds.jsonl", "slips.jsonl")
LINE_FILES = (*OF_PLAY, "acts.jsonl", "court.jsonl", "judged.jsonl", "persons.jsonl", "rules.jsonl")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day of 62 rounds after a day without play, in a log that grew once."""
    house = SealedHouse(tmp_path_factory.mktemp("day"))
    house.play_day(0)
    house.publish()
    house.play_day(62)
    house.publish()
    return house.folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of one player and with the drift court's files: little enough to flip every byte of it."""
    house = SealedHouse(tmp_path_factory.mktemp("small"), players=1, court=KitCourt())
    house.play_day(0)
    house.publish()
    house.play_day(62)
    house.publish()
    return house.folder


def verify(folder: Path, *, every: bool = False) -> Findings:
    keys = (verify_days.read_key(HOUSE.verifier.vkey, 1),)
    witnesses = tuple(verify_days.read_key(each.verifier.vkey, 4) for each in WITNESSES)
    return verify_days.verify(Asked(folder=folder, keys=keys, witnesses=witnesses, quorum=3, every=every))


@contextmanager
def changed(path: Path, block: bytes) -> Iterator[None]:
    """The file with other bytes, for a while."""
    before = path.read_bytes()
    path.write_bytes(block)
    try:
        yield
    finally:
        path.write_bytes(before)


def first(findings: Findings) -> dict[str, Any]:
    return findings.faults[0].document()


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)


def test_the_folder_holds_and_has_what_is_touched(folder: Path) -> None:
    assert verify(folder).status == HOLDS
    names = {path.name for path in files_of(folder / "day" / "2026-03-29")}
    assert {"ledger.jsonl", "rounds.jsonl", "bets.jsonl", "slips.jsonl", "manifest.json", "bets.jsonl.leaves"} <= names
    rounds = (folder / "day/2026-03-29/r1/rounds.jsonl").read_text().splitlines()
    assert len(rounds) >= 60


def places_of(size: int, part: int) -> range:
    """The bytes of a file that one test flips."""
    if not LONG:
        return range(0, size, max(1, size // FLIPS))
    return range(part, size, PARTS * max(1, -(-size // MOST)))


def check_flips(folder: Path, path: Path, part: int) -> int:
    """Flip one bit of each of these bytes in turn; the verifier names the file, and the line. Returns how many."""
    block, named, tried = path.read_bytes(), path.relative_to(folder).as_posix(), 0
    for at in {*places_of(len(block), part), len(block) - 1}:
        flipped = bytearray(block)
        flipped[at] ^= 1 << at % 8
        path.write_bytes(flipped)
        findings = verify(folder)
        assert findings.faults, (named, at)
        check_named(first(findings), findings.status, path, at, named=named, line=block.count(b"\n", 0, at) + 1)
        tried += 1
    path.write_bytes(block)
    return tried


def check_named(fault: dict[str, Any], status: int, path: Path, at: int, *, named: str, line: int) -> None:
    """The fault is in this file, and in the line that byte `at` lies in."""
    where = (named, at, fault)
    if named == "log/checkpoint":
        # A witness's line with another name or number is a stranger's: the quorum is then missing.
        assert (status != HOLDS, fault["file"]) == (True, named), where
        return
    assert status == BROKEN, where
    assert (fault["file"] == named) or (path.name == fault["file"] and fault["day"] in named), where
    if path.suffix == ".leaves":
        assert (fault["code"], fault["line"]) == ("V10", at // 32 + 1), where
    elif path.name == "manifest.json":
        assert fault["code"] == "V05", where
    elif named.startswith("day/"):
        assert (fault["code"], fault["line"]) == ("V10", line), where


@pytest.mark.parametrize("part", range(PARTS if LONG else 1))
@pytest.mark.parametrize("name", [*LINE_FILES, *(f"{name}.leaves" for name in LINE_FILES)])
def test_a_flipped_byte_of_a_file_with_lines_is_named(small: Path, name: str, part: int) -> None:
    """V-T1, for the files of the day that has 62 rounds."""
    path = small / DAY / name
    assert check_flips(small, path, part) >= min(path.stat().st_size / PARTS, FLIPS)


def test_a_flipped_byte_of_every_other_file_is_named(small: Path) -> None:
    """V-T1, for the day without play, the log, and what has one line."""
    others = [path for path in files_of(small) if path.relative_to(small).parent.as_posix() != DAY]
    others += [path for path in files_of(small / DAY) if not path.name.startswith(LINE_FILES)]
    assert {"checkpoint", "manifest.json", "files.json", "report.json", "software.json"} <= {
        each.name for each in others
    }
    parts = range(PARTS if LONG else 1)
    tried = sum(check_flips(small, path, part) for path in others for part in parts)
    assert tried > 30 * len(others)


def test_every_byte_of_one_line_is_held(folder: Path) -> None:
    path = folder / "day/2026-03-29/r1/bets.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    head, line, tail = b"".join(lines[:7]), lines[7], b"".join(lines[8:])
    bet = json.loads(line)
    for at in range(len(line)):
        bent = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
        with changed(path, head + bent + tail):
            fault = first(verify(folder))
        assert (fault["code"], fault["file"], fault["line"]) == ("V10", "bets.jsonl", 8), at
        assert fault["offset"] == len(head)
    with changed(path, head + line.replace(b'"stake":', b'"stake":1') + tail):
        fault = first(verify(folder))
    assert fault["key"] == f"{bet['round']}/{bet['person']}/{bet['chance']}"


def ways_of(lines: list[bytes], at: int) -> Iterator[tuple[str, bytes, int]]:
    """A line taken out, doubled, exchanged with its neighbour: the fault, the file's bytes then, the line it names."""
    head, tail = lines[:at], lines[at + 1 :]
    yield "line-removed", b"".join([*head, *tail]), at + 1
    yield "line-inserted", b"".join([*head, lines[at], lines[at], *tail]), at + 2
    if tail:
        yield "lines-swapped", b"".join([*head, tail[0], lines[at], *tail[1:]]), at + 1


@pytest.mark.parametrize("name", LINE_FILES)
def test_each_line_taken_out_doubled_or_exchanged_is_named(small: Path, name: str) -> None:
    """V-T2."""
    path = small / DAY / name
    lines = path.read_bytes().splitlines(keepends=True)
    for at in {*range(0, len(lines), 1 if LONG else max(1, len(lines) // LINES)), len(lines) - 1}:
        for kind, block, line in ways_of(lines, at):
            with changed(path, block):
                fault = first(verify(small))
            assert (fault["code"], fault["name"]) == ("V11", kind), (name, at)
            assert (fault["file"], fault["line"]) == (name, line), (name, at)
            assert fault.get("other") == (line + 1 if kind == "lines-swapped" else None), (name, at)


def test_with_all_each_touched_line_is_named(folder: Path) -> None:
    path = folder / "day/2026-03-29/r1/ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for at in (3, 40, 41, 99):
        lines[at] = lines[at].replace(b'"amount":', b'"amount":9')
    with changed(path, b"".join(lines)):
        findings = verify(folder, every=True)
    assert [each.where["line"] for each in findings.faults if each.kind == "line-touched"] == [4, 41, 42, 100]


def test_files_that_are_missing_or_too_many_are_named(folder: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    day = copy / "day/2026-03-29/r1"
    tries = [
        (day / "bets.jsonl", "file-missing"),
        (day / "bets.jsonl.leaves", "file-missing"),
        (day / "manifest.json", "file-missing"),
        (day / "notes.txt", "file-extra"),
        (day / "inner" / "bets.jsonl", "file-extra"),
        (copy / "day" / "2026-03-29" / "r01", "file-extra"),
        (copy / "day" / "read.me", "file-extra"),
        (copy / "log" / "tile" / "0" / "001", "file-extra"),
        (copy / "log" / "tile" / "0" / "000.p" / "0", "file-extra"),
        (max((copy / "log/tile/entries/000.p").iterdir(), key=lambda each: int(each.name)), "file-missing"),
    ]
    for path, name in tries:
        before = path.read_bytes() if path.exists() else None
        if before is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"")
        else:
            path.unlink()
        found = {(each.kind, each.where["file"].split("/")[-1]) for each in verify(copy, every=True).faults}
        assert (name, path.name) in found, path
        if before is None:
            path.unlink()
        else:
            path.write_bytes(before)
        if path.parent.name == "inner":
            path.parent.rmdir()
    min((copy / "log/tile/entries/000.p").iterdir(), key=lambda each: int(each.name)).unlink()
    shutil.rmtree(copy / "day/2026-03-29/r01", ignore_errors=True)
    shutil.rmtree(copy / "log/tile/0/000.p/0", ignore_errors=True)
    assert verify(copy).faults == [], "a narrower bundle may be deleted"


def test_one_of_two_equal_lines_taken_out_is_named(tmp_path: Path) -> None:
    """A further file of a house may have a line twice: the last of them is missed too."""
    house = SealedHouse(tmp_path)
    folder = house.play_day(0)
    entry = write_file(folder, "notes.jsonl", [{"text": "x"}, {"text": "x"}])
    manifest = Manifest.from_bytes((folder / "manifest.json").read_bytes())
    named = replace(manifest, files=tuple(sorted([*manifest.files, entry], key=lambda each: each.name)))
    (folder / "manifest.json").write_bytes(named.to_bytes())
    house.entries[-1] = house.entries[-1].replace(manifest.sha256.encode(), named.sha256.encode())
    house.publish()
    assert verify(tmp_path).status == HOLDS
    path = folder / "notes.jsonl"
    with changed(path, path.read_bytes().splitlines(keepends=True)[0]):
        fault = first(verify(tmp_path))
    assert (fault["name"], fault["file"], fault["line"], fault["lines"]) == ("line-removed", "notes.jsonl", 2, 1)
