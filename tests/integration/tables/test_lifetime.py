"""A player's whole past in figures, beside the same figures taken from the rows in another way (H3)."""

from datetime import timedelta
from fractions import Fraction
from math import sqrt

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from baccarat.rulesets import preset
from kernel.calendar import lisbon_date
from kernel.money import Currency
from players import headroom
from players.cashier import queries as cashier
from players.models import DailyTotal
from tables import queries
from tables.models import PlaySession
from tables.operations import seats, session_pairs
from tables.queries.promises import moments_of
from tests.factories import ALONE, BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, TIE_WITH_PAIRS, Actor, Floor
from tests.funding import pay_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita(floor: Floor) -> Actor:
    return floor.player("Rita")


def played(floor: Floor, actor: Actor, table: int, cards: tuple[str, ...], **cents: int) -> None:
    floor.open_round(table, cards)
    floor.bet(actor, table, **cents)
    floor.settle(table)


def leave(floor: Floor, actor: Actor, table: int) -> None:
    seats.leave(table_id=table, person_id=actor.id, now=floor.now)


def sums_of(actor: Actor) -> dict[str, tuple[int, int]]:
    """Staked and returned in settled rounds by the ledger's lines, by currency."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT a.currency,
              coalesce(sum(l.amount) FILTER (WHERE l.code = 'stake'), 0)
                - coalesce(sum(l.amount) FILTER (WHERE l.code IN ('stake-taken-back', 'refund')), 0),
              coalesce(sum(l.amount) FILTER (WHERE l.code = 'payout'), 0)
            FROM wallet_account a JOIN wallet_transfer l ON a.id IN (l.debit_account, l.credit_account)
            WHERE a.kind = 'player' AND a.owner = %s GROUP BY a.currency
            """,
            [actor.key],
        )
        return {currency: (int(staked), int(returned)) for currency, staked, returned in cursor.fetchall()}


def test_somebody_who_never_played_has_no_figures(floor: Floor, rita: Actor) -> None:
    assert queries.lifetime(rita.id, now=floor.now) == ()
    assert queries.own_promise(rita.id) == ()
    assert queries.sat_since(rita.id, floor.now, now=floor.now) == ()
    assert cashier.money_life(floor.player(cents=0).id).months == ()


def test_a_life_adds_up_as_the_ledger_does_and_keeps_moneys_apart(floor: Floor) -> None:
    rita, other = floor.player("Rita", play_cents=500_00), floor.player("Mar")
    table, play = floor.table(PONTO_E_BANCA), floor.table(ALONE, currency=Currency.PLAY, kind="individual")
    began = floor.now
    floor.sit(rita, table)
    floor.sit(other, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(rita, table, ponto=50_00)
    floor.bet(other, table, banca=20_00)
    floor.settle(table)
    played(floor, rita, table, BANCA_WINS_WITH_5, ponto=20_00, empate=10_00)
    floor.open_round(table)
    floor.bet(rita, table, banca=30_00)
    floor.void(table)
    leave(floor, rita, table)
    sat = (floor.now - began).total_seconds()
    floor.wait(days=3)
    again = floor.now
    floor.sit(rita, table)
    played(floor, rita, table, TIE_WITH_PAIRS, banca=40_00)
    leave(floor, rita, table)
    sat_again = (floor.now - again).total_seconds()

    (money,) = queries.lifetime(rita.id, now=floor.now)
    assert money.currency == "EUR"
    assert (money.staked, money.returned) == sums_of(rita)["EUR"]
    assert (money.rounds, money.sessions, money.days) == (3, 2, 2)
    assert (money.first_at, money.last_at) == (began, again)
    assert money.seconds == int(sat + sat_again)
    assert money.median_seconds == int(min(sat, sat_again))
    assert money.result == money.returned - money.staked

    floor.sit(rita, play)
    floor.wait(seconds=90)
    money_still, chips = queries.lifetime(rita.id, now=floor.now)
    assert money_still == money
    assert (chips.currency, chips.seconds, chips.staked) == ("PLAY", 90, 0)
    floor.prove()


def test_what_came_in_and_went_out_is_what_the_ledger_says(floor: Floor, rita: Actor) -> None:
    pay_out(rita.key, 120_00, now=floor.now)
    floor.wait(days=40)
    pay_out(rita.key, 30_00, now=floor.now)
    life = cashier.money_life(rita.id)
    assert (life.deposits, life.deposited, life.withdrawals, life.withdrawn) == (1, 1_000_00, 2, 150_00)
    assert (life.charged_back, life.waiting, life.adjusted, life.net) == (0, 0, 0, 850_00)
    assert [(month.month.month, month.deposited, month.withdrawn) for month in life.months] == [
        (3, 1_000_00, 120_00),
        (4, 0, 30_00),
    ]
    floor.prove()


def test_opposite_bets_cancel_in_the_band(floor: Floor, rita: Actor) -> None:
    table = floor.table(PONTO_E_BANCA)
    floor.sit(rita, table)
    played(floor, rita, table, PONTO_WINS, ponto=50_00, banca=20_00)
    (promise,) = queries.own_promise(rita.id)
    moments = moments_of(PONTO_E_BANCA.ruleset)
    assert promise.expected == 50_00 * moments.mean["ponto"] + 20_00 * moments.mean["banca"]
    alone = 50_00**2 * moments.covariance["ponto", "ponto"] + 20_00**2 * moments.covariance["banca", "banca"]
    variance = alone + 2 * 50_00 * 20_00 * moments.covariance["banca", "ponto"]
    (week,) = promise.weeks
    assert week.variance == variance
    assert variance < alone / 2, "the smaller bet takes chance away"
    assert promise.spread == pytest.approx(1.96 * sqrt(variance), abs=1)


def test_rounds_add_up_each_under_its_own_version(floor: Floor, rita: Actor) -> None:
    table, other = floor.table(), floor.table(ALONE, kind="individual")
    floor.sit(rita, table)
    played(floor, rita, table, PONTO_WINS, ponto=50_00)
    played(floor, rita, table, BANCA_WINS_WITH_5, ponto=20_00)
    floor.open_round(table)
    floor.bet(rita, table, banca=30_00)
    floor.void(table)
    leave(floor, rita, table)
    floor.wait(days=14)
    floor.sit(rita, other)
    (promise,) = queries.own_promise(rita.id)
    macau = moments_of(MACAU.ruleset)
    assert macau.mean["ponto"] == moments_of(preset("macau")).mean["ponto"]
    assert promise.expected == 70_00 * macau.mean["ponto"]
    assert sum(week.variance for week in promise.weeks) == (50_00**2 + 20_00**2) * macau.covariance["ponto", "ponto"]
    assert (promise.staked, promise.won) == (70_00, -30_00)
    assert promise.hold == Fraction(-30, 70)
    assert promise.low < promise.promised < promise.high
    assert promise.inside
    (life,) = queries.lifetime(rita.id, now=floor.now)
    assert (life.staked, life.staked - life.returned) == (promise.staked, promise.won)


def test_a_session_that_is_over_is_added_up_once_and_says_the_same(floor: Floor, rita: Actor) -> None:
    table, other = floor.table(PONTO_E_BANCA), floor.table()
    floor.sit(rita, table)
    played(floor, rita, table, PONTO_WINS, ponto=50_00, banca=20_00)
    leave(floor, rita, table)
    floor.wait(days=8)
    floor.sit(rita, table)
    played(floor, rita, table, TIE_WITH_PAIRS, ponto=50_00, empate=5_00)
    floor.open_round(table)
    floor.bet(rita, table, banca=30_00)
    floor.void(table)
    leave(floor, rita, table)
    floor.sit(rita, other)
    played(floor, rita, other, BANCA_WINS_WITH_5, banca=20_00)
    before = queries.own_promise(rita.id)
    assert session_pairs.add_up() == 2, "the third one goes on"
    assert queries.own_promise(rita.id) == before
    assert session_pairs.add_up() == 0
    leave(floor, rita, other)
    floor.sit(rita, table)
    leave(floor, rita, table)
    assert session_pairs.add_up() == 2, "one of them without a bet"
    assert queries.own_promise(rita.id) == before
    assert PlaySession.objects.filter(pairs=[]).count() == 1
    floor.prove()


def test_after_a_session_the_daily_totals_of_its_player_are_kept_too(floor: Floor, rita: Actor) -> None:
    """Of a player without limits nothing else keeps them: a lobby would sum every line that was ever written."""
    table = floor.table(PONTO_E_BANCA)
    floor.sit(rita, table)
    played(floor, rita, table, PONTO_WINS, ponto=50_00)
    played(floor, rita, table, BANCA_WINS_WITH_5, banca=20_00)
    leave(floor, rita, table)
    day = lisbon_date(floor.now)
    before = headroom.days_of([rita.id], since=day)[rita.id]
    assert before[day].staked == 70_00
    assert not DailyTotal.objects.exists()

    assert session_pairs.add_up() == 1

    assert DailyTotal.objects.get().staked == 50_00, "the newest round stays to be counted"
    assert headroom.days_of([rita.id], since=day)[rita.id] == before
    floor.prove()


def test_a_session_with_bets_in_play_is_not_added_up(floor: Floor, rita: Actor) -> None:
    table = floor.table(PONTO_E_BANCA)
    floor.sit(rita, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(rita, table, ponto=50_00)
    leave(floor, rita, table)
    assert session_pairs.add_up() == 0
    floor.settle(table)
    assert session_pairs.add_up() == 1
    assert queries.own_promise(rita.id)[0].staked == 50_00
    floor.prove()


def test_sessions_are_added_up_in_sets(floor: Floor, rita: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = floor.table(PONTO_E_BANCA)
    for _ in range(5):
        floor.sit(rita, table)
        leave(floor, rita, table)
    monkeypatch.setattr(session_pairs, "AT_ONCE", 2)
    monkeypatch.setattr(session_pairs, "AT_MOST", 4)
    assert session_pairs.add_up() == 4
    assert session_pairs.add_up() == 1


def test_statements_do_not_grow_with_the_past(
    floor: Floor, rita: Actor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = floor.table()
    for rounds in (1, 4):
        floor.sit(rita, table)
        for _ in range(rounds):
            played(floor, rita, table, PONTO_WINS, ponto=20_00)
        leave(floor, rita, table)
        floor.wait(days=8)
        with django_assert_num_queries(1):
            queries.lifetime(rita.id, now=floor.now)
        with django_assert_num_queries(2):
            assert len(queries.own_promise(rita.id)[0].weeks) == (1 if rounds == 1 else 2)
        with django_assert_num_queries(1):
            cashier.money_life(rita.id)
        with django_assert_num_queries(1):
            queries.sat_since(rita.id, floor.now - timedelta(days=90), now=floor.now)


def test_sitting_is_told_from_a_moment_on(floor: Floor, rita: Actor) -> None:
    table = floor.table()
    floor.sit(rita, table)
    began = floor.now
    floor.wait(minutes=10)
    middle = floor.now
    floor.wait(minutes=5)
    (sat,) = queries.sat_since(rita.id, middle, now=floor.now)
    assert (sat.since, sat.until) == (middle, floor.now)
    (whole,) = queries.sat_since(rita.id, began - timedelta(days=1), now=floor.now)
    assert (whole.since, whole.until) == (began, floor.now)
