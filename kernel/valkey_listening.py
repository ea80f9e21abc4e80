"""Connections of the channel layer that notice when the kernel gives a connection up.

Where a machine vanishes, the kernel ends the connection after some seconds with ETIMEDOUT, which Python raises as the
same `TimeoutError` by which redis-py says that no message came in time. Its listener takes the one for the other: it
answers None at once, for ever, and a loop that asks it never lets another task run. Here it is an error of the
connection, which is then made anew (ADR 0244).
"""

from typing import Any

from redis import asyncio as client
from redis.asyncio.connection import parse_url
from redis.asyncio.sentinel import SentinelManagedConnection
from redis.exceptions import ConnectionError as ConnectionLost

from kernel.valkey_address import KEEPALIVE, Valkey


class _Noticing:
    """Each of them checks after a read that answered nothing whether the stream is broken."""

    _reader: Any

    async def read_response(self, *arguments: Any, **options: Any) -> Any:
        """As redis-py's. Raises its `ConnectionError` where the stream has ended with an error."""
        response = await super().read_response(*arguments, **options)  # type: ignore[misc]  # of the class beside it
        if response is None and self._reader is not None and (error := self._reader.exception()) is not None:
            raise ConnectionLost(f"The connection is lost: {error!r}") from error
        return response


class Listening(_Noticing, client.Connection):
    """To one server."""


class ListeningByTls(_Noticing, client.SSLConnection):
    """To one server, by TLS."""


class ListeningBySentinels(_Noticing, SentinelManagedConnection):
    """To the primary that the sentinels name."""


def host(valkey: Valkey, number: int) -> dict[str, Any]:
    """The channel layer's connection to the database with that number, as `channels_redis` takes it."""
    if valkey.master:
        return {
            "sentinels": list(valkey.sentinels),
            "master_name": valkey.master,
            "sentinel_kwargs": valkey.of_sentinels(),
            "db": number,
            "connection_class": ListeningBySentinels,
            **KEEPALIVE,
            **valkey.credentials,
        }
    said = dict(parse_url(valkey.numbered(number)))
    by_tls = said.get("connection_class") is client.SSLConnection
    return {**said, "connection_class": ListeningByTls if by_tls else Listening, **KEEPALIVE}
