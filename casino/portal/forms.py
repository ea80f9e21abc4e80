"""Forms of the lobby: its filters."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from django.http import HttpRequest

from baccarat.rulesets import Game
from kernel.labels import labels_of
from tables.queries import Tile

REMEMBERED: Final = "lobby"
CURRENCIES: Final = ("EUR", "PLAY")
KINDS: Final = ("shared", "individual")
LOW: Final = 1_00
"""The greatest minimum, in cents, of a table for little."""


def _seating(kind: str) -> str:
    """The kind of table as the filter has it: at a croupier's one sits with others too."""
    return "shared" if kind == "croupier" else kind


@dataclass(frozen=True, slots=True)
class Wish:
    """The tables that a visitor wants to see in the lobby."""

    currency: str
    variant: str
    kind: str
    """Of table: shared, individual, or both for nothing."""
    free: bool
    low: bool = False
    """Only tables for little."""

    def fits(self, tile: Tile) -> bool:
        """Whether a table is shown."""
        wanted = self.variant in ("", tile.preset) and self.kind in ("", _seating(tile.kind))
        return wanted and not (self.free and tile.taken >= tile.seats) and not (self.low and tile.minimum > LOW)


def wish_of(request: HttpRequest, *, demo: bool) -> Wish:
    """The filters of this request; those it does not name are as they were the last time."""
    before: dict[str, Any] = request.session.get(REMEMBERED, {})
    asked = request.GET
    currency = asked.get("fichas", before.get("currency", "PLAY" if demo else "EUR"))
    variant = asked.get("variante", before.get("variant", ""))
    kind = asked.get("mesa", before.get("kind", ""))
    filtered = "variante" in asked
    wish = Wish(
        currency=currency if currency in CURRENCIES else "EUR",
        variant=variant if variant in labels_of(Game) else "",
        kind=kind if kind in KINDS else "",
        free=asked.get("livre") == "1" if filtered else bool(before.get("free", False)),
        low=asked.get("pouco") == "1" if filtered else bool(before.get("low", False)),
    )
    kept = asdict(wish)
    if kept != before:
        request.session[REMEMBERED] = kept
    return wish
