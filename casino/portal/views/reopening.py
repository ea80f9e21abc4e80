"""The way back to an account that an exclusion without end closed (PT-26, PT-28)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods

from casino.portal.personal_data_forms import ReopenAccount
from casino.portal.viewer import person_id, players_only
from casino.signing.origin import address_of
from casino.web.act import act, posted
from players.access.operations.reopening import reopen_account as reopen
from players.accounts import queries as players
from players.accounts import terms
from players.privacy import queries


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def reopen_account(request: HttpRequest) -> HttpResponse:
    """When the account may be opened again and what that asks; once it may, doing it."""
    return act(
        request,
        ReopenAccount(posted(request)),
        reopen,
        by="person_id",
        language=(get_language() or "pt").split("-")[0],
        address=address_of(request),
        page=lambda form: _page(request, form),
        done=gettext("Your account is open. We confirm your identity again before you can play for money."),
        to="portal:account",
    )


def _page(request: HttpRequest, form: ReopenAccount) -> HttpResponse:
    now = timezone.now()
    context = {
        "place": "account",
        "form": form,
        "closure": queries.closure_of(person_id(request)),
        "exclusion": players.exclusion_of(person_id(request), now),
        "terms": terms.in_force(now),
    }
    return render(request, "portal/reopen_account/page.html", context)
