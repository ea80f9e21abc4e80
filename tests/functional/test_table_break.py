"""A player who stops in mid-round, in another window: the table shows what becomes of the bet, and then the summary."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tables.table_settings import TableSettings
from tests.factories import PONTO_WINS, Floor
from tests.functional.browsers import Person
from tests.functional.dealing import Dealing, seated_at
from tests.rules import rule

pytestmark = pytest.mark.browser
SLOW = TableSettings(preset="macau", minimum=5_00, max_prize=1_000_00, betting_seconds=60, show_seconds=20)


@pytest.fixture(params=[False, True], ids=["desktop", "phone"])
def betting(request: pytest.FixtureRequest, open_floor: Floor, tmp_path: Path) -> Iterator[tuple[Person, Dealing, int]]:
    """Rita with 1,000.00, seated, and 100.00 of it on ponto, which will win."""
    with seated_at(open_floor, tmp_path, SLOW, code="mesa-p", cards=PONTO_WINS, phone=request.param) as place:
        rita = place[0]
        rita.bet("ponto", "100")
        expect(rita.page.locator("#bar-balance")).to_contain_text("900,00")
        yield place


def _an_hour(page: Page) -> None:
    page.get_by_role("button", name="1 hora").click()


def _six_months(page: Page) -> None:
    page.get_by_role("button", name="Excluir-me", exact=True).click()


@rule(
    "PT-27",
    asserts="A player with 100.00 on ponto takes a break of an hour, or of six months, in another window: the table "
    "takes no more bets, shows the cards, +100,00 € and the balance of 1 100,00 €, and then the session’s summary.",
)
@pytest.mark.parametrize("stop", [_an_hour, _six_months])
def test_the_round_is_seen_to_its_end_and_the_summary_follows(
    betting: tuple[Person, Dealing, int], stop: Callable[[Page], None]
) -> None:
    rita, hands, table = betting
    page, other = rita.page, rita.window()
    rita.lay("banca", "50")
    other.go("/pausas/")
    stop(other.page)
    expect(other.page.get_by_role("heading", name="Em vigor:")).to_be_visible()
    expect(page.locator("#strip-barred")).to_contain_text(re.compile(r"Em pausa até \d\d/\d\d.*, \d\d:\d\d"))
    expect(page.locator("#strip-barred")).to_contain_text("As suas apostas nesta jogada continuam a valer")
    expect(page.locator('[data-chance="ponto"] .spot__place')).to_have_attribute("aria-disabled", "true")
    expect(page.locator('[data-chance="ponto"] .spot__place')).to_contain_text("100 €")
    expect(page.locator('[data-chance="banca"]')).not_to_contain_text("por confirmar")
    for part in ("#act-confirm", "#act-double", "#act-rebet", "#typed"):
        expect(page.locator(part)).to_be_disabled()
    for part in ("#tool-pause", "#cost", "#strip-invite", "#strip-link"):
        expect(page.locator(part)).to_be_hidden()
    rita.looks_well("break-with-a-bet")

    hands.settle(table)
    expect(page.locator("#cards-ponto .dealt")).not_to_have_count(0)
    expect(page.locator("#bar-balance")).to_contain_text("900,00")
    expect(page.locator("#outcome")).to_contain_text("Ganha o Ponto")
    expect(page.locator("#outcome-mine")).to_contain_text("+100,00")
    expect(page.locator("#bar-balance")).to_contain_text("1 100,00")
    expect(page.locator("#strip-barred")).to_be_visible()
    rita.picture(f"break-result-{'phone' if rita.phone else 'desk'}")
    page.wait_for_url(re.compile(r"/sessoes/"))
    expect(page.locator("h1")).to_have_text("Resumo da sessão")


@rule(
    "R30", asserts="The page loaded anew while the cards fall shows the balance of before the result until it is out."
)
def test_a_reload_while_the_cards_fall_does_not_tell_the_result(betting: tuple[Person, Dealing, int]) -> None:
    rita, hands, table = betting
    hands.settle(table)
    rita.page.reload()
    expect(rita.page.locator("#bar-balance")).to_contain_text("900,00")
    expect(rita.page.locator("#bar-result")).to_have_text(re.compile(r"^0,00"))
    expect(rita.page.locator("#outcome")).to_be_hidden()
    expect(rita.page.locator("#outcome-mine")).to_contain_text("+100,00")
    expect(rita.page.locator("#bar-balance")).to_contain_text("1 100,00")
    expect(rita.page.locator("#bar-result")).to_contain_text("+100,00")
