"""Planted faults name text that stands in the product, rules that are kept, and tests that prove these rules."""

import ast
import functools
import runpy
from typing import Any

import pytest

from casino.conformance import faults, proofs, rules
from casino.conformance.rules import State
from tests.architecture.test_tidy import ROOT

PLANTED: dict[str, Any] = runpy.run_path(str(ROOT / "tests" / "bench" / "_planted.py"))
FAULTS: tuple[Any, ...] = PLANTED["planted"]()
ROWS: dict[str, tuple[str, ...]] = PLANTED["rows"]()
KEPT = [rule for rule in rules.rules() if rule.state in {State.MET, State.PARTLY}]
SOME = {
    "money": {
        "R12",
        "R25",
        "PT-10",
        "PT-38",
        "PT-40",
        "PT-42",
        "PT-49",
        "PT-67",
        "PT-85",
        "PT-R21",
        "GL-21",
        "GL-42",
        "UK-01",
        "PA-02",
    },
    "limits": {"R13", "R40", "PT-22", "PT-32", "GL-09", "UK-07"},
    "protection": {"R35", "L6", "G73", "PT-26", "PT-34", "PT-45", "PT-72", "GL-03", "GL-38", "UK-08", "MT-03"},
    "evidence": {"PT-51", "PT-54", "PT-60", "PT-61", "PT-71", "PT-73", "GL-02", "GL-14", "GL-24", "GL-41", "PA-01"},
    "access": {"PT-01", "PT-07", "PT-09", "PT-55", "GL-16", "GL-18", "GL-48"},
}
"""Rows that each subject has to have, however its places are written."""


def named(fault: Any) -> str:
    return f"{fault.rule} {fault.file} {fault.digest}"


@pytest.mark.parametrize("fault", FAULTS, ids=named)
def test_a_fault_applies_to_the_product(fault: Any) -> None:
    """Its text stands there exactly once, and what stands there instead is another program."""
    source = (ROOT / fault.file).read_text(encoding="utf-8")
    planted = fault.applied(source)
    assert planted != source
    if fault.file.endswith(".py"):
        assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse(source))


def test_every_row_of_these_subjects_has_a_fault() -> None:
    """The rows follow from rules.toml: a new one whose code lies in a place of these subjects needs a fault."""
    assert ROWS.keys() == SOME.keys()
    for subject, some in SOME.items():
        assert some <= set(ROWS[subject]), subject
    tried = {fault.rule for fault in FAULTS}
    assert {rule for ids in ROWS.values() for rule in ids} - tried == set()
    assert tried <= {rule.id for rule in KEPT}


@pytest.mark.parametrize("place", [place for listed in PLANTED["places"]().values() for place in listed])
def test_a_place_has_the_code_of_some_rule(place: str) -> None:
    """Code that is moved takes its place along."""
    assert any(PLANTED["lies_in"](code, [place]) for rule in KEPT for code in rule.code)


@functools.cache
def proving() -> dict[str, set[str]]:
    """By rule, the tests that prove it: all of them are read once for all faults."""
    found = proofs.collected()
    return {rule: {f"{proof.path}::{proof.test}" for proof in each} for rule, each in found.items()}


@pytest.mark.parametrize("fault", FAULTS, ids=named)
def test_the_test_that_has_to_catch_it_proves_the_rule(fault: Any) -> None:
    assert fault.by in proving()[fault.rule]
    assert fault.what.endswith(".")


def test_no_outcome_is_of_another_fault() -> None:
    """Run `./sabot bench planted --only=…` after a change of planted.toml."""
    now = {(fault.rule, fault.digest) for fault in FAULTS}
    assert {(each.rule, each.digest) for found in faults.shipped().values() for each in found} <= now
    assert [each for found in faults.shipped().values() for each in found if not each.caught] == []
