"""A USB scanner in the mode "HID POS" at the console: the page reads it by WebHID, here of made-up devices."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tables.models import CardEvent
from tests.factories import Floor
from tests.faults.support import until
from tests.functional.at_console import waits_for_cards
from tests.functional.browsers import press
from tests.functional.dealing import Dealing
from tests.functional.test_croupier_console import FIVE, TABLET, code, headline, of_the_screen
from tests.functional.test_croupier_serial import due
from tests.hid_scanners import COUNTED, LAYOUTS, SCALES, SHORT, Scanner
from tests.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.browser
HID = """
  const hid = new EventTarget();
  hid.devices = DEVICES.map(({ collections, number }) => Object.assign(new EventTarget(), {
    collections, number, opened: false,
    async open() {
      if (this.kept) throw new DOMException("kept", "NotAllowedError");
      this.opened = true;
    },
    async close() { this.opened = false; },
  }));
  hid.getDevices = async () => (ALLOWED ? hid.devices : []);
  hid.requestDevice = async ({ filters }) => { hid.filters = filters; return hid.chosen; };
  hid.chosen = hid.devices;
  Object.defineProperty(navigator, "hid", { value: hid });
  const about = (name, place) => hid.dispatchEvent(Object.assign(new Event(name), { device: hid.devices[place] }));
  window.pullOut = (place) => { hid.devices[place].opened = false; about("disconnect", place); };
  window.plugIn = (place) => about("connect", place);
  window.send = (place, bytes) => {
    const device = hid.devices[place];
    if (!device.opened) return;
    const data = new DataView(Uint8Array.from(bytes).buffer);
    device.dispatchEvent(Object.assign(new Event("inputreport"), { device, reportId: device.number, data }));
  };
"""
"""`navigator.hid` with some devices, and what a test does to them."""
UNREAD = "Não se leu nenhuma carta"


def with_devices(*scanners: Scanner, allowed: bool = False) -> str:
    """A script that plugs these scanners in."""
    told = [{"collections": scanner.collections(), "number": scanner.number} for scanner in scanners]
    script = HID.replace("DEVICES", json.dumps(told)).replace("ALLOWED", json.dumps(allowed))
    return f"(() => {{ {script} }})()"


def send(page: Page, reports: Sequence[Sequence[int]], place: int = 0) -> None:
    for report in reports:
        page.evaluate("([place, bytes]) => send(place, bytes)", [place, report])


def said(page: Page, words: str) -> None:
    expect(page.locator("#said")).to_contain_text(words)


def readings(hands: Dealing) -> list[tuple[str, str]]:
    """Every reading: its card, empty for one that could not be read, and the device."""
    found: list[tuple[str, str]] = hands.do(
        lambda _: list(CardEvent.objects.order_by("pk").values_list("card", "device"))
    )
    return found


def kept(hands: Dealing, count: int) -> None:
    """Wait for that many readings."""
    until(f"{count} readings", lambda: len(readings(hands)) >= count, seconds=PATIENCE_SECONDS)


def test_a_round_is_played_with_usb_scanners_of_three_makers(open_floor: Floor, tmp_path: Path) -> None:
    with waits_for_cards(open_floor, tmp_path, script=with_devices(SCALES, *LAYOUTS, allowed=True)) as at:
        croupier, hands, desk = at.croupier, at.hands, at.desk
        expect(desk.get_by_text("leitor ligado")).to_be_visible()
        for turn, (card, slot) in enumerate(zip(FIVE, ("B1", "P2", "B2", "P3", "B3", ""), strict=True)):
            place = turn % 3
            send(desk, LAYOUTS[place].reports(code(card)), place + 1)
            due(desk, slot)
        send(desk, [[1, 0, 0, 0]])
        headline(desk, "Banca ganha, 7 a 1")
        press(desk, "Space")
        expect(desk.locator("#screen")).to_have_attribute("data-phase", "settled")
        assert readings(hands) == [(card, "hid") for card in FIVE]
        assert croupier.complaints == []
        hands.do(Floor.prove)


def test_a_usb_scanner_is_chosen_in_plain_words_and_comes_back(open_floor: Floor, tmp_path: Path) -> None:
    with waits_for_cards(open_floor, tmp_path, script=with_devices(SHORT, SCALES)) as at:
        croupier, hands, desk = at.croupier, at.hands, at.desk
        which = desk.locator("#which-scanner")
        connect = desk.get_by_role("button", name="Ligar o leitor")
        connect.click()
        expect(which).to_be_visible()
        croupier.looks_well("croupier-which-scanner")
        which.get_by_role("button", name="Cancelar").click()
        expect(which).to_be_hidden()
        desk.evaluate("navigator.hid.chosen = [navigator.hid.devices[1]]")
        connect.click()
        which.get_by_role("button", name="Leitor USB").click()
        other = desk.get_by_role("button", name="Não é leitor: ligar outro")
        assert of_the_screen(desk) == []
        desk.evaluate("navigator.hid.devices[0].kept = true; navigator.hid.chosen = navigator.hid.devices")
        other.click()
        which.get_by_role("button", name="Leitor USB").click()
        again = desk.get_by_role("button", name="O leitor não abre: ligar")
        expect(again).to_be_visible()
        for size in (desk.viewport_size, TABLET):
            desk.set_viewport_size(size)  # type: ignore[arg-type]
            assert of_the_screen(desk) == []
        desk.evaluate("navigator.hid.devices[0].kept = false")
        again.click()
        which.get_by_role("button", name="Leitor USB").click()
        expect(desk.get_by_text("leitor ligado")).to_be_visible()
        expect(which).to_be_hidden()
        assert desk.evaluate("navigator.hid.filters") == [{"usagePage": 0x8C}]
        assert of_the_screen(desk) == []

        first, rest = SHORT.reports(code("8S"))
        send(desk, [first, rest])
        due(desk, "B1")
        # It is pulled out between the two reports of a card, and the card is slid again.
        send(desk, [first])
        desk.evaluate("pullOut(0)")
        expect(desk.get_by_role("button", name="Leitor perdido: ligar")).to_be_visible()
        said(desk, UNREAD)
        send(desk, SHORT.reports(code("KH")))
        desk.evaluate("plugIn(1); plugIn(0); plugIn(0)")
        expect(desk.get_by_text("leitor ligado")).to_be_visible()
        send(desk, SHORT.reports(code("KH")))
        due(desk, "P2")
        assert readings(hands) == [("8S", "hid"), ("", "hid"), ("KH", "hid")]
        assert croupier.complaints == []


def test_reports_of_any_kind_are_survived(open_floor: Floor, tmp_path: Path) -> None:
    with waits_for_cards(open_floor, tmp_path, script=with_devices(COUNTED, allowed=True)) as at:
        croupier, hands, desk = at.croupier, at.hands, at.desk
        whole = COUNTED.reports(code("8S"))
        odd = {
            "no byte": [[]],
            "too short": [whole[0][:7]],
            "a length beyond the report": COUNTED.reports(code("8S"), told=255),
            "no text": COUNTED.reports("\xff\x00\x07\x80"),
            "no end": COUNTED.reports(code("8S"), more=True),
        }
        for count, reports in enumerate(odd.values(), start=1):
            send(desk, reports)
            kept(hands, count)
            said(desk, UNREAD)
        send(desk, COUNTED.reports("x" * 5000))
        send(desk, COUNTED.reports(""))
        send(desk, COUNTED.reports(code("8S") + "\r\n"))
        due(desk, "B1")
        found = readings(hands)
        assert found[-1] == ("8S", "hid")
        assert found[:-1] == [("", "hid")] * 6
        assert croupier.complaints == []


def test_of_two_pages_the_one_that_came_last_reads_the_scanner(open_floor: Floor, tmp_path: Path) -> None:
    with waits_for_cards(open_floor, tmp_path, script=with_devices(COUNTED, allowed=True)) as at:
        croupier, hands, first = at.croupier, at.hands, at.desk
        expect(first.get_by_text("leitor ligado")).to_be_visible()
        second = croupier.context.new_page()
        second.goto(first.url)
        expect(second.get_by_text("leitor ligado")).to_be_visible()
        expect(first.get_by_role("button", name="Leitor perdido: ligar")).to_be_visible()
        for page in (first, second):
            send(page, COUNTED.reports(code("8S")))
        for page in (first, second):
            due(page, "B1")
        assert readings(hands) == [("8S", "hid")]
        assert croupier.complaints == []
