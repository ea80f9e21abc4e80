"""What tells two revisions of a day's report apart, and why, as far as the figures say."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from django.db import connection

from reporting import operations, queries
from reporting.making.figures import DayFigures, Liability, RoundFault, TableLine, What
from reporting.making.revisions import Cause, Change, Section, difference
from tests.factories import Floor
from tests.integration.reporting.test_reporting_contents import rows
from tests.integration.reporting.test_reporting_daily import played
from tests.rules import rule
from tests.tampering import past_triggers

DAY = date(2026, 3, 10)
NEXT = datetime(2026, 3, 11, 6, 0, tzinfo=UTC)


def line(code: str = "macau-1", name: str = "Macau 1", version: int = 1, **sums: Any) -> TableLine:
    given: dict[str, Any] = {"currency": "EUR", "players": 1, "rounds": 2, "turnover": 100_00, "returned": 90_00}
    return TableLine(table_code=code, table_name=name, version=version, **given | sums)


def day(*lines: TableLine, **others: Any) -> DayFigures:
    given: dict[str, Any] = {"comparisons": (), "faults": (), "liabilities": ()}
    return DayFigures(day=DAY, since=NEXT, until=NEXT, provisional=False, lines=lines, **given | others)


def told(found: tuple[Change, ...], section: Section) -> dict[tuple[str, str], tuple[int, int]]:
    return {(one.subject, one.figure): (one.before, one.after) for one in found if one.section is section}


def test_the_same_facts_differ_in_nothing() -> None:
    found = difference(day(line()), day(line()))
    assert (found.changes, found.reasons) == ((), ())


def test_a_void_that_came_late_is_named_with_its_table() -> None:
    found = difference(day(line()), day(line(rounds=1, voids=1, turnover=60_00, returned=50_00, refunded=40_00)))
    assert told(found.changes, Section.TABLES) == {
        ("Macau 1 v1", "rounds"): (2, 1),
        ("Macau 1 v1", "voids"): (0, 1),
        ("Macau 1 v1", "turnover"): (100_00, 60_00),
        ("Macau 1 v1", "returned"): (90_00, 50_00),
        ("Macau 1 v1", "refunded"): (0, 40_00),
    }
    assert [(one.cause, one.table_name, one.count) for one in found.reasons] == [
        (Cause.VOID_ADDED, "Macau 1 v1", 1),
        (Cause.ROUND_MISSING, "Macau 1 v1", 1),
    ]
    assert (found.total("EUR", "turnover"), found.total("EUR", "refunded")) == (-40_00, 40_00)
    assert found.total("PLAY", "turnover") == 0


def test_a_table_that_was_not_there_and_two_of_one_name_are_kept_apart() -> None:
    other = line("macau-2", "Macau 1", rounds=3, turnover=7_00, returned=0)
    found = difference(day(line()), day(line(), other))
    assert told(found.changes, Section.TABLES)["Macau 1 v1", "turnover"] == (0, 7_00)
    assert [(one.cause, one.count) for one in found.reasons] == [(Cause.ROUND_ADDED, 3)]
    gone = difference(day(line(), other), day(line()))
    assert [one.cause for one in gone.reasons] == [Cause.ROUND_MISSING]


def test_faults_definitions_and_what_the_day_before_left_are_causes() -> None:
    fault = RoundFault(round_code="macau-1-20260310-0001", why="staked")
    found = difference(day(line()), day(line(), faults=(fault,)))
    assert [(one.cause, one.round_code) for one in found.reasons] == [(Cause.FAULT_FOUND, fault.round_code)]
    assert [one.cause for one in difference(day(faults=(fault,)), day()).reasons] == [Cause.FAULT_MENDED]
    old = replace(day(line()), definition="daily-report/1")
    assert [one.cause for one in difference(old, day(line())).reasons] == [Cause.DEFINITION]
    held = [day(line(), liabilities=(Liability(currency="EUR", opening=cents),)) for cents in (1_00, 2_00)]
    assert [one.cause for one in difference(*held).reasons] == [Cause.CARRIED]
    assert told(difference(*held).changes, Section.LIABILITY) == {
        ("", "opening"): (1_00, 2_00),
        ("", "closing"): (1_00, 2_00),
    }


def test_other_figures_of_the_same_rounds_are_of_unknown_cause() -> None:
    found = difference(day(line()), day(line(returned=91_00)))
    assert [one.cause for one in found.reasons] == [Cause.UNKNOWN]
    assert told(found.changes, Section.TOTALS) == {
        ("", "returned"): (90_00, 91_00),
        ("", "gross_revenue"): (10_00, 9_00),
    }


def test_two_revisions_that_were_really_made(db: None) -> None:
    played(Floor())
    operations.make_daily_report(day=DAY, now=NEXT)
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca' AND outcome = 'win'")
    operations.make_daily_report(day=DAY, now=NEXT)
    later, earlier = queries.revisions_of(DAY)
    found = difference(earlier.figures, later.figures)
    assert told(found.changes, Section.TABLES) == {
        ("Ponto-1 v1", "returned"): (245_00, 245_01),
        ("Ponto-1 v1", "gross_revenue"): (-95_00, -95_01),
    }
    assert told(found.changes, Section.LEDGER) == {}, "the ledger stayed as it was"
    assert [one.cause for one in found.reasons] == [Cause.FAULT_FOUND]
    assert found.reasons[0].round_code == "ponto-1-20260310-0001"


@rule(
    "PT-R21",
    asserts="A day whose rounds came to one cent more after its report is reconciled once, by its second revision, and "
    "the cent stands as the difference.",
)
def test_a_day_is_reconciled_by_its_last_revision_alone(db: None) -> None:
    floor = Floor()
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca' AND outcome = 'win'")
    operations.make_daily_report(day=DAY, now=NEXT)
    floor.now = NEXT
    found = {row["what"]: (row["revision"], row["difference"]) for row in rows(floor, "reconciliation", days=2)}
    assert len(rows(floor, "reconciliation", days=2)) == len(found) == len(What)
    assert {what: told for what, told in found.items() if told != (2, 0)} == {
        What.RETURNED: (2, 1),
        What.GROSS_REVENUE: (2, -1),
    }
