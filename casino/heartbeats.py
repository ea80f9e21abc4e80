"""When each background process was last seen alive: a hint in the cache, enough for readiness and restarts."""

from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

PROCESSES: Final = ("dealer", "worker", "beat")
FRESH_SECONDS: Final = 20


def beat(name: str, *, now: datetime) -> None:
    """Note that the process `name` is alive."""
    cache.set(f"heartbeat:{name}", now.isoformat(), timeout=120)


def tell_skew(skew: timedelta | None) -> None:
    """Note how far the clock of the dealer's host is ahead of the database's."""
    cache.set("skew:dealer", None if skew is None else skew / timedelta(milliseconds=1), timeout=FRESH_SECONDS)


def dealer_skew() -> timedelta | None:
    """What the dealer told last; None when it told nothing lately."""
    told = cache.get("skew:dealer")
    return None if told is None else timedelta(milliseconds=told)


def last_seen() -> dict[str, datetime]:
    """When each process last gave a sign of life."""
    keys = {f"heartbeat:{name}": name for name in PROCESSES}
    return {keys[key]: datetime.fromisoformat(value) for key, value in cache.get_many(list(keys)).items()}
