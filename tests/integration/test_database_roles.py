"""The rights of the roles of the database: exactly the declared ones, for every program and person."""

from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from casino.access import grants
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db

KINDS = ["r", "v"]
"""Tables and views, as the catalogue of the database names them."""


def asked(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def test_every_table_and_view_is_declared() -> None:
    """A new table or view needs its line in its app's `migrations/grants.toml`; until then it can only be read."""
    there = asked(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = ANY(%s)", KINDS
    )
    assert {name for (name,) in there} == set(grants.declared())


def test_views_are_only_read_and_published_ones_run_with_the_rights_of_the_role_that_asks() -> None:
    views = dict(
        asked(
            "SELECT relname, coalesce(reloptions, '{}') FROM pg_class"
            " WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'"
        )
    )
    published = {name for name in views if "_public_" in name}
    assert {"wallet_public_transfer", "players_public_person", "tables_public_round"} <= published
    assert {name for name in views if grants.declared()[name] != grants.Grant()} == set()
    assert {name for name in published if views[name] != ["security_invoker=true"]} == set()


def test_every_column_that_is_declared_exists() -> None:
    there = set(asked("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"))
    declared = {(table, column) for table, grant in grants.declared().items() for column in grant.change}
    assert declared - there == set()


def test_the_tables_of_evidence_are_only_added_to() -> None:
    """The tables whose rows are never written twice, by name: a grant added to one of these is no oversight."""
    for table in (
        "wallet_transfer", "tables_slip", "tables_staffact", "tables_incidentnote", "players_paymentnotice",
        "players_standingchange", "players_complaintmessage", "players_complaintevent", "players_viewing",
        "players_playernote", "players_notepin", "players_replytemplate", "players_replyversion", "players_replyuse",
        "reporting_dailyreport", "reporting_exportlog", "reporting_ledgerproof",
    ):  # fmt: skip
        assert grants.declared()[table] == grants.Grant(add=True), table
    assert grants.declared()["players_auditentry"] == grants.Grant()


def test_nothing_but_drafts_sessions_counters_and_hints_is_ever_deleted() -> None:
    assert {table for table, grant in grants.declared().items() if grant.remove} == {
        "django_session", "mfa_authenticator", "players_ask", "players_dataexportpart", "players_person_groups",
        "players_savedview", "players_standinghint", "reporting_piece", "reporting_processminute",
        "reporting_safeparcel",
    }  # fmt: skip


def written_columns() -> dict[str, set[str]]:
    """By table whose rows the database numbers: the columns that a new row is given."""
    columns = asked(
        "SELECT table_name, column_name, is_identity = 'YES' FROM information_schema.columns"
        " WHERE table_schema = 'public'"
    )
    numbered = {table for table, _, number in columns if number}
    return {table: {column for other, column, number in columns if other == table and not number} for table in numbered}


def test_the_application_chooses_no_number_of_a_row() -> None:
    """So it puts no line, slip or audit entry among older ones."""
    numbered = written_columns()
    assert {"wallet_transfer", "tables_slip", "tables_bet", "players_deposit"} <= numbered.keys()
    for table in numbered:
        assert asked("SELECT has_column_privilege('sabot_app', %s, 'id', 'INSERT')", table) == [(False,)], table


@pytest.mark.parametrize("role", [grants.APP, grants.READ])
def test_the_privileges_are_those_declared(role: str) -> None:
    held: dict[str, set[tuple[str, str]]] = {table: set() for table in grants.declared()}
    for table, privilege in asked(
        "SELECT c.relname, x.privilege_type FROM pg_class c, LATERAL aclexplode(c.relacl) x"
        " WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = ANY(%s) AND x.grantee IN (0, %s::regrole::oid)",
        KINDS,
        role,
    ):
        held[table].add((privilege, ""))
    for table, privilege, column in asked(
        "SELECT c.relname, x.privilege_type, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid,"
        " LATERAL aclexplode(a.attacl) x WHERE c.relnamespace = 'public'::regnamespace"
        " AND x.grantee IN (0, %s::regrole::oid)",
        role,
    ):
        held[table].add((privilege, column))
    written = written_columns()
    assert held == {
        table: set(grant.privileges(role, written.get(table, ()))) for table, grant in grants.declared().items()
    }


def test_granting_again_changes_nothing() -> None:
    with as_owner():
        connection.connection.execute(f"SET ROLE {grants.OWNER}")
        assert grants.apply() == 0


@pytest.mark.parametrize("role", [grants.OWNER, grants.APP, grants.READ])
def test_no_role_is_a_superuser_or_like_one(role: str) -> None:
    assert asked(
        "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = %s",
        role,
    ) == [(False, False, False, False, False)]
    assert asked("SELECT roleid::regrole::text FROM pg_auth_members WHERE member = %s::regrole", role) == []


@pytest.mark.parametrize("role", [grants.APP, grants.READ])
def test_the_application_and_the_reader_own_nothing_and_make_nothing(role: str) -> None:
    assert asked("SELECT relname FROM pg_class WHERE relowner = %s::regrole", role) == []
    assert asked("SELECT proname FROM pg_proc WHERE proowner = %s::regrole", role) == []
    assert asked(
        "SELECT has_schema_privilege(%s, 'public', 'CREATE'), has_database_privilege(%s, current_database(), 'CREATE'),"
        " has_database_privilege(%s, current_database(), 'TEMPORARY')",
        role, role, role,
    ) == [(False, False, False)]  # fmt: skip
    assert asked("SELECT sequencename FROM pg_sequences WHERE has_sequence_privilege(%s, 'public.' ||"
                 " quote_ident(sequencename), 'UPDATE')", role) == []  # fmt: skip


def test_everything_is_the_owners() -> None:
    assert asked(
        "SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    ) == [(grants.OWNER,)]


def test_functions_with_the_owners_rights_keep_to_their_schema_and_are_called_by_declaration() -> None:
    functions = asked(
        "SELECT proname, prosecdef, prorettype = 'trigger'::regtype, coalesce(proconfig, '{}'),"
        " has_function_privilege(%s, oid, 'EXECUTE') FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
        grants.APP,
    )
    mighty = {name: config for name, definer, _, config, _ in functions if definer}
    assert {"players_act", "audit_note"} <= mighty.keys()
    assert {name for name, config in mighty.items() if "search_path=public, pg_temp" not in config} == set()
    assert {name for name, definer, _, _, may in functions if definer and may} == grants.callable_functions()
    assert {name for name, _, trigger, _, may in functions if trigger and may} == set()
    assert asked(
        "SELECT proname FROM pg_proc p, LATERAL aclexplode(coalesce(proacl, acldefault('f', proowner))) x"
        " WHERE pronamespace = 'public'::regnamespace AND x.grantee = 0"
        " AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')"
    ) == []  # fmt: skip


def test_one_extension_is_there_and_none_of_its_functions_has_its_owners_rights() -> None:
    assert asked("SELECT extname FROM pg_extension WHERE extname <> 'plpgsql'") == [("pg_trgm",)]
    assert asked(
        "SELECT proname FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' WHERE p.prosecdef"
    ) == []  # fmt: skip


def test_the_models_have_a_table_each() -> None:
    managed = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    assert managed <= grants.declared().keys()
