"""Decisions of two persons, and obligations of compliance within a day, in real browsers on both sizes (D6, H4, H6,
H10).
"""

import re
import uuid
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.signing.session_store import SessionStore
from casino.signing.sessions import PROVED
from players.adapters import operations as adapters
from players.cashier import operations as cashier
from players.models import Adapter, Exclusion, Instrument, Limit
from players.roles import Role
from reporting import operations
from tables.queries import proof_stop
from tests.factories import Actor, Floor
from tests.functional.office import Visit, code_of, office
from tests.tampering import past_triggers

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Desk:
    """A player with a withdrawal that waits for two persons, and those who decide."""

    player: Actor
    nif: str
    staff: dict[Role, Actor]


@pytest.fixture
def desk(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """3 000 € asked for: above what one person lets go."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs in this thread
    floor = open_floor
    floor.now = timezone.now() - timedelta(minutes=2)
    ana = floor.player("ana", cents=5_000_00)
    added = cashier.add_instrument(
        person_id=ana.id, kind="mbway", number="912345678", idempotency_key=uuid.uuid4(), now=floor.now
    )
    Instrument.objects.update(proven_at=floor.now)
    cashier.request_withdrawal(
        person_id=ana.id,
        instrument_id=added.instrument_id,
        amount=3_000_00,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    silent = floor.now - timedelta(hours=2)
    adapters.note_failure(adapter=Adapter.VERIFIER, fault=TimeoutError(), now=silent)
    with connection.cursor() as cursor:
        cursor.execute("SELECT nif FROM players_registration WHERE person_id = %s", [ana.id])
        (nif,) = cursor.fetchone() or ("",)
    return Desk(ana, str(nif), {role: floor.staff(role) for role in (Role.APPROVER, Role.COMPLIANCE)})


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_money_takes_two_persons(desk: Desk, tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, desk.staff, phone=phone, parts=()) as begin:
        first, second = begin(Role.APPROVER), begin(Role.COMPLIANCE)
        _withdraw(first, second)
        second.person.go("/casa/dinheiro/acertos/novo/")
        second.do("Propor", "Espera agora", email=desk.player.email, amount="9,00", reason="prémio em falta")
        expect(second.page.get_by_text("O acerto é seu: quem decide é outra pessoa.")).to_be_visible()
        expect(second.page.get_by_role("button", name="Aprovar")).to_have_count(0)
        first.person.go("/casa/dinheiro/acertos/")
        first.page.locator("tr", has_text="9,00").locator("th[scope=row] a").click()
        first.look("adjustment")
        first.do("Aprovar", "O saldo do jogador está corrigido")
        assert desk.player.balance() == 2_009_00


def _withdraw(first: Visit, second: Visit) -> None:
    """One agrees and cannot agree twice, not even from a page left open; another lets the money go."""
    first.person.go("/casa/dinheiro/levantamentos/")
    first.page.locator("th[scope=row] a").first.click()
    expect(first.page.get_by_text("em 24 horas, mais de 2 000,00 €")).to_be_visible()
    first.look("withdrawal")
    left_open = first.person.window().page
    left_open.goto(first.page.url)
    first.do("Aprovar", "Falta a aprovação de outra pessoa", reason="conferido com o extrato")
    first.look("approved-once")
    expect(first.page.get_by_role("button", name="Aprovar")).to_have_count(0)
    _agree_again(left_open)
    assert [each for each in first.person.complaints if "409" not in each] == []
    first.person.complaints.clear()  # the browser's own note of the rejection

    second.see("/casa/prazos/", "Prazos")
    second.page.get_by_role("link", name="3 000,00 €").click()
    expect(second.page.get_by_text("Depois não se pode voltar atrás")).to_be_visible()
    second.do("Aprovar", "Aprovado por duas pessoas", reason="conta confirmada")
    expect(second.page.locator("h1 + .badge")).to_have_text("a seguir para o banco")
    second.look("approved-twice")


def _agree_again(page: Page) -> None:
    page.locator('main form [name="reason"]').fill("outra vez")
    page.get_by_role("button", name="Aprovar").click()
    expect(page.get_by_role("alert")).to_contain_text("a segunda aprovação é de outra pessoa")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_compliance_protects_and_tells_the_regulator_in_time(desk: Desk, tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, desk.staff, phone=phone, parts=()) as begin:
        keeper = begin(Role.COMPLIANCE)
        keeper.person.go("/casa/jogadores/?text=ana@")
        keeper.page.get_by_role("link", name="ana", exact=True).click()
        keeper.page.get_by_text("Definir um limite da casa…").click()
        keeper.page.select_option('[name="limit"]', "stake-day")
        keeper.do("Definir o limite", "O limite da casa mudou", most="50,00", reason="sinais de dano")
        keeper.page.get_by_text("Excluir por ordem da casa…").click()
        keeper.do("Excluir o jogador", "excluído desde já", reason="sinais de dano")
        keeper.look("protected")
        assert Limit.objects.get(person_id=desk.player.id, state="in-force").most == 50_00
        _tell_the_regulator(keeper)
        _take_the_list(keeper, desk)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_what_was_typed_survives_a_code_that_is_asked_for(desk: Desk, tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, desk.staff, phone=phone, parts=()) as begin:
        keeper = begin(Role.COMPLIANCE)
        keeper.person.go("/casa/jogadores/?text=ana@")
        keeper.page.get_by_role("link", name="ana", exact=True).click()
        keeper.page.get_by_text("Definir um limite da casa…").click()
        keeper.page.select_option('[name="limit"]', "stake-day")
        _proved_long_ago(keeper)
        keeper.do("Definir o limite", most="50,00", reason="sinais de dano")
        keeper.page.fill("#id_code", code_of(desk.staff[Role.COMPLIANCE]))
        with keeper.page.expect_navigation():
            keeper.page.get_by_role("button", name="Confirmar").click()
        form = keeper.page.locator("main form", has=keeper.page.get_by_role("button", name="Definir o limite"))
        expect(form.get_by_text("Ainda nada foi feito")).to_be_in_viewport()
        kept = [form.locator(f'[name="{name}"]').input_value() for name in ("limit", "most", "reason")]
        assert kept == ["stake-day", "50,00", "sinais de dano"]
        assert not Limit.objects.filter(person_id=desk.player.id).exists(), "nothing acts by itself"
        keeper.look("kept")
        keeper.do("Definir o limite", "O limite da casa mudou")


def _proved_long_ago(visit: Visit) -> None:
    """The last proof of identity is too old from now on."""
    cookies = {cookie["name"]: cookie["value"] for cookie in visit.person.context.cookies()}
    session = SessionStore(cookies[settings.SESSION_COOKIE_NAME])
    session[PROVED] = 0
    session.pop("account_authentication_methods", None)
    session.save()


def _tell_the_regulator(keeper: Visit) -> None:
    """The board says until when; once done it is gone from there, and who did it is kept."""
    keeper.see("/casa/prazos/", "Prazos")
    expect(keeper.page.locator("main")).to_contain_text("Comunicar a exclusão")
    expect(keeper.page.locator("main")).to_contain_text("faltam 23 h")
    expect(keeper.page.locator("main")).to_contain_text("Sem resposta: verificação de identidade")
    beyond = keeper.page.locator(".data-table").evaluate("table => table.scrollWidth - table.clientWidth")
    assert beyond <= 0, "the last column is cut"
    keeper.see("/casa/protecao/", "Proteção dos jogadores")
    keeper.do("Dar como cumprida", "A obrigação está dada como cumprida", note="ofício 2026/44, às 10h")
    keeper.page.get_by_text("Já feito").click()
    expect(keeper.page.locator("main details[open]")).to_contain_text("ofício 2026/44")
    keeper.person.go("/casa/prazos/")
    expect(keeper.page.locator("main")).not_to_contain_text("Comunicar a exclusão")


def _take_the_list(keeper: Visit, desk: Desk) -> None:
    """A file with a fault does not enter at all; the right one bars its persons at once."""
    keeper.person.go("/casa/protecao/")
    head, day = "referencia;nif;tipo;pais;documento;inicio;meses", timezone.localdate().isoformat()
    _send(keeper, f"{head}\nN-1;{desk.nif};;;;{day};6\nN-2;12;;;;{day};6\n")
    expect(keeper.page.locator(".field__errors")).to_contain_text("linha 3")
    keeper.look("list-refused")
    assert [each for each in keeper.person.complaints if "status of 400" not in each] == []
    keeper.person.complaints.clear()
    _send(keeper, f"{head}\nN-1;{desk.nif};;;;{day};6\n")
    expect(keeper.page.get_by_text("Lista aceite: 1 entrada; 1 jogador fica excluído")).to_be_visible()
    assert Exclusion.objects.filter(person_id=desk.player.id, source="national").exists()


def _send(keeper: Visit, text: str) -> None:
    file = {"name": "lista.csv", "mimeType": "text/csv", "buffer": text.encode()}
    keeper.page.set_input_files('[name="file"]', files=[file])  # type: ignore[list-item]
    keeper.page.get_by_role("button", name="Aceitar a lista").click()


def test_play_that_a_proof_closed_is_opened_again_by_two(desk: Desk, open_floor: Floor, tmp_path: Path) -> None:
    staff = {Role.COMPLIANCE: desk.staff[Role.COMPLIANCE], Role.SUPERVISOR: open_floor.staff(Role.SUPERVISOR)}
    operations.record_proof(now=timezone.now())
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET verified_at = now() WHERE id = %s", [desk.player.id])
    operations.record_proof(now=timezone.now())
    with office(tmp_path, staff, phone=True, parts=()) as begin:
        one, other = begin(Role.COMPLIANCE), begin(Role.SUPERVISOR)
        one.see("/casa/sala/", "Sala")
        one.page.get_by_role("link", name="Ver porquê").click()
        expect(one.page.get_by_text("É preciso uma prova nova, feita depois da paragem")).to_be_visible()
        expect(one.page.get_by_text(re.compile(r"A prova \d+ encontrou 1 diferença\."))).to_be_visible()
        one.look("play-closed")
        assert one.offered() == set()
        operations.record_proof(now=timezone.now())
        one.person.go("/casa/sala/reabrir/")
        one.do("Propor a reabertura", "O jogo fica parado até outra pessoa aprovar", reason="visto e explicado")
        expect(one.page.get_by_text("quem a aprova é outra pessoa")).to_be_visible()
        expect(one.page.get_by_role("button", name="Aprovar e reabrir o jogo")).to_have_count(0)
        one.look("reopening-proposed")
        other.see("/casa/sala/reabrir/", "Proposta que espera por outra pessoa")
        assert proof_stop() is not None
        other.do("Aprovar e reabrir o jogo", "O jogo foi reaberto por duas pessoas")
        other.look("reopened")
        assert proof_stop() is None
