"""Incidents: found by the house once each, looked into, closed with cause and solution, never lost."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from django.db import InternalError, connection, transaction
from django.db.utils import IntegrityError

from players.events.queries import Subject, of_subject
from players.roles import Role
from players.staff import operations as staff
from tables import queries as reading
from tables.models import Incident, Round
from tables.operations import incidents, tables
from tables.operations.incidents import IncidentRejected, IncidentRejection
from tests.factories import Floor
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 3, 10, 12, tzinfo=UTC)


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


def refusal(operation: Callable[..., object], **asked: object) -> IncidentRejection:
    """Why the operation changed nothing."""
    with pytest.raises(IncidentRejected) as refused:
        operation(**{"by": 1, "now": MOMENT, **asked})
    return refused.value.reason


@rule(
    "GL-40",
    asserts="An incident keeps its note, cause, solution and the word that the regulator was given, with its moment; "
    "it is closed once, by a second person, and told once.",
)
@rule("PT-74", asserts="An incident is closed with its cause and solution by two persons; closing it again is refused.")
def test_it_is_closed_with_cause_and_solution_and_only_once(floor: Floor, opened: int) -> None:
    first, second = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)
    by = first.id
    incidents.note(incident_id=opened, text="Visto o cabo.", by=by, idempotency_key=uuid.uuid4(), now=floor.now)
    incidents.tell_regulator(incident_id=opened, word="Um cabo solto; nada se perdeu.", by=by, now=floor.now)
    floor.end_incident(opened, by=first, second=second)
    card = reading.incident(opened)
    assert card is not None
    assert (card.cause, card.solution, card.lessons) == ("cabo solto", "cabo preso", "verificar os cabos à abertura")
    assert (card.word, card.told_at, card.closed_at) == ("Um cabo solto; nada se perdeu.", floor.now, floor.now)
    assert (card.proposed_by, card.closed_by) == (first.name, second.name)
    assert [note.text for note in reading.incident_notes(opened)] == ["Visto o cabo."]
    assert refusal(incidents.approve_end, incident_id=opened) == "closed"
    assert incidents.approve_end(incident_id=opened, by=second.id, now=floor.now).repeat
    assert refusal(incidents.propose_end, incident_id=opened) == "closed"
    assert refusal(incidents.tell_regulator, incident_id=opened, word="outra vez") == "already-told"


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
        lambda: incidents.learn(incident_id=opened, lessons=text, by=1, now=floor.now),
        lambda: incidents.contain(incident_id=opened, containment=text, by=1, now=floor.now),
        lambda: incidents.reject_end(incident_id=opened, reason=text, by=1, now=floor.now),
    ):
        with pytest.raises(IncidentRejected) as refused:
            act()
        assert refused.value.reason is IncidentRejection.TEXT_INVALID
    word = text * 6 if len(text) > 2000 else text  # it quotes four such texts
    assert refusal(incidents.tell_regulator, incident_id=opened, word=word) == "text-invalid"


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


@rule(
    "UK-13",
    asserts="The incident of a void round has each player’s stake and what went back, and that nothing is missing.",
)
@rule(
    "PT-74",
    asserts="A void by people says their names, what it touched is the stakes that went back and the players who had "
    "them, and the regulator’s clock is 24 hours.",
)
def test_a_void_says_who_made_it_and_what_it_touched(floor: Floor) -> None:
    table, ana, rui = floor.table(), floor.player(), floor.player()
    floor.sit(ana, table)
    floor.sit(rui, table)
    code = floor.open_round(table)
    floor.bet(ana, table, ponto=10_00)
    floor.bet(rui, table, banca=15_00)
    floor.wait(seconds=90)
    floor.void(table, reason="carta caída")
    incidents.watch(now=floor.now)
    (card,) = reading.incidents(kind="void-round")
    assert (card.opened_by, len(card.hands)) == ("", 2)
    assert (card.severity, card.owner, card.tell_by) == (2, "", floor.now + timedelta(hours=24))
    touched = reading.touched(card.id, now=floor.now + timedelta(minutes=5))
    assert (touched.amount, touched.people, touched.still, touched.stated) == (25_00, 2, True, frozenset())
    assert touched.standstill is not None
    assert touched.standstill >= 5 * 60
    each = reading.money_of_each(code)
    assert [(one.staked, one.returned, one.missing) for one in each] == [(15_00, 15_00, 0), (10_00, 10_00, 0)]
    floor.prove()


def test_a_person_says_better_what_it_touched_and_how_severe_it_is(floor: Floor, opened: int) -> None:
    by = floor.staff(Role.SUPERVISOR).id
    incidents.measure(
        incident_id=opened, amount=812_00, people=3, standstill=103, reason="pelas câmaras", by=by, now=floor.now
    )
    touched = reading.touched(opened, now=floor.now)
    assert (touched.amount, touched.people, touched.standstill, len(touched.stated)) == (812_00, 3, 103, 3)
    incidents.grade(incident_id=opened, severity=1, reason="dinheiro parado", by=by, now=floor.now)
    card = reading.incident(opened)
    assert card is not None
    assert (card.severity, card.tell_by) == (1, card.opened_at + timedelta(hours=4))
    incidents.grade(incident_id=opened, severity=3, reason="afinal foi pouco", by=by, now=floor.now)
    slight = reading.incident(opened)
    assert slight is not None
    assert slight.tell_by is None
    told = [event.name.value for event in of_subject(Subject.INCIDENT, f"I-{opened}")]
    assert told == ["incident.opened", "incident.measured", "incident.graded", "incident.graded"]


def test_an_incident_is_given_to_those_who_handle_incidents_alone(floor: Floor, opened: int) -> None:
    by, support = floor.staff(Role.SUPERVISOR).id, floor.staff(Role.SUPPORT).id
    assert refusal(incidents.assign, incident_id=opened, owner_id=support) == "not-a-handler"
    assert not incidents.assign(incident_id=opened, owner_id=by, by=by, now=floor.now).repeat
    assert incidents.assign(incident_id=opened, owner_id=by, by=by, now=floor.now).repeat
    assert [card.id for card in reading.incidents(owner_id=by)] == [opened]
    assert reading.incidents(unowned=True) == ()
    assert not incidents.assign(incident_id=opened, owner_id=None, by=by, now=floor.now).repeat
    assert [card.id for card in reading.incidents(unowned=True, severity=2, untold=True)] == [opened]
    assert reading.incidents(severity=1) == ()


def test_what_is_wrong_is_refused_and_nothing_of_a_closed_one_changes(floor: Floor, opened: int) -> None:
    boss = floor.staff(Role.SUPERVISOR)
    by = boss.id
    extent = {"amount": None, "people": None, "standstill": None, "reason": "pelas câmaras"}
    at = {"incident_id": opened}
    assert refusal(incidents.grade, **at, severity=4, reason="não sei") == "severity-unknown"
    assert refusal(incidents.grade, **at, severity=2, reason="é assim") == "nothing-changes"
    assert refusal(incidents.grade, **at, severity=1, reason="") == "text-invalid"
    assert refusal(incidents.measure, **at, **extent) == "nothing-changes"
    assert refusal(incidents.measure, **at, **extent | {"people": -1}) == "extent-invalid"
    assert refusal(incidents.measure, **at, **extent | {"reason": ""}) == "text-invalid"
    assert refusal(incidents.learn, **at, lessons="ab") == "text-invalid"
    assert refusal(incidents.learn, incident_id=opened + 1, lessons="nada disto") == "no-such-incident"
    incidents.learn(incident_id=opened, lessons="Ver os cabos.", by=by, now=floor.now)
    assert incidents.learn(incident_id=opened, lessons="Ver os cabos.", by=by, now=floor.now).repeat
    floor.end_incident(opened, by=boss, second=floor.staff(Role.COMPLIANCE))
    assert refusal(incidents.explain, **at, cause="outra", solution="outra") == "closed"
    assert refusal(incidents.contain, **at, containment="outra coisa") == "closed"
    assert refusal(incidents.grade, **at, severity=1, reason="afinal grave") == "closed"
    assert refusal(incidents.assign, **at, owner_id=by) == "closed"
    assert refusal(incidents.measure, **at, **extent | {"people": 2}) == "closed"
    assert refusal(incidents.learn, **at, lessons="Outra coisa.") == "closed"


def test_each_step_is_written_by_itself_and_the_cause_before_the_remedy_is_known(floor: Floor, opened: int) -> None:
    by, at = floor.staff(Role.SUPERVISOR).id, {"incident_id": opened}
    incidents.contain(**at, containment="Mesa parada, \u202ebarulho\x07 tirado.", by=by, now=floor.now)
    assert refusal(incidents.explain, **at, cause=" ", solution="") == "nothing-written"
    incidents.explain(**at, cause="cabo solto", solution="", by=by, now=floor.now)
    assert refusal(incidents.propose_end, **at) == "no-cause"
    incidents.explain(**at, cause="cabo solto", solution="cabo preso", by=by, now=floor.now)
    assert incidents.explain(**at, cause="cabo solto", solution="cabo preso", by=by, now=floor.now).repeat
    assert refusal(incidents.explain, **at, cause="", solution="cabo preso") == "nothing-written"
    assert refusal(incidents.propose_end, **at) == "no-lessons"
    incidents.learn(**at, lessons="Ver os cabos.", by=by, now=floor.now)
    assert refusal(incidents.propose_end, **at) == "not-told"
    card = reading.incident(opened)
    assert card is not None
    assert (card.containment, card.cause, card.solution) == ("Mesa parada, barulho tirado.", "cabo solto", "cabo preso")
    told = [event.name.value for event in of_subject(Subject.INCIDENT, f"I-{opened}")]
    assert told == [f"incident.{name}" for name in ("opened", "contained", "explained", "remedied", "learned")]
    incidents.grade(**at, severity=3, reason="sem jogadores tocados", by=by, now=floor.now)
    assert incidents.propose_end(**at, by=by, now=floor.now).proposed, "of a slight one the regulator is not told"


@rule(
    "PT-74",
    asserts="The one who proposed to close an incident does not close it, nothing of it changes while that waits, and "
    "a second person who does not agree leaves it open.",
)
def test_two_persons_close_it_and_what_the_second_one_reads_stays(floor: Floor, opened: int) -> None:
    one, two = floor.staff(Role.SUPERVISOR), floor.staff(Role.COMPLIANCE)
    at = {"incident_id": opened}
    assert refusal(incidents.approve_end, **at) == "not-proposed"
    assert refusal(incidents.reject_end, **at, reason="falta prova") == "not-proposed"
    incidents.explain(**at, cause="cabo solto", solution="cabo preso", by=one.id, now=floor.now)
    incidents.learn(**at, lessons="Ver os cabos.", by=one.id, now=floor.now)
    incidents.tell_regulator(**at, word="Um cabo solto.", by=one.id, now=floor.now)
    assert incidents.propose_end(**at, by=one.id, now=floor.now).proposed
    assert incidents.propose_end(**at, by=one.id, now=floor.now).repeat
    assert refusal(incidents.propose_end, **at, by=two.id) == "end-proposed"
    assert refusal(incidents.approve_end, **at, by=one.id) == "own-proposal"
    extent = {"amount": 1, "people": 1, "standstill": 1, "reason": "pelas câmaras"}
    for act, said in (
        (incidents.learn, {"lessons": "outra coisa"}),
        (incidents.contain, {"containment": "outra coisa"}),
        (incidents.explain, {"cause": "outra", "solution": "outra"}),
        (incidents.grade, {"severity": 1, "reason": "afinal grave"}),
        (incidents.measure, extent),
    ):
        assert refusal(act, **at, **said) == "end-proposed"
    assert not incidents.reject_end(**at, reason="falta a hora", by=two.id, now=floor.now).proposed
    incidents.learn(**at, lessons="Ver os cabos às nove.", by=two.id, now=floor.now)
    incidents.propose_end(**at, by=two.id, now=floor.now)
    assert incidents.approve_end(**at, by=one.id, now=floor.now).closed


def test_no_one_changes_or_closes_what_they_have_not_read(floor: Floor, opened: int) -> None:
    """The proposer took it back, wrote another cause and proposed again; the other's page was the first one."""
    one, two = floor.staff(Role.SUPERVISOR), floor.staff(Role.COMPLIANCE)
    at: dict[str, Any] = {"incident_id": opened, "now": floor.now}

    def revision() -> int:
        card = reading.incident(opened)
        assert card is not None
        return card.revision

    incidents.learn(**at, lessons="Ver os cabos.", by=one.id, seen=revision())
    old = revision()
    incidents.explain(**at, cause="cabo solto", solution="cabo preso", by=one.id, seen=old)
    incidents.tell_regulator(**at, word="Um cabo solto.", by=one.id)
    assert refusal(incidents.learn, **at, lessons="Outra coisa.", seen=old) == "stale"
    assert refusal(incidents.contain, **at, containment="Outra coisa.", seen=old) == "stale"
    assert refusal(incidents.propose_end, **at, seen=old) == "stale"
    incidents.propose_end(**at, by=one.id, seen=revision())
    read = revision()
    incidents.reject_end(**at, reason="outra causa", by=one.id)
    incidents.explain(**at, cause="pó no leitor", solution="cabo preso", by=one.id)
    incidents.propose_end(**at, by=one.id)
    assert refusal(incidents.approve_end, **at, by=two.id, seen=read) == "stale"
    assert incidents.approve_end(**at, by=two.id, seen=revision()).closed
    told = [event.name.value for event in of_subject(Subject.INCIDENT, f"I-{opened}")]
    assert (told.count("incident.end-taken-back"), told.count("incident.end-rejected")) == (1, 0)


def test_a_colleague_changed_lately_closes_none(floor: Floor, opened: int) -> None:
    one, two = floor.staff(Role.SUPERVISOR), floor.staff(Role.COMPLIANCE)
    at: dict[str, Any] = {"incident_id": opened, "now": floor.now}
    incidents.explain(**at, cause="cabo solto", solution="cabo preso", by=one.id)
    incidents.learn(**at, lessons="Ver os cabos.", by=one.id)
    incidents.tell_regulator(**at, word="Um cabo solto.", by=one.id)
    incidents.propose_end(**at, by=one.id)
    given = staff.propose_roles(
        person_id=two.id,
        roles=[Role.COMPLIANCE, Role.AUDITOR],
        reason="ajuda nas contas",
        idempotency_key=uuid.uuid4(),
        by=floor.staff(Role.ADMINISTRATOR).id,
        now=floor.now,
    )
    staff.approve_proposal(proposal_id=given.proposal_id, by=floor.staff(Role.ADMINISTRATOR).id, now=floor.now)
    with pytest.raises(IncidentRejected) as refused:
        incidents.approve_end(**at, by=two.id)
    assert (refused.value.reason, refused.value.until) == ("too-recent", floor.now + timedelta(days=7))
    with pytest.raises(IntegrityError, match="decides nothing yet"), transaction.atomic():
        Incident.objects.filter(pk=opened).update(closed_at=floor.now, closed_by=two.id)


_PROPOSED: Final = (
    "UPDATE tables_incident SET cause = 'x', solution = 'y', lessons = 'z'; "
    "UPDATE tables_incident SET proposed_at = now(), proposed_by_id = %(one)s; "
)
_TOLD: Final = "UPDATE tables_incident SET told_at = now(), told_by_id = %(one)s, word = 'v'; "
_CLOSED: Final = "UPDATE tables_incident SET closed_at = now(), closed_by_id = %(two)s; "


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_incident SET closed_at = now(), closed_by_id = %(two)s, cause = 'x', solution = 'y'",
        "UPDATE tables_incident SET cause = 'x', solution = 'y', lessons = 'z'; " + _CLOSED,
        _PROPOSED + "UPDATE tables_incident SET closed_at = now(), closed_by_id = %(one)s",
        _PROPOSED + "UPDATE tables_incident SET cause = 'w'",
        _PROPOSED + "UPDATE tables_incident SET proposed_by_id = %(two)s, closed_at = now(), closed_by_id = %(one)s",
        _PROPOSED + "UPDATE tables_incident SET severity = 3",
        _PROPOSED + "UPDATE tables_incident SET amount = 1, closed_at = now(), closed_by_id = %(two)s",
        _PROPOSED + _CLOSED + "UPDATE tables_incident SET severity = 3",
        _PROPOSED + _CLOSED + _TOLD + "UPDATE tables_incident SET word = 'w'",
        _TOLD + "UPDATE tables_incident SET told_at = NULL",
        "INSERT INTO tables_incident (key, kind, subject, facts, opened_at, closed_at, closed_by_id, cause, solution, "
        "lessons) VALUES (gen_random_uuid(), 'other', '', '{}', now(), now(), %(one)s, 'x', 'y', 'z')",
    ],
    ids=[
        *(
            "without-a-note",
            "by-one",
            "by-its-author",
            "another-cause",
            "another-proposer",
            "graded",
            "measured-and-closed",
        ),
        *("closed-and-graded", "another-word", "untold", "born-closed"),
    ],
)
def test_the_database_closes_none_by_one_person_and_changes_no_closed_one(
    floor: Floor, opened: int, statement: str
) -> None:
    people = {"one": floor.staff(Role.SUPERVISOR).id, "two": floor.staff(Role.COMPLIANCE).id}
    with connection.cursor() as cursor:
        with transaction.atomic():
            cursor.execute(_PROPOSED + _CLOSED + _TOLD, people)
            transaction.set_rollback(True)
        with pytest.raises(IntegrityError), transaction.atomic():
            cursor.execute(statement, people)


@pytest.mark.parametrize("before", [True, False])
def test_a_table_that_closed_stands_still_for_no_incident(floor: Floor, before: bool) -> None:
    table, ana, by = floor.table(), floor.player(), floor.staff(Role.SUPERVISOR).id
    floor.sit(ana, table)
    code = floor.open_round(table)
    floor.bet(ana, table, ponto=10_00)
    due = Round.objects.get(code=code).closes_at
    assert due is not None
    floor.wait(seconds=90)
    if before:
        tables.close_after_round(table_id=table, reason="fim do turno", by=by, now=floor.now)
        floor.wait(seconds=7)
    floor.void(table, reason="carta caída")
    if not before:
        floor.wait(seconds=60)
        tables.close_after_round(table_id=table, reason="fim do turno", by=by, now=floor.now)
    incidents.watch(now=floor.now)
    (card,) = reading.incidents(kind="void-round")
    touched = reading.touched(card.id, now=floor.now + timedelta(days=52))
    assert (touched.standstill, touched.still) == (int((floor.now - due).total_seconds()), False)
    floor.prove()
