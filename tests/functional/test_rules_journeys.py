"""Rules from draft to force in a real browser: past bets in money, a start, an override, taking back (B4, H1)."""

import os
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from players.roles import Role
from tests.factories import Actor, Floor
from tests.functional.office import Visit, office
from tests.histories import write_history

pytestmark = pytest.mark.browser
TABLE = "/casa/mesas/passado-2/"
WHOLE = """panel => [...panel.querySelectorAll("th, td")].every(
  cell => cell.getBoundingClientRect().right <= panel.getBoundingClientRect().right)"""
PICTURED = 8_000 if os.environ.get("SABOT_PICTURES") else 400
"""Rounds of the past: a picture wants a table that was full."""


@pytest.fixture
def staff(open_floor: Floor) -> dict[Role, Actor]:
    write_history(days=28 if PICTURED > 400 else 7, rounds=PICTURED, players=PICTURED // 20)
    return {role: open_floor.staff(role) for role in (Role.GAME_MANAGER, Role.APPROVER, Role.AUDITOR)}


@pytest.mark.parametrize("size", ["desk", "laptop", "phone"])
@pytest.mark.long
def test_rules_that_give_an_edge_are_priced_flagged_started_and_revoked(
    staff: dict[Role, Actor], tmp_path: Path, size: str
) -> None:
    with office(tmp_path, staff, phone=size == "phone", parts=("dealer", "worker")) as begin:
        manager = _at(begin(Role.GAME_MANAGER), size)
        _draft(manager, size)
        manager.do("Submeter para aprovação")
        _withdraw_and_begin_again(manager, size)
        approver = _at(begin(Role.APPROVER), size)
        approver.see("/casa/decisoes/", "À espera de decisão")
        expect(approver.page.locator(".badge--override")).to_contain_text("vantagem do jogador")
        approver.page.get_by_role("link", name=re.compile("v3")).click()
        approver.look(f"decide-{size}")
        _approve(approver, size)
        for path in ("/casa/mesas/", TABLE, "/casa/prazos/"):
            manager.see(path)
            expect(manager.page.locator("main")).to_contain_text("18:30")
            expect(manager.page.locator(".badge--override").first).to_be_visible()
        manager.person.go(f"{TABLE}regras/3/")
        manager.page.get_by_text("Revogar antes de entrar em vigor…").click()
        manager.look(f"revoke-{size}")
        manager.do("Revogar", "Revogada. A mesa continua como estava.", reason="a campanha foi adiada")
        manager.look(f"revoked-{size}")


def _at(visit: Visit, size: str) -> Visit:
    if size == "laptop":
        visit.page.set_viewport_size({"width": 1280, "height": 800})
        visit.page.emulate_media(color_scheme="dark")
    return visit


def _draft(manager: Visit, size: str) -> None:
    manager.person.go(f"{TABLE}regras/nova/")
    manager.page.select_option("#id_commission", "none")
    expect(manager.page.locator("#thinking")).to_contain_text("dá vantagem ao jogador")
    manager.page.fill("#id_minimum", "2,00")
    expect(manager.page.locator("#thinking")).to_contain_text("Exposição de uma mesa cheia")
    manager.look(f"draft-{size}")
    manager.do("Guardar rascunho")
    manager.do("Ontem: calcular")
    expect(manager.page.locator("#efeito")).to_contain_text("Receita esperada · Ontem")
    manager.do("7 dias: calcular")
    expect(manager.page.locator("#efeito")).to_contain_text("Receita esperada · 7 dias")
    manager.page.get_by_role("link", name="Ontem", exact=True).click()
    expect(manager.page.locator("#efeito")).to_contain_text("Receita esperada · Ontem")
    manager.look(f"effect-{size}")
    assert manager.page.locator("section:has(> #odds-title)").evaluate(WHOLE), (
        "every column of the odds is in its panel"
    )


def _withdraw_and_begin_again(manager: Visit, size: str) -> None:
    manager.page.get_by_text("Retirar a proposta…").click()
    manager.do("Retirar a proposta", "Retirada. A mesa continua como estava.", reason="falta o teto dos pares")
    manager.look(f"withdrawn-{size}")
    manager.page.get_by_role("link", name="Novo rascunho a partir desta versão").click()
    expect(manager.page.locator("#id_commission")).to_have_value("none")
    manager.do("Guardar rascunho")
    manager.do("Submeter para aprovação")


def _approve(approver: Visit, size: str) -> None:
    day = (timezone.localtime() + timedelta(days=5)).date().isoformat()
    said = {"reference": "SRIJ 2026/210", "override": "campanha de uma semana, com teto de perda"}
    approver.page.get_by_label("a partir de um dia e hora").check()
    approver.do("Aprovar", "Aprovada.", **said, start_day=day, start_time="18:30")
    approver.look(f"approved-{size}")
