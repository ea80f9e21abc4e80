"""One run of some tests in a process of their own: whether they passed, failed, or never ran."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path
from typing import Final

TESTS_FAILED: Final = 1
"""How pytest ends where tests ran and some failed; otherwise where a file could not be imported, or pytest broke."""


@unique
class Outcome(StrEnum):
    """What came of the tests."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "did not run"
    """A file could not be imported, a fixture could not be made, nothing was found: no test said anything."""
    LATE = "no answer in time"


@dataclass(frozen=True)
class Ran:
    """How pytest ended (None: not in time), and what it said."""

    code: int | None
    said: str

    def named(self, mark: str) -> list[str]:
        """The tests, or files, of the summary's lines that begin with `FAILED` or with `ERROR`."""
        return [line.split(" ")[1] for line in self.said.splitlines() if line.startswith(f"{mark} ")]

    @property
    def outcome(self) -> Outcome:
        """Failed only where a test ran and failed."""
        if self.code is None:
            return Outcome.LATE
        if self.code == TESTS_FAILED and self.named("FAILED"):
            return Outcome.FAILED
        return Outcome.PASSED if self.code == 0 else Outcome.NOT_RUN


def run(arguments: Sequence[str], *, folder: Path, patience: float) -> Ran:
    """Run pytest with these arguments in `folder`, whose modules are imported before any others."""
    command = [sys.executable, "-m", "pytest", "-rfE", "-q", "-p", "no:cacheprovider", *arguments]
    # A compiled file of the same second and size would be taken for this one's: none are written.
    values = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | values,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(None, "")
    return Ran(ran.returncode, ran.stdout)
