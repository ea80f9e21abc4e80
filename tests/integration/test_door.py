"""The door's guard, asked for every address: how large a body may be, who may send a large one, how many at a time."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from casino.access import matrix
from casino.door import bounds, guard
from casino.door.bounds import BODY_MOST, LARGER, Places
from casino.door.guard import Guard, PersonSockets
from casino.signing.session_store import SessionStore

UPLOADS = {name for name, one in LARGER.items() if one.signed_in}


class Page:
    """An application that reads the whole body and counts what came."""

    def __init__(self) -> None:
        self.come, self.asked, self.gone = 0, 0, False
        self.wait: asyncio.Event | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        if self.wait is not None:
            await self.wait.wait()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.gone = True
                return
            self.come += len(message["body"])
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def ask(
    door: Guard, path: str, length: int, *, declared: bool = True, session: str = "", **more: Any
) -> tuple[int, dict[bytes, bytes], bytes]:
    """POST this many bytes and answer status, headers and body."""
    headers = [(b"content-length", str(length).encode())] if declared else []
    if session:
        headers.append((b"cookie", f"sessionid={session}".encode()))
    headers += more.pop("headers", [])
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "client": ("203.0.113.7", 5)} | more
    left, told = length, []

    async def receive() -> Any:
        nonlocal left
        part = min(left, 65_536)
        left -= part
        return {"type": "http.request", "body": bytes(part), "more_body": left > 0}

    async def send(message: Any) -> None:
        told.append(message)

    await door(scope, receive, send)
    return told[0]["status"], dict(told[0]["headers"]), b"".join(each.get("body", b"") for each in told[1:])


def path_of(address: matrix.Address) -> str:
    """An address of this pattern."""
    samples = {
        "slug": "x-1", "str": "x", "int": "7", "uuid": "2f1c7a0e-9d0b-4d8a-8f0e-6c1f7a4b5d11",
        "api:day": "2026-03-29", "day": "2026-03-29", "file_kind": "csv",
    }  # fmt: skip
    route = address.route.replace(r"^[\s\S]*/$", "nada/")
    parts = []
    for part in route.split("<"):
        inside, closing, rest = part.partition(">")
        parts.append(samples.get(inside.partition(":")[0], "x") + rest if closing else part)
    return "/" + "".join(parts)


@pytest.fixture
async def signed(transactional_db: None) -> str:
    store = SessionStore()
    store[SESSION_KEY] = "1"
    await sync_to_async(store.create)()
    return str(store.session_key)


async def test_every_address_bounds_its_body(signed: str) -> None:
    """64 kB are taken everywhere; one byte more at no address but the named ones, told before anything is read."""
    named = set()
    for address in matrix.addresses():
        path, page = path_of(address), Page()
        door = Guard(page)
        assert (await ask(door, path, BODY_MOST))[0] == 200, path
        status, headers, _ = await ask(door, path, BODY_MOST + 1, session=signed)
        if address.name in LARGER:
            named.add(address.name)
            assert status == 200, path
            most = LARGER[address.name].most
            assert (await ask(door, path, most, session=signed, declared=False))[0] == 200
            assert (await ask(door, path, most + 1, session=signed))[0] == 413
        else:
            assert (status, page.asked) == (413, 1), path
            assert headers[b"connection"] == b"close"
    assert named == set(LARGER)


@pytest.mark.parametrize("name", sorted(LARGER))
async def test_a_large_body_without_a_session_is_refused_unread(name: str, transactional_db: None) -> None:
    [address] = [each for each in matrix.addresses() if each.name == name]
    for session in ("", "x" * 32, "../../etc", "á"):
        page = Page()
        status, _, _ = await ask(Guard(page), path_of(address), BODY_MOST + 1, session=session)
        assert (status, page.asked) == ((413, 0) if name in UPLOADS else (200, 1))


async def test_a_body_without_length_is_counted_as_it_comes() -> None:
    page = Page()
    status, _, body = await ask(Guard(page), "/entrar/", 400 * 1024 * 1024, declared=False)
    assert (status, page.gone) == (413, True)
    assert page.come <= BODY_MOST
    assert "demasiado grande" in body.decode()


async def test_the_rejection_speaks_the_callers_language_and_the_apis_shape() -> None:
    door = Guard(Page())
    _, _, body = await ask(door, "/entrar/", BODY_MOST + 1, headers=[(b"accept-language", b"en-GB,en;q=0.8")])
    assert "too large" in body.decode()
    _, headers, body = await ask(door, "/api/tables/", BODY_MOST + 1)
    assert headers[b"content-type"] == b"application/problem+json"
    for policy in (b"cross-origin-resource-policy", b"cross-origin-opener-policy"):
        assert headers[policy] == b"same-origin"
    assert json.loads(body)["reason"] == "too-large"
    for length in (b"9" * 400, b"99999999999999999999"):
        assert (await ask(door, "/entrar/", 0, declared=False, headers=[(b"content-length", length)]))[0] == 413


async def test_one_address_has_so_many_places_and_another_its_own(settings: Any) -> None:
    settings.DOOR = Places(connections=100, by_address=3, sockets_by_person=1)
    page = Page()
    page.wait = asyncio.Event()
    door = Guard(page)
    waiting = [asyncio.create_task(ask(door, "/livez", 0)) for _ in range(3)]
    await asyncio.sleep(0)
    status, headers, _ = await ask(door, "/livez", 0)
    assert status == 429
    assert headers[b"retry-after"] == b"30"
    other = asyncio.create_task(ask(door, "/livez", 0, client=("203.0.113.8", 5)))
    await asyncio.sleep(0)
    page.wait.set()
    assert [(await each)[0] for each in (*waiting, other)] == [200] * 4
    assert len(door._places) == 0
    assert (await ask(door, "/livez", 0))[0] == 200


async def test_large_bodies_have_places_of_their_own(signed: str) -> None:
    page = Page()
    page.wait = asyncio.Event()
    door = Guard(page)
    path = "/reclamacoes/nova/"
    waiting = []
    for number in range(bounds.LARGE_AT_ONCE):
        client = (f"203.0.113.{number // bounds.LARGE_BY_ADDRESS}", 5)
        waiting.append(asyncio.create_task(ask(door, path, BODY_MOST + 1, session=signed, client=client)))
    while page.asked < bounds.LARGE_AT_ONCE:
        await asyncio.sleep(0.01)
    assert (await ask(door, path, BODY_MOST + 1, session=signed, client=("198.51.100.1", 5)))[0] == 503
    page.wait.set()
    assert {(await each)[0] for each in waiting} == {200}
    assert len(door._large) == 0


Asgi = Callable[[Any, Any, Any], Awaitable[None]]


async def test_a_person_has_so_many_tables_open(settings: Any) -> None:
    settings.DOOR = Places(connections=100, by_address=50, sockets_by_person=2)
    over = asyncio.Event()

    async def table(scope: Any, receive: Any, send: Any) -> None:
        await over.wait()

    class Known(AnonymousUser):
        is_authenticated = True  # type: ignore[assignment]
        pk = 7

    sockets = PersonSockets(table)
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    opened = [asyncio.create_task(sockets({"user": Known()}, receive, send)) for _ in range(2)]
    opened += [asyncio.create_task(sockets({"user": AnonymousUser()}, receive, send)) for _ in range(5)]
    await asyncio.sleep(0)
    await sockets({"user": Known()}, receive, send)
    assert [message["type"] for message in told] == ["websocket.accept", "websocket.close"]
    assert told[1]["code"] == bounds.TOO_MANY_SOCKETS
    over.set()
    await asyncio.gather(*opened)
    assert len(sockets._open) == 0


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_counts_as_one(address: str, who: str) -> None:
    assert bounds.caller(address) == who


@pytest.mark.parametrize(
    ("headers", "is_page"),
    [
        ([(b"accept", b"text/html,*/*"), (b"accept-language", b"ro")], True),
        ([(b"accept", b"text/html,*/*"), (b"hx-request", b"true")], False),
        ([(b"accept", b"*/*")], False),
    ],
)
def test_a_person_reads_the_refusal_on_a_page(headers: list[tuple[bytes, bytes]], is_page: bool) -> None:
    status, sent, body = asyncio.run(ask(Guard(Page()), "/entrar/", BODY_MOST + 1, headers=headers))
    assert (status, b"default-src 'none'" in sent[b"content-security-policy"]) == (413, True)
    assert sent[b"content-type"].startswith(b"text/html" if is_page else b"text/plain")
    assert (b"<h1>" in body, "prea mare pentru" in body.decode()) == (is_page, is_page)


def test_a_frame_of_the_guard_needs_no_database(django_assert_num_queries: DjangoAssertNumQueries, db: None) -> None:
    with django_assert_num_queries(0):
        asyncio.run(ask(Guard(Page()), "/entrar/", 100))
    assert guard._REASONS.keys() == guard._TEXTS.keys()
