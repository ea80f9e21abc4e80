"""A player's limits: what holds, what waits, what is left, and what the player's pace costs (F1, UK-04, B-05, B-11)."""

import uuid
from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from casino.portal.viewer import person_id, players_only
from casino.web.act import act, status_of
from casino.wording import protection_names, words
from casino.wording.rejections import sentence
from kernel.periods import Period
from players.protection.operations import checks
from players.protection.operations import limits as operations
from players.protection.operations.limits import LimitRejected, LimitRejection
from players.protection.queries import protection, watch
from players.protection.queries.protection import LimitKind
from tables.queries import playtime

INTERVALS: Final = (10, 15, 20, 30, 45, 60, 90, 120)


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def limits(request: HttpRequest) -> HttpResponse:
    """Every limit there is; a wish sent here is set at once or waits for its second confirmation."""
    if request.method != "POST":
        return _page(request)
    sent = request.POST
    name, _, period_name = sent.get("limit", "").partition("-")
    if (name, period_name) not in {(kind.value, period.value) for kind, period in protection.GRID}:
        return _page(request, status=400)
    kind, period = LimitKind(name), Period(period_name)
    typed = "" if sent.get("none") else sent.get("most", "").strip()
    most = None if sent.get("none") else _amount(kind, typed)
    try:
        if most is None and not sent.get("none"):
            raise LimitRejected(LimitRejection.AMOUNT_INVALID)
        done = operations.set_limit(
            person_id=person_id(request),
            kind=kind,
            period=period,
            most=most,
            key=_key(sent.get("key", "")),
            now=timezone.now(),
        )
    except LimitRejected as refused:
        said = sentence(refused, to_player=True)
        if refused.reason is LimitRejection.AMOUNT_INVALID and kind is LimitKind.SESSION:
            said = gettext("Enter the minutes per day, from 1 to 1440.")
        wrong = {"name": f"{name}-{period_name}", "text": said, "typed": typed}
        return _page(request, wrong=wrong, status=status_of(refused))
    if done.due_at is None:
        messages.success(request, _set_now(done))
    else:
        said = gettext("Request recorded. For now nothing changes: you can confirm it from %(moment)s.")
        messages.info(request, said % {"moment": words.moment(done.due_at)})
    return redirect("portal:limits")


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


def _set_now(done: Any) -> str:
    return gettext("Done: your %(limit)s is now %(amount)s. It applies at once.") % {
        "limit": protection_names.limit(f"{done.kind}-{done.period}"),
        "amount": protection_names.amount(done.kind, done.most),
    }


@require_POST
@players_only
def check_interval(request: HttpRequest) -> HttpResponse:
    """After how many minutes to be told of time and money."""
    text = request.POST.get("minutes", "")

    def done(kept: checks.CheckIntervalSet) -> str:
        said = ngettext(
            "Done: the notice appears every %(minutes)d minute of play, from the next one on.",
            "Done: the notice appears every %(minutes)d minutes of play, from the next one on.",
            kept.minutes,
        )
        return said % {"minutes": kept.minutes}

    return act(
        request,
        None,
        checks.set_check_interval,
        by="person_id",
        minutes=int(text) if text.isdecimal() and len(text) < 6 else 0,
        page=lambda _: _page(request),
        done=done,
        to="portal:limits",
    )


def _amount(kind: LimitKind, typed: str) -> int | None:
    if kind is LimitKind.SESSION:
        return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 6 else None
    return words.cents_of(typed)


def _key(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        return uuid.uuid4()


def _page(request: HttpRequest, *, wrong: dict[str, str] | None = None, status: int = 200) -> HttpResponse:
    now, person = timezone.now(), person_id(request)
    lines = protection.limits_of(person, played=playtime.minutes_of_days(person, now=now), now=now)
    groups: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        shown = {"line": line, "key": uuid.uuid4(), "wrong": wrong if wrong and wrong["name"] == line.name else None}
        groups.setdefault(line.kind.value, []).append(shown)
    context = {
        "place": "limits",
        "groups": groups,
        "waiting": [line for line in lines if line.waiting],
        "pace": playtime.pace_of(person, now=now),
        "interval": protection.check_minutes([person])[person],
        "intervals": INTERVALS,
        "history": protection.limit_history(person),
        "signals": watch.signals(person_id=person, limit=10),
    }
    return render(request, "portal/limits/page.html", context, status=status)
