"""A house that seals what no schema allows, and folders of other things: the verifier names a fault and never falls."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from reporting.evidence import notes
from reporting.evidence.checkpoints import Checkpoint
from reporting.verifier import verify_days
from reporting.verifier.verify_days import BROKEN, Asked, Findings
from tests.sealed_days import FILES, HOUSE, ORIGIN, SealedHouse, write

STRANGE: list[Any] = [None, True, -1, 0, 2**53 - 1, "", "x", "9" * 30, [], [0], {}, {"a": []}]


def verify(folder: Path) -> Findings:
    keys = (verify_days.read_key(HOUSE.verifier.vkey, 1),)
    return verify_days.verify(Asked(folder=folder, keys=keys, every=True, files=folder, software=folder))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a value, however deep."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    return [path, *(deeper for key, each in inner for deeper in places(each, (*path, key)))]


def put(value: Any, path: tuple[Any, ...], other: Any) -> None:
    """Set something else at a place."""
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = other


@pytest.mark.timeout(60)
def test_a_checkpoint_over_a_log_without_end_ends(tmp_path: Path) -> None:
    """Signed by the house itself: some missing entries are named, and a million others are not looked for."""
    house = SealedHouse(tmp_path)
    house.play_day(3)
    house.publish()
    text = Checkpoint(ORIGIN, 2**40, bytes(32)).text
    write(house.folder / "log" / "checkpoint", notes.sign(text, [HOUSE]).encode())
    findings = verify(house.folder)
    assert findings.status == BROKEN
    assert [each.kind for each in findings.faults].count("file-missing") == verify_days.MISSING_MOST


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """The lines of a short day, by file."""
    house = SealedHouse(tmp_path_factory.mktemp("honest"))
    folder = house.play_day(3)
    return {name: [json.loads(line) for line in (folder / name).read_text().splitlines()] for name in FILES}


@pytest.mark.parametrize("name", [name for name in FILES if name not in ("sessions.jsonl", "signins.jsonl")])
def test_whatever_stands_in_a_line_it_does_not_fall(tmp_path: Path, honest: dict[str, list[Any]], name: str) -> None:
    chance = random.Random(name)
    for number in range(12):
        lines = copy.deepcopy(honest)
        line = chance.choice(lines[name])
        path = chance.choice([each for each in places(line) if each])
        other = chance.choice(STRANGE)
        put(line, path, other)
        house = SealedHouse(tmp_path / str(number))
        house.play_day(3, spoil=lambda kept, lines=lines: kept.update(lines))
        house.publish()
        findings = verify(house.folder)
        if name in ("bets.jsonl", "ledger.jsonl", "rounds.jsonl") and len(path) == 1 and isinstance(other, list | dict):
            assert findings.status == BROKEN, (path, other)


@pytest.mark.parametrize("kind", ["day", "shoe", "rules", "key"])
def test_whatever_stands_in_the_log_it_does_not_fall(tmp_path: Path, kind: str) -> None:
    chance = random.Random(kind)
    for number in range(8):
        house = SealedHouse(tmp_path / str(number))
        house.change_key()
        house.play_day(2)
        at = next(place for place, entry in enumerate(house.entries) if f'"kind":"{kind}"'.encode() in entry)
        leaf = json.loads(house.entries[at])
        del leaf["kind"]
        leaf[chance.choice(sorted(leaf))] = chance.choice(STRANGE)
        at_moment = leaf.pop("at", "x")
        house.entries.pop(at)
        house.tell(kind, at_moment, **leaf)
        house.publish()
        assert verify(house.folder).status == BROKEN


@pytest.mark.parametrize("block", [b"", b"\xff", b"{}\n", b"[]\n", b"\x00" * 100, b"\n"])
def test_a_manifest_of_anything_is_malformed(tmp_path: Path, block: bytes) -> None:
    """V08."""
    house = SealedHouse(tmp_path)
    folder = house.play_day(0)
    (folder / "manifest.json").write_bytes(block)
    house.publish()
    kinds = {fault.kind for fault in verify(tmp_path).faults}
    assert {"day-not-in-log", "manifest-malformed"} <= kinds


@pytest.mark.parametrize("name", ["2026-13-45", "0001-01-01", "2026-3-1", "20260301", "x"])
def test_folders_that_are_no_days_are_too_many(tmp_path: Path, name: str) -> None:
    house = SealedHouse(tmp_path)
    house.play_day(0)
    house.publish()
    (tmp_path / "day" / name / "r1").mkdir(parents=True)
    assert [fault.kind for fault in verify(tmp_path).faults if fault.kind == "file-extra"] == ["file-extra"]
