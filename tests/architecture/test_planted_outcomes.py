"""A planted fault is caught only by a test that ran and failed: each end that pytest can come to, really come to."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.test_tidy import ROOT

RUNNING: dict[str, Any] = runpy.run_path(str(ROOT / "tests" / "bench" / "_running.py"))
HELD = "import pytest\n@pytest.fixture\ndef house(): raise ValueError\n"
ENDS = {
    "passed": "def test_it(): pass",
    "failed": "def test_it(): assert False, 'it'",
    "failed by another error": "def test_it(): raise ValueError",
    "no import": "import a_module_that_is_not_there\ndef test_it(): pass",
    "no fixture": HELD + "def test_it(house): pass",
    "no test": "def help_it(): pass",
    "no plain text": "def test_it(:",
    "the process ends": "import os\ndef test_it(): os._exit(1)",
    "a hang": "import time\ndef test_it(): time.sleep(60)",
}
WANTED = {"passed": "passed", "failed": "failed", "failed by another error": "failed", "a hang": "no answer in time"}


@pytest.mark.parametrize("end", ENDS)
def test_only_a_test_that_ran_and_failed_has_failed(tmp_path: Path, end: str) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "test_one.py").write_text(ENDS[end] + "\n", encoding="utf-8")
    ran = RUNNING["run"](
        ["-x", "-p", "no:django", "test_one.py::test_it"], folder=tmp_path, patience=5 if end == "a hang" else 60
    )
    assert ran.outcome == WANTED.get(end, "did not run"), ran.said
