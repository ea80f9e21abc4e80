"""The day's report against rounds that were played by hand."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier

import pytest
from django.db import DatabaseError, connection, transaction

from kernel.money import Currency
from players.roles import Role
from reporting import operations, queries
from reporting.making import daily_report
from reporting.making.figures import What
from reporting.operations import ExportRejected, MakingRejected, MakingRejection
from reporting.writers import Format
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, MACAU, NOON, PONTO_WINS, TIE_WITH_PAIRS, Floor
from tests.report_files import assert_all_five_agree
from tests.rules import rule
from tests.tampering import as_owner, past_triggers

DAY = date(2026, 3, 10)
NEXT = datetime(2026, 3, 11, 6, 0, tzinfo=UTC)
FIVE_PERCENT = TableSettings(
    preset="ponto-e-banca", commission="5-percent", minimum=5_00, betting_seconds=20, show_seconds=5
)


def played(floor: Floor) -> None:
    """One winning banca under 5 %, one push, one void; and a play-money round."""
    table, other = floor.table(FIVE_PERCENT, code="ponto-1"), floor.table(MACAU, code="demo-1", currency=Currency.PLAY)
    ana, rui = floor.player("ana"), floor.player("rui", play_cents=500_00)
    floor.sit(ana, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(ana, table, banca=100_00)
    floor.settle(table)
    floor.open_round(table, TIE_WITH_PAIRS)
    floor.bet(ana, table, ponto=50_00)
    floor.settle(table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, banca=30_00)
    floor.void(table)
    floor.sit(rui, other)
    floor.open_round(other, PONTO_WINS)
    floor.bet(rui, other, ponto=70_00, empate=10_00)
    floor.settle(other)


def tamper(sql: str) -> None:
    """Change a row behind the operations' back."""
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_totals_are_those_of_the_rounds_to_the_cent(floor: Floor) -> None:
    played(floor)
    made = operations.make_daily_report(day=DAY, now=NEXT)
    card = queries.daily_report(day=DAY)
    assert card is not None
    assert (made.revision, made.new, made.reconciles) == (1, True, True)
    demo, ponto = card.figures.lines
    assert (ponto.rounds, ponto.voids, ponto.bets, ponto.players) == (2, 1, 2, 1)
    assert (ponto.turnover, ponto.returned, ponto.prizes) == (150_00, 245_00, 95_00)
    assert (ponto.commission, ponto.gross_revenue) == (5_00, -95_00)
    assert (ponto.pushes, ponto.refunded) == (50_00, 30_00)
    assert (demo.currency, demo.turnover, demo.returned, demo.gross_revenue) == ("PLAY", 80_00, 140_00, -60_00)
    money, play = card.figures.totals
    assert (money.currency, money.regulated, money.turnover) == ("EUR", True, 150_00)
    assert (play.currency, play.regulated, play.turnover) == ("PLAY", False, 80_00)
    assert card.figures.reconciles
    assert {item.what for item in card.figures.comparisons} == set(What)


def test_opening_and_movements_make_the_closing(floor: Floor) -> None:
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    card = queries.daily_report(day=DAY)
    assert card is not None
    money, play = card.figures.liabilities
    assert (money.opening, money.deposits, money.staked, money.prizes) == (0, 2_000_00, 180_00, 95_00)
    assert money.closing == 2_000_00 + 95_00
    assert (play.top_ups, play.closing) == (500_00, 560_00)
    assert money.closing_in_play == play.closing_in_play == 0
    operations.make_daily_report(day=DAY + timedelta(days=1), now=NEXT + timedelta(days=1))
    after = queries.daily_report(day=DAY + timedelta(days=1))
    assert after is not None
    assert [held.opening for held in after.figures.liabilities] == [money.closing, play.closing]


def test_the_same_facts_are_the_same_bytes_and_no_new_revision(floor: Floor) -> None:
    played(floor)
    first = operations.make_daily_report(day=DAY, now=NEXT)
    again = operations.make_daily_report(day=DAY, now=NEXT + timedelta(days=3))
    assert (again.revision, again.new, again.sha256) == (1, False, first.sha256)
    assert len(queries.revisions_of(DAY)) == 1
    by = floor.staff(Role.COMPLIANCE).id
    for format in Format:
        one = operations.export_daily_report(day=DAY, format=format, by=by, now=NEXT)
        two = operations.export_daily_report(day=DAY, format=format, by=by, now=NEXT + timedelta(hours=9))
        assert one.content == two.content
        assert one.sha256 == hashlib.sha256(one.content).hexdigest()


def test_changed_facts_are_a_new_revision_and_the_round_is_named(db: None) -> None:
    floor = Floor()
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    tamper("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca' AND outcome = 'win'")
    made = operations.make_daily_report(day=DAY, now=NEXT)
    assert (made.revision, made.new, made.reconciles) == (2, True, False)
    first, second = queries.daily_report(day=DAY, revision=1), queries.daily_report(day=DAY)
    assert first is not None
    assert second is not None
    assert first.figures.reconciles
    assert [(fault.round_code, fault.why) for fault in second.figures.faults] == [("ponto-1-20260310-0001", "returned")]
    wrong = {item.what: item.difference for item in second.figures.comparisons if item.difference}
    assert wrong == {What.RETURNED: 1, What.GROSS_REVENUE: -1}


def test_two_faults_that_cancel_out_are_still_named(db: None) -> None:
    floor = Floor()
    played(floor)
    tamper("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca' AND outcome = 'win'")
    tamper("UPDATE tables_bet SET returned = returned - 1 WHERE chance = 'ponto' AND outcome = 'push'")
    operations.make_daily_report(day=DAY, now=NEXT)
    card = queries.daily_report(day=DAY)
    assert card is not None
    assert not any(item.difference for item in card.figures.comparisons)
    assert [fault.round_code[-4:] for fault in card.figures.faults] == ["0001", "0002"]
    assert not card.figures.reconciles


def test_a_fault_of_another_day_stays_in_that_day(db: None) -> None:
    floor = Floor()
    played(floor)
    operations.make_daily_report(day=DAY - timedelta(days=1), now=NEXT)
    tamper("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca' AND outcome = 'win'")
    made = operations.make_daily_report(day=DAY - timedelta(days=1), now=NEXT)
    assert (made.new, made.reconciles) == (False, True)


@pytest.mark.parametrize("late", [timedelta(0), timedelta(microseconds=-1), timedelta(hours=-20)])
def test_a_day_that_is_not_over_is_refused(db: None, late: timedelta) -> None:
    over = queries.day_bounds(DAY)[1]
    if late == timedelta(0):
        assert operations.make_daily_report(day=DAY, now=over).new
        return
    with pytest.raises(MakingRejected) as refused:
        operations.make_daily_report(day=DAY, now=over + late)
    assert refused.value.reason is MakingRejection.DAY_NOT_OVER
    assert queries.daily_reports() == ()


@pytest.mark.parametrize(
    ("midnight", "day", "hours"),
    [
        (datetime(2026, 3, 11, 0, tzinfo=UTC), DAY, 24),
        (datetime(2026, 3, 29, 23, tzinfo=UTC), date(2026, 3, 29), 23),
        (datetime(2026, 10, 26, 0, tzinfo=UTC), date(2026, 10, 25), 25),
        (datetime(2026, 7, 1, 23, tzinfo=UTC), date(2026, 7, 1), 24),
    ],
)
def test_a_bet_before_midnight_belongs_to_the_day_it_is_paid_on(
    db: None, midnight: datetime, day: date, hours: int
) -> None:
    floor = Floor(now=midnight - timedelta(seconds=10))
    table, ana = floor.table(FIVE_PERCENT, code="ponto-1"), floor.player("ana")
    floor.sit(ana, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=100_00)
    floor.settle(table)
    assert floor.now >= midnight
    operations.make_daily_report(day=day, now=midnight)
    operations.make_daily_report(day=day + timedelta(days=1), now=midnight + timedelta(days=2))
    before, after = queries.daily_report(day=day), queries.daily_report(day=day + timedelta(days=1))
    assert before is not None
    assert after is not None
    assert before.figures.hours == hours
    assert (before.figures.activity, before.figures.reconciles) == (False, True)
    assert (after.figures.activity, after.figures.reconciles) == (True, True)
    assert after.figures.totals[0].turnover == 100_00
    laid, paid = before.figures.liabilities[0], after.figures.liabilities[0]
    assert (laid.staked, laid.closing_in_play, laid.closing) == (100_00, 100_00, 900_00)
    assert (paid.opening_in_play, paid.closing_in_play, paid.closing) == (100_00, 0, 1_100_00)
    floor.prove()


def test_the_sweep_makes_every_day_that_is_over_and_none_twice(floor: Floor) -> None:
    assert operations.make_due_reports(now=NOON) == ()
    played(floor)
    midnight = queries.day_bounds(DAY)[1]
    assert operations.make_due_reports(now=midnight + timedelta(minutes=4)) == ()
    three_days = operations.make_due_reports(now=NEXT + timedelta(days=2))
    assert [made.day for made in three_days] == [DAY + timedelta(days=ahead) for ahead in range(3)]
    assert operations.make_due_reports(now=NEXT + timedelta(days=2)) == ()
    idle = queries.daily_report(day=DAY + timedelta(days=1))
    assert idle is not None
    assert not idle.figures.activity
    assert idle.figures.reconciles
    assert [card.day.day for card in queries.daily_reports(limit=2)] == [12, 11]
    assert [card.day.day for card in queries.daily_reports(before=DAY + timedelta(days=1))] == [10]


def test_a_gap_that_was_left_is_filled(floor: Floor) -> None:
    played(floor)
    operations.make_daily_report(day=DAY + timedelta(days=1), now=NEXT + timedelta(days=1))
    made = operations.make_due_reports(now=NEXT + timedelta(days=1))
    assert [one.day for one in made] == [DAY]


def test_makers_at_the_same_time_write_one_revision(open_floor: Floor) -> None:
    played(open_floor)
    start = Barrier(4)

    def make() -> bool:
        start.wait()
        try:
            return operations.make_daily_report(day=DAY, now=NEXT).new
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        made = [future.result() for future in [pool.submit(make) for _ in range(4)]]
    assert sorted(made) == [False, False, False, True]
    assert [card.revision for card in queries.revisions_of(DAY)] == [1]


def test_the_day_so_far_is_marked_and_kept_nowhere(floor: Floor) -> None:
    played(floor)
    so_far = queries.day_so_far(now=floor.now + timedelta(seconds=1))
    assert (so_far.provisional, so_far.day) == (True, DAY)
    assert so_far.totals[0].turnover == 150_00
    assert so_far.reconciles
    assert queries.daily_reports() == ()


@rule(
    "PT-56",
    asserts="The daily report, the ledger's proof and the log of exports can be neither deleted nor changed.",
)
def test_a_finished_report_cannot_be_changed_or_deleted(floor: Floor) -> None:
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    operations.record_proof(now=NEXT)
    by = floor.staff(Role.COMPLIANCE).id
    operations.export_daily_report(day=DAY, format=Format.CSV, by=by, now=NEXT)
    for act in (
        "UPDATE reporting_dailyreport SET revision = 7",
        "DELETE FROM reporting_dailyreport",
        "UPDATE reporting_ledgerproof SET agrees = NOT agrees",
        "DELETE FROM reporting_exportlog",
        "INSERT INTO reporting_dailyreport (day, revision, made_at, definition, document, sha256)"
        " VALUES ('2026-03-10', 2, now(), 'x', '{}', repeat('0', 64))",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), as_owner(), connection.cursor() as cursor:
            cursor.execute(act)


def test_every_export_is_logged_with_its_rows(floor: Floor) -> None:
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    actor = floor.staff(Role.COMPLIANCE)
    exported = operations.export_daily_report(day=DAY, format=Format.CSV, by=actor.id, now=NEXT)
    (card,) = queries.exports()
    assert (card.by, card.what, card.format, card.rows) == (actor.name, "daily-report", "csv", 2)
    assert card.filter == {"day": "2026-03-10", "revision": 1}
    assert card.sha256 == exported.sha256
    assert exported.filename == "relatorio-diario-2026-03-10-r1.csv"
    with pytest.raises(ExportRejected):
        operations.export_daily_report(day=DAY, format=Format.CSV, by=actor.id, now=NEXT, revision=2)
    with pytest.raises(ExportRejected):
        operations.export_daily_report(day=date(2020, 1, 1), format=Format.JSON, by=actor.id, now=NEXT)
    assert len(queries.exports()) == 1


def test_formats_agree_with_what_is_stored(floor: Floor) -> None:
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    by = floor.staff(Role.AUDITOR).id
    card = queries.daily_report(day=DAY)
    assert card is not None
    files = {
        format.value: operations.export_daily_report(day=DAY, format=format, by=by, now=NEXT).content
        for format in Format
    }
    heading = daily_report.Heading(
        operator="", revision=1, made_at=NEXT, definition="", software="", sha256=card.sha256
    )
    assert_all_five_agree(daily_report.daily_document(card.figures, heading), files)
    comma = operations.export_daily_report(day=DAY, format=Format.CSV, by=by, now=NEXT).content.decode("utf-8-sig")
    assert ";150,00;245,00;95,00;5,00;-95,00;" in comma
