"""Take the pictures of what players see: every state of a table at five sizes, and those of the documents.

By hand, as CONTRIBUTING says; its name keeps it from being collected with the tests. `options` has the settings.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from casino.portal import demo_accounts
from kernel.money import Currency
from players.roles import Role
from tables.operations import tables as table_operations
from tables.table_settings import TableSettings
from tests.factories import Actor, Floor
from tests.functional import settings
from tests.functional.browsers import Person, browser
from tests.functional.dealing import Dealing, dealing
from tests.functional.table_states import BETTING, SIZES, STATES, Answered, Begins, Message, State, lay, told
from tests.patience import PATIENCE_SECONDS
from tests.pictures import sheets
from tests.pictures.options import ELSEWHERE, FOLDER, LANGUAGE, wants
from tests.running import House, running_house

pytestmark = pytest.mark.timeout(3600)

DESK, PHONE, LYING = SIZES[0], SIZES[3], SIZES[4]
Size = tuple[int, int]

SHOWN_SECONDS: Final = 20
"""Of betting, as the ring shows it; the round that is played lasts longer, as machines are slow."""
MACAU: Final = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00, betting_seconds=60, show_seconds=6)
LIVE: Final = replace(settings.LIVE, betting_seconds=60)
NAMED: Final = {
    "macau": ("macau-1", "Macau 1"),
    "live-baccarat": ("live-1", "Live 1"),
    "punto-banco": ("individual-1", "Individual 1"),
}
CARDS: Final = ("3S", "KH", "3D", "5C", "4H")
"""Ponto stays with its pair of threes; banca draws a four to its five and wins by 9 to 6."""
LONG_PLAYED: Final = timedelta(minutes=14)
ROUNDS: Final = 12
IN_FLIGHT: Final = 950
"""Milliseconds after the result at which prizes are on their way."""

FREEZE: Final = f"""
const {{ animate }} = Element.prototype;
Element.prototype.animate = function (...given) {{
  const flight = animate.apply(this, given);
  if (this.parentElement?.id === "flying") {{
    flight.pause();
    flight.currentTime = {IN_FLIGHT};
  }}
  return flight;
}};
"""
"""Chips are stopped on their way, all at the same moment."""


@dataclass(frozen=True)
class Evening:
    """A player seated at a table after an hour of play, and what the house said in the round that is shown."""

    house: House
    chromium: Browser
    cookies: Any
    code: str
    told: dict[Begins, Message]


def named_table(floor: Floor, terms: TableSettings, code: str, name: str, currency: Currency = Currency.EUR) -> int:
    """A table under the name that it has in a demonstration."""
    manager = floor.staff(Role.GAME_MANAGER)
    kind = "individual" if terms.seats == 1 else "shared"
    made = table_operations.create_table(
        code=code, name=name, currency=currency, by=manager.id, now=floor.now, kind=kind
    )
    floor.approve(made.table_id, terms)
    table_operations.open_table(table_id=made.table_id, by=manager.id, now=floor.now)
    return made.table_id


def _a_round_before(floor: Floor, table: int, rita: Actor) -> None:
    """Rita bets now and then, so that she keeps her seat."""
    floor.open_round(table)
    floor.bet(rita, table, banca=25_00, empate=5_00)
    floor.settle(table)


@pytest.fixture
def evening(open_floor: Floor, tmp_path: Path, terms: TableSettings) -> Iterator[Evening]:
    """Rita at her seat, the demonstration's other players at theirs."""
    floor = open_floor
    floor.now = timezone.now() - LONG_PLAYED
    code, name = NAMED[terms.preset]
    table = named_table(floor, terms, code, name)
    purses = zip(demo_accounts.PLAYERS, (1_500_00, 9_000_00, 9_000_00), strict=True)
    rita, ze, mar = (floor.player(each.name, email=each.email, cents=cents) for each, cents in purses)
    alone = terms.seats == 1
    floor.sit(rita, table, None if alone else 4)
    for _ in () if alone else range(ROUNDS):
        _a_round_before(floor, table, rita)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        person = Person(chromium, house.url)
        person.sign_in(rita.email, rita.password)
        said = _one_round(hands, person, table, code, (rita, ze, mar))
        yield Evening(house, chromium, person.context.cookies(), code, said)


def _one_round(
    hands: Dealing, person: Person, table: int, code: str, players: tuple[Actor, Actor, Actor]
) -> dict[Begins, Message]:
    """What the house says while others have bet, once Rita has, and when the round is settled."""
    rita, ze, mar = players
    alone = code == NAMED["punto-banco"][0]
    for actor, seat in () if alone else ((ze, 2), (mar, 6)):
        hands.do(lambda floor, actor=actor, seat=seat: floor.sit(actor, table, seat))
    hands.open(table, CARDS)
    if not alone:
        hands.do(lambda floor: floor.bet(ze, table, ponto=1_200_00, empate=40_00))
        hands.do(lambda floor: floor.bet(mar, table, banca=2_500_00, par_ponto=120_00, par_banca=60_00))
    said = {Begins.BETTING: told(person, code)}
    if alone:
        return said
    hands.do(lambda floor: floor.bet(rita, table, banca=75_00, empate=5_00))
    said[Begins.ACCEPTED] = told(person, code)
    hands.settle(table)
    said[Begins.SETTLED] = told(person, code)
    for message in said.values():
        message["state"]["rules"]["betting_seconds"] = SHOWN_SECONDS
    return said


class Camera:
    """A window of one size before the table."""

    def __init__(self, evening: Evening, size: tuple[int, int], *, moving: bool = False) -> None:
        context = evening.chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=LANGUAGE,
            reduced_motion="no-preference" if moving else "reduce",
        )
        context.add_cookies(evening.cookies)
        context.add_cookies([{"name": "django_language", "value": LANGUAGE, "url": evening.house.url}])
        self._page = context.new_page()
        self._page.set_default_timeout(PATIENCE_SECONDS * 1000)
        self._moving = moving
        if moving:
            self._page.add_init_script(FREEZE)
        self._answered = Answered(self._page, evening.told, still=not moving)
        self._address = f"{evening.house.url}/mesa/{evening.code}/"
        self._fresh = False

    def shot(self, state: State) -> bytes:
        """How that state looks; nothing is left of the one before."""
        if not self._fresh:
            self._page.goto(self._address)
            expect(self._page.locator("#table")).to_have_attribute("data-laid", "")
            self._page.evaluate("document.fonts.ready")
        self._answered.show(state)
        self._page.wait_for_timeout(300)
        self._fresh = state.name in WITHOUT_TRACE
        return self._page.screenshot(animations="allow" if self._moving else "disabled")

    def close(self) -> None:
        """The window is gone."""
        self._page.context.close()


def _paying(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    """The result comes in half a second, and a long pause after it."""
    moment = state["round"]
    moment["deal"]["starts_at"] = now - moment["deal"]["timeline"][-1]["at"] + 500
    moment["next_at"] = now + 6_000


def _side_bets(answered: Answered) -> None:
    lay(answered, **{"par-perfeito": "1", "lucky-six": "1"})


def _one_chip(answered: Answered) -> None:
    lay(answered, ponto="25")


def _in_flight(answered: Answered) -> None:
    """Until the result has come, and the amount is counted."""
    expect(answered.page.locator("#flying > *").first).to_be_attached()
    answered.page.wait_for_timeout(700)


PAYING: Final = State("paying", Begins.SETTLED, _paying, _in_flight)
BESIDES: Final = {"long draft"}
"""States that are measured, and shown nowhere."""
PHONES: Final = ("chip laid", "refused", "result", "live")
_phones: dict[str, bytes] = {}
LEAVES_A_LINE: Final = {"new version", "link lost"}
WITHOUT_TRACE: Final = {
    each.name for each in STATES if each.act is BETTING.act and each.begins is not Begins.SETTLED
} - LEAVES_A_LINE
"""States after which the page is not loaded anew: the player did nothing, and no line and no card of them stays."""


def _wanted(states: Iterable[State]) -> list[State]:
    return [each for each in states if each.name not in BESIDES and wants(each.name)]


def _kept(shots: Mapping[tuple[int, int], bytes], name: str) -> None:
    """The sheet of a state."""
    sheets.kept(sheets.sheet(shots), FOLDER / "states" / f"{name}.jpg")


def _looked_at(state: State, size: Size, png: bytes) -> None:
    """Keep the screenshot by itself where another folder is named."""
    if ELSEWHERE:
        (FOLDER / "states").mkdir(parents=True, exist_ok=True)
        (FOLDER / "states" / f"{_slug(state.name)}-{size[0]}x{size[1]}.png").write_bytes(png)


def _slug(name: str) -> str:
    return name.replace(" ", "-")


def _taken(evening: Evening, states: Iterable[State], *, moving: bool = False) -> dict[str, dict[Size, bytes]]:
    """The screenshots of each state by the window's size, kept as sheets."""
    states = _wanted(states)
    taken: dict[str, dict[Size, bytes]] = {each.name: {} for each in states}
    for size in SIZES if states else ():
        camera = Camera(evening, size, moving=moving)
        for state in states:
            taken[state.name][size] = camera.shot(state)
            _looked_at(state, size, taken[state.name][size])
        camera.close()
    for name, shots in taken.items():
        _kept(shots, _slug(name))
    return taken


def _single(name: str, picture: sheets.Picture) -> None:
    sheets.kept(picture, FOLDER / f"{name}.jpg", most=200_000)


def _of_a_phone(state: str, png: bytes) -> None:
    """Four screens of a phone side by side, once all four are taken in this run."""
    _phones[state] = png
    if _phones.keys() == set(PHONES):
        _single("table-phone", sheets.beside([_phones[each] for each in PHONES], height=844))


@pytest.mark.parametrize("terms", [MACAU], ids=["macau"])
def test_every_state_of_a_table(evening: Evening) -> None:
    taken = _taken(evening, STATES)
    taken |= _taken(evening, [PAYING], moving=True)
    for name, state, size in (
        ("table-macau", "paying", DESK),
        ("table-rejection", "beyond a limit", DESK),
        ("table-lost", "link lost", DESK),
        ("table-void", "void", DESK),
    ):
        if state in taken:
            _single(name, sheets.opened(taken[state][size]))
    for state in ("chip laid", "refused", "result"):
        if state in taken:
            _of_a_phone(state, taken[state][PHONE])


@pytest.mark.parametrize("terms", [LIVE], ids=["live"])
def test_a_table_with_side_bets(evening: Evening) -> None:
    taken = _taken(evening, [State("live", Begins.ACCEPTED, act=_side_bets)])
    for shots in taken.values():
        _single("table-live", sheets.opened(shots[DESK]))
        _of_a_phone("live", shots[PHONE])


@pytest.mark.parametrize("terms", [settings.ALONE], ids=["alone"])
def test_a_table_of_ones_own(evening: Evening) -> None:
    taken = _taken(evening, [State("alone", act=_one_chip)])
    for shots in taken.values():
        _single("table-landscape", sheets.opened(shots[LYING]))
