"""An FTPS server on this machine, with TLS from the first byte or asked for after the greeting; its line can be cut."""

import asyncio
import contextlib
import gc
import io
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import aioftp

from tests.certificates import Certificate

USER, PASSWORD = "casa", "palavra-do-cofre"


@dataclass(frozen=True)
class Served:
    """A running server: its port, the folder that it serves, and a file with its certificate."""

    port: int
    folder: Path
    trusted: str


@dataclass
class Knife:
    """Where the server's line is cut, once: within a file after so many bytes, after a file, or after its new name.

    `slow` seconds pass before each block is written.
    """

    at: str = ""
    after: int = 0
    slow: float = 0.0
    cuts: int = 0

    def is_due(self, at: str, written: int = 0) -> bool:
        """Whether the line is to be cut now; it is the only time."""
        due = self.at == at and written >= self.after
        if due:
            self.at, self.cuts = "", self.cuts + 1
        return due


def _cutting(knife: Knife) -> type[aioftp.PathIO]:
    """The server's files, under this knife."""

    class Cutting(aioftp.PathIO):
        async def write(self, file: io.BytesIO, s: Any) -> int:
            await asyncio.sleep(knife.slow)
            written = await super().write(file, s)
            if knife.is_due("file", file.tell()):
                self._cut()
            return int(written)

        async def close(self, file: io.BytesIO) -> None:
            wrote = file.writable()
            await super().close(file)
            if wrote and knife.is_due("end"):
                self._cut()

        async def rename(self, source: Path, destination: Path) -> Path:
            renamed = await super().rename(source, destination)
            if knife.is_due("name"):
                self._cut()
            return renamed

        def _cut(self) -> None:
            self.connection.command_connection.writer.transport.abort()
            raise ConnectionResetError("cut")

    return Cutting


class _Asked(aioftp.Server):
    """Speaks plainly until it is asked for TLS; data are encrypted always."""

    def __init__(self, users: list[aioftp.User], context: ssl.SSLContext, **named: Any) -> None:
        super().__init__(users, **named)
        self.context = context
        self.commands_mapping["auth"] = self.auth

    async def auth(self, connection: Any, rest: str | PurePosixPath) -> bool:
        stream = connection.command_connection
        await stream.write(b"234 go on\r\n")
        await stream.writer.start_tls(self.context)
        return True


@contextlib.contextmanager
def ftps_server(folder: Path, *, implicit: bool, knife: Knife | None = None) -> Iterator[Served]:
    """A server of `folder`/there for one user, who may write."""
    own, there = Certificate("cofre"), folder / "there"
    there.mkdir()
    pem = folder / "server.pem"
    pem.write_bytes(own.pem + own.key_pem)
    trusted = folder / "trusted.pem"
    trusted.write_bytes(own.pem)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(pem)
    users = [aioftp.User(USER, PASSWORD, base_path=there)]
    files = _cutting(knife or Knife())
    server = (
        aioftp.Server(users, ssl=context, path_io_factory=files)
        if implicit
        else _Asked(users, context, path_io_factory=files)
    )
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda *_: None)  # a client that does not trust the server leaves in the middle
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def do(what: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(what, loop).result(30)

    do(server.start("127.0.0.1", 0))
    server.ssl = context
    try:
        yield Served(server.server_port, there, str(trusted))
    finally:
        do(server.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
        gc.collect()  # what such a client left ends here, and not within something else
