"""The game beside its peers and limits, in one run: `python tests/bench/bench_game.py`.

P1: the odds of all fifteen bets, beside the shortest enumeration of the main bets alone that we know.
P2: rounds off shuffled shoes, beside the npm package baccarat-engine (fetched to a temporary folder where npm works).
Prints medians and ratios and always ends well; ratios travel between machines, times do not.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import _figures

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from baccarat.cards import Card
from baccarat.combinations import ShoeCount, joint
from baccarat.draws import chooser, shuffled_fast
from baccarat.odds import odds
from baccarat.play import BANCA_DRAWS_ON, play
from baccarat.rulesets import preset
from baccarat.shoe import build, shuffled
from baccarat.simulation import play_out, values_of

PEER = "baccarat-engine@1.1.5"
PYTHON_PEER = 26_100  # rounds a second of mmichie/cardsharp, measured on two shared vCPUs; not on any index to run here
SHOES = 60
TRIES = 60
TURNS = 3
BEHIND_CUT = 16

PEER_SCRIPT = """
const { BaccaratGameEngine } = require("baccarat-engine");
const engine = new BaccaratGameEngine();
engine.shoe.createDecks();
const rounds = Number(process.argv[1]);
function run() {
  const start = process.hrtime.bigint();
  for (let round = 0; round < rounds; round += 1) {
    if (round === 0 || engine.isBurnNeeded) { engine.shoe.shuffle(); engine.burnCards(); }
    engine.resultsEngine.calculateGameResult(engine.dealGame());
  }
  return rounds / (Number(process.hrtime.bigint() - start) / 1e9);
}
for (let warm = 0; warm < 40; warm += 1) run();
console.log(Math.max(...Array.from({ length: Number(process.argv[2]) }, run)));
"""


def main_bets_alone() -> tuple[int, int, int]:
    """The limit of P1: ponto, banca and empate of eight decks, pairs folded, banca's draw in closed form."""
    left = [128] + [32] * 9
    cards = sum(left) - 4
    ponto_wins = banca_wins = ties = 0
    for a in range(10):
        with_a = left[a]
        left[a] -= 1
        for b in range(a, 10):
            with_b = with_a * left[b] * (1 if a == b else 2)
            left[b] -= 1
            ponto = (a + b) % 10
            for c in range(10):
                with_c = with_b * left[c]
                left[c] -= 1
                for d in range(c, 10):
                    weight = with_c * left[d] * (1 if c == d else 2)
                    banca = (c + d) % 10
                    left[d] -= 1
                    found = _third_cards(ponto, banca, left, cards)
                    ponto_wins += weight * found[0]
                    banca_wins += weight * found[1]
                    ties += weight * found[2]
                    left[d] += 1
                left[c] += 1
            left[b] += 1
        left[a] += 1
    return ponto_wins, banca_wins, ties


DRAWS = [[banca < 8 and third in BANCA_DRAWS_ON[banca] for third in range(10)] for banca in range(10)]


def _third_cards(ponto: int, banca: int, left: list[int], cards: int) -> tuple[int, int, int]:
    last_two, last_one = cards * (cards - 1), cards - 1
    if ponto >= 8 or banca >= 8 or (ponto >= 6 and banca >= 6):
        return (last_two, 0, 0) if ponto > banca else (0, last_two, 0) if banca > ponto else (0, 0, last_two)
    if ponto >= 6:
        ties = left[(ponto - banca) % 10] * last_one
        more = sum([left[(total - banca) % 10] for total in range(ponto + 1, 10)]) * last_one
        return last_two - ties - more, more, ties
    ponto_wins = banca_wins = tied = 0
    draws = DRAWS[banca]
    for third in range(10):
        weight, total = left[third], (ponto + third) % 10
        if draws[third]:
            left[third] -= 1
            ties = left[(total - banca) % 10]
            more = 0
            for end in range(total + 1, 10):
                more += left[(end - banca) % 10]
            left[third] += 1
            tied += weight * ties
            banca_wins += weight * more
            ponto_wins += weight * (last_one - ties - more)
        elif total > banca:
            ponto_wins += weight * last_one
        elif banca > total:
            banca_wins += weight * last_one
        else:
            tied += weight * last_one
    return ponto_wins, banca_wins, tied


def in_turn(works: dict[str, Callable[[], object]], times: int) -> dict[str, float]:
    """Median seconds of each work, all taken in turn so that a busy machine slows them alike."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(times):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            taken[name].append(time.perf_counter() - start)
    return {name: statistics.median(each) for name, each in taken.items()}


def rounds_by_value(shoes: int, shuffle: Callable[[bytes], list[int]]) -> int:
    new, rounds = values_of(build(8)), 0
    for _ in range(shoes):
        values = shuffle(new)
        rounds += play_out(values, 1 + (values[0] or 10), len(values) - BEHIND_CUT).rounds
    return rounds


def rounds_by_card(shoes: int) -> int:
    new: list[Card] = build(8)
    rounds = 0
    for _ in range(shoes):
        cards = shuffled_fast(new, os.urandom)
        at = 1 + (cards[0].value or 10)
        while at < len(cards) - BEHIND_CUT:
            at += len(play(cards[at : at + 6]).cards)
            rounds += 1
    return rounds


def best_rate(work: Callable[[], int]) -> float:
    """Rounds a second in the best of a few tries, which a busy machine disturbs least."""
    best = 0.0
    for _ in range(TRIES):
        start = time.perf_counter()
        rounds = work()
        best = max(best, rounds / (time.perf_counter() - start))
    return best


def peer(folder: str) -> Callable[[], float]:
    """The npm peer, fetched to that folder; raises where that does not work."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise FileNotFoundError("npm or node is not here")
    fetch = [npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, PEER]
    subprocess.run(fetch, check=True, capture_output=True, timeout=120)
    script = [node, "-e", PEER_SCRIPT, "15000", str(TRIES)]
    return lambda: float(
        subprocess.run(script, check=True, capture_output=True, text=True, timeout=120, cwd=folder).stdout
    )


def bench_odds() -> None:
    live, full = preset("live-baccarat"), ShoeCount.full(8)
    found = odds(live).combinations
    assert (found.ponto, found.banca, found.empate) == main_bets_alone()
    taken = in_turn(
        {"limit": main_bets_alone, "odds": lambda: odds(live), "joint": lambda: joint(full)},
        times=15,
    )
    limit = taken["limit"]
    print("P1  exact odds, 8 decks")
    print(f"    main bets alone, folded            {limit * 1e3:8.2f} ms")
    said = _figures.verdict("P1 all fifteen bets / main bets folded", taken["odds"] / limit, 3, at_most=True, digits=2)
    print(f"    all fifteen bets                   {taken['odds'] * 1e3:8.2f} ms   {said}")
    print(f"    the joint distribution             {taken['joint'] * 1e3:8.2f} ms   x {taken['joint'] / limit:.2f}")


def bench_rounds() -> None:
    def by_value() -> float:
        return best_rate(lambda: rounds_by_value(SHOES, lambda new: shuffled_fast(new, os.urandom)))

    ours, theirs, why = [], [], ""
    with tempfile.TemporaryDirectory() as folder:
        try:
            run_peer = peer(folder)
            for _ in range(TURNS):
                ours.append(by_value())
                theirs.append(run_peer())
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            why = f"{type(error).__name__}: {error}"
            ours.append(by_value())
    rate = max(ours)
    plain = best_rate(lambda: rounds_by_value(SHOES, lambda new: shuffled(new, chooser(os.urandom))))
    cards = best_rate(lambda: rounds_by_card(SHOES // 4))
    print(f"P2  rounds off shuffled shoes, 8 decks, cut at {BEHIND_CUT}")
    print(f"    by value, operating system's dice  {rate:12,.0f} a second")
    print(f"    the same, one choice at a time     {plain:12,.0f} a second")
    print(f"    by card, whole results             {cards:12,.0f} a second")
    said = _figures.verdict("P2 rounds / a Python peer's", rate / PYTHON_PEER, 30)
    print(f"    Python peer, from another run      {PYTHON_PEER:12,.0f} a second   {said}")
    if theirs:
        said = _figures.verdict("P2 rounds / the npm engine's", rate / max(theirs), 0.35, digits=2)
        print(f"    npm {PEER}          {max(theirs):12,.0f} a second   {said}")
    else:
        print(f"    npm {PEER}: not measured ({why})")


if __name__ == "__main__":
    bench_odds()
    bench_rounds()
