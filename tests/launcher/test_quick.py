"""`./sabot test --quick` finds the tests that a change needs first."""

import subprocess
import tomllib
from pathlib import Path

from launcher import quick
from tests.running import ROOT

CHOSEN = {"always": ["tests/unit"], "wallet/": ["tests/integration/wallet"], "wallet/operations": ["tests/faults"]}


def test_a_change_brings_the_tests_of_its_package() -> None:
    assert quick.select(CHOSEN, ["wallet/operations/moves.py"]) == [
        "tests/unit",
        "tests/integration/wallet",
        "tests/faults",
    ]
    assert quick.select(CHOSEN, ["docs/ledger.md"]) == ["tests/unit"]


def test_a_changed_test_runs_itself_once() -> None:
    paths = ["tests/faults/test_dealer.py", "tests/integration/wallet/test_wallet_post.py", "wallet/chart.py"]
    assert quick.select(CHOSEN, paths) == ["tests/unit", "tests/faults/test_dealer.py", "tests/integration/wallet"]


def test_what_is_not_committed_and_what_a_branch_changed_both_count(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@sabot.example"]
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    (tmp_path / "kept.py").write_text("")
    git("add", ".")
    git("commit", "-m", "one")
    git("switch", "-c", "branch")
    (tmp_path / "committed.py").write_text("")
    git("add", ".")
    git("commit", "-m", "two")
    (tmp_path / "kept.py").write_text("1")
    (tmp_path / "new.py").write_text("")
    assert quick.changed(tmp_path) == {"committed.py", "kept.py", "new.py"}


def test_without_git_only_the_tests_that_always_run(tmp_path: Path) -> None:
    assert quick.changed(tmp_path) == set()


def test_every_path_of_the_map_exists() -> None:
    chosen = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["sabot"]["quick"]
    paths = [
        path for beginning, tests in chosen.items() for path in [*tests, *([beginning] if "/" in beginning else [])]
    ]
    assert [path for path in paths if not (ROOT / path).exists()] == []
