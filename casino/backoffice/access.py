"""Access to the back office, and the first page of each role. The roles themselves are one table in `players.roles`."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Concatenate, Final, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.encoding import iri_to_uri
from django_htmx.http import HttpResponseClientRedirect

from casino.signing.second_factor import has_second_factor
from casino.web.addresses import address
from players.roles import Action, Role, may

_Rest = ParamSpec("_Rest")
_View = Callable[Concatenate[HttpRequest, _Rest], HttpResponseBase]

LANDING: Final[Mapping[Role, str]] = {
    Role.SUPERVISOR: "backoffice:floor",
    Role.APPROVER: "backoffice:inbox",
    Role.GAME_MANAGER: "backoffice:tables",
    Role.COMPLIANCE: "backoffice:inbox",
    Role.SUPPORT: "backoffice:inbox",
    Role.AUDITOR: "backoffice:reports",
    Role.INSPECTOR: "backoffice:reports",
    Role.ADMINISTRATOR: "backoffice:floor",
    Role.CROUPIER: "croupier:home",
}
"""The first page of each role, the most urgent work first. A person with several roles begins at the first of them."""


def allowed(*actions: Action) -> Callable[[_View[_Rest]], _View[_Rest]]:
    """Guard a view: a visitor is sent to sign in; a signed-in person who may do none of `actions` gets 403.

    A player may do none of them, ever. Staff without a second factor set one up before anything else (H7).
    """

    def guard(view: _View[_Rest]) -> _View[_Rest]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: _Rest.args, **kwargs: _Rest.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            if not any(may(request.user, action) for action in actions):
                raise PermissionDenied
            if not has_second_factor(request.user):
                return redirect("mfa_activate_totp")
            response = view(request, *args, **kwargs)
            response.headers["Cache-Control"] = "private, no-store"  # figures of the house are for no shared machine
            return _beside_the_inbox(request, response)

        guarded.guarded_by = frozenset(actions)  # type: ignore[attr-defined]  # read by the permission matrix
        return cast("_View[_Rest]", guarded)

    return guard


def staff_id(request: HttpRequest) -> int:
    """The id of the member of staff behind a guarded request."""
    assert request.user.pk is not None, "only guarded views ask who is there"
    return int(request.user.pk)


def landing(person: object) -> str:
    """The name of the address where this person's work begins."""
    roles: frozenset[Role] = getattr(person, "roles", frozenset())
    return next((place for role, place in LANDING.items() if role in roles), "backoffice:floor")


INBOX_FIELD: Final = "inbox"
"""By this field a form that stood beside the inbox says where."""


def _beside_the_inbox(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """An act done beside the inbox leads back there. A question of who is there, and a work that a page follows, have
    their own way.
    """
    there, inbox = request.POST.get(INBOX_FIELD, ""), address("backoffice:inbox")
    if not there.startswith(inbox) or not isinstance(response, HttpResponseRedirect):
        return response
    where = urlsplit(response.url)
    if where.path.startswith(address("backoffice:home")) and not (where.netloc or where.query) and "\\" not in there:
        response.headers["Location"] = iri_to_uri(there)
    return response


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    signing_in = redirect_to_login(request.get_full_path())
    # A fragment that polls must not swallow the sign-in page: the whole page goes there.
    return HttpResponseClientRedirect(signing_in.url) if request.headers.get("HX-Request") else signing_in
