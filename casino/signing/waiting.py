"""Proofs that must wait: said in words with the time that is left, and to machines by 429 and `Retry-After`."""

import math
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, cast

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from casino.wording import words
from players.messages.brakes import Asked
from players.messages.operations import asks

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponseBase]
_LEFT: Final = "_seconds_to_wait"


def must_wait(request: Any, wait: timedelta) -> ValidationError:
    """The sentence for the form; the answer to this request will be 429 and say after how many seconds to come back."""
    note_wait(request, wait)
    said = gettext("There were too many attempts. Wait %(wait)s and try again, or recover access by email.")
    return ValidationError(said % {"wait": words.wait(wait)}, code="must-wait")


def emails_too_often(request: Any, wait: timedelta) -> str:
    """Return the sentence for an e-mail requested again too soon, the same for unknown addresses."""
    note_wait(request, wait)
    said = gettext(
        "This email was requested a short while ago: look among unwanted mail too. You can ask for another in %(wait)s."
    )
    return said % {"wait": words.wait(wait)}


def too_often(request: Any, wait: timedelta) -> str:
    """Return the sentence for a person who asks for something too often."""
    note_wait(request, wait)
    said = gettext("There were too many requests in a short time. Wait %(wait)s and try again; nothing was lost.")
    return said % {"wait": words.wait(wait)}


def braked(kind: Asked, *, form: str = "") -> Callable[[View[Rest]], View[Rest]]:
    """Guard a view that makes something dear: each person may have it so often, and is told when again.

    How often, `players.messages.brakes` says. Put it below the guard that says who may come at all. With `form`, only
    requests whose address names that form of the file are counted.
    """

    def guard(view: View[Rest]) -> View[Rest]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponseBase:
            if form and kwargs.get("form") != form:
                return view(request, *args, **kwargs)
            try:
                asks.ask(kind=kind, subject=f"person:{request.user.pk}", now=timezone.now())
            except asks.TooOften as often:
                return render(request, "too_often.html", {"said": too_often(request, often.wait)}, status=429)
            return view(request, *args, **kwargs)

        return cast("View[Rest]", guarded)

    return guard


def note_wait(request: Any, wait: timedelta) -> None:
    """Let the answer to this request be 429, with the seconds that are left."""
    if request is not None:
        setattr(request, _LEFT, max(1, math.ceil(wait.total_seconds())))


def tell_waits(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 429 with `Retry-After` where something was refused only because it came too soon."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        left = getattr(request, _LEFT, None)
        if left is not None:
            response.status_code = 429
            response.headers["Retry-After"] = str(left)
        return response

    return answer
