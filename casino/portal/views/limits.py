"""A player's limits: what holds, what waits, what is left, and what the player's pace costs (F1, UK-04, B-05, B-11)."""

import uuid
from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from casino.portal.protection_forms import CheckIntervalForm, OwnLimit
from casino.portal.viewer import person_id, players_only
from casino.web.act import Note, act, posted
from casino.wording import protection_names, words
from players.protection.operations import checks
from players.protection.operations import limits as operations
from players.protection.operations.limits import LimitRejection
from players.protection.queries import protection, watch
from tables.queries import playtime


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def limits(request: HttpRequest) -> HttpResponse:
    """Every limit there is; a wish sent here is set at once or waits for its second confirmation."""
    return act(
        request,
        OwnLimit(posted(request)),
        operations.set_limit,
        by="person_id",
        page=lambda form: _page(request, form),
        fields=dict.fromkeys(LimitRejection, "most"),
        done=said_of,
        to="portal:limits",
    )


@require_POST
@players_only
def confirm(request: HttpRequest, limit_id: int) -> HttpResponse:
    """The second confirmation of a higher limit."""
    return _step(request, operations.confirm_limit, limit_id, done=_set_now)


@require_POST
@players_only
def cancel(request: HttpRequest, limit_id: int) -> HttpResponse:
    """Give up a higher limit that waits."""
    done = gettext("You have withdrawn the request. The limit stays as it was.")
    return _step(request, operations.cancel_limit, limit_id, done=done)


def _step(
    request: HttpRequest, operation: Callable[..., Any], limit_id: int, *, done: "str | Callable[[Any], str]"
) -> HttpResponse:
    return act(
        request,
        None,
        operation,
        by="person_id",
        limit_id=limit_id,
        page=lambda _: _page(request),
        missing=(LimitRejection.NO_SUCH_LIMIT,),
        done=done,
        to="portal:limits",
    )


def said_of(done: operations.LimitSet) -> str:
    """What a wish for a limit came to: it holds, or it waits for its second confirmation."""
    if done.due_at is None:
        return _set_now(done)
    said = gettext("Request recorded. For now nothing changes: you can confirm it from %(moment)s.")
    return Note(said % {"moment": words.moment(done.due_at)})


def _set_now(done: operations.LimitSet) -> str:
    return gettext("Done: your %(limit)s is now %(amount)s. It applies at once.") % {
        "limit": protection_names.limit(f"{done.kind}-{done.period}"),
        "amount": protection_names.amount(done.kind, done.most),
    }


@require_POST
@players_only
def check_interval(request: HttpRequest) -> HttpResponse:
    """After how many minutes to be told of time and money."""

    def done(kept: checks.CheckIntervalSet) -> str:
        said = ngettext(
            "Done: the notice appears every %(minutes)d minute of play, from the next one on.",
            "Done: the notice appears every %(minutes)d minutes of play, from the next one on.",
            kept.minutes,
        )
        return said % {"minutes": kept.minutes}

    return act(
        request,
        CheckIntervalForm(request.POST),
        checks.set_check_interval,
        by="person_id",
        page=lambda form: _page(request, interval=form),
        fields=dict.fromkeys(checks.CheckIntervalRejection, "minutes"),
        done=done,
        to="portal:limits",
    )


def _page(request: HttpRequest, sent: Form | None = None, *, interval: Form | None = None) -> HttpResponse:
    """The page, with a limit's form as it was sent on the line of that limit, and the time notice's as it was sent."""
    now, person = timezone.now(), person_id(request)
    lines = protection.limits_of(person, played=playtime.minutes_of_days(person, now=now), now=now)
    groups: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        is_sent = sent is not None and sent["limit"].value() == line.name
        shown = {"line": line, "key": uuid.uuid4(), "form": sent if is_sent else None}
        groups.setdefault(line.kind.value, []).append(shown)
    context = {
        "place": "limits",
        "groups": groups,
        "waiting": [line for line in lines if line.waiting],
        "pace": playtime.pace_of(person, now=now),
        "interval": interval or CheckIntervalForm(initial={"minutes": protection.check_minutes([person])[person]}),
        "history": protection.limit_history(person),
        "signals": watch.signals_of(person, limit=10),
    }
    return render(request, "portal/limits/page.html", context)
