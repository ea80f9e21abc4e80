"""Offers and bars of the table's page, in a real browser: no touch bets more than the player asked for."""

import json
import re
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import WebSocketRoute, expect

from kernel.periods import Period
from players.protection.operations import limits
from players.protection.queries.protection import LimitKind
from tables.table_settings import TableSettings
from tests.factories import PONTO_WINS, Floor
from tests.functional.browsers import Person, browser, press
from tests.functional.dealing import Dealing, dealing
from tests.running import running_house

pytestmark = pytest.mark.browser
FIVE = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00, betting_seconds=120, show_seconds=4)
MORE = re.compile(r"Apostar|Mudar para")


class Behind:
    """Keeps the table's news from a page, and lets its own answers through: as a page that lags sees the table."""

    def __init__(self, person: Person) -> None:
        self.on = False
        self.bets: list[dict[str, int]] = []
        person.page.route_web_socket(re.compile(r"/ws/tables/"), self._between)

    def _between(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(self._noted(server.send))
        server.on_message(lambda text: None if self.on and json.loads(text)["say"] == "event" else page.send(text))

    def _noted(self, send: Callable[[str], None]) -> Callable[[str], None]:
        def note(text: str) -> None:
            said = json.loads(text)
            if said["do"] == "bet":
                self.bets.append(said["lines"])
            send(text)

        return note


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_no_touch_bets_more_than_was_asked(open_floor: Floor, tmp_path: Path, *, phone: bool) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(FIVE, code="mesa-o")
    player = open_floor.player("Rita", cents=5_503_00)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url, phone=phone)
        behind = Behind(rita)
        rita.sign_in(player.email, player.password)
        rita.sit("mesa-o")
        hands.open(table, PONTO_WINS)
        _chips_reach_the_minimum(rita)
        _too_little_is_said_in_words(rita)
        _unreadable_amounts_lay_nothing(rita)
        _sides_too_close_are_barred(rita)
        _the_balance_is_not_offered(rita)
        _a_key_held_down_confirms_nothing(rita)
        assert behind.bets == [], "nothing was sent"
        expect(rita.page.locator("#bar-balance")).to_contain_text("5 503,00")
        assert rita.complaints == []


def _chips_reach_the_minimum(rita: Person) -> None:
    values = rita.page.locator("#chips input").evaluate_all("chips => chips.map((chip) => Number(chip.value))")
    assert values == [5_00, 25_00, 100_00, 500_00, 1_000_00]


def _barred(rita: Person, says: str | re.Pattern[str], *, laid: int = 1) -> None:
    """Confirm is off, the page says why, and nothing that could be pressed would bet more.

    The page says why at once and draws the `laid` sums of the slip in its next frame.
    """
    page = rita.page
    expect(page.locator(".spot__sum--draft")).to_have_count(laid)
    expect(page.locator("#word")).to_contain_text(says)
    expect(page.locator("#act-confirm")).to_be_disabled()
    drafts = page.locator(".spot__sum--draft").all_inner_texts()
    page.evaluate("document.activeElement.blur()")
    press(page, "Enter")
    page.locator("#typed").press("Enter")
    expect(page.locator("#word")).to_contain_text(says)
    assert page.locator(".spot__sum--draft").all_inner_texts() == drafts
    expect(page.get_by_role("button", name=MORE)).to_have_count(0)


def _too_little_is_said_in_words(rita: Person) -> None:
    rita.lay("ponto", "3")
    _barred(rita, "Ponto: a aposta mínima desta mesa é 5,00 € (R14).")
    rita.looks_well("below-the-minimum")
    rita.lay("ponto", "2")
    expect(rita.page.locator("#act-confirm")).to_be_enabled()
    expect(rita.page.locator("#word")).to_be_empty()
    rita.page.locator("#act-clear").click()


def _unreadable_amounts_lay_nothing(rita: Person) -> None:
    page = rita.page
    for typed in ("-5", "1e3", "5,001", "12345678901234567", "0", "cinco"):
        rita.lay("ponto", typed)
        expect(page.locator("#word")).to_contain_text(f"«{typed}» não se lê como quantia: nada foi apostado.")
        expect(page.locator("#typed")).to_have_attribute("aria-invalid", "true")
        expect(page.locator(".spot__sum--draft")).to_have_count(0)
    rita.picture(f"unreadable-{'phone' if rita.phone else 'desk'}")
    page.fill("#typed", "")
    expect(page.locator("#typed")).to_have_attribute("aria-invalid", "false")


def _sides_too_close_are_barred(rita: Person) -> None:
    rita.lay("ponto", "10")
    rita.lay("banca", "12")
    _barred(rita, "a diferença entre as apostas tem de ser de, pelo menos, 5,00 € (R13)", laid=2)
    rita.looks_well("sides-too-close")
    rita.page.locator("#act-clear").click()


def _the_balance_is_not_offered(rita: Person) -> None:
    rita.lay("ponto", "6000")
    _barred(rita, "O seu saldo, 5 503,00 €, não chega para esta aposta.")
    rita.page.locator("#act-clear").click()
    rita.lay("ponto", "12000")
    _barred(rita, "só se aceitam mais 10 000,00 €, equilíbrio entre Ponto e Banca (R43a)")
    rita.page.locator("#act-clear").click()


def _a_key_held_down_confirms_nothing(rita: Person) -> None:
    """Enter on what is offered, held down, fills the slip and does not confirm it."""
    page = rita.page
    rita.lay("empate", "1500")
    offer = page.locator("#word button")
    expect(offer).to_have_text("Mudar para 1 000,00 €")
    offer.focus()
    for _ in range(6):
        page.keyboard.down("Enter")
        page.wait_for_timeout(60)
    page.keyboard.up("Enter")
    expect(page.locator("#act-confirm")).to_have_text("Confirmar 1 000,00 €")
    page.locator("#act-clear").click()


def test_a_part_is_offered_fills_the_slip_and_is_confirmed(open_floor: Floor, tmp_path: Path) -> None:
    """500 asked, 100 free: known beforehand, or met at the house by a page that lags."""
    open_floor.now = timezone.now()
    table = open_floor.table(FIVE, code="mesa-o")
    player, other = open_floor.player("Rita", cents=5_000_00), open_floor.player("Joca", cents=30_000_00)
    open_floor.sit(other, table)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url)
        behind = Behind(rita)
        rita.sign_in(player.email, player.password)
        rita.sit("mesa-o")
        page, offer = rita.page, rita.page.locator("#word button")
        hands.open(table, PONTO_WINS)
        hands.do(lambda floor: floor.bet(other, table, ponto=9_900_00))
        expect(page.locator("#beam-ponto")).to_have_text("100 €")

        rita.lay("ponto", "500")
        expect(page.locator("#act-confirm")).to_be_disabled()
        expect(offer).to_have_text("Mudar para 100,00 €")
        rita.looks_well("offered-beforehand")
        offer.click()
        expect(page.locator("#act-confirm")).to_have_text("Confirmar 100,00 €")
        assert behind.bets == [], "an offer is not a bet"
        page.locator("#act-confirm").click()
        expect(page.locator("#bar-stake")).to_contain_text("100,00")

        hands.do(lambda floor: floor.bet(other, table, banca=200_00))
        expect(page.locator("#beam-ponto")).to_have_text("200 €")
        _refused_by_the_house(rita, behind, hands, table, other)
        assert rita.complaints == []


def _refused_by_the_house(rita: Person, behind: Behind, hands: Dealing, table: int, other: object) -> None:
    """The page believes in room that another's slip has taken: the house refuses, and offers what is left."""
    page = rita.page
    behind.on = True
    hands.do(lambda floor: floor.bet(other, table, ponto=120_00))
    behind.bets.clear()
    rita.bet("ponto", "200")
    answer = page.locator("#answers .answer--rejection")
    expect(answer).to_contain_text("só se aceitam mais 80,00 €")
    spot = page.locator('.spot[data-chance="ponto"]')
    expect(spot.locator(".spot__sum--draft"), "what was refused stays, not confirmed").to_contain_text("200 €")
    expect(spot).to_have_attribute("data-refused", "")
    expect(page.locator("#word button")).to_have_text("Mudar para 80,00 €")
    rita.looks_well("offered-by-the-house")
    page.locator("#word button").click()
    assert {tuple(lines.items()) for lines in behind.bets} == {(("ponto", 200_00),)}, "an offer is not a bet"
    page.locator("#act-confirm").click()
    expect(page.locator("#word")).to_contain_text("Aceite: Ponto +80,00 €")
    expect(page.locator("#bar-stake")).to_contain_text("180,00")


def test_a_slip_beyond_own_limits_cannot_be_confirmed(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(FIVE, code="mesa-o")
    player = open_floor.player("Rita")
    wish = {"kind": LimitKind.STAKE, "period": Period.DAY, "most": 70_00}
    limits.set_limit(person_id=player.id, idempotency_key=uuid.uuid4(), now=open_floor.now, **wish)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url)
        rita.sign_in(player.email, player.password)
        rita.sit("mesa-o")
        hands.open(table, PONTO_WINS)
        rita.lay("ponto", "412")
        _barred(rita, "Os limites que definiu para si permitem apostar mais 70,00 €")
        rita.looks_well("beyond-own-limits")
        rita.page.locator("#act-clear").click()
        rita.bet("ponto", "50")
        expect(rita.page.locator("#bar-stake")).to_contain_text("50,00")
        rita.lay("empate", "25")
        _barred(rita, "permitem apostar mais 20,00 €")
        assert rita.complaints == []
