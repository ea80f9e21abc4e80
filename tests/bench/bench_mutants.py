"""How many small faults the tests find: `./sabot bench mutants --sample=200 --seed=7 --seconds=1800 --only=wallet`.

Each fault is put into a copy of the house, alone, and the tests of its module are run until one fails. What no test
fails for is listed with its lines. `--notes=FILE` keeps the outcomes, and a run that finds them there goes on. A guard
of the database (a trigger, a constraint) is taken away in the tests' own database, and given back.
"""

import argparse
import contextlib
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
from _mutations import Mutant, mutants_of

ROOT: Final = Path(__file__).resolve().parents[2]
GAME: Final = "tests/unit/baccarat"
BETS: Final = ("tests/integration/tables/test_bets.py", "tests/integration/tables/test_limit_races.py")
PLAYERS: Final = "tests/integration/players/test_"
BY_TWO: Final = f"{PLAYERS}staff_by_two.py"
CASHIER: Final = (f"{PLAYERS}cashier_deposits.py", f"{PLAYERS}cashier_withdrawals.py")
SMALL: Final = f"{PLAYERS}small_refusals.py"
OFFICE: Final = "tests/integration/backoffice/test_backoffice_"
MODULES: Final[dict[str, tuple[str, ...]]] = {
    "baccarat/limits.py": (f"{GAME}/test_limit_rules.py", GAME),
    "baccarat/offers.py": (f"{GAME}/test_offers.py", GAME),
    "baccarat/ranges.py": (f"{GAME}/test_limit_rules.py", GAME),
    "baccarat/settlement.py": (f"{GAME}/test_regulation_812.py", GAME),
    "baccarat/play.py": (f"{GAME}/test_package.py", GAME),
    "baccarat/proof.py": (f"{GAME}/test_shoe_and_proof.py", GAME),
    "wallet/operations/moves.py": ("tests/integration/wallet", f"{PLAYERS}cashier_withdrawals.py"),
    "wallet/operations/posting.py": ("tests/integration/wallet",),
    "players/gates.py": (f"{PLAYERS}players_gates.py", f"{PLAYERS}exclusion_duties.py"),
    "players/operations/limits.py": (SMALL, f"{PLAYERS}limits.py", f"{PLAYERS}limit_counting.py"),
    "players/operations/exclusion.py": (SMALL, f"{PLAYERS}exclusion_duties.py", f"{PLAYERS}protection_database.py"),
    "players/operations/cashier/adjustments.py": (
        SMALL,
        f"{PLAYERS}cashier_adjustments.py",
        BY_TWO,
    ),
    "players/operations/cashier/charge_backs.py": (f"{PLAYERS}cashier_deposits.py",),
    "players/operations/cashier/deposits.py": (f"{PLAYERS}cashier_deposits.py",),
    "players/operations/cashier/holders.py": (f"{PLAYERS}cashier_deposits.py",),
    "players/operations/cashier/instruments.py": CASHIER,
    "players/operations/cashier/notices.py": CASHIER,
    "players/operations/cashier/sweeping.py": (
        SMALL,
        f"{PLAYERS}cashier_deposits.py",
        f"{PLAYERS}cashier_withdrawals.py",
    ),
    "players/operations/cashier/withdrawals.py": (
        SMALL,
        f"{PLAYERS}cashier_withdrawals.py",
        BY_TWO,
    ),
    "casino/signing/again.py": (f"{OFFICE}asked_again.py", f"{OFFICE}access.py"),
    "casino/backoffice/access.py": (f"{OFFICE}access.py", f"{OFFICE}asked_again.py"),
    "tables/operations/bets.py": (*BETS, "tests/integration/tables/test_voids_by_two.py"),
    "tables/operations/paying.py": ("tests/integration/tables/test_bets.py", "tests/integration/tables/test_dealer.py"),
    "tables/operations/voids.py": (
        "tests/integration/tables/test_voids_by_two.py",
        "tests/integration/tables/test_void_openings.py",
    ),
}
"""The rules of money, limits, gates, access and proof, and where their tests are, the likeliest first."""
GUARDS: Final[dict[str, tuple[str, ...]]] = {
    "wallet": ("tests/integration/wallet",),
    "players": (f"{PLAYERS}protection_database.py", f"{PLAYERS}causes.py", *BETS[:1]),
    "tables": ("tests/integration/test_promises_of_the_database.py", *BETS[:1]),
    "reporting": ("tests/integration/reporting/test_chain.py",),
}
"""By app, the tests that its triggers and constraints must fail."""
LEFT: Final = shutil.ignore_patterns(".*", "node_modules", "data")
SPARE_SECONDS: Final = 30.0
SLOWER: Final = 4
"""A run so many times as long as that without a fault hangs: it is found."""


@dataclass(frozen=True)
class Planted:
    """A fault in a module, or a guard that is taken away."""

    where: str
    tests: tuple[str, ...]
    mutant: Mutant | None = None
    guard: tuple[str, str] = ("", "")
    """The statements that take it away and give it back."""

    @property
    def name(self) -> str:
        """The same for the same fault."""
        if self.mutant is None:
            return f"{self.where}: {self.guard[0]}"
        one = self.mutant
        return f"{self.where}:{one.line}: {one.what}: {one.begin}-{one.end}: {one.text}"


class House:
    """A copy of the repository in which faults are planted and tests run."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "house"
        shutil.copytree(ROOT, self.root, ignore=LEFT)
        self.usual: dict[tuple[str, ...], float] = {}

    def passes(self, tests: tuple[str, ...], most: float | None = None) -> bool:
        """Whether the tests pass, within so many seconds."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--reuse-db", "-p", "no:cacheprovider", *tests]
        # Examples of Hypothesis are the same in every run, so that a fault is found or not by its own weight.
        environment = os.environ | {"PYTHONPATH": str(self.root), "HYPOTHESIS_STORAGE_DIRECTORY": str(self.root.parent)}
        process = subprocess.Popen(
            command,
            cwd=self.root,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(most) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait()

    def patience(self, tests: tuple[str, ...]) -> float:
        """How long the tests may take; they are run once as they are. 0 where they do not pass: they find nothing."""
        if tests not in self.usual:
            began = time.monotonic()
            passes = self.passes(tests)
            self.usual[tests] = SPARE_SECONDS + SLOWER * (time.monotonic() - began) if passes else 0.0
            if not passes:
                print(f"Without any fault these do not pass, and are left out: {' '.join(tests)}", flush=True)
        return self.usual[tests]

    def finds(self, planted: Planted) -> bool:
        """Whether a test fails for the fault."""
        most = self.patience(planted.tests)
        with _written(self.root / planted.where, planted.mutant) if planted.mutant else _without(planted.guard):
            return not self.passes(planted.tests, most)


@contextlib.contextmanager
def _written(path: Path, mutant: Mutant) -> Iterator[None]:
    source = path.read_bytes()

    def write(content: bytes) -> None:
        # A compiled file of the same second and size would be taken for this one's.
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
            compiled.unlink()
        path.write_bytes(content)

    try:
        write(mutant.applied(source))
        yield
    finally:
        write(source)


def _database() -> str:
    url = urlsplit(os.environ["DATABASE_URL"])
    return url._replace(path=f"/test_{url.path.strip('/')}").geturl()


@contextlib.contextmanager
def _without(guard: tuple[str, str]) -> Iterator[None]:
    with psycopg.connect(_database(), autocommit=True) as owner:
        owner.execute(guard[0])  # type: ignore[arg-type]  # made below, of the database's own words
        try:
            yield
        finally:
            owner.execute(guard[1])  # type: ignore[arg-type]


_TRIGGERS: Final = """
SELECT c.relname, format('DROP TRIGGER %I ON %I', t.tgname, c.relname), pg_get_triggerdef(t.oid)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
UNION ALL
SELECT c.relname, format('ALTER TABLE %I DROP CONSTRAINT %I', c.relname, k.conname),
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
WHERE k.contype IN ('c', 'x', 'u') AND c.relnamespace = 'public'::regnamespace
ORDER BY 2
"""


def faults(house: House, only: str) -> list[Planted]:
    """Every fault of the modules whose name begins so, and of the guards (`guards/wallet`)."""
    found = []
    for module, tests in MODULES.items():
        if module.startswith(only):
            found += [Planted(module, tests, each) for each in mutants_of((ROOT / module).read_bytes())]
    wanted = {app: tests for app, tests in GUARDS.items() if f"guards/{app}".startswith(only)}
    if not wanted:
        return found
    house.patience(next(iter(wanted.values())))  # makes the tests' database
    with psycopg.connect(_database()) as owner:
        for table, take, give in owner.execute(_TRIGGERS):
            app = table.partition("_")[0]
            if app in wanted:
                found.append(Planted(f"guards/{app}", wanted[app], guard=(take, give)))
    return found


def main(arguments: Sequence[str]) -> None:
    """Plant a sample of the faults and say what was found."""
    asked = _asked(arguments)
    notes = Path(asked.notes) if asked.notes else None
    with tempfile.TemporaryDirectory(prefix="sabot-mutants-") as folder:
        house = House(Path(folder))
        every = faults(house, asked.only)
        sample = random.Random(asked.seed).sample(every, min(asked.sample, len(every)))
        sample.sort(key=lambda each: each.tests)
        known = _known(notes)
        over = time.monotonic() + asked.seconds
        outcomes: dict[str, bool] = {}
        for number, each in enumerate(sample, start=1):
            if each.name not in known and (time.monotonic() > over or not house.patience(each.tests)):
                continue
            found = known[each.name] if each.name in known else house.finds(each)
            outcomes[each.name] = found
            if each.name not in known:
                _note(notes, each.name, found)
                print(f"{number:4d}/{len(sample)} {'found   ' if found else 'SURVIVED'} {each.name}", flush=True)
        _report(every, sample, outcomes)


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./sabot bench mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="so many of all faults")
    parser.add_argument("--seed", type=int, default=7, help="which of them")
    parser.add_argument("--seconds", type=float, default=1800.0, help="no new fault after these")
    parser.add_argument("--only", default="", help="the beginning of a module's name, as in wallet/ or guards/players")
    parser.add_argument("--notes", default="", help="a file that keeps the outcomes and from which a later run goes on")
    return parser.parse_args(arguments)


def _known(notes: Path | None) -> dict[str, bool]:
    if notes is None or not notes.exists():
        return {}
    lines: list[dict[str, Any]] = [json.loads(line) for line in notes.read_text().splitlines()]
    return {line["fault"]: line["found"] for line in lines}


def _note(notes: Path | None, name: str, found: bool) -> None:
    if notes is not None:
        with notes.open("a") as lines:
            lines.write(json.dumps({"fault": name, "found": found}) + "\n")


def _report(every: Sequence[Planted], sample: Sequence[Planted], outcomes: dict[str, bool]) -> None:
    done = [each for each in sample if each.name in outcomes]
    found, tried = Counter[str](), Counter(each.where for each in done)
    for each in done:
        found[each.where] += outcomes[each.name]
    for where in sorted(tried):
        share = found[where] / tried[where]
        print(f"{where:48s} {found[where]:4d} of {tried[where]:4d}  {share:6.1%}")
    total = found.total() / max(1, len(done))
    print(f"{'all':48s} {found.total():4d} of {len(done):4d}  {total:6.1%}, out of {len(every)} faults")
    if len(done) < len(sample):
        print(f"Not tried, for want of time or of tests that pass: {len(sample) - len(done)} of the sample.")
    for each in done:
        if not outcomes[each.name]:
            print(f"\nsurvived: {each.name}")
            print(_difference(each))


def _difference(each: Planted) -> str:
    if each.mutant is None:
        return f"  {each.guard[0]}"
    source = (ROOT / each.where).read_bytes()
    before, after = source.decode().splitlines(), each.mutant.applied(source).decode().splitlines()
    return "\n".join(f"  {line}" for line in list(difflib.unified_diff(before, after, n=0, lineterm=""))[2:])


if __name__ == "__main__":
    main(sys.argv[1:])
