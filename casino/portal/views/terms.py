"""The terms: the version in force and every earlier one, by language, and accepting the one in force (PT-15)."""

from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST, require_safe

from casino.portal.viewer import person_id, players_only
from casino.signing.origin import address_of
from casino.web.act import act
from players.access import queries as security
from players.accounts import terms as versions
from players.accounts.operations.terms import accept_terms


@require_safe
def terms(request: HttpRequest, number: int | None = None) -> HttpResponse:
    """One version: the one in force, unless another is named."""
    now = timezone.now()
    present = versions.in_force(now)
    shown = present if number is None else versions.version(number, now)
    if shown is None:
        raise Http404
    player = request.user.is_authenticated and not request.user.is_staff and not request.user.is_guest
    # The Portuguese text can be read on pages in every language: it is the binding one.
    language = shown.shown_in(versions.BINDING if request.GET.get("texto") == versions.BINDING else _language())
    context = {
        "shown": shown,
        "present": present,
        "language": language,
        "binds": language == versions.BINDING,
        "text": f"portal/terms/{shown.number}/{language}.html",
        "versions": [each for each in reversed(versions.VERSIONS) if each.number <= present.number],
        "must_accept": player and security.terms_version_of(person_id(request)) < present.number,
        "next": request.GET.get("next", ""),
    }
    return render(request, "portal/terms/page.html", context)


@require_POST
@players_only
def accept(request: HttpRequest) -> HttpResponse:
    """Accept the version that was shown, if it is the one in force."""
    sent, there = request.POST.get("version", ""), request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(there, allowed_hosts={request.get_host()})
    return act(
        request,
        None,
        accept_terms,
        by="person_id",
        version=int(sent) if sent.isdecimal() and len(sent) < 9 else 0,
        language=request.POST.get("language", ""),
        address=address_of(request),
        page=lambda _: redirect("portal:terms"),  # it shows the version in force
        done=gettext("You have accepted the terms and conditions in force."),
        to=urlsplit(there).path if safe and there else "portal:lobby",
    )


def _language() -> str:
    return (get_language() or versions.BINDING).split("-")[0]
