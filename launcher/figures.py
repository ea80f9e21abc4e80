"""The figures that benchmarks found: kept a file a run, and two runs side by side.

A file is lines of JSON: first the facts of the run, then one figure a line, as the benchmarks append them. Must not
know what the figures mean.
"""

import json
import os
import platform
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from launcher.folder import Folder
from launcher.trouble import Trouble

VARIABLE = "SABOT_BENCH_FIGURES"
"""The environment variable that names the present run's file to the benchmarks."""


@dataclass(frozen=True)
class Run:
    """The figures of one run of the benchmarks, by benchmark and name; the last of a name counts."""

    name: str
    facts: dict[str, Any]
    figures: dict[tuple[str, str], dict[str, Any]]


def begin(folder: Folder) -> Path:
    """A new file for a run, with the facts of this machine and this code."""
    place = folder.data / "bench"
    place.mkdir(mode=0o700, exist_ok=True)
    file = place / time.strftime("%Y-%m-%dT%H%M%S.jsonl", time.gmtime())
    facts = {
        "commit": _commit(folder.root),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
    }
    file.write_text(json.dumps(facts) + "\n")
    return file


def _commit(root: Path) -> str:
    """The commit that the code is of, with a plus sign if files have changed since; empty without git."""
    try:
        said = [
            subprocess.run(["git", *asked], cwd=root, capture_output=True, text=True, timeout=10, check=True).stdout
            for asked in (["rev-parse", "--short=12", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
        ]
    except (OSError, subprocess.SubprocessError):
        return ""
    return said[0].strip() + ("+" if said[1].strip() else "")


def read(folder: Folder, name: str) -> Run:
    """A run by its file's path, or by the beginning of its name among those kept here.

    Raises:
        Trouble: there is no such file, there are several, or it is none of ours.
    """
    given = Path(name)
    found = [given] if given.is_file() else sorted((folder.data / "bench").glob(f"{name}*.jsonl"))
    if len(found) != 1:
        kept = ", ".join(file.stem for file in sorted((folder.data / "bench").glob("*.jsonl"))) or "none"
        raise Trouble(f"{'Several runs are' if found else 'No run is'} named {name}; kept are: {kept}.")
    try:
        facts, *figures = [json.loads(line) for line in found[0].read_text().splitlines()]
        return Run(found[0].stem, facts, {(each["benchmark"], each["name"]): each for each in figures})
    except (ValueError, KeyError, TypeError) as error:
        raise Trouble(f"{found[0]} holds no figures of a run ({type(error).__name__}).") from error


def beside(one: Run, other: Run) -> list[str]:
    """Two runs side by side: each figure that both have, the second beside the first, and its target."""
    lines = [f"{letter}  {run.name}  {_said(run.facts)}" for letter, run in (("A", one), ("B", other))]
    names = [key for key in one.figures if key in other.figures]
    if not names:
        return [*lines, "", "They have no figure in common."]
    width = max(len(name) for _, name in names)
    lines += ["", f"{'':{width}s} {'A':>12s} {'B':>12s} {'B / A':>8s}  target"]
    for key in names:
        first, second = one.figures[key], other.figures[key]
        share = f"{second['value'] / first['value']:8.2f}" if first["value"] else f"{'–':>8s}"
        line = f"{key[1]:{width}s} {first['value']:12,.3f} {second['value']:12,.3f} {share}  {_target(second)}"
        lines.append(line.rstrip())
    alone = [name for run, than in ((one, other), (other, one)) for _, name in run.figures.keys() - than.figures.keys()]
    return [*lines, *([f"Only in one of them: {', '.join(sorted(alone))}."] if alone else [])]


def _said(facts: dict[str, Any]) -> str:
    return ", ".join(f"{name} {fact}" for name, fact in facts.items() if fact not in {None, ""})


def _target(figure: dict[str, Any]) -> str:
    if figure["target"] is None:
        return ""
    met = figure["value"] <= figure["target"] if figure["at_most"] else figure["value"] >= figure["target"]
    return f"{'<=' if figure['at_most'] else '>='} {figure['target']:g}: {'met' if met else 'not met'}"


def compare(folder: Folder, names: Sequence[str]) -> list[str]:
    """The lines of `./sabot bench --compare A B`.

    Raises:
        Trouble: not two names, or no such run.
    """
    if len(names) != 2:
        raise Trouble("Two runs are compared: ./sabot bench --compare A B. A run is a file, or how its name begins.")
    return beside(read(folder, names[0]), read(folder, names[1]))
