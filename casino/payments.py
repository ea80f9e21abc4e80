"""Which payment provider this house has, and how the sandbox bank posts its notices to the house."""

import hashlib
import hmac
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from players.payments import signing
from players.payments.provider import Provider
from players.payments.sandbox import Sandbox

PATIENCE: Final = 5
"""Seconds that the bank waits for an answer to a notice."""


def sandbox_secret() -> bytes:
    """What the sandbox bank and the house share: derived from the house's own secret, so that no other house has it."""
    return hmac.new(settings.SECRET_KEY.encode(), b"sandbox payments", hashlib.sha256).digest()


def provider() -> Provider | None:
    """The provider of this house; None on a house that takes no money."""
    return Sandbox(sandbox_secret()) if settings.PAYMENTS == "sandbox" else None


def post_notice(body: bytes) -> None:
    """Post a notice of the sandbox bank to the house, signed at this moment.

    Raises `OSError` when the house does not take it.
    """
    header = signing.signature(sandbox_secret(), body, timezone.now())
    bank = HTTPConnection("127.0.0.1", settings.PORT, timeout=PATIENCE)
    try:
        headers = {"Content-Type": "application/json", signing.HEADER: header}
        bank.request("POST", reverse("portal:payment_notice"), body=body, headers=headers)
        status = bank.getresponse().status
    except HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        bank.close()
    if status != HTTPStatus.NO_CONTENT:
        raise OSError(f"the house answered {status}")
