"""Money in and out in real browsers, on both sizes: by the bank's own page, its signed notices over HTTP, and back."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from casino.adapters import payments
from players.accounts import numbers
from players.cashier import operations as cashier
from players.cashier.operations import sandbox_bank
from players.models import SandboxNotice
from tests.factories import Actor, Floor
from tests.functional.browsers import Person, browser
from tests.running import running_house

pytestmark = pytest.mark.browser
IBAN = f"PT{numbers.iban_check_digits('PT', '000201231234588888888')}000201231234588888888"


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_money_in_and_out(
    open_floor: Floor, tmp_path: Path, phone: bool, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs in this thread
    open_floor.now = timezone.now()
    player = open_floor.player("ana", cents=0)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        settings.PORT = urlsplit(house.url).port  # where the bank posts its notices
        ana = Person(chromium, house.url, phone=phone)
        ana.sign_in(player.email, player.password)
        _pay_in(ana)
        assert player.balance() == 2_500_50
        _ask_to_be_paid(ana, player)
        ana.go("/carteira/extrato/")
        ana.looks_well("statement")
        with ana.page.expect_download() as document:
            ana.page.get_by_role("link", name="PDF").click()
        assert Path(document.value.path()).read_bytes().startswith(b"%PDF")
        # The amount that was too high is refused with 409.
        assert [each for each in ana.complaints if "status of 409" not in each] == []


def _pay_in(ana: Person) -> None:
    page = ana.page
    ana.go("/carteira/depositar/")
    ana.looks_well("pay-in")
    page.get_by_text("Adicionar outro meio de pagamento").click()
    page.get_by_label("Conta bancária (IBAN)").check()
    page.get_by_label("IBAN ou número de telemóvel").fill(IBAN)
    page.get_by_role("button", name="Guardar").click()
    page.get_by_label("Valor em euros").fill("2.500,50")
    ana.looks_well("pay-in-amount")
    page.get_by_role("button", name="Continuar para o banco").click()
    expect(page.get_by_role("heading", name="Confirmar um pagamento")).to_be_visible()
    page.get_by_text("Para pôr a casa à prova").click()
    ana.looks_well("bank")
    page.get_by_role("button", name="Aprovar e avisar duas vezes").click()
    expect(page.get_by_text("O banco ainda não confirmou")).to_be_visible()
    ana.looks_well("paid-in")
    first = SandboxNotice.objects.earliest("due_at").due_at  # a slow page lets the second be due as well
    assert sandbox_bank.post_notices(post=payments.post_notice, now=first) == 1
    expect(page.get_by_text("O dinheiro está no seu saldo")).to_be_visible()
    assert sandbox_bank.post_notices(post=payments.post_notice, now=timezone.now() + sandbox_bank.AGAIN) == 1


def _ask_to_be_paid(ana: Person, player: Actor) -> None:
    page = ana.page
    ana.go("/carteira/levantar/")
    page.get_by_label("Valor em euros").fill("9999")
    page.get_by_role("button", name="Pedir levantamento").click()
    expect(page.locator(".field__errors")).to_contain_text("no máximo")
    page.get_by_label("Valor em euros").fill("2.100")
    page.get_by_role("button", name="Pedir levantamento").click()
    expect(page.get_by_text("Pedido recebido. Duas pessoas")).to_be_visible()
    ana.looks_well("paid-out")
    assert player.balance() == 400_50
    page.get_by_role("button", name="Cancelar").click()
    expect(page.get_by_text("Levantamento cancelado")).to_be_visible()
    page.get_by_label("Valor em euros").fill("100")
    page.get_by_role("button", name="Pedir levantamento").click()
    expect(page.get_by_text("Pedido recebido. Segue para o banco")).to_be_visible()
    provider = payments.provider()
    assert provider is not None
    assert cashier.send_withdrawals(provider=provider, now=timezone.now()) == 1
    assert sandbox_bank.post_notices(post=payments.post_notice, now=timezone.now() + sandbox_bank.SOON) == 1
    ana.go("/carteira/levantar/")
    expect(page.locator(".badge", has_text="pago")).to_be_visible()
    ana.go("/carteira/")
    ana.looks_well("wallet")
