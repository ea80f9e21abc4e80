"""Asking for the password again before an act that is final or reaches into a person's data (GL-05)."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from casino.signing import kept
from casino.signing.sessions import PROVED

_Rest = ParamSpec("_Rest")
_View = Callable[Concatenate[HttpRequest, _Rest], HttpResponseBase]


def proved_lately(request: HttpRequest) -> bool:
    """Whether the person signed in, or confirmed their identity again, within the last minutes."""
    records = get_authentication_records(request, request.user)
    latest = max([request.session.get(PROVED, 0), *(record["at"] for record in records)])
    return bool(time.time() - latest < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def ask_again(view: _View[_Rest]) -> _View[_Rest]:
    """Guard a view whose act is dangerous: a person who did not confirm their identity lately is asked to do so first.

    Put it below the guard that checks permissions. Text typed into a form is kept for its page, which then shows
    it again (`casino.signing.kept`).
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: _Rest.args, **kwargs: _Rest.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated or proved_lately(request):
            return view(request, *args, **kwargs)
        back = _back(request)
        if request.method == "POST" and kept.keep(request, urlsplit(back).path):
            back += f"#{kept.PLACE}"
        there = f"{way_to_prove(request)}?{urlencode({'next': back})}"
        return HttpResponseClientRedirect(there) if request.headers.get("HX-Request") else redirect(there)

    guarded.asks_again = True  # type: ignore[attr-defined]  # what the permission matrix is compared with
    return cast("_View[_Rest]", guarded)


def way_to_prove(request: HttpRequest) -> str:
    """The address where this person proves again who is there."""
    methods = get_adapter(request).get_reauthentication_methods(request.user)
    return str(methods[0]["url"]) if methods else reverse("account_reauthenticate")


def _back(request: HttpRequest) -> str:
    """Where to go on: this page, or the page whose form was sent, as it was asked for."""
    return request.get_full_path() if request.method in ("GET", "HEAD") else kept.page_of(request) or "/"
