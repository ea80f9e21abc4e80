"""The rejections or writes of each trigger of the database, with every other trigger of its table switched off.

The triggers are those of `reporting/making/guards.txt`. One that refuses every change of its rows has its case by
itself: each statement that it stands before. The others have theirs below. The triggers of the chain of audits are
tested in `test_audit_watch.py`; `ELSEWHERE` names the tests of rules over several rows.
"""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Final, NamedTuple

import psycopg
import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from tests.integration.constraint_cases import LAST, LATER, MOMENT, SOONER, Columns
from tests.integration.planted import asked, put, row_of
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db

ROOT: Final = Path(__file__).resolve().parents[2]
APPS: Final = ("wallet_", "players_", "tables_", "reporting_")
PERSON: Final = "00000000-0000-4000-8000-000000000001"
_BITS: Final = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
_TRIGGER: Final = """
SELECT p.proname, t.tgtype,
       coalesce((SELECT attname::text FROM pg_attribute WHERE attrelid = t.tgrelid AND attnum = t.tgattr[0]), '')
FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = %s::regclass AND t.tgname = %s
"""
REFUSING: Final = {
    "players_money_stays",
    "players_refuse_change",
    "reporting_refuse_change",
    "tables_refuse",
    "wallet_refuse_change",
}
"""The functions that refuse every statement."""


class Case(NamedTuple):
    """The table's row, the statement and what the rejection says. The other rows that it takes come before."""

    statement: str
    says: str
    row: Columns = {}
    others: tuple[tuple[str, Columns], ...] = ()
    by_owner: bool = True
    """Else by the role that the house runs as: the owner is let pass."""


def _copied(table: str, change: Columns) -> str:
    """A statement that adds the table's row again with these columns changed; a generated one follows from them."""
    (model,) = (each for each in apps.get_models(include_auto_created=True) if each._meta.db_table == table)
    names = ", ".join(field.column for field in model._meta.concrete_fields if not field.generated)
    changed = f"jsonb_populate_record(one, '{json.dumps(change)}')"
    return f"INSERT INTO {table} ({names}) SELECT {names} FROM (SELECT ({changed}).* FROM {table} one) changed"


def _of_done(table: str) -> Case:
    done = {"state": "done", "done_at": LATER}
    return Case(f"UPDATE {table} SET tries = 9", "it is done", done | ({"outcome": "{}"} if "work" in table else {}))


def _signed(table: str) -> Case:
    return Case(f"UPDATE {table} SET {{column}} = {{column}}", "who acts is not proven")


def _changed(table: str, change: str, row: Columns | None = None) -> Case:
    return Case(f"UPDATE {table} SET {change}", f"UPDATE of {table} is refused", row or {})


_PLAYER: Final = ("players_person", {"kind": "player", "id": 1, "email": "p", "nickname": "p", "public_id": PERSON})
_UNSETTLED: Final = (
    "players_staffproposal",
    {
        "member_id": 2,
        "proposed_by_id": 4,
        "decided_by_id": 3,
        "state": "approved",
        "decided_at": MOMENT,
        "settled_at": LAST,
    },
)
_APPROVED: Final = "SET state = 'approved', decided_at = '" + LATER + "', decided_by_id = 2"
_NOT_YET: Final = "2 decides nothing yet"
_ONCE: Final = {"decided_at": LATER, "decided_by_id": 2}
_SETTLED: Final = {"phase": "settled", "closed_at": LATER, "settled_at": LATER, "cards": "{a,b,c,d}"}

CASES: Final[dict[str, Case]] = {
    **{
        f"{table}.actor_is_signed": _signed(table)
        for table in (
            "players_adjustment",
            "players_complaintdecision",
            "players_correctionrequest",
            "players_erasure",
            "players_staffproposal",
            "players_withdrawal",
            "reporting_extract",
            "reporting_faultyseal",
            "reporting_lineopening",
            "reporting_reopening",
            "reporting_safecorrection",
            "reporting_schedule",
            "tables_cardevent",
            "tables_configuration",
            "tables_driftalarm",
            "tables_incident",
            "tables_keyedcard",
            "tables_scanner",
            "tables_shift",
            "tables_stop",
            "tables_tablecall",
            "tables_voidproposal",
        )
    },
    "players_adjustment.players_adjustment_by_settled": Case(
        "UPDATE players_adjustment " + _APPROVED, _NOT_YET, others=(_UNSETTLED,)
    ),
    "players_withdrawal.players_withdrawal_by_settled": Case(
        f"UPDATE players_withdrawal SET first_by_id = 2, first_at = '{LATER}'", _NOT_YET, others=(_UNSETTLED,)
    ),
    "reporting_extract.extract_by_settled": Case(
        "UPDATE reporting_extract " + _APPROVED, _NOT_YET, others=(_UNSETTLED,)
    ),
    "players_erasure.erasure_by_settled": Case("UPDATE players_erasure " + _APPROVED, _NOT_YET, others=(_UNSETTLED,)),
    "players_erasure.players_erasure_guard": Case("UPDATE players_erasure SET reason = 'y'", "stays as it was"),
    "reporting_archived.reporting_archived_same": _changed("reporting_archived", "name = 'y'"),
    "reporting_archivedday.reporting_archivedday_same": _changed("reporting_archivedday", "name = 'y'"),
    "reporting_archivedday.reporting_archivedday_removed": Case(
        f"UPDATE reporting_archivedday SET removed_at = '{LAST}'", "stays until its day is erased"
    ),
    "reporting_safepackage.reporting_safepackage_guard": Case(
        "UPDATE reporting_safepackage SET sha256 = repeat('0', 64)", "stays as it was made"
    ),
    "reporting_reopening.reopening_by_settled": Case(
        "UPDATE reporting_reopening " + _APPROVED, _NOT_YET, others=(_UNSETTLED,)
    ),
    "tables_stop.stop_reason_once": Case("UPDATE tables_stop SET reason = 'y'", "the reason of stop"),
    "tables_voidproposal.void_by_settled": Case(
        "UPDATE tables_voidproposal " + _APPROVED, _NOT_YET, others=(_UNSETTLED,)
    ),
    "players_adjustment.players_adjustment_by_staff": Case(
        "UPDATE players_adjustment SET reference = 'y'", "only staff decide on money", others=(_PLAYER,)
    ),
    "players_withdrawal.players_withdrawal_by_staff": Case(
        "UPDATE players_withdrawal SET first_by_id = 1", "only staff decide on money", others=(_PLAYER,)
    ),
    "players_adjustment.players_adjustment_is_proposed_first": Case(
        _copied("players_adjustment", {"id": 9, "key": PERSON[:-1] + "9", "state": "approved", **_ONCE}),
        "INSERT of players_adjustment is refused",
    ),
    "players_adjustment.players_adjustment_same": _changed("players_adjustment", "amount = 2"),
    "players_complaint.players_complaint_same": _changed(
        "players_complaint", "channel = 'letter', revision = revision + 1"
    ),
    "players_complaint.players_complaint_sheet_told": Case(
        "UPDATE players_complaint SET sheet = 'ROR00000000000123456'",
        "without its event",
        {"channel": "complaints-book", "sheet": ""},
    ),
    "players_complaintdecision.players_complaintdecision_same": _changed("players_complaintdecision", "reasons = 'y'"),
    "players_deposit.players_deposit_dated": _changed(
        "players_deposit", f"finished_at = '{LAST}'", {"state": "credited", "finished_at": LATER}
    ),
    "players_deposit.players_deposit_same": _changed("players_deposit", "amount = 2"),
    "players_withdrawal.players_withdrawal_dated": _changed(
        "players_withdrawal", f"finished_at = '{LAST}'", {"finished_at": LATER}
    ),
    "players_withdrawal.players_withdrawal_same": _changed("players_withdrawal", "amount = 2"),
    "players_device.players_device_same": _changed("players_device", "person_id = 2"),
    "players_duty.players_duty_same": _changed("players_duty", f"due_at = '{LAST}'"),
    "players_calendarfeed.players_calendarfeed_ended_once": _changed("players_calendarfeed", "digest = 'y'"),
    "players_dutyturn.players_dutyturn_done_once": _changed("players_dutyturn", "period = 'y'"),
    "players_exclusion.players_exclusion_never_longer": _changed(
        "players_exclusion", f"ends_at = '{LAST}'", {"ends_at": LATER}
    ),
    "players_exclusion.players_exclusion_same": _changed("players_exclusion", f"starts_at = '{SOONER}'"),
    "players_guest.players_guest_same": _changed("players_guest", f"ends_at = '{LAST}'"),
    "players_identitycheck.players_identitycheck_answered_once": _changed(
        "players_identitycheck", f"asked_at = '{SOONER}'"
    ),
    "players_instrument.players_instrument_same": _changed("players_instrument", "label = 'y'"),
    "players_limit.players_limit_same": _changed("players_limit", "most = 6"),
    "players_person.players_person_same": _changed("players_person", "kind = 'staff'"),
    "players_prohibition.players_prohibition_same": _changed("players_prohibition", "reason = 'barred'"),
    "players_registration.players_registration_same": _changed("players_registration", f"received_at = '{SOONER}'"),
    "players_signinattempt.players_signinattempt_outcome_once": _changed("players_signinattempt", "email = 'y'"),
    "players_signinlock.players_signinlock_same": _changed("players_signinlock", "email = 'y'"),
    "players_staffidentity.players_staffidentity_same": _changed("players_staffidentity", "full_name = 'y'"),
    "players_registration.players_registration_not_of_staff": Case(
        "UPDATE players_registration SET nif = nif", "(PT-16)", others=(("players_staffidentity", {}),)
    ),
    "players_person_groups.players_player_without_group": Case(
        "UPDATE players_person_groups SET group_id = 2", "a player has no role", others=(_PLAYER,)
    ),
    "players_person_user_permissions.players_player_without_permission": Case(
        "UPDATE players_person_user_permissions SET permission_id = 2", "a player has no role", others=(_PLAYER,)
    ),
    "players_deposit.players_deposit_caused": Case(
        f"UPDATE players_deposit SET state = 'credited', finished_at = '{LATER}'", "is refused", others=(_PLAYER,)
    ),
    "players_adjustment.players_adjustment_caused": Case(
        "UPDATE players_adjustment " + _APPROVED, "is refused", others=(_PLAYER,)
    ),
    "players_withdrawal.players_withdrawal_caused": Case(
        "UPDATE players_withdrawal SET state = 'ready'", "is refused", others=(_PLAYER,)
    ),
    "wallet_transfer.players_transfer_caused": Case(
        "INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, created_at) "
        f"VALUES (1, 2, 5, 'deposit', '{PERSON}', '', '{MOMENT}')",
        "is refused",
    ),
    "wallet_transfer.players_adjustment_needs_two": Case(
        "INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, created_at) "
        f"VALUES (1, 2, 5, 'adjustment', '{PERSON}', '', '{MOMENT}')",
        "no correction without two persons",
    ),
    "wallet_transfer.tables_line_of_a_round": Case(
        "INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, created_at) "
        f"VALUES (1, 2, 5, 'payout', '{PERSON}', 'none', '{MOMENT}')",
        "none is no round in play",
        by_owner=False,
    ),
    "wallet_account.wallet_balance_backed": Case(
        "UPDATE wallet_account SET balance = balance", "no line leads to it", {"balance": 5}
    ),
    "reporting_piece.reporting_piece_stays": Case(
        "DELETE FROM reporting_piece",
        "the rows of report 1 are done",
        {"file_id": None, "run_id": 1},
        (("reporting_reportrun", {"id": 1, "state": "done", "done_at": LATER}),),
    ),
    "reporting_extract.reporting_extract_guard": Case("UPDATE reporting_extract SET reason = 'y'", "stays as it was"),
    "reporting_faultyseal.reporting_faultyseal_guard": Case(
        "UPDATE reporting_faultyseal SET reason = 'y'", "what was proposed stays"
    ),
    "reporting_safecorrection.reporting_safecorrection_guard": Case(
        "UPDATE reporting_safecorrection SET reason = 'y'", "what was proposed stays"
    ),
    "reporting_safefile.reporting_safefile_by_two": Case(
        _copied("reporting_safefile", {"id": 9, "number": 9, "correction": 5}), "two persons agree to a correction"
    ),
    "reporting_safepackage.reporting_safepackage_by_two": Case(
        _copied("reporting_safepackage", {"id": 9, "correction": 5}), "two persons agree to a correction"
    ),
    "reporting_safepackage.reporting_safepackage_summed": Case(
        _copied("reporting_safepackage", {"id": 9, "correction": 5}), "has the summary of its day"
    ),
    "reporting_logleaf.reporting_leaf_guard": Case("UPDATE reporting_logleaf SET key = 'y'", "stays as it is"),
    "reporting_logleaf.reporting_leaf_without_gaps": Case(
        "UPDATE reporting_logleaf SET number = 5, data = 'x', hash = sha256('\\x0078')", "without gaps"
    ),
    "reporting_logcheckpoint.reporting_checkpoint_follows": Case(
        _copied("reporting_logcheckpoint", {"id": 9, "size": 0}), "follows the one before"
    ),
    "reporting_sealedday.reporting_sealed_as_told": Case(
        _copied("reporting_sealedday", {"id": 9, "revision": 2, "leaf_id": 9}), "its leaf says otherwise"
    ),
    "reporting_personrecord.reporting_personrecord_erased_late": Case(
        f"UPDATE reporting_personrecord SET salt = NULL, record = '', erased_at = '{LAST}'", "until its term is over"
    ),
    "reporting_daysalt.reporting_daysalt_erased_late": Case(
        f"UPDATE reporting_daysalt SET salt = NULL, erased_at = '{LAST}'", "until its term is over"
    ),
    "reporting_lineoutage.reporting_lineoutage_guard": Case(
        "UPDATE reporting_lineoutage SET part = 'captor'", "stays as it was found"
    ),
    "reporting_lineopening.reporting_lineopening_guard": Case(
        "UPDATE reporting_lineopening SET reason = 'y'", "stays as it was"
    ),
    "reporting_reopening.reporting_reopening_guard": Case(
        "UPDATE reporting_reopening SET reason = 'y'", "stays as it was"
    ),
    "reporting_notice.reporting_notice_received_once": _changed("reporting_notice", f"due_at = '{LAST}'"),
    "reporting_schedule.reporting_schedule_same": _changed("reporting_schedule", "name = 'y'"),
    "reporting_scheduleturn.reporting_turn_told_once": _changed("reporting_scheduleturn", "format = 'y'"),
    "reporting_reportrun.reporting_run_done_stays": _of_done("reporting_reportrun"),
    "reporting_work.reporting_work_done_stays": _of_done("reporting_work"),
    "tables_stop.stop_of_drift_by_two": Case(
        "DELETE FROM tables_stop", "the stop of the drift court stays as it was", {"scope": "drift-7"}
    ),
    "tables_stop.reporting_stop_of_line_by_two": Case(
        "DELETE FROM tables_stop", "the stop of the line stays as it was", {"scope": "regulator"}
    ),
    "tables_stop.reporting_stop_by_two": Case(
        "DELETE FROM tables_stop", "the stop of a proof stays as it was", {"scope": "proof"}
    ),
    "tables_bet.bets_in_play": Case(
        "INSERT INTO tables_bet (round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, "
        f"returned) VALUES (1, 1, 1, '{PERSON}', 'x', 5, '', 0, 0, 0)",
        "a bet is laid on a round in play",
        {"round_id": 2},
        (("tables_round", {"id": 1, **_SETTLED}),),
        by_owner=False,
    ),
    "tables_slip.slips_in_play": Case(
        "INSERT INTO tables_slip (person_id, key, round_id, number, lines, received_at, taken_at) "
        f"VALUES (2, '{PERSON}', 1, 'y', '{{}}', '{MOMENT}', '{MOMENT}')",
        "a slip is accepted for a round in play",
        {},
        (("tables_round", {"id": 1, **_SETTLED}),),
        by_owner=False,
    ),
    "tables_bet.bets_over": _changed("tables_bet", "prize = 2"),
    "tables_bet.bets_stay_in_session": _changed("tables_bet", "session_id = 2"),
    "tables_configuration.configuration_dated": _changed(
        "tables_configuration", f"in_force_from = '{LAST}'", {"in_force_from": LATER}
    ),
    "tables_configuration.configuration_proposed_start": _changed(
        "tables_configuration",
        f"proposed_start = '{LAST}'",
        {"status": "submitted", "submitted_by_id": 1, "submitted_at": MOMENT, "proposed_start": LATER},
    ),
    "tables_configuration.configuration_guard": Case(
        "UPDATE tables_configuration SET status = 'superseded', in_force_from = now(), decided_by_id = 2",
        "does not go from draft to superseded",
    ),
    "tables_configuration.configuration_begins": Case(
        "INSERT INTO tables_configuration (table_id, number, key, status, terms, revision, authors, drafted_at, "
        "decision_reason, reference) VALUES (2, 2, gen_random_uuid(), 'submitted', '{}', 1, '{1}', now(), '', '')",
        "begins as a draft with its author",
    ),
    "tables_incident.incident_begins_open": Case(
        _copied("tables_incident", {"id": 9, "key": PERSON, "told_at": LATER, "told_by_id": 1}), "begins open"
    ),
    "tables_incident.incident_ends_by_two": Case(
        f"UPDATE tables_incident SET closed_at = '{LATER}', closed_by_id = 1, cause = 'x', solution = 'y'",
        "no after-action note",
        {"lessons": ""},
    ),
    "tables_connection.connection_guard": Case("UPDATE tables_connection SET address = 'y'", "its end is told once"),
    "tables_playsession.session_sums_stay": _changed("tables_playsession", "pairs = '[]'"),
    "tables_playsession.sessions_only_grow": _changed("tables_playsession", "rounds = 0"),
    "tables_round.round_guard": Case("UPDATE tables_round SET first_card = 2", "keeps its shoe"),
    "tables_shoe.shoe_guard": Case("UPDATE tables_shoe SET root = 'y'", "are fixed"),
    "tables_table.table_rules": Case("UPDATE tables_table SET configuration_id = 7", "has no approved rules"),
    "tables_table.table_begins": Case(
        "INSERT INTO tables_table SELECT (jsonb_populate_record(one, "
        '\'{"id": 9, "code": "y", "configuration_id": 7}\')).* FROM tables_table one',
        "has no approved rules",
    ),
}

WRITING: Final[dict[str, tuple[str, Columns, str]]] = {
    "players_staffidentity.players_staffidentity_alone": (
        _copied("players_staffidentity", {"id": 9, "person_id": 9, "nif": "987654321"}),
        {},
        "SELECT 7 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() "
        "AND (classid::bigint << 32 | objid::bigint) = hashtextextended('nif 987654321', 0)",
    ),
    "tables_connection.connection_born_closed": (
        _copied("tables_connection", {"id": 7, "code": PERSON[:-1] + "9", "closed_at": LATER}),
        {"id": 6},
        "SELECT connection_id FROM tables_closedconnection",
    ),
    "tables_round.round_born_finished": (
        _copied("tables_round", {"id": 7, "code": "y", "number": 9, "phase": "void", "voided_at": LATER}),
        {"id": 6},
        "SELECT round_id FROM tables_finishedround",
    ),
    "tables_connection.connection_closed": (
        f"UPDATE tables_connection SET closed_at = '{LATER}'",
        {"id": 7},
        "SELECT connection_id FROM tables_closedconnection",
    ),
    "tables_round.round_finished": (
        f"UPDATE tables_round SET phase = 'void', voided_at = '{LATER}'",
        {"id": 7},
        "SELECT round_id FROM tables_finishedround",
    ),
    "players_event.players_event_placed": (
        _copied("players_event", {"id": 9, "act": 1, "era": 1}),
        {"id": 8, "act": 1, "era": 1},
        "SELECT 7 FROM players_event WHERE id = 9 AND act = pg_current_xact_id()::text::bigint AND era = 1",
    ),
    "players_exclusion.hinted": (
        f"UPDATE players_exclusion SET notice_at = '{LATER}'",
        {"person_id": 7},
        "SELECT person_id FROM players_standinghint",
    ),
    "players_person.hinted": (
        f"UPDATE players_person SET suspended_at = '{LATER}' WHERE id = 7",
        {"id": 7, "kind": "player", "email": "q", "nickname": "q", "public_id": PERSON[:-1] + "9"},
        "SELECT person_id FROM players_standinghint",
    ),
    "players_registration.hinted": (
        "UPDATE players_registration SET nif = '987654321'",
        {"person_id": 7},
        "SELECT person_id FROM players_standinghint",
    ),
    "players_exclusion.players_exclusion_held": (
        "INSERT INTO players_exclusion SELECT (jsonb_populate_record(one, "
        f'\'{{"id": 7, "key": "{PERSON}", "person_id": 1, "person_key": "y"}}\')).* FROM players_exclusion one',
        {"id": 6, "person_id": 2},
        f"SELECT id FROM players_exclusion WHERE person_key = '{PERSON}'",
    ),
}
"""The writes or locks of the others: the statement, the row before it, and the query that answers 7 after it."""

ELSEWHERE: Final[dict[str, str]] = {
    "reporting_reportrun.reporting_run_by_two": "reporting/test_extracts.py",
    "tables_configuration.reporting_rules_are_told": "reporting/test_log.py",
    "tables_incident.reporting_incident_is_told": "reporting/test_log.py",
    "tables_round.reporting_round_on_told_shoe": "reporting/test_log.py",
    "tables_shoe.reporting_shoe_is_told": "reporting/test_log.py",
    "players_accountclosure.players_accountclosure_not_after_death": "players/test_reopening.py",
    "players_accountclosure.players_accountclosure_reopened_once": "players/test_reopening.py",
    "players_complaint.players_complaint_outcome_decided": "players/test_complaints.py",
    "players_person.players_staff_enabled": "players/test_staff_by_two.py",
    "players_prohibition.hinted": "players/test_standing_hints.py",
    "players_person_groups.players_role_agreed": "players/test_staff_by_two.py",
    "players_prohibition.players_prohibition_of_staff_stands": "players/test_staff_by_two.py",
    "players_staffproposal.players_staffproposal_guarded": "players/test_staff_by_two.py",
    "tables_configuration.configuration_by_settled": "players/test_staff_by_two.py",
    "tables_cardevent.card_event_guard": "tables/test_croupier_guards.py",
    "tables_cardevent.slot_guard": "tables/test_croupier_guards.py",
    "tables_keyedcard.keyed_card_guard": "tables/test_croupier_guards.py",
    "tables_scanner.scanner_guard": "tables/test_scanners.py",
    "tables_shift.shift_guard": "tables/test_croupier_guards.py",
    "tables_tablecall.call_guard": "tables/test_croupier_guards.py",
    "tables_cut.cut_guard": "tables/test_cut_shoes.py",
    "tables_cutnumber.cut_number_guard": "tables/test_cut_shoes.py",
    "tables_squeeze.squeeze_guard": "tables/test_squeezes.py",
    "tables_squeeze.squeezer_guard": "tables/test_squeezes.py",
    "tables_shoe.shoe_started": "tables/test_cut_shoes.py",
    "tables_round.round_void_by_two": "tables/test_voids_by_two.py",
    "tables_voidopening.void_opening_of_void": "tables/test_void_openings.py",
    "tables_driftalarm.drift_alarm_guard": "tables/test_court.py",
    "tables_voidproposal.void_proposal_guard": "tables/test_voids_by_two.py",
    "wallet_account.players_staff_without_account": "players/test_players_accounts.py",
    "wallet_account.wallet_account_opens_empty": "wallet/test_wallet_guards.py",
    "wallet_account.wallet_balances_moved": "wallet/test_wallet_guards.py",
    "wallet_transfer.players_excluded_refused": "players/test_protection_database.py",
    "wallet_transfer.wallet_transfer_checked": "wallet/test_wallet_guards.py",
}
"""Triggers whose function refuses or writes in this test, and stands behind no other trigger."""

_LINES: Final = [line.split("\t") for line in (ROOT / "reporting/making/guards.txt").read_text().splitlines()[1:]]
TRIGGERS: Final = [
    f"{table}.{name}"
    for kind, table, name, _ in (line for line in _LINES if line[0] == "trigger")
    if table.startswith(APPS) and not name.startswith("audited")
]
PLAIN: Final = [each for each in TRIGGERS if each not in {*CASES, *WRITING, *ELSEWHERE}]


def _alone(table: str, trigger: str) -> None:
    with as_owner():
        _say(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        _say(f"ALTER TABLE {table} ENABLE TRIGGER {trigger}")


def _say(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_no_case_is_of_a_trigger_that_is_no_more() -> None:
    assert {*CASES, *WRITING, *ELSEWHERE} <= set(TRIGGERS)
    assert all((ROOT / "tests/integration" / file).exists() for file in ELSEWHERE.values())


@pytest.mark.parametrize("name", PLAIN)
def test_it_refuses_each_statement_that_it_stands_before(name: str) -> None:
    table, trigger = name.split(".")
    ((function, events, column),) = asked(_TRIGGER, table, trigger)
    assert function in REFUSING, f"{name} has no case"
    put(table, row_of(table))
    _alone(table, trigger)
    column = column or next(iter(row_of(table)))
    statements = {
        "INSERT": f"INSERT INTO {table} SELECT * FROM {table}",
        "UPDATE": f"UPDATE {table} SET {column} = {column}",
        "DELETE": f"DELETE FROM {table}",
        "TRUNCATE": f"TRUNCATE {table} CASCADE",
    }
    for event in (each for each, bit in _BITS.items() if events & bit):
        with pytest.raises(DatabaseError, match=f"{event} of {table} is refused"), transaction.atomic(), as_owner():
            _say(statements[event])


@pytest.mark.parametrize("name", CASES)
def test_it_refuses_what_it_is_there_for(name: str) -> None:
    table, trigger = name.split(".")
    case = CASES[name]
    for other, row in case.others:
        put(other, row_of(other) | row)
    put(table, row_of(table) | case.row)
    _alone(table, trigger)
    ((function, _, column),) = asked(_TRIGGER, table, trigger)
    with pytest.raises(DatabaseError) as rejection:
        _try(case, trigger, column)
    assert case.says in str(rejection.value)
    assert isinstance(rejection.value.__cause__, psycopg.Error)
    assert f"function {function}()" in (rejection.value.__cause__.diag.context or "")


def _try(case: Case, trigger: str, column: str) -> None:
    with transaction.atomic(), as_owner() if case.by_owner else nullcontext():
        if trigger == "actor_is_signed":
            _say("SET LOCAL sabot.acting = 'unknown'")
        _say(case.statement.format(column=column) if column else case.statement)
        if trigger.endswith(("_caused", "_backed")):
            _say(f"SET CONSTRAINTS {trigger} IMMEDIATE")


@pytest.mark.parametrize("name", WRITING)
def test_it_writes_what_it_is_there_for(name: str) -> None:
    table, trigger = name.split(".")
    statement, row, answering = WRITING[name]
    with transaction.atomic():
        put("players_person", row_of("players_person") | _PLAYER[1])
        put(table, row_of(table) | row)
        _alone(table, trigger)
        with as_owner():
            _say(statement)
            said = asked(answering)
        # The written row stands past its foreign keys.
        transaction.set_rollback(True)
    assert said == [(7,)]
