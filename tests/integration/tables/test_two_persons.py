"""Rules take two persons, for every writer to the database, and no table plays without approved ones (H1, PT-49)."""

import uuid
from dataclasses import replace

import pytest
from django.db import IntegrityError, connection, transaction

from players.roles import Role
from tables.models import Configuration, Table
from tables.operations import configurations
from tables.operations.configurations import ConfigurationRejected, ConfigurationRejection
from tests.factories import MACAU, Actor, Floor
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
CHANGE = "UPDATE tables_configuration SET {} WHERE id = %(id)s"
DECIDED = "decided_by_id = %(manager)s, decided_at = now(), reference = 'SRIJ 2026/1'"


def refused(statement: str, says: str, **names: object) -> None:
    """The database itself turns the statement down, even to its owner."""
    with pytest.raises(IntegrityError, match=says), transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(statement, names)


def drafted(floor: Floor, table: int, manager: Actor) -> int:
    terms = replace(MACAU, betting_seconds=MACAU.betting_seconds + 1)
    made = configurations.draft(table_id=table, terms=terms, by=manager.id, idempotency_key=uuid.uuid4(), now=floor.now)
    return made.configuration_id


def test_the_author_decides_it_by_no_path(floor: Floor) -> None:
    manager, table = floor.staff(Role.GAME_MANAGER), floor.table()
    draft = drafted(floor, table, manager)
    names = {"id": draft, "manager": manager.id}
    refused(CHANGE.format(f"status = 'approved', {DECIDED}"), "does not go from draft to approved", **names)
    refused(CHANGE.format("authors = '{}'"), "authors of configuration", **names)
    refused(CHANGE.format("authors = '{0}', status = 'submitted'"), "authors of configuration", **names)
    refused(CHANGE.format("submitted_by_id = (SELECT max(id) FROM players_person)"), "submitted_by_an_author", **names)
    refused(
        "INSERT INTO tables_configuration (table_id, number, key, status, terms, revision, authors, drafted_at,"
        " decided_by_id, decided_at, reference, decision_reason) SELECT table_id, 99, gen_random_uuid(), 'approved',"
        " terms, 1, '{}', now(), %(manager)s, now(), 'SRIJ 2026/1', '' FROM tables_configuration WHERE id = %(id)s",
        "begins as a draft",
        **names,
    )
    configurations.submit(configuration_id=draft, by=manager.id, now=floor.now)
    with pytest.raises(ConfigurationRejected) as own:
        configurations.approve(configuration_id=draft, by=manager.id, reference="SRIJ 2026/1", now=floor.now)
    assert own.value.reason is ConfigurationRejection.OWN_WORK
    refused(CHANGE.format(f"status = 'approved', {DECIDED}"), "decided_by_another", **names)
    refused(CHANGE.format("authors = '{}', status = 'approved', " + DECIDED), "not edited any more", **names)
    refused(CHANGE.format("status = 'draft'"), "does not go from submitted to draft", **names)
    assert Configuration.objects.get(pk=draft).status == "submitted"


def test_a_decision_stays(floor: Floor) -> None:
    floor.table()
    (approved,) = Configuration.objects.filter(status="in-force")
    for what, says in (
        ("status = 'draft'", "does not go from in-force to draft"),
        ("status = 'submitted'", "does not go from in-force to submitted"),
        ("terms = '{}'", "not edited any more"),
        ("reference = 'outra'", "is decided"),
        ("decided_by_id = (SELECT min(id) FROM players_person)", "is decided"),
    ):
        refused(CHANGE.format(what), says, id=approved.pk)
    refused("DELETE FROM tables_configuration WHERE id = %(id)s", "only added to", id=approved.pk)


def test_no_table_plays_by_unapproved_rules(floor: Floor) -> None:
    manager, table, other = floor.staff(Role.GAME_MANAGER), floor.table(opened=False), floor.table()
    draft, elsewhere = drafted(floor, table, manager), Table.objects.get(pk=other).configuration_id
    for change in (
        f"configuration_id = {draft}",
        f"configuration_id = {draft}, status = 'open'",
        f"configuration_id = {elsewhere}",
        "status = 'open'",
    ):
        refused(f"UPDATE tables_table SET {change} WHERE id = {table}", "no approved rules")
    refused(
        "INSERT INTO tables_table (code, name, currency, kind, status, status_reason, version, round_count, dealer,"
        " fence, opened_at, hours, configuration_id) SELECT 'outra', name, currency, kind, 'open', '', 0, 0, '', 0,"
        " opened_at, '{}', %(elsewhere)s FROM tables_table WHERE id = %(table)s",
        "no approved rules",
        elsewhere=elsewhere,
        table=table,
    )
