"""The office's frame: nothing is cut at the sizes that staff work at, by day and by night; groups fold and stay so."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from players.audit.operations.saved_views import save_view
from players.roles import Role
from tests import many
from tests.factories import Floor
from tests.functional.browsers import PHONE, browser, press
from tests.functional.walking import OFFICE, cookie_of, opened, paths_of, someone
from tests.integration.portal.matrix_house import MatrixHouse
from tests.running import running_house

pytestmark = pytest.mark.browser
SIZES = ((1440, 900), (1280, 800))
_CUT = r"""() => {
  const wrong = [];
  const wide = document.documentElement.clientWidth;
  const told = (node) => node.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
  const scrolls = (node) => /auto|scroll|hidden|clip/.test(getComputedStyle(node).overflowX);
  const held = (node) => {
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) if (scrolls(up)) return true;
    return false;
  };
  if (document.documentElement.scrollWidth > wide) wrong.push(`the page is ${document.documentElement.scrollWidth} px`);
  for (const node of document.body.querySelectorAll('*')) {
    if (node.closest('svg, .visually-hidden, .skip') || !node.checkVisibility()) continue;
    const box = node.getBoundingClientRect();
    if (box.width && (box.right > wide + 1 || box.left < -1) && !held(node)) wrong.push(`sticks out: ${told(node)}`);
  }
  for (const cell of document.querySelectorAll('.figures > div')) {
    const cut = cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1;
    if (cut) wrong.push(`a figure is cut: ${cell.innerText}`);
  }
  for (const region of document.querySelectorAll('.data-table, .plain-table')) {
    const edge = region.getBoundingClientRect().right;
    const lost = [...region.querySelectorAll('td.end, th.end')].filter(
      (cell) => cell.checkVisibility() && cell.getBoundingClientRect().right > edge + 1,
    );
    if (lost.length) wrong.push(`${lost.length} figures off the edge (${region.scrollWidth} in ${region.clientWidth})`
      + `: ${lost[0].innerText} of ${[...region.querySelectorAll('thead th')].map((each) => each.innerText)}`);
  }
  return wrong;
}"""

_GROWN = r"""() => {
  for (const cell of document.querySelectorAll(':is(.data-table, .plain-table) :is(td, th).end'))
    if (/€/.test(cell.innerText) && !cell.querySelector('a, button, input'))
      cell.textContent = '−234\u00a0567,89\u00a0€';
}"""
"""Every sum of money as long as those of a house that is well visited."""


def _cut(page: Page) -> list[str]:
    return [str(each) for each in page.evaluate(_CUT)]


@pytest.mark.long
def test_nothing_is_cut_on_any_page_of_the_office(open_floor: Floor, tmp_path: Path) -> None:
    """At 1280 and 1440 px no box sticks out of the window, and no column of figures lies beyond the edge of a table."""
    open_floor.now = timezone.now()
    full = MatrixHouse(open_floor)
    staff = open_floor.staff(Role.COMPLIANCE).id
    many.furnish(person=full.owner.id, staff=staff, now=open_floor.now)
    many.grow(60, waiting=30, persons=[full.owner.id], by=staff, days=60)
    cookies = {role: cookie_of(open_floor.staff(role)) for role in OFFICE}
    seen: set[str] = set()
    wrong: list[str] = []
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        for role, cookie in cookies.items():
            person = someone(chromium, house.url, cookie)
            paths = {
                name: path
                for name, path in paths_of(full, role.value).items()
                if name.startswith("backoffice:") and name not in seen
            }
            for name in opened(person, paths):
                seen.add(name)
                for width, height in SIZES:
                    person.page.set_viewport_size({"width": width, "height": height})
                    wrong += [f"{name} at {width}: {each}" for each in _cut(person.page)]
                    person.picture(f"frame-{name.partition(':')[2]}-{width}")
                person.page.evaluate(_GROWN)
                wrong += [f"{name} with much money, at {width}: {each}" for each in _cut(person.page)]
            person.context.close()
    assert wrong == [], "\n".join(wrong)
    assert len(seen) >= 40, seen


def test_groups_fold_and_say_what_waits(open_floor: Floor, tmp_path: Path) -> None:
    """A closed group shows the sum of its counts and stays closed; below 1400 px a rail, as wide as its drawings."""
    open_floor.now = timezone.now()
    MatrixHouse(open_floor)
    member = open_floor.staff(Role.COMPLIANCE)
    save_view(person_id=member.id, place="players", name="Suspensos", query="state=suspended", now=open_floor.now)
    cookie = cookie_of(member)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        person = someone(chromium, house.url, cookie)
        page = person.page
        person.go("/casa/relatorios/")
        people = page.locator("#group-people")
        expect(people.get_by_role("link", name="Reclamações")).to_be_visible()
        expect(people.locator("summary .office-nav__count")).to_be_hidden()
        people.locator("summary").click()
        expect(people.get_by_role("link", name="Reclamações")).to_be_hidden()
        expect(people.locator("summary .office-nav__count")).to_have_text("1")
        person.go("/casa/prazos/")
        expect(people.get_by_role("link", name="Reclamações")).to_be_hidden()
        page.get_by_role("link", name="Suspensos").click()
        expect(page).to_have_url(f"{house.url}/casa/jogadores/?state=suspended")
        expect(people.get_by_role("link", name="Jogadores"), "where one stands is seen").to_be_visible()
        menu = page.locator("#menu")
        assert menu.evaluate("(node) => node.clientWidth") in range(215, 221)
        page.set_viewport_size({"width": 1280, "height": 800})
        assert menu.evaluate("(node) => node.getBoundingClientRect().width") == 60
        rail = menu.get_by_role("link", name="Jogadores")
        expect(rail).to_have_attribute("title", "Jogadores")
        press(page, "Tab")
        rail.focus()
        press(page, "Tab")
        expect(menu.get_by_text("Proteção"), "who comes by keyboard reads the names").to_be_in_viewport()
        person.looks_well("frame-rail")
        assert person.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_frame_by_day_by_night_and_on_a_phone(open_floor: Floor, tmp_path: Path, scheme: str) -> None:
    """At a desk and on a phone: no text of too little contrast, no target too small, nothing wider than the window."""
    open_floor.now = timezone.now()
    MatrixHouse(open_floor)
    cookie = cookie_of(open_floor.staff(Role.SUPERVISOR))
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        desk = someone(chromium, house.url, cookie, color_scheme=scheme)
        phone = someone(chromium, house.url, cookie, color_scheme=scheme, is_mobile=True, has_touch=True)
        phone.page.set_viewport_size(PHONE)
        phone.phone = True
        for person in (desk, phone):
            person.go("/casa/jogadores/")
            person.looks_well(f"frame-{scheme}")
            person.go("/casa/procurar/?q=mac1")
            person.looks_well(f"frame-found-{scheme}")
        press(desk.page, "/")
        desk.page.keyboard.type("mac1")
        expect(desk.page.locator("#palette").get_by_role("option").first).to_be_visible()
        desk.looks_well(f"frame-palette-{scheme}")
        phone.page.get_by_role("button", name="Menu").tap()
        expect(phone.page.locator("#menu").get_by_role("link", name="Incidentes")).to_be_visible()
        phone.looks_well(f"frame-menu-{scheme}")
        phone.page.locator(".office-nav__me").tap()
        expect(phone.page.get_by_role("button", name="Terminar")).to_be_visible()
        phone.looks_well(f"frame-me-{scheme}")
        for person in (desk, phone):
            assert person.complaints == []
