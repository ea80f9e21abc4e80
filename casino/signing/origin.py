"""Where a request comes from, as it is kept with sign-ins and changes."""

from ipaddress import ip_address
from typing import Any, Final, Protocol
from uuid import UUID, uuid4

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from players.accounts.session_keys import stored_key


class Asked(Protocol):
    """An object that carries the environment of a request."""

    META: dict[str, Any]


def address_of(request: Asked | None) -> str:
    """The network address; empty where there is none, as in tests and commands."""
    return "" if request is None else str(request.META.get("REMOTE_ADDR", ""))[:45]


def origin_of(request: HttpRequest) -> str:
    """The house's address that the request came to, as `https://sabot.example`; empty where it is not a named one.

    E-mails that the request asks for lead there. A host that may be asked for is not enough: it comes from outside.
    """
    origin = f"{request.scheme}://{request.get_host()}"
    return origin if origin in settings.CSRF_TRUSTED_ORIGINS else ""


def session_of(request: HttpRequest) -> str | None:
    """The browser's session as the rows know it, never its key; None where there is none."""
    key = request.session.session_key
    return None if key is None else stored_key(key)


BROWSER_KEPT: Final = 400 * 24 * 3600
"""Seconds: as long as browsers keep a cookie at all."""
_SALT: Final = "casino.signing.browser"
_TO_KEEP: Final = "_browser_to_keep"


def browser_of(request: Asked | None) -> UUID | None:
    """The id that this browser keeps since a person signed in with it; None for one that keeps none."""
    cookies = getattr(request, "COOKIES", {})
    try:
        return UUID(signing.loads(cookies.get(settings.BROWSER_COOKIE_NAME, ""), salt=_SALT, max_age=BROWSER_KEPT))
    except (signing.BadSignature, TypeError, ValueError, AttributeError):
        return None


def browser_to_know(request: Asked) -> UUID:
    """The id of this browser, which the answer to this request gives it to keep, or to keep for longer."""
    browser = browser_of(request) or uuid4()
    setattr(request, _TO_KEEP, browser)
    return browser


def keep_browser(request: HttpRequest, response: HttpResponse) -> None:
    """Give the browser its id where a sign-in asked for it: no account, only a number that rows know (ADR 0119)."""
    browser: UUID | None = getattr(request, _TO_KEEP, None)
    if browser is not None:
        response.set_cookie(
            settings.BROWSER_COOKIE_NAME,
            signing.dumps(str(browser), salt=_SALT),
            max_age=BROWSER_KEPT,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def is_for_staff(request: Asked | None) -> bool:
    """Whether staff may be signed in from where this request comes: anywhere, unless networks are named."""
    return is_of_staff(address_of(request))


def is_of_staff(named: str) -> bool:
    """Whether staff may be signed in at this network address: asked for pages and for sockets."""
    networks = settings.STAFF_NETWORKS
    if not networks:
        return True
    try:
        address = ip_address(named)
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in networks)


def device_of(request: Asked | None) -> str:
    """Return the browser's own name, printable and short."""
    named = "" if request is None else str(request.META.get("HTTP_USER_AGENT", ""))
    return "".join(character for character in named if character.isprintable())[:300]
