"""The lobby: every open table, money and demonstration apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from baccarat.rulesets import Game
from casino.portal.felts import Felt, felt_of
from casino.portal.forms import Wish, wish_of
from casino.portal.lobby_pills import pills_of
from casino.portal.today import Today, today_of
from casino.portal.views.guests import offer
from tables import queries


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyTile:
    """A table as its tile shows it."""

    table: queries.Tile
    felt: Felt
    alone: bool
    """One player's own table: the player deals, and no time to bet runs out."""
    seat: int | None
    """The number of the visitor's own seat there."""
    gives_edge: bool
    """Whether banca favours the player, so that the sentence is not the wrong way round."""

    @property
    def mine(self) -> bool:
        """Whether the visitor has their seat there."""
        return self.seat is not None


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The tiles that the visitor wants to see; htmx asks for the tiles alone."""
    now = timezone.now()
    wish = wish_of(request, demo=settings.DEMO_HOUSE)
    found = queries.lobby(currency=wish.currency, now=now)
    held = queries.held_seat(request.user.pk) if request.user.is_authenticated else None
    context = {
        "place": "lobby",
        "wish": wish,
        "held": held,
        "closed": _closed(found),
        "tiles": _tiles(found, wish, held, now),
    }
    partial = request.headers.get("HX-Request") == "true"
    if not partial:
        context["today"] = _today(request, now)
        context |= offer() if request.user.pk is None else {}
        context["pills"] = pills_of(wish, frozenset(tile.preset for tile in found))
    response = render(request, "portal/lobby/_tiles.html" if partial else "portal/lobby/page.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _today(request: HttpRequest, now: datetime) -> Today | None:
    """What the player's day came to so far; None for visitors and staff."""
    if request.user.pk is None or request.user.is_staff or request.user.is_guest:
        return None
    return today_of(request.user.pk, now=now)


def _closed(found: Sequence[queries.Tile]) -> str:
    """Why no table here goes on: "proof", "held", or "" where some do, or where there are none."""
    whys = {tile.held for tile in found}
    return "" if not whys or "" in whys else "proof" if "proof" in whys else "held"


def _tiles(found: Sequence[queries.Tile], wish: Wish, held: queries.HeldSeat | None, now: datetime) -> list[LobbyTile]:
    """The visitor's own table first, then by game in the order in which the house names its games."""
    tiles = [_tile(tile, held, now) for tile in found if wish.fits(tile)]
    order = list(Game)
    return sorted(tiles, key=lambda tile: (not tile.mine, order.index(Game(tile.table.preset)), tile.alone))


def _tile(tile: queries.Tile, held: queries.HeldSeat | None, now: datetime) -> LobbyTile:
    seat = held.seat if held is not None and held.table_code == tile.code else None
    return LobbyTile(
        table=tile,
        felt=felt_of(tile, now=now, mine=seat),
        alone=tile.kind == "individual",
        seat=seat,
        gives_edge=tile.commission_edge < 0,
    )
