"""Tables that open and close by their hours; acts of staff in between stand."""

from datetime import UTC, datetime

import pytest

from players.roles import Role
from tables import queries
from tables.hours import HoursInvalid, Turn
from tables.operations.hours import apply_hours
from tables.operations.tables import (
    TableRejected,
    TableRejection,
    close_after_round,
    open_table,
    pause,
    resume,
    set_hours,
    set_risk_limit,
)
from tests.factories import Floor

pytestmark = pytest.mark.django_db
EVENINGS = {str(day): ["18:00", "02:00"] for day in range(7)}


def at(floor: Floor, text: str) -> None:
    floor.now = datetime.fromisoformat(text).replace(tzinfo=UTC)


def status(floor: Floor) -> str:
    return queries.floor(now=floor.now)[0].status


@pytest.fixture
def table(floor: Floor) -> int:
    at(floor, "2026-11-21T12:00")
    table = floor.table(opened=False)
    set_hours(table_id=table, hours=EVENINGS, by=floor.staff(Role.GAME_MANAGER).id, reason="só à noite", now=floor.now)
    return table


def test_it_opens_and_closes_once_each(floor: Floor, table: int) -> None:
    assert apply_hours(now=floor.now) == ()
    at(floor, "2026-11-21T18:00")
    assert [turned.turn for turned in apply_hours(now=floor.now)] == [Turn.OPENS]
    assert status(floor) == "open"
    assert apply_hours(now=floor.now) == ()
    at(floor, "2026-11-22T02:00")
    assert [turned.turn for turned in apply_hours(now=floor.now)] == [Turn.CLOSES]
    assert status(floor) == "closing"


def test_the_round_in_play_is_finished_before_it_closes(floor: Floor, table: int) -> None:
    at(floor, "2026-11-22T01:59")
    apply_hours(now=floor.now)
    player = floor.player()
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=10_00)
    at(floor, "2026-11-22T02:00")
    apply_hours(now=floor.now)
    floor.settle(table)
    floor.step(table)
    assert status(floor) == "closed"


@pytest.mark.parametrize("turn", [Turn.OPENS, Turn.CLOSES])
def test_what_staff_did_before_the_boundary_is_not_done_again(floor: Floor, table: int, turn: Turn) -> None:
    """Opened ahead of its hour the table stays open; closed ahead of its hour it stays closed."""
    manager = floor.staff(Role.GAME_MANAGER).id
    open_table(table_id=table, by=manager, now=floor.now)
    at(floor, "2026-11-21T18:00")
    if turn is Turn.CLOSES:
        apply_hours(now=floor.now)
        close_after_round(table_id=table, by=manager, reason="pouca gente", now=floor.now)
        floor.step(table)
        at(floor, "2026-11-22T02:00")

    assert [turned.turn for turned in apply_hours(now=floor.now)] == [turn]

    assert status(floor) == ("open" if turn is Turn.OPENS else "closed")


def test_acts_of_staff_stand_until_the_next_boundary(floor: Floor, table: int) -> None:
    manager = floor.staff(Role.GAME_MANAGER)
    at(floor, "2026-11-21T18:00")
    apply_hours(now=floor.now)
    close_after_round(table_id=table, by=manager.id, reason="pouca gente", now=floor.now)
    at(floor, "2026-11-21T20:00")
    assert apply_hours(now=floor.now) == ()
    assert status(floor) == "closing"
    at(floor, "2026-11-22T18:00")
    apply_hours(now=floor.now)
    assert status(floor) == "open"


def test_a_paused_table_stays_paused_at_its_closing_hour_and_closes_once_resumed(floor: Floor, table: int) -> None:
    at(floor, "2026-11-21T18:00")
    apply_hours(now=floor.now)
    supervisor = floor.staff(Role.SUPERVISOR).id
    pause(table_id=table, by=supervisor, reason="câmara parada", now=floor.now)
    at(floor, "2026-11-22T02:30")
    apply_hours(now=floor.now)
    assert status(floor) == "paused"
    resume(table_id=table, by=supervisor, reason="câmara de volta", now=floor.now)
    apply_hours(now=floor.now)
    assert status(floor) == "closing"


def test_a_closing_table_that_is_paused_goes_on_closing(floor: Floor) -> None:
    table, supervisor = floor.table(), floor.staff(Role.SUPERVISOR).id
    floor.open_round(table)
    close_after_round(table_id=table, by=supervisor, reason="fim da noite", now=floor.now)
    pause(table_id=table, by=supervisor, reason="câmara parada", now=floor.now)
    resume(table_id=table, by=supervisor, reason="câmara de volta", now=floor.now)
    assert status(floor) == "closing"
    floor.settle(table)
    floor.step(table)
    assert status(floor) == "closed"


def test_a_sweep_that_comes_days_late_does_what_is_due_now(floor: Floor, table: int) -> None:
    at(floor, "2026-11-25T19:00")
    assert [turned.turn for turned in apply_hours(now=floor.now)] == [Turn.OPENS]


def test_without_approved_rules_it_opens_as_soon_as_there_are_some(floor: Floor) -> None:
    from kernel.money import Currency
    from tables.operations.tables import create_table
    from tables.table_settings import TableSettings

    at(floor, "2026-11-21T12:00")
    manager = floor.staff(Role.GAME_MANAGER)
    made = create_table(code="noite", name="Noite", currency=Currency.EUR, by=manager.id, now=floor.now)
    set_hours(table_id=made.table_id, hours=EVENINGS, by=manager.id, reason="só à noite", now=floor.now)
    at(floor, "2026-11-21T18:00")
    assert apply_hours(now=floor.now) == ()
    floor.approve(made.table_id, TableSettings(preset="macau", minimum=5_00))
    assert [turned.turn for turned in apply_hours(now=floor.now)] == [Turn.OPENS]


def test_a_rejection_that_is_not_expected_is_not_hidden(
    floor: Floor, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise TableRejected(TableRejection.NOT_IN_THAT_STATE)

    monkeypatch.setattr("tables.operations.hours.open_table", refuse)
    at(floor, "2026-11-21T18:00")
    with pytest.raises(TableRejected):
        apply_hours(now=floor.now)


def test_an_open_table_with_new_hours_is_left_alone_until_the_next_boundary(floor: Floor) -> None:
    at(floor, "2026-11-21T12:00")
    table = floor.table()
    manager = floor.staff(Role.GAME_MANAGER)
    set_hours(table_id=table, hours=EVENINGS, by=manager.id, reason="só à noite", now=floor.now)
    assert apply_hours(now=floor.now) == ()
    assert status(floor) == "open"
    with pytest.raises(TableRejected):
        open_table(table_id=table, by=manager.id, now=floor.now)


def test_hours_that_cannot_stand_change_nothing(floor: Floor, table: int) -> None:
    with pytest.raises(HoursInvalid):
        set_hours(table_id=table, hours={"0": ["99:00", "02:00"]}, by=1, reason="só à noite", now=floor.now)
    with pytest.raises(TableRejected) as refused:
        set_hours(table_id=table, hours={}, by=1, reason=" ", now=floor.now)
    assert refused.value.reason is TableRejection.NO_REASON


@pytest.mark.parametrize("cents", [0, -1, 10**12 + 1])
def test_a_risk_limit_out_of_range_is_refused(floor: Floor, table: int, cents: int) -> None:
    with pytest.raises(TableRejected) as refused:
        set_risk_limit(table_id=table, cents=cents, by=1, reason="prudência", now=floor.now)
    assert (refused.value.reason, refused.value.most) == (TableRejection.LIMIT_OUT_OF_RANGE, 10**12)
