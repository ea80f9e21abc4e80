"""What share of the product's lines and branches a test run executes: `./sabot test tests/unit -n 0 -q -p tests.lines`.

A plugin that is named on purpose: measuring makes tests slower. One process alone (`-n 0`), as workers side by side
would each know a part.
"""

import io
import tomllib
from pathlib import Path
from typing import Final

import coverage
import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["packages"]

measured: Final = coverage.Coverage(
    data_file=None,
    config_file=False,
    branch=True,
    source=[str(ROOT / package) for package in PACKAGES],
    omit=["*/migrations/*"],
)
measured.start()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write the share of each package, and of all."""
    measured.stop()
    for package in (*PACKAGES, "*"):
        share = measured.report(include=[str(ROOT / package / "*")], file=io.StringIO())
        terminalreporter.write_line(f"{'all' if package == '*' else package:14} {share:5.1f} %")
