"""V-T12: ten years of empty days and a million ledger lines, by both verifiers, within their times on one core.

In the long run alone (`SABOT_LONG=1`): the folders take minutes to write. Each writes what it measured.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from reporting.verifier import verify_days
from tests.days_in_node import PLAIN, VKEY, started
from tests.rules import rule
from tests.sealed_court import KitCourt
from tests.sealed_days import SealedHouse

pytestmark = pytest.mark.skipif(os.environ.get("SABOT_LONG") != "1", reason="minutes; SABOT_LONG=1")
DAYS, DAYS_SECONDS = 3_650, 60
LINES, LINES_SECONDS = 1_000_000, 300
ROUNDS_A_DAY = 4_000


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten years of days without play."""
    house = SealedHouse(tmp_path_factory.mktemp("empty"))
    for _ in range(DAYS):
        house.play_day(0)
    house.publish()
    return house.folder


@pytest.fixture(scope="module")
def heavy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Days of play, with the drift court's evidence, until the ledger has a million lines."""
    house, lines = SealedHouse(tmp_path_factory.mktemp("heavy"), court=KitCourt()), 0
    house.balances = dict.fromkeys(house.players, 10_000_000_00)  # enough to bet in every round
    while lines < LINES:
        folder = house.play_day(ROUNDS_A_DAY)
        lines += (folder / "ledger.jsonl").read_bytes().count(b"\n")
    house.publish()
    return house.folder


def worked() -> float:
    """Seconds of a processor that ended children have had: other work on the machine does not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def by_python(folder: Path) -> float:
    """Seconds that the file takes as a stranger runs it."""
    began = worked()
    done = subprocess.run(
        [sys.executable, verify_days.__file__, str(folder), "--key", VKEY], capture_output=True, text=True, check=False
    )
    assert done.returncode == verify_days.HOLDS, done.stdout
    return worked() - began


def by_browser(folder: Path, modules: Path) -> float:
    began = worked()
    with started(modules) as running:
        said = running.ask(**PLAIN.document(folder), every=False)
    assert (said["status"], said["faults"]) == (verify_days.HOLDS, [])
    return worked() - began


@pytest.mark.timeout(1800)
@rule("PT-56", asserts="Ten years of sealed days are verified in a minute, and a million ledger lines in five.")
def test_vt12_ten_years_of_empty_days(empty: Path, tmp_path: Path) -> None:
    python, page = by_python(empty), by_browser(empty, tmp_path)
    print(f"{DAYS} empty days: {python:.1f} s by Python, {page:.1f} s by the browser's modules")
    assert python < DAYS_SECONDS
    assert page < DAYS_SECONDS


@pytest.mark.timeout(3600)
def test_vt12_a_million_ledger_lines(heavy: Path, tmp_path: Path) -> None:
    python, page = by_python(heavy), by_browser(heavy, tmp_path)
    print(f"{LINES} ledger lines: {python:.1f} s by Python, {page:.1f} s by the browser's modules")
    assert python < LINES_SECONDS
    assert page < LINES_SECONDS
