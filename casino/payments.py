"""Which payment provider this house has, and how the sandbox bank posts its notices to the house."""

import hashlib
import hmac

from django.conf import settings
from django.urls import reverse

from casino import posting
from players.payments import signing
from players.payments.provider import Provider
from players.payments.sandbox import Sandbox


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
    posting.post(body, secret=sandbox_secret(), header=signing.HEADER, address=reverse("portal:payment_notice"))
