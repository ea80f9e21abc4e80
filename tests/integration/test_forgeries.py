"""Attempts of a stolen URL or an injected statement, under the application's own rights: all of them are refused.

Each forgery is the SQL of an attacker who has the application's role and nothing to lose. `docs/database-roles.md`
lists the acts that throw no switch; the proofs find them.
"""

import os
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.utils import timezone

from players.accounts.session_keys import stored_key
from players.audit.operations.auditing import acting
from players.models import Device, ExclusionKind
from players.protection.operations.exclusion import exclude
from players.roles import Role
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, Floor
from tests.kept_rows import furnished

pytestmark = pytest.mark.django_db

POWERS = (
    "COPY (SELECT 1) TO PROGRAM 'id'",
    "COPY players_savedview FROM PROGRAM 'id'",
    "COPY (SELECT 1) TO '/tmp/forged'",
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT pg_ls_dir('.')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT * FROM pg_authid",
    "ALTER ROLE sabot_app SUPERUSER",
    "CREATE ROLE forger LOGIN SUPERUSER",
    "GRANT sabot_owner TO sabot_app",
    "SET ROLE sabot_owner",
    "SET SESSION AUTHORIZATION sabot_owner",
    "SET session_replication_role = replica",
    "ALTER SYSTEM SET fsync = off",
    "ALTER TABLE wallet_transfer DISABLE TRIGGER ALL",
    "ALTER TABLE wallet_transfer DROP CONSTRAINT wallet_transfer_step",
    "DROP TRIGGER wallet_transfer_checked ON wallet_transfer",
    "DROP TRIGGER players_excluded_refused ON wallet_transfer",
    "DROP TRIGGER players_adjustment_needs_two ON wallet_transfer",
    "DROP TRIGGER round_guard ON tables_round",
    "DROP TRIGGER players_auditentry_only_added ON players_auditentry",
    "CREATE OR REPLACE FUNCTION wallet_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "ALTER FUNCTION players_act(text, text) OWNER TO sabot_app",
    "CREATE FUNCTION forged() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE TABLE forged (word text)",
    "CREATE TEMPORARY TABLE players_person (id bigint)",
    "CREATE SCHEMA forged",
    "ALTER TABLE players_person ADD COLUMN forged text",
    "CREATE TRIGGER forged BEFORE INSERT ON wallet_transfer FOR EACH ROW EXECUTE FUNCTION wallet_refuse_change()",
    "CREATE RULE forged AS ON INSERT TO players_letter DO INSTEAD NOTHING",
    "TRUNCATE wallet_transfer",
    "TRUNCATE players_auditentry",
    "SELECT setval(pg_get_serial_sequence('wallet_transfer', 'id'), 1)",
    "SELECT * FROM players_auditkey",
    "SELECT players_signature('forged')",
    "SELECT audit_watch('players_letter')",
    "DO $$ BEGIN PERFORM dblink('', ''); END $$",
)
"""Acts that the database's superuser or owner may do, and the application may not."""


@pytest.fixture
def stolen(db: None) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    """A connection signed in as the application is in a house, not one that became it."""
    name = connection.settings_dict["NAME"]
    url = urlsplit(os.environ["SABOT_APP_URL"])._replace(path=f"/{name}").geturl()
    with psycopg.connect(url, autocommit=True) as opened:
        yield opened


@pytest.mark.parametrize("statement", POWERS)
def test_a_power_that_the_application_has_not(stolen: "psycopg.Connection[tuple[object, ...]]", statement: str) -> None:
    with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedFunction)):
        stolen.execute(statement.encode())


def test_the_application_is_who_it_says(stolen: "psycopg.Connection[tuple[object, ...]]") -> None:
    assert stolen.execute("SELECT session_user, current_user").fetchone() == ("sabot_app", "sabot_app")


EDITS = (
    # The ledger.
    "UPDATE wallet_transfer SET amount = amount + 1",
    "DELETE FROM wallet_transfer WHERE reference = (SELECT code FROM tables_round ORDER BY id LIMIT 1)",
    "UPDATE wallet_account SET balance = balance + 100000 WHERE kind = 'player'",
    "UPDATE wallet_account SET owner = 'other' WHERE kind = 'player'",
    "DELETE FROM wallet_account",
    # Rounds, slips, bets.
    "UPDATE tables_bet SET returned = returned + 1",
    "UPDATE tables_bet SET stake = stake + 1",
    "UPDATE tables_bet SET session_id = session_id + 1",
    "UPDATE tables_bet SET outcome = 'win'",
    "DELETE FROM tables_bet",
    "DELETE FROM tables_slip",
    "UPDATE tables_slip SET received_at = received_at - interval '1 minute'",
    "UPDATE tables_slip SET lines = '{}'",
    "DELETE FROM tables_round",
    "UPDATE tables_round SET cards[1] = '9H'",
    "UPDATE tables_round SET phase = 'betting'",
    "UPDATE tables_round SET winner = 'ponto'",
    "UPDATE tables_round SET closes_at = closes_at + interval '1 minute'",
    "UPDATE tables_shoe SET sealed = 'x'",
    "UPDATE tables_shoe SET root = 'x'",
    "UPDATE tables_shoe SET dealt = 0",
    "UPDATE tables_shoe SET decks = 7",
    "UPDATE tables_shoe SET cut = 3",
    "UPDATE tables_shoe SET created_at = now()",
    "UPDATE tables_shoe SET header = jsonb_set(header, '{decks}', '16')",
    "UPDATE tables_shoe SET header = NULL, header_path = '{}'",
    "DELETE FROM tables_shoe",
    "UPDATE tables_configuration SET terms = jsonb_set(terms, '{minimum}', '1')",
    "UPDATE tables_configuration SET in_force_from = in_force_from - interval '1 year'",
    "INSERT INTO tables_bet (round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, returned)"
    " SELECT round_id, person_id, session_id, gen_random_uuid(), 'par-banca', 100, 'win', 1100, 0, 1200 FROM tables_bet"
    " LIMIT 1",
    "INSERT INTO tables_bet (round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, returned)"
    " SELECT round_id, person_id, session_id, gen_random_uuid(), 'par-banca', 100, '', 0, 0, 0 FROM tables_bet LIMIT 1",
    "INSERT INTO tables_slip (person_id, key, round_id, session_id, number, lines, received_at, taken_at)"
    " SELECT person_id, gen_random_uuid(), round_id, session_id, 'ZZZZZZZZ', lines, received_at, taken_at"
    " FROM tables_slip LIMIT 1",
    "UPDATE tables_playsession SET staked = staked - 1",
    "UPDATE tables_playsession SET returned = returned - 1",
    "UPDATE tables_playsession SET rounds = rounds - 1",
    "UPDATE tables_playsession SET started_at = started_at - interval '1 day'",
    "UPDATE tables_playsession SET person_id = person_id + 1",
    "DELETE FROM tables_playsession",
    "DELETE FROM tables_connection",
    "DELETE FROM tables_staffact",
    "DELETE FROM tables_stop",
    # The audit trail.
    "DELETE FROM players_auditentry",
    "UPDATE players_auditentry SET by = NULL",
    "INSERT INTO players_auditentry (at, act, by, origin, login, change, subject, subject_id)"
    " SELECT now(), 1, 1, '', '', 'insert', 'players_person', '1'",
    # Money in and out.
    "UPDATE players_deposit SET amount = amount + 1",
    "UPDATE players_deposit SET finished_at = now() - interval '1 year'",
    "DELETE FROM players_deposit",
    "DELETE FROM players_paymentnotice",
    "UPDATE players_instrument SET fingerprint = 'other'",
    "DELETE FROM players_instrument",
    # Persons and their protection.
    "UPDATE players_person SET is_superuser = true WHERE kind = 'staff'",
    "UPDATE players_person SET kind = 'staff' WHERE kind = 'player'",
    "UPDATE players_person SET public_id = gen_random_uuid()",
    "DELETE FROM players_person",
    "INSERT INTO players_person_user_permissions (person_id, permission_id)"
    " SELECT p.id, a.id FROM players_person p, auth_permission a WHERE p.kind = 'staff' LIMIT 1",
    "INSERT INTO auth_group_permissions (group_id, permission_id)"
    " SELECT g.id, a.id FROM auth_group g, auth_permission a",
    "DELETE FROM players_exclusion",
    "UPDATE players_exclusion SET starts_at = now() + interval '1 year'",
    "UPDATE players_exclusion SET ends_at = now() + interval '10 years'",
    "DELETE FROM players_limit",
    "UPDATE players_limit SET most = most * 100",
    "DELETE FROM players_letter",
    "UPDATE players_letter SET person_id = person_id + 1",
    "DELETE FROM players_signinlock",
    "DELETE FROM players_signinattempt",
    "UPDATE players_signinattempt SET email = 'other'",
    "DELETE FROM players_device",
    "UPDATE players_device SET person_id = (SELECT max(id) FROM players_person)",
    "DELETE FROM players_duty",
    "DELETE FROM players_standingchange",
    "DELETE FROM reporting_dailyreport",
    "DELETE FROM reporting_exportlog",
    "DELETE FROM django_migrations",
)
"""Rows that are evidence, or columns that no operation writes a second time."""


@pytest.fixture
def played(floor: Floor) -> Floor:
    return furnished(_played, floor)


def _played(floor: Floor) -> Floor:
    """One settled round, a player with money, an exclusion, staff: something that each forgery would change."""
    table = floor.table(
        TableSettings(preset="macau", minimum=1_00, max_prize=1_000_00, betting_seconds=20, show_seconds=5)
    )
    player = floor.player(cents=1_000_00)
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=10_00, empate=1_00)
    floor.settle(table)
    exclude(person_id=floor.player().id, kind=ExclusionKind.FIXED, months=6, now=floor.now)
    Device.objects.create(
        public_id=uuid4(), person_id=player.id, session="x" * 32, signed_in_at=floor.now, address="", device=""
    )
    return floor


@pytest.mark.parametrize("statement", EDITS)
def test_an_edit_that_no_operation_makes(played: Floor, statement: str) -> None:
    refused = pytest.raises((IntegrityError, ProgrammingError))
    with refused as how, transaction.atomic(), connection.cursor() as cursor:
        # Checks at the end of a transaction are made at the end of this one, which is never committed.
        cursor.execute(f"{statement}; SET CONSTRAINTS ALL IMMEDIATE")
    # No right to it, or a guard says no: never a misspelt name.
    assert getattr(how.value.__cause__, "sqlstate", "") in {"42501", "23000", "23001"}, how.value


FORGED_LINES = {
    "a payout of no round": ("payout", "stakes", "no-such-round"),
    "a payout on a settled round": ("payout", "stakes", None),
    "a stake taken back from a settled round": ("stake-taken-back", "stakes", None),
    "a refund of a settled round": ("refund", "stakes", None),
}


_FORGED_LINE = """
    WITH player AS (
        UPDATE wallet_account SET balance = balance + 1 WHERE id = (
            SELECT debit_account FROM wallet_transfer WHERE code = 'stake' LIMIT 1
        ) RETURNING id, balance
    )
    INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before,
        balance_after, created_at)
    SELECT house.id, player.id, 1, %(code)s, gen_random_uuid(), %(reference)s, player.balance - 1,
        player.balance, now()
    FROM player, wallet_account house WHERE house.kind = %(kind)s AND house.currency = 'EUR'
"""


@pytest.mark.parametrize("forgery", FORGED_LINES)
def test_money_of_a_round_that_is_not_in_play(played: Floor, forgery: str) -> None:
    code, kind, reference = FORGED_LINES[forgery]
    with connection.cursor() as cursor:
        cursor.execute("SELECT code FROM tables_round")
        (settled,) = cursor.fetchone()
    _forge(code, kind, reference or settled, why="is no round in play")


@pytest.mark.parametrize(("code", "kind"), [("prize", "gaming"), ("stake-returned", "stakes")])
def test_no_bet_of_a_round_in_play_is_paid_by_itself(played: Floor, code: str, kind: str) -> None:
    """As before payouts were a line a player: a prize would go past the round's account."""
    table = played.table(TableSettings(preset="macau", minimum=1_00, max_prize=1_000_00))
    _forge(code, kind, played.open_round(table, BANCA_WINS_WITH_5), why="a round is paid by its payouts")


def _forge(code: str, kind: str, reference: str, *, why: str) -> None:
    with pytest.raises(IntegrityError, match=why), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_FORGED_LINE, {"code": code, "kind": kind, "reference": reference})


# The acting person.


def entry_by(person: int) -> list[int | None]:
    """Suspend that person without naming an actor; the person whom the trail names for it."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET suspended_at = clock_timestamp() WHERE id = %s", [person])
        cursor.execute("SELECT by FROM players_auditentry WHERE subject = 'players_person' ORDER BY id DESC LIMIT 1")
        return [row[0] for row in cursor.fetchall()]


@pytest.fixture
def signed_in(floor: Floor) -> tuple[int, str]:
    """A member of staff and the key of their session."""
    person, key = floor.staff(Role.SUPERVISOR).id, "s" * 32
    Session.objects.create(
        session_key=stored_key(key), session_data="", expire_date=timezone.now() + timedelta(minutes=30)
    )
    Device.objects.create(
        public_id=uuid4(), person_id=person, session=stored_key(key), signed_in_at=floor.now, address="", device=""
    )
    return person, key


def test_the_acting_person_is_the_one_signed_in_by_that_session(floor: Floor, signed_in: tuple[int, str]) -> None:
    by, key = signed_in
    person = floor.player().id
    with acting(session=key, origin="192.0.2.7"):
        assert entry_by(person) == [by]
    assert entry_by(person) == [None]


@pytest.mark.parametrize("over", ["ended", "expired", "gone", "unknown", "none", "read from the rows"])
def test_a_session_that_is_over_belongs_to_no_person(floor: Floor, signed_in: tuple[int, str], over: str) -> None:
    _, key = signed_in
    person = floor.player().id
    match over:
        case "ended":
            Device.objects.update(ended_at=floor.now)
        case "expired":
            Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
        case "gone":
            Session.objects.all().delete()
    known = {"unknown": "u" * 32, "none": None, "read from the rows": stored_key(key)}.get(over, key)
    with acting(session=known, origin="192.0.2.7"):
        assert entry_by(person) == [None]


def test_a_claim_is_no_proof(floor: Floor, signed_in: tuple[int, str]) -> None:
    """The old setting says nothing, and one that the database did not sign refuses the change."""
    by, key = signed_in
    person = floor.player().id
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('sabot.by', %s, false)", [str(by)])
        assert entry_by(person) == [None]
        cursor.execute("SELECT players_act(%s, '')", [key])
        cursor.execute("SHOW sabot.acting")
        signed = cursor.fetchone()[0]
    signature, process, second, _, origin = signed.split("|")
    forged = (
        str(by),
        f"{'0' * 64}|{process}|{second}|{by}|{origin}",
        f"{signature}|{process}|{second}|{by + 1}|{origin}",
        f"{signature}|{process}|{second}|{by}|198.51.100.1",
        f"{signature}|{int(process) + 1}|{second}|{by}|{origin}",
    )
    for claim in forged:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('sabot.acting', %s, false)", [claim])
        with pytest.raises(ProgrammingError, match="who acts is not proven"), transaction.atomic():
            entry_by(person)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('sabot.acting', %s, false)", [signed])
        assert entry_by(person) == [by]
        cursor.execute("SELECT players_act_no_more()")


def test_a_signature_for_one_connection_proves_nothing_on_another(open_floor: Floor) -> None:
    person, key = open_floor.staff(Role.SUPERVISOR).id, "t" * 32
    Session.objects.create(
        session_key=stored_key(key), session_data="", expire_date=timezone.now() + timedelta(minutes=30)
    )
    Device.objects.create(
        public_id=uuid4(), person_id=person, session=stored_key(key), signed_in_at=open_floor.now, address="", device=""
    )
    with acting(session=key, origin=""), connection.cursor() as cursor:
        cursor.execute("SHOW sabot.acting")
        signed = cursor.fetchone()[0]
    url = urlsplit(os.environ["SABOT_APP_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    with psycopg.connect(url) as other:
        other.execute("SELECT set_config('sabot.acting', %s, false)", [signed])
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="not proven"):
            other.execute("UPDATE players_person SET suspended_at = clock_timestamp() WHERE id = %s", [person])
