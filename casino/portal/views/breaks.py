"""Stopping: a short break, an exclusion for months or without end, and the notice that ends one (PT-25 to PT-28)."""

import uuid
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from casino.portal.viewer import person_id, players_only
from casino.web.act import act, status_of
from casino.wording import words
from casino.wording.rejections import sentence
from kernel.calendar import end_after_notice
from players.privacy import queries as privacy
from players.protection.operations.exclusion import (
    ExclusionKind,
    ExclusionRejected,
    ExclusionRejection,
    give_notice,
)
from players.protection.queries import protection
from tables.operations.breaks import take_break

SHORT_HOURS: Final = (1, 24, 3 * 24, 7 * 24, 30 * 24, 60 * 24)
MONTHS: Final = (3, 6, 12, 24, 60)


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def breaks(request: HttpRequest) -> HttpResponse:
    """Show the breaks in force and on offer; one press starts a break at that moment."""
    if request.method != "POST":
        return _page(request)
    sent = request.POST
    kind = sent.get("kind", "")
    if kind == ExclusionKind.INDEFINITE and not sent.get("understood"):
        said = gettext("Tick that you understand that the account is closed. Nothing has changed.")
        return _page(request, wrong={"kind": kind, "text": said}, status=400)
    try:
        if kind not in set(ExclusionKind):
            raise ExclusionRejected(ExclusionRejection.PERIOD_INVALID)
        take_break(
            person_id=person_id(request),
            kind=ExclusionKind(kind),
            key=_key(sent.get("key", "")),
            now=timezone.now(),
            months=_number(sent.get("months", "")) if kind == ExclusionKind.FIXED else None,
            length=_length(sent.get("hours", "")) if kind == ExclusionKind.SHORT else None,
        )
    except ExclusionRejected as refused:
        said = sentence(refused, to_player=True)
        return _page(request, wrong={"kind": kind, "text": said}, status=status_of(refused))
    messages.success(request, gettext("Done. From this moment you cannot bet or deposit."))
    return redirect("portal:breaks")


@require_POST
@players_only
def notice(request: HttpRequest) -> HttpResponse:
    """Give notice that an exclusion of one's own shall end (PT-26)."""
    said = gettext("Notice received. Your self-exclusion ends on %(moment)s.")
    return act(
        request,
        None,
        give_notice,
        by="person_id",
        page=lambda _: _page(request),
        done=lambda given: said % {"moment": words.moment(given.ends_at)},
        to="portal:breaks",
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1


def _length(text: str) -> timedelta:
    return timedelta(hours=_number(text))


def _key(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        return uuid.uuid4()


def _end_if_told(standing: list[protection.ExclusionEntry], now: datetime) -> datetime | None:
    """When the person's own exclusions would end by a notice given now; None where no notice ends any sooner."""
    own = [each for each in standing if each.source == "self" and each.kind != "short" and each.notice_at is None]
    ends = [(each.ends_at, end_after_notice(each.starts_at, now)) for each in own]
    if all(as_is is not None and as_is <= told for as_is, told in ends):
        return None
    return max(told if as_is is None else min(as_is, told) for as_is, told in ends)


def _page(request: HttpRequest, *, wrong: dict[str, str] | None = None, status: int = 200) -> HttpResponse:
    now = timezone.now()
    entries = protection.exclusions_of(person_id(request), now)
    standing = [entry for entry in entries if entry.in_force]
    context: dict[str, Any] = {
        "place": "breaks",
        "standing": standing,
        "past": [entry for entry in entries if not entry.in_force],
        "end_if_told": _end_if_told(standing, now),
        "closure": privacy.closure_of(person_id(request)),
        "hours": SHORT_HOURS,
        "months": MONTHS,
        "wrong": wrong,
        "keys": {kind.value: uuid.uuid4() for kind in ExclusionKind},
    }
    return render(request, "portal/breaks/page.html", context, status=status)
