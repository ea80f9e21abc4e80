"""Planted faults, and whether the tests of their rules caught them: `./sabot bench planted` writes faults.json."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("faults.json")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that was put into the product, and what the test of its rule made of it."""

    rule: str
    what: str
    """The fault in one sentence, in English."""
    path: str
    """The file of the test that has to catch it, within the tree."""
    test: str
    caught: bool
    day: str
    """When it was tried, as YYYY-MM-DD."""
    digest: str
    """Of the fault and its test's name: another fault, or another test, was not tried."""


Faults = dict[str, tuple[Fault, ...]]
"""By the id of the rule."""


@cache
def shipped() -> Faults:
    """The faults as they were tried last before this program was released."""
    return by_rule(Fault(**each) for each in json.loads(FILE.read_text(encoding="utf-8")))


def by_rule(faults: Iterable[Fault]) -> Faults:
    """The faults of each rule, in their order."""
    found: dict[str, list[Fault]] = {}
    for fault in faults:
        found.setdefault(fault.rule, []).append(fault)
    return {rule: tuple(each) for rule, each in found.items()}


def written(faults: Iterable[Fault]) -> str:
    """The text of faults.json: a line for each fault."""
    lines = (json.dumps(asdict(fault), ensure_ascii=False) for fault in faults)
    return "[\n" + ",\n".join(f"  {line}" for line in lines) + "\n]\n"
