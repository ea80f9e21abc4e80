"""The proof names every change that the owner of the database makes past every trigger (T20)."""

from collections.abc import Iterator
from typing import Final

import pytest
from django.db import connection, transaction

from players.models import ExclusionKind, Person
from players.protection.operations.exclusion import exclude
from reporting import operations
from reporting.making import guards
from reporting.queries import ProofDifference
from tables import queries
from tables.models import PlaySession
from tables.operations import seats
from tests.factories import MACAU, PONTO_WINS, Actor, Floor
from tests.tampering import as_owner, past_triggers

pytestmark = pytest.mark.django_db


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def differences(floor: Floor) -> tuple[ProofDifference, ...]:
    return operations.record_proof(now=floor.now).differences


@pytest.fixture
def house(db: None) -> Iterator[Floor]:
    """A round that was played, a session that is over, an exclusion, another player who plays on."""
    floor = Floor()
    table, ana, rui = floor.table(MACAU, code="lua"), floor.player("ana"), floor.player("rui")
    floor.sit(ana, table)
    floor.sit(rui, table)
    for _ in range(2):
        floor.open_round(table, PONTO_WINS)
        floor.bet(ana, table, ponto=100_00)
        floor.bet(rui, table, banca=50_00)
        floor.settle(table)
    seats.leave(table_id=table, person_id=ana.id, now=floor.now)
    exclude(person_id=ana.id, kind=ExclusionKind.INDEFINITE, now=floor.now)
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    assert differences(floor) == ()
    yield floor
    transaction.set_rollback(True)


FORGED_DEPOSIT = """
WITH lucky AS (
    UPDATE wallet_account SET balance = balance + 100000
    WHERE kind = 'player' AND owner = (SELECT public_id::text FROM players_person WHERE nickname = 'rui') RETURNING *
)
INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before, balance_after,
    created_at)
SELECT (SELECT id FROM wallet_account WHERE kind = 'funding'), id, 100000, 'deposit', gen_random_uuid(), '',
    balance - 100000, balance, now() FROM lucky
"""
ROWS: dict[str, tuple[str, str, str, str]] = {
    "forged deposit": (FORGED_DEPOSIT, "cashier", "line-without-row", "deposit"),
    "deposit row changed": (
        "UPDATE players_deposit SET started_at = started_at - interval '1 day' WHERE id ="
        " (SELECT min(id) FROM players_deposit)",
        "trails",
        "row-other-than-trail",
        "started_at",
    ),
    "deposit row erased": ("DELETE FROM players_deposit", "cashier", "line-without-row", "deposit"),
    "terms in force": (
        "UPDATE tables_configuration SET terms = jsonb_set(terms, '{minimum}', '1') WHERE status = 'in-force'",
        "trails",
        "row-other-than-trail",
        "terms",
    ),
    "authors": (
        "UPDATE tables_configuration SET authors = authors || 1::bigint",
        "trails",
        "row-other-than-trail",
        "authors",
    ),
    "session sums": (
        "UPDATE tables_playsession SET staked = staked - 1 WHERE ended_at IS NOT NULL",
        "sessions",
        "session-sums",
        "lua",
    ),
    "exclusion erased": ("DELETE FROM players_exclusion", "trails", "row-gone-without-trail", "players_exclusion"),
    "exclusion ended": (
        "UPDATE players_exclusion SET starts_at = starts_at + interval '1 day'",
        "trails",
        "row-other-than-trail",
        "starts_at",
    ),
    "verified by hand": (
        "UPDATE players_person SET verified_at = now() WHERE nickname = 'rui'",
        "trails",
        "row-other-than-trail",
        "verified_at",
    ),
    "role by hand": (
        "INSERT INTO players_person_groups (person_id, group_id) SELECT max(p.id), min(g.id) FROM players_person p,"
        " auth_group g WHERE p.kind = 'staff'",
        "trails",
        "row-without-trail",
        "players_person_groups",
    ),
}
GUARDS: dict[str, tuple[str, str]] = {
    "exclusion trigger": ("DROP TRIGGER players_excluded_refused ON wallet_transfer", "players_excluded_refused"),
    "two-person trigger": (
        "DROP TRIGGER players_adjustment_needs_two ON wallet_transfer",
        "players_adjustment_needs_two",
    ),
    "cause trigger": ("DROP TRIGGER players_transfer_caused ON wallet_transfer", "players_transfer_caused"),
    "round guard": ("DROP TRIGGER round_guard ON tables_round", "tables_round round_guard"),
    "audit only added": (
        "DROP TRIGGER players_auditentry_only_added ON players_auditentry",
        "players_auditentry_only_added",
    ),
    "audit off": ("ALTER TABLE players_deposit DISABLE TRIGGER audited", "players_deposit audited"),
    "replica only": ("ALTER TABLE tables_slip ENABLE REPLICA TRIGGER slips_stay", "tables_slip slips_stay"),
    "function": (
        "CREATE OR REPLACE FUNCTION tables_guard_round() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RETURN NEW; END $$",
        "function tables_guard_round()",
    ),
    "trigger never fires": (
        "DROP TRIGGER shoe_guard ON tables_shoe; CREATE TRIGGER shoe_guard BEFORE UPDATE ON tables_shoe FOR EACH ROW"
        " WHEN (false) EXECUTE FUNCTION tables_guard_shoe()",
        "tables_shoe shoe_guard",
    ),
    "check": (
        "ALTER TABLE players_adjustment DROP CONSTRAINT players_adjustment_two_persons",
        "players_adjustment_two_persons",
    ),
    "unique index": ("DROP INDEX one_configuration_in_force", "one_configuration_in_force"),
    "view": (
        "CREATE OR REPLACE VIEW players_caused AS SELECT NULL::text AS code, NULL::uuid AS key, NULL::bigint AS"
        " transfer, NULL::bigint AS amount, NULL::text AS owner, NULL::text AS currency, NULL::boolean"
        " AS inward WHERE false",
        "view players_caused",
    ),
    "published view": (
        "CREATE OR REPLACE VIEW wallet_public_transfer WITH (security_invoker) AS SELECT id, debit_account,"
        " credit_account, amount, code, key, reference, balance_before, balance_after, created_at"
        " FROM wallet_transfer WHERE amount < 1000000",
        "view wallet_public_transfer",
    ),
    "rights of a view": (
        "ALTER VIEW players_public_person RESET (security_invoker)",
        "view players_public_person",
    ),
    "unknown trigger": (
        "CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;"
        " CREATE TRIGGER quiet BEFORE INSERT ON players_auditentry FOR EACH ROW EXECUTE FUNCTION quiet()",
        "players_auditentry quiet",
    ),
    "unknown rule": (
        "CREATE RULE quiet AS ON INSERT TO players_auditentry DO INSTEAD NOTHING",
        "rule players_auditentry quiet",
    ),
}


@pytest.mark.parametrize("what", ROWS)
def test_tampering_with_rows_is_named(house: Floor, what: str) -> None:
    statement, where, why, subject = ROWS[what]
    with past_triggers():
        sql(statement)
    found = differences(house)
    assert (where, why) in {(one.where, one.why) for one in found}
    assert any(subject in one.subject for one in found)


OPEN: Final[dict[str, tuple[str, str, str]]] = {
    "session staked more": (
        "UPDATE tables_playsession SET staked = staked + 1 WHERE ended_at IS NULL",
        "session-sums",
        "staked",
    ),
    "session returned less": (
        "UPDATE tables_playsession SET returned = returned - 1 WHERE ended_at IS NULL",
        "session-sums",
        "returned",
    ),
    "bet of the round in play": (
        "UPDATE tables_bet SET stake = stake - 100 WHERE outcome = '' AND stake > 0",
        "session-slips",
        "empate",
    ),
    "bet erased": ("DELETE FROM tables_bet WHERE outcome = ''", "session-slips", "empate"),
    "slip erased": (
        "DELETE FROM tables_slip WHERE round_id = (SELECT max(id) FROM tables_round)",
        "session-slips",
        "empate",
    ),
    "slip says less": (
        "UPDATE tables_slip SET lines = '{\"empate\": 1}' WHERE round_id = (SELECT max(id) FROM tables_round)",
        "session-slips",
        "empate",
    ),
    "slip refused afterwards": (
        'UPDATE tables_slip SET refusal = \'{"reason": "barred"}\' WHERE id = (SELECT max(id) FROM tables_slip)',
        "session-slips",
        "ponto",
    ),
    "slip of a round before": (
        "DELETE FROM tables_slip WHERE id = (SELECT max(id) FROM tables_slip WHERE round_id <"
        " (SELECT max(id) FROM tables_round))",
        "session-slips",
        "banca",
    ),
}


@pytest.mark.parametrize("what", OPEN)
def test_an_open_session_is_compared_with_its_slips_both_ways(house: Floor, what: str) -> None:
    rui, table = the_other(), queries.floor(now=house.now)[0].table_id
    in_play(house, table, rui)
    assert differences(house) == ()
    statement, why, where = OPEN[what]
    with past_triggers():
        sql(statement)
    found = [one for one in differences(house) if (one.where, one.why) == ("sessions", why)]
    session = PlaySession.objects.get(ended_at=None)
    assert found
    for one in found:
        assert one.subject.startswith(f"lua {session.code} ")
        assert where in one.subject
        assert rui.key in one.subject
        assert one.stored != one.computed


def the_other() -> Actor:
    """The player who plays on."""
    person = Person.objects.get(nickname="rui")
    return Actor(id=person.pk, key=str(person.public_id), email="", name="rui")


def in_play(house: Floor, table: int, rui: Actor) -> None:
    """Bets on the round in play: laid, added to, one taken back whole."""
    house.open_round(table, PONTO_WINS)
    house.bet(rui, table, empate=10_00, ponto=20_00)
    house.bet(rui, table, empate=5_00)
    house.bet(rui, table, ponto=-20_00)


def test_an_open_session_that_is_erased_is_missed(house: Floor) -> None:
    rui = the_other()
    with past_triggers():
        sql("DELETE FROM tables_playsession WHERE ended_at IS NULL")
    found = [one for one in differences(house) if one.why == "session-missing"]
    assert found
    assert all(rui.key in one.subject and "lua" in one.subject for one in found)


def test_sessions_agree_after_all_is_taken_back_and_a_new_seat(house: Floor) -> None:
    rui, table = the_other(), queries.floor(now=house.now)[0].table_id
    house.open_round(table, PONTO_WINS)
    house.bet(rui, table, empate=10_00)
    house.bet(rui, table, empate=-10_00)
    seats.leave(table_id=table, person_id=rui.id, now=house.now)
    house.sit(rui, table)
    house.bet(rui, table, empate=15_00)
    assert differences(house) == ()
    house.settle(table)
    assert differences(house) == ()
    assert PlaySession.objects.get(ended_at=None, person_id=rui.id).staked == 15_00, "it is a bet of the new session"
    house.open_round(table, PONTO_WINS)
    house.bet(rui, table, ponto=15_00)
    house.void(table)
    assert differences(house) == ()


@pytest.mark.parametrize("what", GUARDS)
def test_tampering_with_guards_is_named(house: Floor, what: str) -> None:
    statement, subject = GUARDS[what]
    with as_owner():
        sql(statement)
    found = [one for one in differences(house) if one.where == "guards"]
    assert any(subject in one.subject for one in found), found


def test_the_manifest_of_the_guards_is_that_of_the_migrations(db: None) -> None:
    differing = guards.verify_guards()
    assert differing == (), "run ./sabot manage write_guards"


def test_each_guard_stands_in_the_manifest_once() -> None:
    lines = guards.MANIFEST.read_text(encoding="utf-8").splitlines()
    assert guards.document(guards.expected()).splitlines() == lines
