"""Proofs that must wait, and pages that a person may have only so often: said with the time that is left."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from casino.web.waits import note_wait
from casino.wording import words
from casino.wording.rejections import sentence
from players.messages.brakes import Asked
from players.messages.operations import asks

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponseBase]


def must_wait(request: Any, wait: timedelta) -> ValidationError:
    """The sentence for the form; the answer to this request will be 429 and say after how many seconds to come back."""
    note_wait(request, wait)
    said = gettext("There were too many attempts. Wait %(wait)s and try again, or recover access by email.")
    return ValidationError(said % {"wait": words.wait(wait)}, code="must-wait")


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
                note_wait(request, often.wait)
                return render(request, "too_often.html", {"said": sentence(often)}, status=429)
            return view(request, *args, **kwargs)

        return cast("View[Rest]", guarded)

    return guard
