"""A proof that finds a difference closes play by itself, and two persons open it again after another proof (D5)."""

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from players.roles import Role
from players.staff import operations as staff
from reporting import operations, tasks
from reporting.models import LedgerProof, Reopening
from reporting.operations import ReopeningRejected, ReopeningRejection
from reporting.operations.closing_play import close_on
from tables import queries
from tables.models import Stop
from tables.operations.bets import BetRejected
from tables.operations.stops import StopRejected, lift
from tests.factories import MACAU, PONTO_WINS, Actor, Floor
from tests.tampering import as_owner, past_triggers


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


class House:
    """A round in play, and two persons who may open play again."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.table, self.ana = self.floor.table(MACAU, code="lua"), self.floor.player("ana")
        self.floor.sit(self.ana, self.table)
        self.floor.open_round(self.table, PONTO_WINS)
        self.floor.bet(self.ana, self.table, ponto=100_00)
        self.one, self.other = self.floor.staff(Role.COMPLIANCE), self.floor.staff(Role.SUPERVISOR)

    def tamper(self) -> None:
        with past_triggers():
            sql("UPDATE players_person SET verified_at = now() WHERE nickname = 'ana'")

    def prove(self) -> bool:
        self.floor.wait(seconds=1)
        return operations.record_proof(now=self.floor.now).agrees

    def propose(self, *, by: Actor | None = None, key: uuid.UUID | None = None) -> int:
        by = by or self.one
        return operations.propose_reopening(
            reason="visto e explicado", by=by.id, idempotency_key=key or uuid.uuid4(), now=self.floor.now
        ).reopening_id


@pytest.fixture
def house(db: None) -> House:
    house = House()
    assert house.prove()
    return house


@pytest.fixture
def signed_in() -> Callable[[Actor], Client]:
    """A browser in which this person is signed in."""

    def signed_in(actor: Actor) -> Client:
        client = Client()
        client.force_login(get_user_model().objects.get(pk=actor.id))
        return client

    return signed_in


def closed() -> bool:
    return queries.proof_stop() is not None


def refused(reason: ReopeningRejection, act: Callable[[], object]) -> None:
    with pytest.raises(ReopeningRejected) as caught:
        act()
    assert caught.value.reason is reason


def test_a_house_that_agrees_plays_on(house: House) -> None:
    tasks.prove_ledger()
    assert not closed()


def test_the_hourly_proof_closes_play_once_with_an_incident(house: House) -> None:
    house.tamper()
    tasks.prove_ledger()
    stop = queries.proof_stop()
    assert stop is not None
    assert stop.by == ""
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    with connection.cursor() as cursor:
        cursor.execute("SELECT kind, facts FROM tables_incident")
        ((kind, facts),) = cursor.fetchall()
    assert kind == "ledger"
    assert "verified_at" in facts
    tasks.prove_ledger()
    assert Stop.objects.count() == 1


def test_its_incident_says_in_words_what_the_proof_found(house: House, signed_in: Callable[[Actor], Client]) -> None:
    house.tamper()
    assert not house.prove()
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, (facts->>'proof')::int FROM tables_incident")
        ((incident, proof),) = cursor.fetchall()
    for actor, may_follow in ((house.one, True), (house.other, False)):
        answer = signed_in(actor).get(reverse("backoffice:incident", args=[incident]))
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "Auditoria · " in page
        assert "trails" not in page
        assert ("/casa/livro/" in page.split("<main", 1)[1]) is may_follow
        assert f">{proof}<" in page


def test_bets_are_refused_and_the_round_in_play_is_finished_and_paid(house: House) -> None:
    house.tamper()
    assert not house.prove()
    with pytest.raises(BetRejected):
        house.floor.bet(house.ana, house.table, ponto=10_00)
    before = house.ana.balance()
    house.floor.settle(house.table)
    assert house.ana.balance() > before
    house.floor.step(house.table)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tables_round")
        assert cursor.fetchone() == (1,), "no other round begins"


def test_two_persons_open_play_again_after_another_proof(house: House) -> None:
    house.tamper()
    house.prove()
    refused(ReopeningRejection.PROVE_AGAIN, house.propose)
    assert not house.prove()
    key = uuid.uuid4()
    proposal = house.propose(key=key)
    assert house.propose(key=key) == proposal
    refused(ReopeningRejection.KEY_REUSED, lambda: house.propose(key=key, by=house.other))
    refused(ReopeningRejection.ALREADY_PROPOSED, house.propose)
    approve = operations.approve_reopening
    refused(
        ReopeningRejection.OWN_PROPOSAL, lambda: approve(reopening_id=proposal, by=house.one.id, now=house.floor.now)
    )
    assert closed()
    approve(reopening_id=proposal, by=house.other.id, now=house.floor.now)
    assert approve(reopening_id=proposal, by=house.other.id, now=house.floor.now).repeat
    assert not closed()
    assert not house.prove(), "the difference is still told"
    assert not closed(), "and known"
    with past_triggers():
        sql("UPDATE players_person SET suspended_at = now() WHERE nickname = 'ana'")
    house.prove()
    assert closed(), "another difference closes play again"


def test_findings_of_a_later_proof_were_not_approved(house: House) -> None:
    house.tamper()
    house.prove()
    house.prove()
    proposal = house.propose()
    with past_triggers():
        sql("UPDATE tables_configuration SET reference = 'x'")
    house.prove()
    refused(
        ReopeningRejection.PROVE_AGAIN,
        lambda: operations.approve_reopening(reopening_id=proposal, by=house.other.id, now=house.floor.now),
    )
    operations.reject_reopening(
        reopening_id=proposal, reason="há mais diferenças", by=house.other.id, now=house.floor.now
    )
    refused(
        ReopeningRejection.ALREADY_DECIDED,
        lambda: operations.reject_reopening(
            reopening_id=proposal, reason="outra vez", by=house.other.id, now=house.floor.now
        ),
    )
    house.propose()
    assert closed()


def test_a_house_that_is_not_closed_cannot_be_opened(house: House) -> None:
    refused(ReopeningRejection.NOT_CLOSED, house.propose)
    refused(
        ReopeningRejection.NO_SUCH_PROPOSAL,
        lambda: operations.approve_reopening(reopening_id=10**9, by=house.one.id, now=house.floor.now),
    )
    refused(
        ReopeningRejection.NO_REASON,
        lambda: operations.propose_reopening(
            reason=" ", by=house.one.id, idempotency_key=uuid.uuid4(), now=house.floor.now
        ),
    )


def test_the_ordinary_switch_does_not_lift_what_a_proof_closed(house: House) -> None:
    house.tamper()
    house.prove()
    with pytest.raises(StopRejected):
        lift(scope="proof", by=house.one.id, reason="resolvido", now=house.floor.now)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tables_stop SET lifted_at = now(), lifted_by_id = (SELECT max(id) FROM players_person)",
        "UPDATE tables_stop SET scope = 'macau'",
        "DELETE FROM tables_stop",
        "UPDATE reporting_reopening SET state = 'approved', decided_by_id = proposed_by_id, decided_at = now()",
        "UPDATE reporting_reopening SET state = 'approved', decided_at = now(),"
        " decided_by_id = (SELECT id FROM players_person WHERE nickname = 'ana')",
        "UPDATE reporting_reopening SET reason = 'outra'",
        "DELETE FROM reporting_reopening",
        "INSERT INTO reporting_reopening (stop_id, key, proof_id, state, reason, proposed_by_id, proposed_at, refusal)"
        " SELECT stop_id, gen_random_uuid(), (SELECT min(id) FROM reporting_ledgerproof), 'proposed', reason,"
        " proposed_by_id, proposed_at, '' FROM reporting_reopening",
        "INSERT INTO tables_stop (scope, reason, by_id, at) VALUES ('all', 'x', NULL, now())",
    ],
)
def test_the_database_keeps_it_so(house: House, change: str) -> None:
    house.tamper()
    house.prove()
    house.prove()
    house.propose()
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        sql(change)
    assert closed()


def test_a_proof_that_agrees_closes_nothing(house: House) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(id) FROM reporting_ledgerproof")
        (proof,) = cursor.fetchone()
    assert not close_on(proof_id=proof, now=house.floor.now)


def test_the_pages_say_why_and_open_it_again(house: House, signed_in: Callable[[Actor], Client]) -> None:
    house.tamper()
    house.prove()
    page = reverse("backoffice:reopening")
    one, other = signed_in(house.one), signed_in(house.other)
    assert "uma prova encontrou diferenças" in other.get(reverse("backoffice:floor")).content.decode()
    assert "É preciso uma prova nova" in one.get(page).content.decode()
    key = str(uuid.uuid4())
    propose = reverse("backoffice:propose_reopening")
    assert one.post(propose, {"reason": "visto", "key": key}).status_code == 409
    house.prove()
    assert one.post(propose, {"reason": "", "key": key}).status_code == 400
    assert one.post(propose, {"reason": "visto e explicado", "key": key}).status_code == 302
    assert "A proposta é sua" in one.get(page).content.decode()
    said = other.get(page).content.decode()
    assert "visto e explicado" in said
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM reporting_reopening")
        (proposal,) = cursor.fetchone()
    approve, facts = reverse("backoffice:approve_reopening"), {"proposal": proposal}
    assert one.post(approve, facts).status_code == 409
    assert closed()
    assert other.post(approve, facts).status_code == 302
    assert not closed()
    assert "não está parado por uma prova" in other.get(page).content.decode()
    assert "Entradas de auditoria" in one.get(reverse("backoffice:ledger")).content.decode()


def test_a_proposal_is_turned_down_with_a_reason(house: House, signed_in: Callable[[Actor], Client]) -> None:
    house.tamper()
    house.prove()
    house.prove()
    proposal = house.propose()
    other, reject = signed_in(house.other), reverse("backoffice:reject_reopening")
    assert other.post(reject, {"proposal": proposal, "reason": ""}).status_code == 400
    assert other.post(reject, {"proposal": proposal, "reason": "ainda não se sabe"}).status_code == 302
    assert other.post(reject, {"proposal": proposal, "reason": "outra vez"}).status_code == 409
    assert closed()


def test_a_colleague_changed_lately_opens_no_play_again(house: House) -> None:
    house.tamper()
    assert not house.prove()
    close_on(proof_id=LedgerProof.objects.latest("pk").pk, now=house.floor.now)
    house.prove()
    number, second = house.propose(), house.floor.staff(Role.SUPERVISOR)
    given = staff.propose_roles(
        person_id=second.id,
        roles=[Role.SUPERVISOR, Role.AUDITOR],
        reason="ajuda nas contas",
        idempotency_key=uuid.uuid4(),
        by=house.floor.staff(Role.ADMINISTRATOR).id,
        now=house.floor.now,
    )
    staff.approve_proposal(
        proposal_id=given.proposal_id, by=house.floor.staff(Role.ADMINISTRATOR).id, now=house.floor.now
    )
    with pytest.raises(ReopeningRejected) as caught:
        operations.approve_reopening(reopening_id=number, by=second.id, now=house.floor.now)
    assert caught.value.reason is ReopeningRejection.TOO_RECENT
    assert caught.value.until == house.floor.now + timedelta(days=7)
    with pytest.raises(IntegrityError, match="decides nothing yet"), transaction.atomic():
        Reopening.objects.filter(pk=number).update(state="approved", decided_by=second.id, decided_at=house.floor.now)
    assert queries.proof_stop() is not None
