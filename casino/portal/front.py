"""The front page's table: which one is shown, and its spots, beam and call as they are at a moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from baccarat.chances import Chance
from baccarat.odds import odds
from baccarat.paytables import Ratio
from baccarat.play import Winner
from baccarat.rulesets import Game, preset
from casino.portal.felts import Felt, felt_of
from casino.portal.front_curve import Cell, beam_line, beam_point, cell
from casino.wording import names, words
from tables import queries

SHOWN: Final = (Chance.PONTO, Chance.EMPATE, Chance.BANCA)
SPOT_OF: Final[Mapping[str, Chance]] = {"banca-no-commission": Chance.BANCA}
"""Chances whose stakes lie on another's spot."""
CELLS: Final = {chance: cell(chance) for chance in SHOWN}
BEAM_LINE: Final = beam_line()


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontSpot:
    """One chance as the crowd has it: sum, players, share of all, and what may still come."""

    side: str
    name: str
    pays: str
    staked: str
    players: str
    share: int
    """Of what lies on the three, in whole percent."""
    rim: int
    """The share of the table's room that is free, in whole percent."""
    won: bool
    cell: Cell


@dataclass(frozen=True, slots=True)
class Beam:
    """The difference between ponto and banca, and the room on each side (R43a)."""

    ponto: str
    banca: str
    at: int
    """The bead's place, in whole percent of the arc."""
    x: str
    y: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveFelt:
    """Everything of it."""

    table: queries.Tile
    felt: Felt
    call: str
    round_code: str
    """Of the round whose result is told; empty before."""
    spots: tuple[FrontSpot, ...]
    beam: Beam | None
    free_seat: int | None


def featured(tiles: Sequence[queries.Tile]) -> queries.Tile | None:
    """The table that a stranger sees: shared and open, where most people sit; for money rather than not."""
    running = [tile for tile in tiles if tile.kind != "individual" and tile.status == "open" and not tile.held]
    return max(running, key=_worth_watching, default=None)


def _worth_watching(tile: queries.Tile) -> tuple[int, bool, bool, int]:
    """The house's own order of games decides between tables alike."""
    return (tile.taken, tile.currency == "EUR", tile.max_prize is not None, -list(Game).index(Game(tile.preset)))


def edges_of(tile: queries.Tile | None) -> Mapping[str, Fraction]:
    """What the house wins on average of each stake, by the shown table's rules or Macau's."""
    if tile is not None:
        return {"ponto": tile.ponto_edge, "banca": tile.commission_edge, "empate": tile.empate_edge}
    found = odds(preset(Game.MACAU)).bets
    return {chance.value: found[chance].edge for chance in SHOWN}


def live_felt(tile: queries.Tile, *, now: datetime) -> LiveFelt:
    """The table as everybody in the room sees it."""
    sections = queries.table_state(table_id=tile.table_id, now=now).sections
    sums = _sums(sections["sums"])
    free = [number for number in range(1, tile.seats + 1) if number not in tile.taken_seats]
    return LiveFelt(
        table=tile,
        felt=felt_of(tile, now=now),
        call=call_of(tile),
        round_code=sections["round"]["code"] or "" if tile.shown.winner else "",
        spots=tuple(_spot(chance, tile, sections, sums) for chance in SHOWN),
        beam=_beam(tile, sections["room"], sums),
        free_seat=free[0] if free else None,
    )


def call_of(tile: queries.Tile) -> str:
    """What the croupier says now."""
    shown = tile.shown
    if shown.winner:
        ponto, banca = shown.ponto.total, shown.banca.total
        facts = {"result": names.outcome(shown.winner), "ponto": ponto, "banca": banca}
        if shown.winner == Winner.BANCA.value:
            said = gettext("%(result)s, %(banca)d to %(ponto)d") % facts
        else:
            said = gettext("%(result)s, %(ponto)d to %(banca)d") % facts
        return gettext("Natural! %(result)s") % {"result": said} if shown.natural else said
    if tile.phase == "betting":
        return gettext("Place your bets")
    return gettext("No more bets") if shown.ponto.cards or tile.phase in {"closed", "dealing"} else ""


def _sums(stored: Mapping[str, int]) -> dict[Chance, int]:
    """What lies on the three spots."""
    sums = dict.fromkeys(SHOWN, 0)
    for code, cents in stored.items():
        spot = SPOT_OF.get(code, code)
        if spot in sums:
            sums[Chance(spot)] += cents
    return sums


def _spot(chance: Chance, tile: queries.Tile, sections: Mapping[str, Any], sums: Mapping[Chance, int]) -> FrontSpot:
    pays = next((each["pays"] for each in sections["rules"]["chances"] if each["id"] == chance), ())
    best = max((Ratio.parse(ratio) for ratio in pays), key=lambda ratio: ratio.worth, default=Ratio(1, 1))
    players = sum(1 for seat in sections["seats"] if seat["who"] and seat["stakes"].get(chance, 0) > 0)
    counted = ngettext("%(players)d player", "%(players)d players", players) % {"players": players}
    most = (sections["room"].get(chance) or {"most": 0})["most"]
    staked = sums[chance]
    return FrontSpot(
        side=chance.value,
        name=names.chance(chance),
        pays=best.on_felt,
        staked=words.short_money(staked, tile.currency),
        players=counted,
        share=staked * 100 // (sum(sums.values()) or 1),
        rim=100 if most is None else most * 100 // ((most + staked) or 1),
        won=tile.shown.winner == chance,
        cell=CELLS[chance],
    )


def _beam(tile: queries.Tile, room: Mapping[str, Any], sums: Mapping[Chance, int]) -> Beam | None:
    """None at a table without a maximum prize; the arc's middle is an even table."""
    if not tile.max_prize:
        return None
    tilt = sums[Chance.BANCA] - sums[Chance.PONTO]
    at = min(100, max(0, (tilt + tile.max_prize) * 100 // (2 * tile.max_prize)))
    more = [_room(room, chance, tile.currency) for chance in (Chance.PONTO, Chance.BANCA)]
    return Beam(more[0], more[1], at, *beam_point(at), BEAM_LINE)


def _room(room: Mapping[str, Any], chance: Chance, currency: str) -> str:
    most = (room.get(chance) or {"most": 0})["most"]
    return "–" if most is None else words.short_money(most, currency)
