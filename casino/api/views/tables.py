"""Tables, their rules, and the rounds played at them: open to everyone."""

from typing import Any, Final

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import serializers
from casino.api.doors import Door, asked, described
from tables import queries
from tables.queries import RulesCard

HIDDEN: Final = frozenset({"seats"})
"""Only people in the room may know who sits where; a request from outside does not show it."""
NO_PLAYER: Final = 0
"""An id that no person has."""


class Tables(Door):
    """The open tables."""

    @described(
        "tables", "As mesas abertas", serializers.Tiles, tag="mesas", errors=[400], parameters=[serializers.TablesQuery]
    )
    def get(self, request: Request) -> Response:
        wanted = asked(serializers.TablesQuery, request)
        tiles = queries.lobby(currency=wanted.get("currency"), now=timezone.now())
        return Response(serializers.Tiles({"items": tiles}).data)


class Table(Door):
    """One table and its public state."""

    @described("table", "Uma mesa e o seu estado público", serializers.TableDetail, tag="mesas", errors=[404])
    def get(self, request: Request, code: str) -> Response:
        now = timezone.now()
        tile = next((tile for tile in queries.lobby(currency=None, now=now) if tile.code == code), None)
        if tile is None:
            raise NotFound
        state = queries.table_state(table_id=tile.table_id, now=now)
        sections = {name: section for name, section in state.sections.items() if name not in HIDDEN}
        told = serializers.Tile(tile).data
        return Response({**told, "version": state.version, "state": sections})


class Rules(Door):
    """A table's published rules, in force or past."""

    @described(
        "table_rules",
        "As regras publicadas de uma mesa, com as probabilidades exatas",
        serializers.Rules,
        tag="mesas",
        errors=[400, 404],
        parameters=[serializers.RulesQuery],
    )
    def get(self, request: Request, code: str) -> Response:
        card = queries.rules_of(code, asked(serializers.RulesQuery, request).get("version"))
        if card is None:
            raise NotFound
        return Response({**serializers.PublishedTerms(card).data, "chances": _offers(card)})


class Rounds(Door):
    """A table's settled rounds."""

    @described(
        "table_rounds",
        "As jogadas pagas de uma mesa, da mais recente para a mais antiga",
        serializers.RoundsPage,
        tag="jogadas",
        errors=[400, 404],
        parameters=[serializers.RoundsQuery],
    )
    def get(self, request: Request, code: str) -> Response:
        wanted = asked(serializers.RoundsQuery, request)
        if queries.table_id(code) is None:
            raise NotFound
        # One round at a time is settled at a table: the moment of the last is where the next page begins.
        ends = [end for end in (wanted.get("until"), wanted.get("before")) if end is not None]
        cards = queries.settled_rounds(
            table_code=code,
            since=wanted.get("since"),
            until=min(ends, default=None),
            limit=wanted["limit"] + 1,
        )
        page = cards[: wanted["limit"]]
        following = page[-1].settled_at if len(cards) > len(page) else None
        return Response(serializers.RoundsPage({"items": page, "next": following}).data)


class Round(Door):
    """One round with its proof, and the asking player's own bets."""

    @described(
        "round",
        "Uma jogada com a sua prova, e as apostas de quem pergunta",
        serializers.RoundDetail,
        tag="jogadas",
        errors=[404],
    )
    def get(self, request: Request, code: str) -> Response:
        user = request.user
        player = bool(user.is_authenticated and not user.is_staff)
        card = queries.round_of(round_code=code, person_id=user.pk if player else NO_PLAYER)
        if card is None:
            raise NotFound
        mine = serializers.Mine(card).data if player else None
        return Response({**serializers.PublicRound(card).data, "mine": mine})


def _offers(card: RulesCard) -> list[dict[str, Any]]:
    """The chances with their exact odds, in the felt's order."""
    return [
        dict(
            serializers.Offer(
                {
                    "chance": chance.value,
                    "win": odds.win,
                    "push": odds.push,
                    "lose": odds.lose,
                    "edge": odds.edge,
                    "rtp": odds.rtp,
                }
            ).data
        )
        for chance, odds in card.odds.bets.items()
    ]
