"""The register of people who may never play (PT-16): masked; each entry and lifting records its author and reason."""

from functools import partial
from typing import Final

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import listing, pages, prohibition_forms
from casino.backoffice.access import allowed
from casino.backoffice.row_forms import with_forms
from casino.signing.again import ask_again
from casino.web.act import act
from players.accounts import numbers
from players.protection.operations import prohibitions as operations
from players.protection.operations.prohibitions import ProhibitionRejection
from players.protection.queries.prohibitions import ENTRIES
from players.protection.queries.prohibitions import prohibitions as entries
from players.roles import Action, may

PAGE: Final = 50


@allowed(Action.SEE_PLAYERS)
@require_safe
def prohibitions(request: HttpRequest) -> HttpResponse:
    """The entries, the latest first; or those of one number."""
    return _page(request, prohibition_forms.Prohibit())


@allowed(Action.VERIFY_PLAYER)
@ask_again
@require_POST
def prohibit(request: HttpRequest) -> HttpResponse:
    """Enter a number; a player registered with it stops playing at once."""
    return act(
        request,
        prohibition_forms.Prohibit(request.POST),
        operations.prohibit,
        page=partial(_page, request),
        done=lambda made: _entered(request, made),
        to="backoffice:prohibitions",
    )


def _entered(request: HttpRequest, made: operations.ProhibitionStands) -> str:
    if not made.repeat:
        return gettext("Barred from this moment.")
    messages.info(request, gettext("This NIF was already barred for this reason. Nothing has changed."))
    return ""


@allowed(Action.VERIFY_PLAYER)
@ask_again
@require_POST
def lift_prohibition(request: HttpRequest, number: int) -> HttpResponse:
    """End an entry, with the reason; it stays in the list."""
    return act(
        request,
        prohibition_forms.Lift(request.POST, auto_id=f"id_{number}_%s"),
        operations.lift_prohibition,
        entry_id=number,
        page=lambda form: _page(request, prohibition_forms.Prohibit(), lift=(number, form)),
        fields={ProhibitionRejection.NOTE_MISSING: "note"},
        missing=(ProhibitionRejection.NO_SUCH_ENTRY,),
        done=gettext("Bar lifted. It stays in the list, with the reason."),
        to="backoffice:prohibitions",
    )


def _page(
    request: HttpRequest, form: prohibition_forms.Prohibit, *, lift: tuple[int, Form] | None = None
) -> HttpResponse:
    asked = numbers.compact(request.GET.get("nif", ""))[:20].replace("\0", "")
    page = listing.page_of(request, ENTRIES, partial(entries, nif=asked), size=PAGE)
    context = {
        "page": page,
        "entries": with_forms(
            request, page.rows, lambda each: prohibition_forms.Lift(auto_id=f"id_{each.id}_%s"), lift
        ),
        "asked": asked,
        "form": form,
        "may_act": may(request.user, Action.VERIFY_PLAYER),
    }
    return pages.page(request, "backoffice/prohibitions/page.html", "prohibitions", context)
