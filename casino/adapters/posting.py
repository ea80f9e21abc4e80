"""The messages between the sandboxes of other houses and this one: signed, over HTTP, like the real ones."""

from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Final

from django.conf import settings
from django.utils import timezone

from kernel import signed

PATIENCE: Final = 5
"""Seconds that the sender waits for an answer."""


def post(body: bytes, *, secret: bytes, header: str, address: str) -> None:
    """Post a message to the house itself, signed at this moment.

    Raises `OSError` when the house does not take it.
    """
    house = HTTPConnection("127.0.0.1", settings.PORT, timeout=PATIENCE)
    try:
        headers = {"Content-Type": "application/json", header: signed.signature(secret, body, timezone.now())}
        house.request("POST", address, body=body, headers=headers)
        status = house.getresponse().status
    except HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        house.close()
    if status != HTTPStatus.NO_CONTENT:
        raise OSError(f"the house answered {status}")
