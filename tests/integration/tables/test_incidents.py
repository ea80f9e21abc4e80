"""Incidents: found by the house once each, looked into, closed with cause and solution, never lost."""

import uuid

import pytest
from django.db import InternalError, connection, transaction
from django.db.utils import IntegrityError

from players.roles import Role
from tables import queries as reading
from tables.operations import incidents
from tables.operations.incidents import IncidentRejected, IncidentRejection
from tests.factories import Floor
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(floor: Floor) -> int:
    return incidents.report(
        text="A câmara da sala parou.", by=floor.staff(Role.SUPERVISOR).id, idempotency_key=uuid.uuid4(), now=floor.now
    ).incident_id


@rule(
    "PT-74",
    asserts="A table stuck for 59 seconds is no incident, for 61 it is one, and five minutes later still the same one.",
)
def test_a_stuck_table_is_one_incident_however_often_it_is_looked_at(floor: Floor) -> None:
    floor.table()
    floor.wait(seconds=59)
    assert incidents.watch(now=floor.now) == 0
    floor.wait(seconds=2)
    assert incidents.watch(now=floor.now) == 1
    floor.wait(seconds=300)
    assert incidents.watch(now=floor.now) == 0
    (card,) = reading.incidents(is_open=True)
    assert (card.kind, card.opened_by, card.closed_at) == ("stuck-round", "", None)


@rule("GL-40", asserts="A void round opens one incident with its code and reason, and a second look opens no other.")
def test_a_void_round_is_an_incident_with_its_reason(floor: Floor) -> None:
    table, player = floor.table(), floor.player()
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=10_00)
    floor.void(table, reason="carta caída")
    assert incidents.watch(now=floor.now) == 1
    (card,) = reading.incidents(kind="void-round")
    assert (card.subject, card.facts["reason"]) == (code, "carta caída")
    assert incidents.watch(now=floor.now) == 0


@rule(
    "GL-40",
    asserts="An incident keeps its note, cause, solution and the moment when the regulator was told; it is closed once "
    "and told once.",
)
@rule("PT-74", asserts="An incident is closed with its cause and solution; closing it again is refused.")
def test_it_is_closed_with_cause_and_solution_and_only_once(floor: Floor, opened: int) -> None:
    by = floor.staff(Role.COMPLIANCE).id
    incidents.note(incident_id=opened, text="Visto o cabo.", by=by, idempotency_key=uuid.uuid4(), now=floor.now)
    incidents.tell_regulator(incident_id=opened, by=by, now=floor.now)
    incidents.close(incident_id=opened, cause="cabo solto", solution="cabo preso", by=by, now=floor.now)
    card = reading.incident(opened)
    assert card is not None
    assert (card.cause, card.solution, card.told_at, card.closed_at) == (
        "cabo solto",
        "cabo preso",
        floor.now,
        floor.now,
    )
    assert [note.text for note in reading.incident_notes(opened)] == ["Visto o cabo."]
    with pytest.raises(IncidentRejected) as refused:
        incidents.close(incident_id=opened, cause="outra coisa", solution="outra coisa", by=by, now=floor.now)
    assert refused.value.reason is IncidentRejection.CLOSED
    with pytest.raises(IncidentRejected) as refused:
        incidents.tell_regulator(incident_id=opened, by=by, now=floor.now)
    assert refused.value.reason is IncidentRejection.ALREADY_TOLD


def test_a_key_says_one_thing(floor: Floor) -> None:
    by, key = floor.staff(Role.SUPERVISOR).id, uuid.uuid4()
    first = incidents.report(text="A câmara parou.", by=by, idempotency_key=key, now=floor.now)
    again = incidents.report(text="A câmara parou.", by=by, idempotency_key=key, now=floor.now)
    assert (again.incident_id, again.repeat) == (first.incident_id, True)
    with pytest.raises(IncidentRejected) as refused:
        incidents.report(text="Outra coisa.", by=by, idempotency_key=key, now=floor.now)
    assert refused.value.reason is IncidentRejection.KEY_REUSED


@pytest.mark.parametrize("text", ["", "  ", "ab", "x" * 2001, "nulo \0 aqui"])
def test_texts_that_say_nothing_are_refused(floor: Floor, opened: int, text: str) -> None:
    for act in (
        lambda: incidents.report(text=text, by=1, idempotency_key=uuid.uuid4(), now=floor.now),
        lambda: incidents.note(incident_id=opened, text=text, by=1, idempotency_key=uuid.uuid4(), now=floor.now),
        lambda: incidents.close(incident_id=opened, cause=text, solution="preso", by=1, now=floor.now),
    ):
        with pytest.raises(IncidentRejected) as refused:
            act()
        assert refused.value.reason is IncidentRejection.TEXT_INVALID


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM tables_incident",
        "UPDATE tables_incidentnote SET text = 'outra coisa'",
        "UPDATE tables_incident SET closed_at = now()",
    ],
)
def test_the_database_keeps_them(floor: Floor, opened: int, statement: str) -> None:
    by = floor.staff(Role.SUPERVISOR).id
    incidents.note(incident_id=opened, text="Visto o cabo.", by=by, idempotency_key=uuid.uuid4(), now=floor.now)
    refused = pytest.raises((IntegrityError, InternalError))
    with refused, transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(statement)
