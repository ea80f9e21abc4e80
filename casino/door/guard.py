"""The guard in front of pages and sockets: bytes are counted as they arrive, places are counted by caller.

It knows the caller as the server does after a named proxy has been believed, and says no before anything is spooled,
looked up or opened. `docs/running.md` has the numbers.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable
from functools import cache
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any, Final

import structlog
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import Error
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import get_supported_language_variant, gettext_lazy
from django.utils.translation.trans_real import parse_accept_lang_header

from casino.door import bounds
from casino.door.bounds import Tally

log = structlog.get_logger(__name__)

Application = Callable[[Any, Any, Any], Any]

_TEXTS: Final[dict[int, "str | Promise"]] = {
    413: gettext_lazy("The request is too large for this address. Nothing was kept."),
    429: gettext_lazy("There are too many requests at once from your connection. Wait a little and try again."),
    503: gettext_lazy("Too much is being sent at once. Nothing was kept; wait a little and try again."),
}
_POLICY: Final = (
    b"default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    b"frame-ancestors 'none'"
)
_REASONS: Final = {413: "too-large", 429: "too-many-requests", 503: "busy"}


class Guard:
    """An ASGI application that passes to `application` only requests within the bounds."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._places = Tally()
        self._large = Tally()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._application(scope, receive, send)
            return
        client = scope.get("client")
        who = bounds.caller(client[0]) if client else ""
        if not self._places.take(who, settings.DOOR.by_address):
            await _refuse(scope, receive, send, 429)
            return
        try:
            if scope["type"] == "http":
                await self._page(scope, receive, send, who)
            else:
                await self._application(scope, receive, send)
        finally:
            self._places.give_back(who)

    async def _page(self, scope: Any, receive: Any, send: Any, who: str) -> None:
        body = _Body(self._large, who, scope, receive)
        refused = await body.declared()
        if refused is not None:
            await _refuse(scope, receive, send, refused)
            return
        began = False

        async def answer(message: Any) -> None:
            nonlocal began
            if body.refused is None or began:
                began = True
                await send(message)

        try:
            await self._application(scope, body.receive, answer)
        finally:
            body.end()
        if body.refused is not None and not began:
            await _refuse(scope, receive, send, body.refused)


class _Body:
    """The body of one request, counted on its way in."""

    def __init__(self, large: Tally, who: str, scope: Any, receive: Any) -> None:
        self._tally, self._who, self._scope, self._receive = large, who, scope, receive
        self._most, self._come, self._holds = bounds.BODY_MOST, 0, False
        self.refused: int | None = None

    async def declared(self) -> int | None:
        """The status that refuses a request for its headers; None to go on."""
        lengths = [value for name, value in self._scope["headers"] if name == b"content-length"]
        length = int(lengths[0]) if lengths and lengths[0].isdigit() and len(lengths[0]) < 19 else 0
        if lengths and len(lengths[0]) >= 19:
            return 413
        return await self._allow(length)

    async def receive(self) -> Any:
        """The next part; once there is too much, the news that the caller is gone, so that the rest is not awaited."""
        if self.refused is not None:
            return {"type": "http.disconnect"}
        message = await self._receive()
        if message["type"] == "http.request":
            self._come += len(message.get("body", b""))
            self.refused = await self._allow(self._come)
            if self.refused is not None:
                return {"type": "http.disconnect"}
        return message

    def end(self) -> None:
        """Give back the place of a large body."""
        if self._holds:
            self._holds = False
            self._tally.give_back(self._who)

    async def _allow(self, length: int) -> int | None:
        if length <= self._most:
            return None
        large = bounds.large(self._scope["path"])
        if large is None or length > large.most or self._scope["method"] != "POST":
            return 413
        if large.signed_in and not await _signed_in(self._scope):
            return 413
        if len(self._tally) >= bounds.LARGE_AT_ONCE or not self._tally.take(self._who, bounds.LARGE_BY_ADDRESS):
            return 503
        self._holds, self._most = True, large.most
        return None


class PersonSockets:
    """Between the sign-in and the tables' sockets: the limit of open sockets for one person."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._open = Tally()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        user = scope.get("user")
        if user is None or not user.is_authenticated:
            await self._application(scope, receive, send)
            return
        who = str(user.pk)
        if not self._open.take(who, settings.DOOR.sockets_by_person):
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": bounds.TOO_MANY_SOCKETS, "reason": "too many tables open"})
            return
        try:
            await self._application(scope, receive, send)
        finally:
            self._open.give_back(who)


async def _refuse(scope: Any, receive: Any, send: Any, status: int) -> None:
    """Answer in the caller's language, and close the connection."""
    content, kind = _content(scope, status)
    headers = [
        (b"content-security-policy", _POLICY),
        (b"content-type", kind),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"cross-origin-opener-policy", b"same-origin"),
    ]
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": content})
        return
    headers.append((b"connection", b"close"))
    if status != 413:
        headers.append((b"retry-after", b"30"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": True})
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(bounds.LINGER_SECONDS):
            while (await receive()).get("more_body"):
                pass
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _content(scope: Any, status: int) -> tuple[bytes, bytes]:
    language = _language(scope)
    if _is_page(scope):
        return _page(language, status), b"text/html; charset=utf-8"
    with translation.override(language):
        text = str(_TEXTS[status])
    if scope["path"].startswith("/api/"):
        reason = _REASONS[status]
        problem = {
            "type": f"urn:sabot:problem:{reason}",
            "title": text,
            "status": status,
            "detail": text,
            "reason": reason,
            "rule": None,
        }
        return json.dumps(problem).encode(), b"application/problem+json"
    return f"{text}\n".encode(), b"text/plain; charset=utf-8"


def _is_page(scope: Any) -> bool:
    """Whether a person looks at the answer as a page of its own."""
    asks = "text/html" in _header(scope, b"accept") and not _header(scope, b"hx-request")
    return scope["type"] == "http" and asks and not scope["path"].startswith("/api/")


@cache
def _page(language: str, status: int) -> bytes:
    """The answer as a page. Drawn once: a flood must not make the house draw."""
    with translation.override(language):
        return render_to_string("errors/door.html", {"said": str(_TEXTS[status])}).encode()


def _header(scope: Any, name: bytes) -> str:
    return next((value.decode("latin-1") for each, value in scope["headers"] if each == name), "")


def _cookie(scope: Any, name: str) -> str:
    try:
        found = SimpleCookie(_header(scope, b"cookie")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _language(scope: Any) -> str:
    preferred = parse_accept_lang_header(_header(scope, b"accept-language"))
    for code in (_cookie(scope, settings.LANGUAGE_COOKIE_NAME), *(code for code, _ in preferred)):
        with contextlib.suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


async def _signed_in(scope: Any) -> bool:
    """Whether the request's session belongs to a person: asked of the row, before a large body is taken in."""
    key = _cookie(scope, settings.SESSION_COOKIE_NAME)
    if not key or len(key) > 64 or not key.isalnum():
        return False
    store = import_module(settings.SESSION_ENGINE).SessionStore(key)
    try:
        return SESSION_KEY in await database_sync_to_async(store.load)()
    except Error as error:
        log.warning("door_unanswered", error=repr(error))
        return False
