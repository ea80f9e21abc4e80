"""The pages of the office at three sizes, by day and by night; taken by hand, as `players.py`.

Those of `KEPT` are written into the folder as JPEGs. With another folder than docs/pictures, the others are too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from players.roles import Role
from reporting.making.figures import day_of
from tests.factories import Floor
from tests.functional.browsers import browser
from tests.functional.walking import cookie_of, someone
from tests.pictures import options, sheets
from tests.pictures.furnished import Furnished, furnish
from tests.running import running_house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]
DESK: Final = 1440
SIZES: Final = {DESK: 900, 1280: 800, 390: 844}
PHONES: Final = 768
"""Narrower windows are those of phones."""
SCHEMES: Final = {"light": "", "dark": "-dark"}
MOST: Final = 190_000
"""Bytes of a picture."""
WHOLE_MOST: Final = 2_000_000


@dataclass(frozen=True)
class Sight:
    """A page: its reader, its address, and the steps before the picture."""

    role: Role
    path: str
    then: Callable[[Page], Any] = lambda page: None


def sights(house: Furnished) -> dict[str, Sight]:
    """The pages by the names of their pictures."""
    yesterday = (day_of(timezone.now()) - timedelta(days=1)).isoformat()

    def look_for(page: Page) -> None:
        page.keyboard.press("/")
        page.keyboard.type(f"mac4 {house.hour}")
        expect(page.locator("#palette").get_by_role("option").nth(2)).to_be_visible()

    def wait_for_facts(page: Page) -> None:
        expect(page.locator(".case-facts").first).to_be_visible()

    return {
        "floor": Sight(Role.SUPERVISOR, "/casa/sala/"),
        "search": Sight(Role.SUPERVISOR, "/casa/sala/", look_for),
        "inbox": Sight(Role.SUPPORT, f"/casa/entrada/complaint/{house.complaint}/", wait_for_facts),
        "player": Sight(Role.COMPLIANCE, f"/casa/jogadores/{house.player}/"),
        "rules": Sight(Role.GAME_MANAGER, house.draft),
        "report": Sight(Role.COMPLIANCE, f"/casa/relatorios/{yesterday}/"),
        "health": Sight(Role.ADMINISTRATOR, "/casa/saude/"),
        "incident": Sight(Role.SUPERVISOR, f"/casa/incidentes/{house.incident}/"),
        "round": Sight(Role.SUPERVISOR, f"/casa/jogadas/{house.round}/"),
        "rounds": Sight(Role.SUPERVISOR, "/casa/jogadas/"),
        "deadlines": Sight(Role.COMPLIANCE, "/casa/prazos/"),
        "audit": Sight(Role.AUDITOR, "/casa/auditoria/"),
    }


DRAWN: Final = ("floor", "search", "inbox", "player", "rules", "report", "incident", "health")
"""The pages that have a mock-up: at every size, by day and by night."""
OTHERS: Final = ("round", "rounds", "deadlines", "audit")
KEPT: Final = frozenset(
    {f"{name}{size}{night}" for name in DRAWN for size in ("", "-1280", "-390") for night in SCHEMES.values()}
) | frozenset(OTHERS)
"""Those that docs/pictures is to have."""


@pytest.mark.usefixtures("transactional_db")
def test_pictures_of_the_office(tmp_path: Path) -> None:
    found = furnish(Floor())
    with running_house(tmp_path, parts=()) as house:
        found.play()
        take(found, house.url)


def take(found: Furnished, url: str) -> None:
    """All the pictures that are asked for."""
    cookies = {role: cookie_of(member) for role, member in found.staff.items()}
    with browser() as chromium:
        for name, sight in sights(found).items():
            if not options.wants(name):
                continue
            for width, height in SIZES.items():
                phone = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2} if width < PHONES else {}
                person = someone(chromium, url, cookies[sight.role], **phone)
                person.page.set_viewport_size({"width": width, "height": height})
                for scheme, ending in SCHEMES.items():
                    person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                    person.go(sight.path)
                    sight.then(person.page)
                    person.page.wait_for_timeout(600)
                    keep(person.page, f"{name}{'' if width == DESK else f'-{width}'}{ending}")
                person.context.close()


def keep(page: Page, name: str) -> None:
    """The window as a JPEG that fits, and the whole page beside it where that is asked for."""
    if name in KEPT or options.ELSEWHERE:
        sheets.kept(sheets.opened(page.screenshot()), options.FOLDER / f"office-{name}.jpg", most=MOST)
    if options.WHOLE:
        whole = sheets.opened(page.screenshot(full_page=True))
        sheets.kept(whole, options.FOLDER / f"office-{name}-whole.jpg", most=WHOLE_MOST)
