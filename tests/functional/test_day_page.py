"""The page of a day at a browser: nothing cut, every split, two revisions, light and dark, phone, paper."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, expect

from players.roles import Role
from reporting.making.figures import day_of
from reporting.operations import make_daily_report
from tests.factories import Floor
from tests.functional.browsers import browser
from tests.functional.office import Visit
from tests.histories import write_history
from tests.running import running_house
from tests.tampering import past_triggers

pytestmark = pytest.mark.browser
SIZES = {"wide": (1440, 1300), "narrow": (1280, 1300), "phone": (390, 3400), "small": (320, 3400)}
"""So high that a picture holds the whole page."""
CUT = """
() => [...document.querySelectorAll('main :is(.figures dd > .num, .data-table td, .data-table th, .badge, h1, h2)')]
  .filter((each) => each.textContent.trim() && getComputedStyle(each).display !== 'inline')
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent.trim())
"""
BOXES = """
() => [...document.querySelectorAll('main :is(.data-table, .plain-table)')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.getAttribute('aria-label') || each.getAttribute('aria-labelledby'))
"""


@pytest.fixture
def past(open_floor: Floor) -> Floor:
    """A demonstration house with two weeks behind it; of the last day a second revision."""
    write_history(days=16, rounds=2_400, players=40)
    open_floor.now = timezone.now()
    return open_floor


def wide(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_a_days_whole_page(past: Floor, tmp_path: Path) -> None:
    day = day_of(timezone.now()) - timedelta(days=1)
    member = past.staff(Role.COMPLIANCE)
    here = f"/casa/relatorios/{day.isoformat()}/"
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        visit = Visit(chromium, house, member, Role.COMPLIANCE, phone=False)
        page = visit.page
        visit.see(here)
        expect(page.get_by_text("concordam ao cêntimo")).to_be_visible()
        expect(page.get_by_role("heading", name="Receita ao longo do dia")).to_be_visible()
        for name, word in (
            ("Regras", "regras"),
            ("Hora", "hora"),
            ("Aposta", "aposta"),
            ("Dispositivo", "dispositivo"),
        ):
            page.get_by_role("navigation", name="Separar por").first.get_by_role("link", name=name, exact=True).click()
            page.wait_for_url(f"**por={word}*")
            expect(page.locator("tfoot").first).to_be_visible()
            expect(page.get_by_text("Estas linhas não somam o relatório")).to_have_count(0)
            visit.look(f"day-by-{word}")
        everywhere(visit, here)
        page.get_by_role("link", name="O dia anterior").click()
        page.wait_for_url(f"**{(day - timedelta(days=1)).isoformat()}/")
        revise(house.url, visit, day)
        assert visit.person.complaints == []


def everywhere(visit: Visit, here: str) -> None:
    """At every size, by day and night, and on paper: no figure lies off the screen."""
    page = visit.page
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark") if size in {"wide", "phone"} else ("light",):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            for word in ("mesa", "hora"):
                visit.person.go(f"{here}?por={word}")
                assert wide(page) <= 0, (size, word)
                assert page.evaluate(CUT) == [], (size, word)
                assert page.evaluate(BOXES) == [], (size, word)
                visit.person.picture(f"day-{word}-{size}-{scheme}")
    page.set_viewport_size({"width": 1040, "height": 1300})
    page.emulate_media(media="print", color_scheme="light")
    visit.person.go(here)
    assert wide(page) <= 0
    visit.person.picture("day-printed")
    page.emulate_media(media="screen", color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 900})


def revise(url: str, visit: Visit, day: date) -> None:
    """A second revision, and the way to what it changed."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(changed, day, 1).result()
    page = visit.page
    visit.person.go(f"/casa/relatorios/{day.isoformat()}/")
    page.get_by_role("link", name="comparar 1 e 2").click()
    expect(page.get_by_role("heading", name="Revisões 1 e 2")).to_be_visible()
    visit.look("day-revisions")
    page.set_viewport_size({"width": 390, "height": 844})
    assert wide(page) <= 0, url
    visit.look("day-revisions-phone")
    with ThreadPoolExecutor(1) as thread:
        thread.submit(changed, day, -1).result()  # the house is proven at the end


def changed(day: date, cents: int) -> None:
    """So much more returned, behind the house's back, and the report made again."""
    try:
        with past_triggers(), connection.cursor() as cursor:
            cursor.execute(
                "UPDATE tables_bet SET returned = returned + %s WHERE id = (SELECT max(b.id) FROM tables_bet b"
                " JOIN tables_round r ON r.id = b.round_id JOIN tables_table t ON t.id = r.table_id"
                " WHERE b.outcome = 'win' AND t.currency = 'EUR' AND r.settled_at < %s::date)",
                [cents, day + timedelta(days=1)],
            )
        make_daily_report(day=day, now=timezone.now())
    finally:
        connection.close()
