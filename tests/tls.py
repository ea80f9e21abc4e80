"""A way to the tests' PostgreSQL that speaks TLS, and certificates: the server of the wheel is built without it."""

import contextlib
import ipaddress
import select
import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

SSL_REQUEST = (80877103).to_bytes(4, "big")
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Certificates:
    """A root, and what it has signed for one server."""

    root: Path
    server: Path
    """The certificate and its key in one file."""


def certificates(folder: Path, *, address: str = "127.0.0.1", expired: bool = False) -> Certificates:
    """Make a root, and a certificate for this address that is valid now, or was until yesterday."""
    folder.mkdir()
    key, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "root of a test")])
    now = datetime.now(UTC)
    begins, ends = (now - 9 * DAY, now - DAY) if expired else (now - DAY, now + 9 * DAY)
    base = x509.CertificateBuilder().issuer_name(issuer).not_valid_before(now - 9 * DAY).not_valid_after(now + 9 * DAY)
    root = (
        base.subject_name(issuer)
        .public_key(key.public_key())
        .serial_number(1)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
    server = (
        x509.CertificateBuilder()
        .issuer_name(issuer)
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, address)]))
        .public_key(own.public_key())
        .serial_number(2)
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = own.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "root.pem").write_bytes(root.public_bytes(pem))
    (folder / "server.pem").write_bytes(server.public_bytes(pem) + plain)
    return Certificates(folder / "root.pem", folder / "server.pem")


@contextlib.contextmanager
def tls_in_front(host: str, port: int, server: Path) -> Iterator[int]:
    """Listen on a port of this machine, speak TLS as PostgreSQL does, and lead on to the server; the port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(server)
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listener:
        arguments = (listener, context, (host, port))
        threading.Thread(target=_accept, args=arguments, name="tls", daemon=True).start()
        yield listener.getsockname()[1]


def _accept(listener: socket.socket, context: ssl.SSLContext, target: tuple[str, int]) -> None:
    with contextlib.suppress(OSError):
        while True:
            near, _ = listener.accept()
            threading.Thread(target=_lead, args=(near, context, target), daemon=True).start()


def _lead(near: socket.socket, context: ssl.SSLContext, target: tuple[str, int]) -> None:
    with contextlib.suppress(OSError), near:
        while near.recv(8)[4:] != SSL_REQUEST:
            near.sendall(b"N")  # no other encryption
        near.sendall(b"S")
        with context.wrap_socket(near, server_side=True) as tls, socket.create_connection(target) as far:
            while True:
                ready = [tls] if tls.pending() else select.select([tls, far], [], [])[0]
                for source in ready:
                    data = source.recv(65_536)
                    if not data:
                        return
                    (far if source is tls else tls).sendall(data)
