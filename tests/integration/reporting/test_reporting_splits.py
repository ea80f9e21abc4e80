"""A day in parts: every split adds up to the report to the cent, checked with SQL of its own."""

import uuid
from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from kernel.money import Currency
from reporting import operations, queries
from reporting.making.figures import DayFigures, day_bounds
from reporting.making.splits import COUNTED, MONEY, Split, SplitBy
from reporting.queries.splits import day_in_parts, split_of
from tables.operations import checks
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, TIE_WITH_PAIRS, Actor, Floor
from tests.tampering import past_triggers

DAY = date(2026, 3, 10)
FIVE_PERCENT = TableSettings(
    preset="ponto-e-banca", commission="5-percent", minimum=1_00, betting_seconds=20, show_seconds=5
)
BY_HAND = """
SELECT {key} AS key, sum(CASE WHEN r.phase = 'settled' THEN 1 ELSE 0 END) AS bets,
  sum(CASE WHEN r.phase = 'settled' THEN b.stake ELSE 0 END) AS turnover, sum(CASE WHEN r.phase = 'settled' THEN
  b.returned ELSE 0 END) AS returned, sum(CASE WHEN r.phase = 'settled' THEN b.prize ELSE 0 END) AS prizes,
  sum(CASE WHEN r.phase = 'settled' THEN b.commission ELSE 0 END) AS commission, sum(CASE WHEN b.outcome = 'push' THEN
  b.stake ELSE 0 END) AS pushes, sum(CASE WHEN r.phase = 'void' THEN b.stake ELSE 0 END) AS refunded
FROM tables_bet b, tables_round r, tables_table t, tables_configuration c, tables_playsession s
WHERE b.round_id = r.id AND r.table_id = t.id AND r.configuration_id = c.id AND s.id = b.session_id AND b.stake > 0
  AND t.currency = %(currency)s
  AND (CASE WHEN r.phase = 'settled' THEN r.settled_at WHEN r.phase = 'void' THEN r.voided_at END)
    BETWEEN %(since)s AND %(until)s - interval '1 microsecond'
GROUP BY 1
"""
"""Bet by bet, each looked at for itself: nothing is taken from the statement that is tested."""
KEYS = {
    SplitBy.TABLE: "t.code",
    SplitBy.RULES: "t.code || '/' || c.number",
    SplitBy.CHANCE: "b.chance",
    SplitBy.HOUR: "trunc(extract(epoch FROM date_trunc('hour', coalesce(r.settled_at, r.voided_at)) - %(since)s)"
    " / 3600)::int::text",
    SplitBy.DEVICE: "(SELECT coalesce(max(x.device), '') FROM tables_connection x WHERE x.person_id = s.person_id"
    " AND x.table_id = s.table_id)",
}


def by_hand(day: date, by: SplitBy, currency: str) -> dict[str, dict[str, int]]:
    """The parts of a day as a second statement finds them."""
    since, until = day_bounds(day)
    with connection.cursor() as cursor:
        cursor.execute(BY_HAND.format(key=KEYS[by]), {"since": since, "until": until, "currency": currency})
        return {str(row[0]): dict(zip(MONEY, map(int, row[1:]), strict=True)) for row in cursor.fetchall()}


def report_of(day: date) -> DayFigures:
    """The day's report, made once it is over."""
    operations.make_daily_report(day=day, now=day_bounds(day)[1] + timedelta(hours=6))
    card = queries.daily_report(day=day)
    assert card is not None
    return card.figures


def split(figures: DayFigures, by: SplitBy) -> Split:
    return split_of(figures, day_in_parts(since=figures.since, until=figures.until, by=by), by)


def assert_adds_up(day: date) -> DayFigures:
    """Every split of the day: line by line as SQL has it, in sum as the report has it, play money by itself."""
    figures = report_of(day)
    assert figures.reconciles
    totals = {total.currency: total for total in figures.totals}
    for by in SplitBy:
        found = split(figures, by)
        assert found.differences == (), by
        assert {line.currency for line in found.lines} == set(totals), by
        for currency, total in totals.items():
            lines = {line.key: {name: getattr(line, name) for name in MONEY} for line in found.of(currency)}
            wanted = by_hand(day, by, currency)
            empty = {key for key, line in lines.items() if not any(line.values())}
            assert {key: line for key, line in lines.items() if key not in empty} == wanted, (by, currency)
            for name in (*MONEY, *(("rounds", "voids") if by in COUNTED else ())):
                assert sum(getattr(line, name) for line in found.of(currency)) == getattr(total, name), (by, name)
            assert sum(line.gross_revenue for line in found.of(currency)) == total.gross_revenue, by
            if by is not SplitBy.DEVICE:
                assert abs(sum(line.expected for line in found.of(currency)) - total.expected) <= len(found.lines)
        if by in COUNTED:
            for currency, total in totals.items():
                variance = sum(line.variance for line in found.of(currency))
                assert abs(variance - total.variance) <= len(found.lines), by
    return figures


def played(floor: Floor) -> tuple[Actor, Actor]:
    """Two tables for money, one of them under two versions of its rules; ties, pairs, a void round; play money."""
    ponto, macau = floor.table(FIVE_PERCENT, code="ponto-1"), floor.table(MACAU, code="macau-1")
    demo = floor.table(MACAU, code="demo-1", currency=Currency.PLAY)
    ana, rui, eva = floor.player("ana"), floor.player("rui"), floor.player("eva", play_cents=500_00)
    floor.sit(ana, ponto)
    for cards, stakes in (
        (BANCA_WINS_WITH_5, {"banca": 60_00, "empate": 3_33}),
        (TIE_WITH_PAIRS, {"ponto": 50_01, "empate": 7_00}),
        (PONTO_WINS, {"ponto": 20_00, "banca": 10_00}),
    ):
        floor.open_round(ponto, cards)
        floor.bet(ana, ponto, **stakes)
        floor.settle(ponto)
        floor.wait(minutes=50)
        checks.answer_check(table_id=ponto, person_id=ana.id, now=floor.now)
    floor.approve(ponto, FIVE_PERCENT)
    floor.open_round(ponto, PONTO_WINS)
    floor.bet(ana, ponto, ponto=11_00)
    floor.settle(ponto)
    floor.sit(rui, macau)
    floor.sit(eva, demo)
    floor.open_round(macau, PONTO_WINS)
    floor.bet(rui, macau, banca=40_00)
    floor.void(macau)
    floor.open_round(macau, PONTO_WINS)
    floor.bet(rui, macau, banca=30_00)
    floor.settle(macau)
    floor.open_round(demo, PONTO_WINS)
    floor.bet(eva, demo, ponto=70_00, empate=10_00)
    floor.settle(demo)
    return ana, rui


def at(floor: Floor, person: Actor, table_code: str, device: str) -> None:
    """A connection of this device, open since the beginning."""
    with past_triggers(), connection.cursor() as cursor:
        process = uuid.uuid4()
        cursor.execute("INSERT INTO tables_webprocess (code, seen_at) VALUES (%s, %s)", [process, floor.now])
        cursor.execute(
            "INSERT INTO tables_connection (code, process_id, person_id, table_id, opened_at, address, device)"
            " SELECT %s, %s, %s, id, opened_at, '', %s FROM tables_table WHERE code = %s",
            [uuid.uuid4(), process, person.id, device, table_code],
        )


def test_every_split_of_a_full_day_adds_up_to_its_report(db: None) -> None:
    floor = Floor()
    ana, _rui = played(floor)
    at(floor, ana, "ponto-1", "Firefox em Windows")
    figures = assert_adds_up(DAY)
    rules = split(figures, SplitBy.RULES)
    assert [line.key for line in rules.lines] == ["demo-1/1", "macau-1/1", "ponto-1/1", "ponto-1/2"]
    tables = {line.key: line for line in split(figures, SplitBy.TABLE).lines}
    assert (tables["ponto-1"].versions, tables["ponto-1"].players) == ((1, 2), None), "persons are never added up"
    assert (tables["macau-1"].rounds, tables["macau-1"].voids, tables["macau-1"].refunded) == (1, 1, 40_00)
    devices = {(line.currency, line.key): line for line in split(figures, SplitBy.DEVICE).lines}
    assert set(devices) == {("EUR", "Firefox em Windows"), ("EUR", ""), ("PLAY", "")}
    assert devices["EUR", "Firefox em Windows"].players == 1
    floor.prove()


def test_the_parts_say_how_many_different_persons_and_no_guest(db: None) -> None:
    floor = Floor()
    played(floor)
    guest = floor.guest()
    code = next(iter(table for table in _tables_of(guest)))
    floor.open_round(code, PONTO_WINS)
    floor.bet(guest, code, ponto=2_00)
    figures = report_of(DAY)
    hours = {line.key: line.players for line in split(figures, SplitBy.HOUR).of("EUR")}
    assert set(hours.values()) <= {1, 2}
    chances = {line.key: line.players for line in split(figures, SplitBy.CHANCE).of("EUR")}
    assert chances == {"banca": 2, "ponto": 1, "empate": 1}


def _tables_of(guest: Actor) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT table_id FROM tables_playsession WHERE person_id = %s", [guest.id])
        return [row[0] for row in cursor.fetchall()]


def test_an_empty_day_has_no_parts(db: None) -> None:
    Floor().table(MACAU)
    figures = assert_adds_up(DAY)
    assert all(split(figures, by).lines == () for by in SplitBy)


@pytest.mark.parametrize(
    ("day", "hours", "clocks"),
    [(date(2026, 3, 29), 23, [0, 2, 3]), (date(2026, 10, 25), 25, [0, 1, 1])],
    ids=["23 hours", "25 hours"],
)
def test_an_hour_that_is_left_out_or_comes_twice_has_its_own_line(
    db: None, day: date, hours: int, clocks: list[int]
) -> None:
    since, until = day_bounds(day)
    floor = Floor(now=since + timedelta(minutes=1))
    table, ana = floor.table(FIVE_PERCENT, code="ponto-1"), floor.player("ana", cents=10_000_00)
    floor.sit(ana, table)
    for number in range(hours):
        floor.now = since + timedelta(hours=number, minutes=20)
        checks.answer_check(table_id=table, person_id=ana.id, now=floor.now)
        floor.open_round(table, PONTO_WINS)
        floor.bet(ana, table, ponto=10_00 + number)
        floor.settle(table)
    assert floor.now < until
    figures = assert_adds_up(day)
    lines = split(figures, SplitBy.HOUR).lines
    assert [int(line.key) for line in lines] == list(range(hours))
    assert [line.turnover for line in lines] == [10_00 + number for number in range(hours)]
    assert [timezone.localtime(since + timedelta(hours=int(line.key))).hour for line in lines[:3]] == clocks


def test_a_round_over_midnight_is_in_the_first_hour_of_the_day_it_is_paid_on(db: None) -> None:
    midnight = datetime(2026, 3, 11, 0, tzinfo=UTC)
    floor = Floor(now=midnight - timedelta(seconds=10))
    table, ana = floor.table(FIVE_PERCENT, code="ponto-1"), floor.player("ana")
    floor.sit(ana, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=60_00)
    floor.settle(table)
    assert floor.now >= midnight
    assert not assert_adds_up(DAY).activity
    figures = assert_adds_up(DAY + timedelta(days=1))
    (line,) = split(figures, SplitBy.HOUR).lines
    assert (line.key, line.turnover) == ("0", 60_00)
    floor.prove()


def test_rounds_that_changed_behind_a_report_are_told_apart_from_it(db: None) -> None:
    floor = Floor()
    played(floor)
    figures = report_of(DAY)
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca' AND outcome = 'win'")
    for by in (SplitBy.HOUR, SplitBy.CHANCE, SplitBy.DEVICE):
        assert split(figures, by).differences == (("EUR", "returned", 1),), by
    for by in (SplitBy.TABLE, SplitBy.RULES):
        assert split(figures, by).differences == (), "these are the report's own lines"


@pytest.mark.parametrize("by", list(SplitBy))
def test_more_rounds_take_no_more_statements(db: None, by: SplitBy) -> None:
    floor = Floor()
    played(floor)
    since, until = day_bounds(DAY)
    seen = Counter[int]()
    for times in range(2):
        with CaptureQueriesContext(connection) as statements:
            day_in_parts(since=since, until=until, by=by)
        seen[times] = len(statements)
        other, rita = floor.table(FIVE_PERCENT, code=f"outra-{times}"), floor.player()
        floor.sit(rita, other)
        for _ in range(4):
            floor.open_round(other, PONTO_WINS)
            floor.bet(rita, other, ponto=5_00, banca=1_00)
            floor.settle(other)
    assert seen[0] == seen[1]
