"""A newer release with another schema comes machine by machine, with rounds in play: nothing acknowledged is lost.

The older one is the last commit before the latest migration. A clone without it has nothing to upgrade from.
"""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.faults.support import LONG
from tests.faults.test_postgres import at_rest
from tests.machines.rig import players_at, rig, silence
from tests.machines.test_rig import another_round_is_settled
from tests.running import ROOT

pytestmark = [pytest.mark.machines, pytest.mark.timeout(3_600)]
MIGRATIONS = ":(glob)*/migrations/[0-9]*.py"


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The code before the latest migration."""
    if not LONG:
        pytest.skip("a house is upgraded in a long run (SABOT_LONG=1)")
    changed = _git("log", "-n", "1", "--format=%H", "--", MIGRATIONS)
    before = _git("rev-parse", "--verify", "--quiet", f"{changed.strip()}^") if changed.strip() else ""
    if not before.strip():
        pytest.skip("this clone has no commit before the latest migration")
    folder = tmp_path / "older"
    folder.mkdir()
    archive = subprocess.run(["git", "archive", before.strip()], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
    (folder / ".venv").symlink_to(sys.prefix)  # what both releases run with
    known = {each.relative_to(folder) for each in folder.glob("*/migrations/[0-9]*.py")}
    added = {each.relative_to(ROOT) for each in ROOT.glob("*/migrations/[0-9]*.py")} - known
    assert added, "the newer release has migrations that the older one does not know"
    subprocess.run([sys.executable, "manage.py", "compile_texts"], cwd=folder, capture_output=True, check=True)
    return folder


def test_a_newer_release_comes_machine_by_machine_with_rounds_in_play(db: None, older: Path, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    with rig(logs, code=older) as made, players_at(made) as players:
        began = time.time()
        made.migrate(ROOT)
        print(f"\nmigrated: no answer for {silence(made, began):.1f} s")
        players.bets_go_on(5)
        another_round_is_settled(made, players)
        for machine in made.houses:
            began = time.time()
            made.newer.add(machine.name)
            made.restart(machine)
            players.bets_go_on(5)
            players.hear_events(3)
            another_round_is_settled(made, players)
            print(f"\n{machine.name} has the newer release: no answer for {silence(made, began):.1f} s")
        made.whole()
        at_rest(players, made.house, made.logs)


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout
