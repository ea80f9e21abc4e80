"""The system's health: how processes, servers, copies and clocks of the house stand, for houses without Grafana."""

import json
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.presenters import health as presenters
from casino.web import files
from players.roles import Action
from tables.live import clock

HOURS: Final = "horas"


@allowed(Action.SEE_HEALTH)
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """The page; as a fragment when it asks again."""
    context: dict[str, object] = {"health": presenters.health(_read(request))}
    if request.headers.get("HX-Request"):
        return render(request, "backoffice/health/_health.html", context)
    context["handbook"] = presenters.handbook()
    return pages.page(request, "backoffice/health/page.html", "health", context)


@allowed(Action.SEE_HEALTH)
@require_safe
def health_file(request: HttpRequest) -> HttpResponse:
    """Measures and alerts as they stand, for programs."""
    document = json.dumps(presenters.as_file(_read(request)), indent=1, default=str)
    return files.download(document.encode(), name="saude.json", content_type="application/json")


def _read(request: HttpRequest) -> presenters.Read:
    asked = request.GET.get(HOURS, "")
    hours = next((each for each in presenters.STEPS if str(each) == asked), min(presenters.STEPS))
    return presenters.read(hours=hours, now=clock.now())
