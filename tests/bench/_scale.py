"""One house in made-up seconds: tables that open and close rounds, slips in lanes, a database that may be away.

The costs are given from outside (`Costs`); nothing here is measured. Each web process is one processor that its
lane of slips shares with its sockets, in slices; each dealer is one; the database has several. A table's next round
opens only when its last one is settled, so that a house that is too slow gets fewer slips, and not an endless queue.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path

from _queueing import Clock, Server, share

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tables.live.linger import Linger

BATCH_MAX, WAITING_MAX = 256, 4096
LINGER_SECONDS, OFTEN = 0.02, 50
WAIT_SECONDS = 15.0
GRACE_SECONDS = 0.2
"""The house's own numbers: `tables/live/intake.py`, `tables/operations/starting.py`; a test compares them."""
SWITCH_SECONDS = 0.005
"""How long a thread of Python keeps its turn: `sys.getswitchinterval()`."""
OWN_AT_SLIP = 0.5
"""Assumed: half of what a player costs a web process falls after the slip, half when the round's result is told."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of a processor: `here` in web process or dealer, `there` in the database."""

    batch_here: float
    slip_here: float
    batch_there: float
    slip_there: float
    receipt: float
    own: float
    """Of the web process, for all else of a slip's player in a round."""
    heard: float
    """Of each web process that hears of a slip because one of its sockets is at that table."""
    open_here: float
    open_there: float
    settle_here: float
    settle_there: float

    def times(self, factor: float) -> "Costs":
        """The same on a machine that takes so many times as long."""
        return Costs(*(getattr(self, each.name) * factor for each in fields(self)))


@dataclass(frozen=True, slots=True)
class Layout:
    """The processes and processors of a house; `commit` and `journey` are waits in seconds, without a processor."""

    web: int
    dealers: int
    processors: int
    commit: float
    journey: float = 0.0


@dataclass(frozen=True, slots=True)
class Play:
    """The tables, all seats taken and all of them betting once a round."""

    tables: int
    seats: int = 9
    betting: float = 20.0
    show: float = 5.0
    last: float = 0.5
    """So much of the slips comes in the last seconds of the betting time."""
    last_seconds: float = 3.0
    together: bool = False
    """Whether all tables open at once, instead of spread over a round's time."""

    @property
    def round_seconds(self) -> float:
        """From an opening to the next."""
        return self.betting + GRACE_SECONDS + self.show

    @property
    def slips(self) -> float:
        """Slips a second."""
        return self.tables * self.seats / self.round_seconds


def hearing(web: int, seats: int) -> float:
    """How many of the web processes have one of a table's players, on the average, where any may have any."""
    return web * (1 - (1 - 1 / web) ** seats)


def batches(costs: Costs, layout: Layout, play: Play) -> float:
    """Batches a second of the whole house: in a busy one a lane waits for company, then takes what is there."""
    each = play.slips / layout.web
    fixed = LINGER_SECONDS * (each > OFTEN) + costs.batch_here + costs.batch_there + layout.commit + 4 * layout.journey
    lane = 1 / (fixed + 1 / each)
    return layout.web * max(lane, each / BATCH_MAX)


def demand(costs: Costs, layout: Layout, play: Play) -> dict[str, float]:
    """The share of each kind of processor that the play asks for, by adding up: above 1 there are too few."""
    lots, slips, rounds = batches(costs, layout, play), play.slips, play.tables / play.round_seconds
    a_slip = costs.slip_here + costs.receipt + costs.own + costs.heard * hearing(layout.web, play.seats)
    there = lots * costs.batch_there + slips * costs.slip_there + rounds * (costs.open_there + costs.settle_there)
    return {
        "web": (lots * costs.batch_here + slips * a_slip) / layout.web,
        "dealer": rounds * (costs.open_here + costs.settle_here) / layout.dealers,
        "database": there / layout.processors,
    }


@dataclass(slots=True)
class Round:
    """A round of a table, open until the dealer's step has come to the database."""

    table: "Table"
    closes: float
    open: bool = True


@dataclass(slots=True)
class Table:
    """A table and how many of its players each web process has."""

    dealer: Server
    seats: list["Lane"]
    at: Counter["Lane"]


@dataclass(slots=True)
class Slip:
    """A slip that waits, and the moment it came."""

    round: Round
    came: float
    late: bool = False


@dataclass(slots=True)
class Found:
    """What was seen in a span: each slip's answer once, and how late rounds ended."""

    came: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    receipts: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    used: dict[str, float] = field(default_factory=dict)
    drained: float = 0.0
    """When the last of what came before a mark was answered or settled."""

    def middle(self) -> float:
        """The receipt in the middle."""
        return share(self.receipts, 0.5)

    def most(self) -> float:
        """The receipt at the 99th percentile."""
        return share(self.receipts, 0.99)


class Lane:
    """The slips of one web process, a batch at a time, beside its sockets on one processor."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.server = Server(house.clock, slice=SWITCH_SECONDS)
        self.linger = Linger(seconds=LINGER_SECONDS, often=OFTEN, ticks=lambda: house.clock.now)
        self.waiting: list[Slip] = []
        self.taking = False

    def submit(self, slip: Slip) -> None:
        """A slip came."""
        if len(self.waiting) >= WAITING_MAX:
            self.house.answer(slip, "again")
            return
        self.waiting.append(slip)
        self.linger.note()
        if not self.taking:
            self.taking = True
            self._next()

    def _next(self) -> None:
        pause = self.linger.wait() if len(self.waiting) < BATCH_MAX else 0.0
        self.house.clock.at(self.house.clock.now + pause, self._take)

    def _take(self) -> None:
        house, costs = self.house, self.house.costs
        first, self.waiting = self.waiting[:BATCH_MAX], self.waiting[BATCH_MAX:]
        batch = [slip for slip in first if house.waits(slip)]
        if not batch:
            self._taken([])
            return
        there = costs.batch_there + len(batch) * costs.slip_there
        write = partial(house.database.ask, there, partial(self._written, batch), partial(self._decide, batch))
        self.server.ask(costs.batch_here + len(batch) * costs.slip_here, write)

    def _decide(self, batch: list[Slip]) -> None:
        for slip in batch:
            slip.late = not slip.round.open

    def _written(self, batch: list[Slip]) -> None:
        wait = self.house.layout.commit + 4 * self.house.layout.journey
        self.house.clock.at(self.house.clock.now + wait, partial(self._taken, batch))

    def _taken(self, batch: list[Slip]) -> None:
        if batch:
            self.server.ask(len(batch) * self.house.costs.receipt, partial(self._tell, batch))
        if self.waiting:
            self._next()
        else:
            self.taking = False

    def _tell(self, batch: list[Slip]) -> None:
        house = self.house
        work: defaultdict[Lane, float] = defaultdict(float)
        for slip in batch:
            if not house.waits(slip):
                continue
            house.answer(slip, "late" if slip.late else "accepted")
            if not slip.late:
                work[self] += house.costs.own * OWN_AT_SLIP
                for lane in slip.round.table.at:
                    work[lane] += house.costs.heard
        for lane, seconds in work.items():
            lane.server.ask(seconds, nothing)


class House:
    """The tables with everything that serves them, from the first moment on."""

    def __init__(self, costs: Costs, layout: Layout, play: Play, seed: int = 7) -> None:
        self.costs, self.layout, self.play = costs, layout, play
        self.dice, self.clock, self.found = random.Random(seed), Clock(), Found()
        self.mark = 0.0
        self.database = Server(self.clock, layout.processors)
        self.dealers = [Server(self.clock, slice=SWITCH_SECONDS) for _ in range(layout.dealers)]
        self.lanes = [Lane(self) for _ in range(layout.web)]
        for number in range(play.tables):
            seats = [self.dice.choice(self.lanes) for _ in range(play.seats)]
            table = Table(self.dealers[number % layout.dealers], seats, Counter(seats))
            begin = 0.0 if play.together else self.dice.random() * play.round_seconds
            self.clock.at(begin, partial(self._open, table))

    def watch(self, seconds: float) -> Found:
        """What is seen from now on, for so long."""
        self.found, since = Found(), self.clock.now
        kinds = {"web": [lane.server for lane in self.lanes], "dealer": self.dealers, "database": [self.database]}
        before = {kind: [server.busy for server in servers] for kind, servers in kinds.items()}
        self.clock.run(since + seconds)
        for kind, servers in kinds.items():
            each = [server.used(since, busy) for server, busy in zip(servers, before[kind], strict=True)]
            self.found.used[kind] = sum(each) / len(each)
        return self.found

    def lose_database(self, seconds: float) -> None:
        """The database begins nothing for so long."""
        self.mark = self.clock.now + seconds
        self.database.shut(self.mark)

    def waits(self, slip: Slip) -> bool:
        """Whether it still waits for its answer: after so long it was told to try again, with the same key."""
        if self.clock.now - slip.came <= WAIT_SECONDS:
            return True
        self.answer(slip, "again")
        return False

    def answer(self, slip: Slip, answer: str) -> None:
        """Count its one answer."""
        self.found.answers[answer] += 1
        if answer != "again":
            self.found.receipts.append(self.clock.now - slip.came)
        self._done(slip.came)

    def _done(self, came: float) -> None:
        if came <= self.mark:
            self.found.drained = max(self.found.drained, self.clock.now - self.mark)

    def _step(
        self, table: Table, here: float, there: float, done: Callable[[], None], begun: Callable[[], None]
    ) -> None:
        commit = self.layout.commit + 4 * self.layout.journey
        committed = partial(self._later, commit, done)
        table.dealer.ask(here, partial(self.database.ask, there, committed, begun))

    def _later(self, wait: float, act: Callable[[], None]) -> None:
        self.clock.at(self.clock.now + wait, act)

    def _open(self, table: Table) -> None:
        opened = partial(self._opened, table)
        self._step(table, self.costs.open_here, self.costs.open_there, opened, nothing)

    def _opened(self, table: Table) -> None:
        play, now = self.play, self.clock.now
        current = Round(table, now + play.betting)
        for lane in table.seats:
            late = self.dice.random() < play.last
            span = play.last_seconds if late else play.betting
            self.clock.at(current.closes - self.dice.random() * span, partial(self._lay, lane, current))
        self.clock.at(current.closes + GRACE_SECONDS, partial(self._settle, current))

    def _lay(self, lane: Lane, current: Round) -> None:
        self.found.came += 1
        lane.submit(Slip(current, self.clock.now))

    def _settle(self, current: Round) -> None:
        settled = partial(self._settled, current)
        closed = partial(setattr, current, "open", False)
        self._step(current.table, self.costs.settle_here, self.costs.settle_there, settled, closed)

    def _settled(self, current: Round) -> None:
        due = current.closes + GRACE_SECONDS
        self.found.lateness.append(self.clock.now - due)
        self._done(due)
        for lane, players in current.table.at.items():
            lane.server.ask(players * self.costs.own * (1 - OWN_AT_SLIP), nothing)
        self.clock.at(due + self.play.show, partial(self._open, current.table))


def nothing() -> None:
    """Work whose end nothing waits for."""


def halved(layout: Layout) -> Layout:
    """The same with half of its web processes and dealers: one machine of the house of two is away."""
    return replace(layout, web=max(1, layout.web // 2), dealers=max(1, layout.dealers // 2))
