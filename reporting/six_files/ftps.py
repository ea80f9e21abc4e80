"""A safe that is reached by FTPS (PT-71): a package is written beside its name, read back, and only then named."""

import ftplib
import hashlib
import io
import socket
import ssl
from dataclasses import dataclass
from typing import Any, Final

from reporting.six_files.safe import DeliveryRefused, Receipt

SECONDS: Final = 60
"""Without an answer for so long, the safe counts as away."""
_NOT_THERE: Final = "550"


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Where the safe is. `implicit`: TLS from the first byte; otherwise it is asked for after the greeting."""

    host: str
    port: int
    user: str
    password: str
    folder: str = ""
    implicit: bool = False


class FtpsSafe:
    """A folder of an FTPS server. Its files have no receipts of its own: the bytes read back are the receipt."""

    def __init__(self, door: Door, *, trusted: str | None = None) -> None:
        """`trusted` is a file of certificates (PEM); without one, those of the system are trusted."""
        self._door = door
        self._context = ssl.create_default_context(cafile=trusted)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2

    def deliver(self, name: str, content: bytes) -> Receipt:
        """Write the package and read it back; one that lies there already is compared. Raises `DeliveryRefused`."""
        receipt = Receipt(name, hashlib.sha256(content).hexdigest(), len(content))
        try:
            with _Line(self._context, self._door) as line:
                there = line.digest(name)
                if there is None:
                    self._write(line, receipt, content)
                elif there != receipt.sha256:
                    raise DeliveryRefused(f"{name} lies there with another content")
        except ftplib.all_errors as error:
            raise DeliveryRefused(f"{name}: {str(error) or type(error).__name__}") from error
        return receipt

    @staticmethod
    def _write(line: "_Line", receipt: Receipt, content: bytes) -> None:
        unfinished = f"{receipt.name}.part"
        line.storbinary(f"STOR {unfinished}", io.BytesIO(content))
        if line.digest(unfinished) != receipt.sha256:
            raise DeliveryRefused(f"{receipt.name}: the bytes read back differ from those written")
        line.rename(unfinished, receipt.name)


class _Line(ftplib.FTP_TLS):
    """A connection signed in, in the safe's folder, whose data are encrypted too."""

    def __init__(self, context: ssl.SSLContext, door: Door) -> None:
        super().__init__(context=context, timeout=SECONDS)
        self._implicit = door.implicit
        self.connect(door.host, door.port)
        try:
            self.login(door.user, door.password)
            self.prot_p()
            if door.folder:
                self.cwd(door.folder)
        except ftplib.all_errors:
            self.close()
            raise

    def connect(self, host: str = "", port: int = 0, *rest: Any, **named: Any) -> str:
        """As `FTP.connect`, with TLS from the first byte where the safe wants it."""
        if not self._implicit:
            return super().connect(host, port, *rest, **named)
        self.host, self.port = host, port
        plain = socket.create_connection((host, port), SECONDS)
        self.af, self.sock = plain.family, self.context.wrap_socket(plain, server_hostname=host)
        self.file = self.sock.makefile("r", encoding=self.encoding)
        self.welcome = self.getresp()
        return self.welcome

    def login(self, user: str = "", passwd: str = "", acct: str = "", secure: bool = True) -> str:
        """As `FTP_TLS.login`: TLS is asked for first, unless it is there."""
        return super().login(user, passwd, acct, secure=secure and not self._implicit)

    def ntransfercmd(self, cmd: str, rest: int | str | None = None) -> tuple[socket.socket, int | None]:
        """As `FTP_TLS.ntransfercmd`, in the TLS session of the commands: servers refuse data in another one."""
        connection, size = super(ftplib.FTP_TLS, self).ntransfercmd(cmd, rest)
        session = self.sock.session if isinstance(self.sock, ssl.SSLSocket) else None
        return self.context.wrap_socket(connection, server_hostname=self.host, session=session), size

    def digest(self, name: str) -> str | None:
        """The SHA-256 of a file there; None where there is none."""
        found = hashlib.sha256()
        try:
            self.retrbinary(f"RETR {name}", found.update)
        except ftplib.error_perm as error:
            if str(error).startswith(_NOT_THERE):
                return None
            raise
        return found.hexdigest()
