"""The form in which packages leave the house: in CMS, by certificates that the site names (PT-71)."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.conf import settings

from casino.adapters.once import write_once
from casino.adapters.registry import Port, adapter
from reporting.six_files.packer import CmsPacker, Ending, Packer, PackerInvalid

BEGINS: Final = datetime(2020, 1, 1, tzinfo=UTC)
YEARS: Final = timedelta(days=3_650)


class Cms(CmsPacker):
    """By the PEM files that `SABOT_PACKER_CERTIFICATE`, `_KEY` and `_RECIPIENT` name, `_KEY_PASSWORD` if it has one."""

    def __init__(self) -> None:
        password = os.environ.get("SABOT_PACKER_KEY_PASSWORD", "")
        super().__init__(
            certificates=_read("SABOT_PACKER_CERTIFICATE"),
            key=_read("SABOT_PACKER_KEY"),
            recipient=_read("SABOT_PACKER_RECIPIENT"),
            password=password.encode() or None,
        )


class Sandbox:
    """The same with certificates that the house makes for itself, the regulator's key beside them: for demonstrations.

    They lie in `packer` of the house's folder, made when the first package is.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or settings.DATA_DIR / "packer"

    def pack(self, name: str, package: bytes, *, now: datetime) -> tuple[str, bytes]:
        """Pack by the certificates of the folder."""
        for whose in ("operator", "regulator"):
            _make(self.folder / f"{whose}.pem", whose)
        return self._cms().pack(name, package, now=now)

    def endings(self) -> Sequence[Ending]:
        """None before the first package."""
        return self._cms().endings() if (self.folder / "regulator.pem").exists() else ()

    def _cms(self) -> CmsPacker:
        own = (self.folder / "operator.pem").read_bytes()
        return CmsPacker(certificates=own, key=own, recipient=(self.folder / "regulator.pem").read_bytes())


def packer() -> Packer | None:
    """The packer of this site; None where packages leave as they are."""
    found: Packer | None = adapter(Port.PACKER)
    return found


def _read(variable: str) -> bytes:
    named = os.environ.get(variable, "")
    if not named:
        raise PackerInvalid(f"{variable} names no file")
    return Path(named).read_bytes()


def _make(path: Path, whose: str) -> None:
    """A certificate that signs itself, with its key, in one file; another process may do so at the same moment."""
    if path.exists():
        return
    key, ends = rsa.generate_private_key(public_exponent=65_537, key_size=2_048), datetime.now(UTC) + YEARS
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Sabot sandbox {whose}")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), BEGINS, ends)
    pem = made.sign(key, SHA256()).public_bytes(Encoding.PEM)
    pem += key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_once(path, pem, mode=0o600)
