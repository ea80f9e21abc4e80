"""How tables run: risk limits, hours, incidents, and a draft tried on real bets, at the pages of the staff."""

import re
from typing import Any

import pytest
from django.test import Client

from casino.backoffice.presenters.floor_card import card_of
from players.roles import Role
from tables import queries
from tables.operations import incidents
from tables.table_settings import TableSettings
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole

pytestmark = pytest.mark.django_db
WEEK = {f"{name}_{day}": clock for day in range(5) for name, clock in (("opens", "18:00"), ("closes", "02:00"))}


@pytest.fixture
def manager(floor: Floor, as_role: AsRole) -> Client:
    floor.table(code="macau-1", terms=TableSettings(preset="macau", minimum=10_00, max_prize=1_000_00))
    return as_role(Role.GAME_MANAGER)


def card(floor: Floor) -> queries.FloorTable:
    return queries.floor(now=floor.now)[0]


def test_a_risk_limit_is_set_shown_and_warns_the_floor(floor: Floor, manager: Client, as_role: AsRole) -> None:
    answer = manager.post("/casa/mesas/macau-1/risco/", {"cents": "50,00", "reason": "noite de prova"})
    assert answer.status_code == 302
    assert card(floor).risk_limit == 50_00
    player = floor.player()
    floor.sit(player, card(floor).table_id)
    floor.open_round(card(floor).table_id)
    floor.bet(player, card(floor).table_id, ponto=100_00)
    shown = card_of(card(floor), person=None, now=floor.now)
    assert (shown.headline, shown.tone, shown.own_limit) == ("Acima do limite de risco", "bad", True)
    assert "Limite de risco" in as_role(Role.SUPERVISOR).get("/casa/sala/?vista=cartoes").content.decode()


@pytest.mark.parametrize("cents", ["-5", "0", "abc", "1e9", "1" * 30, "5,001"])
def test_a_limit_that_cannot_be_is_refused_beside_its_field(floor: Floor, manager: Client, cents: str) -> None:
    answer = manager.post("/casa/mesas/macau-1/risco/", {"cents": cents, "reason": "noite de prova"})
    assert answer.status_code == 400
    assert cents in answer.content.decode() or len(cents) > 20
    assert card(floor).risk_limit is None


def test_an_empty_limit_takes_it_away(floor: Floor, manager: Client) -> None:
    manager.post("/casa/mesas/macau-1/risco/", {"cents": "50,00", "reason": "noite de prova"})
    manager.post("/casa/mesas/macau-1/risco/", {"cents": "", "reason": "acabou a prova"})
    assert card(floor).risk_limit is None


def test_hours_are_kept_and_shown_again(floor: Floor, manager: Client) -> None:
    assert manager.post("/casa/mesas/macau-1/horario/", {**WEEK, "reason": "só à noite"}).status_code == 302
    assert card(floor).hours["4"] == ["18:00", "02:00"]
    assert 'value="18:00"' in manager.get("/casa/mesas/macau-1/horario/").content.decode()


@pytest.mark.parametrize(
    "wrong", [{"opens_0": ""}, {"closes_0": "25:00"}, {"opens_0": "x"}, {"reason": ""}, {"opens_6": "10:00"}]
)
def test_half_and_impossible_hours_are_refused_and_nothing_is_lost(
    floor: Floor, manager: Client, wrong: dict[str, str]
) -> None:
    answer = manager.post("/casa/mesas/macau-1/horario/", {**WEEK, "reason": "só à noite", **wrong})
    assert answer.status_code == 400
    assert 'value="02:00"' in answer.content.decode()
    assert card(floor).hours == {}


def test_an_incident_from_report_to_its_end(floor: Floor, manager: Client, as_role: AsRole) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    made = supervisor.post("/casa/incidentes/novo/", {"text": "A câmara da sala parou.", "table": "macau-1"})
    address = made.headers["Location"]
    assert "A câmara da sala parou." in supervisor.get(address).content.decode()
    supervisor.post(address + "nota/", {"text": "Visto o cabo.", "key": "6f0d3a5e-1f4f-4e4c-9a51-3b7c1b7d2a10"})

    def post(by: Client, act: str, **sent: object) -> Any:
        seen = by.get(address).context["incident"].revision
        return by.post(f"{address}{act}/", {"seen": seen, **sent})

    draft = supervisor.get(address).context["word"].initial["word"]
    assert "A câmara da sala parou." in draft
    assert supervisor.post(address + "regulador/", {"word": ""}).status_code == 400
    post(supervisor, "contencao", containment="Mesa em pausa.")
    early = post(supervisor, "fim/propor")
    assert early.status_code == 409
    assert "a causa e a solução" in early.content.decode()
    assert post(supervisor, "causa", cause="", solution="").status_code == 409
    post(supervisor, "causa", cause="cabo solto", solution="")
    post(supervisor, "causa", cause="cabo solto", solution="cabo preso")
    supervisor.post(address + "regulador/", {"word": supervisor.get(address).context["word"].initial["word"]})
    number = int(address.rstrip("/").rpartition("/")[2])
    owner = supervisor.get(address).context["me"]
    for act, sent in (
        ("dono", {"owner_id": owner}),
        ("gravidade", {"severity": 1, "reason": "sala sem imagem"}),
        ("alcance", {"amount": "12,50", "people": "2", "minutes": "3", "reason": "pelas câmaras"}),
        ("licoes", {"lessons": "Ver os cabos à abertura."}),
    ):
        answer = post(supervisor, act, **sent)
        assert (answer.status_code, answer.headers["Location"]) == (302, address), act
    told = queries.touched(number, now=floor.now)
    assert (told.amount, told.people, told.standstill) == (12_50, 2, 180)
    page = supervisor.get(address).content.decode()
    for said in ("gravidade 1", "12,50", "3 min 0 s", "Ver os cabos à abertura.", "declarado"):
        assert said in page, said
    assert post(supervisor, "fim/propor").status_code == 302
    stands = post(supervisor, "licoes", lessons="Uma lição tardia.")
    assert (stands.status_code, "propôs fechar este incidente" in stands.content.decode()) == (409, True)
    assert "Uma lição tardia." in stands.content.decode(), "what was written is not lost with its form"
    compliance = as_role(Role.COMPLIANCE)
    assert compliance.post(address + "fim/recusar/", {"reason": ""}).status_code == 400
    compliance.post(address + "fim/recusar/", {"reason": "falta a hora"})
    assert "falta a hora" in supervisor.get(address).content.decode()
    post(supervisor, "fim/propor")
    own = post(supervisor, "fim/aprovar")
    assert (own.status_code, "A proposta é sua" in own.content.decode()) == (409, True)
    assert post(compliance, "fim/aprovar").status_code == 302
    page = as_role(Role.AUDITOR).get(address).content.decode()
    for said in ("Visto o cabo.", "Mesa em pausa.", "cabo solto", "cabo preso", "fechado", "Operador: "):
        assert said in page, said
    late = supervisor.post(address + "regulador/", {"word": "Uma palavra tardia."})
    assert (late.status_code, "Uma palavra tardia." in late.content.decode()) == (409, True)
    again = post(supervisor, "causa", cause="outra causa", solution="outra coisa")
    assert again.status_code == 409
    assert "já foi fechado" in again.content.decode()


def test_the_list_of_incidents_filters(floor: Floor, manager: Client, as_role: AsRole) -> None:
    floor.wait(minutes=5)
    assert incidents.watch(now=floor.now) == 1
    browser = as_role(Role.COMPLIANCE)
    assert "Mesa parada" in browser.get("/casa/incidentes/?state=abertos").content.decode()
    assert "Nenhum incidente" in browser.get("/casa/incidentes/?state=fechados").content.decode()
    assert browser.get("/casa/incidentes/?state=x&kind=y&severity=7&whose=z&antes=z").status_code == 200
    for asked, there in (
        ("state=por-comunicar", True),
        ("severity=2", True),
        ("severity=1", False),
        ("whose=unowned", True),
        ("whose=mine", False),
    ):
        page = browser.get(f"/casa/incidentes/?{asked}").content.decode()
        assert (">I-" in page) is there, asked


def test_a_draft_is_tried_on_the_last_day(floor: Floor, manager: Client) -> None:
    table, player = card(floor).table_id, floor.player()
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=600_00)
    floor.settle(table)
    page = manager.get("/casa/mesas/macau-1/regras/nova/")
    form = page.context["form"]
    sent = {name: form.initial.get(name) or "" for name in form.fields} | {"max_prize": "500,00", "pairs": "on"}
    told = manager.post("/casa/mesas/macau-1/regras/experimentar/", sent).content.decode()
    assert "R43a" in told
    whole = manager.post("/casa/mesas/macau-1/regras/nova/", {**sent, "try": "1"}).content.decode()
    assert "R43a" in whole
    for page in (told, whole):
        assert "Receita esperada, com a v1 → com esta" in page
        # The whole stake is refused: what stood to be won by edge × stake is gone.
        plain = re.sub(r"<(?!/?dd)[^>]*>", "", page).replace("\xa0", " ")
        assert "<dd>+7,41 € → 0,00 €</dd>" in " ".join(plain.split())
    assert len(queries.configurations(table)) == 1
    stored = manager.get("/casa/mesas/macau-1/regras/1/apostas/").content.decode()
    assert "nenhum teria sido recusado" in stored
