"""A house in which every text that a person can write is a formula, and every file that leaves it: no cell is one.

Which columns hold such texts is asked of the models: one that is new has to be put on one of the two lists here.
"""

import csv
import io
import re
import uuid
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final
from unittest import mock

import openpyxl
import pytest
import time_machine
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import Error, connection, models, transaction
from django.test import Client
from django.urls import reverse

from casino.portal import summaries
from casino.stories import data_export as files
from players.privacy import operations as privacy
from players.privacy import queries
from players.roles import Role
from reporting import operations
from reporting.catalogue import CATALOGUE, Period
from reporting.operations import Wanted
from reporting.writers import Format
from reporting.writers.documents import LEADS
from tables.models import PlaySession
from tables.operations import incidents
from tests.factories import Actor, Floor
from tests.faults import doings
from tests.integration.reporting.test_reporting_daily import DAY, NEXT, played
from tests.tampering import past_triggers

FORMULAS: Final = (
    "=1+1",
    "+SUM(A1)",
    "-2+3",
    "@SUM(A1)",
    "＝1+1",
    '"=1+1',
    "'=1",
    "\t=1",
    "\r=1",
    "％=1",
    "−1+1",
    "|x!A0",
)
WRITTEN: Final = {
    "players_person": {"nickname"},
    "players_standingchange": {"reason"},
    "players_instrument": {"label"},
    "players_deposit": {"detail", "provider_ref"},
    "players_withdrawal": {"reason", "first_reason", "second_reason", "provider_ref"},
    "players_adjustment": {"reason", "reference", "refusal"},
    "players_paymentnotice": {"event", "provider_ref", "owner_name"},
    "players_sandboxpayment": {"payer", "label"},
    "players_complaint": {"subject"},
    "players_complaintmessage": {"text"},
    "players_complaintfile": {"name"},
    "players_complaintdecision": {"reasons", "refusal"},
    "players_outsider": {"name", "postal", "document"},
    "players_duty": {"note"},
    "players_dutyturn": {"evidence"},
    "players_exclusion": {"reason", "revoke_reason", "motive"},
    "players_identitycheck": {"answer_number"},
    "players_limit": {"reason"},
    "players_registration": {
        "full_name",
        "nationality",
        "profession",
        "address",
        "postal_code",
        "district",
        "phone",
        "document_number",
        "received_from",
    },
    "players_prohibition": {"reason", "note", "lift_note"},
    "players_datachange": {"before", "after"},
    "players_nationalentry": {"document"},
    "players_correctionrequest": {"wanted", "why", "decision_reason"},
    "players_accountclosure": {"reason", "reopened_from"},
    "players_savedview": {"name"},
    "players_signinattempt": {"device"},
    "players_device": {"device"},
    "players_signalstep": {"text"},
    "players_staffproposal": {"name", "full_name", "reason", "refusal"},
    "players_staffidentity": {"full_name"},
    "players_viewing": {"reason"},
    "players_playernote": {"text"},
    "players_replyversion": {"title", "text", "reason"},
    "players_adapterstate": {"fault"},
    "tables_table": {"film_hls", "film_whep", "name", "status_reason"},
    "tables_configuration": {"decision_reason", "reference", "taken_back_reason"},
    "tables_round": {"void_reason"},
    "tables_stop": {"reason"},
    "tables_staffact": {"reason"},
    "tables_cardevent": {"device", "reason"},
    "tables_connection": {"device"},
    "tables_driftalarm": {"let_on_reason", "cause", "solution"},
    "tables_incident": {"subject", "containment", "cause", "solution", "lessons", "word"},
    "tables_incidentnote": {"text"},
    "tables_scanner": {"name", "reason"},
    "tables_tablecall": {"answer"},
    "tables_voidproposal": {"reason", "decision_reason"},
    "players_event": {"why"},
    "reporting_reportrun": {"reason"},
    "reporting_extract": {"title", "reason", "rejection"},
    "reporting_reopening": {"reason", "refusal"},
    "reporting_schedule": {"reason"},
    "reporting_faultyseal": {"reason", "rejection"},
    "reporting_safecorrection": {"reason", "rejection"},
    "reporting_lineopening": {"reason", "rejection"},
    "players_erasure": {"reason", "rejection"},
}
"""Texts of persons, of the bank and of callers, by table."""
OWN: Final = {
    "players_ask": {"subject"},
    "players_calendarfeed": {"digest"},
    "players_dutyturn": {"code"},
    "players_auditentry": {"origin", "login", "change", "subject", "subject_id"},
    "players_event": {"name", "round_code", "subject", "subject_key"},
    "players_guest": {"ended_why"},
    "players_person": {"password", "email", "language"},
    "players_registration": {"country", "document_country", "nif", "iban", "occupation"},
    "players_nationalentry": {"reference", "tax_number", "document_country"},
    "players_nationalpush": {"event", "digest", "reference"},
    "players_datachange": {"what", "address"},
    "players_replytemplate": {"language"},
    "players_savedview": {"place", "query"},
    "players_assignment": {"kind", "key"},
    "players_attention": {"kind", "key"},
    "players_sandboxpayment": {"ref", "back"},
    "players_sandboxnotice": {"body"},
    "players_staffproposal": {"email", "nif"},
    "players_staffidentity": {"nif"},
    "players_prohibition": {"nif"},
    "players_exclusion": {"person_key"},
    "players_complaintfile": {"content_type"},
    "players_complaintevent": {"what"},
    "players_outsider": {"relation", "email", "language"},
    "players_correctionrequest": {"field"},
    "tables_table": {"code", "dealer"},
    "tables_round": {"code", "winner"},
    "tables_shoe": {"root"},
    "tables_playsession": {"end_reason", "region"},
    "tables_slip": {"number", "region"},
    "tables_cardevent": {"slot", "card", "deck", "refusal"},
    "tables_keyedcard": {"slot", "card"},
    "tables_scanner": {"digest"},
    "tables_secondreading": {"opinion"},
    "tables_papershoe": {"shuffled_by"},
    "tables_cutnumber": {"commitment", "number"},
    "tables_squeeze": {"hand"},
    "reporting_ledgerproof": {"digest"},
    "reporting_proofslice": {"digest"},
    "reporting_archived": {"receipt"},
    "reporting_archivedday": {"receipt"},
    "reporting_cosignature": {"line", "witness"},
    "reporting_logcheckpoint": {"note"},
    "reporting_logleaf": {"data", "key"},
    "reporting_personrecord": {"commitment", "record"},
    "reporting_processminute": {"host", "process", "version"},
    "reporting_sealedday": {"manifest", "no_files"},
    "reporting_softwarecheck": {"document", "software"},
    "reporting_witnessstate": {"fault", "witness"},
    "reporting_daystamp": {"note"},
    "reporting_hourmark": {"vault", "trouble"},
    "reporting_lease": {"name", "holder"},
    "reporting_lineoutage": {"vault", "part"},
    "reporting_safecorrection": {"vault"},
    "reporting_safefile": {"vault"},
    "reporting_safemark": {"vault", "trouble"},
    "reporting_safepackage": {"vault"},
    "reporting_safeparcel": {"name"},
    "tables_bet": {"chance"},
    "tables_clockchange": {"dealer"},
    "tables_courtday": {"place", "stream"},
    "tables_courtmark": {"name"},
    "tables_courtstate": {"place", "stream"},
    "tables_driftalarm": {"place", "stream", "round_code", "what"},
    "tables_staffact": {"subject", "action"},
    "players_standingchange": {"change"},
    "players_deposit": {"reason"},
    "wallet_account": {"owner"},
    "wallet_transfer": {"code", "reference"},
    "reporting_exportlog": {"what"},
    "reporting_reportrun": {"name", "definition", "software"},
    "reporting_schedule": {"rhythm"},
    "reporting_dailyreport": {"definition", "software", "document"},
    "reporting_chainlink": {"rows", "previous", "digest"},
    "players_signalstep": {"act"},
    "players_identitycheck": {"verifier"},
    "players_paymentnotice": {"provider"},
    "players_instrument": {"fingerprint"},
    "players_duty": {"subject"},
    "players_complaint": {"sheet"},
}
"""Codes, numbers with a shape, digests and documents that the house makes or checks itself."""
WORDS: Final = {
    *("kind", "state", "status", "source", "scope", "category", "outcome", "side", "period", "factor", "counter"),
    *("currency", "language", "origin", "occasion", "cause", "address", "session", "email", "format", "sha256"),
    *("subject_kind", "act", "stream", "phase", "name", "channel"),
}
"""Columns of every table whose words are the house's own, unless the table says otherwise."""
RISKY: Final = re.compile(f"^{LEADS}[=+@|%＝＋－＠\u2212-]")
FIGURE: Final = re.compile(r"-?[0-9]+(,[0-9]+)?")


def texts() -> dict[str, set[str]]:
    """Every column of text, by table."""
    return {
        model._meta.db_table: {
            field.column
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField)
        }
        for app in ("wallet", "players", "tables", "reporting")
        for model in apps.get_app_config(app).get_models()
    }


def test_every_column_of_text_is_on_a_list() -> None:
    found = texts()
    missing = {
        f"{table}.{column}"
        for table, columns in found.items()
        for column in columns - WRITTEN.get(table, set()) - OWN.get(table, set()) - WORDS
    }
    assert missing == set()
    gone = {f"{t}.{c}" for t, columns in [*WRITTEN.items(), *OWN.items()] for c in columns - found.get(t, set())}
    assert gone == set()


def bend(floor: Floor) -> int:
    """Put a formula before every text of a person, as far as the database takes it; how many columns took it."""
    taken = 0
    for number, (table, column) in enumerate((t, c) for t, columns in WRITTEN.items() for c in sorted(columns)):
        formula = FORMULAS[number % len(FORMULAS)]
        for put in (formula, FORMULAS[0]):
            try:
                with transaction.atomic(), past_triggers(), connection.cursor() as cursor:
                    cursor.execute(
                        f'UPDATE "{table}" SET "{column}" = %s || left("{column}", 20) WHERE "{column}" <> %s',
                        [put, ""],
                    )
                    taken += cursor.rowcount > 0
                break
            except Error:
                continue  # the database refuses such a text there
    return taken


def cells(content: bytes, name: str) -> Iterator[str]:
    """Every cell of a file for spreadsheets; a cell that a program reads as a formula fails here."""
    if name.endswith("xlsx"):
        book = openpyxl.load_workbook(io.BytesIO(content))
        for sheet in book:
            for row in sheet.iter_rows():
                for cell in row:
                    assert cell.data_type != "f", f"{name} {cell.coordinate}: {cell.value}"
                    assert cell.hyperlink is None
                    yield str(cell.value or "")
        return
    for line in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"):
        for text in line:
            assert not RISKY.match(text) or text.startswith("'") or FIGURE.fullmatch(text), f"{name}: {text!r}"
            assert not text.startswith(("\t", "\r", "\n")), f"{name}: {text!r}"
            yield text


@pytest.fixture
def house(floor: Floor) -> tuple[Floor, Actor]:
    """A day's play and what an office does in it; the player to whom most of it happened."""
    played(floor)
    office = doings.office(floor)
    for name, prepare in doings.DOINGS.items():
        if name not in {"withdrawal_approved", "withdrawal_refused"}:
            prepare(office)()
    supervisor = floor.staff(Role.SUPERVISOR)
    incidents.report(text="A câmara da sala parou.", by=supervisor.id, idempotency_key=uuid.uuid4(), now=floor.now)
    privacy.ask_rectification(
        person_id=office.player.id,
        field="other",
        wanted="nome",
        why="engano",
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    floor.prove()
    return floor, office.player


def client_of(actor: Actor) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.get(pk=actor.id))
    return client


def reports(by: int) -> Iterator[tuple[str, bytes]]:
    """Every report of the catalogue, for a spreadsheet."""
    for name, definition in CATALOGUE.items():
        days = {"first_day": DAY, "last_day": DAY} if definition.period is Period.DAYS else {}
        asked = Wanted(name=name, reason="verificação de tudo", **days)  # type: ignore[arg-type]  # a table of plain values
        ordered = operations.request_report(wanted=asked, by=by, idempotency_key=uuid.uuid4(), now=NEXT)
        assert operations.prepare(run_id=ordered.run_id, now=NEXT)
        for format in (Format.CSV, Format.XLSX):
            yield f"{name}.{format}", operations.take(key=ordered.key, format=format, by=by, now=NEXT).content


def test_no_cell_of_any_file_is_a_formula(house: tuple[Floor, Actor]) -> None:
    floor, player = house
    auditor, ana = floor.staff(Role.COMPLIANCE), PlaySession.objects.order_by("pk").first()
    assert ana is not None
    operations.make_daily_report(day=DAY, now=NEXT)
    assert bend(floor) > 30
    seen = 0
    with time_machine.travel(datetime(2026, 3, 10, 13, tzinfo=UTC), tick=False):
        found = list(reports(auditor.id))
        office, own = client_of(auditor), client_of(player)
        gambler = Client()
        gambler.force_login(get_user_model().objects.get(pk=ana.person_id))
        for kind in ("csv", "xlsx"):
            day = operations.export_daily_report(day=DAY, format=Format(kind), by=auditor.id, now=NEXT)
            found.append((f"day.{kind}", day.content))
            address = reverse("backoffice:export_complaints", args=[kind])
            found.append((f"complaints.{kind}", office.get(f"{address}?view=all").content))
        for address in (
            reverse("portal:statement_csv"),
            reverse("portal:rounds_file", args=["csv"]),
            reverse("portal:sessions_file", args=["csv"]),
            reverse("portal:session_csv", args=[ana.code]),
        ):
            answer = gambler.get(address)
            assert answer.status_code == 200, address
            found.append((f"{address}.csv", answer.getvalue()))
        found += export_sheets(own, player)
    for name, content in found:
        seen += sum(bool(RISKY.match(text)) or "=1" in text for text in cells(content, name))
    assert seen > 100, "hardly a formula was in the files"


def export_sheets(client: Client, player: Actor) -> list[tuple[str, bytes]]:
    """The sheets of a data export."""
    assert client.post("/conta/dados/pedir/", {"key": str(uuid.uuid4())}).status_code == 302
    now = datetime.now(UTC)
    assert files.make_next(now=lambda: now)
    (export,) = queries.exports_of(player.id)[:1]
    packed = zipfile.ZipFile(io.BytesIO(client.get(f"/conta/dados/{export.code}.zip").getvalue()))
    return [(name, packed.read(name)) for name in packed.namelist() if name.endswith(".csv")]


def test_a_tables_code_is_no_formula_in_the_sheet_of_a_session() -> None:
    sums = dict.fromkeys(("seconds", "rounds", "staked", "returned", "prizes", "commission", "result", "cost"), 1)
    summary = mock.MagicMock(table_code="=1+1", started_at=datetime.now(UTC), ended_at=None, **sums)
    assert "'=1+1" in summaries.rows_of(summary, ())[1]
