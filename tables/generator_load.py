"""Load on the generator while it is tested: processes that draw shoes as the dealer does, without a pause (RN-02).

`python -m tables.generator_load` is one of them: until its input ends it shuffles eight decks, salts every card and
commits to the order, and says at its end how many shoes that were. Nothing of them is kept.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from select import select
from typing import Final

from django.conf import settings

from baccarat.draws import chooser
from baccarat.proof import commit
from baccarat.shoe import build, shuffled
from tables.sealing import read_bytes, salted

DECKS: Final = 8
PATIENCE_SECONDS: Final = 60


class LoadFailed(Exception):
    """A process of the load ended before the test did: the load was not the one that would be noted."""


@dataclass(slots=True)
class Load:
    """How many processes drew shoes, and once they ended how many each of them drew."""

    processes: int
    shoes: list[int] = field(default_factory=list)


@contextmanager
def loaded(processes: int) -> Iterator[Load]:
    """Within it so many processes draw shoes; none of them: no load. Raises `LoadFailed`."""
    load = Load(processes)
    running: list[subprocess.Popen[str]] = []
    try:
        for _ in range(processes):
            running.append(_started())
        yield load
        if any(each.poll() is not None for each in running):
            raise LoadFailed
        load.shoes = [_ended(each) for each in running]
    finally:
        for each in running:
            each.kill()
            each.communicate()


def _started() -> "subprocess.Popen[str]":
    """A process that has drawn its first shoe."""
    command = [sys.executable, "-m", "tables.generator_load"]
    pipe = subprocess.PIPE
    started = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=pipe, stdout=pipe, text=True)  # noqa: S603
    assert started.stdout is not None, "asked for"
    if not started.stdout.readline():
        raise LoadFailed
    return started


def _ended(process: "subprocess.Popen[str]") -> int:
    said, _ = process.communicate(timeout=PATIENCE_SECONDS)
    if process.returncode or not said.strip().isdecimal():
        raise LoadFailed
    return int(said)


def draw_until_told() -> int:
    """Draw shoes until the input ends; how many. Says a line after the first."""
    choose, shoes = chooser(read_bytes), 0
    while not shoes or not select([sys.stdin], [], [], 0)[0]:
        order = salted(shuffled(build(DECKS), choose))
        commit(order.cards, order.salts)
        shoes += 1
        if shoes == 1:
            sys.stdout.write("begun\n")
            sys.stdout.flush()
    return shoes


if __name__ == "__main__":
    sys.stdout.write(f"{draw_until_told()}\n")
