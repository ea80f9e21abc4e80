"""Complaints over the web: another person's case does not exist, files come out harmless, forms sent twice count
once."""

import io
import uuid
from typing import Any

import openpyxl
import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from kernel.money import Currency
from players.complaints import operations as complaints
from players.complaints.operations.attachments import Sent
from players.models import Complaint, ComplaintEvent, ComplaintFile, ComplaintMessage
from players.roles import Role
from reporting.models import ExportLog
from reporting.writers import Format
from tables import queries
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, Actor, Floor
from tests.rules import rule
from wallet import queries as wallet

TEXT = "A jogada foi mal paga, e tenho uma fotografia."
NOTHING = str(uuid.UUID(int=7))


def browser(actor: Actor | None = None) -> Client:
    client = Client()
    if actor:
        client.force_login(get_user_model().objects.get(pk=actor.id))
    return client


def sent(**others: Any) -> dict[str, Any]:
    return {"category": "round", "text": TEXT, "key": str(uuid.uuid4()), **others}


def made(floor: Floor, player: Actor, **others: Any) -> complaints.CaseDone:
    return complaints.complain(
        **{
            "person_id": player.id,
            "category": "round",
            "text": TEXT,
            "idempotency_key": uuid.uuid4(),
            "now": floor.now,
            **others,
        }
    )


def settled(floor: Floor, player: Actor) -> str:
    table = floor.table(PONTO_E_BANCA, code="praia")
    floor.sit(player, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, ponto=5_00)
    floor.settle(table)
    return code


def session_of(player: Actor, floor: Floor) -> uuid.UUID:
    return queries.sessions_of(player.id, now=floor.now)[0].code


@rule(
    "PT-78",
    asserts="A complaint can be begun from a round, a session, a table, a payment or from nothing, and keeps which.",
)
def test_a_complaint_from_every_place_has_its_subject(floor: Floor) -> None:
    player = floor.player()
    code = settled(floor, player)
    session = str(session_of(player, floor))
    movement = wallet.statement(player.key, Currency.EUR)[0].id
    for query, subject in (
        (f"?jogada={code}", ("round", code)),
        (f"?sessao={session}", ("session", session)),
        ("?mesa=praia", ("table", "praia")),
        (f"?movimento={movement}", ("payment", str(movement))),
        ("", ("none", "")),
    ):
        address = reverse("portal:complain") + query
        assert browser(player).get(address).status_code == 200
        assert browser(player).post(address, sent()).status_code == 302
        latest = Complaint.objects.latest("pk")
        assert (latest.subject_kind, latest.subject) == subject


def test_an_unknown_thing_or_anothers_is_no_subject(floor: Floor) -> None:
    player, other = floor.player(), floor.player()
    settled(floor, player)
    session = str(session_of(player, floor))
    movement = wallet.statement(player.key, Currency.EUR)[0].id
    for query in (
        "?jogada=nada",
        f"?sessao={session}",
        "?sessao=nada",
        f"?sessao={NOTHING}",
        f"?movimento={movement}",
        "?movimento=-1",
        "?movimento=９",
        f"?movimento={'9' * 40}",
        "?mesa=x",
    ):
        for method in ("get", "post"):
            form = sent() if method == "post" else None
            answer = getattr(browser(other), method)(reverse("portal:complain") + query, form)
            assert answer.status_code == 404, query
    assert not Complaint.objects.exists()


def test_a_form_sent_twice_is_one_complaint(floor: Floor) -> None:
    player = floor.player()
    client, form = browser(player), sent()
    addresses = {client.post(reverse("portal:complain"), form).headers["Location"] for _ in range(2)}
    assert len(addresses) == 1
    assert Complaint.objects.count() == ComplaintMessage.objects.count() == 1
    again = client.post(reverse("portal:complain"), {**form, "text": "Outra coisa inteiramente."})
    assert again.status_code == 409
    assert Complaint.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": ""},
        {"text": "x" * 5_001},
        {"category": "=1+1"},
        {"key": "nada"},
        {"when": "2999-01-01"},
        {"when": "ontem"},
        {"text": "a\0" * 20},
    ],
)
def test_nonsense_is_said_and_nothing_is_written(floor: Floor, wrong: dict[str, str]) -> None:
    answer = browser(floor.player()).post(reverse("portal:complain"), sent(**wrong))
    assert answer.status_code == 400
    assert not Complaint.objects.exists()


def test_visitors_read_where_else_and_staff_do_not_complain(floor: Floor) -> None:
    page = browser().get(reverse("portal:complain")).content.decode()
    assert "livroreclamacoes.pt" in page
    assert browser().post(reverse("portal:complain"), sent()).status_code == 302
    assert browser(floor.staff(Role.SUPPORT)).get(reverse("portal:complain")).status_code == 403
    assert not Complaint.objects.exists()


def test_anothers_case_does_not_exist_and_nothing_changes(floor: Floor) -> None:
    player, other = floor.player(), browser(floor.player())
    case = made(floor, player, files=[Sent("a.txt", b"ola")])
    file = ComplaintFile.objects.get()
    events = ComplaintEvent.objects.count()
    assert other.get(reverse("portal:complaint", args=[case.number])).status_code == 404
    assert other.get(reverse("portal:complaint_file", args=[file.code])).status_code == 404
    for name in ("complaint_reply", "complaint_reopen", "complaint_close"):
        answer = other.post(reverse(f"portal:{name}", args=[case.number]), {"text": TEXT, "key": NOTHING})
        assert answer.status_code == 404
    assert ComplaintEvent.objects.count() == events
    for number in ("R-2026-99999", "R-2026-000000001", "r", "R-99999999999-1"):
        assert other.get(reverse("portal:complaint", args=[number])).status_code == 404


def test_a_file_comes_out_harmless(floor: Floor) -> None:
    player = floor.player()
    evil = SimpleUploadedFile("x\r\nSet-Cookie: a=b.html", b"<b>not at the start? it is text</b>"[3:], "text/html")
    answer = browser(player).post(reverse("portal:complain"), sent(attached=[evil]))
    assert answer.status_code == 302
    file = ComplaintFile.objects.get()
    for client, name in (
        (browser(player), "portal:complaint_file"),
        (browser(floor.staff(Role.SUPPORT)), "backoffice:complaint_file"),
    ):
        taken = client.get(reverse(name, args=[file.code]))
        assert taken.status_code == 200
        assert taken.headers["Content-Type"] == "text/plain"
        assert taken.headers["Content-Disposition"].startswith("attachment")
        assert "\r" not in taken.headers["Content-Disposition"]
        assert ".txt" in taken.headers["Content-Disposition"]
        assert taken.headers["X-Content-Type-Options"] == "nosniff"
        assert taken.headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
        assert "Set-Cookie" not in taken.headers


def test_six_files_are_too_many(floor: Floor) -> None:
    files = [SimpleUploadedFile(f"{number}.txt", b"ola") for number in range(1_000)]
    answer = browser(floor.player()).post(reverse("portal:complain"), sent(attached=files[:6]))
    assert answer.status_code == 409
    assert "no máximo 5" in answer.content.decode()
    assert browser(floor.player()).post(reverse("portal:complain"), sent(attached=files)).status_code == 400
    assert not Complaint.objects.exists()


def test_written_words_are_shown_as_text(floor: Floor) -> None:
    player = floor.player()
    case = made(floor, player, text="<script>alert(1)</script> {{ 7|add:7 }} https://mau.example")
    for client, name in (
        (browser(player), "portal:complaint"),
        (browser(floor.staff(Role.SUPPORT)), "backoffice:complaint"),
    ):
        page = client.get(reverse(name, args=[case.number])).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        assert 'href="https://mau.example' not in page


FORMULAS = ["=1+1", "+SUM(A1)", "-2+3", "@SUM(A1)", "＝1+1", '"=cmd|x', "\t=1", "#strong[$x$] @ref"]


def test_no_formula_leaves_with_the_log(floor: Floor) -> None:
    player, auditor = floor.player(), browser(floor.staff(Role.AUDITOR))
    for formula in FORMULAS:
        made(floor, player, text=f"{formula} não foi pago")
    for kind in Format:
        answer = auditor.get(reverse("backoffice:export_complaints", args=[kind.value]) + "?view=all")
        assert answer.status_code == 200, kind
        content = answer.content
        if kind is Format.CSV:
            cells = [cell.strip('"') for line in content.decode("utf-8-sig").splitlines() for cell in line.split(";")]
            assert not [cell for cell in cells if cell[:1] in {"=", "+", "-", "@", "＝"}]
        if kind is Format.XLSX:
            _no_formulas(content)
    logged = ExportLog.objects.filter(what="complaints")
    assert logged.count() == len(Format)
    assert {log.rows for log in logged} == {len(FORMULAS)}
    assert auditor.get("/casa/reclamacoes/registo.exe").status_code == 404


def test_the_log_says_its_filters_and_codes_in_words(floor: Floor) -> None:
    made(floor, floor.player(), text="A jogada não foi paga")
    auditor = browser(floor.staff(Role.AUDITOR))
    taken = auditor.get(reverse("backoffice:export_complaints", args=["csv"]) + "?view=open").content.decode()
    assert "Filtro: estado;em análise, recebida" in taken or "Filtro: estado;recebida, em análise" in taken
    assert ";recebida;" in taken
    assert "Revisão" not in taken


def _no_formulas(content: bytes) -> None:
    book = openpyxl.load_workbook(io.BytesIO(content))
    assert not [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]


def test_a_stale_decision_is_refused_and_keeps_what_was_typed(floor: Floor) -> None:
    player, support = floor.player(), floor.staff(Role.SUPPORT)
    case = made(floor, player)
    client, address = browser(support), reverse("backoffice:complaint", args=[case.number])
    client.post(reverse("backoffice:take_complaint", args=[case.number]), {"seen": case.revision})
    seen = Complaint.objects.get().revision
    complaints.reply(
        person_id=player.id, complaint_id=case.complaint_id, text="Mais.", idempotency_key=uuid.uuid4(), now=floor.now
    )
    form = {"outcome": "rejected", "reasons": "Está tudo certo, vimos.", "key": str(uuid.uuid4()), "seen": seen}
    answer = client.post(reverse("backoffice:decide_complaint", args=[case.number]), form)
    assert answer.status_code == 409
    assert "Está tudo certo, vimos." in answer.content.decode()
    assert Complaint.objects.get().outcome == ""
    fresh = {**form, "seen": Complaint.objects.get().revision}
    assert client.post(reverse("backoffice:decide_complaint", args=[case.number]), fresh).headers["Location"] == address
    assert Complaint.objects.get().outcome == "rejected"
    for missing in ("outcome", "reasons", "seen", "key"):
        left = {name: value for name, value in fresh.items() if name != missing}
        answer = client.post(reverse("backoffice:decide_complaint", args=[case.number]), left)
        assert answer.status_code == 400, missing


def test_the_adjudicator_answers_in_words(client: Client) -> None:
    def asked(**question: str) -> tuple[int, str]:
        answer = client.get(reverse("portal:adjudicator"), {"preset": "ponto-e-banca", **question})
        return answer.status_code, answer.content.decode()

    assert asked()[0] == 200
    status, page = asked(cards="KS 2H 2D 3C KD", stake_banca="20", stake_ponto="5,00")
    assert status == 200
    assert "Ganha a banca" in page
    assert asked(cards="K♠,2♥;2♦ 3♣ K♦", stake_banca="20")[0] == 200
    assert asked(cards="KS2H2D3CKD", stake_banca="20")[0] == 200
    assert asked(cards="10S 2H 2D 3C KD", stake_banca="20")[0] == 200
    for question, said in (
        ({"cards": "KS 2H 2D 3C", "stake_banca": "20"}, "há só 4"),
        ({"cards": "KS 2H 2D 3C KD 5H", "stake_banca": "20"}, "sobram"),
        ({"cards": "KS " * 9, "stake_banca": "20"}, "8 baralhos"),
        ({"cards": "XX", "stake_banca": "20"}, "não é uma carta"),
        ({"cards": "", "stake_banca": "20"}, "obrigatório"),
        ({"cards": "KS 2H 2D 3C KD"}, "pelo menos uma aposta"),
        ({"cards": "KS 2H 2D 3C KD", "stake_banca": "-1"}, "acima de zero"),
        ({"cards": "KS 2H 2D 3C KD", "stake_banca": "9" * 19}, "acima de zero"),
        ({"cards": "KS 2H 2D 3C KD", "stake_lucky-six": "1"}, "não tem esta chance"),
        ({"cards": "KS 2H 2D 3C KD", "stake_banca": "1", "preset": "<b>"}, "&lt;b&gt;"),
    ):
        status, page = asked(**question)  # type: ignore[arg-type]
        assert status == 400, question
        assert said in page, question


def test_the_evidence_of_a_round_is_taken_and_noted(floor: Floor) -> None:
    player = floor.player()
    code = settled(floor, player)
    own = browser(player).get(reverse("portal:evidence", args=[code]))
    assert own.content.startswith(b"PK")
    assert not ExportLog.objects.filter(what="evidence").exists()
    whole = browser(floor.staff(Role.SUPPORT)).get(reverse("backoffice:evidence", args=[code]))
    assert whole.content.startswith(b"PK")
    assert ExportLog.objects.get(what="evidence").filter == {"round": code}
    assert browser(player).get(reverse("portal:evidence", args=["nada"])).status_code == 404
