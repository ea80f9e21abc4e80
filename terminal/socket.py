"""The little of a WebSocket (RFC 6455) that a table needs: text both ways, pings answered, the reason of an end."""

import base64
import os
import secrets
import socket
import ssl
import struct
from typing import Final
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LONGEST: Final = 4 * 1024 * 1024
"""Bytes of a frame: more than any table has to say."""
_PATIENCE: Final = 20.0
"""Seconds until a house that does not answer is given up."""


class LineLost(Exception):
    """The line is closed; `code` is the house's reason, or 0 where the line only broke."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


class Socket:
    """One open line."""

    def __init__(self, house: str, path: str, cookies: str) -> None:
        parts = urlsplit(house)
        secure = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or (443 if secure else 80)
        try:
            line = socket.create_connection((host, port), timeout=_PATIENCE)
            self._line: socket.socket = (
                ssl.create_default_context().wrap_socket(line, server_hostname=host) if secure else line
            )
            self._greet(path, parts.netloc, house, cookies)
            self._line.settimeout(None)
        except OSError as error:
            raise LineLost from error

    def _greet(self, path: str, host: str, house: str, cookies: str) -> None:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: {house}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            f"Cookie: {cookies}",
        )
        self._line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self._read(1)
        if head.split(b" ", 2)[1] != b"101":
            raise LineLost(int(head.split(b" ", 2)[1]))

    def _read(self, size: int) -> bytes:
        parts = b""
        while len(parts) < size:
            try:
                part = self._line.recv(size - len(parts))
            except OSError as error:
                raise LineLost from error
            if not part:
                raise LineLost
            parts += part
        return parts

    def say(self, text: str) -> None:
        """Send one text; raises LineLost where there is no line any more."""
        self._send(_TEXT, text.encode())

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else struct.pack("!BBH", 0x80 | kind, 0xFE, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(body))
        try:
            self._line.sendall(head + mask + masked)
        except OSError as error:
            raise LineLost from error

    def hear(self) -> str:
        """Wait for the next text of the house's."""
        whole = b""
        while True:
            first, second = self._read(2)
            size = second & 0x7F
            if size > 125:
                size = struct.unpack("!H", self._read(2))[0] if size == 126 else struct.unpack("!Q", self._read(8))[0]
            if size > _LONGEST:
                raise LineLost
            body, kind = self._read(size), first & 0x0F
            if kind == _PING:
                self._send(_PONG, body)
            elif kind == _CLOSE:
                raise LineLost(struct.unpack("!H", body[:2])[0] if len(body) >= 2 else 0)
            elif kind != _PONG:
                whole += body
                if first & 0x80:
                    return whole.decode()

    def close(self) -> None:
        """Hang up."""
        self._line.close()
