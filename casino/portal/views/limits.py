"""A player's limits: what holds, what waits, what is left, and what the player's pace costs (F1, UK-04, B-05, B-11)."""

import uuid
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from casino import words
from casino.portal import protection_sentences as sentences
from casino.portal.viewer import person_id, players_only
from players.operations import checks
from players.operations import limits as operations
from players.operations.limits import LimitRefusal, LimitRefused
from players.periods import Period
from players.queries import protection, watch
from players.queries.protection import LimitKind
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
            raise LimitRefused(LimitRefusal.AMOUNT_INVALID)
        done = operations.set_limit(
            person_id=person_id(request),
            kind=kind,
            period=period,
            most=most,
            key=_key(sent.get("key", "")),
            now=timezone.now(),
        )
    except LimitRefused as refused:
        said = sentences.limit(refused)
        if refused.reason is LimitRefusal.AMOUNT_INVALID and kind is LimitKind.SESSION:
            said = sentences.minutes_wanted()
        return _page(request, wrong={"name": f"{name}-{period_name}", "text": said, "typed": typed}, status=422)
    if done.due_at is None:
        messages.success(request, sentences.set_now(name, f"{name}-{period_name}", done.most))
    else:
        said = gettext("Pedido registado. Por agora nada muda: pode confirmá-lo a partir de %(moment)s.")
        messages.info(request, said % {"moment": words.moment(done.due_at)})
    return redirect("portal:limits")


@require_POST
@players_only
def confirm(request: HttpRequest, limit_id: int) -> HttpResponse:
    """The second confirmation of a higher limit."""
    try:
        done = operations.confirm_limit(person_id=person_id(request), limit_id=limit_id, now=timezone.now())
    except LimitRefused as refused:
        return _refused(request, refused)
    messages.success(request, sentences.set_now(done.kind, f"{done.kind}-{done.period}", done.most))
    return redirect("portal:limits")


@require_POST
@players_only
def cancel(request: HttpRequest, limit_id: int) -> HttpResponse:
    """Give up a higher limit that waits."""
    try:
        operations.cancel_limit(person_id=person_id(request), limit_id=limit_id, now=timezone.now())
    except LimitRefused as refused:
        return _refused(request, refused)
    messages.success(request, gettext("Desistiu do pedido. O limite fica como estava."))
    return redirect("portal:limits")


@require_POST
@players_only
def check_interval(request: HttpRequest) -> HttpResponse:
    """After how many minutes to be told of time and money."""
    text = request.POST.get("minutes", "")
    try:
        done = checks.set_check_interval(
            person_id=person_id(request),
            minutes=int(text) if text.isdecimal() and len(text) < 6 else 0,
            now=timezone.now(),
        )
    except checks.CheckIntervalRefused as refused:
        said = gettext("Escolha de %(least)d a %(most)d minutos. Nada mudou.")
        messages.error(request, said % {"least": refused.least, "most": refused.most})
    else:
        said = ngettext(
            "Feito: o aviso aparece a cada %(minutes)d minuto de jogo, a partir do próximo.",
            "Feito: o aviso aparece a cada %(minutes)d minutos de jogo, a partir do próximo.",
            done.minutes,
        )
        messages.success(request, said % {"minutes": done.minutes})
    return redirect("portal:limits")


def _refused(request: HttpRequest, refused: LimitRefused) -> HttpResponse:
    if refused.reason is LimitRefusal.NO_SUCH_LIMIT:
        raise Http404
    messages.error(request, sentences.limit(refused))
    return redirect("portal:limits")


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
