"""How many small faults the tests find: `./sabot bench mutants --sample=200 --seed=7 --seconds=1800 --only=wallet`.

Each fault is put into the house alone, and the tests that run its line are run, the likeliest first, until one fails.
A fault that no test fails for is listed with its lines; one without any visible effect is listed in
`equivalents.toml` with its reason, and counts apart. A guard of the database (a trigger, a constraint) is taken away in
the tests' own database, and given back. `--notes=FILE` keeps the outcomes, and a run that finds them there goes on;
beside it stands which tests run which lines (`FILE.map`).
"""

import argparse
import contextlib
import difflib
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from _map import QUICK, ROOT, Map, digest
from _mutations import Mutant, Source, mutants_of
from _planting import EMPTYING, LATE, WARMING, Planting, database
from _under_fault import GUARDS, MODULES, tests_elsewhere

AUDITED: Final = "tests/integration/test_audit_watch.py"
SURE, FIRST, ALL = 12, 40, 200
FIRST_SECONDS, ALL_SECONDS = 30.0, 90.0
"""At first at most so many tests and seconds of them, the twelve that found most so far among them; then more."""
SPARE_SECONDS, SLOWER = 30.0, 4
"""A run so many times as long as the tests took without a fault hangs: it is found."""


@dataclass(frozen=True)
class Planted:
    """A fault in a module, or a guard that is taken away."""

    where: str
    name: str
    """The same for the same fault."""
    mutant: Mutant | None = None
    tests: frozenset[str] = frozenset()
    """Those that may find it."""
    likely: frozenset[str] = frozenset()
    """Those of files that name what the fault changes: run before the others."""
    guard: tuple[str, str] = ("", "")
    """The statements that take it away and give it back."""
    reason: str = ""
    """Why it changes nothing that anyone can see; most change something."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a fault; `tried` of the tests that may find it passed, where it survived."""

    fault: str
    found: bool
    by: str
    tried: int
    tests: str
    """A digest of the tests that may find it: a surviving fault is tried again where they changed."""


class Bench:
    """Plants a sample of the faults."""

    def __init__(self, asked: argparse.Namespace, folder: Path) -> None:
        self.asked = asked
        self.notes = Path(asked.notes) if asked.notes else folder / "notes"
        # Mapped whatever `--tests` says: no other test misses these triggers.
        begins = (*asked.tests.split(","), *(tests_elsewhere().values() if _asks_for_guards(asked.only) else ()))
        self.map = Map(self.notes.with_name(self.notes.name + ".map"), MODULES, begins)
        self.house = _House(folder)
        self.outcomes = self._known()
        self.finders = Counter(each.by for each in self.outcomes.values() if each.by)
        self.every: list[Planted] = []
        self.sample: list[Planted] = []
        self.sound: set[str] = set()
        self.unsound: set[str] = set()

    def prepare(self) -> list[str]:
        """Bring the map up to date; answers the test files that may be run."""
        self.map.refresh()
        self.every = _in_modules(self.map, self.asked.only)
        if _asks_for_guards(self.asked.only):
            return sorted({test.partition("::")[0] for test in self.map.seconds} | {WARMING, EMPTYING})
        files = {test.partition("::")[0] for each in self.every for test in each.tests}
        return sorted(files | {WARMING, EMPTYING})

    def run(self, planting: Planting) -> None:
        """Plant and note."""
        self.every += _guards(self.map, self.asked.only)
        self.sample = random.Random(self.asked.seed).sample(self.every, min(self.asked.sample, len(self.every)))
        over = time.monotonic() + self.asked.seconds
        for number, each in enumerate(self.sample, start=1):
            if each.reason or self.stands(each) or time.monotonic() > over:
                continue
            outcome = self._tried(planting, each)
            self.outcomes[each.name] = outcome
            with self.notes.open("a") as lines:
                lines.write(json.dumps(asdict(outcome)) + "\n")
            said = "found   " if outcome.found else "SURVIVED"
            print(f"{number:4d}/{len(self.sample)} {said} {each.name}  {outcome.by}", flush=True)

    def _known(self) -> dict[str, Outcome]:
        if not self.notes.exists():
            return {}
        kept = [Outcome(**json.loads(line)) for line in self.notes.read_text().splitlines()]
        return {each.fault: each for each in kept}

    def stands(self, planted: Planted) -> bool:
        """Whether what the notes say of it still holds."""
        known = self.outcomes.get(planted.name)
        if known is None:
            return False
        finds = known.found and (known.by == LATE or known.by in self.map.seconds)
        return finds or known.tests == self._digest(planted)

    def _digest(self, planted: Planted) -> str:
        files = {test.partition("::")[0] for test in planted.tests}
        return hashlib.sha256("".join([*sorted(planted.tests), *map(digest, sorted(files))]).encode()).hexdigest()[:16]

    def _tried(self, planting: Planting, planted: Planted) -> Outcome:
        tried: list[str] = []
        for most, seconds in ((FIRST, FIRST_SECONDS), (ALL, ALL_SECONDS)):
            tests = self._chosen(planted, planted.tests - set(tried) - self.unsound, most, seconds)
            while tests and (by := self._found(planting, planted, tests)) is not None:
                if by == LATE or self._is_sound(planting, by):
                    self.finders[by] += 1
                    return Outcome(planted.name, True, by, 0, self._digest(planted))
                tests.remove(by)
            tried += tests
        return Outcome(planted.name, False, "", len(tried), self._digest(planted))

    def _chosen(self, planted: Planted, tests: frozenset[str], most: int, seconds: float) -> list[str]:
        """The tests that found most so far, then the likely ones, then the quickest."""
        quickest = sorted(tests, key=lambda test: (test not in planted.likely, self.map.seconds[test], test))
        surest = sorted((test for test in quickest if self.finders[test]), key=lambda test: -self.finders[test])[:SURE]
        chosen, spent = [], 0.0
        for test in dict.fromkeys([*surest, *quickest]):
            spent += self.map.seconds[test]
            if len(chosen) == most or (chosen and spent > seconds):
                break
            chosen.append(test)
        return chosen

    def _patience(self, tests: Sequence[str]) -> float:
        return SPARE_SECONDS + SLOWER * sum(self.map.seconds[test] for test in tests)

    def _is_sound(self, planting: Planting, test: str) -> bool:
        """Whether it passes where there is no fault."""
        if test not in self.sound | self.unsound:
            passes = planting.failing([test], self._patience([test])) is None
            (self.sound if passes else self.unsound).add(test)
            if not passes:
                print(f"Does not pass by itself and finds nothing: {test}", flush=True)
        return test in self.sound

    def _found(self, planting: Planting, planted: Planted, tests: Sequence[str]) -> str | None:
        """The test that fails for it, `LATE`, or none."""
        most = self._patience(tests)
        if planted.mutant is None:
            with _without(planted.guard):
                return planting.failing(tests, most)
        by: str | None = None
        with contextlib.suppress(ValueError):
            by = planting.failing(tests, most, planted.where, planted.mutant)
            if by == LATE:
                by = planting.failing(tests, 2 * most, planted.where, planted.mutant)
            if by is not None:
                return by
        # Not in the body of a living function, or of one that was called at import alone: a process of its own imports
        # it and runs the tests.
        return self.house.failing(planted.where, planted.mutant, tests, most)


class _House:
    """A copy of the repository in which a fault is written into its file."""

    def __init__(self, folder: Path) -> None:
        self._root = folder / "house"

    def failing(self, module: str, mutant: Mutant, tests: Sequence[str], most: float) -> str | None:
        """The first of the tests that fails, `LATE`, or none."""
        if not self._root.exists():
            shutil.copytree(ROOT, self._root, ignore=shutil.ignore_patterns(".*", "node_modules", "data"))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--reuse-db", "-p", "no:cacheprovider", *tests]
        path = self._root / module
        source = path.read_bytes()
        # A compiled file of the same second and size would be taken for this one's: none are written.
        values = {"PYTHONPATH": str(self._root), "PYTHONDONTWRITEBYTECODE": "1"}
        path.write_bytes(mutant.applied(source))
        try:
            ran = subprocess.run(
                command,
                cwd=self._root,
                env=os.environ | values,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                timeout=most + SPARE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return LATE
        finally:
            path.write_bytes(source)
        failed = [line.split(" ")[1] for line in ran.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        if ran.returncode == 0:
            return None
        return next((test for test in tests for line in failed if test.startswith(line)), tests[0])


@contextlib.contextmanager
def _without(guard: tuple[str, str]) -> Iterator[None]:
    with psycopg.connect(database(), autocommit=True) as owner:
        owner.execute(guard[0])  # type: ignore[arg-type]  # made below, of the database's own words
        try:
            yield
        finally:
            owner.execute(guard[1])  # type: ignore[arg-type]


_GUARDS: Final = """
SELECT c.relname, t.tgname, p.proname, format('DROP TRIGGER %I ON %I', t.tgname, c.relname), pg_get_triggerdef(t.oid)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
UNION ALL
SELECT c.relname, k.conname, '', format('ALTER TABLE %I DROP CONSTRAINT %I', c.relname, k.conname),
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
WHERE k.contype IN ('c', 'x', 'u') AND c.relnamespace = 'public'::regnamespace
UNION ALL
SELECT c.relname, i.relname, '', format('DROP INDEX %I', i.relname), pg_get_indexdef(i.oid)
FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.oid)
ORDER BY 4
"""


def _in_modules(tests: Map, only: str) -> list[Planted]:
    """Every fault of the modules whose name begins so."""
    kept: list[dict[str, Any]] = tomllib.loads((ROOT / "tests/bench/equivalents.toml").read_text())["equivalent"]
    reasons = {(each["module"], each["line"], each["what"], each.get("to", "")): each["reason"] for each in kept}
    sources = {module: Source((ROOT / module).read_bytes()) for module in MODULES}
    found, met, names = [], set(), set()
    for module in MODULES:
        content = (ROOT / module).read_bytes()
        lines = content.decode().splitlines()
        for each in mutants_of(content):
            place = (module, lines[each.line - 1].strip(), each.what)
            equivalent = next(((*place, to) for to in (each.text, "") if (*place, to) in reasons), None)
            met.add(equivalent)
            may_find, likely = tests.running(module, sources[module].lines_of(each.line)), set[str]()
            if sources[module].function_of(each.line) is None:
                given = sources[module].given_by(each.line)
                uses = [tests.running(other, source.using(given)) for other, source in sources.items()]
                likely = tests.naming(given)
                may_find = may_find.union(likely, *uses) or tests.running(module, range(len(lines)))
            name = f"{module}:{each.line}: {each.what}: {lines[each.line - 1].strip()} → {each.text}"
            name += f" ({each.begin})" if name in names else ""
            names.add(name)
            planted = Planted(
                module,
                name,
                each,
                frozenset(may_find),
                frozenset(likely),
                reason=reasons.get(equivalent, ""),  # type: ignore[arg-type]
            )
            if module.startswith(only):
                found.append(planted)
    for stale in reasons.keys() - met:
        print(f"equivalents.toml speaks of a fault that is no more: {stale}", flush=True)
    return found


def _asks_for_guards(only: str) -> bool:
    return any(f"guards/{app}".startswith(only) for app in GUARDS)


def _guards(tests: Map, only: str) -> list[Planted]:
    """The triggers, constraints and unique indexes of the apps (`guards/wallet`)."""
    found, elsewhere = [], tests_elsewhere()
    with psycopg.connect(database()) as owner:
        for table, name, function, take, give in owner.execute(_GUARDS):
            app = table.partition("_")[0]
            if app not in GUARDS or not f"guards/{app}".startswith(only):
                continue
            if name == "audited" or name.startswith("audited_"):
                may_find = {test for test in tests.seconds if test.startswith(AUDITED)}
            elif function:
                may_find = tests.refusing(f"{function}: ", table) or tests.refusing(f"{function}: ")
            else:
                may_find = tests.refusing(f"{table}: {name}")
            may_find = may_find or {test for test in tests.seconds if test.startswith(GUARDS[app])}
            may_find |= {test for test in tests.seconds if test.endswith((f"[{name}]", f"[{table}.{name}]"))}
            file = elsewhere.get(f"{table}.{name}")
            may_find |= {test for test in tests.seconds if file and test.partition("::")[0] == file}
            found.append(
                Planted(f"guards/{app}", f"guards/{app}: {take}", None, False, frozenset(may_find), guard=(take, give))
            )
    return found


def main(arguments: Sequence[str]) -> None:
    """Plant a sample of the faults and say what was found."""
    with tempfile.TemporaryDirectory(prefix="sabot-mutants-") as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(Path(folder) / "examples")
        bench = Bench(_asked(arguments), Path(folder))
        files = bench.prepare()
        planting = Planting(MODULES, bench.run)
        options = ["-q", "-s", "-p", "no:cacheprovider", "--reuse-db", "--hypothesis-seed=7"]
        code = pytest.main([*options, *QUICK, *files], plugins=[planting])
        _report(bench)
        sys.exit(code)


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./sabot bench mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="so many of all faults")
    parser.add_argument("--seed", type=int, default=7, help="which of them")
    parser.add_argument("--seconds", type=float, default=1800.0, help="no new fault after these")
    parser.add_argument("--only", default="", help="the beginning of a module's name, as in wallet/ or guards/players")
    parser.add_argument(
        "--tests", default="tests/unit,tests/integration", help="the beginnings of the test files that are to find them"
    )
    parser.add_argument("--notes", default="", help="a file that keeps the outcomes and from which a later run goes on")
    return parser.parse_args(arguments)


def _report(bench: Bench) -> None:
    done = [(each, bench.outcomes[each.name]) for each in bench.sample if bench.stands(each) and not each.reason]
    same = [each for each in bench.sample if each.reason]
    found, tried = Counter[str](), Counter(each.where for each, _ in done)
    for each, outcome in done:
        found[each.where] += outcome.found
    for where in sorted(tried):
        print(f"{where:48s} {found[where]:4d} of {tried[where]:4d}  {found[where] / tried[where]:6.1%}")
    total = found.total() / max(1, len(done))
    print(f"{'all':48s} {found.total():4d} of {len(done):4d}  {total:6.1%}, out of {len(bench.every)} faults")
    print(f"Equivalent, by the reasons in equivalents.toml: {len(same)}.")
    if len(done) + len(same) < len(bench.sample):
        print(f"Not tried, for want of time: {len(bench.sample) - len(done) - len(same)} of the sample.")
    for each, outcome in done:
        if not outcome.found:
            ran = f"{outcome.tried} of {len(each.tests)} tests that run it passed" if each.tests else "no test runs it"
            print(f"\nsurvived: {each.name.partition(' → ')[0]} ({ran})")
            print(_difference(each))


def _difference(each: Planted) -> str:
    if each.mutant is None:
        return f"  {each.guard[0]}"
    source = (ROOT / each.where).read_bytes()
    before, after = source.decode().splitlines(), each.mutant.applied(source).decode().splitlines()
    return "\n".join(f"  {line}" for line in list(difflib.unified_diff(before, after, n=0, lineterm=""))[2:])


if __name__ == "__main__":
    main(sys.argv[1:])
