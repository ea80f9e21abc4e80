"""Liveness and readiness of this web process, and the state of the whole site, for load balancers and monitors."""

from collections.abc import Callable

import structlog
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from casino.web import schema
from casino.web.heartbeats import FRESH_SECONDS, PROCESSES, dealer_skews, last_seen
from kernel import failover
from tables.live import clock

log = structlog.get_logger(__name__)


@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """Answer that this process lives, even if it cannot serve and other parts fail."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer whether this process can serve, by part; 503 unless it can. No other process counts.

    Without Valkey it serves: viewers follow by comparison. So Valkey is told and decides nothing, for its failover
    would take every machine from the balancer at once.
    """
    parts = {"database": _asked(_writes), "schema": _asked(schema.watch.serves), "clock": clock.agrees()}
    return JsonResponse(parts | {"valkey": _valkey()}, status=200 if all(parts.values()) else 503)


@require_safe
def site(request: HttpRequest) -> JsonResponse:
    """Answer which parts of the site work, the processes beside this one too; 503 unless all do.

    For the launcher and for monitors: a balancer that asked here would take away web processes for a late worker.
    """
    parts = {"database": _asked(_writes), "schema": _asked(schema.watch.serves), "valkey": _valkey()}
    parts |= _processes() if parts["valkey"] else dict.fromkeys(PROCESSES, False)
    parts["clock"] = clock.agrees() and all(abs(skew) <= clock.SKEW_MOST for skew in dealer_skews(now=clock.now()))
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def _asked(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except Error as error:
        failover.noted(error)
        log.warning("unready", why=repr(error))
        return False


def _writes() -> bool:
    """Whether the database answers and takes writes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::bool")
        return bool(cursor.fetchone()[0])


def _valkey() -> bool:
    cache.set("readyz", "1", timeout=10)
    return cache.get("readyz") is not None  # the cache raises nothing: a Valkey that is away keeps nothing


def _processes() -> dict[str, bool]:
    now = clock.now()
    seen = last_seen()
    return {name: name in seen and (now - seen[name]).total_seconds() < FRESH_SECONDS for name in PROCESSES}
