"""A working day of each role in a real browser, on both sizes: all its acts are done, every page clean (H1–H10)."""

import re
import time
import uuid
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from players.complaints import operations as complaints
from players.complaints.operations.making import Subject, SubjectKind
from players.roles import Role
from reporting.making.figures import day_of
from tables.models import Round
from tables.operations import incidents
from tables.operations.connections import Closed, Opened, note_connections
from tables.operations.tables import pause
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, Actor, Floor
from tests.functional.office import Visit, office
from tests.histories import write_history
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.browser
ASKS = (
    "/casa/vistas/",
    "/casa/livro/",
    "/casa/relatorios/reconciliacao/somar/",
    "/casa/relatorios/dias-selados/",
    "/casa/regulador/consulta/",
)
"""Requests that a reading role may send: a view kept under a name, books added up again, what a sealed day says."""


@dataclass(frozen=True)
class Day:
    """A house with a past: a settled round and its player, and a member of staff of each role."""

    code: str
    player: Actor
    staff: dict[Role, Actor]
    yesterday: str


@pytest.fixture
def day(open_floor: Floor) -> Day:
    """A week behind it, one round of today with a complaint and a connection that was lost."""
    write_history(days=7, rounds=300, players=30)
    floor = open_floor
    floor.now = timezone.now() - timedelta(minutes=5)
    table, other = floor.table(PONTO_E_BANCA, code="praia"), floor.table(MACAU, code="baixa")
    ana, rui = floor.player("ana"), floor.player("rui")
    floor.sit(ana, table)
    floor.sit(rui, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(ana, table, ponto=5_00, empate=2_00)
    floor.bet(rui, table, banca=20_00)
    floor.settle(table)
    _connections(Round.objects.get(code=code), table, ana, rui)
    complaints.complain(
        person_id=ana.id,
        category="bet",
        text="Perdi a ligação e acho que a banca não tinha 5.",
        subject=Subject(SubjectKind.ROUND, code),
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    lia = floor.player("lia")
    floor.sit(lia, other)
    floor.open_round(other)
    floor.bet(lia, other, ponto=50_00)
    staff = {role: floor.staff(role) for role in Role}
    incidents.report(text="Falhou a luz.", by=staff[Role.SUPERVISOR].id, idempotency_key=uuid.uuid4(), now=floor.now)
    # Paused before the dealer comes: the round that the supervisor voids is still there to be voided.
    pause(table_id=other, by=staff[Role.SUPERVISOR].id, reason="carta à vista", now=floor.now)
    floor.now = timezone.now()
    return Day(code, ana, staff, (day_of(floor.now) - timedelta(days=1)).isoformat())


def _connections(played: Round, table: int, ana: Actor, rui: Actor) -> None:
    lost, since = uuid.uuid4(), played.opened_at - timedelta(minutes=2)
    note_connections(
        process=uuid.uuid4(),
        opened=[
            Opened(lost, ana.id, table, since, "192.0.2.7", "Firefox · Linux"),
            Opened(uuid.uuid4(), rui.id, table, since, "198.51.100.9", "Safari · iPhone"),
        ],
        closed=[Closed(lost, played.opened_at + timedelta(seconds=4), 1006)],
        now=timezone.now(),
    )


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.long
def test_rules_are_proposed_by_one_and_decided_by_another(day: Day, tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, day.staff, phone=phone) as begin:
        manager = begin(Role.GAME_MANAGER)
        manager.see("/casa/mesas/", "Mesas e regras")
        manager.see("/casa/mesas/praia/")
        for seconds in ("17", "18"):
            _propose(manager, seconds)
        approver = begin(Role.APPROVER)
        approver.see("/casa/decisoes/", "À espera de decisão")
        approver.see("/casa/mesas/praia/regras/2/")
        approver.do("Aprovar", "aprovad", reference="SRIJ 2026/200")
        approver.look("approved")
        _wait_until_in_force(approver, 2)  # else what v3 differs from may change under the approver's eyes
        approver.person.go("/casa/mesas/praia/regras/3/")
        approver.page.get_by_text("Recusar…").click()
        approver.do("Recusar a proposta", "recusad", reason="sem estudo que a justifique")
        approver.look("rejected")
        approver.see("/casa/dinheiro/levantamentos/", "Levantamentos")


def _wait_until_in_force(visit: Visit, number: int) -> None:
    """Until a round of the table has begun with the version: the page is opened again, as a person would."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while visit.page.locator("h1 + .badge").inner_text() != "em vigor":
        assert time.monotonic() < deadline, f"v{number} never came into force"
        time.sleep(0.5)
        visit.person.go(f"/casa/mesas/praia/regras/{number}/")


def _propose(manager: Visit, seconds: str) -> None:
    manager.person.go("/casa/mesas/praia/regras/nova/")
    manager.page.fill("#id_betting_seconds", seconds)
    manager.page.get_by_role("button", name="Experimentar com as apostas do último dia").click()
    expect(manager.page.locator("#tried")).to_contain_text(re.compile(r"\w"))
    manager.look(f"draft-{seconds}")
    manager.do("Guardar rascunho")
    manager.look(f"kept-{seconds}")
    manager.do("Submeter para aprovação")
    expect(manager.page.locator("h1 + .badge")).to_have_text("à espera de decisão")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_floor_is_kept_running(day: Day, tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, day.staff, phone=phone) as begin:
        supervisor = begin(Role.SUPERVISOR)
        supervisor.see("/casa/", "Sala")
        supervisor.see("/casa/mesas/praia/pausar/")
        supervisor.do("Pausar", reason="a ver uma queixa")
        supervisor.see("/casa/mesas/praia/retomar/")
        supervisor.do("Retomar", "O jogo foi retomado", reason="queixa vista")
        supervisor.see("/casa/mesas/baixa/anular/")
        supervisor.do("Propor a anulação", "espera que outra pessoa decida", reason="carta virada antes do tempo")
        supervisor.look("void-proposed")
        supervisor.see("/casa/sala/")
        expect(supervisor.page.get_by_text("Anulação à espera de outra pessoa").first).to_be_visible()
        approver = begin(Role.APPROVER)
        approver.see("/casa/prazos/")
        expect(approver.page.get_by_text("Decidir a anulação da jogada").first).to_be_visible()
        approver.see("/casa/mesas/baixa/anulacao/")
        approver.look("void-waits")
        approver.do("Anular e devolver as apostas", "anulada por duas pessoas")
        supervisor.see("/casa/mesas/baixa/retomar/")
        supervisor.do("Retomar", "O jogo foi retomado", reason="cartas no lugar")
        supervisor.see("/casa/mesas/baixa/fechar/")
        supervisor.do("Fechar", reason="fim do dia")
        supervisor.see("/casa/sala/parar/", "Parar o jogo")
        supervisor.do("Parar", "Parado.", reason="manutenção")
        supervisor.look("stopped")
        supervisor.person.go("/casa/sala/parar/all/levantar/")
        supervisor.do("Levantar a paragem", reason="acabou a manutenção")
        supervisor.see("/casa/incidentes/novo/", "Registar um incidente")
        supervisor.do("Registar", text="Falhou a luz na sala dos servidores.")
        supervisor.do("Acrescentar", "UPS a funcionar", text="UPS a funcionar, nada se perdeu.")
        supervisor.look("incident")
        supervisor.do("Guardar a nota", "A nota de lições ficou guardada", lessons="um gerador")
        supervisor.do("Guardar causa e solução", cause="corte da rede", solution="voltou a luz")
        supervisor.page.get_by_text("Rascunho da comunicação").click()
        supervisor.do("Comuniquei isto ao regulador", "A comunicação ao regulador está guardada")
        supervisor.do("Propor o fecho", "O fecho está proposto")
        supervisor.see("/casa/incidentes/", "Incidentes")

        boss = begin(Role.ADMINISTRATOR)
        boss.see("/casa/equipa/", "Equipa")
        boss.page.get_by_role("link", name=day.staff[Role.INSPECTOR].name).first.click()
        boss.page.get_by_label("auditoria").check()
        boss.do("Propor as funções", "Espera agora pela decisão de outra pessoa", reason="ajuda na auditoria")
        boss.look("roles-proposed")
        boss.see("/casa/equipa/", "Equipa")
        boss.page.get_by_role("link", name=day.staff[Role.INSPECTOR].name).first.click()
        boss.do("Terminar o acesso", "O acesso terminou", reason="mudou de ideias")
        boss.look("member")
        boss.see("/casa/sala/parar/", "Parar o jogo")
        boss.page.select_option('main [name="scope"]', label="Ponto e Banca Macau")
        boss.do("Parar", "Parado.", reason="dúvida sobre as regras")
        boss.person.go("/casa/sala/parar/macau/levantar/")
        boss.do("Levantar a paragem", reason="dúvida desfeita")
        boss.see("/casa/auditoria/", "Auditoria")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_players_are_answered_and_the_day_is_proven(day: Day, tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, day.staff, phone=phone) as begin:
        helper = begin(Role.SUPPORT)
        helper.see("/casa/reclamacoes/", "Reclamações")
        helper.page.locator("th[scope=row] a").first.click()
        helper.do("Assumir o caso", "O caso é seu.")
        helper.look("case")
        helper.see("/casa/jogadores/?text=ana@", "Jogadores")
        helper.page.get_by_role("link", name="ana", exact=True).click()
        helper.look("player")
        helper.see(f"/casa/jogadas/{day.code}/", day.code)
        expect(helper.page.get_by_text("ligação perdida")).to_be_visible()
        with helper.page.expect_download() as waiting:
            helper.page.get_by_role("link", name="Processo (ZIP)").click()
        assert waiting.value.suggested_filename == f"processo-{day.code}.zip"
        helper.page.get_by_role("button", name="Repetir com o que ficou registado").click()
        expect(helper.page.get_by_text("tudo igual")).to_be_visible()
        helper.see("/casa/dinheiro/acertos/novo/")
        helper.page.select_option('[name="direction"]', index=1)
        helper.do("Propor", email=day.player.email, amount="5,00", reason="gesto de boa vontade")

        keeper = begin(Role.COMPLIANCE)
        keeper.see("/casa/prazos/", "Prazos")
        keeper.see("/casa/protecao/", "Proteção")
        keeper.see("/casa/dinheiro/levantamentos/", "Levantamentos")
        keeper.see("/casa/dinheiro/acertos/", "Acertos")
        keeper.page.locator("th[scope=row] a").first.click()
        keeper.look("adjustment")
        keeper.do("Aprovar", "Aprovado.")
        keeper.see("/casa/dados/", "Pedidos sobre dados")
        keeper.see("/casa/relatorios/", "Relatórios")
        keeper.see(f"/casa/relatorios/{day.yesterday}/")
        keeper.see("/casa/livro/", "Livro-razão")
        keeper.see("/casa/auditoria/", "Auditoria")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_reading_role_reads_everything_and_changes_nothing(day: Day, tmp_path: Path, phone: bool) -> None:
    """The auditor looks at every section, the inspector behind each of them; both are offered the same."""
    with office(tmp_path, day.staff, phone=phone) as begin:
        auditor, inspector = begin(Role.AUDITOR), begin(Role.INSPECTOR)
        sections = _sections(auditor)
        assert _sections(inspector) == sections
        assert len(sections) >= 15
        for place in sections:
            _reads(auditor, place)
        for place in (
            "/casa/mesas/praia/",
            "/casa/mesas/praia/regras/1/",
            f"/casa/jogadas/{day.code}/",
            f"/casa/relatorios/{day.yesterday}/",
            "/casa/relatorios/graficos/",
            f"/casa/relatorios/reconciliacao/?dia={day.yesterday}",
            "/casa/relatorios/imposto/",
            "/casa/relatorios/catalogo/",
            _first(inspector, "/casa/reclamacoes/"),
            _first(inspector, "/casa/incidentes/"),
            _first(inspector, "/casa/equipa/"),
        ):
            _reads(inspector, place)
        _sends_in_vain(inspector)
        _unmasks(inspector, asked="inspeção de rotina")
        _takes_a_file(inspector)


def _sections(reader: Visit) -> list[str]:
    reader.person.go("/casa/")
    return [str(link.get_attribute("href")) for link in reader.page.locator(".office-nav__list a").all()]


def _reads(reader: Visit, place: str) -> None:
    reader.see(place)
    assert {form for form in reader.offered() if not form.startswith(ASKS)} == set(), place


def _first(reader: Visit, path: str) -> str:
    """The address of the first one in a list."""
    reader.person.go(path)
    return str(reader.page.locator("th[scope=row] a").first.get_attribute("href"))


def _sends_in_vain(reader: Visit) -> None:
    """A person who leaves the page's buttons aside is refused all the same."""
    token = reader.page.locator('[name="csrfmiddlewaretoken"]').first.input_value()
    for act in ("mesas/praia/pausar/", "mesas/praia/fechar/", "sala/parar/", "incidentes/novo/", "equipa/nova/"):
        answer = reader.person.context.request.post(
            f"{reader.person.url}/casa/{act}",
            form={"csrfmiddlewaretoken": token, "reason": "só para ver", "scope": "all"},
            headers={"Referer": reader.person.url},
        )
        assert answer.status == 403, act
        assert "CSRF" not in answer.text(), act


def _unmasks(reader: Visit, *, asked: str) -> None:
    """Personal data shows for five minutes, for a reason that stays in the player's story under the reader's name."""
    reader.person.go("/casa/jogadores/?text=ana@")
    reader.page.get_by_role("link", name="ana", exact=True).click()
    reader.look("player")
    page = reader.page.url
    reader.page.get_by_text("Ver os dados pessoais…").click()
    reader.do("Mostrar durante 5 minutos", reason=asked)
    expect(reader.page.get_by_text("Ver os dados pessoais…")).to_have_count(0)
    reader.person.picture(f"{reader.name}-data")
    reader.page.goto(page)
    expect(reader.page.get_by_text("Ver os dados pessoais…")).to_be_visible()
    expect(reader.page.locator('section[aria-labelledby="story"]')).to_contain_text(asked)


def _takes_a_file(reader: Visit) -> None:
    """A report of the catalogue is made and taken, and that it left the house is written down."""
    reader.person.go("/casa/relatorios/catalogo/staff/")
    reader.do("Fazer o relatório")
    with reader.page.expect_download() as waiting:
        reader.page.get_by_role("link", name="CSV", exact=True).click()
    assert "supervisão de sala" in Path(waiting.value.path()).read_text(encoding="utf-8-sig")
    reader.see("/casa/livro/", "Livro-razão")
    expect(reader.page.locator("main")).to_contain_text(re.compile(r"Contas da equipa.*CSV", re.DOTALL))
