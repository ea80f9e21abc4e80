"""The cards on a croupier's table and its shoe, as a card of the floor draws them."""

from dataclasses import dataclass

from baccarat.dealing import Slot
from casino.wording import names, words
from tables.queries import Desk


@dataclass(frozen=True, slots=True)
class DeskCard:
    """A card that lies there, by its rank; nothing for the one that is due."""

    rank: str
    name: str
    red: bool


@dataclass(frozen=True, slots=True)
class DeskHand:
    """A side: its name, its total so far, and its cards."""

    name: str
    total: int | None
    cards: tuple[DeskCard, ...]


@dataclass(frozen=True, slots=True)
class DeskFigure:
    """A croupier's table: both hands while cards are dealt, who deals since when, the number of the shoe."""

    hands: tuple[DeskHand, ...]
    croupier: str
    since: str
    robot: bool
    shoe: int | None


def desk_figure(desk: Desk) -> DeskFigure:
    """The figure of a table."""
    return DeskFigure(
        hands=() if desk.dealt is None else (_hand(desk, "ponto"), _hand(desk, "banca")),
        croupier=desk.croupier,
        since="" if desk.since is None else words.clock(desk.since),
        robot=desk.robot,
        shoe=desk.shoe,
    )


def _hand(desk: Desk, side: str) -> DeskHand:
    assert desk.dealt is not None
    of_side = side == "ponto"
    cards = [
        _card(str(card))
        for slot, card in zip(desk.dealt.slots, desk.dealt.cards, strict=True)
        if slot.is_ponto is of_side
    ]
    if _is_due(desk.dealt.due, of_side=of_side):
        cards.append(DeskCard("", "", red=False))
    return DeskHand(names.chance(side), desk.dealt.ponto if of_side else desk.dealt.banca, tuple(cards))


def _is_due(due: Slot | None, *, of_side: bool) -> bool:
    return due is not None and due.is_ponto is of_side


def _card(text: str) -> DeskCard:
    return DeskCard("10" if text[0] == "T" else text[0], names.card(text), red=text[1] in "HD")
