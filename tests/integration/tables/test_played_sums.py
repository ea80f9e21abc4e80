"""A player's sums, taken from sessions, are those of the bets one by one, wherever a period ends."""

import random
from collections import defaultdict
from datetime import datetime, timedelta

import pytest

from kernel.money import Currency
from tables import queries
from tables.models import Bet, PlaySession, Table
from tables.operations import seats
from tables.operations.bets import BetRejected
from tables.queries import PlayedSums, Wanted
from tables.table_settings import TableSettings
from tests.factories import MACAU, PONTO_E_BANCA, Actor, Floor

TURNS = 160
QUICK = TableSettings(preset="macau", minimum=1_00, max_prize=1_000_00, betting_seconds=20, show_seconds=5)


def one_by_one(person: Actor, wanted: Wanted) -> tuple[PlayedSums, ...]:
    """The same sums, bet by bet."""
    rounds: dict[str, set[int]] = defaultdict(set)
    cents: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for bet in Bet.objects.filter(person_id=person.id, stake__gt=0).select_related("round__table"):
        table, at = bet.round.table, bet.round.opened_at
        if (wanted.since and at < wanted.since) or (wanted.until and at >= wanted.until):
            continue
        if wanted.table_code not in {None, table.code} or wanted.currency not in {None, table.currency}:
            continue
        sums = cents[table.currency]
        if bet.outcome:
            rounds[table.currency].add(bet.round_id)
            for place, amount in enumerate((bet.stake, bet.returned, bet.commission)):
                sums[place] += amount
        else:
            sums[3] += bet.stake
    return tuple(
        PlayedSums(
            currency=currency, rounds=len(rounds[currency]), staked=staked, returned=back, commission=kept, open=waiting
        )
        for currency, (staked, back, kept, waiting) in sorted(cents.items())
    )


class Evening:
    """Players who come, bet, leave, change tables and meet void rounds and pauses, at three tables."""

    def __init__(self, floor: Floor, seed: int) -> None:
        self.floor, self.dice = floor, random.Random(seed)
        self.tables = [
            floor.table(PONTO_E_BANCA, code="um"),
            floor.table(QUICK, code="dois"),
            floor.table(QUICK, code="fichas", currency=Currency.PLAY),
        ]
        self.players = [floor.player(cents=50_000_00, play_cents=50_000_00) for _ in range(3)]
        self.moments: list[datetime] = [floor.now]
        self.voids = 0

    def turn(self) -> None:
        floor, table = self.floor, self.dice.choice(self.tables)
        floor.wait(milliseconds=self.dice.choice([0, 1, 700, 3_000]))
        act = self.dice.choice([self.come, self.come, self.go, self.bet, self.bet, self.bet, self.step, self.void])
        act(table)
        self.moments.append(floor.now)

    def come(self, table: int) -> None:
        player = self.dice.choice(self.players)
        if not PlaySession.objects.filter(person_id=player.id, ended_at=None).exists():
            self.floor.sit(player, table)

    def go(self, _table: int) -> None:
        held = PlaySession.objects.filter(person_id=self.dice.choice(self.players).id, ended_at=None).first()
        if held is not None:
            seats.leave(table_id=held.table_id, person_id=held.person_id, now=self.floor.now)

    def bet(self, table: int) -> None:
        if Table.objects.get(pk=table).current_round is None:
            return
        for player in self.players:
            lines = {
                chance: self.dice.choice([-5_00, 5_00, 10_00]) for chance in self.dice.sample(["ponto", "banca"], 1)
            }
            try:
                self.floor.bet(player, table, **lines)
            except BetRejected:
                continue

    def step(self, table: int) -> None:
        self.floor.step(table)

    def void(self, table: int) -> None:
        current = Table.objects.get(pk=table).current_round
        if current is not None and current.phase == "betting" and Bet.objects.filter(round=current).exists():
            self.floor.void(table)
            self.voids += 1


@pytest.mark.parametrize("seed", range(4))
def test_sums_of_sessions_are_those_of_the_bets(floor: Floor, seed: int) -> None:
    evening = Evening(floor, seed)
    for _ in range(TURNS):
        evening.turn()
    assert evening.voids, "nothing was void"
    assert PlaySession.objects.exclude(ended_at=None).count() > 3, "nobody left"
    compared = 0
    for _ in range(150):
        since, until = sorted(evening.dice.choice(evening.moments) for _ in range(2))
        nudge = timedelta(microseconds=evening.dice.choice([0, 1]))
        wanted = Wanted(
            since=evening.dice.choice([None, since + nudge]),
            until=evening.dice.choice([None, until + nudge]),
            table_code=evening.dice.choice([None, None, "dois"]),
            currency=evening.dice.choice([None, Currency.EUR.value]),
        )
        for player in evening.players:
            expected = one_by_one(player, wanted)
            assert queries.played_sums(player.id, wanted=wanted) == expected, (wanted, player.id)
            compared += any(sums.rounds for sums in expected)
    assert compared > 50


def test_a_round_open_at_midnight_belongs_to_the_day_on_which_it_opened(floor: Floor) -> None:
    """Sat down after midnight and bet on a round that was open before it; and the other way round the next day."""
    table, ana = floor.table(MACAU), floor.player(cents=1_000_00)
    floor.open_round(table)
    floor.wait(seconds=3)
    midnight = floor.now
    floor.wait(seconds=3)
    floor.sit(ana, table)
    floor.bet(ana, table, ponto=20_00)
    day_before, day_after = Wanted(until=midnight), Wanted(since=midnight)
    assert [sums.open for sums in queries.played_sums(ana.id, wanted=day_before)] == [20_00]
    assert queries.played_sums(ana.id, wanted=day_after) == ()
    floor.settle(table)
    [sums] = queries.played_sums(ana.id, wanted=day_before)
    assert (sums.rounds, sums.staked, sums.open) == (1, 20_00, 0)
    assert queries.played_sums(ana.id, wanted=day_after) == ()
