"""Every answer that is not the thing asked for: one shape, the right status, words for people, never a trace."""

import logging
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

logger = logging.getLogger(__name__)

TEXTS: Final[Mapping[str, "str | Promise"]] = {
    "malformed": gettext_lazy("O pedido não está bem formado."),
    "signed-out": gettext_lazy("Para isto é preciso entrar na sua conta."),
    "not-allowed": gettext_lazy("A sua conta não tem permissão para isto."),
    "players-only": gettext_lazy("Só um jogador tem extrato e sessões: quem trabalha na casa não joga nela (PT-16)."),
    "prove-again": gettext_lazy(
        "Para levar um ficheiro é preciso provar outra vez quem é: abra o mesmo ficheiro na página da casa."
    ),
    "not-found": gettext_lazy("Não existe aqui nada com esse nome."),
    "method-not-allowed": gettext_lazy("Este endereço só se lê (GET); as apostas fazem-se pela ligação da mesa."),
    "too-many-requests": gettext_lazy("Demasiados pedidos em pouco tempo; espere um pouco e tente de novo."),
    "fault": gettext_lazy("Algo falhou do nosso lado. Nada mudou; tente de novo."),
}
"""Reason → sentence. The statuses below are decided by the kind of exception, not here."""


class PlayersOnly(exceptions.PermissionDenied):
    """Asked by staff for what only players have (PT-16)."""

    default_code = "players-only"
    rule = "PT-16"


class ProveAgain(exceptions.PermissionDenied):
    """Asked by somebody whose last proof of who they are is too long ago (GL-05)."""

    default_code = "prove-again"
    rule = "GL-05"


_REASONS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (exceptions.NotAuthenticated, "signed-out"),
    (exceptions.AuthenticationFailed, "signed-out"),
    (PlayersOnly, "players-only"),
    (ProveAgain, "prove-again"),
    (exceptions.PermissionDenied, "not-allowed"),
    (PermissionDenied, "not-allowed"),
    (exceptions.NotFound, "not-found"),
    (Http404, "not-found"),
    (exceptions.MethodNotAllowed, "method-not-allowed"),
    (exceptions.Throttled, "too-many-requests"),
)


def answer(error: Exception, context: dict[str, Any]) -> Response:
    """REST framework's exception handler: `{"error": {"reason", "rule", "text"}}`."""
    response = exception_handler(error, context)
    if response is None:
        # Told to the log with its trace, and to the caller without.
        logger.exception("api fault", exc_info=error)
        return Response(document("fault"), status=status.HTTP_500_INTERNAL_SERVER_ERROR)
    reason = _reason(error)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        response.status_code = status.HTTP_401_UNAUTHORIZED
        response["WWW-Authenticate"] = 'Session realm="sabot"'
    text = _fields(error.detail) if isinstance(error, exceptions.ValidationError) else None
    response.data = document(reason, rule=getattr(error, "rule", None), text=text)
    return response


def document(reason: str, *, rule: str | None = None, text: str | None = None) -> dict[str, Any]:
    """The one shape of an error."""
    return {"error": {"reason": reason, "rule": rule, "text": text or str(TEXTS[reason])}}


def _reason(error: Exception) -> str:
    return next((reason for kind, reason in _REASONS if isinstance(error, kind)), "malformed")


def _fields(detail: Any) -> str:
    """Which parameter will not do, and why."""
    if not isinstance(detail, Mapping):
        return str(TEXTS["malformed"])
    told = [f"{name}: {' '.join(str(one) for one in whys)}" for name, whys in detail.items()]
    return gettext("Há um parâmetro que não serve. %(told)s") % {"told": " ".join(told)}
