"""Rules that start at a moment, are withdrawn or revoked, and keep what they were decided beside (H1)."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction

from kernel.money import Currency
from players.roles import Role
from players.staff import operations as staff
from tables import queries
from tables.models import Configuration, StaffAct
from tables.operations import configurations, tables
from tables.operations.configurations import ConfigurationMoved, ConfigurationRejected, ConfigurationRejection
from tables.operations.tables import TableRejected, TableRejection
from tables.queries import ConfigurationCard
from tests.factories import MACAU, Actor, Floor
from tests.rules import rule
from tests.tampering import as_owner

NEXT = replace(MACAU, betting_seconds=MACAU.betting_seconds + 1)


class Desk:
    """A table with its manager and approver, and proposals for it."""

    def __init__(self, floor: Floor, *, opened: bool = True) -> None:
        self.floor = floor
        self.manager, self.approver = floor.staff(Role.GAME_MANAGER), floor.staff(Role.APPROVER)
        self.table = floor.table(opened=opened)

    def submit(self, seconds: int = 0) -> int:
        terms = replace(NEXT, betting_seconds=NEXT.betting_seconds + seconds)
        by, now = self.manager.id, self.floor.now
        made = configurations.draft(table_id=self.table, terms=terms, by=by, idempotency_key=uuid.uuid4(), now=now)
        configurations.submit(configuration_id=made.configuration_id, by=by, now=now)
        return made.configuration_id

    def approve(self, number: int, **others: object) -> ConfigurationMoved:
        said = {"by": self.approver.id, "reference": "SRIJ 2026/7", "now": self.floor.now, **others}
        return configurations.approve(configuration_id=number, **said)  # type: ignore[arg-type]

    def card(self, number: int) -> ConfigurationCard:
        card = queries.configuration(number)
        assert card is not None
        return card


@pytest.fixture
def desk(floor: Floor) -> Desk:
    return Desk(floor)


def refused(act: Callable[..., object], **arguments: object) -> ConfigurationRejection:
    with pytest.raises(ConfigurationRejected) as rejected:
        act(**arguments)
    return rejected.value.reason


@rule(
    "PT-49", asserts="Rules approved from a moment apply to the first round that opens at it or later, to none before."
)
def test_rules_start_with_the_first_round_after_their_moment(floor: Floor, desk: Desk) -> None:
    starts = floor.now + timedelta(minutes=10)
    number = desk.submit()
    desk.approve(number, starts_at=starts)

    floor.open_round(desk.table)
    assert desk.card(number).status == "approved"
    floor.settle(desk.table)
    (row,) = [one for one in queries.floor(now=floor.now) if one.table_id == desk.table]
    assert (row.waiting, row.waiting_from) == (2, starts)

    floor.now = starts - timedelta(seconds=1)
    floor.open_round(desk.table)
    assert desk.card(number).status == "approved", "a second too soon"
    floor.settle(desk.table)
    floor.wait(seconds=60)
    floor.open_round(desk.table)
    card = desk.card(number)
    assert (card.status, card.in_force_from) == ("in-force", floor.now)
    floor.settle(desk.table)
    floor.open_round(desk.table)
    assert desk.card(number).in_force_from == card.in_force_from, "a second process finds nothing to do"
    floor.prove()


@pytest.mark.parametrize("after", [timedelta(0), timedelta(hours=-1), timedelta(days=400)])
def test_a_start_is_a_moment_to_come(floor: Floor, desk: Desk, after: timedelta) -> None:
    number = desk.submit()
    assert (
        refused(desk.approve, number=number, starts_at=floor.now + after) is ConfigurationRejection.START_OUT_OF_RANGE
    )
    assert desk.card(number).status == "submitted"


def test_a_table_does_not_open_before_its_first_rules_start(floor: Floor) -> None:
    manager, approver = floor.staff(Role.GAME_MANAGER), floor.staff(Role.APPROVER)
    made = tables.create_table(code="nova-1", name="Nova 1", currency=Currency.EUR, by=manager.id, now=floor.now)
    by, now = manager.id, floor.now
    drafted = configurations.draft(
        table_id=made.table_id, terms=MACAU, by=by, idempotency_key=uuid.uuid4(), now=floor.now
    )
    configurations.submit(configuration_id=drafted.configuration_id, by=by, now=now)
    starts = now + timedelta(hours=1)
    configurations.approve(
        configuration_id=drafted.configuration_id, by=approver.id, reference="SRIJ 2026/7", now=now, starts_at=starts
    )
    with pytest.raises(TableRejected) as early:
        tables.open_table(table_id=made.table_id, by=by, now=now)
    assert (early.value.reason, early.value.until) == (TableRejection.STARTS_LATER, starts)
    floor.now = starts
    tables.open_table(table_id=made.table_id, by=by, now=starts)
    floor.open_round(made.table_id)
    assert Configuration.objects.get(pk=drafted.configuration_id).status == "in-force"


@rule("PT-49", asserts="An author takes a proposal back with a reason before the decision, and it is not decided then.")
def test_an_author_withdraws(floor: Floor, desk: Desk) -> None:
    number, now = desk.submit(), floor.now
    back = {"configuration_id": number, "reason": "mínimo errado", "now": now}
    assert refused(configurations.withdraw, **back, by=desk.approver.id) is ConfigurationRejection.NOT_YOURS
    assert (
        refused(configurations.withdraw, **(back | {"reason": "x"}), by=desk.manager.id)
        is ConfigurationRejection.NO_REASON
    )
    configurations.withdraw(**back, by=desk.manager.id)  # type: ignore[arg-type]

    card = desk.card(number)
    assert (card.status, card.taken_back_by, card.taken_back_reason, card.compared_with) == (
        "withdrawn",
        desk.manager.name,
        "mínimo errado",
        1,
    )
    assert refused(desk.approve, number=number) is ConfigurationRejection.NOT_IN_THAT_STATE
    act = StaffAct.objects.latest("pk")
    assert (act.action, act.by_id, act.reason) == ("withdraw-configuration", desk.manager.id, "mínimo errado")


@rule(
    "PT-49",
    asserts="Either of its two persons revokes approved rules before their first round; another may be approved.",
)
@pytest.mark.parametrize("who", ["manager", "approver"])
def test_either_person_revokes_before_the_first_round(floor: Floor, desk: Desk, who: str) -> None:
    number = desk.submit()
    desk.approve(number)
    waits = desk.submit(seconds=1)
    assert refused(desk.approve, number=waits) is ConfigurationRejection.ANOTHER_WAITS
    other: Actor = floor.staff(Role.APPROVER)
    said = {"configuration_id": number, "reason": "aprovada por engano", "now": floor.now}
    assert refused(configurations.revoke, **said, by=other.id) is ConfigurationRejection.NOT_YOURS

    configurations.revoke(**said, by=getattr(desk, who).id)  # type: ignore[arg-type]

    card = desk.card(number)
    assert (card.status, card.taken_back_by, card.reference) == ("revoked", getattr(desk, who).name, "SRIJ 2026/7")
    floor.open_round(desk.table)
    assert queries.floor(now=floor.now)[0].version == 1, "nothing changed at the table"
    desk.approve(waits)
    floor.settle(desk.table)
    floor.open_round(desk.table)
    assert desk.card(waits).status == "in-force"
    late = said | {"configuration_id": waits, "by": desk.approver.id}
    assert refused(configurations.revoke, **late) is ConfigurationRejection.NOT_IN_THAT_STATE


def test_rules_of_people_who_left_are_no_dead_end(floor: Floor, desk: Desk) -> None:
    number = desk.submit()
    desk.approve(number)
    for gone in (desk.manager, desk.approver):
        administrator = floor.staff(Role.ADMINISTRATOR)
        staff.disable_staff(person_id=gone.id, reason="saiu da casa", by=administrator.id, now=floor.now)

    configurations.revoke(
        configuration_id=number, by=floor.staff(Role.APPROVER).id, reason="os dois saíram", now=floor.now
    )

    assert desk.card(number).status == "revoked"


@rule(
    "PT-49",
    asserts="A decision keeps the version that it was made beside; rules that come into force later change it not.",
)
def test_a_decision_keeps_what_it_was_made_beside(floor: Floor, desk: Desk) -> None:
    rejected, later = desk.submit(), desk.submit(seconds=1)
    configurations.reject(configuration_id=rejected, by=desk.approver.id, reason="não", now=floor.now, seen_number=1)
    desk.approve(later, seen_number=1)
    floor.open_round(desk.table)
    floor.settle(desk.table)
    assert desk.card(later).status == "in-force"
    assert (desk.card(rejected).compared_with, desk.card(later).compared_with) == (1, 1)

    stale = desk.submit(seconds=2)
    assert refused(desk.approve, number=stale, seen_number=1) is ConfigurationRejection.BASE_CHANGED
    assert (
        refused(
            configurations.reject,
            configuration_id=stale,
            by=desk.approver.id,
            reason="não",
            now=floor.now,
            seen_number=1,
        )
        is ConfigurationRejection.BASE_CHANGED
    )
    desk.approve(stale, seen_number=3)
    assert desk.card(stale).compared_with == 3


def test_the_database_holds_it_too(floor: Floor, desk: Desk) -> None:
    number = desk.submit()
    desk.approve(number, starts_at=floor.now + timedelta(hours=1))
    change = "UPDATE tables_configuration SET {} WHERE id = %s"
    for what, says in (
        ("starts_at = NULL", "keeps what it was compared with, and its start"),
        ("compared_with_id = NULL", "keeps what it was compared with, and its start"),
        (f"status = 'in-force', in_force_from = '{floor.now.isoformat()}'", "configuration_not_before_its_start"),
        ("status = 'revoked'", "configuration_taken_back_whole"),
        ("status = 'submitted'", "does not go from approved to submitted"),
    ):
        with (
            pytest.raises(IntegrityError, match=says),
            transaction.atomic(),
            as_owner(),
            connection.cursor() as cursor,
        ):
            cursor.execute(change.format(what), [number])
    configurations.revoke(configuration_id=number, by=desk.manager.id, reason="engano", now=floor.now)
    with (
        pytest.raises(IntegrityError, match="was taken back"),
        transaction.atomic(),
        as_owner(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change.format("taken_back_reason = 'outra'"), [number])


def test_versions_that_give_an_edge_are_named(floor: Floor) -> None:
    table = floor.table(code="fair-1")
    floor.approve(table, replace(MACAU, commission="none"))
    row = queries.floor_table(code="fair-1", now=floor.now)
    assert row is not None
    assert row.player_edges == ()
    assert [(each.chance, each.edge < 0) for each in row.waiting_edges] == [("banca", True)]
    assert set(queries.edges_of_versions({("fair-1", 1), ("fair-1", 2)})) == {("fair-1", 2)}


@pytest.mark.parametrize("said", ["", "ab", "  ab  ", "x" * 301, "está\0errado"])
def test_what_is_no_reason_or_reference_changes_nothing(desk: Desk, said: str) -> None:
    number, now = desk.submit(), desk.floor.now
    by = {"configuration_id": number, "now": now}
    reject = {**by, "by": desk.approver.id, "reason": said}
    assert refused(configurations.reject, **reject) is ConfigurationRejection.NO_REASON
    withdraw = {**by, "by": desk.manager.id, "reason": said}
    assert refused(configurations.withdraw, **withdraw) is ConfigurationRejection.NO_REASON
    assert refused(desk.approve, number=number, reference=said) is ConfigurationRejection.NO_REFERENCE
    assert desk.card(number).status == "submitted"


@pytest.mark.parametrize("words", ["", "porque", " " * 20, "x" * 301, "campanha\0de uma semana"])
def test_an_edge_is_let_through_by_words_that_can_be_kept(floor: Floor, words: str) -> None:
    table = floor.table(MACAU)
    manager, approver = floor.staff(Role.GAME_MANAGER), floor.staff(Role.APPROVER)
    favourable = replace(MACAU, commission="none")
    number = configurations.draft(
        table_id=table, terms=favourable, by=manager.id, idempotency_key=uuid.uuid4(), now=floor.now
    ).configuration_id
    configurations.submit(configuration_id=number, by=manager.id, now=floor.now)
    said = {"configuration_id": number, "by": approver.id, "reference": "SRIJ 2026/201", "now": floor.now}
    approve = partial(configurations.approve, **said)

    assert refused(approve, negative_edge_override=words) is ConfigurationRejection.NEGATIVE_EDGE
    assert Configuration.objects.get(pk=number).status == "submitted"

    approve(negative_edge_override=" " + "x" * 300 + " ")
    assert Configuration.objects.get(pk=number).decision_reason == "x" * 300
