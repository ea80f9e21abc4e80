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
KEPT = [rule for rule in rules.rules() if rule.state in {State.MET, State.PARTLY}]


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


def test_every_rule_that_is_kept_has_a_fault_and_no_other() -> None:
    assert {fault.rule for fault in FAULTS} == {rule.id for rule in KEPT}


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
