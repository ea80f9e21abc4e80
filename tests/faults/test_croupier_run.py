"""Random shoes with injected faults, through the console's pages and its operations; the engine is the oracle (C9).

`SABOT_LONG=1 SABOT_ROUNDS=10000 ./sabot test tests/faults/test_croupier_run.py -s -n 0` deals so many rounds; a run
that failed is had again with the `SABOT_SEED` that it named.
"""

import os
import random
from typing import Final

import pytest

from tables.live import clock
from tests.croupier_run.doors import Operations, Pages
from tests.croupier_run.run import Run
from tests.factories import Floor
from tests.faults.support import LONG, sized

pytestmark = pytest.mark.timeout(36 * 3600 if LONG else 900)
SEED: Final = int(os.environ.get("SABOT_SEED") or (random.SystemRandom().getrandbits(32) if LONG else 1))
ROUNDS: Final = int(os.environ.get("SABOT_ROUNDS", "10000")) if LONG else 80


@pytest.mark.long
def test_every_round_is_explained_and_no_cent_is_off(transactional_db: None) -> None:
    floor = Floor()
    run = Run(floor, Operations(floor), SEED, ROUNDS)
    run.deal()
    print(f"SABOT_SEED={SEED}: {ROUNDS} rounds; {dict(run.done.most_common())}")
    assert sum(run.done.values()) >= ROUNDS


@pytest.mark.long
def test_the_pages_of_the_console_and_the_office_come_to_the_same(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = Floor()
    monkeypatch.setattr(clock, "now", lambda: floor.now)
    run = Run(floor, Pages(floor), SEED, sized(10, 300))
    run.deal()
    assert sum(run.done.values()) >= 10
