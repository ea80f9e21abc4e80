"""Which moment the felt shows beside a film: the page's own module, run by Node."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.unit.baccarat.test_shoe_and_proof import node

MODULE: Final = Path(__file__).resolve().parents[3] / "static" / "js" / "table" / "sight.js"
PLAY: Final = """
import { Sight, takenAt } from "./sight.js";
const steps = JSON.parse(process.argv[2]);
const sight = new Sight();
const found = steps.flatMap(([act, ...facts]) => {
  if (act === "taken") return [takenAt(...facts)];
  const said = sight[act](...facts);
  return act === "at" ? [said] : [];
});
console.log(JSON.stringify(found));
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(MODULE, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "play.mjs").write_text(PLAY)
    return tmp_path


def played(folder: Path, *steps: list[Any]) -> list[int]:
    """What `at` and `taken` answered, step by step."""
    command = [node(), "play.mjs", json.dumps(steps)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    found: list[int] = json.loads(done.stdout)
    return found


def test_without_a_film_the_felt_is_at_the_houses_time(folder: Path) -> None:
    assert played(folder, ["at", 1000], ["at", 1200], ["ended"], ["at", 1300]) == [1000, 1200, 1300]


def test_the_felt_follows_the_picture_and_never_goes_back(folder: Path) -> None:
    steps = [["at", 10_000], ["saw", 9_400], ["at", 10_100], ["saw", 9_900], ["at", 10_500], ["saw", 10_200]]
    assert played(folder, *steps, ["at", 10_700], ["ended"], ["at", 10_800]) == [10_000, 10_000, 10_000, 10_200, 10_800]


def test_a_picture_that_hangs_is_waited_for_three_seconds(folder: Path) -> None:
    assert played(folder, ["saw", 10_000], ["at", 10_500], ["at", 13_000], ["at", 13_400]) == [10_000, 10_000, 10_400]


def test_a_picture_of_the_future_shows_no_more_than_now(folder: Path) -> None:
    assert played(folder, ["saw", 99_000], ["at", 10_000], ["saw", 10_050], ["at", 10_100]) == [10_000, 10_050]


def test_when_a_picture_was_taken(folder: Path) -> None:
    told = [
        ["taken", {"captureTime": 9_700, "receiveTime": 9_900}, 500, 10_000],
        ["taken", {"captureTime": 11_000, "receiveTime": 9_900}, 500, 10_000],  # in the future: not believed
        ["taken", {"receiveTime": 9_900}, 500, 10_000],
        ["taken", {}, 500, 10_000],
    ]
    assert played(folder, *told) == [9_700, 9_400, 9_400, 9_500]
