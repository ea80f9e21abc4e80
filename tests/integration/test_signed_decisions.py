"""The proposer and the decider are the persons signed in: the database refuses a row that names another (ADR 0141)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from players.accounts.session_keys import stored_key
from players.audit.operations.auditing import acting
from players.cashier import operations as cashier
from players.models import Adjustment, Device
from players.roles import Role
from tables.models import VoidProposal
from tables.operations import voids
from tests.factories import Actor, Floor
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
DECIDING = ["proposed_by", "decided_by", "submitted_by", "first_by", "second_by", "approved_by", "refused_by"]
COVERED = {
    "players_staffproposal": {"proposed_by_id", "decided_by_id"},
    "players_adjustment": {"proposed_by_id", "decided_by_id"},
    "players_withdrawal": {"first_by_id", "second_by_id", "refused_by_id"},
    "players_complaintdecision": {"by_id", "approved_by_id", "refused_by_id"},
    "players_correctionrequest": {"decided_by_id"},
    "tables_voidproposal": {"proposed_by_id", "decided_by_id"},
    "tables_incident": {"proposed_by_id", "closed_by_id"},
    "tables_cardevent": {"decided_by_id"},
    "tables_keyedcard": {"keyed_by_id", "decided_by_id"},
    "tables_scanner": {"issued_by_id", "revoked_by_id"},
    "tables_shift": {"croupier_id", "relieved_by_id"},
    "tables_tablecall": {"called_by_id", "answered_by_id"},
    "tables_configuration": {"submitted_by_id", "decided_by_id", "taken_back_by_id"},
    "tables_driftalarm": {"let_on_by_id", "proposed_by_id", "decided_by_id"},
    "tables_stop": {"by_id", "lifted_by_id"},
    "players_erasure": {"proposed_by_id", "decided_by_id"},
    "reporting_extract": {"proposed_by_id", "decided_by_id"},
    "reporting_faultyseal": {"proposed_by_id", "decided_by_id"},
    "reporting_lineopening": {"proposed_by_id", "decided_by_id"},
    "reporting_reopening": {"proposed_by_id", "decided_by_id"},
    "reporting_safecorrection": {"proposed_by_id", "decided_by_id"},
    "reporting_schedule": {"changed_by_id"},
}
CASES = [(table, column) for table, columns in COVERED.items() for column in sorted(columns)]


@contextmanager
def in_request_of(actor: Actor | None) -> Iterator[None]:
    """As a request of theirs is signed; of a visitor's, without anybody."""
    key = uuid4().hex
    if actor is not None:
        expires = timezone.now() + timedelta(minutes=30)
        Session.objects.create(session_key=stored_key(key), session_data="", expire_date=expires)
        Device.objects.create(
            public_id=uuid4(), person_id=actor.id, session=stored_key(key), signed_in_at=timezone.now()
        )
    with acting(session=key, origin="192.0.2.7"):
        yield


def test_every_column_of_two_persons_is_asked() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " JOIN information_schema.tables USING (table_schema, table_name)"
            " WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = ANY (%s)",
            [[f"{name}_id" for name in DECIDING]],
        )
        found = set(cursor.fetchall())
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgargs, array(SELECT attname::text FROM pg_attribute"
            " WHERE attrelid = tgrelid AND attnum = ANY (tgattr::int2[]))"
            " FROM pg_trigger WHERE tgname = 'actor_is_signed'"
        )
        asked = {table: (set(bytes(named).decode().split("\0")) - {""}, set(at)) for table, named, at in cursor}
    assert asked == {table: (columns, columns) for table, columns in COVERED.items()}
    assert {table for table, _ in found} <= set(COVERED)
    assert all(column in COVERED[table] for table, column in found)


@pytest.mark.parametrize("signed", ["another", "a visitor"])
@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table in COVERED for column in sorted(COVERED[table])]
)
def test_no_row_names_another_person(floor: Floor, table: str, column: str, signed: str) -> None:
    claimed, other = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)
    forged = f"INSERT INTO {table} ({column}) VALUES (%s)"
    with (
        in_request_of(other if signed == "another" else None),
        pytest.raises(ProgrammingError, match=rf"{table}\.{column} is not who acts"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(forged, [claimed.id])


def test_a_decision_says_who_decides(floor: Floor) -> None:
    one, two, player = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE), floor.player(cents=10_00)
    facts = {"person_id": player.id, "amount": 5_00, "reason": "acerto", "now": floor.now}
    with in_request_of(two), pytest.raises(ProgrammingError, match="proposed_by_id is not who acts"):
        cashier.propose_adjustment(**facts, by=one.id, idempotency_key=uuid4())  # type: ignore[arg-type]
    with in_request_of(one):
        number = cashier.propose_adjustment(**facts, by=one.id, idempotency_key=uuid4()).adjustment_id  # type: ignore[arg-type]
        for decide in (
            lambda: cashier.approve_adjustment(adjustment_id=number, by=two.id, now=floor.now),
            lambda: cashier.reject_adjustment(adjustment_id=number, reason="não", by=two.id, now=floor.now),
        ):
            with pytest.raises(ProgrammingError, match="decided_by_id is not who acts"):
                decide()
    assert (Adjustment.objects.get().state, player.balance()) == ("proposed", 10_00)
    with in_request_of(two):
        cashier.approve_adjustment(adjustment_id=number, by=two.id, now=floor.now)
    assert (Adjustment.objects.get().decided_by_id, player.balance()) == (two.id, 15_00)
    floor.prove()


def test_a_void_says_who_decides(floor: Floor) -> None:
    one, two, rita = floor.staff(Role.SUPERVISOR), floor.staff(Role.SUPERVISOR), floor.player(cents=100_00)
    table = floor.table()
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=30_00)
    with in_request_of(one):
        number = voids.void_round(table_id=table, by=one.id, reason="carta à vista", now=floor.now).proposal_id
        assert number is not None
        with pytest.raises(ProgrammingError, match="decided_by_id is not who acts"):
            voids.approve_void(proposal_id=number, by=two.id, now=floor.now)
    assert (VoidProposal.objects.get().state, rita.balance()) == ("proposed", 70_00)
    with in_request_of(two):
        voids.approve_void(proposal_id=number, by=two.id, now=floor.now)
    assert rita.balance() == 100_00
    floor.prove()


def test_an_old_signature_decides_nothing(floor: Floor) -> None:
    one = floor.staff(Role.SUPPORT)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('sabot.acting', %s, false)", [f"{'0' * 64}|1|1|{one.id}|"])
        try:
            with pytest.raises(ProgrammingError, match="who acts is not proven"), transaction.atomic():
                cursor.execute("INSERT INTO players_adjustment (proposed_by_id) VALUES (%s)", [one.id])
        finally:
            cursor.execute("SELECT players_act_no_more()")


def test_acts_of_the_house_itself_stay_and_name_no_person(floor: Floor) -> None:
    one, player = floor.staff(Role.SUPPORT), floor.player()
    cashier.propose_adjustment(
        person_id=player.id, amount=5_00, reason="x", idempotency_key=uuid4(), by=one.id, now=floor.now
    )
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SELECT by FROM players_auditentry WHERE subject = 'players_adjustment'")
        assert cursor.fetchall() == [(None,)]
