"""The type faces in a real browser: from this house alone, and no more of them than the letters of a page need."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from players.roles import Role
from tests.factories import MACAU, Floor
from tests.functional.browsers import Person, browser
from tests.functional.office import prove_twice
from tests.running import running_house

pytestmark = pytest.mark.browser
FIGTREE, FRAUNCES = "figtree-latin-wght-normal", "fraunces-latin-opsz-normal"
BEYOND = {"figtree-latin-ext-wght-normal", "fraunces-latin-ext-opsz-normal"}


@pytest.fixture(autouse=True)
def _fetched() -> None:
    if not Path(os.environ["SABOT_DATA"], "fonts/installed").exists():
        pytest.skip("the type faces could not be fetched")


class Asked:
    """What a page asks the network for."""

    def __init__(self, page: Page) -> None:
        self.urls: list[str] = []
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.urls.append(request.url)

    @property
    def fonts(self) -> set[str]:
        """The fonts, by the beginning of their hashed names."""
        paths = [urlsplit(url).path for url in self.urls]
        return {path.rsplit("/", 1)[1].split(".")[0] for path in paths if path.endswith(".woff2")}

    @property
    def hosts(self) -> set[str]:
        return {urlsplit(url).netloc for url in self.urls if not url.startswith("data:")}


def shown(person: Person) -> list[bool]:
    """Whether the page has Figtree and Fraunces, once everything that it asked for has come."""
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate("document.fonts.ready")
    return [person.page.evaluate(f"document.fonts.check('16px {face}')") for face in ("Figtree", "Fraunces")]


def test_pages_show_the_faces_and_fetch_what_their_letters_need(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    open_floor.table(MACAU, code="macau")
    member = open_floor.staff(Role.GAME_MANAGER)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        visitor = Person(chromium, house.url)
        asked = Asked(visitor.page)
        visitor.go("/?fichas=EUR")
        expect(visitor.page.locator("#tile-macau")).to_be_visible()
        assert shown(visitor) == [True, True]
        assert asked.fonts == {FIGTREE, FRAUNCES}, "Portuguese has no letter beyond Latin-1"
        assert asked.hosts == {urlsplit(house.url).netloc}
        assert len(asked.urls) == len(set(asked.urls)), "a preloaded file is not asked for again"

        visitor.context.add_cookies([{"name": "django_language", "value": "ro", "url": house.url}])
        visitor.go("/?fichas=EUR")
        expect(visitor.page.locator("html")).to_have_attribute("lang", "ro")
        assert shown(visitor) == [True, True]
        assert asked.fonts >= BEYOND

        clerk = Person(chromium, house.url)
        prove_twice(clerk, member)
        asked = Asked(clerk.page)
        clerk.go("/casa/mesas/")
        expect(clerk.page.locator("main")).to_contain_text("macau")
        assert shown(clerk)[0]
        assert not asked.fonts & BEYOND
        assert asked.hosts == {urlsplit(house.url).netloc}
        for person in (visitor, clerk):
            assert person.complaints == []
