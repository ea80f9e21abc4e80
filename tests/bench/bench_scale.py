"""What a house of many tables would take, by simulation: `./sabot bench scale`, `python tests/bench/bench_scale.py`.

**A simulation, which measures nothing.** Its costs were measured elsewhere (each constant says where) or are assumed
(and say so); it adds what cannot be seen from them: how slips queue when they come in bursts, what a wait for a second
database does to them, and what a gap in the database leaves behind. No figure of it is beside a target, and no speed
is claimed. Needs no server; the same seed gives the same figures. `docs/operations/scale.md` reads them.
"""

import bisect
import itertools
import time
from dataclasses import replace

import _figures
from _scale import Costs, Found, House, Layout, Play, batches, demand, halved

# Measured: docs/performance.md, P7, 1,000 tables for ten minutes on the fifth machine.
P7_TABLES = 1_000
P7_SLIPS = 356.4
"""A second."""
P7_WEB, P7_DEALER, P7_DATABASE = 0.49, 0.17, 0.35
"""Of a processor each."""
P7_RECEIPTS_MS = (29, 81)
SLOWEST = 1_000 / 300
"""Measured there: the fourth machine spends on 300 tables what a faster one spends on 1,000."""

# Measured: docs/performance.md, P3, milliseconds of processor of a slip alone and of 256 together, a full machine.
ALONE_HERE, ALONE_THERE = 1.5, 2.0
MANY_HERE, MANY_THERE, MANY = 30.0, 21.0, 256

FRAME = 60e-3 / 5_000
"""Measured: docs/performance.md, where the time goes: 60 ms of processor for 5,000 sockets."""
STATEMENTS_SETTLE, STATEMENTS_OPEN = 11, 6
"""Counted: docs/performance.md. A round's cost is parted between its two steps so."""
COMMIT = 0.13e-3
"""Measured: `pg_test_fsync` on a virtual disk, 7,756 a second. A disk that does not lie takes longer."""
QUORUM = 1e-3
"""Assumed: until a standby in the same city has a commit."""
JOURNEY = 0.3e-3
"""Assumed: from a machine of the house to the database and back; a batch goes four times."""
HEARD_PART = 0.2
"""Assumed: of what a slip costs the web process besides batch and frames, what each process that hears of it pays. At
one process the part does not matter; it decides how much a second one is worth."""

PROOF_A_LINE, PROOF_A_ROW = 2e-6, 25e-6
"""Measured: docs/ledger.md, the proof: seconds of the ledger's own part and of the chain's. Upper bounds, it says."""
SLICES_AT_WORK = 240 / 300
"""Set: `SLICE_SECONDS` of `reporting/operations/proof_slices.py`, and the schedule of its task."""
SLICES_DEARER = 1.4
"""Measured: docs/ledger.md, the proof: 41 s in slices and 30 s at one moment of the same 312,000 lines; 30 and 26 s."""
LINES_A_BET = 1_983 / 967
"""Measured: docs/performance.md, what `seed_history` wrote."""
BETS_A_SLIP = 3
DAYS = (7, 30, 90, 365, 3_650)

WARM, WATCHED = 25.2, 25.2
"""Seconds of the simulation's clock; a round, after which as many slips come as ever, and one more."""
MOST = 100_000
SIZES = (100, 1_000, 3_000, 10_000)
POWER = "the primary's power"
GAPS = {
    "switchover": 3.0,
    POWER: 27.0,
    "a primary that hangs": 26.0,
}
"""Measured: docs/reliability.md, many machines: seconds without an answer."""
AFTER = 50.4
"""Watched after a gap: two rounds, of which the second is asked for its receipts."""

ONE = Layout(web=1, dealers=1, processors=1, commit=COMMIT)
THREE = Layout(web=8, dealers=2, processors=4, commit=COMMIT + QUORUM, journey=JOURNEY)
LARGE = Layout(web=24, dealers=6, processors=8, commit=COMMIT + QUORUM, journey=JOURNEY)
LAYOUTS = {"one machine, as P7": ONE, "many machines": THREE, "more of them": LARGE}


def costs() -> Costs:
    """The costs of each thing, so that 1,000 tables on one machine take what was measured."""
    slip_here, slip_there = (MANY_HERE - ALONE_HERE) / (MANY - 1) / 1e3, (MANY_THERE - ALONE_THERE) / (MANY - 1) / 1e3
    known = Costs(
        batch_here=ALONE_HERE / 1e3 - slip_here,
        slip_here=slip_here,
        batch_there=ALONE_THERE / 1e3 - slip_there,
        slip_there=slip_there,
        receipt=FRAME,
        **dict.fromkeys(("own", "heard", "open_here", "open_there", "settle_here", "settle_there"), 0.0),
    )
    play = Play(P7_TABLES)
    rounds, lots = play.tables / play.round_seconds, batches(known, ONE, play)
    rest = (P7_WEB - lots * known.batch_here) / P7_SLIPS - known.slip_here - known.receipt
    there = (P7_DATABASE - lots * known.batch_there - P7_SLIPS * known.slip_there) / rounds
    settles = STATEMENTS_SETTLE / (STATEMENTS_SETTLE + STATEMENTS_OPEN)
    return replace(
        known,
        own=rest * (1 - HEARD_PART),
        heard=rest * HEARD_PART,
        open_here=P7_DEALER / rounds * (1 - settles),
        open_there=there * (1 - settles),
        settle_here=P7_DEALER / rounds * settles,
        settle_there=there * settles,
    )


def watched(what: Costs, layout: Layout, play: Play) -> Found:
    """A round's time of a house that has been open for another."""
    house = House(what, layout, play)
    house.watch(WARM)
    return house.watch(WATCHED)


def full(what: Costs, layout: Layout) -> tuple[int, str]:
    """How many tables fill the first kind of processor altogether, by adding up, and which kind that is."""
    tables = bisect.bisect(range(1, MOST), 1.0, key=lambda each: max(demand(what, layout, Play(each)).values()))
    shares = demand(what, layout, Play(tables))
    return tables, max(shares, key=lambda kind: shares[kind])


def line(name: str, found: Found, filled: tuple[int, str]) -> str:
    """One house in a line."""
    used = " ".join(f"{found.used[kind] * 100:5.0f}" for kind in ("web", "dealer", "database"))
    latest = max(found.lateness, default=0.0) * 1e3
    answers = found.answers
    return (
        f"    {name:32s} {found.middle() * 1e3:8.0f} {found.most() * 1e3:8.0f} {latest:8.0f}  {used}"
        f" {answers['late']:7,d} {answers['again']:7,d}   {filled[1]}, {filled[0]:,d} tables"
    )


def heading(title: str) -> None:
    """The head of a table of houses."""
    print(f"\n{title}")
    kinds = " ".join(f"{kind:>5s}" for kind in ("web", "deal", "db"))
    print(
        f"    {'':32s} {'p50 ms':>8s} {'p99 ms':>8s} {'round ms':>8s}  {kinds} {'late':>7s} {'again':>7s}   full first"
    )


def sizes(what: Costs) -> None:
    """Each size in each layout."""
    for title, layout in LAYOUTS.items():
        heading(f"{title}: web {layout.web}, dealers {layout.dealers}, processors of the database {layout.processors}")
        for tables in SIZES:
            play = Play(tables)
            found = watched(what, layout, play)
            print(line(f"{tables:,d} tables, {play.slips:,.0f} slips/s", found, full(what, layout)), flush=True)
            for kind, used in found.used.items():
                _figures.keep(f"{title}, {tables} tables: {kind} used", used)
            _figures.keep(f"{title}, {tables} tables: receipt p99, ms", found.most() * 1e3)


def variations(what: Costs) -> None:
    """The same thousand tables, each assumption changed in turn."""
    play = Play(P7_TABLES)
    heading(f"{P7_TABLES:,d} tables, otherwise")
    houses = {
        "one machine, moments by chance": (what, ONE, replace(play, last=0.0)),
        "one machine, all in the last 3 s": (what, ONE, replace(play, last=1.0)),
        "one machine, all tables at once": (what, ONE, replace(play, together=True)),
        "one machine, 300 on the slowest": (what.times(SLOWEST), ONE, Play(300)),
        "many, a standby 5 ms away": (what, replace(THREE, commit=COMMIT + 5e-3), play),
        "many, a standby 20 ms away": (what, replace(THREE, commit=COMMIT + 20e-3), play),
        "many, all tables at once": (what, THREE, replace(play, together=True)),
        "many, one house machine away": (what, halved(THREE), play),
        "many, 3,000, one machine away": (what, halved(THREE), Play(3_000)),
        "many, 1,000 on the slowest": (what.times(SLOWEST), THREE, play),
    }
    for name, (each, layout, tables) in houses.items():
        print(line(name, watched(each, layout, tables), full(each, layout)), flush=True)


PARTS = (0.0, 0.1, 0.2, 0.5)


def hearers(what: Costs) -> None:
    """How many web processes each size takes, by the part that every hearer pays."""
    print("\nweb processes until they are at most 60 % busy, by the part of a slip's cost that every hearer pays")
    print(f"    {'':13s} " + " ".join(f"{part:6.0%}" for part in PARTS))
    rest = what.own + what.heard
    for tables in SIZES:
        shares = [replace(what, own=rest * (1 - part), heard=rest * part) for part in PARTS]
        print(f"    {tables:6,d} tables " + " ".join(f"{enough(each, Play(tables)):6d}" for each in shares))


def enough(what: Costs, play: Play, busy: float = 0.6) -> int:
    """The least number of web processes that are no busier than that."""
    return next(web for web in itertools.count(1) if demand(what, replace(LARGE, web=web), play)["web"] <= busy)


def failovers(what: Costs) -> None:
    """The database away, and what follows; every slip that came meanwhile has one answer."""
    print("\nthe database away, then two rounds: answers to all slips, seconds until what had waited was done,")
    print("receipts of the second round in ms")
    names = ("accepted", "late", "again", "drained s", "p99 ms")
    print(f"    {'':44s} " + " ".join(f"{name:>9s}" for name in names))
    houses = [(tables, THREE, gap) for tables in (P7_TABLES, 3_000) for gap in GAPS] + [(10_000, LARGE, POWER)]
    for tables, layout, gap in houses:
        house, seconds = House(what, layout, Play(tables)), GAPS[gap]
        house.watch(WARM)
        house.lose_database(seconds)
        seen = [house.watch(seconds), house.watch(AFTER / 2), house.watch(AFTER / 2)]
        answers = " ".join(f"{sum(each.answers[kind] for each in seen):9,d}" for kind in names[:3])
        drained, most = seen[1].drained, seen[2].most()
        head = f"{tables:6,d} tables, {seconds:4.0f} s, {gap}"
        print(f"    {head:44s} {answers} {drained:9.1f} {most * 1e3:9.0f}", flush=True)
        _figures.keep(f"{tables} tables, {seconds:.0f} s away: drained, s", drained)


def proof_hours(bets: float, rounds: float) -> float:
    """How long a proof from the first row on takes, when so many bets and rounds are behind."""
    lines = bets * LINES_A_BET
    return (lines * PROOF_A_LINE + (lines + bets / BETS_A_SLIP + rounds) * PROOF_A_ROW) / 3_600


def walk_hours(bets: float, rounds: float) -> float:
    """How long the same takes in slices, which compare and add up more, and rest between them."""
    return proof_hours(bets, rounds) * SLICES_DEARER / SLICES_AT_WORK


def proofs() -> None:
    """The proofs of a house of a hundred tables, as it grows older."""
    rounds = 86_400 * 100 / Play(100).round_seconds
    print("\nthe whole proof of 100 tables after so many days, by adding up (upper bounds): hours at one moment,")
    print("hours until its slices are done, and hours after which a row changed behind the hourly proofs is found")
    print(f"    {'':20s} " + " ".join(f"{days:7,d}" for days in DAYS))
    for bets in (100_000, 1_000_000):
        for name, hours in (("at one moment", proof_hours), ("in slices", walk_hours), ("found after", found_hours)):
            figures = " ".join(f"{hours(bets * days, rounds * days):7.1f}" for days in DAYS)
            print(f"    {bets:9,d} a day, {name:13s} {figures}")
        hourly = proof_hours(bets / 24, rounds / 24) * 3_600
        print(f"    {bets:9,d} a day, the hourly proof of new rows: {hourly:.0f} s at any age")


def found_hours(bets: float, rounds: float) -> float:
    """At most so long stands a row that was changed right behind the slices: until the next whole proof's are done."""
    took = walk_hours(bets, rounds)
    return max(24.0, took) + took


def held(what: Costs) -> None:
    """The one house that was measured, as the simulation has it."""
    found, (middle, most) = watched(what, ONE, Play(P7_TABLES, last=0.0)), P7_RECEIPTS_MS
    print(f"    {P7_TABLES:,d} tables as measured: receipts {middle} and {most} ms at the 99th percentile;", end=" ")
    print(f"here {found.middle() * 1e3:.0f} and {found.most() * 1e3:.0f}, which is too kind")


def main() -> None:
    begun, what = time.perf_counter(), costs()
    print("A simulation: no speed is measured here, and nothing is met or missed. Costs in ms of a processor:")
    print(f"    a batch {what.batch_here * 1e3:.2f} + {what.slip_here * 1e3:.3f} a slip here,", end=" ")
    print(f"{what.batch_there * 1e3:.2f} + {what.slip_there * 1e3:.3f} in the database")
    print(f"    all else of a slip in the web process {what.own * 1e3:.2f}, + {what.heard * 1e3:.2f} each that hears")
    print(f"    a round {(what.open_here + what.settle_here) * 1e3:.2f} in the dealer,", end=" ")
    print(f"{(what.open_there + what.settle_there) * 1e3:.2f} in the database")
    held(what)
    sizes(what)
    variations(what)
    hearers(what)
    failovers(what)
    proofs()
    print(f"\n    {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
