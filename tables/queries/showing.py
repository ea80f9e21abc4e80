"""What people at a table see of its round at a moment: the cards that lie there, their totals, how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from baccarat.cards import Card, total
from baccarat.dealing import Why, dealing
from baccarat.play import play
from tables.models import Round
from tables.timeline import HOUSE_TURNS, THIRD, Squeeze, timeline

HIDDEN: Final = "back"
"""A card that lies face down."""
SIDES: Final = ("ponto", "banca")


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One hand as it lies: cards by their names, or `HIDDEN`; its total once it is turned."""

    cards: tuple[str, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A round as it is seen: nothing of it before the bets are closed, everything once its result is told."""

    ponto: ShownHand = ShownHand()
    banca: ShownHand = ShownHand()
    natural: bool = False
    winner: str = ""
    """Empty until the result is told."""


class _Stage(NamedTuple):
    """The picture from a moment on, in milliseconds after the close."""

    at: int
    shown: Shown


NOTHING: Final = Shown()


def shown(current: Round | None, *, show_seconds: int, squeeze: Squeeze = HOUSE_TURNS, now: datetime) -> Shown:
    """The picture at `now`, by the timeline that every page of the table follows."""
    if current is None or current.closed_at is None or not current.cards:
        return NOTHING
    past = (now - current.closed_at) // timedelta(milliseconds=1)
    cards = tuple(current.cards)
    stages = _told(cards, show_seconds * 1000, squeeze) if squeeze.by else _stages(cards, show_seconds * 1000)
    return next((stage.shown for stage in reversed(stages) if stage.at <= past), NOTHING)


def shown_of_paper(current: Round, cards: Sequence[str], squeeze: Squeeze = HOUSE_TURNS) -> Shown:
    """The picture of a round at a croupier's table: `cards` are those that were read, each open from that moment on.

    A hand that lies face down for a squeeze does so here until the round is paid: the sight of it is that table's.
    """
    dealt = dealing([Card.parse(card) for card in cards])
    hands: dict[str, list[Card]] = {side: [] for side in SIDES}
    for slot, card in zip(dealt.slots, dealt.cards, strict=True):
        hands["ponto" if slot.is_ponto else "banca"].append(card)
    hidden = () if current.winner else squeeze.face_down
    ponto, banca = (_hand(hands[side], len(hands[side]), 0 if side in hidden else len(hands[side])) for side in SIDES)
    return Shown(ponto, banca, dealt.why is Why.NATURAL and not hidden, current.winner)


@lru_cache(maxsize=2048)
def _stages(cards: Sequence[str], show_ms: int) -> tuple[_Stage, ...]:
    """Every picture of the show in its order: asked again and again while a round is dealt and its result stands."""
    return _told(cards, show_ms, HOUSE_TURNS)


def _told(cards: Sequence[str], show_ms: int, squeeze: Squeeze) -> tuple[_Stage, ...]:
    result = play([Card.parse(card) for card in cards])
    hands = {"ponto": result.ponto.cards, "banca": result.banca.cards}
    dealt = dict.fromkeys(SIDES, 0)
    open_ = dict.fromkeys(SIDES, 0)
    told, stages = False, []
    for step in timeline(result, show_ms=show_ms, squeeze=squeeze):
        side = step.get("hand", "")
        match step["do"]:
            case "deal":
                dealt[side] += 1
            case "turn":
                open_[side] = 3 if step.get("index") == THIRD else 2
            case "third":
                dealt[side] = open_[side] = 3
            case "result":
                told = True
        ponto, banca = (_hand(hands[each], dealt[each], open_[each]) for each in SIDES)
        natural = result.natural and open_["banca"] > 0
        stages.append(_Stage(step["at"], Shown(ponto, banca, natural, result.winner.value if told else "")))
    return tuple(stages)


def _hand(cards: Sequence[Card], dealt: int, open_: int) -> ShownHand:
    lying = tuple(str(card) if index < open_ else HIDDEN for index, card in enumerate(cards[:dealt]))
    return ShownHand(lying, total(cards[:open_]) if open_ else None)
