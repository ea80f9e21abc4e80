"""When each background process was last seen alive: a hint in the cache, enough for readiness and restarts."""

from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

PROCESSES: Final = ("dealer", "worker", "beat")
FRESH_SECONDS: Final = 20
_SKEWS: Final = "skews:dealers"


def beat(name: str, *, now: datetime) -> None:
    """Note that the process `name` is alive."""
    cache.set(f"heartbeat:{name}", now.isoformat(), timeout=120)


def tell_skew(dealer: str, skew: timedelta | None, *, now: datetime) -> None:
    """Note how far the clock of this dealer's host is ahead of the database's; None takes back what it told.

    Of two dealers that report in the same instant one may go unnoticed, until its next beat seconds later.
    """
    told: dict[str, tuple[float, str]] = {name: each for name, each in _skews().items() if _fresh(each, now)}
    told.pop(dealer, None)
    if skew is not None:
        told[dealer] = (skew / timedelta(milliseconds=1), now.isoformat())
    cache.set(_SKEWS, told, timeout=FRESH_SECONDS)


def dealer_skews(*, now: datetime) -> tuple[timedelta, ...]:
    """What each dealer told lately, the largest difference first; empty when none told anything."""
    told = [timedelta(milliseconds=each[0]) for each in _skews().values() if _fresh(each, now)]
    return tuple(sorted(told, key=abs, reverse=True))


def _skews() -> dict[str, tuple[float, str]]:
    told: dict[str, tuple[float, str]] = cache.get(_SKEWS) or {}
    return told


def _fresh(told: tuple[float, str], now: datetime) -> bool:
    return abs(now - datetime.fromisoformat(told[1])) < timedelta(seconds=FRESH_SECONDS)


def last_seen() -> dict[str, datetime]:
    """When each process last gave a heartbeat."""
    keys = {f"heartbeat:{name}": name for name in PROCESSES}
    return {keys[key]: datetime.fromisoformat(value) for key, value in cache.get_many(list(keys)).items()}
