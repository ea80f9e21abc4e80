"""Every answer that is not the thing asked for: one shape, the right status, words for people, never a trace."""

import logging
import math
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from kernel.rejection import Rejected

logger = logging.getLogger(__name__)

PROBLEM: Final = "application/problem+json"

TEXTS: Final[Mapping[str, "str | Promise"]] = {
    "malformed": gettext_lazy("The request is not well formed."),
    "signed-out": gettext_lazy("For this you need to sign in."),
    "not-allowed": gettext_lazy("Your account is not allowed to do this."),
    "players-only": gettext_lazy("Only a player has a statement and sessions: members of staff do not play here."),
    "prove-again": gettext_lazy(
        "To download a file you must confirm your identity again: open the same file on the site’s page."
    ),
    "not-found": gettext_lazy("There is nothing here by that name."),
    "method-not-allowed": gettext_lazy(
        "This address can only be read (GET); bets are placed over the table’s connection."
    ),
    "too-many-requests": gettext_lazy("Too many requests in a short time; wait a little and try again."),
    "fault": gettext_lazy("Something failed on our side. Nothing has changed; please try again."),
}
"""Reason → sentence. The statuses below are decided by the kind of exception, not here."""


class PlayersOnly(exceptions.PermissionDenied):
    """A request by staff for data that only players have (PT-16)."""

    default_code = "players-only"
    rule = "PT-16"


class ProveAgain(exceptions.PermissionDenied):
    """A request by a person whose last proof of identity is too long ago (GL-05)."""

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
    """REST framework's exception handler: a problem document (RFC 9457)."""
    if isinstance(error, Rejected) and error.wait is not None:
        error = exceptions.Throttled(wait=math.ceil(error.wait.total_seconds()))
    response = exception_handler(error, context)
    if response is None:
        # Told to the log with its trace, and to the caller without.
        logger.exception("api fault", exc_info=error)
        fault = status.HTTP_500_INTERNAL_SERVER_ERROR
        return Response(problem("fault", status=fault), status=fault, content_type=PROBLEM)
    reason = _reason(error)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        response.status_code = status.HTTP_401_UNAUTHORIZED
        response["WWW-Authenticate"] = 'Session realm="sabot"'
    detail = _fields(error.detail) if isinstance(error, exceptions.ValidationError) else ""
    response.data = problem(reason, status=response.status_code, rule=getattr(error, "rule", None), detail=detail)
    response.content_type = PROBLEM
    return response


def problem(reason: str, *, status: int, rule: str | None = None, detail: str = "") -> dict[str, Any]:
    """The one shape of an error; `reason` and `rule` are this API's own members."""
    title = str(TEXTS[reason])
    return {
        "type": f"urn:sabot:problem:{reason}",
        "title": title,
        "status": status,
        "detail": detail or title,
        "reason": reason,
        "rule": rule,
    }


def _reason(error: Exception) -> str:
    return next((reason for kind, reason in _REASONS if isinstance(error, kind)), "malformed")


def _fields(detail: Any) -> str:
    """The invalid parameter, and the reason."""
    if not isinstance(detail, Mapping):
        return str(TEXTS["malformed"])
    told = [f"{name}: {' '.join(str(one) for one in whys)}" for name, whys in detail.items()]
    return gettext("One of the parameters will not do. %(told)s") % {"told": " ".join(told)}
