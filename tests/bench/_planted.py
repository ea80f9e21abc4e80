"""The faults of planted.toml: which row each breaks, where its text stands, and the test that has to catch it."""

import hashlib
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from casino.conformance import rules
from casino.conformance.rules import State

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


def places() -> dict[str, tuple[str, ...]]:
    """By subject, where the code lies whose rules need a planted fault: modules, packages and folders."""
    return {subject: tuple(listed) for subject, listed in _written()["places"].items()}


def rows() -> dict[str, tuple[str, ...]]:
    """By subject, the rules that need a fault: those that are kept, in whole or in part, by code in its places."""
    kept = [rule for rule in rules.rules() if rule.state in {State.MET, State.PARTLY}]
    return {
        subject: tuple(rule.id for rule in kept if any(lies_in(code, listed) for code in rule.code))
        for subject, listed in places().items()
    }


def lies_in(code: str, listed: Iterable[str]) -> bool:
    """Whether a module or a path is one of the places, or within one."""
    return any(code == place or code.startswith((f"{place}.", f"{place}/")) for place in listed)


def planted() -> tuple[Planted, ...]:
    """Every fault, in order."""
    return tuple(Planted(**{key: value.strip("\n") for key, value in each.items()}) for each in _written()["fault"])


def _written() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
