"""The system's health in a real browser: at three sizes, by day and by night, by keyboard; it asks again by itself."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from players.roles import Role
from reporting.queries.processes import ProcessKind
from tests.factories import Floor
from tests.functional.browsers import TOO_WIDE
from tests.functional.office import Visit, office
from tests.processes import MINUTE, a_fall, an_hour, four_weeks_of_copies

pytestmark = pytest.mark.browser
PAGE, TITLE = "/casa/saude/", "Saúde do sistema"
FALLEN = ("sabot-b", ProcessKind.DEALER)
AHEAD = 10
"""Minutes that the processes have told already: the page is looked at for longer than a minute."""


@pytest.fixture
def staff(open_floor: Floor) -> dict[Role, object]:
    open_floor.now = now = timezone.now()
    an_hour(now=now + AHEAD * MINUTE, minutes=60 + AHEAD, but=(FALLEN,))
    a_fall(*FALLEN, at=now - 26 * MINUTE, back_after=timedelta(seconds=2), now=now + AHEAD * MINUTE)
    four_weeks_of_copies(now=now)
    return {role: open_floor.staff(role) for role in (Role.ADMINISTRATOR, Role.SUPERVISOR)}


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_page_at_each_size_by_day_and_by_night(staff, tmp_path: Path, phone: bool) -> None:  # type: ignore[no-untyped-def]
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        visit = begin(Role.ADMINISTRATOR)
        visit.see(PAGE, TITLE)
        for width, height in [(390, 844)] if phone else [(1440, 900), (1280, 800)]:
            visit.page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                visit.see(PAGE, TITLE)
                assert visit.page.evaluate(TOO_WIDE) == [], (width, scheme)
                visit.look(f"health-{width}-{scheme}")
        _is_the_house(visit)


def _is_the_house(visit: Visit) -> None:
    page = visit.page
    expect(page.locator(".health-alarms")).to_contain_text("caiu e voltou")
    expect(page.locator(".health-processes tbody tr")).to_have_count(8)  # those that were told, and this very one
    expect(page.locator("#health")).to_contain_text("sabot-a")


def test_it_asks_again_by_itself_and_keeps_the_focus(staff, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with office(tmp_path, staff, phone=False, parts=()) as begin:
        visit = begin(Role.SUPERVISOR)
        visit.see(PAGE, TITLE)
        page = visit.page
        page.get_by_role("link", name="6 h").press("Enter")
        expect(page.get_by_role("link", name="6 h")).to_have_attribute("aria-current", "true")
        page.get_by_role("link", name="24 h").focus()
        before = page.locator("#seen-at time").inner_text()
        expect(page.locator("#seen-at time")).not_to_have_text(before, timeout=15_000)
        assert page.evaluate("document.activeElement.textContent") == "24 h"
        assert page.url.endswith("?horas=6")

        page.get_by_role("link", name="ler: SabotProcessDown").first.press("Enter")
        expect(page.locator("#SabotProcessDown")).to_be_visible()
        expect(page.locator("#SabotProcessDown")).to_contain_text("did not answer for a minute")

        page.context.set_offline(True)
        expect(page.locator("#stale")).to_be_visible(timeout=30_000)
        expect(page.locator("#stale")).to_contain_text("Sem novidades")
        page.context.set_offline(False)
        expect(page.locator("#stale")).to_be_hidden(timeout=30_000)
        visit.person.complaints.clear()  # the browser tells of requests that the cut refused
