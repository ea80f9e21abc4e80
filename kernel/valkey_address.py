"""VALKEY_URL: one server, or the sentinels that know which server is the primary now. Knows no framework.

`sentinel://user:password@host1,host2,host3/name` names the sentinels, 26379 being their port, and the primary's name
with them; user and password are the servers' own. No sentence holds a password.
"""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import redis
from redis.sentinel import MasterNotFoundError, Sentinel, SentinelConnectionPool

from kernel.database_address import AddressInvalid

SENTINEL_PORT: Final = 26_379
LOOKS: Final = "must look like redis://:password@host:6379/0 or sentinel://:password@host1:26379,host2:26379/name"
SENTINEL_WAITS: Final[Mapping[str, Any]] = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}
"""A sentinel that is away is passed over for the next one, and not waited for."""
KEEPALIVE: Final[Mapping[str, Any]] = {
    "socket_keepalive": True,
    "socket_keepalive_options": {
        getattr(socket, name): seconds
        for name, seconds in (("TCP_KEEPIDLE", 4), ("TCP_KEEPINTVL", 2), ("TCP_KEEPCNT", 3))
        if hasattr(socket, name)
    },
}
"""Who only listens notices within ten seconds that the machine of its server vanished."""
_WORDS: Final = frozenset({"sentinel_user", "sentinel_password"})


@dataclass(frozen=True, slots=True)
class Valkey:
    """A server by its URL, or, where `master` is not empty, the sentinels that watch over it."""

    url: str = field(repr=False)
    sentinels: tuple[tuple[str, int], ...]
    master: str = ""
    credentials: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Of the servers: `username` and `password`, where they have them."""
    sentinel_credentials: Mapping[str, str] = field(default_factory=dict, repr=False)

    def numbered(self, number: int) -> str:
        """The URL of a lone server's database with that number."""
        return urlsplit(self.url)._replace(path=f"/{number}").geturl()

    def of_sentinels(self) -> dict[str, Any]:
        """How each sentinel is connected to."""
        return {**SENTINEL_WAITS, **self.sentinel_credentials}

    def broker_urls(self, number: int) -> str:
        """The sentinels as kombu wants them, each a URL, for the database with that number."""
        user, word = (quote(self.credentials.get(each, ""), safe="") for each in ("username", "password"))
        who = f"{user}:{word}@" if user or word else ""
        return ";".join(f"sentinel://{who}{_shown(host)}:{port}/{number}" for host, port in self.sentinels)

    def pool(self, number: int, **options: Any) -> redis.ConnectionPool:
        """Connections to the database with that number of the primary of the moment."""
        if not self.master:
            return redis.ConnectionPool.from_url(self.numbered(number), **options)
        manager = Sentinel(list(self.sentinels), sentinel_kwargs=self.of_sentinels())  # type: ignore[no-untyped-call]
        return SentinelConnectionPool(  # type: ignore[no-untyped-call]  # theirs has none
            self.master, manager, db=number, **self.credentials, **options
        )


def read(url: str, *, name: str = "VALKEY_URL") -> Valkey:
    """What the URL says. Raises `AddressInvalid`."""
    try:
        parts = urlsplit(url)
        if parts.scheme in {"redis", "rediss"} and parts.hostname:
            return Valkey(url, ((parts.hostname, parts.port or 6379),))
        if parts.scheme != "sentinel":
            raise AddressInvalid(f"{name} {LOOKS}.")
        who, _, places = parts.netloc.rpartition("@")
        sentinels = tuple(_place(each) for each in places.split(","))
    except AddressInvalid:
        raise
    except ValueError:
        raise AddressInvalid(f"{name} {LOOKS}.") from None
    master, words = parts.path.strip("/"), dict(parse_qsl(parts.query))
    if not master or "/" in master:
        raise AddressInvalid(f"{name} names sentinels, and must end with the primary's name among them: …/name.")
    if unknown := sorted(set(words) - _WORDS):
        raise AddressInvalid(f"{name} knows no parameter {unknown[0]}.")
    user, _, password = who.partition(":")
    own = {"username": words.get("sentinel_user", ""), "password": words.get("sentinel_password", "")}
    return Valkey(
        url,
        sentinels,
        master,
        {each: value for each, value in (("username", unquote(user)), ("password", unquote(password))) if value},
        {each: value for each, value in own.items() if value},
    )


def _place(text: str) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname or parts.username is not None:
        raise ValueError(text)
    return parts.hostname, parts.port or SENTINEL_PORT


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def fault(error: BaseException, valkey: Valkey, *, name: str = "VALKEY_URL") -> str:
    """Why the server could not be used: one sentence without a password."""
    said = str(error)
    if "without any password configured" in said:
        return f"The Valkey of {name} has no password, and {name} gives one: set requirepass there."
    if isinstance(error, redis.AuthenticationError) or "NOAUTH" in said or "Authentication required" in said:
        if "password" in valkey.credentials or (not valkey.master and urlsplit(valkey.url).password):
            return f"The Valkey of {name} refuses the password that {name} gives."
        return f"The Valkey of {name} wants a password, and {name} gives none."
    if isinstance(error, redis.ReadOnlyError):
        return f"The Valkey of {name} is a replica, which takes no writes: name the primary, or the sentinels."
    if isinstance(error, MasterNotFoundError):
        return f"No sentinel of {name} names a primary called {valkey.master} that answers."
    if valkey.master:
        return f"The primary {valkey.master} that the sentinels of {name} name does not answer."
    host, port = valkey.sentinels[0]
    return f"No Valkey answers at {name} (host {host}, port {port})."
