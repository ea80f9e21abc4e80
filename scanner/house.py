"""The house's address for readings, as the bridge knows it: one request for a reading, and its answer as a line."""

import http.client
import json
import re
import ssl
import uuid
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, Protocol
from urllib.parse import SplitResult, urlsplit

PATIENCE: Final = 5.0
"""Seconds that one request may take."""
WAIT_MOST: Final = 60.0
"""Seconds: the house's own wish to be asked later is followed no longer."""
_ANSWER_MOST: Final = 10_000
_PLACE: Final = re.compile(r"[PB][123]")
_CARD: Final = re.compile(r"[A2-9TJQK][SHDC]")
_REASON: Final = re.compile(r"[a-z0-9-]{2,40}")
_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,50}")
_AGAIN: Final = frozenset({408, 425, 429})
"""Answers that mean later, and not never."""


class AddressInvalid(ValueError):
    """The house's address, the table or the token cannot be right; the message says which."""


class Away(Exception):
    """The house gave no answer of its own: `wait` is how many seconds it wants to be left alone."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.wait = min(wait, WAIT_MOST)


class Door(Protocol):
    """Where a reading is handed in."""

    def post(self, code: str, key: uuid.UUID) -> str:
        """The answer as a line of the protocol. Raises `Away`."""


@dataclass(frozen=True, slots=True)
class House:
    """A table's address at a house, with the scanner's token."""

    url: SplitResult
    table: str
    token: str

    def post(self, code: str, key: uuid.UUID) -> str:
        """Hand a reading in. Raises `Away` where the same key has to be sent again."""
        body = json.dumps({"code": code, "key": str(key)}).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", "Connection": "close"}
        connection = self._connection()
        try:
            connection.request("POST", f"{self.url.path.rstrip('/')}/croupier/{self.table}/leitor/", body, headers)
            answer = connection.getresponse()
            said = answer.read(_ANSWER_MOST)
        except (OSError, http.client.HTTPException, UnicodeError) as error:  # the last of a name that no host has
            raise Away(str(error) or type(error).__name__) from None
        finally:
            connection.close()
        if answer.status >= 500 or answer.status in _AGAIN:
            raise Away(f"HTTP {answer.status}", _seconds(answer.headers.get("Retry-After", "")))
        return line_of(answer.status, said)

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self.url.hostname or "", self.url.port
        if self.url.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=ssl.create_default_context())
        return http.client.HTTPConnection(host, port, timeout=PATIENCE)


def house_of(url: str, table: str, token: str) -> House:
    """The address, checked. Raises `AddressInvalid`: also for a token that would travel a network in clear."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0 and not parts.query
    except ValueError:
        parts, sound = urlsplit(""), False
    if not sound:
        raise AddressInvalid(f"--url must look like https://casino.example, not {url!r}.")
    if parts.scheme == "http" and not _is_here(parts.hostname or ""):
        raise AddressInvalid("--url must begin with https:// unless the house is on this machine: the token is secret.")
    if not _TABLE.fullmatch(table):
        raise AddressInvalid(f"--table must be a table's code, such as live-1, not {table!r}.")
    if not token or not token.isascii() or not token.isprintable() or " " in token or len(token) > 120:
        raise AddressInvalid("The token is empty or is none: a supervisor issues one at /casa/croupiers/.")
    return House(parts, table, token)


def line_of(status: int, said: bytes) -> str:
    """An answer of the house as a line. Raises `Away` for one that is not of the house's form: something else spoke."""
    told = _json(said)
    if status == http.client.OK:
        return _judged(told)
    if status == http.client.NOT_FOUND or 300 <= status < 400:
        return "NO wrong-address"
    reason = told.get("reason")
    return f"NO {reason}" if isinstance(reason, str) and _REASON.fullmatch(reason) else f"NO http-{status}"


def _judged(told: dict[str, Any]) -> str:
    place, card, refusal = (str(told.get(name) or "") for name in ("place", "card", "refusal"))
    if _REASON.fullmatch(refusal):
        return f"STOP {refusal}" if told.get("stopped") is True else f"NO {refusal}"
    if not refusal and _CARD.fullmatch(card):
        if told.get("burnt") is True:
            return f"OK BURN {card}"
        if _PLACE.fullmatch(place):
            return f"OK {place} {card}"
    raise Away("an answer that no house gives")


def _json(said: bytes) -> dict[str, Any]:
    try:
        told = json.loads(said)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _seconds(text: str) -> float:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0.0


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
