"""How long a person stays signed in, and what is noted when they come and go (GL-08, PT-08, PT-09)."""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model, login, logout
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from casino.signing.origin import address_of, browser_to_know, device_of, is_for_staff, keep_browser, session_of
from casino.wording import words
from players.access.operations import guests, sign_in
from players.access.queries import WHOLE
from tables.operations import guests as demonstration

STAFF: Final = 15 * 60
"""Seconds without activity after which staff sign in anew."""
NOTED_EVERY: Final = 60
"""Seconds: activity is written down no oftener."""
SINCE: Final = "signed-in-at"
SEEN: Final = "seen-at"
PROVED: Final = "proved-at"
"""When the person last proved by sign-in who is there."""


def keep_session(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let a session go on while it is used; a fragment that a page fetches by itself is no use of it."""

    def answer(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            _keep(request)
        response = get_response(request)
        keep_browser(request, response)
        return response

    return answer


def _keep(request: HttpRequest) -> None:
    now = time.time()
    left = request.session.setdefault(SINCE, now) + WHOLE.total_seconds() - now
    if left <= 0 or (getattr(request.user, "is_staff", False) and not is_for_staff(request)):
        logout(request)
        return
    polls = request.method == "GET" and request.headers.get("HX-Request") == "true"
    if not polls and now - request.session.get(SEEN, 0) > NOTED_EVERY:
        request.session[SEEN] = now
        if getattr(request.user, "is_staff", False):
            request.session.set_expiry(STAFF)
        if left < request.session.get_expiry_age():
            request.session.set_expiry(int(left) + 1)  # the row ends by itself then, and every socket with it


def note_sign_in(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """Keep the complete sign-in with its device, and tell the person when the one before it was."""
    now = timezone.now()
    if getattr(user, "is_guest", False):
        guests.note_browser(person_id=user.pk, session=session_of(request) or "", now=now)
        request.session[SINCE] = request.session[SEEN] = request.session[PROVED] = time.time()
        return
    signed_in = sign_in.complete_sign_in(
        person_id=user.pk,
        session=session_of(request) or "",
        address=address_of(request),
        device=device_of(request),
        browser=browser_to_know(request),
        now=now,
    )
    request.session[SINCE] = request.session[SEEN] = request.session[PROVED] = time.time()
    if user.is_staff:
        request.session.set_expiry(STAFF)
    if not hasattr(request, "_messages"):
        return
    if signed_in.previous_at is not None:
        before = words.moment(signed_in.previous_at)
        messages.info(request, gettext("You last signed in on %(moment)s.") % {"moment": before})
    if signed_in.standing is not None and signed_in.standing.excluded:
        helps = " · ".join(f"{line.name}: {line.phone}" for line in settings.OPERATOR_PROFILE.help)
        said = (
            _excluded(signed_in.standing.excluded_until),
            gettext("There are people who help, free of charge:"),
            helps,
        )
        messages.warning(request, " ".join(said))
    elif signed_in.closed:
        messages.warning(
            request, gettext("Your account is closed. “Account” tells you why, and whether you can open it again.")
        )


def _excluded(until: datetime | None) -> str:
    """Why there is no play, until when, and where the way back is."""
    barred = gettext(
        "A break or an exclusion is in force. You may see your money and withdraw it; you may not bet or deposit."
    )
    if until is None:
        way = gettext("It has no set end: “Breaks and self-exclusion” tells you how to come back.")
    else:
        way = gettext("It ends on %(moment)s.") % {"moment": words.moment(until)}
    return f"{barred} {way}"


def sign_in_guest(request: HttpRequest, person_id: int) -> None:
    """Sign this browser in as a guest, for as long as its session lasts."""
    guest = get_user_model().objects.get(pk=person_id)
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")


def note_sign_out(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """The device is no longer one that is signed in. A guest is over with that."""
    session = session_of(request)
    if getattr(user, "is_guest", False):
        demonstration.end(person_id=user.pk, why=guests.GuestEnd.LEFT, now=timezone.now())
    elif user is not None and session is not None:
        sign_in.end_devices(person_id=user.pk, session=session, now=timezone.now())


def connect() -> None:
    """Listen to Django's own signals of coming and going."""
    user_logged_in.connect(note_sign_in, dispatch_uid="casino.signing.in")
    user_logged_out.connect(note_sign_out, dispatch_uid="casino.signing.out")
