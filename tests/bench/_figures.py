"""A benchmark's figures: said beside their targets, and kept for `./sabot bench --compare`.

Kept are lines of JSON in the file that `SABOT_BENCH_FIGURES` names; a benchmark that is run by itself keeps nothing.
"""

import json
import os
import sys
from pathlib import Path


def verdict(name: str, value: float, target: float, *, at_most: bool = False, digits: int = 1) -> str:
    """A ratio with its target beside it, and whether it is met. `name` is the figure's own among all benchmarks."""
    keep(name, value, target=target, at_most=at_most)
    met = value <= target if at_most else value >= target
    sign = "<=" if at_most else ">="
    return f"x {value:.{digits}f}  ({sign} {target:g}: {'met' if met else 'not met'})"


def keep(name: str, value: float, *, target: float | None = None, at_most: bool = False) -> None:
    """Keep a figure, with its target where it has one."""
    file = os.environ.get("SABOT_BENCH_FIGURES")
    if not file:
        return
    benchmark = Path(sys.argv[0]).stem.removeprefix("bench_")
    figure = {"benchmark": benchmark, "name": name, "value": round(value, 6), "target": target, "at_most": at_most}
    with open(file, "a") as lines:
        lines.write(json.dumps(figure) + "\n")
