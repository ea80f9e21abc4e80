"""Alerts, their pages and the dashboard name what is measured, and nothing that is not."""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from casino.management.commands.write_dashboard import DECLARED, dashboard
from casino.web.measured import FIGURES

ROOT = Path(__file__).resolve().parents[2]
OBSERVE = ROOT / "deploy" / "observe"
ENDS = ("_bucket", "_count", "_sum")


@cache
def _alerts() -> dict[str, str]:
    """The text of each alert, by its name."""
    parts = re.split(r"- alert: (\w+)", (OBSERVE / "alerts.yml").read_text())
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _measured() -> set[str]:
    families = [each.describe()[0] for each in DECLARED]
    return {f"{each.name}_total" if each.type == "counter" else each.name for each in families} | FIGURES.keys()


def test_alerts_ask_for_what_is_measured() -> None:
    asked = {
        next((name.removesuffix(end) for end in ENDS if name.endswith(end)), name)
        for text in _alerts().values()
        for name in re.findall(r"sabot_\w+", text)
    }
    assert asked - _measured() == set()


def test_each_alert_has_its_page_its_words_and_its_test() -> None:
    page = (ROOT / "docs" / "operations" / "watching.md").read_text()
    tests = (OBSERVE / "alerts_test.yml").read_text()
    assert re.findall(r"^### (\w+)$", page, re.MULTILINE) == list(_alerts())
    for name, text in _alerts().items():
        assert "summary:" in text, name
        assert re.search(r"severity: (page|warn)", text), name
        calls = re.findall(rf"alertname: {name}\n\s+exp_alerts:(.*)", tests)
        assert "" in calls, f"{name} is never seen to call"


def test_the_dashboard_is_as_it_would_be_written() -> None:
    assert (OBSERVE / "dashboard.json").read_text() == dashboard(), "./sabot manage write_dashboard"


def test_the_alerts_call_when_they_should() -> None:
    """By Prometheus's own tool, where the machine has it."""
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool (Debian's package prometheus) is not on this machine")
    ran = subprocess.run(
        [promtool, "test", "rules", "alerts_test.yml"], cwd=OBSERVE, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
