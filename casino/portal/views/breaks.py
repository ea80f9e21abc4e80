"""Stopping: a short break, an exclusion for months or without end, and the notice that ends one (PT-25 to PT-28)."""

import uuid
from datetime import datetime, timedelta
from typing import Any, Final

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from casino.portal.protection_forms import OwnBreak
from casino.portal.viewer import person_id, players_only
from casino.web.act import act, posted
from casino.wording import words
from kernel.calendar import add_months, end_after_notice
from players.privacy import queries as privacy
from players.protection.operations.exclusion import ExclusionKind, give_notice
from players.protection.queries import protection
from tables.operations.breaks import take_break

MONTHS_OFFERED: Final = 6
"""The self-exclusion's months as the page first says them."""
SHORT_HOURS: Final = (1, 24, 3 * 24, 7 * 24, 30 * 24, 60 * 24)


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def breaks(request: HttpRequest) -> HttpResponse:
    """Show the breaks in force and on offer; one press starts a break at that moment."""
    return act(
        request,
        OwnBreak(posted(request)),
        take_break,
        by="person_id",
        page=lambda form: _page(request, form),
        done=gettext("Done. From this moment you cannot bet or deposit."),
        to="portal:breaks",
    )


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


def _end_if_told(standing: list[protection.ExclusionEntry], now: datetime) -> datetime | None:
    """When the person's own exclusions would end by a notice given now; None where no notice ends any sooner."""
    own = [each for each in standing if each.source == "self" and each.kind != "short" and each.notice_at is None]
    ends = [(each.ends_at, end_after_notice(each.starts_at, now)) for each in own]
    if all(as_is is not None and as_is <= told for as_is, told in ends):
        return None
    return max(told if as_is is None else min(as_is, told) for as_is, told in ends)


def _page(request: HttpRequest, sent: Form | None = None) -> HttpResponse:
    now = timezone.now()
    entries = protection.exclusions_of(person_id(request), now)
    standing = [entry for entry in entries if entry.in_force]
    context: dict[str, Any] = {
        "place": "breaks",
        "standing": standing,
        "past": [entry for entry in entries if not entry.in_force],
        "end_if_told": _end_if_told(standing, now),
        "closure": privacy.closure_of(person_id(request)),
        "short": [(hours, words.until(now + timedelta(hours=hours), now=now)) for hours in SHORT_HOURS],
        "months": MONTHS_OFFERED,
        "months_end": words.until(add_months(now, MONTHS_OFFERED), now=now),
        "sent": sent,
        "keys": {kind.value: uuid.uuid4() for kind in ExclusionKind},
    }
    return render(request, "portal/breaks/page.html", context)
