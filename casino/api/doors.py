"""The common part of every view of the API: permissions, rate limits, and the schema."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle
from rest_framework.views import APIView

from casino.api import serializers
from casino.api.errors import PROBLEM, PlayersOnly, ProveAgain
from casino.signing.again import proved_lately
from players.roles import Action, may

View = TypeVar("View", bound=Callable[..., Any])
Query = TypeVar("Query", bound="Serializer[Any]")


class _Patient(SimpleRateThrottle):
    """Counts by the address the server itself saw; without Valkey the cache counts nothing, and requests pass."""

    def get_ident(self, request: Request) -> str:
        """Not what a caller writes into a header."""
        return str(request.META.get("REMOTE_ADDR", ""))


class Anonymous(_Patient, AnonRateThrottle):
    """Readers without an account: enough to follow every table, not enough to lean on them."""

    rate = "120/min"


class SignedIn(_Patient, UserRateThrottle):
    """Persons, each by themselves."""

    rate = "600/min"


class OneAnswer(BaseContentNegotiation):
    """Each address has one format; the caller's preference is ignored."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type


class Door(APIView):
    """A view of the API: read-only, open to everyone unless it says otherwise."""

    permission_classes: Sequence[Any] = [AllowAny]
    throttle_classes = [Anonymous, SignedIn]
    content_negotiation_class = OneAnswer
    http_method_names = ["get", "head"]


class IsPlayer(BasePermission):
    """A signed-in player."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if request.user.is_staff or request.user.is_guest:
            raise PlayersOnly
        return True


class _MaySeeReports(BasePermission):
    action = Action.SEE_REPORTS

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        return may(request.user, self.action)


class MaySeeReports(_MaySeeReports):
    """Staff who may see reports."""


class MayExportReports(_MaySeeReports):
    """Staff who may take reports out of the house."""

    action = Action.EXPORT_REPORTS


class ProvedLately(BasePermission):
    """Staff who proved within the last minutes who they are: as for the same file from a page (GL-05)."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not proved_lately(request._request):
            raise ProveAgain
        return True


class MaySeeLedger(_MaySeeReports):
    """Staff who may see the ledger."""

    action = Action.SEE_LEDGER


def asked(kind: type[Query], request: Request) -> dict[str, Any]:
    """The parameters of a request, checked. Raises `ValidationError`, also for one given twice: which was meant?"""
    if twice := [name for name, values in request.query_params.lists() if len(values) > 1]:
        raise ValidationError({name: [gettext("Give this once.")] for name in twice})
    query = kind(data=request.query_params.dict())
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)


_ERRORS: Final = {
    400: "O pedido não está bem formado; `detail` diz que parâmetro.",
    401: "Sem sessão iniciada.",
    403: "Sem permissão.",
    404: "Não existe.",
    429: "Demasiados pedidos; `Retry-After` diz quando tentar de novo.",
}


def described(
    name: str,
    summary: str,
    answers: Any,
    *,
    tag: str,
    errors: Sequence[int] = (),
    parameters: Sequence[Any] = (),
    path: dict[str, str] | None = None,
    text: str = "",
) -> Callable[[View], View]:
    """The schema of an address: its name, its answer, and its errors in their one shape."""
    ok = answers if isinstance(answers, dict) else {200: answers}
    in_path = [
        OpenApiParameter(one, OpenApiTypes.STR, OpenApiParameter.PATH, description=told)
        for one, told in (path or {}).items()
    ]
    describe: Callable[[View], View] = extend_schema(
        operation_id=name,
        summary=summary,
        description=text or summary,
        tags=[tag],
        parameters=[*in_path, *parameters],
        responses={
            **ok,
            **{
                (status, PROBLEM): OpenApiResponse(serializers.Problem, description=_ERRORS[status])
                for status in (*errors, 429)
            },
        },
    )
    return describe
