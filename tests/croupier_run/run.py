"""A run of random rounds at several tables, proven round by round and as a whole."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from tables.operations import comparing
from tables.queries.croupier_figures import faults as report_of_faults
from tests.croupier_run.doors import Door
from tests.croupier_run.faults import Faults
from tests.croupier_run.table import RunTable
from tests.croupiers import PAPER
from tests.factories import Floor

LIVE: Final = replace(PAPER, preset="live-baccarat", commission="5-percent", max_prize=5_000_00)
RULES: Final = (PAPER, LIVE)
"""Half the prize on banca's 5, and two more sets of limits; the live game burns cards and has side bets."""
EVERY: Final = 250
"""Rounds between two words about how far the run has come."""


@dataclass
class Run:
    """So many rounds from one seed. `said` hears how far it has come."""

    floor: Floor
    door: Door
    seed: int
    rounds: int
    said: Callable[[str], None] = print
    done: Counter[str] = field(default_factory=Counter)

    def deal(self) -> None:
        """Deal all rounds and prove them. Whatever fails names the seed and the round."""
        chance = random.Random(self.seed)
        begun = self.floor.now
        tables = [
            RunTable(self.floor, self.door, terms, random.Random(chance.getrandbits(64)), done=self.done)
            for terms in RULES
        ]
        faults = Faults(random.Random(chance.getrandbits(64)))
        number = 0
        try:
            for number in range(1, self.rounds + 1):
                chance.choice(tables).round(faults)
                if number % EVERY == 0:
                    self.said(f"{number} rounds, {sum(self.done.values())} faults")
            self._prove(tables, begun)
        except Exception as error:
            raise AssertionError(f"SABOT_SEED={self.seed}, round {number}: {error!r}") from error

    def _prove(self, tables: "list[RunTable]", begun: object) -> None:
        """No cent is off, every round replays, and the report of faults counts what was injected, no more, no less."""
        now = self.floor.now + timedelta(seconds=1)
        counted = {
            (each.croupier, each.table, each.kind): each.times
            for each in report_of_faults(since=self.floor.now - timedelta(days=36_500), until=now)
        }
        wanted = {
            (croupier, table.name, kind): times
            for table in tables
            for (croupier, kind), times in table.record.faults.items()
        }
        assert counted == wanted
        assert comparing.compare(now=now).differences == 0
        self.floor.prove()
