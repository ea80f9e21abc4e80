"""The front page: what a stranger meets. Who is signed in, or comes by an old link of the lobby, goes on there."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.portal.front import edges_of, featured, live_felt
from casino.portal.views.guests import offer
from tables import queries


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Three sentences, two acts, and a table as it runs."""
    if request.user.is_authenticated or request.GET:
        asked = request.META.get("QUERY_STRING", "")
        return redirect(reverse("portal:lobby") + (f"?{asked}" if asked else ""))
    now = timezone.now()
    tile = featured(queries.lobby(currency=None, now=now))
    context = {"place": "front", "live": live_felt(tile, now=now) if tile else None, "edges": edges_of(tile)} | offer()
    return render(request, "portal/front/page.html", context)


@require_safe
@never_cache
def felt(request: HttpRequest, code: str) -> HttpResponse:
    """The table of the front page alone, which the page asks for again while it stands open."""
    now = timezone.now()
    tile = next(iter(queries.lobby(currency=None, now=now, code=code)), None)
    if tile is None:
        raise Http404
    return render(request, "portal/front/_felt.html", {"live": live_felt(tile, now=now)})
