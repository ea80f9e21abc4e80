"""Which tables the audit trail watches, and why the others are left out: no table without a word (H8)."""

from typing import Final

import pytest
from django.apps import apps
from django.db import connection

from tests.rules import rule

APPS: Final = ("wallet", "players", "tables", "reporting")
WATCHED: Final = frozenset(
    {
        "players_accountclosure",
        "players_adjustment",
        "players_causemark",
        "players_complaint",
        "players_complaintdecision",
        "players_correctionrequest",
        "players_deposit",
        "players_duty",
        "players_dutyturn",
        "players_erasure",
        "players_exclusion",
        "players_instrument",
        "players_limit",
        "players_nationalentry",
        "players_person",
        "players_prohibition",
        "players_registration",
        "players_signal",
        "players_signalstep",
        "players_staffidentity",
        "players_staffproposal",
        "players_staffseal",
        "players_standingchange",
        "players_viewing",
        "players_withdrawal",
        "reporting_extract",
        "reporting_faultyseal",
        "reporting_lineopening",
        "reporting_reopening",
        "reporting_safecorrection",
        "reporting_schedule",
        "tables_configuration",
        "tables_driftalarm",
        "tables_incident",
        "tables_incidentnote",
        "tables_staffact",
        "tables_scanner",
        "tables_stop",
        "tables_table",
        "tables_voidproposal",
    }
)
"""The database notes every change of these, by every writer."""

APPEND_ONLY: Final = "only added to, or kept by triggers of its own: the row itself is the trail"
OF_PLAY: Final = "of a round; kept by the round's own guards and proven by replay"
WISH: Final = "a person's own wish, which changes nothing of others"
HINT: Final = "a counter, a heartbeat or a work list, made anew by the sweeps"
OUTSIDE: Final = "what another party said, kept as it came"
UNWATCHED: Final = {
    "players_acceptance": APPEND_ONLY,
    "players_adapterstate": HINT,
    "players_ask": HINT,
    "players_assignment": "who looks after what; each change is an event",
    "players_attention": WISH,
    "players_auditentry": "the trail itself",
    "players_calendarfeed": WISH,
    "players_checkinterval": WISH,
    "players_complaintevent": APPEND_ONLY,
    "players_complaintfile": APPEND_ONLY,
    "players_complaintmessage": APPEND_ONLY,
    "players_datachange": APPEND_ONLY,
    "players_dataexport": WISH,
    "players_dataexportpart": "the pieces of a file that is made from what is watched",
    "players_device": HINT,
    "players_event": "only added to: the same acts in words, with the trail's number",
    "players_filecheck": HINT,
    "players_guest": "made once and ended once, kept by a trigger; it says nothing of who it was",
    "players_identitycheck": OUTSIDE,
    "players_inboxlook": WISH,
    "players_keepinglook": HINT,
    "players_letter": HINT,
    "players_nationalpush": OUTSIDE,
    "players_notepin": APPEND_ONLY,
    "players_outsider": APPEND_ONLY,
    "players_paymentnotice": OUTSIDE,
    "players_playernote": APPEND_ONLY,
    "players_replytemplate": APPEND_ONLY,
    "players_replyuse": APPEND_ONLY,
    "players_replyversion": APPEND_ONLY,
    "players_sandboxnotice": OUTSIDE,
    "players_sandboxpayment": OUTSIDE,
    "players_savedview": WISH,
    "players_signinattempt": APPEND_ONLY,
    "players_signinlock": HINT,
    "players_standingcheck": APPEND_ONLY,
    "players_standinghint": HINT,
    "players_tally": HINT,
    "reporting_archived": APPEND_ONLY,
    "reporting_archivedday": APPEND_ONLY,
    "reporting_chainlink": APPEND_ONLY,
    "reporting_chainmark": HINT,
    "reporting_cosignature": APPEND_ONLY,
    "reporting_dailyreport": APPEND_ONLY,
    "reporting_daysalt": APPEND_ONLY,
    "reporting_daystamp": APPEND_ONLY,
    "reporting_exportlog": APPEND_ONLY,
    "reporting_hourmark": HINT,
    "reporting_lease": HINT,
    "reporting_processminute": HINT,
    "reporting_ledgerproof": APPEND_ONLY,
    "reporting_lineoutage": APPEND_ONLY,
    "reporting_logcheckpoint": APPEND_ONLY,
    "reporting_logleaf": APPEND_ONLY,
    "reporting_logtile": APPEND_ONLY,
    "reporting_nightcheck": APPEND_ONLY,
    "reporting_personrecord": APPEND_ONLY,
    "reporting_piece": HINT,
    "reporting_proofslice": APPEND_ONLY,
    "reporting_reportrun": APPEND_ONLY,
    "reporting_runfile": APPEND_ONLY,
    "reporting_safefile": APPEND_ONLY,
    "reporting_safemark": HINT,
    "reporting_safepackage": APPEND_ONLY,
    "reporting_safeparcel": HINT,
    "reporting_sealedday": APPEND_ONLY,
    "reporting_sealmark": HINT,
    "reporting_softwarecheck": APPEND_ONLY,
    "reporting_witnessstate": HINT,
    "reporting_notice": APPEND_ONLY,
    "reporting_scheduleturn": APPEND_ONLY,
    "reporting_work": HINT,
    "tables_bet": OF_PLAY,
    "tables_cardevent": APPEND_ONLY,
    "tables_clockchange": APPEND_ONLY,
    "tables_closedconnection": APPEND_ONLY,
    "tables_comparison": HINT,
    "tables_connection": APPEND_ONLY,
    "tables_courtday": APPEND_ONLY,
    "tables_courtmark": HINT,
    "tables_courtstate": "worked out from rounds, and again at will",
    "tables_cut": OF_PLAY,
    "tables_cutnumber": OF_PLAY,
    "tables_finishedround": OF_PLAY,
    "tables_keyedcard": "keyed once and decided once, kept by a trigger; each is an event",
    "tables_papershoe": APPEND_ONLY,
    "tables_playsession": OF_PLAY,
    "tables_round": OF_PLAY,
    "tables_secondreading": APPEND_ONLY,
    "tables_shift": "begun once and ended once, kept by a trigger; each is an event",
    "tables_shoe": OF_PLAY,
    "tables_slip": OF_PLAY,
    "tables_squeeze": OF_PLAY,
    "tables_tablecall": "made once and answered once, kept by a trigger; each is an event",
    "tables_voidopening": OF_PLAY,
    "tables_webprocess": HINT,
    "wallet_account": APPEND_ONLY,
    "wallet_transfer": APPEND_ONLY,
}
"""Not noted, and why."""


@rule(
    "GL-48",
    asserts="Every table of the program is either watched for changes or on the list of those left out with a reason.",
)
def test_every_table_is_watched_or_left_out_with_a_reason() -> None:
    tables = {model._meta.db_table for app in APPS for model in apps.get_app_config(app).get_models()}
    assert WATCHED.isdisjoint(UNWATCHED)
    assert WATCHED | UNWATCHED.keys() == tables


@pytest.mark.django_db
def test_the_database_watches_these_and_no_others() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgenabled, tgtype FROM pg_trigger"
            " WHERE tgname = 'audited' AND NOT tgisinternal"
        )
        found = {str(table): (enabled, kind) for table, enabled, kind in cursor.fetchall()}
    assert set(found) == WATCHED | {"players_person_groups"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgenabled, tgtype FROM pg_trigger WHERE tgname = 'audited_change'"
        )
        assert cursor.fetchall() == [("tables_table", "O", 17)]
    # After each row, of INSERT, DELETE and UPDATE: 1 + 4 + 8 + 16; of a table, what staff decide (`audited_change`).
    assert found.pop("tables_table") == ("O", 13)
    assert set(found.values()) == {("O", 29)}
