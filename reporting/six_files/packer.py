"""The form in which a day's package leaves the house (PT-71): each file signed, and the whole encrypted for its reader.

A port, and one adapter in CMS (RFC 5652): a detached signature beside each file in the package, and the package
encrypted to the supervisor's certificate. Signatures have no moment of their own: the same files are signed with the
same bytes.
"""

import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final, Protocol

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPublicKey
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from cryptography.hazmat.primitives.serialization.pkcs7 import (
    PKCS7EnvelopeBuilder,
    PKCS7Options,
    PKCS7SignatureBuilder,
)
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from reporting.six_files.package import packed

SIGNATURE: Final = ".p7s"
"""The end of a signature's name, after that of the file that it signs."""
ENCRYPTED: Final = ".p7m"
"""The end of an encrypted package's name, after that of the package."""
KEY_BITS: Final = 2048
"""The shortest RSA key of a certificate."""
_OPTIONS: Final = (PKCS7Options.DetachedSignature, PKCS7Options.Binary, PKCS7Options.NoAttributes)


class PackerInvalid(ValueError):
    """A certificate or a key that nothing can be packed with."""


class PackingRefused(Exception):
    """A certificate is not valid now: nothing is packed."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A certificate of the packer's and the last moment at which it is valid, UTC."""

    whose: "str | Promise"
    subject: str
    at: datetime


class Packer(Protocol):
    """The form that the supervisor wants packages in."""

    def pack(self, name: str, package: bytes, *, now: datetime) -> tuple[str, bytes]:
        """The name and the bytes that are delivered for a package of plain files. Raises `PackingRefused`."""

    def endings(self) -> Sequence[Ending]:
        """Its certificates, and until when each of them is valid."""


class CmsPacker:
    """Signs each file with the operator's certificate and encrypts the package to the supervisor's."""

    def __init__(self, *, certificates: bytes, key: bytes, recipient: bytes, password: bytes | None = None) -> None:
        """All in PEM: the operator's certificate and those above it, its key, and the supervisor's certificate.

        Raises `PackerInvalid`.
        """
        try:
            self._own, *self._above = x509.load_pem_x509_certificates(certificates)
            self._recipient = x509.load_pem_x509_certificate(recipient)
            found = _key_of(key, password)
        except (ValueError, TypeError) as error:
            raise PackerInvalid(str(error)) from error
        _require_rsa([self._own, self._recipient])
        if not isinstance(found, RSAPrivateKey) or found.public_key() != self._own.public_key():
            raise PackerInvalid("the key is not that of the operator's certificate")
        self._key = found

    def pack(self, name: str, package: bytes, *, now: datetime) -> tuple[str, bytes]:
        """Every file of the package with its signature, packed again and encrypted. Raises `PackingRefused`."""
        for each in (self._own, self._recipient):
            if not each.not_valid_before_utc <= now <= each.not_valid_after_utc:
                raise PackingRefused(f"the certificate of {each.subject.rfc4514_string()} is not valid now")
        with zipfile.ZipFile(io.BytesIO(package)) as plain:
            files = {each: plain.read(each) for each in plain.namelist()}
        signatures = {f"{each}{SIGNATURE}": self._signed(content) for each, content in files.items()}
        builder = PKCS7EnvelopeBuilder().set_data(packed(files | signatures)).add_recipient(self._recipient)
        encrypted = builder.set_content_encryption_algorithm(AES256).encrypt(Encoding.DER, [PKCS7Options.Binary])
        return f"{name}{ENCRYPTED}", encrypted

    def endings(self) -> Sequence[Ending]:
        """The operator's certificate and the supervisor's."""
        told = ((_("operator"), self._own), (_("regulator"), self._recipient))
        return [Ending(whose, each.subject.rfc4514_string(), each.not_valid_after_utc) for whose, each in told]

    def _signed(self, content: bytes) -> bytes:
        builder = PKCS7SignatureBuilder().set_data(content).add_signer(self._own, self._key, SHA256())
        for each in self._above:
            builder = builder.add_certificate(each)
        return builder.sign(Encoding.DER, _OPTIONS)


@lru_cache(maxsize=4)
def _key_of(key: bytes, password: bytes | None) -> object:
    """Reading a key proves its numbers, which takes tens of milliseconds: once, as pages ask when certificates end."""
    return load_pem_private_key(key, password)


def _require_rsa(certificates: Iterable[x509.Certificate]) -> None:
    for each in certificates:
        public = each.public_key()
        if not isinstance(public, RSAPublicKey) or public.key_size < KEY_BITS:
            raise PackerInvalid(f"{each.subject.rfc4514_string()}: no RSA key of {KEY_BITS} bits or more")
