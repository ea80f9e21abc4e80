"""A croupier deals paper cards at the console by keys and a scanner, while a player bets and a supervisor helps."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from baccarat.card_codes import PaperCard
from baccarat.cards import Card
from players.roles import Role
from tables.models import CardEvent, Round, Shift
from tests.croupiers import PAPER, take
from tests.croupiers import paper_table as furnished
from tests.factories import Actor, Floor
from tests.functional.browsers import Person, browser, press, tap
from tests.functional.dealing import dealing
from tests.functional.office import code_of, prove_twice
from tests.running import running_house

pytestmark = pytest.mark.browser
TABLET = {"width": 1024, "height": 768}
FIVE = ("8S", "KH", "7D", "4C", "6C", "3D")
"""Ponto 5 draws a six and has 1; banca 4 draws a three: 7."""
NATURAL = ("4S", "KH", "4D", "7C")


def slide(page: Page, text: str) -> None:
    """The scanner types a code as a keyboard does, faster than a hand."""
    page.wait_for_load_state()
    page.evaluate(
        """(text) => {
          for (const key of [...text, "Enter"])
            document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def code(card: str, deck: str = "D001") -> str:
    return PaperCard(deck, Card.parse(card)).code


def headline(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#headline")).to_contain_text(words)


def of_the_screen(page: Page) -> list[str]:
    """What of the console lies outside its one screen."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#screen *")].filter((each) => {
          const box = each.getBoundingClientRect();
          return box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
        }).map((each) => each.className?.baseVal ?? each.className)"""
    )
    return found


def enter(chromium: object, url: str, member: Actor) -> Person:
    person = Person(chromium, url)  # type: ignore[arg-type]
    prove_twice(person, member)
    return person


def test_a_round_is_dealt_by_keys_and_scanner_alone(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor, replace(PAPER, betting_seconds=120), taken=False)
    table = live.code
    rita = floor.player("Rita", cents=1_000_00)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        croupier = enter(chromium, house.url, live.croupier)
        desk = croupier.page
        expect(desk).to_have_url(re.compile(r"/croupier/$"))
        desk.get_by_role("link", name=re.compile("Live")).click()
        headline(desk, "Aqui não há croupier")
        press(desk, "t")
        headline(desk, "Comece um sabot novo")
        croupier.looks_well("croupier-new-shoe")
        desk.get_by_role("button", name="Começar o sabot").click()
        headline(desk, "A jogada abre")
        hands.open(live.id)
        headline(desk, "Feche no zero")

        player = Person(chromium, house.url)
        player.sign_in(rita.email, rita.password)
        player.sit(table)
        player.bet("banca", "25")
        expect(desk.locator(".stake--banca b")).to_have_text("25")
        slide(desk, code("8S"))
        expect(desk.locator("#said")).to_contain_text("As apostas ainda estão abertas")
        assert of_the_screen(desk) == []
        croupier.looks_well("croupier-betting")

        assert hands.step(live.id) == "closed-bets"
        headline(desk, "Carta para ponto")
        for card, next_act in zip(FIVE, ("banca", "ponto", "banca", "ponto", "banca", "ganha"), strict=True):
            slide(desk, code(card))
            headline(desk, re.compile(next_act))
        expect(player.page.locator(".dealt[data-turned]")).to_have_count(6)
        expect(player.page.locator("#outcome")).to_be_hidden()
        slide(desk, code("9S"))
        expect(desk.locator("#said")).to_contain_text("esta é a mais")
        headline(desk, "Banca ganha, 7 a 1")
        assert of_the_screen(desk) == []
        croupier.looks_well("croupier-result")
        desk.set_viewport_size(TABLET)  # type: ignore[arg-type]
        assert of_the_screen(desk) == []
        croupier.picture("croupier-result-tablet")
        press(desk, "Space")
        expect(desk.locator("#screen")).to_have_attribute("data-phase", "settled")
        expect(player.page.locator("#outcome")).to_contain_text("Banca")
        assert player.complaints == []
        assert croupier.complaints == []
        assert hands.do(lambda _: Round.objects.get(table_id=live.id).cards) == list(FIVE)
        hands.do(Floor.prove)


def test_a_silent_scanner_is_helped_by_a_second_person(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor, PAPER)
    table = live.code
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        hands.open(live.id)
        assert hands.step(live.id) == "closed-bets"
        croupier = enter(chromium, house.url, live.croupier)
        supervisor = enter(chromium, house.url, live.supervisor)
        desk = croupier.page
        headline(desk, "Carta para ponto")  # the croupier's own table opens by itself
        expect(desk.locator("#silent")).to_contain_text("Leitor calado")
        press(desk, "F9")
        expect(desk.locator(".call-now--on")).to_be_visible()
        press(desk, "m")
        expect(desk.locator("#by-hand")).to_be_visible()
        desk.keyboard.type("8")
        desk.locator("dialog input[value=H]").check()
        desk.keyboard.press("Escape")
        expect(desk.locator("#by-hand")).to_be_hidden()
        # Until the browser has drawn again, keys still come from the field of the dialog that was closed.
        desk.locator("#by-hand input[name=rank]").dispatch_event("keydown", {"key": "m"})
        expect(desk.locator("#by-hand")).to_be_visible()
        expect(desk.locator("dialog input[name=rank]")).to_have_value("")
        expect(desk.locator("dialog input:checked")).to_have_count(0)
        desk.keyboard.type("q")
        desk.locator("dialog input[value=S]").check()
        desk.keyboard.press("Enter")
        expect(desk.locator("#said")).to_contain_text("outra pessoa a confirmar")
        desk.reload()
        headline(desk, "Carta para ponto")

        office = supervisor.page
        calling = office.locator("#tables .floor-card--call")
        expect(calling).to_contain_text("croupier chama")
        expect(calling).to_contain_text("chama a supervisão desde as")
        press(office, "j")
        press(office, "e")
        office.wait_for_url(f"**/casa/croupiers/#table-{table}")
        office.get_by_label("Resposta, mostrada na consola").fill("Vou a caminho")
        office.get_by_role("button", name="Vou a caminho").click()
        expect(desk.locator(".message")).to_contain_text("Vou a caminho")
        office.get_by_role("button", name="É essa carta").click()
        headline(desk, "Carta para banca")
        supervisor.looks_well("croupiers-office")
        event = hands.do(lambda _: CardEvent.objects.get())
        assert (event.source, event.card, event.decided_by_id) == ("hand", "QS", live.supervisor.id)
        assert croupier.complaints == []
        assert supervisor.complaints == []


def test_another_croupier_goes_on_from_the_last_card(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor)
    other = floor.staff(Role.CROUPIER)
    table = live.code
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        hands.open(live.id)
        assert hands.step(live.id) == "closed-bets"
        first, second = enter(chromium, house.url, live.croupier), enter(chromium, house.url, other)
        headline(first.page, "Carta para ponto")
        slide(first.page, code("8S"))
        headline(first.page, "Carta para banca")
        second.go(f"/croupier/{table}/")
        press(second.page, "t")
        expect(second.page.locator("#said")).to_contain_text("cartas de outro croupier")
        hands.do(lambda _: live.relieve())
        headline(first.page, "Aqui não há croupier")
        hands.do(lambda _: take(live, other))
        headline(second.page, "Carta para banca")
        slide(second.page, code("KH"))
        headline(second.page, "Carta para ponto")
        slide(first.page, code("7D"))
        headline(second.page, "Carta para ponto")
        assert first.complaints == []
        assert second.complaints == []


def test_the_result_waits_for_the_player_who_turns_the_cards(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor, replace(PAPER, betting_seconds=120, squeeze_seconds=60))
    table = live.code
    rita, rui = floor.player("Rita"), floor.player("Rui")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        people = [Person(chromium, house.url), Person(chromium, house.url, phone=True)]
        for person, actor in zip(people, (rita, rui), strict=True):
            person.sign_in(actor.email, actor.password)
            person.sit(table)
        hands.open(live.id)
        for person, stake in zip(people, ("25", "10"), strict=True):
            expect(person.page.locator("#ring")).not_to_have_attribute("data-still", "")
            person.bet("banca", stake)
            expect(person.page.locator("#bar-stake")).to_contain_text(stake)
        assert hands.step(live.id) == "closed-bets"
        croupier = enter(chromium, house.url, live.croupier)
        desk = croupier.page
        headline(desk, "Carta para ponto")
        expect(desk.locator(".place__who em")).to_have_text("vira Banca")
        for card, next_act in zip(NATURAL, ("banca", "ponto", "banca", "jogadores viram"), strict=True):
            slide(desk, code(card))
            headline(desk, re.compile(next_act))
        assert of_the_screen(desk) == []
        croupier.looks_well("croupier-squeeze")
        one, other = (person.page for person in people)
        expect(other.locator("#call")).to_contain_text("Lugar 1 vira")
        expect(other.locator("#total-ponto")).to_have_text("8")
        expect(other.locator("#total-banca")).to_have_text("–")
        expect(other.locator("[data-mine]")).to_have_count(0)
        for _ in range(2):
            tap(one.locator("#cards-banca .dealt[data-mine]").first)
        expect(other.locator("#total-banca")).to_have_text("7")
        headline(desk, "Ponto ganha, 8 a 7")
        press(desk, "Space")
        expect(desk.locator("#screen")).to_have_attribute("data-phase", "settled")
        for person in people:
            expect(person.page.locator("#outcome")).to_contain_text("Ponto")
            assert person.complaints == []
        assert croupier.complaints == []
        hands.do(Floor.prove)


def test_a_croupier_hands_over_at_the_same_console(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor)
    table, other = live.code, floor.staff(Role.CROUPIER)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        person = enter(chromium, house.url, live.croupier)
        desk = person.page
        headline(desk, "A jogada abre")
        press(desk, "h")
        desk.wait_for_url(re.compile(r"/entrar/\?next=/croupier/"))
        desk.fill("#id_login", other.email)
        desk.fill("#id_password", other.password)
        desk.locator("form.form button.button--primary").click()
        desk.fill("#id_code", code_of(other))
        desk.get_by_role("button", name="Confirmar").click()
        desk.wait_for_url(re.compile(rf"/croupier/{table}/$"))
        headline(desk, re.compile("dá cartas aqui"))
        press(desk, "t")
        headline(desk, "A jogada abre")
        assert person.complaints == []
        shifts = hands.do(lambda _: list(Shift.objects.order_by("pk").values_list("croupier", "relieved_by")))
        assert shifts == [(live.croupier.id, other.id), (other.id, None)]
