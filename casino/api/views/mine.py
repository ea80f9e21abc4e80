"""A player's own data: statement and sessions."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import serializers
from casino.api.doors import Door, IsPlayer, asked, described
from kernel.money import Currency
from players.accounts import queries as players
from tables import queries as tables
from wallet import queries as wallet


def _own_id(request: Request) -> int:
    """The id of the player who asks; `IsPlayer` has let them in."""
    own: Any = request.user.pk
    return int(own)


class Statement(Door):
    """The statement of one of the player's accounts."""

    permission_classes = [IsPlayer]

    @described(
        "my_statement",
        "O meu extrato",
        serializers.Statement,
        tag="meu",
        errors=[400, 401, 403],
        parameters=[serializers.StatementQuery],
    )
    def get(self, request: Request) -> Response:
        wanted = asked(serializers.StatementQuery, request)
        own = _own_id(request)
        person_key, currency = players.person_keys([own])[own], Currency(wanted["currency"])
        lines = wallet.statement(
            person_key,
            currency,
            since=wanted.get("since"),
            until=wanted.get("until"),
            before_id=wanted.get("before"),
            limit=wanted["limit"] + 1,
        )
        page = lines[: wanted["limit"]]
        told = {
            "currency": currency.value,
            "balance": wallet.balance(person_key, currency),
            "items": page,
            "next": page[-1].id if len(lines) > len(page) else None,
        }
        return Response(serializers.Statement(told).data)


class Sessions(Door):
    """The player's sessions."""

    permission_classes = [IsPlayer]

    @described(
        "my_sessions",
        "As minhas sessões",
        serializers.SessionsPage,
        tag="meu",
        errors=[400, 401, 403],
        parameters=[serializers.SessionsQuery],
    )
    def get(self, request: Request) -> Response:
        wanted = asked(serializers.SessionsQuery, request)
        sessions = tables.sessions_of(
            _own_id(request), now=timezone.now(), limit=wanted["limit"] + 1, before=wanted.get("before")
        )
        page = sessions[: wanted["limit"]]
        following = page[-1].started_at if len(sessions) > len(page) else None
        return Response(serializers.SessionsPage({"items": page, "next": following}).data)


class Session(Door):
    """One of the player's sessions; another's is as if it did not exist."""

    permission_classes = [IsPlayer]

    @described("my_session", "Uma das minhas sessões", serializers.SessionWithShoes, tag="meu", errors=[401, 403, 404])
    def get(self, request: Request, code: UUID) -> Response:
        session = tables.session_summary(session_code=code, person_id=_own_id(request), now=timezone.now())
        if session is None:
            raise NotFound
        shoes = tables.session_shoes(code, person_id=_own_id(request))
        return Response({**serializers.Session(session).data, "shoes": serializers.PlayedShoe(shoes, many=True).data})
