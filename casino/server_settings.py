"""Django's, Channels' and Celery's settings for the servers at DATABASE_URL and VALKEY_URL."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from casino.env import EnvironmentInvalid
from kernel import database_address, valkey_address, valkey_listening
from kernel.database_address import AddressInvalid
from kernel.replica import ALIAS
from kernel.valkey_address import Valkey

T = TypeVar("T")
LAYER, BROKER, CACHE = 0, 1, 2
"""The numbers of Valkey's databases."""
NAMED: Final = frozenset({"host", "port", "user", "password", "dbname", "options"})
OPTIONS: Final = (
    # For the statements of `kernel.prepared` alone: planned once a connection, for any values (ADR 0089).
    "-c plan_cache_mode=force_generic_plan"
    # Whatever the role or the database has: a COMMIT that waits for its standby, once cancelled, is told as done and
    # may be lost (ADR 0231). Queries that may be given up set their own limit and take it back.
    " -c statement_timeout=0"
    # A second process for a statement takes milliseconds to begin, which a page does not have; sums of a day of a
    # million bets are worth it (ADR 0240).
    " -c parallel_setup_cost=50000"
    # From which share of common groups of three letters on a name is taken for a mistyped one: half of a word's, so
    # that one wrong letter still finds a name of five; 45 % of a whole text's (ADR 0241).
    " -c pg_trgm.word_similarity_threshold=0.5"
    " -c pg_trgm.similarity_threshold=0.45"
)
READS: Final = "-c default_transaction_read_only=on"
VISIBILITY_SECONDS: Final = 900
"""After so long the broker gives an unfinished task to another worker."""


def databases(url: str, replica: str = "") -> dict[str, dict[str, object]]:
    """DATABASES, with the standby to read at, if there is one (`kernel.replica`). Raises `EnvironmentInvalid`."""
    given = _valid(lambda: database_address.parameters(url))
    found = {"default": _database(given, OPTIONS, timeout=10)}
    if replica:
        defaults, name = database_address.STANDBY, "REPLICA_URL"
        given = _valid(lambda: database_address.parameters(replica, name=name, defaults=defaults))
        # In tests it is the test's own database: no second one is made.
        found[ALIAS] = _database(given, f"{OPTIONS} {READS}", timeout=2) | {"TEST": {"MIRROR": "default"}}
    return found


def _database(given: Mapping[str, str], options: str, *, timeout: int) -> dict[str, object]:
    return {
        "ENGINE": "casino.postgresql",
        "NAME": given["dbname"],
        "USER": given.get("user", ""),
        "PASSWORD": given.get("password", ""),
        "HOST": given["host"],
        "PORT": given.get("port", "5432"),
        # A pooled connection that died with the server is found by the health check, not by a player.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {each: value for each, value in given.items() if each not in NAMED}
        | {
            # The pool doubles its wait between attempts to connect until it gives up, after five minutes by default: a
            # house whose database was away would wait for up to a minute more. It begins anew when it is next asked.
            "pool": {"min_size": 1, "max_size": 8, "timeout": timeout, "reconnect_timeout": 3},
            "prepare_threshold": 0,
            "options": f"{given['options']} {options}" if "options" in given else options,
        },
    }


def valkey(url: str) -> Valkey:
    """What VALKEY_URL says. Raises `EnvironmentInvalid`."""
    return _valid(lambda: valkey_address.read(url))


def caches(valkey: Valkey) -> dict[str, dict[str, Any]]:
    """CACHES: hints alone (`casino.web.cache`)."""
    cache: dict[str, Any] = {"BACKEND": "casino.web.cache.HintCache", "LOCATION": valkey.numbered(CACHE)}
    if valkey.master:
        cache |= {"LOCATION": valkey.master, "OPTIONS": {"valkey": valkey, "number": CACHE}}
    return {"default": cache}


def channel_layers(valkey: Valkey) -> dict[str, dict[str, Any]]:
    """CHANNEL_LAYERS."""
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [valkey_listening.host(valkey, LAYER)], "prefix": "sabot"},
        }
    }


def broker(valkey: Valkey) -> tuple[str, dict[str, Any]]:
    """CELERY_BROKER_URL and CELERY_BROKER_TRANSPORT_OPTIONS."""
    options: dict[str, Any] = {"visibility_timeout": VISIBILITY_SECONDS}
    if not valkey.master:
        return valkey.numbered(BROKER), options
    options |= {"master_name": valkey.master, "sentinel_kwargs": valkey.of_sentinels()}
    return valkey.broker_urls(BROKER), options


def _valid(read: Callable[[], T]) -> T:
    try:
        return read()
    except AddressInvalid as invalid:
        raise EnvironmentInvalid(str(invalid)) from None
