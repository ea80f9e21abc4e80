"""Without Valkey: people sign in, prove themselves twice and read the API, and a silent server is waited for once."""

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from casino.signing import second_factor
from casino.web import cache as hints
from launcher import servers
from players.roles import Role
from tests.factories import SECOND_FACTOR, Floor

pytestmark = pytest.mark.django_db
SIGN_IN, CODE = "/entrar/", "/entrar/codigo/"


class Silent:
    """A server that takes connections and never says a word."""

    def __init__(self) -> None:
        self.taken: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"redis://127.0.0.1:{self._listening.getsockname()[1]}/2"
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self.taken.append(self._listening.accept()[0])

    def close(self) -> None:
        """Take no more."""
        for one in (self._listening, *self.taken):
            one.close()


@contextlib.contextmanager
def cache_at(url: str) -> Iterator[None]:
    """The house's cache with this server for Valkey."""
    with override_settings(CACHES={"default": {"BACKEND": "casino.web.cache.HintCache", "LOCATION": url}}):
        yield


@pytest.fixture
def silent() -> Iterator[Silent]:
    server = Silent()
    with cache_at(server.url):
        yield server
    server.close()


@pytest.fixture
def dead() -> Iterator[None]:
    with cache_at("redis://127.0.0.1:1/2"):
        yield


def everything_works(floor: Floor) -> None:
    ana, boss = floor.player("ana"), floor.staff(Role.SUPERVISOR)
    player, staff = Client(), Client()
    assert player.post(SIGN_IN, {"login": ana.email, "password": "errada"}).status_code == 200
    assert player.post(SIGN_IN, {"login": ana.email, "password": ana.password}).headers["Location"] == "/mesas/"
    assert player.get("/api/tables/").status_code == 200
    staff.post(SIGN_IN, {"login": boss.email, "password": boss.password})
    code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
    assert staff.post(CODE, {"code": code}).headers["Location"] == "/casa/"
    assert staff.get("/casa/sala/").status_code == 200
    assert Client().get("/readyz").json()["valkey"] is False


def test_with_valkey_dead_people_sign_in_and_the_api_answers(floor: Floor, dead: None) -> None:
    everything_works(floor)


def test_with_a_server_that_never_answers_people_sign_in(floor: Floor, silent: Silent) -> None:
    everything_works(floor)


def test_with_valkey_stopped_by_signal_people_sign_in(floor: Floor, tmp_path: Path) -> None:
    server = servers.start_valkey(tmp_path)
    try:
        with cache_at(server.url):
            cache.set("kept", "1")
            assert cache.get("kept") == "1"
            os.kill(_pid(server), signal.SIGSTOP)
            everything_works(floor)
            os.kill(_pid(server), signal.SIGCONT)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(_pid(server), signal.SIGCONT)
        server.stop()


def _pid(server: servers.Server) -> int:
    assert server.process is not None
    return server.process.pid


def test_a_silent_server_is_waited_for_once_a_while_not_once_a_question(silent: Silent) -> None:
    for _ in range(20):
        assert cache.get("x", "nothing") == "nothing"
        assert cache.get_many(["x", "y"]) == {}
        assert cache.add("x", "1") is True
        cache.set("x", "1")
    assert len(silent.taken) <= 2, "twenty rounds of questions are over long before it is asked again"
    assert hints.PATIENCE <= 0.5


def test_a_code_serves_once_with_or_without_the_cache(floor: Floor, dead: None) -> None:
    boss = floor.staff(Role.SUPERVISOR)
    code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
    first, second = Client(), Client()
    for client in (first, second):
        client.post(SIGN_IN, {"login": boss.email, "password": boss.password})
    assert first.post(CODE, {"code": code}).headers["Location"] == "/casa/"
    assert second.post(CODE, {"code": code}).status_code == 200
    assert second.get("/casa/sala/").headers["Location"].startswith(SIGN_IN)
