"""The servers behind the house, as the page of its health shows them: PostgreSQL, what copies it, Valkey.

A figure that the house's role may not read, or that no server answers, is None: unknown is never nothing.
"""

import time
from dataclasses import dataclass
from typing import Any, Final

import redis
from django.conf import settings
from django.db import connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from casino.server_settings import CACHE

PATIENCE: Final = 0.3
"""Seconds that a page waits for Valkey, at most."""
ARCHIVE: Final = "sabot_archive"
"""The slot and the name of `./sabot archive`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaCard:
    """A server, or the archive, that reads the log. `lag_ms` is how long the last change took to be applied there."""

    name: str
    address: str
    state: str
    sync: str
    """"sync", "quorum", "potential" or "async"."""
    lag_ms: int | None
    behind_bytes: int | None

    @property
    def archive(self) -> bool:
        """Whether it is the archive, which applies nothing."""
        return self.name == ARCHIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotCard:
    """A place that is kept for a reader of the log. `read`: whether one reads there now."""

    name: str
    read: bool
    behind_bytes: int | None
    lost: bool
    """The server gave up waiting: the log that was kept for it is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseCard:
    """The server that takes writes. `replicas` is None where the house's role may not read who copies it."""

    host: str
    version: str
    size: int
    connections: int
    connections_most: int
    waiting_locks: int
    oldest_ms: int
    """How long the oldest transaction under way has lasted."""
    replicas: tuple[ReplicaCard, ...] | None
    slots: tuple[SlotCard, ...]

    @property
    def slowest(self) -> ReplicaCard | None:
        """The standby that is furthest behind; None where there is none, or none may be read."""
        found = [each for each in self.replicas or () if not each.archive and each.lag_ms is not None]
        return max(found, key=lambda each: each.lag_ms or 0, default=None)

    @property
    def silent_slots(self) -> tuple[SlotCard, ...]:
        """The places at which none reads."""
        return tuple(each for each in self.slots if not each.read)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValkeyCard:
    """The Valkey that takes writes. `sentinels` is how many the address names; 0 for a lone server."""

    version: str
    operations_a_second: int
    memory: int
    replicas: int
    answered_ms: int
    sentinels: int


def database() -> DatabaseCard:
    """What the database says of itself. Three statements."""
    with connection.cursor() as cursor:
        cursor.execute(_FACTS)
        host, version, size, connections, most, locks, oldest, reads_all = cursor.fetchone()
        cursor.execute(_REPLICAS, [reads_all])
        replicas = tuple(_replica(row) for row in cursor.fetchall())
        cursor.execute(_SLOTS)
        slots = tuple(_slot(row) for row in cursor.fetchall())
    return DatabaseCard(
        host=host,
        version=version,
        size=size,
        connections=connections,
        connections_most=most,
        waiting_locks=locks,
        oldest_ms=oldest,
        replicas=replicas if reads_all else None,
        slots=slots,
    )


_FACTS: Final = """
SELECT coalesce(host(inet_server_addr()), ''), current_setting('server_version'),
  pg_database_size(current_database()),
  (SELECT sum(numbackends)::int FROM pg_stat_database), current_setting('max_connections')::int,
  (SELECT count(*)::int FROM pg_locks WHERE NOT granted),
  coalesce((SELECT extract(epoch FROM clock_timestamp() - min(xact_start)) * 1000
    FROM pg_stat_activity WHERE datname = current_database())::int, 0),
  pg_has_role('pg_read_all_stats', 'USAGE')
"""
_REPLICAS: Final = """
SELECT application_name, coalesce(host(client_addr), ''), state, sync_state,
  (extract(epoch FROM replay_lag) * 1000)::int,
  CASE WHEN pg_is_in_recovery() THEN NULL
    ELSE pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, flush_lsn))::bigint END
FROM pg_stat_replication WHERE %s AND state <> 'backup' ORDER BY 1, 2
"""
_SLOTS: Final = """
SELECT slot_name, active,
  CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint END,
  coalesce(wal_status = 'lost', false)
FROM pg_replication_slots WHERE slot_type = 'physical' AND NOT temporary ORDER BY 1
"""


def _replica(row: tuple[Any, ...]) -> ReplicaCard:
    name, address, state, sync, lag, behind = row
    if lag is None and behind == 0:
        lag = 0  # PostgreSQL tells no lag of one that has everything and is told nothing new
    return ReplicaCard(name=name, address=address, state=state, sync=sync, lag_ms=lag, behind_bytes=behind)


def _slot(row: tuple[Any, ...]) -> SlotCard:
    name, read, behind, lost = row
    return SlotCard(name=name, read=read, behind_bytes=behind, lost=lost)


_client: list[redis.Redis] = []


def valkey() -> ValkeyCard | None:
    """What Valkey says of itself; None where it does not answer at once."""
    if not _client:
        waits: dict[str, Any] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        pool = settings.VALKEY.pool(CACHE, retry=Retry(NoBackoff(), 0), **waits)
        _client.append(redis.Redis(connection_pool=pool))
    began = time.perf_counter()
    try:
        found: dict[str, Any] = _client[0].info()
    except (redis.RedisError, OSError):
        return None
    return ValkeyCard(
        version=str(found.get("valkey_version") or found.get("redis_version", "")),
        operations_a_second=int(found.get("instantaneous_ops_per_sec", 0)),
        memory=int(found.get("used_memory", 0)),
        replicas=int(found.get("connected_slaves", 0)),
        answered_ms=round((time.perf_counter() - began) * 1000),
        sentinels=len(settings.VALKEY.sentinels) if settings.VALKEY.master else 0,
    )
