"""The pictures of a croupier's table in a real browser, from a real media server: no card comes before its picture."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tables.operations.croupier.film import set_film
from tests.croupiers import PAPER, PaperTable
from tests.croupiers import paper_table as furnished
from tests.factories import Floor
from tests.faults.support import until
from tests.filming import HIGH, PLACES, WIDE, Film, filmed
from tests.functional.browsers import Person, browser
from tests.functional.dealing import Dealing, dealing
from tests.patience import PATIENCE_SECONDS
from tests.running import running_house

pytestmark = pytest.mark.browser
SLOW = replace(PAPER, betting_seconds=120, show_seconds=20)
SIX = ("8S", "KH", "7D", "4C", "6C", "3D")
OLD = 0.3
"""Seconds that a picture is old when it is sent."""
DELAY = 900
"""Milliseconds that the operator measured: more than `OLD`, so that a busy machine may be slower by the rest."""
WATCH = """([wide, high, places]) => {
  const video = document.getElementById("film-video");
  const pen = new OffscreenCanvas(wide, high).getContext("2d", { willReadFrequently: true });
  window.seen = [];
  const look = () => {
    const felt = document.querySelectorAll(".dealt").length; // before the picture: it may only be the older of the two
    if (video.readyState >= 2) {
      pen.drawImage(video, 0, 0, wide, high);
      const film = places.filter(([x, y]) => pen.getImageData(x, y, 1, 1).data[0] > 160).length;
      window.seen.push([felt, film, Date.now()]);
    }
    window.looking = requestAnimationFrame(look);
  };
  look();
}"""
"""Notes, at each frame of the page, the cards on its felt and in the picture."""


def film_it(hands: Dealing, live: PaperTable, film: Film, *, hls: bool = False, delay: int = DELAY) -> None:
    """A supervisor says where the table is filmed."""
    hls_address = f"{film.url}/table.m3u8" if hls else ""
    hands.do(
        lambda floor: set_film(
            table_id=live.id,
            whep=f"{film.url}/whep/table",
            hls=hls_address,
            delay=delay,
            reason="câmara nova",
            by=live.supervisor.id,
            now=floor.now,
        )
    )


def read(hands: Dealing, live: PaperTable, card: str) -> float:
    """The croupier slides a card through the scanner; when, in milliseconds of the machine's clock."""
    hands.do(lambda _: live.read(card))
    return hands.do(lambda floor: floor.now.timestamp()) * 1000


def sees_pictures(person: Person) -> None:
    expect(person.page.locator("#film")).to_be_visible()
    expect(person.page.locator("#film")).not_to_have_attribute("data-waits", "")
    expect(person.page.locator("#film-word")).to_be_empty()


def lie(person: Person, cards: int) -> None:
    expect(person.page.locator(".dealt")).to_have_count(cards)


def above(person: Person, what: str) -> float:
    """Where it begins, in pixels from the top."""
    box = person.page.locator(what).bounding_box()
    assert box is not None
    return box["y"]


def below(person: Person, what: str) -> float:
    """Where it ends."""
    box = person.page.locator(what).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def seen(person: Person) -> list[list[int]]:
    """What the page noted at each of its frames: cards on the felt, cards in the picture, when."""
    found: Any = person.page.evaluate("window.seen")
    return list(found)


def shown_at(person: Person) -> int:
    """When the page first noted a card on its felt, in milliseconds of the machine's clock."""
    found: list[int] = []

    def noted() -> bool:
        found[:] = [when for felt, _, when in seen(person) if felt]
        return bool(found)

    until("a card on the felt", noted, seconds=PATIENCE_SECONDS)
    return found[0]


@pytest.mark.long
def test_no_card_lies_on_the_felt_before_its_picture(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor, SLOW)
    code = live.code
    rita, rui = floor.player("Rita"), floor.player("Rui")
    with (
        filmed(delay=OLD) as film,
        running_house(tmp_path, parts=()) as house,
        browser() as chromium,
        dealing(floor) as hands,
    ):
        film_it(hands, live, film)
        desk, phone = Person(chromium, house.url), Person(chromium, house.url, phone=True)
        plain = Person(chromium, house.url)
        plain.context.add_init_script("localStorage.setItem('sabot.table', JSON.stringify({ film: false }))")
        for person, player in ((desk, rita), (phone, rui)):
            person.sign_in(player.email, player.password)
            person.sit(code)
        plain.go(f"/mesa/{code}/")
        hands.open(live.id)
        desk.bet("ponto", "25")
        expect(desk.page.locator("#bar-stake")).to_contain_text("25")
        sees_pictures(desk)
        expect(plain.page.locator("#film")).to_be_hidden()
        expect(phone.page.locator("#film")).to_be_hidden()  # while one may bet the acts lie there
        phone.looks_well("film-phone-betting")
        assert hands.step(live.id) == "closed-bets"
        sees_pictures(phone)
        desk.page.evaluate(WATCH, [WIDE, HIGH, PLACES])

        for number, card in enumerate(SIX, 1):
            film.scene.lay(*SIX[:number])
            read(hands, live, card)
            lie(plain, number)  # as soon as it is read, without pictures
            if number % 2 == 0:
                lie(desk, number)
                lie(phone, number)
        desk.looks_well("film-desk")
        expect(desk.page.locator("#film-sound")).to_be_hidden()  # this film has none
        phone.looks_well("film-phone")
        assert below(phone, "#typed") <= above(phone, "#film"), "the chips stay in reach"
        hands.do(lambda _: live.confirm())
        for person in (desk, phone, plain):
            expect(person.page.locator("#outcome")).to_contain_text("Banca")
        noted = seen(desk)
        assert [each for each in noted if each[0] > each[1]] == []
        assert {felt for felt, _, _ in noted} >= {0, 2, 4, 6}

        desk.page.keyboard.press("i")
        expect(desk.page.locator("#film")).to_be_hidden()
        until("one viewer less", lambda: film.viewers == 1, seconds=PATIENCE_SECONDS)
        desk.page.keyboard.press("i")
        sees_pictures(desk)
        for person in (desk, phone, plain):
            assert person.complaints == []
        hands.do(Floor.prove)


def test_a_film_that_hangs_holds_no_card_back_for_long(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor, SLOW)
    code = live.code
    with (
        filmed(delay=OLD) as film,
        running_house(tmp_path, parts=()) as house,
        browser() as chromium,
        dealing(floor) as hands,
    ):
        film_it(hands, live, film)
        person = Person(chromium, house.url, phone=True)
        person.go(f"/mesa/{code}/")
        hands.open(live.id)
        assert hands.step(live.id) == "closed-bets"
        sees_pictures(person)
        person.looks_well("film-watched")
        assert below(person, "#film") <= above(person, ".watching .confirm"), "signing in stays possible"
        person.page.evaluate(WATCH, [WIDE, HIGH, []])
        film.scene.still = True
        at = read(hands, live, "8S")
        lie(person, 1)
        assert shown_at(person) - at > 2_500, "three seconds later, and never less"
        expect(person.page.locator("#film-word")).to_contain_text("o jogo continua sem elas")

        film.refuses = True  # the server goes down altogether: the game is as without pictures
        film.end_viewings()
        read(hands, live, "KH")
        lie(person, 2)
        person.looks_well("film-lost")
        film.refuses = film.scene.still = False
        sees_pictures(person)
        assert [each for each in person.complaints if "503" not in each] == []


def test_a_playlist_is_played_where_whep_fails(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    live = furnished(floor, SLOW)
    code = live.code
    with (
        filmed(delay=OLD, playlist=True) as film,
        running_house(tmp_path, parts=()) as house,
        browser() as chromium,
        dealing(floor) as hands,
    ):
        film.refuses = True
        film_it(hands, live, film, hls=True)
        person = Person(chromium, house.url)
        person.go(f"/mesa/{code}/")
        hands.open(live.id)
        assert hands.step(live.id) == "closed-bets"
        sees_pictures(person)
        expect(person.page.locator("#film-video")).to_have_js_property("videoWidth", WIDE)
        person.page.evaluate(WATCH, [WIDE, HIGH, []])
        at = read(hands, live, "8S")
        lie(person, 1)
        assert shown_at(person) - at > 2_500, "it says nothing of its moments"
        assert [each for each in person.complaints if "503" not in each] == []
