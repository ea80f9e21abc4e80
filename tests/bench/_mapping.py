"""A pytest plugin that writes down what each test runs: `SABOT_MAP=FILE SABOT_MAPPED=one.py:two.py pytest -p _mapping`.

The lines of the modules named are measured by coverage.py with a context for each test. Rejections of the database are
noted too, and how long each test took. Tests that do not pass are left out.
"""

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import coverage
import pytest
from psycopg import errors

ROOT: Final = Path(__file__).resolve().parents[2]
MODULES: Final = os.environ["SABOT_MAPPED"].split(":")
FUNCTION: Final = re.compile(r"PL/pgSQL function (\w+)\(")

measured: Final = coverage.Coverage(data_file=None, config_file=False, include=[str(ROOT / each) for each in MODULES])
# Before the product is imported: code that an import runs is run by no test.
measured.start()


class Mapping:
    """Follows the tests of a session."""

    def __init__(self) -> None:
        self.test = ""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.failed: set[str] = set()
        self.refused: defaultdict[str, dict[str, None]] = defaultdict(dict)
        made = errors.error_from_result

        def noted(result: Any, *arguments: Any, **named: Any) -> errors.Error:
            error = made(result, *arguments, **named)
            for function in FUNCTION.findall(error.diag.context or ""):
                self.refused[self.test][f"{function}: {error.diag.message_primary}"] = None
            if error.diag.constraint_name:
                self.refused[self.test][f"{error.diag.table_name}: {error.diag.constraint_name}"] = None
            return error

        errors.error_from_result = noted

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Count the lines that run from here as this test's."""
        self.test = item.nodeid
        measured.switch_context(item.nodeid)
        result = yield
        measured.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """How long it took, and whether it passed."""
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the map."""
        measured.stop()
        data = measured.get_data()
        numbers = {test: number for number, test in enumerate(self.seconds)}
        lines = {
            module: {
                line: [numbers[test] for test in tests if test in numbers and test not in self.failed]
                for line, tests in data.contexts_by_lineno(str(ROOT / module)).items()
            }
            for module in MODULES
        }
        refused = {test: list(rejections) for test, rejections in self.refused.items() if test not in self.failed}
        written = {"tests": dict(self.seconds), "lines": lines, "refused": refused, "failed": sorted(self.failed)}
        Path(os.environ["SABOT_MAP"]).write_text(json.dumps(written))


def pytest_configure(config: pytest.Config) -> None:
    """Begin to follow."""
    config.pluginmanager.register(Mapping())
