"""The conformance matrix as staff read it: long names break, no column leaves its panel, it is narrowed and printed."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from players.roles import Role
from tests.factories import Floor
from tests.functional.browsers import TOO_WIDE
from tests.functional.office import office

pytestmark = pytest.mark.browser
PAGE = "/casa/conformidade/"
WIDER = """[...document.querySelectorAll('.data-table, .plain-table')]
    .map((panel) => panel.scrollWidth - panel.clientWidth)"""
CUT = """[...document.querySelectorAll('.matrix :is(td, th)')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
    .map((cell) => cell.textContent.trim().slice(0, 60))"""
"""Cells whose words stick out of them."""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_column_stays_within_its_panel(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    staff = {Role.AUDITOR: open_floor.staff(Role.AUDITOR)}
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        visit = begin(Role.AUDITOR)
        visit.see(PAGE, "Conformidade")
        for width, height in [(390, 844), (320, 640)] if phone else [(1440, 900), (1280, 800)]:
            visit.page.set_viewport_size({"width": width, "height": height})
            assert set(visit.page.evaluate(WIDER)) == {0}, width
            assert visit.page.evaluate(CUT) == [], width
            assert visit.page.evaluate(TOO_WIDE) == [], width
            visit.person.picture(f"conformance-{width}")
            visit.page.locator("#PT-24").scroll_into_view_if_needed()
            visit.person.picture(f"conformance-{width}-rows")
        visit.page.select_option("#id_state", "partly")
        visit.page.select_option("#id_source", "GL")
        visit.page.get_by_role("button", name="Procurar").click()
        expect(visit.page.locator("#GL-42")).to_be_visible()
        expect(visit.page.locator("#GL-01")).to_have_count(0)
        visit.look(f"conformance-narrowed-{'phone' if phone else 'desk'}")
        if not phone:
            visit.page.emulate_media(media="print")
            expect(visit.page.locator(".filters")).to_be_hidden()
            visit.person.picture("conformance-print")
