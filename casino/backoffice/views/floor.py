"""The floor: every live table, those in trouble first."""

from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.cards.floor import floor as floor_of
from players.roles import Action
from tables import queries

LIGHTS: Final = "drift-lights"
"""Where the lights are kept for a minute: they read every round of a month."""


@allowed(Action.SEE_FLOOR)
@require_safe
def floor(request: HttpRequest) -> HttpResponse:
    """The whole room; as a fragment when the page asks again."""
    now = timezone.now()
    seen = request.GET.get("alertas")
    room, stops = queries.floor(now=now), queries.stops()
    lights = cache.get_or_set(LIGHTS, lambda: queries.drift_lights(now=now), timeout=60)
    context = {"floor": floor_of(room, person=request.user, now=now, stops=stops, lights=lights, seen_alerts=seen)}
    if request.headers.get("HX-Request"):
        return render(request, "backoffice/floor/_tables.html", context)
    return pages.page(request, "backoffice/floor/page.html", "floor", context)
