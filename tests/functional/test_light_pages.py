"""How little a browser that knows nothing of the house asks for, and what it may keep of it."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, Response, expect

from players.roles import Role
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.functional.office import prove_twice
from tests.running import running_house

pytestmark = pytest.mark.browser
MOST_REQUESTS = 15
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


class Asked:
    """What one page asks the network for, its document and its socket included, since it began to be watched."""

    def __init__(self, page: Page) -> None:
        self.paths: list[str] = []
        self.answers: list[Response] = []
        page.on("request", self._note)
        page.on("response", lambda answer: self.answers.append(answer))
        page.on("websocket", lambda socket: self.paths.append(urlsplit(socket.url).path))

    def _note(self, request: Request) -> None:
        self.paths.append(urlsplit(request.url).path)

    def is_light(self) -> None:
        """Few requests; static files by hashed names, to be kept, compressed where that helps; a strict policy."""
        assert len(self.paths) <= MOST_REQUESTS, self.paths
        for answer in self.answers:
            path, told = urlsplit(answer.url).path, answer.headers
            if path.startswith("/static/"):
                assert HASHED.search(path), path
                assert "immutable" in told["cache-control"], path
                if int(told.get("content-length", 0)) > 1_000 and not path.endswith(".woff2"):  # compressed in itself
                    assert told.get("content-encoding") == "gzip", path
            elif told.get("content-type", "").startswith("text/html"):
                policy = told["content-security-policy"]
                assert "default-src 'none'" in policy
                assert not {"unsafe-inline", "unsafe-eval"} & set(re.findall(r"[\w-]+", policy)), policy


def test_pages_come_in_few_requests(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(MACAU, code="macau")
    ana = open_floor.player("ana")
    member = open_floor.staff(Role.GAME_MANAGER)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        hands.do(lambda floor: floor.sit(ana, table))
        hands.open(table, BANCA_WINS_WITH_5)

        visitor = Person(chromium, house.url)
        lobby = Asked(visitor.page)
        visitor.go("/?fichas=EUR")
        expect(visitor.page.locator("#tile-macau")).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        lobby.is_light()

        watcher = Person(chromium, house.url)
        live = Asked(watcher.page)
        watcher.go("/mesa/macau/")
        expect(watcher.page.locator("#bar-minimum")).to_contain_text("10,00")
        watcher.page.wait_for_load_state("networkidle")
        assert any(path.endswith(".svg") and "/cards/" in path for path in live.paths), "before the first card"
        hands.settle(table)
        expect(watcher.page.locator(".card--face").first).to_be_visible()
        live.is_light()
        assert len(set(live.paths)) == len(live.paths), "nothing is asked for twice"

        clerk = Person(chromium, house.url)
        prove_twice(clerk, member)
        again = Person(chromium, house.url)
        again.context.add_cookies(clerk.context.cookies())  # type: ignore[arg-type]  # what one gives the other takes
        office = Asked(again.page)
        again.go("/casa/mesas/")
        expect(again.page.locator("main")).to_contain_text("macau")
        again.page.wait_for_load_state("networkidle")
        office.is_light()
        assert any("/backoffice/office" in path for path in office.paths)

        for person in (visitor, watcher, clerk, again):
            assert person.complaints == []
