"""When each background process was last seen alive: a hint in the cache, enough for readiness and restarts."""

from datetime import datetime
from typing import Final

from django.core.cache import cache

PROCESSES: Final = ("dealer", "worker", "beat")
FRESH_SECONDS: Final = 20


def beat(name: str, *, now: datetime) -> None:
    """Note that the process `name` is alive."""
    cache.set(f"heartbeat:{name}", now.isoformat(), timeout=120)


def last_seen() -> dict[str, datetime]:
    """When each process last gave a sign of life."""
    keys = {f"heartbeat:{name}": name for name in PROCESSES}
    return {keys[key]: datetime.fromisoformat(value) for key, value in cache.get_many(list(keys)).items()}
