"""Every file of a sealed day, touched: the verifier names the file and the line (V-T1, V-T2)."""

import json
import random
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
from tests.sealed_days import HOUSE, WITNESSES, SealedHouse, write_file

FLIPS = 9
"""How many bytes of each file are flipped, the first and the last among them."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day of 62 rounds after a day without play, in a log that grew once."""
    house = SealedHouse(tmp_path_factory.mktemp("day"))
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


def test_a_flipped_byte_of_any_file_is_named(folder: Path) -> None:
    chance = random.Random(7)
    tried = 0
    for path in files_of(folder):
        block = path.read_bytes()
        places = {0, len(block) - 1, *(chance.randrange(len(block)) for _ in range(FLIPS - 2))}
        for at in sorted(places):
            flipped = bytearray(block)
            flipped[at] ^= 1 << chance.randrange(8)
            with changed(path, bytes(flipped)):
                findings = verify(folder)
            tried += 1
            named = path.relative_to(folder).as_posix()
            where = f"{named} at {at}"
            assert findings.faults, where
            fault = first(findings)
            if named == "log/checkpoint":
                # A witness's line with another name or number is a stranger's: the quorum is then missing.
                assert fault["file"] == named, where
                continue
            assert findings.status == BROKEN, where
            assert (fault["file"] == named) or (path.name == fault["file"] and fault["day"] in named), (where, fault)
            if path.suffix == ".jsonl":
                assert (fault["code"], fault["line"]) == ("V10", block.count(b"\n", 0, at) + 1), (where, fault)
            elif path.suffix == ".leaves":
                assert (fault["code"], fault["line"]) == ("V10", at // 32 + 1), (where, fault)
            elif path.name == "manifest.json":
                assert fault["code"] == "V05", (where, fault)
    assert tried > 150


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


@pytest.mark.parametrize("name", ["ledger.jsonl", "bets.jsonl", "rounds.jsonl", "slips.jsonl"])
def test_each_line_taken_out_doubled_or_exchanged_is_named(folder: Path, name: str) -> None:
    """V-T2, on every 23rd line."""
    path = folder / "day/2026-03-29/r1" / name
    lines = path.read_bytes().splitlines(keepends=True)
    for at in range(0, len(lines), 23):
        with changed(path, b"".join(lines[:at] + lines[at + 1 :])):
            fault = first(verify(folder))
        assert (fault["code"], fault["name"], fault["file"], fault["line"]) == ("V11", "line-removed", name, at + 1)
        with changed(path, b"".join([*lines[: at + 1], lines[at], *lines[at + 1 :]])):
            fault = first(verify(folder))
        assert (fault["code"], fault["name"], fault["file"], fault["line"]) == ("V11", "line-inserted", name, at + 2)
        if at + 1 < len(lines):
            with changed(path, b"".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])):
                fault = first(verify(folder))
            assert (fault["name"], fault["line"], fault["other"]) == ("lines-swapped", at + 1, at + 2)


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
