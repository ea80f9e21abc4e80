"""A time stamping authority of our own, for demonstrations and tests: RFC 3161's answers, written as DER by hand.

A house with a licence asks one outside.
"""

import hashlib
from datetime import UTC, datetime
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

SINCE: Final = datetime(2020, 1, 1, tzinfo=UTC)
UNTIL: Final = datetime(2040, 1, 1, tzinfo=UTC)
SHA256: Final = "2.16.840.1.101.3.4.2.1"
RSA_SHA256: Final = "1.2.840.113549.1.1.11"
POLICY: Final = "1.2.3.4"


def der(tag: int, *parts: bytes) -> bytes:
    """An element of DER."""
    content = b"".join(parts)
    if len(content) < 128:
        return bytes([tag, len(content)]) + content
    size = (len(content).bit_length() + 7) // 8
    return bytes([tag, 128 + size]) + len(content).to_bytes(size, "big") + content


def oid(name: str) -> bytes:
    """An object identifier."""
    first, second, *rest = (int(part) for part in name.split("."))
    content = bytearray()
    for number in (40 * first + second, *rest):
        groups = [number & 127]
        while number := number >> 7:
            groups.append(128 | number & 127)
        content += bytes(reversed(groups))
    return der(6, bytes(content))


def whole(number: int) -> bytes:
    """A whole number."""
    return der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def algorithm(name: str) -> bytes:
    """The name of an algorithm without parameters."""
    return der(0x30, oid(name), der(5))


class Authority:
    """A root, and the signer below it. `for_stamps`: whether the signer's certificate is for stamps alone."""

    def __init__(self, *, for_stamps: bool = True, curve: bool = False, until: datetime = UNTIL) -> None:
        root_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey = rsa.generate_private_key(
            public_exponent=65537, key_size=2048
        )
        if curve:
            self.key = ec.generate_private_key(ec.SECP256R1())
        root = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A root")])
        signer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Stamps")])
        self.root = (
            self._draft(root, root, root_key.public_key(), UNTIL)
            .add_extension(x509.BasicConstraints(ca=True, path_length=1), critical=True)
            .sign(root_key, hashes.SHA256())
        )
        usage = [ExtendedKeyUsageOID.TIME_STAMPING] + ([] if for_stamps else [ExtendedKeyUsageOID.SERVER_AUTH])
        self.certificate = (
            self._draft(signer, root, self.key.public_key(), until)
            .add_extension(x509.ExtendedKeyUsage(usage), critical=True)
            .sign(root_key, hashes.SHA256())
        )

    @classmethod
    def from_pem(cls, block: bytes) -> "Authority":
        """The authority that `to_pem` wrote: it stamps, and issues no more certificates."""
        made = cls.__new__(cls)
        made.certificate, made.root = x509.load_pem_x509_certificates(block)
        key = serialization.load_pem_private_key(block, None)
        assert isinstance(key, rsa.RSAPrivateKey)
        made.key = key
        return made

    def to_pem(self) -> bytes:
        """The signer's certificate, the root, and the signer's key; the root's key is in no file."""
        key = self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return self.certificate.public_bytes(serialization.Encoding.PEM) + self.pem + key

    @staticmethod
    def _draft(
        subject: x509.Name, issuer: x509.Name, key: rsa.RSAPublicKey | ec.EllipticCurvePublicKey, until: datetime
    ) -> x509.CertificateBuilder:
        draft = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
        return draft.serial_number(x509.random_serial_number()).not_valid_before(SINCE).not_valid_after(until)

    @property
    def pem(self) -> bytes:
        """The root, as a caller configures it."""
        return self.root.public_bytes(serialization.Encoding.PEM)

    def stamp(self, text: bytes, at: datetime, *, nonce: int | None = 2**63 + 5, status: int = 0) -> bytes:
        """A response that stamps the SHA-256 of a text."""
        return self.stamp_digest(hashlib.sha256(text).digest(), at, nonce=nonce, status=status)

    def stamp_digest(self, digest: bytes, at: datetime, *, nonce: int | None, status: int = 0) -> bytes:
        """A response that stamps a SHA-256."""
        imprint = der(0x30, algorithm(SHA256), der(4, digest))
        moment = der(0x18, at.strftime("%Y%m%d%H%M%SZ").encode())
        parts = [whole(1), oid(POLICY), imprint, whole(7), moment] + ([whole(nonce)] if nonce else [])
        told = der(0x30, *parts)
        block = self.certificate.public_bytes(serialization.Encoding.DER)
        named = der(0x30, der(0x30, der(0x30, der(4, hashlib.sha256(block).digest()))))
        attributes = b"".join(
            der(0x30, oid(name), der(0x31, value))
            for name, value in (
                ("1.2.840.113549.1.9.3", oid("1.2.840.113549.1.9.16.1.4")),
                ("1.2.840.113549.1.9.4", der(4, hashlib.sha256(told).digest())),
                ("1.2.840.113549.1.9.16.2.47", named),
            )
        )
        message = der(0x31, attributes)
        if isinstance(self.key, rsa.RSAPrivateKey):
            signature, kind = self.key.sign(message, padding.PKCS1v15(), hashes.SHA256()), RSA_SHA256
        else:
            signature, kind = self.key.sign(message, ec.ECDSA(hashes.SHA256())), "1.2.840.10045.4.3.2"
        issuer = self.certificate.issuer.public_bytes()
        sid = der(0x30, issuer, whole(self.certificate.serial_number))
        signer = der(0x30, whole(1), sid, algorithm(SHA256), der(0xA0, attributes), algorithm(kind), der(4, signature))
        content = der(0x30, oid("1.2.840.113549.1.9.16.1.4"), der(0xA0, der(4, told)))
        signed = der(0x30, whole(3), der(0x31, algorithm(SHA256)), content, der(0xA0, block), der(0x31, signer))
        token = der(0x30, oid("1.2.840.113549.1.7.2"), der(0xA0, signed))
        return der(0x30, der(0x30, whole(status)), token)
