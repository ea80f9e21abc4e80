"""The runs of the generator's tests that the sheet for the laboratory quotes: whole, and as it quotes them."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.rules import rule

DOCS = Path(__file__).resolve().parents[2] / "docs"
RUNS = sorted((DOCS / "generator-runs").iterdir())


@rule("RN-02", asserts="A run at rest and one under load are kept whole, and the sheet for the laboratory quotes both.")
def test_there_is_one_at_rest_and_one_under_load() -> None:
    loads = [json.loads((run / "inputs.json").read_text())["load"]["processes"] for run in RUNS]
    assert 0 in loads
    assert max(loads) > 0


def test_after_a_run_that_was_turned_down_there_is_another_that_was_not() -> None:
    """As large, at least, and of the same kind of load (RN-03)."""
    found = [[json.loads((run / name).read_text()) for name in ("inputs.json", "results.json")] for run in RUNS]
    for at, (inputs, results) in enumerate(found):
        later = [
            again["holds"]
            for of, again in found[at + 1 :]
            if bool(of["load"]["processes"]) is bool(inputs["load"]["processes"])
            and of["words"]["bytes"] >= inputs["words"]["bytes"]
        ]
        assert results["holds"] or later[:1] == [True]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_a_kept_run_is_whole_and_quoted_as_it_is(run: Path) -> None:
    sums = (run / "SHA256SUMS").read_text()
    for line in sums.splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((run / name).read_bytes()).hexdigest() == digest
    (row,) = [line for line in (DOCS / "generator.md").read_text().splitlines() if line.startswith(f"| [{run.name}]")]
    inputs, results = (json.loads((run / name).read_text()) for name in ("inputs.json", "results.json"))
    name, least = min(results["p_values"].items(), key=lambda each: each[1])
    assert f"{inputs['words']['bytes']:,} bytes | {inputs['shoes']['count']:,} |" in row
    assert f"{least:.6f} of *{name}*, {results['bounds'][name]:.6f}" in row
    rejected = ", ".join(f"*{each}*" for each in results["rejected"])
    assert f"| {rejected or 'none'} of {len(results['p_values'])} |" in row
    assert results["holds"] is (not rejected)
    assert hashlib.sha256(sums.encode()).hexdigest() in row
