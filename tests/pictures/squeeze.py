"""A player squeezes, at a desk and on a telephone; taken by hand, as `players.py`."""

from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.functional.test_table_squeeze import SIX, SQUEEZED, mine, pull
from tests.pictures import options, sheets
from tests.running import running_house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]
MOST: Final = 190_000
"""Bytes of a picture."""
OTHERS: Final = (("r_duarte", {"ponto": 12_00}), ("ana_t", {"banca": 20_00}), ("vasco_m", {"empate": 2_00}))


@pytest.mark.parametrize(("phone", "name"), [(False, "squeeze"), (True, "squeeze-phone")])
@pytest.mark.usefixtures("transactional_db")
def test_pictures_of_the_squeeze(tmp_path: Path, *, phone: bool, name: str) -> None:
    floor = Floor()
    floor.now = timezone.now()
    table = floor.table(SQUEEZED, code="sala-1")
    rita = floor.player("Rita")
    others = [floor.player(name, email=f"{name}@sabot.example") for name, _ in OTHERS]
    for seat, other in enumerate(others, start=3):
        floor.sit(other, table, seat)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        person = Person(chromium, house.url, phone=phone)
        person.sign_in(rita.email, rita.password)
        person.sit("sala-1")
        hands.open(table, SIX)
        for other, (_, stakes) in zip(others, OTHERS, strict=True):
            hands.do(lambda floor, other=other, stakes=stakes: floor.bet(other, table, **stakes))
        expect(person.page.locator("#ring")).not_to_have_attribute("data-still", "")
        person.bet("ponto", "25")
        expect(person.page.locator("#bar-stake")).to_contain_text("25")
        hands.settle(table)
        expect(mine(person, "ponto")).to_have_count(2)
        pull(person, mine(person, "ponto").last, up=0.7, let_go=False)
        person.page.wait_for_timeout(400)
        sheets.kept(sheets.opened(person.page.screenshot()), options.FOLDER / f"{name}.jpg", most=MOST)
        person.page.mouse.up()
