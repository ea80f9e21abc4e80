"""Liveness and readiness, for the launcher and for any orchestrator."""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from casino.web.heartbeats import FRESH_SECONDS, PROCESSES, dealer_skews, last_seen
from tables.live import clock


@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """Answer that this process serves, even if other parts fail."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer which parts of the house work; 503 unless all do."""
    parts = {"database": _database(), "valkey": _valkey()}
    parts |= _processes() if parts["valkey"] else dict.fromkeys(PROCESSES, False)
    parts["clock"] = clock.agrees() and all(abs(skew) <= clock.SKEW_MOST for skew in dealer_skews(now=clock.now()))
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _valkey() -> bool:
    cache.set("readyz", "1", timeout=10)
    return cache.get("readyz") is not None  # the cache raises nothing: a Valkey that is away keeps nothing


def _processes() -> dict[str, bool]:
    now = clock.now()
    seen = last_seen()
    return {name: name in seen and (now - seen[name]).total_seconds() < FRESH_SECONDS for name in PROCESSES}
