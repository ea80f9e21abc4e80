"""A filmed table, at a desk and on a telephone; taken by hand, as `players.py`."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.croupiers import PAPER
from tests.croupiers import paper_table as furnished
from tests.factories import Floor
from tests.filming import filmed
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.functional.test_table_film import film_it, lie, read, sees_pictures
from tests.pictures import options, sheets
from tests.running import running_house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]
MOST: Final = 190_000
"""Bytes of a picture."""
FIVE: Final = ("8S", "KH", "7D", "4C", "6C")
OTHERS: Final = (("r_duarte", {"ponto": 12_00}), ("ana_t", {"banca": 20_00}), ("vasco_m", {"empate": 2_00}))


@pytest.mark.parametrize(("phone", "name"), [(False, "film"), (True, "film-phone")])
@pytest.mark.usefixtures("transactional_db")
def test_pictures_of_the_film(tmp_path: Path, *, phone: bool, name: str) -> None:
    floor = Floor()
    floor.now = timezone.now()
    live = furnished(floor, replace(PAPER, betting_seconds=120, show_seconds=20))
    code = live.code
    rita = floor.player("Rita")
    others = [floor.player(other, email=f"{other}@sabot.example") for other, _ in OTHERS]
    for seat, other in enumerate(others, start=3):
        floor.sit(other, live.id, seat)
    with (
        filmed(delay=0.3) as film,
        running_house(tmp_path, parts=()) as house,
        browser() as chromium,
        dealing(floor) as hands,
    ):
        film_it(hands, live, film)
        person = Person(chromium, house.url, phone=phone)
        person.sign_in(rita.email, rita.password)
        person.sit(code)
        hands.open(live.id)
        for other, (_, stakes) in zip(others, OTHERS, strict=True):
            hands.do(lambda floor, other=other, stakes=stakes: floor.bet(other, live.id, **stakes))
        expect(person.page.locator("#ring")).not_to_have_attribute("data-still", "")
        person.bet("ponto", "25")
        expect(person.page.locator("#bar-stake")).to_contain_text("25")
        hands.step(live.id)
        sees_pictures(person)
        for number, card in enumerate(FIVE, 1):
            film.scene.lay(*FIVE[:number])
            read(hands, live, card)
        lie(person, len(FIVE))
        person.page.wait_for_timeout(600)
        sheets.kept(sheets.opened(person.page.screenshot()), options.FOLDER / f"{name}.jpg", most=MOST)
