"""One's personal data: a data export, rectifications, closing the account; by the person alone."""

import csv
import io
import json
import uuid
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection, models, transaction
from django.test import Client
from django.utils import timezone

from casino.adapters import payouts
from casino.signing import second_factor
from casino.stories import data_export as files
from casino.wording.data_export_names import SUBJECTS
from kernel.money import Currency
from players import gates
from players.access.correcting import ATTEMPTS, attempts_left
from players.access.operations.sign_in import complete_sign_in
from players.accounts.session_keys import stored_key
from players.models import DataChange, DataExportPart, IdentityCheck, Registration
from players.privacy import operations, queries
from players.privacy.operations import PrivacyRejected, PrivacyRejection, exports
from players.roles import Role
from tables.models import PlaySession
from tables.operations.connections import Closed, Opened, note_connections
from tests.factories import PONTO_E_BANCA, PONTO_WINS, SECOND_FACTOR, Actor, Floor
from tests.rules import rule
from tests.tampering import as_owner

ASKED = "/conta/dados/pedir/"


@pytest.fixture
def player(floor: Floor, client: Client) -> Actor:
    """A player who bet once and won."""
    floor.now = timezone.now() - timedelta(hours=1)
    player, table = floor.player(), floor.table(PONTO_E_BANCA, code="macau-1")
    floor.sit(player, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=10_00)
    floor.settle(table)
    client.login(username=player.email, password=player.password)
    return player


def fetched(client: Client, player: Actor) -> zipfile.ZipFile:
    """The file, asked for, made and taken."""
    assert client.post(ASKED, {"key": str(uuid.uuid4())}).status_code == 302
    assert files.make_next(now=timezone.now)
    (export,) = queries.exports_of(player.id)[:1]
    answer = client.get(f"/conta/dados/{export.code}.zip")
    assert answer.status_code == 200
    return zipfile.ZipFile(io.BytesIO(answer.getvalue()))


@rule(
    "PT-47",
    asserts="A player fetches a data export, with person, registration, e-mails, sessions, bets and "
    "statement, and without the password.",
)
def test_the_file_holds_everything_and_no_secret(player: Actor, client: Client) -> None:
    packed = fetched(client, player)
    names = set(packed.namelist())
    assert packed.testzip() is None
    for part in ("person", "registration", "email", "sessions", "slips", "bets", "statement_eur", "dataexport"):
        assert {f"csv/{part}.csv", f"json/{part}.jsonl"} <= names, part
    whole = b"".join(packed.read(name) for name in names)
    password = get_user_model().objects.values_list("password", flat=True).get(pk=player.id)
    assert password.encode() not in whole
    (bet,) = [json.loads(line) for line in packed.read("json/bets.jsonl").splitlines()]
    assert (bet["chance"], bet["stake"], bet["returned"]) == ("ponto", 10_00, 20_00)
    rows = list(csv.reader(io.StringIO(packed.read("csv/bets.csv").decode("utf-8-sig")), delimiter=";"))
    assert len(rows) == 2


def test_every_subject_has_a_plain_name(player: Actor, client: Client) -> None:
    packed = fetched(client, player)
    told = packed.read("LEIA-ME.txt").decode().splitlines()
    parts = {Path(name).stem for name in packed.namelist() if name.startswith("csv/")}
    assert parts == set(SUBJECTS), "what is no part any more has no name, and every part has one"
    assert told[-len(parts) :] == [f"{name}: {words}" for name, words in SUBJECTS.items()]
    assert "dailytotal: Contas do dia: apostado, perdido e depositado" in told


def test_the_log_of_sign_ins_and_connections_is_told_without_its_keys(player: Actor, client: Client) -> None:
    """From where and when, on a page and at a table (PT-53); never the key of a session that may still be open."""
    now, key = timezone.now(), stored_key(client.session.session_key or "")
    complete_sign_in(person_id=player.id, session=key, address="192.0.2.7", device="Firefox", now=now)
    (seat,) = PlaySession.objects.filter(person_id=player.id)
    socket = Opened(uuid.uuid4(), player.id, seat.table_id, now, "192.0.2.7", "Firefox · Linux")
    other = Opened(uuid.uuid4(), player.id + 1, seat.table_id, now, "203.0.113.99", "Firefox · Linux")
    end = Closed(socket.code, now + timedelta(seconds=9), 1001)
    note_connections(process=uuid.uuid4(), opened=[socket, other], closed=[end], now=now)
    packed = fetched(client, player)
    whole = b"".join(packed.read(name) for name in packed.namelist())
    (told,) = [json.loads(line) for line in packed.read("json/connections.jsonl").splitlines()]
    assert (told["table_code"], told["address"], told["close_code"]) == ("macau-1", "192.0.2.7", 1001)
    assert datetime.fromisoformat(told["opened_at"]) == now
    (device,) = [json.loads(line) for line in packed.read("json/device.jsonl").splitlines()]
    assert (device["address"], device["device"]) == ("192.0.2.7", "Firefox")
    assert key.encode() not in whole
    assert b"203.0.113.99" not in whole


def test_second_factors_are_told_by_name_and_kept_to_themselves(player: Actor, client: Client) -> None:
    second_factor.seed(person_id=player.id, secret=SECOND_FACTOR)
    key = {"name": "Telemóvel", "credential": {"id": "segredo-da-chave"}}
    Authenticator.objects.create(user_id=player.id, type=Authenticator.Type.WEBAUTHN, data=key)
    with as_owner():  # the house keeps no such rows itself: rows that a library kept once are told all the same
        EmailAddress.objects.create(user_id=player.id, email="outra@sabot.example", verified=True)
    sealed = [str(value) for data in Authenticator.objects.values_list("data", flat=True) for value in data.values()]
    packed = fetched(client, player)
    told = [json.loads(line) for line in packed.read("json/second_factors.jsonl").splitlines()]
    assert [(each["type"], each["name"]) for each in told] == [("totp", ""), ("webauthn", "Telemóvel")]
    assert "outra@sabot.example" in packed.read("csv/email_addresses.csv").decode("utf-8-sig")
    whole = b"".join(packed.read(name) for name in packed.namelist()).decode("utf-8", "replace")
    for secret in (SECOND_FACTOR, "segredo-da-chave", *(each for each in sealed if each != "Telemóvel")):
        assert secret not in whole


def test_every_table_that_names_a_person_is_told_or_withheld_with_a_reason() -> None:
    person = get_user_model()
    naming = {
        model.__name__
        for model in apps.get_app_config("players").get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model is person and field.name in queries.OWNERS
    }
    assert naming - set(queries.WITHHELD) <= queries.told_models()
    assert all(queries.WITHHELD.values())


def test_no_cell_is_a_formula(player: Actor, client: Client) -> None:
    key = uuid.uuid4()
    operations.ask_rectification(
        person_id=player.id, field="other", wanted="=1+1", why="@SUM(A1)", idempotency_key=key, now=timezone.now()
    )
    packed = fetched(client, player)
    text = packed.read("csv/rectificationrequest.csv").decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=";") for cell in row]
    assert "'=1+1" in cells
    assert "'@SUM(A1)" in cells


def test_a_long_file_lies_in_pieces_and_is_given_out_whole(
    player: Actor, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "PIECE", 700)
    packed = fetched(client, player)
    assert packed.testzip() is None
    (export,) = queries.exports_of(player.id)
    assert DataExportPart.objects.count() == -(-export.size // 700) > 3


def test_one_file_waits_at_a_time_and_its_progress_is_shown(player: Actor, client: Client) -> None:
    client.post(ASKED, {"key": str(uuid.uuid4())})
    client.post(ASKED, {"key": str(uuid.uuid4())})
    assert len(queries.exports_of(player.id)) == 1
    assert "À espera de vez" in client.get("/conta/dados/").content.decode()
    assert client.post(ASKED, {"key": "x"}).status_code == 400
    waiting = operations.claim_export(now=timezone.now())
    assert waiting is not None
    operations.note_progress(export_id=waiting.export_id, done=3, parts=20)
    assert "3 de 20 partes" in client.get("/conta/dados/").content.decode()


def test_a_maker_that_died_is_replaced_and_three_deaths_are_enough(player: Actor) -> None:
    now = timezone.now()
    operations.ask_export(person_id=player.id, idempotency_key=uuid.uuid4(), now=now)
    for _ in range(operations.TRIES):
        assert operations.claim_export(now=now) is not None
        assert operations.claim_export(now=now) is None
        now += operations.LEASE + timedelta(seconds=1)
    assert operations.claim_export(now=now) is None
    assert queries.exports_of(player.id)[0].state == "failed"


def test_a_file_is_its_owners_and_goes_after_its_days(player: Actor, floor: Floor, client: Client) -> None:
    fetched(client, player)
    (export,) = queries.exports_of(player.id)
    other = floor.player()
    browser = Client()
    assert browser.get(f"/conta/dados/{export.code}.zip").status_code == 302
    browser.login(username=other.email, password=other.password)
    assert browser.get(f"/conta/dados/{export.code}.zip").status_code == 404
    assert queries.exports_of(player.id)[0].fetches == 1
    later = timezone.now() + operations.KEPT_FOR + timedelta(minutes=1)
    assert operations.expire_exports(now=later) == 1
    assert not DataExportPart.objects.exists()
    assert client.get(f"/conta/dados/{export.code}.zip").status_code == 404


def test_a_rectification_is_asked_decided_and_told(player: Actor, floor: Floor, client: Client) -> None:
    said = {"field": "address", "wanted": "Rua Nova, 2", "why": "mudei de casa", "key": str(uuid.uuid4())}
    assert client.post("/conta/dados/corrigir/", said).status_code == 302
    assert client.post("/conta/dados/corrigir/", said).status_code == 302
    (request,) = queries.open_rectifications()
    compliance = Client()
    compliance.force_login(get_user_model().objects.get(pk=floor.staff(Role.COMPLIANCE).id))
    assert "Rua Nova, 2" in compliance.get("/casa/dados/").content.decode()
    path = f"/casa/dados/{request.id}/decidir/"
    assert compliance.post(path, {"verdict": "accept", "reason": " "}).status_code == 400
    assert queries.open_rectifications() == (request,)
    assert compliance.post(path, {"verdict": "perhaps", "reason": "sim"}).status_code == 400
    compliance.post(path, {"verdict": "accept", "reason": "viu-se a fatura"})
    assert queries.open_rectifications() == ()
    assert "viu-se a fatura" in client.get("/conta/dados/").content.decode()
    assert Registration.objects.get(person_id=player.id).address == "Rua Nova, 2"
    (change,) = DataChange.objects.filter(person_id=player.id)
    assert (change.what, change.before, change.after) == ("address", "Rua da Prata 12, Lisboa", "Rua Nova, 2")
    assert change.by.is_staff
    assert compliance.post("/casa/dados/999999/decidir/", {"verdict": "accept", "reason": "x"}).status_code == 404


@rule("PT-17", asserts="Each detail that is corrected is kept as a change, with what it became and who agreed to it.")
@pytest.mark.parametrize(
    ("field", "wanted", "value", "what", "after"),
    [
        ("birth-date", "nasci a 31 de maio", "31/05/1989", "birth-date", "1989-05-31"),
        ("nationality", "Roménia", "", "nationality", "RO"),
        ("full-name", "Ana Maria Reis Costa", "", "full-name", "Ana Maria Reis Costa"),
        ("document", "12345678 9ZX1", "", "document-number", "123456789ZX1"),
        ("profession", "Médica", "", "profession", "Médica"),
    ],
)
def test_an_accepted_rectification_stands_in_the_registration(
    floor: Floor, field: str, wanted: str, value: str, what: str, after: str
) -> None:
    player, compliance, now = floor.player(), floor.staff(Role.COMPLIANCE), floor.now
    asked = operations.ask_rectification(
        person_id=player.id, field=field, wanted=wanted, why="erro meu", idempotency_key=uuid.uuid4(), now=now
    )
    decision = {"request_id": asked.request_id, "accepted": True, "reason": "viu-se o cartão", "by": compliance.id}
    decided = operations.decide_rectification(**decision, value=value, now=now)  # type: ignore[arg-type]
    assert [name.replace("_", "-") for name in decided.changed] == [what]
    (change,) = DataChange.objects.filter(person_id=player.id)
    assert (change.what, change.after, change.by_id) == (what, after, compliance.id)
    with pytest.raises(PrivacyRejected) as refused:
        operations.decide_rectification(**decision, now=now)  # type: ignore[arg-type]
    assert refused.value.reason is PrivacyRejection.ALREADY_DECIDED


def test_who_moves_abroad_has_no_district_of_portugal_any_more(floor: Floor) -> None:
    player, compliance, now = floor.player(), floor.staff(Role.COMPLIANCE), floor.now
    asked = operations.ask_rectification(
        person_id=player.id, field="country", wanted="es", why="mudei-me", idempotency_key=uuid.uuid4(), now=now
    )
    decided = operations.decide_rectification(
        request_id=asked.request_id, accepted=True, reason="viu-se", by=compliance.id, now=now
    )
    assert decided.changed == ("district", "country")
    held = Registration.objects.get(person_id=player.id)
    assert (held.country, held.district) == ("ES", "")


def test_an_impossible_value_is_neither_accepted_nor_written(floor: Floor) -> None:
    player, other, compliance = floor.player(), floor.player(), floor.staff(Role.COMPLIANCE)
    theirs = Registration.objects.get(person_id=other.id).nif
    for field, value, expected in (
        ("birth-date", "31/02/1990", PrivacyRejection.VALUE_INVALID),
        ("birth-date", "2020-01-01", PrivacyRejection.VALUE_INVALID),
        ("nif", "123456780", PrivacyRejection.VALUE_INVALID),
        ("country", "Atlântida", PrivacyRejection.VALUE_INVALID),
        ("nif", theirs, PrivacyRejection.VALUE_TAKEN),
    ):
        asked = operations.ask_rectification(
            person_id=player.id, field=field, wanted=value, why="x", idempotency_key=uuid.uuid4(), now=floor.now
        )
        with pytest.raises(PrivacyRejected) as refused:
            operations.decide_rectification(
                request_id=asked.request_id, accepted=True, reason="prova", by=compliance.id, now=floor.now
            )
        assert refused.value.reason is expected, value
    assert len(queries.open_rectifications()) == 5
    assert not DataChange.objects.filter(person_id=player.id).exists()
    operations.decide_rectification(
        request_id=asked.request_id, accepted=False, reason="não", by=compliance.id, now=floor.now
    )
    assert not DataChange.objects.filter(person_id=player.id).exists()


def test_an_unproven_identity_is_asked_after_again_once_staff_corrected_it(floor: Floor) -> None:
    player, compliance = floor.player(verified=False), floor.staff(Role.COMPLIANCE)
    IdentityCheck.objects.filter(person_id=player.id, answered_at=None).update(
        answered_at=floor.now, outcome="mismatch", verifier="x"
    )
    asked = operations.ask_rectification(
        person_id=player.id,
        field="full-name",
        wanted="Ana Reis Costa",
        why="x",
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    operations.decide_rectification(
        request_id=asked.request_id, accepted=True, reason="prova", by=compliance.id, now=floor.now
    )
    assert IdentityCheck.objects.filter(person_id=player.id, answered_at=None).count() == 1
    assert attempts_left(player.id) == ATTEMPTS, "what staff correct is no try of the person's"


@pytest.mark.parametrize(
    ("field", "wanted", "why"),
    [("shoe-size", "43", "cresci"), ("address", "", "x"), ("address", "x" * 301, "x"), ("address", "a\0b", "x")],
)
def test_a_rectification_that_says_nothing_is_refused(
    player: Actor, client: Client, field: str, wanted: str, why: str
) -> None:
    said = {"field": field, "wanted": wanted, "why": why, "key": str(uuid.uuid4())}
    assert client.post("/conta/dados/corrigir/", said).status_code == 400
    with pytest.raises(PrivacyRejected):
        operations.ask_rectification(
            person_id=player.id, field=field, wanted=wanted, why=why, idempotency_key=uuid.uuid4(), now=timezone.now()
        )
    assert queries.rectifications_of(player.id) == ()


def test_no_more_than_five_rectifications_wait(player: Actor) -> None:
    now = timezone.now()
    for number in range(operations.OPEN_MOST):
        operations.ask_rectification(
            person_id=player.id, field="other", wanted=f"{number}", why="x", idempotency_key=uuid.uuid4(), now=now
        )
    with pytest.raises(PrivacyRejected) as refused:
        operations.ask_rectification(
            person_id=player.id, field="other", wanted="6", why="x", idempotency_key=uuid.uuid4(), now=now
        )
    assert refused.value.reason is PrivacyRejection.TOO_MANY_OPEN
    assert refused.value.most == operations.OPEN_MOST


def test_closing_needs_a_tick_bars_play_and_owes_the_balance(player: Actor, client: Client) -> None:
    key = str(uuid.uuid4())
    assert client.post("/conta/fechar/", {"key": key}).status_code == 400
    assert queries.closure_of(player.id) is None
    other = Client()
    other.login(username=player.email, password=player.password)
    answer = client.post("/conta/fechar/", {"key": key, "sure": "on"}, follow=True)
    assert answer.redirect_chain == [("/entrar/", 302)]
    assert "A sua conta está fechada" in answer.content.decode()
    closure = queries.closure_of(player.id)
    assert closure is not None
    assert closure.balance == player.balance() == 1_010_00
    now = timezone.now()
    answer = gates.may_play(person_ids=[player.id], currency=Currency.EUR, now=now)[player.id]
    assert answer.block is gates.Block.CLOSED
    assert {browser.get("/conta/").status_code for browser in (client, other)} == {302}, "everywhere signed out"
    client.login(username=player.email, password=player.password)
    assert client.get("/conta/").status_code == 200, "to read what is kept"
    with pytest.raises(PrivacyRejected) as refused:
        operations.close_account(person_id=player.id, idempotency_key=uuid.uuid4(), now=now)
    assert refused.value.reason is PrivacyRejection.ALREADY_CLOSED
    again = operations.close_account(person_id=player.id, idempotency_key=uuid.UUID(key), now=now)
    assert again.repeat


def test_the_balance_waits_while_its_holder_sits_or_has_no_means(player: Actor, client: Client) -> None:
    client.post("/conta/fechar/", {"key": str(uuid.uuid4()), "sure": "on"})
    assert payouts.pay_what_is_owed(now=timezone.now()) == 0
    assert player.balance() == 1_010_00


@rule(
    "PT-07",
    asserts="Compliance closes an account for a death with a reason; signing in is refused from then on, and the "
    "balance is not paid out by itself.",
)
def test_after_a_death_sign_in_is_refused_and_staff_pay(player: Actor, floor: Floor) -> None:
    compliance, support = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPPORT)
    now = timezone.now()
    for by, reason, expected in (
        (support.id, "certidão 12/2026", PrivacyRejection.NOT_ALLOWED),
        (compliance.id, "  ", PrivacyRejection.REASON_MISSING),
    ):
        with pytest.raises(PrivacyRejected) as refused:
            operations.close_for_death(person_id=player.id, reason=reason, by=by, idempotency_key=uuid.uuid4(), now=now)
        assert refused.value.reason is expected
    browser = Client()
    browser.force_login(get_user_model().objects.get(pk=compliance.id))
    told = {"email": player.email, "reason": "certidão 12/2026", "key": str(uuid.uuid4())}
    assert browser.post("/casa/dados/falecimento/", told).status_code == 302
    assert "certidão 12/2026" in browser.get("/casa/dados/").content.decode()
    assert not Client().login(username=player.email, password=player.password)
    assert payouts.pay_what_is_owed(now=now) == 0


def test_a_closure_is_never_rewritten(floor: Floor) -> None:
    player = floor.player(cents=0)
    operations.close_account(person_id=player.id, idempotency_key=uuid.uuid4(), now=floor.now)
    for statement in ("UPDATE players_accountclosure SET balance = 1", "DELETE FROM players_accountclosure"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_the_first_page_says_how_things_stand(player: Actor, client: Client) -> None:
    text = client.get("/conta/").content.decode()
    for told in ("1010,00", "10,00", "Jogadas com apostas", "Limites e pausas", "Nenhuma."):
        assert told in text.replace("\xa0", "").replace("1 010", "1010"), told
