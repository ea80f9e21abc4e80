"""Whether the test of a rule catches a fault that breaks it: `./sabot bench planted --only=PT-2 --seconds=1800`.

The faults stand in planted.toml: each rule that is kept with a fault in the product and the test that has to fail. Each
is put alone into a copy of the repository, where its test runs, which has to pass there
without it. A fault is caught where its test runs and fails; one with which the test cannot be imported, cannot begin or
does not end proves nothing, and keeps no outcome. What became of each is written to casino/conformance/faults.json,
which the matrix shows (`./sabot manage write_conformance`); a run of some keeps the outcomes of the others.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from _planted import ROOT, Planted, planted
from _running import Outcome, Ran, run

from casino.conformance import faults
from casino.conformance.faults import Fault

PATIENCE_SECONDS: Final = 240.0
"""A test that takes longer hangs, and says nothing of the fault."""


SAYS: Final = {Outcome.FAILED: "caught", Outcome.PASSED: "NOT CAUGHT"}


class Copy:
    """A copy of the repository, in which a fault is written into its file."""

    def __init__(self, folder: Path) -> None:
        self._root = folder / "house"
        ignored = shutil.ignore_patterns(".*", "node_modules", "data", "_site")
        shutil.copytree(ROOT, self._root, ignore=ignored)
        self._anew = True
        """Whether the tests' database has to be made anew: there is none yet, or one with a fault in it."""

    def unsound(self, tests: Iterable[str]) -> set[str]:
        """Those of these tests that do not pass as the product is."""
        every = sorted(set(tests))
        ran = self._run(every, patience=PATIENCE_SECONDS + 60 * len(every))
        if ran.outcome is Outcome.PASSED:
            return set()
        failed = [*ran.named("FAILED"), *ran.named("ERROR")]
        found = {test for test in every for each in failed if each == test or each.startswith(f"{test}[")}
        return found if found else set(every)

    def outcome(self, fault: Planted) -> Outcome:
        """What its test makes of the fault."""
        self._anew = self._anew or fault.in_the_database
        path = self._root / fault.file
        source = path.read_text(encoding="utf-8")
        path.write_text(fault.applied(source), encoding="utf-8")
        try:
            return self._run([fault.by], "-x", patience=PATIENCE_SECONDS).outcome
        finally:
            path.write_text(source, encoding="utf-8")
            self._anew = fault.in_the_database

    def _run(self, tests: Iterable[str], *options: str, patience: float) -> Ran:
        database = ["--reuse-db", *(["--create-db"] if self._anew else [])]  # kept for the next, made anew where asked
        self._anew = False
        return run([*options, *database, *tests], folder=self._root, patience=patience)


def tried(each: Planted, *, caught: bool) -> Fault:
    """The outcome as the matrix keeps it."""
    path, _, test = each.by.partition("::")
    day = datetime.now(UTC).date().isoformat()
    return Fault(rule=each.rule, what=each.what, path=path, test=test, caught=caught, day=day, digest=each.digest)


def main(arguments: Sequence[str]) -> None:
    """Plant the faults, say what became of each, and keep it."""
    parser = argparse.ArgumentParser(prog="./sabot bench planted", description=__doc__)
    parser.add_argument("--only", default="", help="the beginnings of rules, as in R43 or PT-2,GL-46")
    parser.add_argument("--untried", action="store_true", help="only faults that have no outcome as they stand now")
    parser.add_argument("--seconds", type=float, default=3600.0, help="no new fault after these")
    asked = parser.parse_args(arguments)
    every = planted()
    begins = tuple(filter(None, asked.only.split(",")))
    known = {fault.digest: fault for each in faults.shipped().values() for fault in each}
    outcomes = {each.digest: known[each.digest] for each in every if each.digest in known}
    asked_for = (each for each in every if each.rule.startswith(begins or ""))
    untried = (each for each in asked_for if not (asked.untried and each.digest in outcomes))
    wanted = sorted(untried, key=lambda each: each.in_the_database)
    over, silent = time.monotonic() + asked.seconds, 0
    with tempfile.TemporaryDirectory(prefix="sabot-planted-") as folder:
        house = Copy(Path(folder))
        unsound = house.unsound(each.by for each in wanted)
        for number, each in enumerate(wanted, start=1):
            where = f"{number:3d}/{len(wanted)}"
            if time.monotonic() > over:
                print(f"Not tried, for want of time: {len(wanted) - number + 1}", flush=True)
                break
            if each.by in unsound:
                print(f"{where} its test does not pass by itself: {each.rule} {each.by}", flush=True)
                continue
            outcome = house.outcome(each)
            outcomes.pop(each.digest, None)
            if outcome in SAYS:
                outcomes[each.digest] = tried(each, caught=outcome is Outcome.FAILED)
            else:
                silent += 1
            print(f"{where} {SAYS.get(outcome, f'NOT PROVEN ({outcome})')} {each.rule}: {each.what}", flush=True)
            kept = [outcomes[one.digest] for one in every if one.digest in outcomes]
            faults.FILE.write_text(faults.written(kept), encoding="utf-8")
    missed = [fault for fault in outcomes.values() if not fault.caught]
    print(f"Caught: {len(outcomes) - len(missed)} of {len(outcomes)} that were tried, of {len(every)}.")
    sys.exit(bool(missed or silent))


if __name__ == "__main__":
    main(sys.argv[1:])
