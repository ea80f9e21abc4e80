"""The wall around guests: they get in where their row of the permission matrix says, and nowhere else (ADR 0177)."""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from casino.access.matrix import ADDRESSES
from casino.access.rows import GUEST

_SIGN_IN: Final = frozenset({"portal:sign_in", "account_login"})
_BREAK: Final = "portal:breaks"


class GuestWall:
    """A middleware: a page that guests may not see is answered with one that says why, and what registering opens.

    The API has answers of its own (`casino.api.doors`); an address without a row does not exist.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """The wall, or None where the guest may go on; signed-out requests ask the database nothing."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        row = ADDRESSES.get(name)
        if row is None or name.startswith("api:"):
            return None
        who = row.post if request.method == "POST" else row.get
        if who is None or GUEST in who or not getattr(request.user, "is_guest", False):
            return None
        return wall(request, name)


def wall(request: HttpRequest, name: str) -> HttpResponse:
    """The page at the wall, for the address of this name."""
    path = request.get_full_path() if request.method != "POST" else reverse("portal:lobby")
    onward = path if name in _SIGN_IN else f"{reverse('portal:sign_in')}?{urlencode({'next': path})}"
    context = {"onward": onward, "to_sign_in": name in _SIGN_IN, "to_break": name == _BREAK}
    response = render(request, "portal/guests/wall.html", context, status=403)
    response.headers["Cache-Control"] = "private, no-store"
    return response
