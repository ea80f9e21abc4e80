"""A complaint that came by letter, registered by staff for its player (PT-77, PT-79)."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone, translation

from kernel.calendar import lisbon_date
from kernel.labels import label
from players.models import Channel, Complaint, ComplaintFile
from players.roles import Role
from tests.factories import MACAU, PONTO_WINS, Actor, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.rules import rule
from tests.tampering import past_triggers

SHEET = "ROR00000000000123456"
TEXT = "Escrevo porque o levantamento de março não chegou à minha conta."


def address(player: Actor) -> str:
    return f"/casa/jogadores/{player.key}/reclamacao/"


def sent(**others: Any) -> dict[str, Any]:
    day = lisbon_date(timezone.now()) - timedelta(days=4)
    facts = {"channel": "letter", "received_on": day.isoformat(), "category": "money", "text": TEXT, "round": ""}
    return {**facts, "key": str(uuid.uuid4()), **others}


def register(browser: Client, player: Actor, **others: Any) -> Any:
    return browser.post(address(player), sent(**others))


@rule(
    "PT-77",
    asserts="A complaint that came by letter is registered for its player with the letter's file, and the player reads "
    "it among the own ones.",
)
def test_support_registers_a_letter_with_its_file(floor: Floor, as_role: AsRole, sign_in: SignIn) -> None:
    player, support = floor.player("ana"), as_role(Role.SUPPORT)
    assert address(player) in support.get(f"/casa/jogadores/{player.key}/").content.decode()
    letter = SimpleUploadedFile("carta.txt", b"Exmos. Senhores", content_type="text/plain")

    answer = register(support, player, attached=letter)

    case = Complaint.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/casa/reclamacoes/{case.number}/")
    assert (case.person_id, case.channel, ComplaintFile.objects.count()) == (player.id, "letter", 1)
    page = support.get(answer.headers["Location"]).content.decode()
    assert "Canal" in page
    assert "carta" in page
    own = sign_in(player).get(f"/reclamacoes/{case.number}/").content.decode()
    assert TEXT in own
    assert "Canal" in own


@pytest.mark.parametrize("channel", [each for each in Channel if each is not Channel.PORTAL])
def test_a_complaint_that_came_by_any_channel_is_registered_and_names_it(
    channel: Channel, floor: Floor, as_role: AsRole, sign_in: SignIn
) -> None:
    player, support = floor.player("ana"), as_role(Role.SUPPORT)

    sheet = SHEET if channel is Channel.BOOK else ""
    answer = register(support, player, channel=channel.value, sheet=sheet)

    assert answer.status_code == 302
    assert Complaint.objects.get().channel == channel.value
    with translation.override("pt"):
        named = f"<dd>{label(channel)}"
    assert named in support.get(answer.headers["Location"]).content.decode()
    assert named in sign_in(player).get(f"/reclamacoes/{Complaint.objects.get().number}/").content.decode()
    log = as_role(Role.COMPLIANCE).get("/casa/reclamacoes/registo.csv?view=all").content.decode()
    assert f"{named[4:]};{sheet};" in log.replace('"', "")


def test_a_round_is_looked_up(floor: Floor, as_role: AsRole) -> None:
    player, support = floor.player("ana"), as_role(Role.SUPPORT)
    code = floor.open_round(floor.table(MACAU, code="lua"), PONTO_WINS)

    wrong = register(support, player, round="lua-20260101-9999")
    assert wrong.status_code == 400
    assert "Essa jogada não existe" in wrong.content.decode()
    assert register(support, player, round=code).status_code == 302
    assert Complaint.objects.get().subject == code


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"received_on": (lisbon_date(timezone.now()) + timedelta(days=2)).isoformat()}, "ainda não chegou"),
        ({"channel": "portal"}, "id_channel_error"),
        ({"text": "curto"}, "10 caracteres"),
        ({"received_on": ""}, "obrigatório"),
        ({"channel": "complaints-book"}, "id_sheet_error"),
        ({"channel": "letter", "sheet": "ROR00000000000123456"}, "id_sheet_error"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    floor: Floor, as_role: AsRole, wrong: dict[str, str], said: str
) -> None:
    player = floor.player("ana")
    answer = register(as_role(Role.COMPLIANCE), player, **wrong)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not Complaint.objects.exists()


def test_a_sheet_of_the_book_is_found_by_its_number_and_registered_once(floor: Floor, as_role: AsRole) -> None:
    support = as_role(Role.SUPPORT)
    written = register(support, floor.player("ana"), channel="complaints-book", sheet="ror 0000 0000 0001 2345 6")
    assert written.status_code == 302
    case = Complaint.objects.get()
    assert case.sheet == SHEET
    page = support.get(f"/casa/reclamacoes/{case.number}/").content.decode()
    assert SHEET in page
    for typed in (SHEET, SHEET.lower(), "ROR 0000 0000 000123456"):
        assert case.number in support.get("/casa/procurar/", {"q": typed}).content.decode()
    assert case.number in support.get("/casa/reclamacoes/", {"text": "000123456"}).content.decode()

    again = register(support, floor.player("bia"), channel="complaints-book", sheet=SHEET)

    assert again.status_code == 409
    assert "já está registada" in again.content.decode()
    assert Complaint.objects.count() == 1


def test_a_mistyped_sheet_is_corrected_on_the_page_of_the_case(floor: Floor, as_role: AsRole, sign_in: SignIn) -> None:
    player, support = floor.player("ana"), as_role(Role.SUPPORT)
    mistyped, taken = "ROR00000000000123465", "ROR00000000000777777"
    register(support, player, channel="complaints-book", sheet=taken)
    other = Complaint.objects.get()
    register(support, player, channel="complaints-book", sheet=mistyped)
    case = Complaint.objects.exclude(pk=other.pk).get()
    place = f"/casa/reclamacoes/{case.number}/"

    def correct(browser: Client = support, **others: Any) -> Any:
        facts = {"sheet": SHEET, "reason": "dois algarismos trocados", "seen": case.revision}
        return browser.post(f"{place}folha/", {**facts, **others})

    page = support.get(place).content.decode()
    assert "Corrigir o número da folha" in page
    assert f'value="{mistyped}"' in page, "the number stands in the field, to be mended there"
    for wrong, said, status in (
        ({"sheet": "12"}, "id_sheet_sheet_error", 400),
        ({"sheet": ""}, "id_sheet_sheet_error", 400),
        ({"reason": ""}, "id_sheet_reason_error", 400),
        ({"sheet": mistyped}, "já tem este número", 409),
        ({"sheet": taken}, other.number, 409),
        ({"seen": case.revision - 1}, "mudou enquanto escrevia", 409),
    ):
        answer = correct(**wrong)
        assert (answer.status_code, said in answer.content.decode()) == (status, True), wrong
        assert "<details open>" in answer.content.decode()
    case.refresh_from_db()
    assert case.sheet == mistyped

    answer = correct(sheet="ror 0000 0000 0001 2345 6")

    assert (answer.status_code, answer.headers["Location"]) == (302, place)
    page = support.get(place).content.decode()
    assert f"<code>{SHEET}</code>" in page
    assert f"corrigiu o número da folha: {SHEET} em vez de {mistyped}" in page
    assert "<q>dois algarismos trocados</q>" in page
    assert SHEET in sign_in(player).get(f"/reclamacoes/{case.number}/").content.decode()
    compliance = as_role(Role.COMPLIANCE)
    log = compliance.get("/casa/reclamacoes/registo.csv?view=all").content.decode()
    assert SHEET in log
    assert mistyped not in log
    trail = as_role(Role.AUDITOR).get("/casa/auditoria/").content.decode()
    for told in (case.number, mistyped, SHEET, "dois algarismos trocados"):
        assert told in trail


def test_a_case_of_the_book_without_a_number_is_offered_one(floor: Floor, as_role: AsRole) -> None:
    player, support = floor.player("ana"), as_role(Role.SUPPORT)
    register(support, player, channel="complaints-book", sheet=SHEET)
    case = Complaint.objects.get()
    with past_triggers():
        Complaint.objects.update(sheet="")
    place = f"/casa/reclamacoes/{case.number}/"
    assert "Indicar o número da folha" in support.get(place).content.decode()
    sent = {"sheet": SHEET, "reason": "não foi registado na altura", "seen": case.revision}
    assert support.post(f"{place}folha/", sent).status_code == 302
    assert f"indicou o número da folha: {SHEET}" in support.get(place).content.decode()


def test_no_number_of_a_sheet_is_offered_elsewhere(floor: Floor, as_role: AsRole) -> None:
    support, player = as_role(Role.SUPPORT), floor.player("ana")
    register(support, player)
    case = Complaint.objects.get()
    place = f"/casa/reclamacoes/{case.number}/"
    assert f"{place}folha/" not in support.get(place).content.decode()
    sent = {"sheet": SHEET, "reason": "dois algarismos trocados", "seen": case.revision}
    assert support.post(f"{place}folha/", sent).status_code == 409
    auditor = as_role(Role.AUDITOR)
    register(support, player, channel="complaints-book", sheet=SHEET)
    book = Complaint.objects.get(channel="complaints-book")
    seen = f"/casa/reclamacoes/{book.number}/"
    assert f"{seen}folha/" not in auditor.get(seen).content.decode()
    assert auditor.post(f"{seen}folha/", sent).status_code == 403


def test_who_only_reads_is_offered_nothing(floor: Floor, as_role: AsRole) -> None:
    player = floor.player("ana")
    auditor = as_role(Role.AUDITOR)
    assert address(player) not in auditor.get(f"/casa/jogadores/{player.key}/").content.decode()
    assert register(auditor, player).status_code == 403


OUTSIDERS = "/casa/reclamacoes/sem-conta/"
HEIR = {"relation": "heir", "name": "=Rui Costa", "email": "", "postal": "Rua da Prata 10, 1100-420 Lisboa"}


def test_support_registers_a_person_without_an_account_and_notes_the_post(as_role: AsRole) -> None:
    support = as_role(Role.SUPPORT)
    assert OUTSIDERS in support.get("/casa/reclamacoes/").content.decode()
    assert "Quem reclama" in support.get(OUTSIDERS).content.decode()

    answer = support.post(OUTSIDERS, sent(**HEIR, document="12345678", language="ro"))

    case = Complaint.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/casa/reclamacoes/{case.number}/")
    page = support.get(answer.headers["Location"]).content.decode()
    for shown in ("=Rui Costa", "herdeiro", "•••••678", "Rua da Prata 10", "por enviar", "a enviar por correio"):
        assert shown in page
    assert "confirmada por e-mail" not in page, "there is no address to which it could have gone"
    assert "12345678" not in page
    listed = support.get("/casa/reclamacoes/").content.decode()
    assert "herdeiro" in listed
    assert "5678" not in listed
    day = lisbon_date(timezone.now()).isoformat()
    post = f"/casa/reclamacoes/{case.number}/correio/"
    assert support.post(post, {"posted_on": "", "seen": case.revision}).status_code == 400
    assert support.post(post, {"posted_on": day, "seen": case.revision}).status_code == 302
    page = support.get(answer.headers["Location"]).content.decode()
    assert "enviou por correio" in page
    assert "por enviar" not in page


def test_an_answer_that_can_reach_nobody_is_not_registered(as_role: AsRole) -> None:
    answer = as_role(Role.SUPPORT).post(OUTSIDERS, sent(**{**HEIR, "postal": ""}, language="pt"))
    assert answer.status_code == 400
    assert "endereço postal completo" in answer.content.decode()
    assert not Complaint.objects.exists()


def test_no_money_is_offered_to_whom_has_no_account(as_role: AsRole) -> None:
    support = as_role(Role.SUPPORT)
    support.post(OUTSIDERS, sent(**HEIR, language="pt"))
    case = Complaint.objects.get()
    place = f"/casa/reclamacoes/{case.number}/"
    support.post(f"{place}tomar/", {"seen": case.revision})
    assert "Aqui não se pode pagar" in support.get(place).content.decode()
    case.refresh_from_db()
    facts = {"outcome": "accepted", "reasons": TEXT, "award": "5,00", "key": str(uuid.uuid4()), "seen": case.revision}
    answer = support.post(f"{place}decidir/", facts)
    assert answer.status_code == 409
    assert "não tem nenhuma" in answer.content.decode()


def test_the_log_has_who_complained_without_an_account(as_role: AsRole) -> None:
    compliance = as_role(Role.COMPLIANCE)
    compliance.post(OUTSIDERS, sent(**HEIR, language="pt"))
    file = compliance.get("/casa/reclamacoes/registo.csv").content.decode()
    assert "'=Rui Costa" in file
    assert "herdeiro" in file


def test_support_registers_what_the_person_wrote_back(as_role: AsRole) -> None:
    support = as_role(Role.SUPPORT)
    support.post(OUTSIDERS, sent(**HEIR, language="pt"))
    case = Complaint.objects.get()
    place = f"/casa/reclamacoes/{case.number}/"
    reply = {"channel": "letter", "received_on": lisbon_date(timezone.now()).isoformat(), "text": TEXT}
    assert "Registar o que a pessoa respondeu" in support.get(place).content.decode()

    def send(**others: Any) -> Any:
        case.refresh_from_db()
        return support.post(f"{place}resposta/", {**reply, "seen": case.revision, "key": str(uuid.uuid4()), **others})

    short = send(text="curto", attached=SimpleUploadedFile("carta.txt", b"Exmos.", content_type="text/plain"))
    assert short.status_code == 400
    assert "10 caracteres" in short.content.decode()
    early = send(again="on")
    assert early.status_code == 409
    assert "não tinha resposta" in early.content.decode()
    assert send(attached=SimpleUploadedFile("carta.txt", b"Exmos.", content_type="text/plain")).status_code == 302
    page = support.get(place).content.decode()
    assert "carta.txt" in page
    assert "a pessoa escreveu, carta" in page
    assert "por enviar" in page, "what was received is to be confirmed by post still"
