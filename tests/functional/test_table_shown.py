"""What the page of play keeps in view, in a real browser: figures, clocks, cards as they lie, and who won."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import Dealing, dealing, seated_at
from tests.rules import rule
from tests.running import running_house

pytestmark = pytest.mark.browser
SHARED = TableSettings(preset="macau", minimum=10_00, max_prize=1_000_00, betting_seconds=30, show_seconds=3)
FLOOR = TableSettings(preset="macau-floor", minimum=10_00, max_prize=20_000_00, decks=6, shuffle="per-shoe")
ALONE = TableSettings(preset="punto-banco", minimum=1_00, decks=6, commission="5-percent", pairs=False, seats=1)


@pytest.fixture(params=[False, True], ids=["desktop", "phone"])
def seated(request: pytest.FixtureRequest, open_floor: Floor, tmp_path: Path) -> Iterator[tuple[Person, Dealing, int]]:
    """Rita with 1,000.00 at a shared table, and a round that takes bets."""
    phone = request.param
    with seated_at(open_floor, tmp_path, SHARED, code="mesa-v", cards=BANCA_WINS_WITH_5, phone=phone) as place:
        yield place


@rule("UK-10", asserts="On a desktop and on a phone the time played and the session’s result are in view.")
@rule("PT-34", asserts="On a desktop and on a phone the page shows the time of day and the time played, which goes on.")
def test_the_time_of_day_and_the_time_played_are_in_view(seated: tuple[Person, Dealing, int]) -> None:
    page = seated[0].page
    for place, form in (("#bar-clock", r"^\d\d:\d\d$"), ("#bar-session", r"^0:\d\d:\d\d$")):
        expect(page.locator(place)).to_be_visible()
        expect(page.locator(place)).to_have_text(re.compile(form))
    first = page.locator("#bar-session").inner_text()
    expect(page.locator("#bar-session")).not_to_have_text(first)
    expect(page.locator("#bar-result")).to_be_visible()


@rule(
    "GL-27",
    asserts="On a desktop and on a phone the balance, the stake of the round and the stake on Banca are in view.",
)
@rule(
    "PT-35",
    asserts="On a desktop and on a phone the page shows the table’s name and game, the balance, the bet of 20,00 €, "
    "the minimum of 10,00 €, the maximum prize of 1 000,00 €, and the prize beside each chance, 11:1 for a pair.",
)
def test_name_balance_bet_and_prizes_are_in_view(seated: tuple[Person, Dealing, int]) -> None:
    rita, page = seated[0], seated[0].page
    rita.bet("banca", "20")
    for place, words in (
        ("h1", "Mesa-V"),
        ("#bar-balance", "980,00"),
        ("#bar-stake", "20,00"),
        ('[data-chance="banca"] [data-part="sum"]', "20 €"),
        ('[data-chance="par-ponto"]', re.compile(r"11\s*:\s*1")),
    ):
        expect(page.locator(place).first).to_be_visible()
        expect(page.locator(place).first).to_contain_text(words)
    game = ".bar__where p .phone-only" if rita.phone else ".bar__game"
    for place, words in ((game, "Macau"), ("#bar-minimum", "10,00"), ("#bar-max-prize", "1 000,00")):
        expect(page.locator(place)).to_be_visible()
        expect(page.locator(place)).to_contain_text(words)
        assert _whole(page.locator(place)), f"{place} is cut off"
    rita.picture(f"bar-{'phone' if rita.phone else 'desk'}")


@pytest.mark.parametrize("language", ["pt", "ro"])
def test_a_long_name_of_a_game_gives_way_to_the_amounts(open_floor: Floor, tmp_path: Path, language: str) -> None:
    """On a phone the line of the rules stays one line: below it stand the figures."""
    open_floor.table(FLOOR, code="sala-1")
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        person = Person(chromium, house.url, phone=True)
        person.context.add_cookies([{"name": "django_language", "value": language, "url": house.url}])
        person.go("/mesa/sala-1/")
        line, figures = person.page.locator(".bar__where p"), person.page.locator(".bar__figures")
        expect(person.page.locator("#bar-max-prize")).to_contain_text("000,00")
        for place in ("#bar-minimum", "#bar-max-prize"):
            assert _whole(person.page.locator(place)), f"{place} is cut off"
        above, below = line.bounding_box(), figures.bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"] + 1
        assert person.complaints == []


def _whole(place: Locator) -> bool:
    """Whether all of the text lies within the box that clips it and within the page."""
    return bool(
        place.evaluate(
            "node => { const own = node.getBoundingClientRect(), box = node.parentElement.getBoundingClientRect();"
            " const edge = Math.min(innerWidth, box.right) + 1;"
            " return own.left >= 0 && own.right <= edge && own.bottom <= box.bottom + 1; }"
        )
    )


@rule(
    "GL-27",
    asserts="After the cards the outcome, the winning hand, the winning chance and the result of +10,00 €, +20,00 € "
    "on one bet and −10,00 € on the other, are in view and stay there until the next round.",
)
@rule(
    "R21",
    asserts="On a desktop and on a phone Ponto’s third card lies across, wider than high, and the other four upright.",
)
@rule(
    "G61",
    asserts="When Banca wins with 5, its hand is marked as won and Ponto’s as lost, the outcome says «Ganha a Banca», "
    "and Banca alone among the chances is marked as a winner, where the player has lost another bet.",
    shared="One dealt hand shows the third card, the winner and the outcome.",
)
def test_the_third_card_lies_across_and_the_winner_is_marked(seated: tuple[Person, Dealing, int]) -> None:
    rita, hands, table = seated
    page = rita.page
    rita.bet("banca", "40")
    expect(page.locator("#bar-balance")).to_contain_text("960,00")
    rita.bet("par-ponto", "10")
    expect(page.locator("#bar-balance")).to_contain_text("950,00")
    hands.settle(table)
    won = _is_in_view(page)
    expect(won).to_have_attribute("data-chance", "banca")
    expect(page.locator("#hand-banca")).to_have_attribute("data-won", "")
    expect(page.locator("#hand-ponto")).to_have_attribute("data-lost", "")

    def lies_across(card: str) -> bool:
        box = page.locator(f"{card} .card--face").bounding_box()
        assert box is not None
        return box["width"] > box["height"]

    for hand, count in (("ponto", 3), ("banca", 2)):
        expect(page.locator(f"#cards-{hand} .dealt[data-turned]")).to_have_count(count)
    lying: list[bool] = []
    for _ in range(100):  # until the last card comes to rest
        lying = [lies_across(f'#cards-{hand} [data-card="{at}"]') for hand, at in _dealt()]
        if lying == [at == 2 for _, at in _dealt()]:
            break
        page.wait_for_timeout(100)
    assert lying == [at == 2 for _, at in _dealt()]
    _is_in_view(page)
    hands.open(table)
    expect(page.locator("#outcome")).to_be_hidden()


def _is_in_view(page: Page) -> Locator:
    """The outcome, what it brought, the bet that lost, and the chance that won, which is returned."""
    won = page.locator('[data-chance][data-outcome="win"]')
    expect(won).to_have_count(1)
    for place, words in (
        (page.locator("#outcome"), "Ganha a Banca"),
        (page.locator("#outcome-mine"), "+10,00"),
        (won.locator('[data-part="result"]'), "+20,00"),
        (page.locator('[data-chance="par-ponto"][data-outcome="lose"] [data-part="result"]'), "−10,00"),
    ):
        expect(place).to_be_visible()
        expect(place).to_contain_text(words)
    return won


SEEN_IN_ORDER = """() => {
  const seen = (window.seen = []);
  const note = () => {
    const balance = document.getElementById("bar-balance").textContent;
    const now = [document.getElementById("outcome").textContent.includes("Ganha"), balance];
    if (String(now) !== String(seen.at(-1))) seen.push(now);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  note();
}"""


def test_the_balance_changes_as_the_prize_comes_home(seated: tuple[Person, Dealing, int]) -> None:
    """The result first, then the balance; a page that is opened anew has the same end."""
    rita, hands, table = seated
    page = rita.page
    rita.bet("banca", "20")
    expect(page.locator("#bar-balance")).to_contain_text("980,00")
    page.evaluate(SEEN_IN_ORDER)
    hands.settle(table)
    expect(page.locator("#outcome")).to_contain_text("Ganha a Banca")
    expect(page.locator("#bar-balance")).to_contain_text("1 010,00")
    seen = [(said, re.sub(r"\s", " ", balance)) for said, balance in page.evaluate("seen")]
    assert [said for said, balance in seen if "980,00" in balance][-1], "the result is seen before the balance"
    assert seen[-1][0], "and the balance with it"
    page.reload()
    expect(page.locator("#bar-balance")).to_contain_text("1 010,00")


def test_a_receipt_names_its_shoe_and_the_round_is_verified_in_one_touch(seated: tuple[Person, Dealing, int]) -> None:
    rita, hands, table = seated
    page = rita.page
    if rita.phone:
        page.locator("#tool-drawer").click()
    page.locator("#tab-proof").click()
    published = page.locator("#panel-proof code").first.inner_text()
    if rita.phone:
        page.locator("#drawer-close").click()
    rita.bet("banca", "20")
    expect(page.locator("#answers-list .root__short")).to_have_text(published[:8])
    if rita.phone:
        page.locator("#tool-drawer").click()
    page.locator("#tab-receipts").click()
    page.locator("#panel-receipts .root summary").click()
    expect(page.locator("#panel-receipts .root__whole")).to_have_text(published)
    rita.looks_well("table-receipt")
    hands.settle(table)
    page.locator("#tab-proof").click()
    verify = page.get_by_role("link", name="Verificar a jogada n.º 1, passo a passo")
    with page.expect_popup() as opened:
        verify.click()
    expect(opened.value.locator("#verdict-title")).to_have_text("5 de 5 cartas provadas")
    expect(opened.value.locator("#root")).to_have_value(published)
    opened.value.close()


def _dealt() -> list[tuple[str, int]]:
    return [("ponto", 0), ("ponto", 1), ("ponto", 2), ("banca", 0), ("banca", 1)]


@rule("D3", asserts="At a table of one’s own “Clear” takes 5,00 € that are laid and not sent away with one press.")
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_one_press_clears_what_is_not_sent(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(ALONE, code="mesa-s", kind="individual")
    player = open_floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url, phone=phone)
        rita.sign_in(player.email, player.password)
        rita.sit("mesa-s")
        hands.open(table)
        expect(rita.page.locator("#call")).to_contain_text("Aposte e dê as cartas quando quiser")
        rita.lay("ponto", "5")
        expect(rita.page.locator("#deal-word")).to_contain_text("5,00")
        rita.page.locator("#act-clear").click()
        expect(rita.page.locator("#act-clear")).to_be_disabled()
        expect(rita.page.locator("#deal-word")).not_to_contain_text("5,00")
        expect(rita.page.locator("#bar-balance")).to_contain_text("1 000,00")
        assert rita.complaints == []
