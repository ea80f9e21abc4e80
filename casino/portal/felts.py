"""A small felt, as tiles and the front page show it: hands, ring, seats on the rail, the last results."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from math import sqrt
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from baccarat.play import Winner
from baccarat.rulesets import Game
from casino.wording import names
from tables.queries import HIDDEN, Outcome, ShownHand, Tile

CLOTHS: Final[Mapping[str, str]] = {
    Game.MACAU_FLOOR: "burgundy",
    Game.LIVE_BACCARAT: "blue",
    Game.PUNTO_BANCO: "graphite",
}
"""Games whose cloth is not green."""
RESULTS: Final = 5
PLACES: Final = 2
"""Cards that every hand has: so many empty places stand on the cloth."""
WIDTH, BETWEEN, ARC, RAIL = 436, 42, 1100, 186
"""The drawing's width, what lies between two seats at most, the rail's radius and its lowest point."""
LETTERS: Final[Mapping[str, Winner]] = {"P": Winner.PONTO, "B": Winner.BANCA, "E": Winner.EMPATE}


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the cloth, or its empty place (no code)."""

    code: str
    rank: str = ""
    suit: str = ""
    """"S", "H", "D" or "C"; empty for a card face down."""
    across: bool = False
    """A third card, laid across."""

    @property
    def red(self) -> bool:
        """Whether the suit is red."""
        return self.suit in {"H", "D"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltHand:
    """One hand: its name, its total as the cloth shows it, its cards."""

    side: str
    name: str
    total: str
    known: bool
    won: bool
    lost: bool
    cards: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """The ring between the hands: its face, the words that say what the face counts, the share of time left."""

    kind: str
    """"bet" and "next" count down; "still" does not."""
    face: str
    word: str
    share: int = 0
    left: int | None = None
    """Whole seconds, for the page's script."""


@dataclass(frozen=True, slots=True)
class RailSeat:
    """A seat on the rail and its place in the drawing, with a decimal point in every language."""

    number: int
    x: str
    y: str
    text_y: str
    taken: bool
    mine: bool

    @property
    def drawn(self) -> str:
        """The seat as markup."""
        place = f'cx="{self.x}" cy="{self.y}"'
        if not self.mine and not self.taken:
            return f'<circle class="tile__free" {place} r="9"/>'
        css = "tile__seat tile__seat--mine" if self.mine else "tile__seat"
        said = escape(pgettext("seat", "Me")) if self.mine else self.number
        return (
            f'<g class="{css}"><circle {place} r="{11 if self.mine else 10}"/>'
            f'<text x="{self.x}" y="{self.text_y}" text-anchor="middle">{said}</text></g>'
        )


@dataclass(frozen=True, slots=True)
class Bead:
    """One past result: its letter, and its side ("" for none yet)."""

    letter: str = ""
    side: str = ""

    @property
    def drawn(self) -> str:
        """The bead as markup; for eyes alone, since all of them stand beside in words."""
        css = f"bead bead--{self.side}" if self.side else "bead"
        return f'<span class="{css}" aria-hidden="true">{escape(self.letter)}</span>'


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """All of it."""

    cloth: str
    hands: tuple[FeltHand, FeltHand]
    ring: Ring
    seats: tuple[RailSeat, ...]
    beads: tuple[Bead, ...]
    results: str
    """The beads in words."""

    @property
    def seats_drawn(self) -> SafeString:
        """The seats as markup: a lobby has two hundred, and a template takes five times as long over them."""
        return SafeString("".join([seat.drawn for seat in self.seats]))

    @property
    def beads_drawn(self) -> SafeString:
        """The last results as markup, the newest to the right."""
        return SafeString("".join([bead.drawn for bead in self.beads]))


def felt_of(tile: Tile, *, now: datetime, mine: int | None = None) -> Felt:
    """The felt of a table at `now`; `mine` is the number of the viewer's own seat there."""
    shown = tile.shown
    beads = tuple(Bead(each.winner, LETTERS[each.winner].value) for each in tile.results[-RESULTS:])
    return Felt(
        cloth=CLOTHS.get(tile.preset, "green"),
        hands=(_hand("ponto", shown.ponto, shown.winner), _hand("banca", shown.banca, shown.winner)),
        ring=ring_of(tile, now=now),
        seats=_seats(tile, mine),
        beads=(*[Bead()] * (RESULTS - len(beads)), *beads),
        results=_in_words(tile.results[-RESULTS:]),
    )


def _hand(side: str, hand: ShownHand, winner: str) -> FeltHand:
    laid = tuple(_laid(code, index) for index, code in enumerate(hand.cards))
    known = hand.total is not None
    return FeltHand(
        side=side,
        name=names.chance(side),
        total=str(hand.total) if known else "?" if hand.cards else "–",
        known=known,
        won=winner == side,
        lost=winner not in {"", side, Winner.EMPATE.value},
        cards=(*laid, *[LaidCard("")] * (PLACES - len(laid))),
    )


def _laid(code: str, index: int) -> LaidCard:
    if code == HIDDEN:
        return LaidCard(code)
    return LaidCard(code, "10" if code[0] == "T" else code[0], code[1], across=index >= PLACES)


def ring_of(tile: Tile, *, now: datetime) -> Ring:
    """The ring: it counts to the close of the betting, then to the next round, and never without words."""
    betting = _left(tile.closes_at, now) if tile.phase == "betting" else None
    if betting:
        share = min(100, betting * 100 // max(1, tile.betting_seconds))
        return Ring("bet", str(betting), gettext("s to bet"), share, betting)
    if tile.status != "open":
        return Ring("still", "–", names.status(tile.status))
    if tile.held:
        return Ring("still", "–", gettext("play closed") if tile.held == "proof" else gettext("play suspended"))
    if tile.shown.ponto.cards and not tile.shown.winner:
        return Ring("still", "…", gettext("cards coming"))
    if tile.kind == "individual":
        return Ring("still", "∞", gettext("no clock: you deal"))
    coming = _left(tile.next_at, now)
    if coming:
        return Ring("next", str(coming), gettext("s to the next round"), left=coming)
    return Ring("still", "…", names.phase(tile.phase))


def _left(until: datetime | None, now: datetime) -> int | None:
    """Whole seconds, the one that runs included; None once it is over."""
    return -((now - until) // timedelta(seconds=1)) if until is not None and until > now else None


def _seats(tile: Tile, mine: int | None) -> tuple[RailSeat, ...]:
    step = min(BETWEEN, (WIDTH - 2 * BETWEEN) // max(1, tile.seats - 1))
    first = WIDTH // 2 - step * (tile.seats - 1) // 2
    places = [first + step * index for index in range(tile.seats)]
    return tuple(
        _seat(number, x, taken=number in tile.taken_seats, mine=number == mine) for number, x in enumerate(places, 1)
    )


def _seat(number: int, x: int, *, taken: bool, mine: bool) -> RailSeat:
    y = RAIL - ARC + sqrt(ARC**2 - (x - WIDTH // 2) ** 2)
    return RailSeat(number, str(x), f"{y:.1f}", f"{y + 3.6:.1f}", taken, mine)


def _in_words(results: tuple[Outcome, ...]) -> str:
    """The last results, the oldest first: «Últimos resultados: Ponto, Banca»."""
    if not results:
        return gettext("No results yet")
    listed = ", ".join(names.chance(LETTERS[each.winner].value) for each in results)
    return pgettext("roads", "Last results: %(results)s") % {"results": listed}
