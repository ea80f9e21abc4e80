"""uvicorn's connections with the limits it lacks: time for headers and bodies, their size, their number by address.

Started as `uvicorn --http casino.door.connections:Connection --ws casino.door.connections:Socket`.
"""

import asyncio
import contextlib
import ipaddress
import os
import resource
from functools import lru_cache
from typing import Any, Final

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from casino.door import bounds
from casino.door.bounds import Tally
from tables.live.outgoing import TEXT_NOW

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

log = structlog.get_logger(__name__)

DESCRIPTORS_WANTED: Final = 65_536
DESCRIPTORS_KEPT: Final = 200
"""Open files that are not connections: the database's, Valkey's, static files, uploads on their way."""
TELL_SECONDS: Final = 60.0

_ANSWERS: Final = {
    408: ("Request Timeout", "The request took too long to come."),
    429: ("Too Many Requests", "Too many connections from this address."),
    431: ("Request Header Fields Too Large", "The headers are too large."),
    503: ("Service Unavailable", "No connection is free at the moment."),
}

_open: Final = Tally()
_holders: Final[dict[Any, str]] = {}
"""The caller whose place each open transport takes: a socket keeps the transport of the request that opened it."""
_noted_at: Final[dict[str, float]] = {}


@lru_cache(maxsize=1)
def _places() -> bounds.Places:
    """The settings, and never more connections than the system lets this process open."""
    from django.conf import settings

    wanted: bounds.Places = settings.DOOR
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < DESCRIPTORS_WANTED:
        raised = DESCRIPTORS_WANTED if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS_WANTED)
        # macOS says that there is no limit and then refuses more than its own.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
    most = wanted.connections if soft == resource.RLIM_INFINITY else min(wanted.connections, soft - DESCRIPTORS_KEPT)
    return bounds.Places(most, wanted.by_address, wanted.sockets_by_person)


@lru_cache(maxsize=8)
def _networks(named: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(ipaddress.ip_network(each) for each in named.split(",") if each)


def _is_proxy(config: Any, host: str) -> bool:
    """Whether the caller is a proxy of the house: its client is counted once the headers are read."""
    if not config.proxy_headers:
        return False
    named = config.forwarded_allow_ips
    try:
        address = ipaddress.ip_address(host)
        return any(address in network for network in _networks(named if isinstance(named, str) else ",".join(named)))
    except ValueError:
        return False


def _tell(what: str, who: str) -> None:
    """Note a rejection, once a minute: a flood must not become a flood of lines."""
    now = asyncio.get_running_loop().time()
    if now - _noted_at.get(what, -TELL_SECONDS) >= TELL_SECONDS:
        _noted_at[what] = now
        log.warning("door_refused", what=what, address=who)


def _give_back(transport: Any) -> None:
    who = _holders.pop(transport, None)
    if who:
        _open.give_back(who)


class Connection(HttpToolsProtocol):
    """A connection that may not stay without saying a whole request."""

    _timer: asyncio.TimerHandle | None = None
    _in_head = True
    _head_bytes = 0
    _head_said = 0
    """Bytes of the head as the parser tells them: a head may come whole in one piece."""
    _body_bytes = 0
    _body_began = 0.0
    _turned_away = False
    _upgraded = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        places = _places()
        address = get_remote_addr(transport)
        host = address[0] if address else ""
        who = "" if not host or _is_proxy(self.config, host) else bounds.caller(host)
        if len(self.connections) > places.connections:
            _tell("connections", who)
            self._turn_away(503)
        elif who and not _open.take(who, places.by_address):
            _tell("address", who)
            self._turn_away(429)
        else:
            _holders[transport] = who
            self._arm(bounds.HEAD_SECONDS, self._head_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        _give_back(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._turned_away:
            return
        if self._in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._upgraded:  # a socket of ours is silent for as long as its player is
            return
        if self._in_head and self._head_bytes > bounds.HEAD_MOST:
            self._turn_away(431)
        elif self._timer is None and not self._answering():
            self._arm(bounds.HEAD_SECONDS, self._head_late)

    def handle_websocket_upgrade(self) -> None:
        if self._turned_away:
            return
        self._disarm()
        self._upgraded = True
        super().handle_websocket_upgrade()

    # Callbacks of the parser ------------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_said, self._body_bytes = True, 0, 0
        if self._timer is None:
            self._arm(bounds.HEAD_SECONDS, self._head_late)

    def on_url(self, url: bytes) -> None:
        self._head_said += len(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._in_head:
            return  # after a chunked body: nothing of ours reads trailers, and nothing bounds them
        self._head_said += len(name) + len(value) + len(b": \r\n")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._head_bytes = False, 0
        self._disarm()
        if self._head_said > bounds.HEAD_MOST:
            self._turn_away(431)
        if self._turned_away:
            return
        self._body_began = self.loop.time()
        self._arm(bounds.BODY_SECONDS, self._body_late)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._turned_away:
            return
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        if self._turned_away:
            return
        self._in_head = True
        self._disarm()
        super().on_message_complete()

    # Time ------------------------------------------------------------------------------------------------------------

    def _arm(self, seconds: float, late: Any) -> None:
        self._timer = self.loop.call_later(seconds, late)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _answering(self) -> bool:
        """Whether a request is with the application: there is none before the first."""
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _head_late(self) -> None:
        self._timer = None
        if self._answering():
            self._arm(bounds.HEAD_SECONDS, self._head_late)  # the answer to the request before is still under way
        elif self._head_bytes:
            self._turn_away(408)
        else:
            self.transport.close()

    def _body_late(self) -> None:
        """Judge a body by the bytes received, but not while this process itself has paused reading."""
        self._timer = None
        allowed = bounds.BODY_SECONDS + self._body_bytes / bounds.BODY_BYTES_A_SECOND
        left = self._body_began + allowed - self.loop.time()
        if self.flow.read_paused:
            self._body_began += bounds.BODY_SECONDS
            left += bounds.BODY_SECONDS
        if left > 0:
            self._arm(left, self._body_late)
        elif self.cycle.response_started:
            self.transport.close()
        else:
            self._turn_away(408)

    def _turn_away(self, status: int) -> None:
        """Answer in one line and close; code that waits for the rest of the request is told that the caller left."""
        self._turned_away = True
        self._disarm()
        phrase, text = _ANSWERS[status]
        head = f"HTTP/1.1 {status} {phrase}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
        again = "retry-after: 30\r\n" if status in {429, 503} else ""
        self.transport.write(f"{head}{again}content-length: {len(text)}\r\n\r\n{text}".encode())
        self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """A socket that gives its address's place back when it ends, and writes a text that many are sent in one call.

    The application finds that call in its scope's extensions as `TEXT_NOW`; it is `write_now`.
    """

    def connection_lost(self, exc: Exception | None) -> None:
        _give_back(self.transport)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # the handshake was in order: there is a scope
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[TEXT_NOW] = self.write_now

    def write_now(self, text: str) -> bool:
        """Write a text frame at once; False, and nothing done, where it has to wait or the socket is not open.

        The frame is the same for every socket, since none is compressed or masked, and is made once.
        """
        waits = not self.writable.is_set()
        if waits or self.conn.state is not State.OPEN or self.conn.extensions or self.transport.is_closing():
            return False
        self.transport.write(_text_frame(text))
        return True


@lru_cache(maxsize=32)
def _text_frame(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
