"""Certificates that a test makes for itself."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


class Certificate:
    """A certificate that signs itself, and its RSA key; for a server it names 127.0.0.1."""

    def __init__(
        self, name: str, *, begins: datetime = LONG_AGO, lasts: timedelta = timedelta(days=3_650), bits: int = 2_048
    ) -> None:
        self.key = rsa.generate_private_key(public_exponent=65_537, key_size=bits)
        names = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        made = x509.CertificateBuilder(names, names, self.key.public_key(), 7, begins, begins + lasts)
        here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        self.certificate = made.add_extension(here, critical=False).sign(self.key, SHA256())

    @property
    def pem(self) -> bytes:
        """The certificate."""
        return self.certificate.public_bytes(Encoding.PEM)

    @property
    def key_pem(self) -> bytes:
        """The key, not encrypted."""
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
