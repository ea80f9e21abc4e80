"""A mistyped number of a sheet in the Complaints Book, corrected with the keyboard alone, on both sizes (PT-79)."""

import uuid
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from kernel.calendar import lisbon_date
from players.complaints.operations import register_complaint
from players.models import Channel
from players.roles import Role
from tests.factories import Floor
from tests.functional.office import office

pytestmark = pytest.mark.browser

LONGEST, RIGHT = "RORX" + 24 * "8", "RORX" + 24 * "9"


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_sheet_is_corrected_with_the_keyboard(open_floor: Floor, tmp_path: Path, *, phone: bool) -> None:
    open_floor.now = now = timezone.now()
    staff = {Role.SUPPORT: open_floor.staff(Role.SUPPORT)}
    case = register_complaint(
        person_id=open_floor.player("ana").id,
        channel=Channel.BOOK,
        sheet=LONGEST,
        received_on=lisbon_date(now),
        category="money",
        text="O levantamento de março não chegou à minha conta.",
        by=staff[Role.SUPPORT].id,
        idempotency_key=uuid.uuid4(),
        now=now,
    )
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        support = begin(Role.SUPPORT)
        keys, page = support.page.keyboard, support.page
        support.see(f"/casa/reclamacoes/{case.number}/", case.number)
        page.get_by_text("Corrigir o número da folha").focus()
        keys.press("Enter")
        keys.press("Tab")
        number = page.get_by_label("Número da folha no Livro de Reclamações")
        expect(number).to_be_focused()
        expect(number).to_have_value(LONGEST)
        support.look("sheet-to-be-corrected")
        keys.press("ControlOrMeta+a")
        keys.type("ROR 12")
        keys.press("Tab")
        keys.type("um algarismo a mais")
        keys.press("Tab")
        with page.expect_navigation():
            keys.press("Enter")
        expect(page.get_by_text("Escreva o número da folha do Livro de Reclamações").first).to_be_visible()
        support.look("sheet-wrong")
        support.person.complaints.clear()  # the browser notes the 400
        number.focus()
        keys.press("ControlOrMeta+a")
        keys.type(RIGHT)
        with page.expect_navigation():
            keys.press("Enter")
        expect(page.get_by_text("O número da folha ficou gravado.")).to_be_visible()
        expect(page.get_by_text(f"{RIGHT} em vez de {LONGEST}")).to_be_visible()
        expect(page.locator("code", has_text=RIGHT)).to_be_visible()
        support.look("sheet-corrected")
