"""The highest stake on a side turns its cards: by pointer, touch and keys, while the others watch the same."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from tables.models import Squeeze
from tests.factories import PONTO_E_BANCA, Floor
from tests.functional.browsers import Person, browser, tap
from tests.functional.dealing import dealing
from tests.running import running_house

pytestmark = pytest.mark.browser
SQUEEZED = replace(PONTO_E_BANCA, squeeze_seconds=60, betting_seconds=120, show_seconds=20)
"""Windows as long as a busy machine may need."""
SIX = ("8S", "KH", "7D", "4C", "6C", "3D")
"""Ponto 8♠ 7♦ draws 6♣ and has 1; banca K♥ 4♣ draws 3♦ and wins with 7."""


def cards(person: Person, side: str) -> Locator:
    return person.page.locator(f"#cards-{side} .dealt")


def mine(person: Person, side: str) -> Locator:
    return person.page.locator(f"#cards-{side} .dealt[data-mine]")


def pull(person: Person, card: Locator, *, up: float, let_go: bool = True) -> None:
    """Take a card in its middle and pull it up by this share of its height."""
    box = card.bounding_box()
    assert box is not None
    mouse = person.page.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    for part in range(1, 6):
        mouse.move(x, y - box["height"] * up * part / 5)
        person.page.wait_for_timeout(60)
    if let_go:
        mouse.up()


def test_two_players_turn_their_cards_and_a_third_watches(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(SQUEEZED, code="mesa-v")
    rita, rui = floor.player("Rita"), floor.player("Rui")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        people = [Person(chromium, house.url), Person(chromium, house.url, phone=True), Person(chromium, house.url)]
        desk, phone, watcher = people
        for person, actor, side, stake in ((desk, rita, "ponto", "50"), (phone, rui, "banca", "20")):
            person.sign_in(actor.email, actor.password)
            person.sit("mesa-v")
            if side == "ponto":
                hands.open(table, SIX)
            expect(person.page.locator("#ring")).not_to_have_attribute("data-still", "")
            person.bet(side, stake)
            expect(person.page.locator("#bar-stake")).to_contain_text(stake)
        watcher.go("/mesa/mesa-v/")
        hands.settle(table)

        expect(mine(desk, "ponto")).to_have_count(2)
        expect(watcher.page.locator("#call")).to_contain_text("Lugar 1 vira")
        expect(desk.page.locator("#call")).to_contain_text("Vire Ponto")
        for person, own in ((desk, "ponto"), (phone, ""), (watcher, "")):
            assert {side for side in ("ponto", "banca") if mine(person, side).count()} == {own} - {""}
            expect(person.page.locator(".dealt[data-turned]")).to_have_count(0)
            expect(person.page.locator("#total-ponto")).to_have_text("–")

        pull(desk, mine(desk, "ponto").first, up=0.6, let_go=False)
        expect(watcher.page.locator("#cards-ponto .card--flap")).to_have_count(1)
        desk.picture("squeeze-desk-lifted")
        watcher.picture("squeeze-watched")
        desk.page.mouse.up()
        expect(watcher.page.locator("#cards-ponto .card--flap")).to_have_count(0)
        expect(desk.page.locator(".dealt[data-turned]")).to_have_count(0)

        pull(desk, mine(desk, "ponto").first, up=0.95)
        expect(cards(desk, "ponto").first).to_have_attribute("data-turned", "")
        expect(cards(watcher, "ponto").first).to_have_attribute("data-turned", "")
        expect(desk.page.locator("#total-ponto")).to_have_text("–")
        mine(desk, "ponto").first.focus()
        for key in ("ArrowUp", "ArrowUp", "ArrowLeft"):
            desk.page.keyboard.press(key)
        expect(mine(desk, "ponto").first).to_have_attribute("aria-valuenow", "10")
        desk.looks_well("squeeze-desk")
        desk.page.keyboard.press("Enter")
        for person in people:
            expect(person.page.locator("#total-ponto")).to_have_text("5")

        expect(mine(phone, "banca")).to_have_count(2)  # once Ponto's lie open (R18)
        expect(watcher.page.locator("#call")).to_contain_text("Lugar 2 vira")
        phone.looks_well("squeeze-phone")
        for _ in range(2):
            tap(mine(phone, "banca").first)
        for person in people:
            expect(person.page.locator("#total-banca")).to_have_text("4")
        expect(mine(desk, "ponto")).to_have_count(1)
        expect(watcher.page.locator("#call")).to_contain_text("Lugar 1 vira")
        tap(mine(desk, "ponto").first)
        expect(mine(phone, "banca")).to_have_count(1)
        tap(mine(phone, "banca").first)
        for person in people:
            expect(person.page.locator("#outcome")).to_contain_text("Banca")
            assert person.complaints == []
        turned = hands.do(lambda _: list(Squeeze.objects.values_list("hand", "seat", "turned_at", "third_at")))
        assert all(first and third and third > first for _, _, first, third in turned)
        hands.do(Floor.prove)


def test_cards_that_are_not_turned_are_shown_at_their_time(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(replace(SQUEEZED, squeeze_seconds=4, show_seconds=20), code="mesa-v")
    rita = floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        person = Person(chromium, house.url)
        person.page.emulate_media(reduced_motion="reduce")
        person.sign_in(rita.email, rita.password)
        person.sit("mesa-v")
        hands.open(table, SIX)
        expect(person.page.locator("#ring")).not_to_have_attribute("data-still", "")
        person.bet("banca", "20")
        expect(person.page.locator("#bar-stake")).to_contain_text("20")
        hands.settle(table)
        expect(mine(person, "banca")).to_have_count(2)
        expect(cards(person, "ponto").first).to_have_attribute("data-turned", "")
        person.page.reload()  # one who comes back finds them where they lie
        expect(mine(person, "banca")).to_have_count(2)
        expect(person.page.locator("#say")).to_contain_text("virar as cartas de Banca")
        expect(person.page.locator("#outcome")).to_contain_text("Banca")
        assert person.complaints == []
        assert hands.do(lambda _: list(Squeeze.objects.values_list("turned_at", "third_at"))) == [(None, None)]
        hands.do(Floor.prove)
