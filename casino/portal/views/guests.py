"""The demonstration at one touch: a guest is made, signed in and seated (ADR 0177)."""

import uuid
from typing import Any

from django.conf import settings
from django.forms import BooleanField, Form, HiddenInput, UUIDField
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from casino.portal.guide import guide_of
from casino.signing.origin import address_of, browser_of
from casino.signing.sessions import sign_in_guest
from casino.web.act import act, posted
from tables import queries
from tables.operations import guests


class Begin(Form):
    """The touch: its key, and the word of the person that they are 18."""

    key = UUIDField(widget=HiddenInput)
    of_age = BooleanField(required=False, widget=HiddenInput)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def guest(request: HttpRequest) -> HttpResponse:
    """Begin; refused, the page says why and offers the tables to watch. Who has an account plays by that."""
    if request.user.is_authenticated:
        return redirect(f"{reverse('portal:lobby')}?fichas=PLAY")
    return act(
        request,
        Begin(posted(request)),
        guests.begin,
        by=None,
        now=timezone.now(),
        language=(get_language() or "pt").split("-")[0],
        browser=browser_of(request),
        received_from=address_of(request),
        most=settings.GUESTS,
        page=lambda form: render(request, "portal/guests/page.html", offer()),
        to=lambda begun: _seated(request, begun),
    )


def offer() -> dict[str, Any]:
    """What a page needs that offers the demonstration: whether it is, and the key of its button."""
    return {"guest_key": uuid.uuid4() if settings.GUESTS > 0 else None}


def _seated(request: HttpRequest, begun: guests.Begun) -> HttpResponse:
    sign_in_guest(request, begun.person_id)
    return redirect("portal:table", code=begun.table_code)


@require_safe
@never_cache
def guide(request: HttpRequest, code: str) -> JsonResponse:
    """What the guide at the table says of a round: its cards for all, its cost for the players who bet."""
    card = queries.round_of(round_code=code, person_id=request.user.pk or 0)
    story = queries.round_story(code)
    if card is None or story is None:
        raise Http404
    return JsonResponse(dict(guide_of(card, story)))
