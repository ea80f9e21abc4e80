"""Slips at the edges of their rules: keys on two rounds, seats at two tables, two kinds of money, kept rejections."""

import random
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from unittest import mock

import pytest

from baccarat.cards import Card
from baccarat.chances import Chance
from kernel.money import Currency
from kernel.periods import Period
from players.protection.operations.limits import set_limit
from players.protection.queries.protection import LimitKind
from players.roles import Role
from players.staff.operations import accounts
from tables.models import Bet, PlaySession, Round, Slip
from tables.operations import bets, shoes
from tables.operations.bets import BetRejection
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, MACAU, Actor, Floor
from tests.rules import rule
from tests.tampering import past_triggers

SIX = ("KS", "2H", "2D", "4C", "KD")
"""Banca wins with 6: ponto 2 draws a king and stays at 2."""
PUNTO_BANCO = TableSettings(
    preset="punto-banco", decks=6, commission="5-percent", minimum=1_00, betting_seconds=20, show_seconds=5
)
LIVE = replace(PUNTO_BANCO, preset="live-baccarat", decks=8, shuffle="per-shoe")


@pytest.fixture
def seated(floor: Floor) -> tuple[int, Actor]:
    table = floor.table(MACAU)
    rita = floor.player(cents=500_00)
    floor.sit(rita, table)
    floor.open_round(table)
    return table, rita


def reason(answer: bets.Answer) -> BetRejection | None:
    return answer.refused.reason if answer.refused else None


def test_the_same_lines_under_a_used_key_are_refused_on_another_round(floor: Floor, seated) -> None:
    table, rita = seated
    key = uuid.uuid4()
    bets.take_slip(slip=floor.slip(rita, table, {"ponto": 10_00}, key=key), now=floor.now)
    floor.settle(table)
    floor.open_round(table)
    balance = rita.balance()

    answer = bets.take_slips([floor.slip(rita, table, {"ponto": 10_00}, key=key)], now=floor.now)[0]

    assert (reason(answer), answer.repeat, rita.balance()) == (BetRejection.KEY_REUSED, False, balance)


def _first(deck: Sequence[Card], *names: str) -> list[Card]:
    """A shoe with these cards on top."""
    rest = list(deck)
    for name in names:
        rest.remove(Card.parse(name))
    random.Random(7).shuffle(rest)  # a shoe in its order is refused as unfit
    return [*(Card.parse(name) for name in names), *rest]


@rule(
    "L3",
    asserts="At one table two players choose: when Banca wins with 6, 10.00 with 5 % bring back 19.50 and 10.00 "
    "without commission 15.00, and the ledger keeps 0.50 and 5.00.",
)
def test_each_player_chooses_with_or_without_commission(floor: Floor) -> None:
    table = floor.table(LIVE)
    rita, rui = floor.player(cents=100_00), floor.player(cents=100_00)
    for player in (rita, rui):
        floor.sit(player, table)
    with mock.patch.object(shoes.cards, "shuffled", side_effect=lambda deck, _: _first(deck, "AS", "9D", *SIX)):
        floor.open_round(table)  # the ace is turned, one more card is burned
    floor.bet(rita, table, banca=10_00)
    floor.bet(rui, table, banca_no_commission=10_00)
    floor.settle(table)
    assert (rita.balance(), rui.balance()) == (109_50, 105_00)
    kept = {bet.chance: bet.commission for bet in Bet.objects.all()}
    assert kept == {"banca": 50, "banca-no-commission": 5_00}
    floor.prove()


def test_a_slip_may_name_every_chance_there_is(floor: Floor, seated) -> None:
    table, rita = seated

    answer = bets.take_slips([floor.slip(rita, table, {chance.value: 10_00 for chance in Chance})], now=floor.now)[0]

    assert reason(answer) is BetRejection.NOT_OFFERED, "Macau offers some of them, and the slip itself is sound"


def test_a_seat_at_one_table_is_none_at_another_of_the_same_batch(floor: Floor, seated) -> None:
    table, rita = seated
    other = floor.table(MACAU)
    floor.open_round(other)
    slips = [floor.slip(rita, each, {"ponto": 10_00}) for each in (table, other)]

    answers = bets.take_slips(slips, now=floor.now)

    assert list(map(reason, answers)) == [None, BetRejection.NOT_SEATED]
    assert rita.balance() == 490_00


def test_limits_on_money_leave_play_money_alone_in_the_same_batch(floor: Floor) -> None:
    euros, play = floor.table(MACAU), floor.table(MACAU, currency=Currency.PLAY)
    rita = floor.player(play_cents=100_00)
    set_limit(
        person_id=rita.id,
        kind=LimitKind.STAKE,
        period=Period.DAY,
        most=20_00,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    floor.sit(rita, play)
    for table in (euros, play):
        floor.open_round(table)
    slips = [floor.slip(rita, euros, {"ponto": 10_00}), floor.slip(rita, play, {"ponto": 50_00})]

    answers = bets.take_slips(slips, now=floor.now)

    assert list(map(reason, answers)) == [BetRejection.NOT_SEATED, None]
    assert rita.balance(Currency.PLAY) == 50_00


@pytest.mark.parametrize(("lines", "rule"), [({"ponto": 50_00, "banca": 45_00}, "R13"), ({"ponto": 9_99}, "R14")])
def test_the_minimum_is_said_of_one_chance_and_between_the_sides(floor: Floor, seated, lines, rule: str) -> None:
    table, rita = seated

    refused = bets.take_slips([floor.slip(rita, table, lines)], now=floor.now)[0].refused

    assert refused is not None
    assert (refused.rule, refused.minimum) == (rule, 10_00)


@pytest.mark.parametrize(
    ("why", "lines"),
    [
        (BetRejection.BARRED, {"ponto": 10_00}),
        (BetRejection.BETTING_CLOSED, {"ponto": 10_00}),
        (BetRejection.OVER_LIMIT, {"ponto": 9_99}),
        (BetRejection.SHORT_OF_FUNDS, {"ponto": 500_01}),
    ],
)
def test_a_rejection_that_time_might_turn_is_kept(floor: Floor, seated, why: BetRejection, lines) -> None:
    table, rita = seated
    slip = floor.slip(rita, table, lines)
    if why is BetRejection.BARRED:
        accounts.suspend(person_id=rita.id, reason="teste", by=floor.staff(Role.COMPLIANCE).id, now=floor.now)
    if why is BetRejection.BETTING_CLOSED:
        slip = replace(slip, received_at=floor.now + timedelta(seconds=20))

    first, again = (bets.take_slips([slip], now=floor.now)[0] for _ in range(2))

    assert (reason(first), first.repeat) == (why, False)
    assert (reason(again), again.repeat, again.number) == (why, True, first.number)
    assert Slip.objects.filter(person_id=rita.id).count() == 1


def test_a_slip_is_late_from_the_moment_of_the_close(floor: Floor, seated) -> None:
    table, rita = seated
    closes_at = floor.now + timedelta(seconds=20)
    slips = [
        replace(floor.slip(rita, table, {"ponto": 10_00}), received_at=closes_at - timedelta(microseconds=early))
        for early in (1, 0)
    ]

    assert list(map(reason, bets.take_slips(slips, now=floor.now))) == [None, BetRejection.BETTING_CLOSED]


@pytest.mark.parametrize(("round_of_shoe", "why"), [(60, None), (61, BetRejection.NOT_OFFERED)])
def test_a_chance_is_offered_until_its_last_round_of_the_shoe(
    floor: Floor, round_of_shoe: int, why: BetRejection | None
) -> None:
    """A5: late in a shoe its pairs could be counted."""
    table, rita = floor.table(LIVE), floor.player()
    floor.sit(rita, table)
    code = floor.open_round(table)
    with past_triggers():
        Round.objects.filter(code=code).update(round_of_shoe=round_of_shoe)
    slip = floor.slip(rita, table, {"par-ponto": 10_00})

    assert reason(bets.take_slips([slip], now=floor.now)[0]) is why


def test_a_session_keeps_the_sums_of_its_rounds(floor: Floor, seated) -> None:
    table, rita = seated
    floor.settle(table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(rita, table, banca=40_00, empate=20_00)

    floor.settle(table)

    session = PlaySession.objects.get(person_id=rita.id)
    assert (session.staked, session.returned, session.prizes, session.commission) == (60_00, 60_00, 20_00, 20_00)


@pytest.mark.parametrize(
    ("terms", "lines", "lost"),
    [
        (MACAU, {"ponto": 30_00, "par_ponto": 10_00}, 30_00 * 12_351 + 10_00 * 103_614),
        (PUNTO_BANCO, {"empate": 10_00}, 10_00 * 144_382),
    ],
    ids=["eight decks", "six decks"],
)
def test_a_session_keeps_what_its_stakes_lose_on_average(floor: Floor, terms: TableSettings, lines, lost: int) -> None:
    table, rita = floor.table(terms), floor.player()
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, **lines)

    floor.settle(table)

    assert PlaySession.objects.get(person_id=rita.id).expected_loss == lost, "in millionths of a cent"
