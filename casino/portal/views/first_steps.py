"""From the confirmed e-mail to the table: one step after another, each of which can be skipped."""

from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from casino.portal import first_steps as steps
from casino.portal.protection_forms import OwnLimit
from casino.portal.viewer import person_id, players_only
from casino.portal.views.limits import said_of
from casino.web.act import act, posted
from players.access import queries as access
from players.cashier import queries as cashier
from players.protection.operations import limits as operations

WEEKLY: Final = (20_00, 50_00, 100_00)
"""Limits on the deposits of a week that are offered, none before another; any other is set on the page of limits."""


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def first_steps(request: HttpRequest) -> HttpResponse:
    """The next step, or the one asked for; a limit sent here is set, and the next step follows."""
    return act(
        request,
        OwnLimit(posted(request)),
        operations.set_limit,
        by="person_id",
        page=partial(_page, request),
        done=said_of,
        to="portal:first_steps",
    )


def _page(request: HttpRequest, form: OwnLimit) -> HttpResponse:
    person = person_id(request)
    found = steps.steps_of(person, now=timezone.now())
    registered = access.registration_of(person)
    context = {
        "place": "account",
        "steps": found,
        "step": steps.shown(found, request.GET.get("passo", "")),
        "form": form,
        "weekly": [(str(cents // 100), cents) for cents in WEEKLY],
        "account": cashier.registered_account(person),
        "verified": registered is not None and registered.verified_at is not None,
    }
    return render(request, "portal/first_steps/page.html", context)
