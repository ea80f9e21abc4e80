"""Past bets under other rules, in money: against sums by hand, and against what the exact odds promise (B4)."""

import uuid
from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest

from baccarat.chances import Chance
from baccarat.odds import odds_of
from kernel.calendar import LISBON
from players.roles import Role
from reporting import operations as reporting
from reporting.queries import jobs
from tables import queries
from tables.models import Bet
from tables.operations import configurations
from tables.queries import WhatIfMoney, WhatIfOf
from tables.queries.promises import promises
from tables.table_settings import TableSettings
from tests.factories import MACAU, Floor

OLD = replace(MACAU, minimum=5_00, max_prize=1_000_00)
DAY = date(2026, 3, 2)


class Past:
    """A table with rounds of a past day, and drafts to try on them."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.manager = floor, floor.staff(Role.GAME_MANAGER)
        floor.now = datetime(2026, 3, 2, 12, tzinfo=LISBON)
        self.table = floor.table(OLD, code="past-1")
        self.players = [floor.player(cents=5_000_00) for _ in range(3)]
        for player in self.players:
            floor.sit(player, self.table)

    def round(self, *slips: tuple[int, dict[str, int]]) -> None:
        self.floor.open_round(self.table)
        for who, lines in slips:
            self.floor.bet(self.players[who], self.table, **lines)
        self.floor.settle(self.table)

    def draft(self, terms: TableSettings) -> WhatIfOf:
        made = configurations.draft(
            table_id=self.table, terms=terms, by=self.manager.id, idempotency_key=uuid.uuid4(), now=self.floor.now
        )
        about = queries.what_if_of(configuration_id=made.configuration_id, days=1)
        assert about is not None
        return about

    def tried(self, terms: TableSettings, *, days: int = 1, day: date = DAY) -> WhatIfMoney:
        found = queries.what_if_money(replace(self.draft(terms), days=days), day=day)
        assert found is not None
        return found


@pytest.fixture
def past(floor: Floor) -> Past:
    past = Past(floor)
    past.round((0, {"ponto": 300_00}), (1, {"banca": 250_00, "empate": 10_00}), (2, {"ponto": 5_00}))
    past.round((0, {"banca": 900_00}), (1, {"ponto": 40_00, "par_ponto": 5_00}))
    return past


def edge(terms: TableSettings, chance: str) -> Fraction:
    return odds_of(terms.ruleset).bets[Chance(chance)].edge


def test_the_same_rules_bring_the_same_and_what_was_promised(past: Past) -> None:
    found = past.tried(OLD)

    (promised,) = promises(since=datetime(2026, 3, 2, tzinfo=LISBON), until=past.floor.now + timedelta(days=1)).values()
    assert found.old == found.new
    assert found.old.expected == round(Fraction(promised.expected, 1_000_000))
    assert (found.old.band - 1) ** 2 * 10_000 < promised.variance * 196**2 <= (found.old.band + 1) ** 2 * 10_000
    assert found.difference == queries.WhatIfRevenue(expected=0, band=0), "on the very same cards nothing differs"
    bets = Bet.objects.filter(stake__gt=0)
    assert found.staked == sum(bet.stake for bet in bets)
    assert found.happened == sum(bet.stake - bet.returned for bet in bets)
    assert (found.rounds, found.slips, found.players, found.refused_slips, found.played) == (2, 5, 3, 0, 1)
    past.floor.prove()


def test_edge_times_stake_by_chance_under_both(past: Past) -> None:
    free = replace(OLD, commission="none")

    found = past.tried(free)

    by_chance = {each.chance: each for each in found.by_chance}
    assert (by_chance["banca"].staked, by_chance["banca"].refused) == (1_150_00, 0)
    assert by_chance["banca"].old == round(edge(OLD, "banca") * 1_150_00) == 1073
    assert by_chance["banca"].new == round(edge(free, "banca") * 1_150_00) == -1420
    assert by_chance["ponto"].old == by_chance["ponto"].new == round(edge(OLD, "ponto") * 345_00)
    exact = sum((edge(free, each.chance) * each.staked for each in found.by_chance), Fraction(0))
    assert found.new.expected == round(exact)
    assert found.difference.expected == round((edge(free, "banca") - edge(OLD, "banca")) * 1_150_00)
    assert 0 < found.difference.band < found.old.band / 5, "the same cards: only banca's 5 differs"
    assert found.loss_new > found.loss_old > 0


def test_what_the_draft_refuses_leaves_first(past: Past) -> None:
    strict = replace(OLD, minimum=10_00, max_prize=500_00)

    found = past.tried(strict)

    rules = {each.rule: (each.slips, each.cents) for each in found.by_rule}
    assert rules == {"R14": (2, 50_00), "R43a": (1, 900_00)}
    by_chance = {each.chance: each for each in found.by_chance}
    assert (by_chance["banca"].refused, by_chance["ponto"].refused, by_chance["par-ponto"].refused) == (
        900_00,
        45_00,
        5_00,
    )
    assert (found.refused, found.refused_slips, found.refused_players) == (950_00, 3, 3)
    assert sum(each.cents for each in found.by_rule) == sum(each.refused for each in found.by_size) == found.refused
    assert sum(each.staked for each in found.by_size) == found.staked


def test_what_is_taken_back_of_a_refused_bet_is_no_second_refusal(past: Past) -> None:
    past.floor.open_round(past.table)
    past.floor.bet(past.players[0], past.table, ponto=600_00)
    past.floor.bet(past.players[0], past.table, ponto=-600_00)
    past.floor.bet(past.players[1], past.table, ponto=20_00)
    past.floor.settle(past.table)

    found = past.tried(replace(OLD, max_prize=500_00))

    assert {each.rule: (each.slips, each.cents) for each in found.by_rule} == {"R43a": (2, 900_00)}
    assert found.refused == 900_00


def test_players_are_banded_by_what_they_staked_on_a_day(past: Past) -> None:
    sizes = {each.most: (each.players, each.staked) for each in past.tried(OLD).by_size}
    assert sizes == {200_00: (1, 5_00), 2_000_00: (2, 1_505_00)}


def test_days_are_lisbons_and_other_tables_are_left_out(floor: Floor, past: Past) -> None:
    floor.now = datetime(2026, 3, 3, 0, 30, tzinfo=LISBON)
    past.players.append(floor.player())
    floor.sit(past.players[3], past.table)
    past.round((3, {"ponto": 100_00}))
    other, stranger = floor.table(OLD), floor.player()
    floor.sit(stranger, other)
    floor.open_round(other)
    floor.bet(stranger, other, ponto=77_00)
    floor.settle(other)
    assert past.tried(OLD).staked == 1_510_00
    assert past.tried(OLD, day=date(2026, 3, 3)).staked == 100_00
    both = past.tried(OLD, days=7, day=date(2026, 3, 3))
    assert (both.staked, both.played, both.players) == (1_610_00, 2, 4)
    assert queries.what_if_money(past.draft(OLD), day=date(2026, 3, 9)) is None
    about = past.draft(OLD)
    assert queries.what_if_size(table_id=about.table_id, day=DAY, days=1, most=3) == 4
    assert queries.what_if_size(table_id=about.table_id, day=DAY, days=1, most=10) == 5


def test_a_chance_that_one_side_does_not_offer(past: Past) -> None:
    found = past.tried(replace(OLD, pairs=False))
    assert {each.rule: each.slips for each in found.by_rule} == {"offered": 1}
    assert found.refused == 45_00, "the slip leaves whole"
    assert found.unpriced == 0


def test_lots_add_up_to_the_whole(past: Past, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, told = past.tried(replace(OLD, commission="none")), list[tuple[int, int]]()
    monkeypatch.setattr("tables.queries.past_bets.LOT", 1)
    about = past.draft(replace(OLD, commission="none"))
    assert queries.what_if_money(about, day=DAY, step=lambda done, of: told.append((done, of))) == whole
    assert told == [(1, 2), (2, 2)]


def test_it_is_a_job_that_is_joined_and_kept(past: Past) -> None:
    now = datetime(2026, 3, 3, 9, tzinfo=LISBON)
    about = past.draft(replace(OLD, commission="none"))
    ask = {"configuration_id": about.new_id, "days": 1, "by": past.manager.id, "now": now}
    asked = reporting.ask_what_if(**ask, idempotency_key=uuid.uuid4())  # type: ignore[arg-type]
    again = reporting.ask_what_if(**ask, idempotency_key=uuid.uuid4())  # type: ignore[arg-type]
    assert (asked.key, asked.short) == (again.key, True)
    assert reporting.do_job(job_id=asked.job_id, now=now)
    assert reporting.do_job(job_id=asked.job_id, now=now), "a second process finds it done"
    card = jobs.latest_what_if(about, day=DAY)
    assert card is not None
    assert jobs.tried(card) == queries.what_if_money(about, day=DAY)
    with pytest.raises(reporting.JobRejected):
        reporting.ask_what_if(**(ask | {"days": 3}), idempotency_key=uuid.uuid4())  # type: ignore[arg-type]
