"""The floor: every live table, those in trouble first."""

from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.presenters.floor import floor as floor_of
from casino.web.heartbeats import dealer_skews
from players.roles import Action
from tables import queries
from tables.live import clock

LIGHTS: Final = "drift-lights"
"""The cache key of the drift lights, kept for a minute: they read every round of a month."""


@allowed(Action.SEE_FLOOR)
@require_safe
def floor(request: HttpRequest) -> HttpResponse:
    """The whole room; as a fragment when the page asks again."""
    now = timezone.now()
    seen_floor = floor_of(
        queries.floor(now=now),
        person=request.user,
        now=now,
        skews=dealer_skews(now=clock.now()),
        stops=queries.stops(),
        lights=cache.get_or_set(LIGHTS, lambda: queries.drift_lights(now=now), timeout=60),
        seen_alerts=request.GET.get("alertas"),
    )
    context = {"floor": seen_floor}
    if request.headers.get("HX-Request"):
        return render(request, "backoffice/floor/_tables.html", context)
    return pages.page(request, "backoffice/floor/page.html", "floor", context)
