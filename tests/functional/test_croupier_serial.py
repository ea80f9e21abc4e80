"""A scanner at a serial port of the console's computer: the page reads it by Web Serial, here of a made-up port."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.models import CardEvent
from tests.croupiers import paper_table as furnished
from tests.factories import Floor
from tests.functional.at_console import waits_for_cards
from tests.functional.browsers import Person, browser
from tests.functional.office import prove_twice
from tests.functional.test_croupier_console import TABLET, code, of_the_screen
from tests.running import running_house

pytestmark = pytest.mark.browser
PORT = """
  const serial = new EventTarget();
  const port = new EventTarget();
  let wire;
  const plug = () => { port.readable = new ReadableStream({ start(controller) { wire = controller; } }); };
  port.open = async ({ baudRate }) => { port.baud = baudRate; plug(); };
  port.close = async () => {};
  serial.getPorts = async () => [];
  serial.requestPort = async () => port;
  Object.defineProperty(navigator, "serial", { value: serial });
  window.sendBytes = (text) => wire.enqueue(Uint8Array.from(text, (sign) => sign.charCodeAt(0)));
  window.pullOut = () => { port.readable = null; wire.error(new Error("pulled out")); };
  window.plugIn = () => {
    const event = new Event("connect");
    Object.defineProperty(event, "target", { value: port });
    serial.dispatchEvent(event);
  };
"""
"""`navigator.serial` with one port, and what a test does to it."""
NO_HID = 'Object.defineProperty(navigator, "hid", { value: undefined });'
NONE = f'Object.defineProperty(navigator, "serial", {{ value: undefined }}); {NO_HID}'


def due(page: Page, slot: str) -> None:
    expect(page.locator("#screen")).to_have_attribute("data-due", slot)


def test_a_scanner_at_a_serial_port_is_read_by_the_console(open_floor: Floor, tmp_path: Path) -> None:
    with waits_for_cards(open_floor, tmp_path, script=PORT + NO_HID) as at:
        croupier, hands, desk = at.croupier, at.hands, at.desk
        desk.get_by_role("button", name="Ligar o leitor").click()
        expect(desk.get_by_text("leitor ligado")).to_be_visible()
        assert of_the_screen(desk) == []
        desk.set_viewport_size(TABLET)  # type: ignore[arg-type]
        assert of_the_screen(desk) == []

        desk.evaluate("text => { sendBytes(text.slice(0, 4)); sendBytes(text.slice(4)); }", code("8S") + "\r\n")
        due(desk, "B1")
        desk.evaluate("text => sendBytes(text)", "\xff\x00lixo\r")
        expect(desk.locator("#said")).to_contain_text("Não se leu nenhuma carta")
        desk.evaluate("sendBytes('x'.repeat(5000))")
        expect(desk.locator("#said")).to_contain_text("Não se leu nenhuma carta")
        desk.evaluate("text => sendBytes(text)", "\r" + code("KH") + "\r" + code("7D") + "\n")
        due(desk, "B2")
        desk.evaluate("pullOut()")
        expect(desk.get_by_role("button", name="Leitor perdido: ligar")).to_be_visible()
        assert of_the_screen(desk) == []
        desk.evaluate("plugIn()")
        expect(desk.get_by_text("leitor ligado")).to_be_visible()
        desk.evaluate("text => sendBytes(text)", code("9S")[:4])  # and no end
        expect(desk.locator("#said")).to_contain_text("Não se leu nenhuma carta")
        desk.evaluate("text => sendBytes(text)", code("4C") + "\r\n")
        due(desk, "P3")
        events = hands.do(lambda _: list(CardEvent.objects.order_by("pk").values_list("card", "device")))
        assert [card for card, _ in events if card] == ["8S", "KH", "7D", "4C"]
        assert {device for _, device in events} == {"serial"}
        assert croupier.complaints == []


def test_a_browser_that_reads_no_scanner_offers_none(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        croupier = Person(chromium, house.url)
        croupier.context.add_init_script(NONE)
        prove_twice(croupier, live.croupier)
        expect(croupier.page.locator("#headline")).to_be_visible()
        expect(croupier.page.locator(".scanner").first).to_be_hidden()
        assert croupier.page.locator(".scanner:visible").count() == 0
        assert croupier.complaints == []
