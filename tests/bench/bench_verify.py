"""How long it takes to verify sealed days, against the most that V-T12 allows, on one processor:
`python tests/bench/bench_verify.py`.

Ten years of empty days in a minute, and a million ledger lines in five, each by `verify_days.py` and by the browser's
modules in Node. Both must find that all holds. Needs no servers; writing the folders takes minutes, and is not counted.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import _figures

from reporting.verifier import verify_days
from tests.days_in_node import PLAIN, VKEY, started
from tests.sealed_court import KitCourt
from tests.sealed_days import SealedHouse

DAYS, DAYS_SECONDS = int(os.environ.get("BENCH_DAYS", "3650")), 60
LINES, LINES_SECONDS = int(os.environ.get("BENCH_LINES", "1000000")), 300
ROUNDS_A_DAY = 4_000


def empty(place: Path) -> Path:
    """Days without play."""
    house = SealedHouse(place)
    for _ in range(DAYS):
        house.play_day(0)
    house.publish()
    return house.folder


def heavy(place: Path) -> Path:
    """Days of play, with the drift court's evidence, until the ledger has so many lines."""
    house, lines = SealedHouse(place, court=KitCourt()), 0
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
    """Seconds that the page's modules take."""
    began = worked()
    with started(modules) as running:
        said = running.ask(**PLAIN.document(folder), every=False)
    assert (said["status"], said["faults"]) == (verify_days.HOLDS, [])
    return worked() - began


def tell(name: str, folder: Path, modules: Path, most: int) -> None:
    """Measure both, and say each beside what is allowed."""
    print(f"V-T12 {name}: seconds of a processor, and their share of {most} s")
    for who, seconds in (("Python", by_python(folder)), ("browser", by_browser(folder, modules))):
        said = _figures.verdict(f"V-T12 {name}, {who}", seconds / most, 1, at_most=True, digits=2)
        print(f"    {who:8s} {seconds:7.1f}   {said}", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as base:
        place = Path(base)
        tell(f"{DAYS:,d} empty days", empty(place / "empty"), place / "modules", DAYS_SECONDS)
        tell(f"{LINES:,d} ledger lines", heavy(place / "heavy"), place / "modules", LINES_SECONDS)


if __name__ == "__main__":
    main()
