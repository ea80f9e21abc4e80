"""The figures of benchmarks: kept a file a run, and two runs side by side."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from launcher import figures
from launcher.folder import ROOT, Folder
from launcher.trouble import Trouble


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path)
    made.make()
    return made


def a_run(folder: Folder, name: str, *found: dict[str, Any]) -> None:
    place = folder.data / "bench"
    place.mkdir(exist_ok=True)
    figure = {"benchmark": "slips", "target": None, "at_most": False}
    lines = [{"commit": name, "processors": 2}, *(figure | each for each in found)]
    (place / f"{name}.jsonl").write_text("\n".join(json.dumps(line) for line in lines))


def test_a_run_begins_with_its_facts_and_benchmarks_add_to_it(folder: Folder) -> None:
    file = figures.begin(folder)
    program = "import _figures; print(_figures.verdict('P3 alone', 1.5, 2, digits=2)); _figures.keep('P3 rate', 700)"
    values = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "tests" / "bench"), figures.VARIABLE: str(file)}
    said = subprocess.run([sys.executable, "-c", program], env=values, capture_output=True, text=True, check=True)
    assert said.stdout == "x 1.50  (>= 2: not met)\n"
    run = figures.read(folder, file.stem)
    assert run.facts["processors"] == os.cpu_count()
    assert {name: figure["value"] for (_, name), figure in run.figures.items()} == {"P3 alone": 1.5, "P3 rate": 700}


def test_two_runs_stand_side_by_side_with_the_ratio_and_the_target(folder: Folder) -> None:
    a_run(folder, "2026-01-01T1", {"name": "P3 alone", "value": 1.0, "target": 2}, {"name": "P3 gone", "value": 1})
    a_run(folder, "2026-01-02T1", {"name": "P3 alone", "value": 2.5, "target": 2}, {"name": "P3 none", "value": 0})
    lines = figures.compare(folder, ["2026-01-01", "2026-01-02"])
    assert "2026-01-01T1" in lines[0]
    (line,) = [line for line in lines if line.startswith("P3 alone")]
    assert line.split() == ["P3", "alone", "1.000", "2.500", "2.50", ">=", "2:", "met"]
    assert lines[-1] == "Only in one of them: P3 gone, P3 none."


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["2026-01-01"], "Two runs are compared"),
        (["2027", "2026-01-01"], "No run is named 2027; kept are: 2026-01-01T1, 2026-01-02T1."),
        (["2026", "2026-01-01"], "Several runs are named 2026"),
        ([__file__, "2026-01-01"], "holds no figures of a run"),
    ],
)
def test_what_cannot_be_compared_is_said_in_a_sentence(folder: Folder, names: list[str], sentence: str) -> None:
    for name in ("2026-01-01T1", "2026-01-02T1"):
        a_run(folder, name, {"name": "P3 alone", "value": 1.0})
    with pytest.raises(Trouble, match=sentence.replace(".", r"\.")):
        figures.compare(folder, names)


def test_runs_without_a_figure_in_common_say_so(folder: Folder) -> None:
    a_run(folder, "a", {"name": "P3 alone", "value": 1.0})
    a_run(folder, "b", {"name": "P5 alone", "value": 1.0})
    assert figures.compare(folder, ["a", "b"])[-1] == "They have no figure in common."
