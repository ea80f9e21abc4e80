"""After the database was away the house finds back to it within seconds, however long it was away."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from psycopg_pool import ConnectionPool, PoolTimeout

AWAY_SECONDS: Final = 17.0
"""By the pool's own back-off the next attempt after this would come many seconds later."""
BACK_SECONDS: Final = 4.5
ASKED_EVERY: Final = 0.5


class Relay:
    """A way to the tests' database that can be closed: connections break, and new ones are refused."""

    def __init__(self, host: str, port: int) -> None:
        self.target = host, port
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.open_ends: list[socket.socket] = []
        self.listener: socket.socket | None = None

    def open(self) -> None:
        """Let connections through."""
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def close(self) -> None:
        """Break every connection and refuse new ones."""
        assert self.listener is not None
        for end in (self.listener, *self.open_ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.open_ends.clear()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self.target)
                self.open_ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_copy, args=(one, other), daemon=True).start()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def relay() -> Iterator[Relay]:
    parts = urlsplit(os.environ["DATABASE_URL"])
    made = Relay(parts.hostname or "127.0.0.1", parts.port or 5432)
    made.open()
    yield made
    made.close()


def answers(pool: "ConnectionPool[Any]") -> bool:
    """Whether the database answers through the pool, as a process of the house would ask."""
    try:
        with pool.connection(timeout=ASKED_EVERY) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except (PoolTimeout, psycopg.OperationalError):
        return False


def test_the_pool_of_a_process_is_back_within_seconds(relay: Relay) -> None:
    parts = urlsplit(os.environ["DATABASE_URL"])._replace(path="/postgres")
    credentials = parts.netloc.rpartition("@")[0]
    url = parts._replace(netloc=f"{credentials}@127.0.0.1:{relay.port}").geturl()
    options = settings.DATABASES["default"]["OPTIONS"]["pool"]
    with ConnectionPool(url, **options) as pool:
        assert answers(pool)
        relay.close()
        over = time.monotonic() + AWAY_SECONDS
        while time.monotonic() < over:
            assert not answers(pool)
            time.sleep(0.05)
        relay.open()
        began = time.monotonic()
        while not answers(pool):
            assert time.monotonic() - began < BACK_SECONDS, "the pool waits on, although the database is there"
