"""Accounts of the staff, in real browsers on both sizes: proposed by one, decided by another, then invited (H7)."""

import re
from pathlib import Path

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from casino.adapters.mail import send
from players.accounts.queries import by_email
from players.messages.operations.emails import send_emails
from players.roles import Role
from tests.factories import Actor, Floor, personal_details
from tests.functional.browsers import Person
from tests.functional.office import Visit, office

pytestmark = pytest.mark.browser


@pytest.fixture
def staff(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> dict[Role, Actor]:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs in this thread
    open_floor.now = timezone.now()
    return {role: open_floor.staff(role) for role in (Role.ADMINISTRATOR, Role.COMPLIANCE, Role.AUDITOR)}


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_colleague_is_taken_on_by_two(staff: dict[Role, Actor], tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        boss, compliance = begin(Role.ADMINISTRATOR), begin(Role.COMPLIANCE)
        there = _proposed(boss)
        compliance.see("/casa/equipa/propostas/", "Propostas sobre a equipa")
        compliance.page.get_by_role("link", name="Ler e decidir").click()
        expect(compliance.page.get_by_text("recebe logo um convite")).to_be_visible()
        compliance.look("staff-proposal")
        compliance.do("Aprovar", "Aprovado e feito")
        compliance.look("staff-approved")
        _accepted(boss)
        boss.person.go(there)
        boss.page.get_by_role("link", name="Ver a conta desta pessoa").click()
        expect(boss.page.get_by_text("Aprova dinheiro, regras e colegas a partir de")).to_be_visible()
        boss.look("member")
        changes = boss.page.locator(".plain-table", has_text="funcionário admitido")
        assert changes.evaluate("table => table.scrollWidth - table.clientWidth") <= 0, "a column is cut"
        _reader_offers_nothing(begin(Role.AUDITOR), there)


def _proposed(boss: Visit) -> str:
    boss.see("/casa/equipa/nova/", "Nova pessoa na equipa")
    form = boss.page.locator("main form").first
    form.get_by_label("apoio ao jogador").check()
    given = {
        "full_name": "Rita Maria Lopes",
        "nif": personal_details().nif,
        "name": "Rita",
        "email": "rita@sabot.example",
        "reason": "começa hoje",
    }
    boss.do("Propor", "Espera agora pela decisão de outra pessoa", **given)
    expect(boss.page.get_by_text("A proposta é sua")).to_be_visible()
    expect(boss.page.get_by_role("button", name="Aprovar")).to_have_count(0)
    boss.look("staff-proposed")
    return re.sub(r"^https?://[^/]+", "", boss.page.url)


def _accepted(boss: Visit) -> None:
    """The invitation, followed by the new colleague at a browser of their own."""
    assert by_email("rita@sabot.example") is not None
    mail.outbox.clear()
    send_emails(send=send, now=timezone.now())
    (email,) = [each for each in mail.outbox if each.to == ["rita@sabot.example"]]
    link = re.search(r"/convite/\S+", email.body)
    assert link is not None
    chromium = boss.person.context.browser
    assert chromium is not None
    window = Person(chromium, boss.person.url, phone=boss.person.phone)
    window.go(link[0])
    expect(window.page.get_by_text("Olá, Rita")).to_be_visible()
    window.looks_well("invitation")
    window.page.locator('[name="password"]').fill("quarenta-e-duas-cartas")
    with window.page.expect_navigation():
        window.page.get_by_role("button", name="Guardar").click()
    expect(window.page.get_by_text("A palavra-passe está guardada")).to_be_visible()
    assert window.complaints == []


def _reader_offers_nothing(reader: Visit, there: str) -> None:
    reader.see(there)
    expect(reader.page.get_by_role("button", name="Aprovar")).to_have_count(0)
