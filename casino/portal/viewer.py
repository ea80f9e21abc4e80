"""The person who looks at their own page."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

_Rest = ParamSpec("_Rest")
_View = Callable[Concatenate[HttpRequest, _Rest], HttpResponseBase]


def person_id(request: HttpRequest) -> int:
    """The signed-in person; only for views behind `login_required`."""
    found = request.user.pk
    assert found is not None
    return found


def players_only(view: _View[_Rest]) -> _View[_Rest]:
    """Guard a page that belongs to a player: visitors are sent to sign in, staff get 403. Kept by no shared machine."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: _Rest.args, **kwargs: _Rest.kwargs) -> HttpResponseBase:
        if request.user.is_staff:
            raise PermissionDenied
        response = view(request, *args, **kwargs)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return cast("_View[_Rest]", login_required(guarded))
