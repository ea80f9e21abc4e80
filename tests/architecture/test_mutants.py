"""The benchmark of planted faults names modules and lines that are there: one that moved is found."""

import runpy
import tomllib
from typing import Any

import pytest

from tests.architecture.test_tidy import ROOT

BENCH = ROOT / "tests" / "bench"
UNDER_FAULT: dict[str, Any] = runpy.run_path(str(BENCH / "_under_fault.py"))
MODULES: tuple[str, ...] = UNDER_FAULT["MODULES"]
EQUIVALENTS: list[dict[str, Any]] = tomllib.loads((BENCH / "equivalents.toml").read_text("utf-8"))["equivalent"]


def test_every_module_under_fault_is_there() -> None:
    assert [module for module in MODULES if not (ROOT / module).is_file()] == []
    assert sorted(set(MODULES)) == sorted(MODULES)


@pytest.mark.parametrize("module", sorted({each["module"] for each in EQUIVALENTS}))
def test_every_fault_that_changes_nothing_is_on_a_line_that_is_there(module: str) -> None:
    assert module in MODULES
    lines = {line.strip() for line in (ROOT / module).read_text("utf-8").splitlines()}
    assert [each["line"] for each in EQUIVALENTS if each["module"] == module and each["line"] not in lines] == []


def test_every_fault_that_changes_nothing_has_its_reason() -> None:
    assert [each["line"] for each in EQUIVALENTS if not each["reason"].endswith(".")] == []


def test_the_tests_that_find_guards_are_there() -> None:
    elsewhere: dict[str, str] = UNDER_FAULT["tests_elsewhere"]()
    assert elsewhere["tables_round.round_void_by_two"] == "tests/integration/tables/test_voids_by_two.py"
    files = {*elsewhere.values(), *(file for named in UNDER_FAULT["GUARDS"].values() for file in named)}
    assert [file for file in sorted(files) if not (ROOT / file).is_file()] == []
