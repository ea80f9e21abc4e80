"""Every page, found in the permission matrix, in three languages: WCAG by axe, label in name, and forced colours."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.access.rows import PLAYER, VISITOR
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.functional.browsers import WCAG, Person, browser
from tests.functional.controls import LANGUAGES, breaches, lost_in_forced_colours, misnamed
from tests.functional.dealing import dealing
from tests.functional.walking import OFFICE, cookie_of, opened, paths_of, someone, speak
from tests.integration.portal.matrix_house import MatrixHouse
from tests.running import running_house

pytestmark = pytest.mark.browser
RULES = {"runOnly": {"type": "tag", "values": sorted(WCAG)}, "resultTypes": ["violations"], "preload": False}
WORDS = (
    "html-has-lang", "html-lang-valid", "valid-lang", "document-title", "image-alt", "role-img-alt", "svg-img-alt",
    "label", "button-name", "link-name", "select-name", "summary-name", "input-button-name", "aria-command-name",
    "aria-input-field-name", "aria-toggle-field-name",
)  # fmt: skip
OF_WORDS = RULES | {"runOnly": {"type": "rule", "values": WORDS}}
"""Structure and colours are the same in every language: all rules are asked in the first, those of words in each."""
Look = Callable[[Page, str], list[str]]


def _walk(person: Person, paths: dict[str, str], languages: tuple[str, ...], look: Look) -> tuple[set[str], list[str]]:
    """Look at every page in every language; the names of those that were seen, and what was wrong with them."""
    seen, wrong = set(), []
    pages = paths
    for language in languages:
        speak(person, language)
        found = []
        for name in opened(person, pages):
            found.append(name)
            wrong += [f"{name} ({language}): {each}" for each in look(person.page, language)]
        seen |= set(found)
        pages = {name: paths[name] for name in found}
    return seen, wrong


def _named_and_well(page: Page, language: str) -> list[str]:
    return misnamed(page) + breaches(page, RULES if language == LANGUAGES[0] else OF_WORDS)


def _named(page: Page, language: str) -> list[str]:
    return misnamed(page)


def _forced(page: Page, language: str) -> list[str]:
    return lost_in_forced_colours(page)


@pytest.fixture
def full_house(open_floor: Floor) -> MatrixHouse:
    """One of everything that has an address."""
    open_floor.now = timezone.now()
    return MatrixHouse(open_floor)


@pytest.mark.long
def test_every_page_of_visitors_and_players(full_house: MatrixHouse, tmp_path: Path) -> None:
    """No rule of WCAG 2.2 AA that axe knows is broken, and every control is called by what is written on it."""
    cookie = cookie_of(full_house.owner)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        mine = paths_of(full_house, PLAYER)
        player = someone(chromium, house.url, cookie)
        seen, wrong = _walk(player, mine, LANGUAGES, _named_and_well)
        visitor = someone(chromium, house.url, None)
        others = {name: path for name, path in paths_of(full_house, VISITOR).items() if name not in seen}
        seen_by_visitors, more = _walk(visitor, others, LANGUAGES, _named_and_well)
        assert wrong + more == [], "\n".join(wrong + more)
        assert len(seen) >= 40, seen
        assert {"portal:front", "portal:sign_in", "portal:register"} <= seen_by_visitors


def test_no_control_is_lost_in_forced_colours(full_house: MatrixHouse, tmp_path: Path) -> None:
    cookie = cookie_of(full_house.owner)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        player = someone(chromium, house.url, cookie, forced_colors="active")
        seen, wrong = _walk(player, paths_of(full_house, PLAYER), ("pt",), _forced)
        visitor = someone(chromium, house.url, None, forced_colors="active")
        others = {name: path for name, path in paths_of(full_house, VISITOR).items() if name not in seen}
        _, more = _walk(visitor, others, ("pt",), _forced)
        assert wrong + more == [], "\n".join(wrong + more)


@pytest.mark.long
def test_controls_of_the_office_are_called_by_their_words(
    full_house: MatrixHouse, open_floor: Floor, tmp_path: Path
) -> None:
    cookies = {role: cookie_of(open_floor.staff(role)) for role in OFFICE}
    seen: set[str] = set()
    wrong: list[str] = []
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        for role, cookie in cookies.items():
            paths = {name: path for name, path in paths_of(full_house, role.value).items() if name not in seen}
            office = {name: path for name, path in paths.items() if name.startswith("backoffice:")}
            found, more = _walk(someone(chromium, house.url, cookie), office, LANGUAGES, _named)
            seen |= found
            wrong += more
    assert wrong == [], "\n".join(wrong)
    assert len(seen) >= 40, seen


def test_a_seated_table_in_three_languages_and_in_forced_colours(open_floor: Floor, tmp_path: Path) -> None:
    """Seats, chips, bet spots and tools with bets on them, and every card and colour where colours are forced."""
    open_floor.now = timezone.now()
    table = open_floor.table(replace(MACAU, betting_seconds=60), code="viva")
    rita, ana = open_floor.player("Rita"), open_floor.player("Ana")
    cookie, other = cookie_of(rita), cookie_of(ana)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        hands.do(lambda floor: floor.sit(rita, table, 4))
        hands.open(table, BANCA_WINS_WITH_5)
        hands.do(lambda floor: floor.bet(rita, table, banca=20_00))
        wrong: list[str] = []
        for holder, sign in ((cookie, "#tray"), (other, "#seats button")):
            for language in LANGUAGES:
                person = someone(chromium, house.url, holder)
                speak(person, language)
                person.go("/mesa/viva/")
                expect(person.page.locator(sign).first).to_be_visible()
                wrong += [f"table ({language}): {each}" for each in _named_and_well(person.page, language)]
                person.context.close()
        forced = someone(chromium, house.url, cookie, forced_colors="active")
        forced.go("/mesa/viva/")
        expect(forced.page.locator("#tray")).to_be_visible()
        forced.lay("ponto", "10")
        forced.picture("forced-seated")
        wrong += [f"table (forced): {each}" for each in lost_in_forced_colours(forced.page)]
        assert wrong == [], "\n".join(wrong)
