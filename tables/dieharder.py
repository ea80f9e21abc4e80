"""DIEHARD's tests and later ones, by Robert G. Brown's program `dieharder` where a machine has it (RN-02).

The program is no part of the house: a laboratory installs it (`apt-get install dieharder`) and asks for it.
"""

import contextlib
import hashlib
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

GOOD: Final = (*range(5), *range(8, 14), 15, 16, 17, 100, 101, 102, *range(200, 210))
"""The numbers of its tests that the program itself calls good; the others it calls suspect, or not to be used."""
_FROM_INPUT: Final = "200"
"""Its generator that is none: raw words from the standard input."""
_SHOWN: Final = "152"
"""Lines of a test's name (8), its parameter (16) and its p-value (128)."""
_BLOCK: Final = 1 << 20


class DieharderMissing(Exception):
    """The program is not on this machine."""


class DieharderFailed(Exception):
    """The program ended without a p-value; its own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What the program read, and what it found."""

    version: str
    size: int
    """Bytes that were handed to it; the last of them it leaves unread."""
    sha256: str
    p_values: dict[str, float]

    def inputs(self) -> dict[str, object]:
        """The document of what it read."""
        return {"program": self.version, "bytes": self.size, "sha256": self.sha256}


def try_words(tests: Iterable[int], *, read: Callable[[int], bytes], say: Callable[[str], None]) -> Tried:
    """Give the program as many raw words for each of its tests as it reads.

    Raises `DieharderMissing`, and `DieharderFailed` where a test gives no p-value.
    """
    program = shutil.which("dieharder")
    if program is None:
        raise DieharderMissing
    digest, size, found = hashlib.sha256(), 0, dict[str, float]()
    for number in tests:
        say(f"dieharder: test {number}")
        command = [program, "-g", _FROM_INPUT, "-d", str(number), "-c", ",", "-D", _SHOWN]
        pipe, both = subprocess.PIPE, subprocess.STDOUT
        with subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, stderr=both) as run:  # noqa: S603  (asked for)
            assert run.stdin is not None
            assert run.stdout is not None
            with contextlib.suppress(BrokenPipeError):  # it has enough
                while run.poll() is None:
                    block = read(_BLOCK)
                    taken = run.stdin.write(block)
                    digest.update(block[:taken])
                    size += taken
            said = run.stdout.read().decode(errors="replace")
        values = _read(said)
        if not values:
            raise DieharderFailed(said.strip()[-300:])
        for name, value in values:
            found[_unused(f"dieharder: {name}", found)] = value
    return Tried(version=_version(program), size=size, sha256=digest.hexdigest(), p_values=found)


def _read(said: str) -> list[tuple[str, float]]:
    """The lines «        sts_serial,   2,0.41379254» among what it says."""
    values = []
    for line in said.splitlines():
        parts = [part.strip() for part in line.split(",")]
        if len(parts) == 3 and parts[1].isdigit():
            values.append((f"{parts[0]} {parts[1]}", float(parts[2])))
    return values


def _unused(name: str, found: dict[str, float]) -> str:
    """Some tests give several p-values under one name."""
    number, free = 1, name
    while free in found:
        number += 1
        free = f"{name} ({number})"
    return free


def _version(program: str) -> str:
    said = subprocess.run([program, "-l"], capture_output=True, text=True, check=False).stdout  # noqa: S603  (as above)
    return next((line.strip("# ").strip() for line in said.splitlines() if "version" in line), "unknown")
