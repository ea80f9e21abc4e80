"""The authority that stamps sealed days with the time (RFC 3161): asked by HTTP, or a sandbox of our own."""

import os
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Final

from cryptography.x509 import load_pem_x509_certificates
from django.conf import settings
from django.utils import timezone

from casino.adapters.once import write_once
from casino.adapters.registry import Port, adapter, path_of
from casino.adapters.stamp_authority import Authority
from reporting.operations.stamping import Stamper
from reporting.verifier.verify_days import Der

ANSWER_MOST: Final = 64 * 1024
SECONDS: Final = 10
QUERY: Final = {"Content-Type": "application/timestamp-query"}


class Http:
    """The authority at `SABOT_STAMPS_URL`; `SABOT_STAMPS_ROOTS` is a file (PEM) with the certificates it leads to."""

    def __init__(self) -> None:
        self._url = os.environ.get("SABOT_STAMPS_URL", "")
        if not self._url.startswith(("https://", "http://")):
            raise ValueError("SABOT_STAMPS_URL must be an address of https:// or http://")
        self._roots = Path(os.environ.get("SABOT_STAMPS_ROOTS", "")).read_bytes()
        load_pem_x509_certificates(self._roots)

    def answer(self, request: bytes) -> bytes:
        """Ask by HTTP. Raises `OSError`."""
        asked = urllib.request.Request(self._url, data=request, method="POST", headers=QUERY)  # noqa: S310  (the site's)
        try:
            with urllib.request.urlopen(asked, timeout=SECONDS) as answer:  # noqa: S310
                return bytes(answer.read(ANSWER_MOST))
        except HTTPException as error:
            raise OSError(str(error)) from error

    def roots(self) -> bytes:
        """The site's file."""
        return self._roots


class Sandbox:
    """An authority in the house's own folder, `stamps/authority.pem`, made at the first request: for demonstrations."""

    def __init__(self, folder: Path | None = None) -> None:
        self.file = (folder or settings.DATA_DIR / "stamps") / "authority.pem"

    def answer(self, request: bytes) -> bytes:
        """Stamp what is asked for, now."""
        _version, imprint, nonce, *_rest = Der.parse(request).parts
        digest = imprint.parts[1].content
        return self._authority().stamp_digest(digest, timezone.now(), nonce=nonce.number)

    def roots(self) -> bytes:
        """Its root."""
        return self._authority().pem

    def _authority(self) -> Authority:
        """The authority of the folder; another process may make it at the same moment."""
        if not self.file.exists():
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_once(self.file, Authority().to_pem(), mode=0o600)
        return Authority.from_pem(self.file.read_bytes())


def stamper() -> Stamper | None:
    """The authority of this site; None where days are not stamped."""
    found: Stamper | None = adapter(Port.STAMPS)
    return found


def has_stamper() -> bool:
    """Whether the house has its sealed days stamped."""
    return bool(path_of(Port.STAMPS))
