"""The cards of a croupier's table as they were read, in words of the active language."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from casino.wording import names
from casino.wording.rejections.croupier import REFUSALS
from tables.card_terms import Refusal
from tables.queries import CardRead, PaperRound
from tables.queries.readings import STAFF


@dataclass(frozen=True, slots=True)
class Line:
    """One card that was read, in words."""

    at: datetime
    code: str
    """The card's code; empty where nothing could be read."""
    place: str
    card: str
    how: str
    dealer: str
    counts: bool
    """Whether it lies in the round."""


@dataclass(frozen=True, slots=True)
class Told:
    """A croupier's round: what such a round is, the shoe, and its cards."""

    lead: str
    shoe: str
    lines: tuple[Line, ...]


def told(paper: PaperRound, *, refused: bool) -> Told:
    """The round's readings in words; `refused`: with those that changed nothing and the acts of taking back."""
    return Told(lead(), shoe(paper), tuple(_lines(paper.cards if refused else paper.shown)))


def _lines(cards: Iterable[CardRead]) -> Iterable[Line]:
    for read in cards:
        counts = read.what == "drawn" and not read.replaced
        yield Line(read.at, read.card, place(read), card(read), how(read), dealer(read), counts)


def place(read: CardRead) -> str:
    """The place of the felt: «Ponto 1»; a dash for a card that lies in none."""
    return names.slot(read.slot) if read.slot else "–"


def card(read: CardRead) -> str:
    """The card by its name, with its deck where the barcode said it; a dash where nothing could be read."""
    if not read.card:
        return "–"
    return f"{names.card(read.card)} · {read.deck}" if read.deck else names.card(read.card)


def how(read: CardRead) -> str:
    """How the card came in, and what became of it."""
    said = [_source(read)]
    if read.what == "burnt":
        said.append(gettext("put aside by %(who)s: it counts for nothing") % {"who": _person(read.second)})
    elif read.what == "taken-back":
        said = [gettext("taken back by %(who)s") % {"who": _person(read.second)}]
    elif read.what == "refused":
        said.append(gettext("refused: “%(why)s”") % {"why": REFUSALS[Refusal(read.refusal)]})
    elif read.replaced:
        said.append(gettext("taken back: it does not count"))
    return "; ".join(said)


def dealer(read: CardRead) -> str:
    """Who dealt it."""
    return _person(read.croupier, robot=gettext("the demonstration’s robot"), staff=gettext("the croupier"))


def lead() -> str:
    """What such a round is: said wherever a fingerprint would stand."""
    return gettext(
        "A croupier dealt this round with paper cards. No order of the cards was fixed before the bets, so there is no "
        "fingerprint and no proof: instead every card is kept as it was read."
    )


def shoe(paper: PaperRound) -> str:
    """The decks in the shoe, and how they were shuffled."""
    shuffled = {"hand": gettext("shuffled by hand"), "machine": gettext("shuffled by machine")}
    return gettext("Shoe %(shoe)s: decks %(decks)s; %(shuffled)s.") % {
        "shoe": paper.shoe,
        "decks": ", ".join(paper.decks),
        "shuffled": shuffled.get(paper.shuffled_by, gettext("each card drawn by the demonstration’s robot")),
    }


def _source(read: CardRead) -> str:
    if read.source == "robot":
        return gettext("drawn by the demonstration’s robot")
    if read.source == "hand":
        return gettext("keyed by hand, confirmed by %(who)s") % {
            "who": _person(read.second, staff=gettext("a second person"))
        }
    if read.device:
        return gettext("read by the scanner (%(device)s)") % {"device": read.device}
    return gettext("read by the scanner")


def _person(name: str, *, robot: str = "–", staff: str | None = None) -> str:
    if name == STAFF:
        return gettext("a supervisor") if staff is None else staff
    return name or robot
