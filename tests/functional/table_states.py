"""Every state in which a table is seen, made of messages that a house sent: to compare them and to take pictures.

A real page of a real house; its socket is answered by the test, so that each state is there at once, at each size and
in each language. What a state begins with are three messages of one round: while it takes bets, with bets of the
player's own in it, and settled.
"""

import copy
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.utils import timezone
from playwright.sync_api import Page, WebSocketRoute, expect

from baccarat.cards import Card
from baccarat.cutting import NUMBER_BYTES, commitment, start_of
from baccarat.play import play
from tables.timeline import HANDS, Squeeze, Squeezer, timeline
from tests.functional.browsers import Person

SIZES: Final = ((1440, 900), (1280, 800), (1024, 768), (390, 844), (844, 390))
LANGUAGES: Final = ("pt", "en", "ro")
BETTING_LEFT: Final = 11_000
UNTIL_NEXT: Final = 4_000
SEEN_LONG_AGO: Final = 60_000
PLAYED: Final = 47 * 60_000 + 12_000
CUT_LEFT: Final = 9_000
"""Milliseconds: left of the betting, until the next round, since a result that is not new, since one sat down, and left
of a cut."""

OTHERS_CUT: Final = {2, 6}
"""Seats of other players that cut a new shoe."""

Message = dict[str, Any]
Changes = Callable[[dict[str, Any], dict[str, Any], int], None]


class Begins(StrEnum):
    """The message that a state begins with."""

    BETTING = "betting"
    ACCEPTED = "accepted"
    SETTLED = "settled"


def _now() -> int:
    return int(timezone.now().timestamp() * 1000)


class Answered:
    """A page whose socket the test answers."""

    def __init__(self, page: Page, told: Mapping[Begins, Message], *, still: bool = True) -> None:
        """Where it is `still`, no time passes for the page: a count stays as it is, however slow the machine."""
        self._now = _now() if still else None
        if self._now:
            page.add_init_script("performance.now = () => 0;")
        self.page, self.told, self.sockets = page, told, list[WebSocketRoute]()
        self.frames: list[Message] = []
        """What the page has sent, the newest last."""
        self.cut_off = False
        """Whether a line that is tried anew is closed again."""
        self.tries = 0
        """How often the page has tried to have a line."""
        page.route_web_socket("**/ws/tables/**", self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        self.tries += 1
        if self.cut_off:
            socket.close(code=1011)
            return
        self.sockets.append(socket)
        socket.on_message(lambda frame: self.frames.append(json.loads(frame)))
        socket.send(json.dumps(self.made(BETTING)))

    def made(self, state: "State") -> Message:
        """The snapshot of that state, now."""
        message = copy.deepcopy(self.told[state.begins])
        now = self._now or _now()
        _retimed(message["state"]["round"], now)
        if message["you"]["session"]:
            message["you"].update(started_at=now - PLAYED, check_at=None)
        state.changes(message["state"], message["you"], now)
        return message | {"now": now}

    def say(self, message: Message) -> None:
        """Tell the page something, and let it draw."""
        self.sockets[-1].send(json.dumps(message))
        self.page.wait_for_timeout(60)
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def show(self, state: "State") -> None:
        """Tell the page a whole state, let it draw, and let the player do what belongs to it.

        Before what comes after the bets, it hears of them: the balance that it keeps until the result is theirs.
        """
        if state.begins is not Begins.BETTING:
            self.say(self.made(ACCEPTED))
        self.say(self.made(state))
        state.act(self)

    def asked(self) -> Message:
        """The last slip or deal that the page sent."""
        return next(frame for frame in reversed(self.frames) if frame["do"] in {"bet", "deal"})


@dataclass(frozen=True)
class State:
    """One state: its name, what it begins with, what differs then, and what the player does there."""

    name: str
    begins: Begins = Begins.BETTING
    changes: Changes = lambda state, you, now: None
    act: Callable[[Answered], None] = lambda answered: None


def _retimed(moment: dict[str, Any], now: int) -> None:
    """The same round, as if it were now."""
    deal = moment["deal"]
    if deal is None:
        moment.update(closes_at=moment["closes_at"] and now + BETTING_LEFT, next_at=None)
    else:
        deal["starts_at"] = now - SEEN_LONG_AGO
        moment.update(next_at=now + UNTIL_NEXT, closes_at=now - SEEN_LONG_AGO)


def told(person: Person, table: str) -> Message:
    """What the house says first to this person, who has a seat at the table."""
    heard = list[Message]()

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["say"] == "snapshot":
            heard.append(message)

    person.page.on("websocket", lambda socket: socket.on("framereceived", note))
    person.go(f"/mesa/{table}/")
    expect(person.page.locator("#tray")).to_be_visible()
    assert heard, "the house said nothing"
    return heard[-1]


def three_of(settled: Message) -> dict[Begins, Message]:
    """The three messages, made of the one of a settled round alone."""
    betting = copy.deepcopy(settled)
    state, you = betting["state"], betting["you"]
    closes_at = None if state["table"]["kind"] == "individual" else 1
    state["round"].update(phase="betting", closes_at=closes_at, deal=None, next_at=None)
    you["last"] = state["latest"] = None
    accepted = copy.deepcopy(betting)
    stakes = {"banca": 75_00, "empate": 5_00}
    accepted["you"].update(stakes=stakes, balance=you["balance"] - 80_00)
    accepted["state"]["sums"] = dict(stakes)
    settled = copy.deepcopy(settled)
    settled["you"]["stakes"] = {}
    return {Begins.BETTING: betting, Begins.ACCEPTED: accepted, Begins.SETTLED: settled}


def _seatless(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    mine = you["seat"]
    for name in ("seat", "session"):
        you[name] = None
    for seat in state["seats"]:
        if seat["seat"] == mine:
            seat.update(who=None, stakes={})


def _crowd(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    """Long names, large stakes, a bet of one's own on every chance, a balance of eleven digits, a shoe's last round."""
    chances = [chance["id"] for chance in state["rules"]["chances"]]
    stakes = dict.fromkeys(chances, 123_456_00)
    for seat in state["seats"]:
        seat.update(who=seat["who"] or "Maria_do_Carmo_77", away=False, stakes=dict.fromkeys(chances, 9_876_543_21))
    state["sums"] = dict.fromkeys(chances, 88_888_888_88)
    state["rules"]["shuffle"] = "per-shoe"
    state["round"].update(round_of_shoe=88, last=True)
    you.update(balance=12_345_678_901, stakes=stakes, session_result=-9_876_543_21, session_cost=123_456_78)


def _closed(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["round"]["closes_at"] = now - 500


def _dealing(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["round"]["deal"]["starts_at"] = now - 1_200
    state["round"]["closes_at"] = now - 1_200


def _squeezed(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    """The player turns the cards of both sides: Ponto's window is open, and Banca's comes after it."""
    current, windows = state["round"], Squeeze(20_000, dict.fromkeys(HANDS, Squeezer(you["seat"])))
    result = play([Card.parse(card) for card in current["deal"]["cards"] if card])
    current.update(closes_at=now - 3_500, squeeze={"ms": 20_000, **dict.fromkeys(HANDS, you["seat"])})
    current["deal"].update(starts_at=now - 3_500, timeline=timeline(result, show_ms=60_000, squeeze=windows))


def _waiting(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["round"] = {"phase": "waiting", "code": None, "number": 0, "deal": None}


def _cut(state: dict[str, Any], seats: Iterable[int], now: int, **beside: Any) -> None:
    """A new shoe, which these seats have cut."""
    root, count = state["round"]["root"], 416
    numbers = {seat: bytes([1, 20 * seat, *range(NUMBER_BYTES - 2)]) for seat in sorted(seats)}
    decided = beside.get("phase") == "cut"
    state["cut"] = {
        "shoe": f"{state['table']['code']}/7",
        "root": root,
        "count": count,
        "phase": "cutting",
        "opened_at": now - 3_000,
        "closes_at": now + CUT_LEFT,
        "shown_until": None,
        "decided_at": None,
        "start": start_of(root, numbers, count) if decided else None,
        "seats": [
            {
                "seat": seat,
                "commitment": commitment(root, seat, number),
                "shown": decided,
                "number": number.hex() if decided else None,
            }
            for seat, number in numbers.items()
        ],
    } | beside


def _to_cut(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _cut(state, OTHERS_CUT - {you["seat"]}, now)
    _waiting(state, you, now)


def _has_cut(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _cut(state, OTHERS_CUT | {you["seat"]}, now)
    _waiting(state, you, now)


def _cut_closed(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _cut(state, OTHERS_CUT | {you["seat"]}, now, phase="showing", closes_at=now - 500, shown_until=now + CUT_LEFT)
    _waiting(state, you, now)


def _cut_found(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _cut(state, OTHERS_CUT | {you["seat"]}, now, phase="cut", closes_at=now - 2_000, decided_at=now - 500)


def _paused(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["table"].update(status="paused", why="Uma verificação das cartas e do sabot que demora alguns minutos")


def _held(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["table"].update(why="held")


def _void(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["round"].update(phase="void", void_reason="câmara sem imagem", next_at=now + UNTIL_NEXT)


def _away(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    you["away"] = True
    for seat in state["seats"]:
        if seat["seat"] == you["seat"]:
            seat["away"] = True


def _invited(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    you["invited"] = {"rule": "R35b", "at": now, "ends_at": None, "shown": True}


def _time_near(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    you["play_until"] = now + 200_000


def _short_of_funds(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    you["balance"] = 30


def _new_version(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["rules"]["version"] += 1


def lay(answered: Answered, **chances: str) -> None:
    """What the player types and lays on each chance; the field is empty afterwards, as with chips."""
    for chance, amount in chances.items():
        answered.page.fill("#typed", amount)
        answered.page.locator(f'[data-chance="{chance}"] .spot__place').click()
    answered.page.fill("#typed", "")
    answered.page.evaluate("document.activeElement.blur()")
    answered.page.mouse.move(1, 1)


def _written(answered: Answered) -> None:
    lay(answered, banca="75", empate="5")


def _sent(answered: Answered) -> None:
    """Confirmed, and not answered."""
    _written(answered)
    before = len(answered.frames)
    answered.page.locator("#act-confirm, #act-deal").locator("visible=true").click()
    for _ in range(100):
        if any(frame["do"] in {"bet", "deal"} for frame in answered.frames[before:]):  # a ping may follow at once
            return
        answered.page.wait_for_timeout(20)
    raise AssertionError("the page sent no slip")


def _receipt(answered: Answered) -> None:
    """Confirmed and accepted: the receipt, and the round with the player's bets in it."""
    _sent(answered)
    asked, after = answered.asked(), answered.made(ACCEPTED)
    at = after["now"]
    answered.say(after)
    answered.say(
        {
            "say": "receipt",
            "key": asked["key"],
            "round": after["state"]["round"]["code"],
            "number": "3C71A0B2",
            "lines": asked.get("lines", {}),
            "stakes": after["you"]["stakes"],
            "at": at,
            "root": after["state"]["round"]["root"],
            "before_close_ms": BETTING_LEFT,
            "repeat": False,
            "now": at,
        }
    )


def _refusal(answered: Answered) -> None:
    """Confirmed and refused: another player was quicker."""
    _sent(answered)
    answered.say(
        {
            "say": "rejection",
            "key": answered.asked()["key"],
            "action": "bet",
            "reason": "over-limit",
            "rule": "R43b",
            "chance": "empate",
            "asked": 5_00,
            "most": 0,
            "text": "Empate, 5,00 €: não se aceita mais nada por agora, 10 % do prémio máximo (R43b).",
        }
    )


def _unreadable(answered: Answered) -> None:
    answered.page.fill("#typed", "5,001")
    answered.page.locator('[data-chance="ponto"] .spot__place').click()


def _too_much(answered: Answered) -> None:
    """More than the pair's ceiling, or that of ties without pairs: said beforehand, with an amount that would do."""
    least = "par-ponto" if answered.page.locator('[data-chance="par-ponto"]').count() else "empate"
    lay(answered, **{"ponto": "25", least: "900"})


def _long_draft(answered: Answered) -> None:
    lay(answered, ponto="12345678,90", banca="12345678,90")


def _cut_off(answered: Answered) -> None:
    answered.cut_off = True
    answered.sockets[-1].close(code=1011)
    expect(answered.page.locator("#strip-link")).to_be_visible()


BETTING: Final = State("seated")
ACCEPTED: Final = State("accepted", Begins.ACCEPTED)
STATES: Final = (
    State("watching", changes=_seatless),
    BETTING,
    State("crowd", changes=_crowd),
    State("chip laid", act=_written),
    State("long draft", act=_long_draft),
    State("unreadable", act=_unreadable),
    State("beyond a limit", act=_too_much),
    State("sending", act=_sent),
    ACCEPTED,
    State("receipt", act=_receipt),
    State("refused", act=_refusal),
    State("closed", Begins.ACCEPTED, _closed),
    State("dealing", Begins.SETTLED, _dealing),
    State("squeeze", Begins.SETTLED, _squeezed),
    State("result", Begins.SETTLED),
    State("cut", changes=_to_cut),
    State("cut done", changes=_has_cut),
    State("cut closed", changes=_cut_closed),
    State("cut found", changes=_cut_found),
    State("waiting", changes=_waiting),
    State("paused", Begins.ACCEPTED, _paused),
    State("held", changes=_held),
    State("void", Begins.ACCEPTED, _void),
    State("away", changes=_away),
    State("invited", changes=_invited),
    State("time near", changes=_time_near),
    State("short of funds", changes=_short_of_funds),
    State("new version", changes=_new_version),
    State("link lost", act=_cut_off),
)
"""All states of play: nothing moves between any two of them. The last closes the line."""


def afresh(answered: Answered) -> None:
    """Take back what the last state left: what was asked, written and typed."""
    if any(frame["do"] in {"bet", "deal"} for frame in answered.frames):
        answered.say({"say": "dealt", "key": answered.asked()["key"]})
    if not answered.page.locator("#tray").is_visible():
        return
    if answered.page.locator("#act-clear").is_enabled():
        answered.page.locator("#act-clear").click()
    answered.page.fill("#typed", "")
