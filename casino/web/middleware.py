"""The handling of every request: browser features that pages never use are disabled, and changes are signed."""

import secrets
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse

from casino.web.log_lines import request_now
from kernel import measures, replica
from kernel.frames import roomy
from players.audit.operations.auditing import acting

SCANNERS: Final = ("hid", "serial")
"""The powers of the one page that reads scanners, the croupier's console."""
_GIVEN_UP: Final = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
    *SCANNERS,
)


def policy(*used: str) -> str:
    """The `Permissions-Policy` of a page that uses these of the powers that the others give up.

    Full screen is left out on purpose: the table has a button for it. Passkeys are this house's own pages' only.
    """
    passkeys = ("publickey-credentials-create=(self)", "publickey-credentials-get=(self)")
    return ", ".join((*passkeys, *(f"{power}={'(self)' if power in used else '()'}" for power in _GIVEN_UP)))


POLICY: Final = policy()

PLAYERS_PAGES: Final = "portal"
"""The name of the addresses that are for players."""
STAFF_PAGES: Final = "backoffice"
FOLLOWED_SECONDS: Final = 30
"""A standby that is later than `kernel.replica.LATE_MOST` is not read at: after that every change is there."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


def in_room(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give the request room for its frames: what it takes does not hang on how deep a page's loops stand."""
    return roomy(get_response)


def numbered(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give the request a number: every line that is logged for it has it, and the answer tells it (`X-Request-ID`)."""

    def answer(request: HttpRequest) -> HttpResponse:
        number = secrets.token_hex(8)
        request.number = number  # type: ignore[attr-defined]  # read by `casino.web.log_lines`
        before, began = request_now.set(request), time.perf_counter()
        try:
            response = get_response(request)
        finally:
            request_now.reset(before)
        _measure(request, time.perf_counter() - began)
        response.headers["X-Request-ID"] = number
        return response

    return answer


def _measure(request: HttpRequest, seconds: float) -> None:
    """Count the time of a player's page; the office and files are not what players wait for."""
    found = request.resolver_match
    if found is not None and found.app_name == PLAYERS_PAGES:
        measures.PAGE_SECONDS.observe(seconds)


def kept_apart(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Keep every answer to this house: no foreign page embeds it, and it has no camera, no position.

    `Cross-Origin-Opener-Policy` and `nosniff` are Django's own.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return answer


def signed(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Sign the changes of a request with its sender and address, for the audit trail (H8)."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method in SAFE:
            return get_response(request)
        with acting(session=request.session.session_key, origin=request.META.get("REMOTE_ADDR", "")):
            return get_response(request)

    return answer


def following(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let a member of staff see at once what they changed: for a while their lists come from a standby only once it has
    that change. A cookie says which; one that was touched shows its owner older rows, of some seconds, and no more.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if not replica.named():
            return get_response(request)
        writes, told = request.method not in SAFE, request.COOKIES.get(settings.AFTER_COOKIE_NAME, "")
        known = told if replica.LSN.fullmatch(told) else ""
        before = replica.seen.set(replica.PRIMARY if writes else known)
        try:
            response = get_response(request)
        finally:
            replica.seen.reset(before)
        if writes and request.resolver_match is not None and request.resolver_match.app_name == STAFF_PAGES:
            _follow(response)
        return response

    return answer


def _follow(response: HttpResponse) -> None:
    try:
        place = replica.place(connection)
    except Error:  # the database is away: then nothing was written either
        return
    response.set_cookie(
        settings.AFTER_COOKIE_NAME,
        place,
        max_age=FOLLOWED_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
