"""The simulation of a large house: its parts follow the formulas they have, and no slip is lost in it."""

import sys
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings

from casino.server_settings import VISIBILITY_SECONDS
from reporting.operations import proof_slices
from tables.live import intake
from tables.operations import starting

BENCHMARKS = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def queueing(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module("_queueing")


@pytest.fixture
def scale(queueing: Any) -> Any:
    return import_module("_scale")


@pytest.fixture
def bench(scale: Any) -> Any:
    return import_module("bench_scale")


def asked(queueing: Any, moments: list[float], work: float, **server: Any) -> tuple[Any, list[float]]:
    """A server that is asked for equal work at these moments, and how long each waited for its beginning."""
    clock = queueing.Clock()
    one, waits = queueing.Server(clock, **server), []

    def ask(moment: float) -> None:
        one.ask(work, lambda: None, lambda: waits.append(clock.now - moment))

    for moment in moments:
        clock.at(moment, lambda moment=moment: ask(moment))
    clock.run(moments[-1] + 1000 * work)
    return one, waits


@pytest.mark.parametrize("load", [0.3, 0.5, 0.7])
def test_the_mean_wait_is_that_of_random_arrivals_and_equal_work(queueing: Any, load: float) -> None:
    dice, moments, work = Random(5), [0.0], 0.01
    while len(moments) < 60_000:
        moments.append(moments[-1] + dice.expovariate(load / work))
    server, waits = asked(queueing, moments, work)
    assert sum(waits) / len(waits) == pytest.approx(load * work / (2 * (1 - load)), rel=0.05)
    assert server.busy == pytest.approx(len(moments) * work)


def test_two_places_work_at_the_same_time(queueing: Any) -> None:
    _, waits = asked(queueing, [0.0, 0.0, 0.0, 0.0], 1.0, places=2)
    assert waits == [0.0, 0.0, 1.0, 1.0]


def test_long_work_lets_short_work_in_between(queueing: Any) -> None:
    clock, ended = queueing.Clock(), {}
    server = queueing.Server(clock, slice=0.005)
    server.ask(1.0, lambda: ended.update(long=clock.now))
    server.ask(0.001, lambda: ended.update(short=clock.now))
    clock.run(2.0)
    assert ended["short"] == pytest.approx(0.006)
    assert ended["long"] == pytest.approx(1.001)


def test_what_piled_up_is_done_after_backlog_over_spare_capacity(queueing: Any) -> None:
    every, work, gap = 0.02, 0.01, 10.0
    clock, done = queueing.Clock(), {}
    server = queueing.Server(clock)
    server.shut(gap)
    moments = [number * every for number in range(2000)]
    for moment in moments:
        clock.at(moment, lambda moment=moment: server.ask(work, lambda: done.update({moment: clock.now})))
    clock.run(60.0)
    queue_gone = next(done[moment] for moment in moments if done[moment] - moment < every)
    backlog, spare = gap / every, 1 / work - 1 / every
    assert queue_gone - gap == pytest.approx(backlog / spare, rel=0.02)


def test_a_share_of_values_is_the_value_it_does_not_exceed(queueing: Any) -> None:
    assert [queueing.share(range(1, 101), part) for part in (0.5, 0.99, 1.0)] == [50, 99, 100]
    assert queueing.share([], 0.5) == 0.0


def test_every_slip_is_answered_once_over_a_gap_too(scale: Any, bench: Any) -> None:
    house = scale.House(bench.costs(), bench.THREE, scale.Play(60))
    seen = [house.watch(30.0)]
    house.lose_database(27.0)
    seen += [house.watch(27.0), house.watch(30.0)]
    house._open = lambda table: None  # no round any more: the last slips come and are answered
    seen.append(house.watch(60.0))
    answers = sum((each.answers for each in seen), start=type(seen[0].answers)())
    assert answers.total() == sum(each.came for each in seen) > 60 * 9 * 2
    assert set(answers) == {"accepted", "late", "again"}
    assert 0 < seen[2].drained < 30


def test_a_slip_that_waits_behind_its_rounds_end_is_late(scale: Any, bench: Any) -> None:
    house = scale.House(bench.costs(), bench.ONE, scale.Play(20, together=True))
    house.watch(19.9)
    house.lose_database(5.0)
    house.watch(1.0)
    found = house.watch(4.2)
    assert found.answers["late"] > 0
    assert found.answers["accepted"] > 0
    assert min(found.receipts) > 3
    assert min(found.lateness) == pytest.approx(24.9 - 20.2, abs=0.2)


def test_what_was_used_is_what_adding_up_asks_for(scale: Any, bench: Any) -> None:
    play = scale.Play(400)
    for layout in (bench.ONE, bench.THREE):
        house = scale.House(bench.costs(), layout, play)
        house.watch(bench.WARM)
        used, wanted = house.watch(play.round_seconds).used, scale.demand(bench.costs(), layout, play)
        for kind, share in wanted.items():
            assert used[kind] == pytest.approx(share, rel=0.15), kind


def test_the_same_seed_gives_the_same_figures(scale: Any, bench: Any) -> None:
    first, second, other = (scale.House(bench.costs(), bench.ONE, scale.Play(30), seed) for seed in (1, 1, 2))
    seen = [house.watch(40.0).receipts for house in (first, second, other)]
    assert seen[0] == seen[1] != seen[2]


def test_costs_add_up_to_the_thousand_tables_that_were_measured(scale: Any, bench: Any) -> None:
    shares = scale.demand(bench.costs(), bench.ONE, scale.Play(bench.P7_TABLES))
    measured = {"web": bench.P7_WEB, "dealer": bench.P7_DEALER, "database": bench.P7_DATABASE}
    assert shares == pytest.approx(measured, rel=0.01)
    assert scale.Play(bench.P7_TABLES).slips == pytest.approx(bench.P7_SLIPS, rel=0.005)
    slower = scale.demand(bench.costs().times(2), replace(bench.ONE), scale.Play(bench.P7_TABLES))
    assert slower["dealer"] == pytest.approx(2 * shares["dealer"])


def test_what_is_full_first_is_full_at_that_many_tables(scale: Any, bench: Any) -> None:
    tables, kind = bench.full(bench.costs(), bench.ONE)
    assert scale.demand(bench.costs(), bench.ONE, scale.Play(tables))[kind] == pytest.approx(1, rel=0.001)
    assert bench.enough(bench.costs(), scale.Play(tables), busy=1.0) in {1, 2}


def test_the_proof_takes_as_long_as_its_rows(bench: Any) -> None:
    assert bench.proof_hours(0, 144_000_000) == pytest.approx(1.0)  # 25 microseconds each
    assert bench.proof_hours(2e6, 0) == pytest.approx(2 * bench.proof_hours(1e6, 0))
    assert bench.walk_hours(0, 144_000_000) == pytest.approx(1.75)  # dearer by 1.4, at work for 0.8 of the time
    assert bench.found_hours(0, 144_000_000) == pytest.approx(25.75)
    assert bench.found_hours(0, 144e8) == pytest.approx(2 * 175), "the next one begins when one is done"


def test_slices_are_at_work_as_the_house_has_it(bench: Any) -> None:
    share = proof_slices.SLICE_SECONDS / settings.CELERY_BEAT_SCHEDULE["whole-proof"]["schedule"]
    assert share == pytest.approx(bench.SLICES_AT_WORK)
    assert proof_slices.SLICE_SECONDS < VISIBILITY_SECONDS / 3


def test_players_of_a_table_are_spread_over_web_processes(scale: Any) -> None:
    assert scale.hearing(1, 9) == 1
    assert scale.hearing(8, 9) == pytest.approx(5.59, abs=0.01)


def test_the_numbers_of_the_house_are_its_own(scale: Any) -> None:
    own = (intake.BATCH_MAX, intake.WAITING_MAX, intake.LINGER_SECONDS, intake.OFTEN, intake.WAIT_SECONDS)
    said = (scale.BATCH_MAX, scale.WAITING_MAX, scale.LINGER_SECONDS, scale.OFTEN, scale.WAIT_SECONDS)
    assert said == own
    assert timedelta(seconds=scale.GRACE_SECONDS) == starting.GRACE
    assert sys.getswitchinterval() == pytest.approx(scale.SWITCH_SECONDS)
