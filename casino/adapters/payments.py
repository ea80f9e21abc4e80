"""The payment provider of this site, and the notices that the sandbox bank posts to it."""

import hashlib
import hmac

from django.conf import settings
from django.urls import reverse

from casino.adapters import posting
from casino.adapters.registry import Port, adapter
from players.cashier.payments import signing
from players.cashier.payments.provider import Provider
from players.cashier.payments.sandbox import Sandbox


def sandbox_secret() -> bytes:
    """The key shared with the sandbox bank: derived from the site's own secret, so that no other site has it."""
    return hmac.new(settings.SECRET_KEY.encode(), b"sandbox payments", hashlib.sha256).digest()


def sandbox() -> Sandbox:
    """The sandbox bank as a provider."""
    return Sandbox(sandbox_secret())


def provider() -> Provider | None:
    """The provider that the environment names; None on a site that takes no money."""
    made: Provider | None = adapter(Port.PAYMENTS)
    return made


def post_notice(body: bytes) -> None:
    """Post a notice of the sandbox bank to the house, signed at this moment.

    Raises `OSError` when the house does not take it.
    """
    posting.post(body, secret=sandbox_secret(), header=signing.HEADER, address=reverse("portal:payment_notice"))
