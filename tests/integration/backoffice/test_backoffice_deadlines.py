"""The board of deadlines: the late first, each with who it is owed to, and only what one may see."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model

from casino.backoffice.presenters.deadlines import Row, board
from players.models import ExclusionKind
from players.protection.operations.exclusion import exclude
from players.roles import Role
from tables.operations import configurations, incidents
from tables.table_settings import TableSettings
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.rules import rule

pytestmark = pytest.mark.django_db


def seen_by(floor: Floor, role: Role) -> list[Row]:
    person = get_user_model().objects.get(pk=floor.staff(role).id)
    return list(board(person=person, now=floor.now))


@pytest.fixture
def excluded(floor: Floor) -> Actor:
    player = floor.player("Rita")
    exclude(person_id=player.id, kind=ExclusionKind.FIXED, months=3, now=floor.now)
    return player


def test_an_exclusion_is_owed_to_the_regulator_within_a_day(floor: Floor, excluded: Actor) -> None:
    (row,) = [row for row in seen_by(floor, Role.COMPLIANCE) if row.due.rule == "PT-29"]
    assert (row.due.due_at, row.tone) == (floor.now + timedelta(hours=24), "warn")
    floor.wait(hours=25)
    (row,) = [row for row in seen_by(floor, Role.COMPLIANCE) if row.due.rule == "PT-29"]
    assert row.tone == "bad"
    assert "1 h" in row.left


def test_an_email_that_does_not_leave_is_given_to_staff(floor: Floor, excluded: Actor) -> None:
    assert not [row for row in seen_by(floor, Role.SUPPORT) if row.due.to_whom == "Rita"]
    floor.wait(hours=2)
    found = [row for row in seen_by(floor, Role.SUPPORT) if row.due.to_whom == "Rita"]
    assert found
    assert excluded.key in found[0].due.href
    assert not [row for row in seen_by(floor, Role.GAME_MANAGER) if row.due.to_whom == "Rita"]


def test_each_role_sees_its_own(floor: Floor, excluded: Actor) -> None:
    floor.table()
    floor.wait(minutes=5)
    incidents.watch(now=floor.now)
    rules = {role: {row.due.rule for row in seen_by(floor, role)} for role in Role}
    assert "PT-29" in rules[Role.COMPLIANCE]
    assert "PT-29" not in rules[Role.SUPPORT] | rules[Role.GAME_MANAGER] | rules[Role.SUPERVISOR]
    assert "PT-R18" in rules[Role.SUPERVISOR]
    assert "PT-R18" not in rules[Role.APPROVER]


def test_late_items_come_first_and_those_without_a_moment_last(floor: Floor, excluded: Actor) -> None:
    table = floor.table()
    manager = floor.staff(Role.GAME_MANAGER)
    made = configurations.draft(
        table_id=table,
        terms=TableSettings(preset="macau", minimum=5_00),
        by=manager.id,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    configurations.submit(configuration_id=made.configuration_id, by=manager.id, now=floor.now)
    floor.wait(days=2)
    rows = seen_by(floor, Role.COMPLIANCE)
    dated = [row.due.due_at for row in rows if row.due.due_at is not None]
    assert dated == sorted(dated)
    assert [row.due.due_at is None for row in rows] == sorted(row.due.due_at is None for row in rows)
    assert {"PT-29", "PT-61", "PT-49"} <= {row.due.rule for row in rows}


@rule("PT-42", asserts="A round unfinished for two hours is on the board of deadlines, due 90 days after it began.")
def test_a_round_that_hangs_is_on_the_board(floor: Floor) -> None:
    table, player = floor.table(), floor.player()
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=10_00)
    floor.wait(hours=2)
    (row,) = [row for row in seen_by(floor, Role.SUPPORT) if row.due.rule == "PT-42"]
    assert (row.due.subject, row.due.due_at) == (code, row.due.since + timedelta(days=90))
    floor.settle(table)


@pytest.mark.parametrize("role", Role)
def test_every_role_can_open_the_board(floor: Floor, excluded: Actor, as_role: AsRole, role: Role) -> None:
    assert as_role(role).get("/casa/prazos/").status_code == 200
