"""The cache as a hint: if Valkey is down or silent, it quickly answers like an empty cache."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import redis
import structlog
from django.conf import settings
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.retry import Retry

from kernel import valkey_address
from kernel.valkey_address import Valkey

log = structlog.get_logger(__name__)
Answer = TypeVar("Answer")

PATIENCE: Final = 0.5
"""Seconds that a request waits for Valkey, at most."""
AWAY: Final = 2.0
"""Seconds that a Valkey which did not answer is left alone: a page waits for it once, not once a question."""


class _Hints(RedisCacheClient):
    """Questions to Valkey that never raise: without an answer a key is missing, and a write is lost."""

    def __init__(self, servers: Any, *, valkey: Valkey | None = None, number: int = 0, **options: Any) -> None:
        waits: dict[str, Any] = {
            "socket_timeout": PATIENCE,
            "socket_connect_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 0),
        }
        super().__init__(servers, **(waits | options))
        self._waits = waits | options
        self._primary: redis.ConnectionPool | None = None
        self._away_until = 0.0
        self._sentinels = None if valkey is None else (valkey, number)

    def _get_connection_pool(self, write: bool) -> redis.ConnectionPool:
        """Connections to the one server, or to the primary that the sentinels name at the moment."""
        if self._sentinels is None:
            pool: redis.ConnectionPool = super()._get_connection_pool(write)  # type: ignore[misc]  # not in the stubs
            return pool
        if self._primary is None:
            valkey, number = self._sentinels
            self._primary = valkey.pool(number, **self._waits)
        return self._primary

    def _or(self, otherwise: Answer, ask: Callable[[], Answer]) -> Answer:
        if time.monotonic() < self._away_until:
            return otherwise
        try:
            return ask()
        except (redis.RedisError, OSError) as error:
            self._away_until = time.monotonic() + AWAY
            log.warning("cache.away", error=type(error).__name__, why=valkey_address.fault(error, settings.VALKEY))
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """Whether the key is new; yes without an answer: a fact that must hold for certain is a row."""
        return self._or(True, lambda: bool(super(_Hints, self).add(key, value, timeout)))

    def get(self, key: Any, default: Any) -> Any:
        """The value, or `default`."""
        return self._or(default, lambda: super(_Hints, self).get(key, default))

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        """Keep the value, if it can be."""
        self._or(None, lambda: super(_Hints, self).set(key, value, timeout))

    def touch(self, key: Any, timeout: Any) -> bool:
        """Keep it for longer; answers whether it is there."""
        return self._or(False, lambda: bool(super(_Hints, self).touch(key, timeout)))

    def delete(self, key: Any) -> bool:
        """Answers whether it was there."""
        return self._or(False, lambda: bool(super(_Hints, self).delete(key)))

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """The values that are in the cache."""
        nothing: dict[Any, Any] = {}
        return self._or(nothing, lambda: dict(super(_Hints, self).get_many(keys)))

    def has_key(self, key: Any) -> bool:
        """Whether it is there."""
        return self._or(False, lambda: bool(super(_Hints, self).has_key(key)))

    def incr(self, key: Any, delta: Any) -> int:
        """The new number; `delta` where none is kept."""
        return self._or(int(delta), lambda: int(super(_Hints, self).incr(key, delta)))

    def set_many(self, data: Any, timeout: Any) -> None:
        """Keep these values, if they can be."""
        self._or(None, lambda: super(_Hints, self).set_many(data, timeout))

    def delete_many(self, keys: Any) -> None:
        """Keep these no longer."""
        self._or(None, lambda: super(_Hints, self).delete_many(keys))

    def clear(self) -> bool:
        """Forget everything."""
        return self._or(False, lambda: bool(super(_Hints, self).clear()))


class HintCache(RedisCache):
    """Django's cache in Valkey, whose loss costs a request `PATIENCE` at most."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Hints
