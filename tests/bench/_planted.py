"""The faults of planted.toml: which row each breaks, where its text stands, and the test that has to catch it."""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
FILE: Final = Path(__file__).with_name("planted.toml")


@dataclass(frozen=True)
class Planted:
    """One fault: in `file` the `text`, which stands there once, becomes `fault`."""

    rule: str
    what: str
    """The fault in one sentence."""
    file: str
    text: str
    fault: str
    by: str
    """The test that has to fail: `tests/…/test_x.py::test_y`, one of the proofs of the rule."""

    @property
    def digest(self) -> str:
        """Another fault, or another test, is another digest."""
        whole = "\0".join((self.rule, self.what, self.file, self.text, self.fault, self.by))
        return hashlib.sha256(whole.encode()).hexdigest()[:16]

    @property
    def in_the_database(self) -> bool:
        """Whether the tests' database has to be made anew for it."""
        return self.file == "kernel/schema.sql"

    def applied(self, source: str) -> str:
        """The source with the fault in it. Raises `ValueError` where its text does not stand exactly once."""
        if source.count(self.text) != 1:
            raise ValueError(f"{self.rule}: {self.file} has {source.count(self.text)} times: {self.text}")
        return source.replace(self.text, self.fault)


def planted() -> tuple[Planted, ...]:
    """Every fault, in order."""
    return tuple(Planted(**{key: value.strip("\n") for key, value in each.items()}) for each in _written()["fault"])


def _written() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
