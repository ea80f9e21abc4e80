"""The answer to a complaint: numbered facts, a draft that cites them, kept texts filled with them (G2, H5)."""

import re
import uuid
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from players.complaints import operations as complaints
from players.complaints.operations import Subject
from players.complaints.operations.replies import write_template
from players.models import ComplaintDecision, ReplyUse, ReplyVersion, SubjectKind
from players.roles import Role
from tables.models import Round
from tables.operations import bets
from tests.factories import MACAU, PONTO_WINS, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn

TEMPLATES = "/casa/reclamacoes/modelos/"
TEXT = "{address}, a aposta de {amount} chegou às {moment}, {late} depois do fecho. Regras {rules}. {cause}."


class Case:
    """A round with an accepted slip and one that came too late, and the complaint about it in the hands of support."""

    def __init__(self, floor: Floor, name: str = "ana") -> None:
        self.floor = floor
        self.player, self.support = floor.player(name), floor.staff(Role.SUPPORT)
        table = floor.table(MACAU, code=f"lua-{name}")
        floor.sit(self.player, table)
        self.code = floor.open_round(table, PONTO_WINS)
        floor.bet(self.player, table, banca=25_00)
        self.late(table)
        floor.settle(table)
        done = complaints.complain(
            person_id=self.player.id,
            category="bet",
            text="A aposta não entrou e o Ponto ganhou.",
            subject=Subject(SubjectKind.ROUND, self.code),
            idempotency_key=uuid.uuid4(),
            now=floor.now,
        )
        done = complaints.take_in_hand(
            complaint_id=done.complaint_id, by=self.support.id, seen=done.revision, now=floor.now
        )
        self.number, self.seen = done.number, done.revision

    def late(self, table: int) -> None:
        """A slip that reaches the house 384 ms after the close."""
        at = Round.objects.get(code=self.code).closes_at + timedelta(milliseconds=384)
        slip = replace(self.floor.slip(self.player, table, {"ponto": 40_00}), received_at=at)
        with pytest.raises(bets.BetRejected):
            bets.take_slip(slip=slip, now=at)

    @property
    def address(self) -> str:
        return f"/casa/reclamacoes/{self.number}/"

    def form(self, **others: Any) -> dict[str, Any]:
        said = {"outcome": "rejected", "reasons": "A aposta chegou depois do fecho [1].", "seen": self.seen}
        return {**said, "key": str(uuid.uuid4()), "used": "", "award": "", **others}


def keep(case: Case, **others: Any) -> int:
    said = {"category": "bet", "language": "pt", "title": "Fora de tempo", "text": TEXT, "reason": "frequente"}
    done = write_template(**{**said, **others}, by=case.support.id, idempotency_key=uuid.uuid4(), now=case.floor.now)
    return ReplyVersion.objects.get(template_id=done.template_id, number=1).pk


def facts_on(page: str) -> list[str]:
    listed = re.search(r'<ol class="case-facts">(.*?)</ol>', page, re.S)
    assert listed is not None
    return [unescape(re.sub(r"<[^>]+>", " ", each)) for each in re.findall(r"<li.*?</li>", listed[1], re.S)]


def draft_on(page: str) -> str:
    written = re.search(r'<textarea name="reasons".*?>(.*?)</textarea>', page, re.S)
    assert written is not None
    return unescape(written[1])


def test_the_facts_are_numbered_in_their_order_and_the_draft_cites_them(floor: Floor, sign_in: SignIn) -> None:
    case = Case(floor)
    page = sign_in(case.support).get(case.address).content.decode()
    facts = facts_on(page)
    assert [int(each.split()[-1]) for each in facts] == list(range(1, len(facts) + 1))
    (late,) = [each for each in facts if "recusado" in each]
    assert "Ponto 40,00" in late
    assert "384\N{NO-BREAK SPACE}ms" in late
    draft = draft_on(page)
    number = int(late.split()[-1])
    assert f"384\N{NO-BREAK SPACE}ms depois de fecharem as apostas, e por isso não foi aceite [{number}]" in draft
    assert f"{case.code} [1]" in draft
    cited = {int(each) for each in re.findall(r"\[(\d+)\]", draft)}
    assert cited <= set(range(1, len(facts) + 1))
    assert "Exmo.(a) Senhor(a) ana," in draft


def test_the_key_of_a_template_is_shown_where_there_is_one(floor: Floor, sign_in: SignIn) -> None:
    case = Case(floor)
    clerk = sign_in(case.support)
    page = clerk.get(case.address).content.decode()
    assert "<kbd>N</kbd> nota" in page
    assert "<kbd>M</kbd>" not in re.sub(r"(?s)<dt>.*?</dt>", "", page), "but for the list of all keys"
    keep(case)
    assert "<kbd>M</kbd> modelo" in clerk.get(case.address).content.decode()


def test_another_players_slips_are_no_facts_of_the_case(floor: Floor, sign_in: SignIn) -> None:
    case = Case(floor)
    page = sign_in(case.support).get(case.address).content.decode()
    other = Case(floor, "rui")
    assert other.code not in page
    assert all("rui" not in each for each in facts_on(page))


def test_an_answer_ends_with_the_facts_that_it_cites(floor: Floor, sign_in: SignIn) -> None:
    case = Case(floor)
    browser = sign_in(case.support)
    answer = browser.post(f"{case.address}decidir/", case.form(reasons="Chegou tarde [3], e não foi aceite. Ver [1]."))
    assert answer.status_code == 302
    reasons = ComplaintDecision.objects.get().reasons
    head, below = reasons.split("\n\n")
    assert head == "Chegou tarde [3], e não foi aceite. Ver [1]."
    lines = below.splitlines()
    assert lines[0] == "Factos, como ficaram guardados:"
    assert [line[:3] for line in lines[1:]] == ["[1]", "[3]"]
    own = sign_in(case.player).get(f"/reclamacoes/{case.number}/").content.decode()
    assert "Factos, como ficaram guardados:" in own


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ("Chegou tarde [99] e ponto final.", "Não há o facto [99]"),
        ("Chegou {late} depois, e {amount}.", "{late}, {amount}"),
    ],
)
def test_what_is_not_there_cannot_be_sent(floor: Floor, sign_in: SignIn, reasons: str, said: str) -> None:
    case = Case(floor)
    answer = sign_in(case.support).post(f"{case.address}decidir/", case.form(reasons=reasons))
    assert answer.status_code == 400
    page = unescape(answer.content.decode())
    assert said in page
    assert reasons in page, "what was written is not lost"
    assert not ComplaintDecision.objects.exists()


def test_a_template_is_filled_with_the_facts_and_their_numbers(floor: Floor, sign_in: SignIn) -> None:
    case = Case(floor)
    version = keep(case)
    keep(case, language="en", title="Too late")
    keep(case, category="money", title="Levantamento")
    page = sign_in(case.support).get(case.address).content.decode()
    options = re.findall(r"<option[^>]*>", page[page.index('name="template"') :].split("</select>")[0])
    (option,) = [each for each in options if "data-text" in each]
    filled = unescape(re.search(r'data-text="(.*?)"', option, re.S)[1])  # type: ignore[index]
    assert f'value="{version}"' in option
    assert "{" not in filled
    assert re.search(r"a aposta de 40,00\s€ \[\d\] chegou às [\d:,]+ \[\d\], 384\sms \[\d\] depois do fecho", filled)
    assert "Regras v1 [1]" in filled
    assert "Preenchido" in unescape(option)


def test_without_script_the_text_comes_below_and_what_is_missing_is_said(floor: Floor, sign_in: SignIn) -> None:
    case = Case(floor)
    browser = sign_in(case.support)
    version = keep(case, category="", title="Devolvido", text="Devolvemos {returned}; caso {case}.")
    sent = case.form(reasons="Escrevi isto.", template=str(version), outcome="partly", award="5,00")
    answer = browser.post(f"{case.address}modelo/", sent)
    page = answer.content.decode()
    assert answer.status_code == 200
    written = draft_on(page)
    assert written.strip().startswith("Escrevi isto.\n\nDevolvemos")
    assert f"caso {case.number}." in written
    assert f'name="used" value="{version}"' in page
    assert 'value="5,00"' in page
    assert re.search(r'value="partly"[^>]*checked', page)
    assert "Inserido: T-" in page
    assert not ComplaintDecision.objects.exists()
    nothing = browser.post(f"{case.address}modelo/", {**sent, "template": ""})
    assert "Escolha um modelo" in nothing.content.decode()
    assert draft_on(nothing.content.decode()).strip() == "Escrevi isto."


def test_what_a_case_has_not_is_missing(floor: Floor, sign_in: SignIn) -> None:
    case = Case(floor)
    done = complaints.complain(
        person_id=floor.player("eva").id,
        category="bet",
        text="Uma queixa sem jogada nenhuma.",
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    complaints.take_in_hand(complaint_id=done.complaint_id, by=case.support.id, seen=done.revision, now=floor.now)
    keep(case)
    page = unescape(sign_in(case.support).get(f"/casa/reclamacoes/{done.number}/").content.decode())
    assert "Falta neste caso" in page
    assert "{late}" in page
    assert 'class="case-facts"' not in page


def test_the_answer_names_the_version_that_it_came_from(floor: Floor, sign_in: SignIn) -> None:
    case = Case(floor)
    version = keep(case)
    browser = sign_in(case.support)
    assert browser.post(f"{case.address}decidir/", case.form(used=f"{version} {version}")).status_code == 302
    assert ReplyUse.objects.get().version_id == version
    template = ReplyVersion.objects.get().template_id
    assert f"{TEMPLATES}{template}/" in browser.get(case.address).content.decode()
    assert f"T-{template}/v1" not in sign_in(case.player).get(f"/reclamacoes/{case.number}/").content.decode()


@pytest.mark.parametrize(("used", "status"), [("999999", 400), ("x", 400), ("1; DROP", 400), ("9" * 19, 400)])
def test_a_version_that_there_is_not(floor: Floor, sign_in: SignIn, used: str, status: int) -> None:
    case = Case(floor)
    answer = sign_in(case.support).post(f"{case.address}decidir/", case.form(used=used))
    assert answer.status_code == status
    assert not ComplaintDecision.objects.exists()


def test_similar_cases_are_those_about_the_same_kind_of_fact(floor: Floor, sign_in: SignIn) -> None:
    before, other = Case(floor, "rui"), Case(floor, "eva")
    browser = sign_in(before.support)
    browser.post(f"{before.address}decidir/", before.form())
    page = sign_in(other.support).get(other.address).content.decode()
    similar = page[page.index('id="similar"') :].split("</section>")[0]
    assert before.number in similar
    assert "384" in similar
    assert "rejeitada" in similar
    assert other.number not in similar


def test_the_player_in_short(floor: Floor, sign_in: SignIn) -> None:
    floor.now = timezone.now()
    case = Case(floor)
    page = sign_in(case.support).get(case.address).content.decode()
    brief = page[page.index('id="brief"') :].split("</section>")[0]
    assert "ana" in brief
    assert "25,00" in brief, "lost on Banca"
    assert f"/casa/jogadores/{case.player.key}/" in brief


def test_texts_are_written_changed_and_retired_on_their_pages(as_role: AsRole) -> None:
    support, auditor = as_role(Role.SUPPORT), as_role(Role.AUDITOR)
    assert f"{TEMPLATES}novo/" in support.get(TEMPLATES).content.decode()
    page = support.get(f"{TEMPLATES}novo/").content.decode()
    assert "{amount}" in page
    said = {
        "category": "",
        "language": "pt",
        "title": "Fecho",
        "text": "Se discordar, pode reabrir o caso {case}.",
        "reason": "todas as respostas acabam assim",
        "key": str(uuid.uuid4()),
    }
    wrong = support.post(f"{TEMPLATES}novo/", {**said, "text": "Devolvemos {valor} já."})
    assert wrong.status_code == 400
    assert "{valor}" in wrong.content.decode()
    assert "Devolvemos {valor} já." in wrong.content.decode()
    made = support.post(f"{TEMPLATES}novo/", said)
    address = made.headers["Location"]
    assert made.status_code == 302
    changed = {**said, "text": "Pode pedir que vejamos de novo {case}.", "seen": 1, "key": str(uuid.uuid4())}
    assert support.post(f"{address}alterar/", changed).status_code == 302
    stale = support.post(f"{address}alterar/", {**changed, "title": "Outro", "key": str(uuid.uuid4())})
    assert stale.status_code == 409
    read = auditor.get(address).content.decode()
    assert "todas as respostas acabam assim" in read
    assert "Pode pedir que vejamos" in read
    assert f"{address}alterar/" not in read
    assert auditor.post(f"{address}alterar/", changed).status_code == 403
    retired = {"reason": "já não se usa", "seen": 2, "key": str(uuid.uuid4())}
    assert support.post(f"{address}retirar/", retired).status_code == 302
    assert "Fecho" not in support.get(TEMPLATES).content.decode()
    assert "Fecho" in support.get(f"{TEMPLATES}?state=retired").content.decode()
    assert support.get(f"{TEMPLATES}999999/").status_code == 404
    assert support.post(f"{TEMPLATES}999999/alterar/", changed).status_code == 404
    assert support.post(f"{TEMPLATES}999999/alterar/", {**changed, "key": str(uuid.uuid4())}).status_code == 404
    assert "já não se usa" in as_role(Role.COMPLIANCE).get("/casa/auditoria/").content.decode()
