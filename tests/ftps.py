"""An FTPS server on this machine, with TLS from the first byte or asked for after the greeting."""

import asyncio
import contextlib
import gc
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


class _Asked(aioftp.Server):
    """Speaks plainly until it is asked for TLS; data are encrypted always."""

    def __init__(self, users: list[aioftp.User], context: ssl.SSLContext) -> None:
        super().__init__(users)
        self.context = context
        self.commands_mapping["auth"] = self.auth

    async def auth(self, connection: Any, rest: str | PurePosixPath) -> bool:
        stream = connection.command_connection
        await stream.write(b"234 go on\r\n")
        await stream.writer.start_tls(self.context)
        return True


@contextlib.contextmanager
def ftps_server(folder: Path, *, implicit: bool) -> Iterator[Served]:
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
    server = aioftp.Server(users, ssl=context) if implicit else _Asked(users, context)
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
