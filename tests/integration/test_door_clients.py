"""Hostile clients at the door of a running web process, on real connections: refused, closed in time, others served."""

import asyncio
import contextlib
import json
import os
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from casino.door import bounds
from tests.factories import Actor, Floor
from tests.faults.support import until
from tests.patience import PATIENCE_SECONDS
from tests.running import House, resident, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(300)]
PLACES = 300
MEGABYTE = 1024 * 1024
linux = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell a process's memory")


@pytest.fixture(scope="module")
def spool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("door") / "spool"


@pytest.fixture
def house(open_floor: Floor, tmp_path: Path, spool: Path) -> Iterator[House]:
    spool.mkdir(exist_ok=True)
    environment = {"TMPDIR": str(spool), "SABOT_ADDRESS_CONNECTIONS": str(PLACES)}
    with running_house(tmp_path, parts=(), environment=environment, warm=True) as house:
        yield house


def session_of(actor: Actor) -> str:
    """A session of a signed-in person."""
    user = get_user_model().objects.get(pk=actor.id)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def port_of(house: House) -> int:
    return int(house.url.rsplit(":", 1)[1])


def connected(house: House, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port_of(house)), timeout=PATIENCE_SECONDS, source_address=(source, 0))


def spooled(house: House) -> int:
    """Bytes on the disk in files that the web process has open, names or not."""
    held = 0
    for each in Path(f"/proc/{house.processes['web'].pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            if "/spool/" in os.readlink(each):
                held += each.stat().st_size
    return held


def read_all(line: socket.socket, seconds: float = 15) -> bytes:
    """The bytes until the other side closes."""
    line.settimeout(seconds)
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65_536):
            heard += part
    return heard


def lives(house: House) -> float:
    """How long the house takes to say that it lives, asked from another address where the system has one."""
    began = time.monotonic()
    source = "127.0.0.2" if Path("/proc").exists() else "127.0.0.1"
    with connected(house, source) as line:
        line.sendall(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert read_all(line).startswith(b"HTTP/1.1 200")
    return time.monotonic() - began


def pour(house: House, headers: bytes, part: bytes, most: int) -> tuple[int, bytes, int]:
    """POST parts until the other side closes: how much went, what was answered, the most that lay on the disk."""
    went = on_disk = 0
    with connected(house) as line:
        line.sendall(b"POST /entrar/ HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + b"\r\n")
        with contextlib.suppress(ConnectionError):
            while went < most:
                line.sendall(part)
                went += len(part)
                if went % (8 * MEGABYTE) < len(part):
                    on_disk = max(on_disk, spooled(house))
        return went, read_all(line), on_disk


@linux
@pytest.mark.parametrize("chunked", [False, True])
def test_four_hundred_megabytes_of_a_stranger_leave_disk_and_memory_flat(house: House, chunked: bool) -> None:
    lives(house)
    before = resident(house)
    size = 400 * MEGABYTE
    part = b"x" * MEGABYTE
    if chunked:
        part = b"%x\r\n%s\r\n" % (len(part), part)
        headers = b"Transfer-Encoding: chunked\r\n"
    else:
        headers = b"Content-Length: %d\r\n" % size
    began = time.monotonic()
    went, answer, on_disk = pour(house, headers, part, size)
    assert answer.startswith(b"HTTP/1.1 413") or went < size
    assert time.monotonic() - began < 20
    assert on_disk == spooled(house) == 0
    assert resident(house) - before < 8 * MEGABYTE
    lives(house)


def test_a_body_a_little_too_large_gets_to_read_why(house: House) -> None:
    for length in (bounds.BODY_MOST + 1, 2 * MEGABYTE):
        with connected(house) as line:
            line.sendall(b"POST /entrar/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % length)
            line.sendall(b"x" * length)
            head, _, body = read_all(line).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 413")
        assert b"connection: close" in head
        assert "demasiado grande" in body.decode()


def test_half_sent_requests_are_closed_in_time_and_others_are_served(house: House) -> None:
    """Three hundred by four kinds: nothing, half a line, half the headers, half a body; some with a byte a second."""
    starts = (
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /entrar/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50000\r\n\r\nhalf",
    )
    lines = []
    for number in range(PLACES - 2):
        line = connected(house)
        line.sendall(starts[number % 4])
        lines.append(line)
    began = time.monotonic()
    longest = bounds.BODY_SECONDS + 6
    open_still = list(lines)
    slowest = 0.0
    while open_still and time.monotonic() - began < longest:
        slowest = max(slowest, lives(house))
        for line in list(open_still):
            line.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                try:
                    over = line.recv(4096) == b""
                except ConnectionError:
                    over = True
                if over:
                    open_still.remove(line)
                    continue
            if lines.index(line) % 8 == 2:
                with contextlib.suppress(OSError):
                    line.send(b"s")
        time.sleep(1)
    for line in lines:
        line.close()
    assert open_still == []
    assert slowest < 5


def test_empty_lines_do_not_keep_a_connection(house: House) -> None:
    with connected(house) as line:
        line.sendall(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - began < bounds.HEAD_SECONDS + 8:
                time.sleep(1)
                line.sendall(b"\r\n")
        assert time.monotonic() - began < bounds.HEAD_SECONDS + 6


def test_endless_headers_and_trailers_are_cut(house: House) -> None:
    with connected(house) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with contextlib.suppress(ConnectionError):
            for number in range(200):
                line.sendall(b"X-%d: %s\r\n" % (number, b"y" * 1000))
        assert read_all(line).startswith(b"HTTP/1.1 431")
    for first in (b"/" + b"a" * 40_000, b"/livez?" + b"a" * 40_000, b"/livez"):  # whole, in one piece
        with connected(house) as line:
            began = time.monotonic()
            line.sendall(b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nX: %s\r\n\r\n" % (first, b"y" * 40_000))
            assert read_all(line).startswith(b"HTTP/1.1 431")
            assert time.monotonic() - began < 5
    with connected(house) as line:
        line.sendall(b"POST /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n")
        line.sendall(b"X: y\r\n" * 500 + b"\r\n")
        line.sendall(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert b"HTTP/1.1 200" in read_all(line)


async def _opened(port: int) -> tuple[int, Any]:
    """The status of a socket's handshake, and its line."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    ask = (
        "GET /ws/tables/mesa-1/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Origin: http://127.0.0.1:{port}\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    )
    try:
        writer.write(ask.encode())
        line = await asyncio.wait_for(reader.readline(), PATIENCE_SECONDS)
        return int(line.split()[1]), writer
    except (ConnectionError, IndexError):
        return 429, writer  # closed before the answer could be read


@linux
def test_two_thousand_sockets_of_one_address_are_refused_beyond_its_places(house: House) -> None:
    async def flood() -> tuple[dict[int, int], float, list[Any]]:
        counted: dict[int, int] = {}
        lines = []
        for _ in range(40):
            for status, writer in await asyncio.gather(*(_opened(port_of(house)) for _ in range(50))):
                counted[status] = counted.get(status, 0) + 1
                lines.append(writer)
        waited = await asyncio.to_thread(lives, house)
        return counted, waited, lines

    async def all_of_it() -> tuple[dict[int, int], float, int]:
        counted, waited, lines = await flood()
        for writer in lines:
            writer.close()
        await asyncio.sleep(2)
        again, writer = await _opened(port_of(house))
        writer.close()
        return counted, waited, again

    counted, waited, again = asyncio.run(all_of_it())
    assert set(counted) == {101, 429}
    assert PLACES - 10 <= counted[101] <= PLACES
    assert counted[429] == 2_000 - counted[101]
    assert waited < 5
    assert again == 101


def test_behind_a_named_proxy_each_caller_has_places_of_its_own(open_floor: Floor, tmp_path: Path) -> None:
    """The proxy's own address names no caller: the address that it forwards counts, and only from it."""
    environment = {"SABOT_ADDRESS_CONNECTIONS": "5"}
    with running_house(tmp_path, parts=(), web=False, environment=environment) as house:
        at = house.web.index("--no-proxy-headers")
        house.web[at : at + 1] = ["--proxy-headers", "--forwarded-allow-ips", "127.0.0.1"]
        house.start_web()
        table = open_floor.table(code="mesa-1")
        assert table

        async def socket_of(caller: str) -> tuple[int, Any]:
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(house))
            ask = (
                "GET /ws/tables/mesa-1/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Origin: {house.url}\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nX-Forwarded-For: {caller}\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n"
            )
            writer.write(ask.encode())
            return int((await asyncio.wait_for(reader.readline(), PATIENCE_SECONDS)).split()[1]), writer

        async def several() -> list[list[int]]:
            said, lines = [], []
            for caller in ("203.0.113.7", "203.0.113.8"):
                answers = [await socket_of(caller) for _ in range(7)]
                said.append([status for status, _ in answers])
                lines += answers
            return said

        assert asyncio.run(several()) == [[101] * 5 + [429] * 2] * 2


def test_a_person_has_so_many_tables_open_and_hears_why(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.table(code="mesa-1")
    cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(open_floor.player())}"
    with (
        running_house(tmp_path, parts=(), environment={"SABOT_PERSON_SOCKETS": "3"}) as house,
        ExitStack() as opened,
    ):
        address = house.url.replace("http", "ws", 1) + "/ws/tables/mesa-1/"

        def table() -> ClientConnection:
            line = connect(address, origin=Origin(house.url), additional_headers={"Cookie": cookie}, close_timeout=2)
            return opened.enter_context(line)

        lines = [table() for _ in range(3)]
        assert [json.loads(each.recv(timeout=PATIENCE_SECONDS))["say"] for each in lines] == ["snapshot"] * 3
        with pytest.raises(ConnectionClosed) as refused:
            table().recv(timeout=PATIENCE_SECONDS)
        assert refused.value.rcvd is not None
        assert refused.value.rcvd.code == bounds.TOO_MANY_SOCKETS
        lines[0].close()

        def again() -> bool:
            with contextlib.suppress(ConnectionClosed):
                return bool(json.loads(table().recv(timeout=PATIENCE_SECONDS))["say"] == "snapshot")
            return False

        until("the place that was given back", again)


def test_a_table_that_is_only_watched_outlives_the_time_for_headers(open_floor: Floor, house: House) -> None:
    open_floor.table(code="mesa-1")
    with connect(house.url.replace("http", "ws", 1) + "/ws/tables/mesa-1/", origin=Origin(house.url)) as line:
        assert json.loads(line.recv(timeout=PATIENCE_SECONDS))["say"] == "snapshot"
        time.sleep(bounds.HEAD_SECONDS + 1)
        line.send('{"do":"ping","t":7}')
        assert json.loads(line.recv(timeout=PATIENCE_SECONDS))["say"] == "pong"


def test_the_log_names_the_address_once_a_minute(house: House) -> None:
    lines = [connected(house) for _ in range(PLACES + 40)]
    for refused in lines[PLACES:]:
        read_all(refused)
    until("a line in the log", lambda: "door_refused" in (house.logs / "web.log").read_text())
    for line in lines:
        line.close()
    told = [json.loads(row) for row in (house.logs / "web.log").read_text().splitlines() if "door_refused" in row]
    assert [(each["what"], each["address"]) for each in told] == [("address", "127.0.0.1")]
    with urllib.request.urlopen(f"{house.url}/livez", timeout=PATIENCE_SECONDS) as answer:
        assert answer.status == 200
