"""Cards keep their turn at the console while answers are lost, the house is away, or a scanner floods."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tables.models import CardEvent
from tests.factories import Floor
from tests.faults.support import until
from tests.functional.at_console import waits_for_cards
from tests.functional.browsers import press
from tests.functional.dealing import Dealing
from tests.functional.test_croupier_console import FIVE, code, headline, of_the_screen, slide
from tests.functional.test_croupier_serial import due
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.browser
READ = "**/read/"
TAKEN = "Nem tudo foi aceite"


def placed(hands: Dealing) -> list[str]:
    """The cards that lie, in their order."""
    found: list[str] = hands.do(
        lambda _: list(CardEvent.objects.filter(kind="drawn").order_by("pk").values_list("card", flat=True))
    )
    return found


def let_go(page: Page, *, shown: bool) -> None:
    expect(page.get_by_text(TAKEN).first).to_be_visible(visible=shown, timeout=30_000)


def test_cards_keep_their_turn_when_answers_are_lost(open_floor: Floor, tmp_path: Path) -> None:
    with waits_for_cards(open_floor, tmp_path) as at:
        hands, desk = at.hands, at.desk
        lost: list[str] = []

        def lose(route: Route) -> None:
            """The first card is lost on its way there, the answer to the second on its way back."""
            lost.append(route.request.post_data or "")
            if len(lost) == 3:
                route.fetch()
            if len(lost) in {1, 3}:
                route.abort()
            else:
                route.continue_()

        desk.route(READ, lose)
        slide(desk, code("8S"))
        slide(desk, code("KH"))
        slide(desk, code("7D"))
        due(desk, "B2")
        assert placed(hands) == ["8S", "KH", "7D"]
        assert len(lost) == 5
        desk.unroute(READ)

        desk.route(READ, lambda route: route.abort())
        slide(desk, code("4C"))
        slide(desk, code("6C"))
        let_go(desk, shown=True)
        assert of_the_screen(desk) == []
        due(desk, "B2")
        desk.unroute(READ)
        slide(desk, code("4C"))
        due(desk, "P3")
        let_go(desk, shown=False)
        for card, slot in zip(FIVE[4:], ("B3", ""), strict=True):
            slide(desk, code(card))
            due(desk, slot)
        assert placed(hands) == list(FIVE)

        # A reading with a space in it presses no key, and a key that is no name of anything does nothing.
        headline(desk, "Banca ganha, 7 a 1")
        slide(desk, "A B C D E")
        expect(desk.locator("#said")).to_contain_text("Não se leu nenhuma carta")
        slide(desk, "A B")
        press(desk, '"')
        desk.wait_for_timeout(300)
        expect(desk.locator("#screen")).to_have_attribute("data-phase", "dealing")
        press(desk, "Space")
        expect(desk.locator("#screen")).to_have_attribute("data-phase", "settled")
        hands.do(Floor.prove)


def test_a_flood_is_let_go_and_said(open_floor: Floor, tmp_path: Path) -> None:
    with waits_for_cards(open_floor, tmp_path) as at:
        croupier, hands, desk = at.croupier, at.hands, at.desk
        desk.evaluate(
            """() => {
              for (let count = 0; count < 200; count += 1)
                for (const key of [..."NOISE-00", "Enter"])
                  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
            }"""
        )
        let_go(desk, shown=True)
        until("17 readings", lambda: hands.do(lambda _: CardEvent.objects.count()) >= 17, seconds=PATIENCE_SECONDS)
        desk.wait_for_timeout(500)
        slide(desk, code("8S"))
        due(desk, "B1")
        let_go(desk, shown=False)
        assert hands.do(lambda _: CardEvent.objects.count()) == 18
        assert placed(hands) == ["8S"]
        assert croupier.complaints == []
