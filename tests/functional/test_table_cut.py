"""Players cut a new shoe at the table's page: by hand, by keyboard, by doing nothing; and the page checks the start."""

import re
import time
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from baccarat.cutting import commitment, start_of
from tables.models import Cut, CutNumber, Table
from tables.operations import cutting
from tables.table_settings import TableSettings
from tests.factories import Actor, Floor
from tests.functional.browsers import browser, press
from tests.functional.dealing import Dealing, dealing
from tests.functional.test_table_states import Windows
from tests.running import running_house
from tests.tampering import past_triggers

pytestmark = pytest.mark.browser
CUT = TableSettings(
    preset="macau",
    minimum=5_00,
    max_prize=10_000_00,
    shuffle="per-shoe",
    betting_seconds=60,
    show_seconds=4,
    cut=True,
)
NUMBER = bytes(range(16))


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cut as long as a busy machine may need, and closed by hand."""
    monkeypatch.setattr(cutting, "CUT_SECONDS", 600)
    monkeypatch.setattr(cutting, "SHOW_SECONDS", 600)


def _closed(hands: Dealing, table: int) -> None:
    """Close the cut now."""

    def hurry(floor: Floor) -> None:
        with past_triggers():
            Cut.objects.filter(shoe__table=table).update(closes_at=floor.now)

    hands.do(hurry)
    assert hands.step(table) == "cutting"


def test_a_shoe_is_cut_by_keyboard_and_the_page_checks_the_start(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(CUT, code="mesa-c")
    rita, rui = floor.player("Rita"), floor.player("Rui")
    floor.sit(rui, table, 6)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        windows = Windows(chromium, house, rita)
        windows.go("mesa-c")
        assert hands.step(table) == "cutting"
        windows.see("#cut-title", "Corte o sabot")
        page = windows.desk.page
        page.locator("#cut-range").focus()
        before = int(page.locator("#cut-range").input_value())
        press(page, "ArrowLeft" if before > 400 else "ArrowRight")
        press(page, "Shift+ArrowLeft" if before > 400 else "Shift+ArrowRight")
        expect(page.locator("#cut-range")).to_have_value(str(before - 11 if before > 400 else before + 11))
        for person in windows.both:
            person.looks_well("cut-open")
        page.locator("#cut-range").press("Enter")
        windows.see("#cut-word", re.compile("Já cortou"))  # the other browser of the same player has no number to send
        expect(windows.phone.page.locator("#cut-here")).to_be_disabled()
        windows.see("#seats", "cortou ✓")
        windows.see("#seats", "por cortar")
        hands.do(lambda floor: _commit(floor, table, rui, 6))
        windows.picture("cut-done")
        _closed(hands, table)
        windows.see("#cut-word", "O corte está fechado")
        hands.do(lambda floor: _show(floor, table, rui))
        _wait_for_numbers(hands, table)
        assert hands.step(table) == "opened"
        windows.see("#cut-word", "O sabot começa na carta")
        windows.picture("cut-found")
        windows.miss("#cut")
        expect(windows.desk.page.locator("#seal")).to_contain_text("fixado e cortado")
        page.locator("#seal").click()
        expect(page.locator("#panel-proof")).to_contain_text("Esta página voltou a calcular: confere.")
        windows.desk.looks_well("cut-proof")
        windows.desk.bet("banca", "50")
        expect(page.locator("#word")).to_contain_text("Aceite")
        hands.settle(table)
        expect(page.locator("#seal")).to_contain_text("provadas")
        expect(page.locator("#seal[data-failed]")).to_have_count(0)
        for person in windows.both:
            assert person.complaints == []
        hands.do(lambda _: _is_begun_where_all_said(table))
        hands.do(Floor.prove)


def test_a_browser_cuts_for_a_player_who_does_nothing(
    open_floor: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cutting, "CUT_SECONDS", 8)
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(CUT, code="mesa-d")
    rita = floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        windows = Windows(chromium, house, rita)
        windows.go("mesa-d")
        assert hands.step(table) == "cutting"
        windows.see("#seats", "cortou ✓")
        _closed(hands, table)
        _wait_for_numbers(hands, table)
        assert hands.step(table) == "opened"
        hands.do(lambda _: _is_begun_where_all_said(table))
        expect(windows.desk.page.locator("#seal")).to_contain_text("fixado e cortado")


def _commit(floor: Floor, table: int, who: Actor, seat: int) -> None:
    shoe = Table.objects.select_related("shoe").get(pk=table).shoe
    assert shoe is not None
    cutting.commit_number(
        table_id=table,
        person_id=who.id,
        shoe=_name(table),
        committed=commitment(shoe.root, seat, NUMBER),
        now=floor.now,
    )


def _show(floor: Floor, table: int, who: Actor) -> None:
    cutting.show_number(table_id=table, person_id=who.id, shoe=_name(table), number=NUMBER, now=floor.now)


def _name(table: int) -> str:
    row = Table.objects.select_related("shoe").get(pk=table)
    assert row.shoe is not None
    return f"{row.code}/{row.shoe.number}"


def _wait_for_numbers(hands: Dealing, table: int) -> None:
    for _ in range(300):
        if hands.do(lambda _: not CutNumber.objects.filter(cut__shoe__table=table, number="").exists()):
            return
        time.sleep(0.1)
    raise AssertionError("a browser did not show its number")


def _is_begun_where_all_said(table: int) -> None:
    shoe = Table.objects.select_related("shoe").get(pk=table).shoe
    assert shoe is not None
    numbers = {each.seat: bytes.fromhex(each.number) for each in CutNumber.objects.filter(cut__shoe=shoe)}
    assert numbers
    assert shoe.start == start_of(shoe.root, numbers, shoe.card_count)
