"""When the cards of a round are seen, in milliseconds after the close of the betting. Pure.

Every page of a table follows one timeline, so that all see the same at the same moment. Where a table squeezes (C10),
the player with the highest stake on a side turns its cards: they lie face down in a window of bounded length, which
ends sooner when that player has turned them. The cards are fixed before, so that nothing but their sight waits.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from baccarat.play import Result

STEP_MS: Final = 450
TURN_MS: Final = 1000
THIRD_MS: Final = 1100
HANDS: Final = ("ponto", "banca")
FIRST: Final = 0
"""The index of a hand's two first cards, which are turned together."""
THIRD: Final = 2
"""The index of a hand's third card."""

Step = dict[str, Any]
"""What is seen from a moment on: `at`, `do`, and where it needs them `hand`, `index` and `until`."""


@dataclass(frozen=True, slots=True)
class Squeezer:
    """The seat that turns a hand's cards; `turned` and `third`: when it did, in milliseconds after the close."""

    seat: int
    turned: int | None = None
    third: int | None = None

    def turned_at(self, index: int) -> int | None:
        """When the two first cards, or the third one, were turned."""
        return self.turned if index == FIRST else self.third


@dataclass(frozen=True, slots=True)
class Squeeze:
    """How long a window lasts, in milliseconds, and who turns the cards of which hand; others the house turns."""

    window_ms: int
    by: Mapping[str, Squeezer]

    @property
    def face_down(self) -> tuple[str, ...]:
        """The hands whose first cards lie face down at first: those that players turn, and Banca's behind Ponto's."""
        return HANDS if "ponto" in self.by else tuple(self.by)

    def turns(self, hand: str, index: int, opens: int) -> tuple[list[Step], int]:
        """The window of these cards that opens at a moment, and when they lie open."""
        squeezer = self.by[hand]
        until = opens + self.window_ms
        turned = squeezer.turned_at(index)
        over = until if turned is None else min(max(turned, opens), until)
        window = {"at": opens, "do": "squeeze", "hand": hand, "index": index, "until": until}
        return [window, {"at": over, "do": "turn", "hand": hand, "index": index}], over


HOUSE_TURNS: Final = Squeeze(0, {})
"""At a table without the squeeze, and in a round that has no stake on either side."""


@dataclass(frozen=True, slots=True)
class Read:
    """A card of paper that was read: its hand, its place there from 0, and when."""

    hand: str
    index: int
    at: int


def timeline(result: Result, *, show_ms: int, squeeze: Squeeze = HOUSE_TURNS) -> list[Step]:
    """When the page shows what: R17 (P B P B), R18 (ponto first), R20, in that order; then the result.

    Without a squeeze the whole show takes at most three quarters of `show_ms`; windows come on top of that.
    """
    steps = _unhurried(result)
    end, longest = steps[-1]["at"], show_ms * 3 // 4
    plain = [{**step, "at": min(step["at"], step["at"] * longest // end)} for step in steps]
    return _squeezed(result, plain, plain[-1]["at"] / end, squeeze) if squeeze.by else plain


def _unhurried(result: Result) -> list[Step]:
    """The house's own show, with all the time it likes."""
    steps = _laid()
    at = steps[-1]["at"] + STEP_MS
    for hand in HANDS:
        at += TURN_MS // 2
        steps.append({"at": at, "do": "turn", "hand": hand})
        at += TURN_MS // 2
    for hand in _with_third(result):
        at += THIRD_MS
        steps.append({"at": at, "do": "third", "hand": hand})
    return [*steps, {"at": at + TURN_MS, "do": "result"}]


def _laid() -> list[Step]:
    """The four first cards, face down."""
    places = [(hand, index) for index in (0, 1) for hand in HANDS]
    return [
        {"at": 300 + turn * STEP_MS, "do": "deal", "hand": hand, "index": index}
        for turn, (hand, index) in enumerate(places)
    ]


def _with_third(result: Result) -> list[str]:
    """The hands that drew a third card, in the order of drawing."""
    drew = {"ponto": result.ponto_third, "banca": result.banca_third}
    return [hand for hand in HANDS if drew[hand] is not None]


def _squeezed(result: Result, plain: Sequence[Step], pace: float, squeeze: Squeeze) -> list[Step]:
    """The cards are laid as ever; from there on windows take the place of the house's turns. `pace`: the share of its
    time that the show has."""
    steps = [step for step in plain if step["do"] == "deal"]
    at = steps[-1]["at"] + round(TURN_MS * pace)
    turns, at = _first_turns(squeeze, HANDS, at, between=round(TURN_MS // 2 * pace))
    steps += turns
    for hand in _with_third(result):
        at += round(THIRD_MS * pace)
        more, at = _third(squeeze, hand, at)
        steps += more
    return [*steps, {"at": at + round(TURN_MS * pace), "do": "result"}]


def _first_turns(squeeze: Squeeze, hands: Sequence[str], at: int, *, between: int) -> tuple[list[Step], int]:
    """The first cards of these hands, Ponto's before Banca's (R18): each squeezed, or turned by the house; and when all
    lie open. `between`: the milliseconds from one hand to the next.
    """
    steps: list[Step] = []
    for number, hand in enumerate(hands):
        at += between if number else 0
        if hand in squeeze.by:
            turns, at = squeeze.turns(hand, FIRST, at)
            steps += turns
        else:
            steps.append({"at": at, "do": "turn", "hand": hand})
    return steps, at


def _third(squeeze: Squeeze, hand: str, at: int) -> tuple[list[Step], int]:
    if hand not in squeeze.by:
        return [{"at": at, "do": "third", "hand": hand}], at
    turns, over = squeeze.turns(hand, THIRD, at)
    return [{"at": at, "do": "deal", "hand": hand, "index": THIRD}, *turns], over


def of_readings(readings: Sequence[Read], *, squeeze: Squeeze = HOUSE_TURNS) -> list[Step]:
    """The cards of paper as they are seen: each from the moment at which it was read, where no player squeezes it.

    The first cards of a hand are squeezed once the four of both hands lie there, Ponto's before Banca's; a third one
    once those are open. Banca's lie face down as long as Ponto's do.
    """
    first = [read for read in readings if read.index < THIRD]
    steps: list[Step] = [
        {
            "at": read.at,
            "do": "deal" if read.hand in squeeze.face_down else "card",
            "hand": read.hand,
            "index": read.index,
        }
        for read in first
    ]
    if len(first) < 2 * len(HANDS):
        return steps
    turns, at = _first_turns(squeeze, squeeze.face_down, max(read.at for read in first), between=TURN_MS // 2)
    steps += turns
    for read in readings[len(first) :]:
        more, at = _third_read(squeeze, read, max(at, read.at))
        steps += more
    return _in_order(steps)


def _third_read(squeeze: Squeeze, read: Read, at: int) -> tuple[list[Step], int]:
    if read.hand not in squeeze.by:
        return [{"at": at, "do": "card", "hand": read.hand, "index": THIRD}], at
    return _third(squeeze, read.hand, at)


def _in_order(steps: Iterable[Step]) -> list[Step]:
    return sorted(steps, key=lambda step: step["at"])


def window(steps: Iterable[Step], hand: str, index: int) -> tuple[int, int] | None:
    """From when until when these cards may be turned by a player; None where no player may."""
    found = (step for step in steps if step["do"] == "squeeze" and (step["hand"], step["index"]) == (hand, index))
    return next(((step["at"], step["until"]) for step in found), None)
