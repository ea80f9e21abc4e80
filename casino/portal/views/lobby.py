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
from casino.portal.forms import wish_of
from casino.portal.roads import SmallRoad, small_road
from kernel.labels import label
from tables import queries


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyTile:
    """A table as its tile shows it."""

    table: queries.Tile
    road: SmallRoad
    seconds_left: int | None
    """To the close of the betting; None while it is closed."""
    alone: bool
    """One player's own table: the player deals, and no time to bet runs out."""
    mine: bool
    """Whether the visitor has their seat there."""
    gives_edge: bool
    """Whether banca favours the player, so that the sentence is not the wrong way round."""


@dataclass(frozen=True, slots=True)
class LobbyGroup:
    """The tables of one game, under its name."""

    variant: str
    tiles: tuple[LobbyTile, ...]


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
        "groups": _groups([_tile(tile, held, now) for tile in found if wish.fits(tile)]),
        "variants": [(game.value, label(game)) for game in Game],
        "first_visit": not request.user.is_authenticated,
    }
    partial = request.headers.get("HX-Request") == "true"
    response = render(request, "portal/lobby/_tiles.html" if partial else "portal/lobby/page.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _closed(found: Sequence[queries.Tile]) -> str:
    """Why no table here goes on: "proof", "held", or "" where some do, or where there are none."""
    whys = {tile.held for tile in found}
    return "" if not whys or "" in whys else "proof" if "proof" in whys else "held"


def _groups(tiles: list[LobbyTile]) -> list[LobbyGroup]:
    """By game, in the order in which the house names its games; games without a table are left out."""
    found = [LobbyGroup(each, tuple(tile for tile in tiles if tile.table.preset == each)) for each in Game]
    return [group for group in found if group.tiles]


def _tile(tile: queries.Tile, held: queries.HeldSeat | None, now: datetime) -> LobbyTile:
    betting = tile.phase == "betting" and tile.closes_at is not None and tile.closes_at > now
    left = int((tile.closes_at - now).total_seconds()) if betting and tile.closes_at else None
    alone = tile.kind == "individual"
    return LobbyTile(
        table=tile,
        road=small_road(tile.results),
        seconds_left=left,
        alone=alone,
        mine=held is not None and held.table_code == tile.code,
        gives_edge=tile.commission_edge < 0,
    )
