"""One's personal data: a data export, a rectification, closing the account (E7, PT-47, PT-56)."""

import uuid

from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.portal.personal_data_forms import CloseAccount, Rectification
from casino.portal.viewer import person_id, players_only
from casino.web import files
from casino.web.act import act, posted
from kernel.money import Currency
from players.accounts import queries as players
from players.privacy import operations, queries
from tables.queries.locked import locked_stakes
from wallet import queries as ledger


@require_safe
@players_only
def personal_data(request: HttpRequest) -> HttpResponse:
    """Show the possible requests, and the state of each request made."""
    return _page(request)


def _page(request: HttpRequest, form: Rectification | None = None) -> HttpResponse:
    exports = queries.exports_of(person_id(request))
    context = {
        "place": "personal_data",
        "form": form or Rectification(initial={"key": uuid.uuid4()}),
        "exports": exports,
        "waiting": any(each.state in {"asked", "making"} for each in exports),
        "export_key": uuid.uuid4(),
        "rectifications": queries.rectifications_of(person_id(request)),
        "closure": queries.closure_of(person_id(request)),
    }
    return render(request, "portal/personal_data/page.html", context)


@require_POST
@players_only
def ask_export(request: HttpRequest) -> HttpResponse:
    """Ask for the file; it is made in the background."""
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return HttpResponse(status=400)
    preparing = gettext("We are preparing the file. You can leave this page; we will tell you by email.")
    return act(
        request,
        None,
        operations.ask_export,
        by="person_id",
        idempotency_key=key,
        page=lambda _: _page(request),
        done=lambda asked: "" if asked.repeat else preparing,
        to="portal:personal_data",
    )


@require_safe
@players_only
def fetch_export(request: HttpRequest, code: uuid.UUID) -> HttpResponseBase:
    """Send the file, only to the person it is about; each download is noted."""
    now = timezone.now()
    if not operations.note_fetched(person_id=person_id(request), code=code, now=now):
        raise Http404
    name = f"os-meus-dados-{timezone.localdate(now)}.zip"
    return files.download_pieces(queries.export_content(code), name=name, content_type="application/zip")


@require_POST
@players_only
def ask_rectification(request: HttpRequest) -> HttpResponse:
    """Ask compliance for a rectification."""
    return act(
        request,
        Rectification(request.POST),
        operations.ask_rectification,
        by="person_id",
        page=lambda form: _page(request, form),
        done=gettext("We have received the request. We answer within one month at the latest."),
        to="portal:personal_data",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def close_account(request: HttpRequest) -> HttpResponse:
    """Explain closing the account, and close it once confirmed with a word."""

    def closed(_: object) -> str:
        logout(request)  # its session, like all of the person's, is over
        return gettext(
            "Your account is closed and the balance is paid to you. You can sign in again, to see the records."
        )

    return act(
        request,
        CloseAccount(posted(request), initial={"key": uuid.uuid4()}),
        operations.close_account,
        by="person_id",
        page=lambda form: _close_page(request, form),
        done=closed,
        to="portal:sign_in",
    )


def _close_page(request: HttpRequest, form: CloseAccount) -> HttpResponse:
    person = players.person(person_id(request))
    assert person is not None
    context = {
        "place": "personal_data",
        "form": form,
        "balance": ledger.balance(person.person_key, Currency.EUR),
        "locked": locked_stakes(person.id, Currency.EUR),
        "closure": queries.closure_of(person.id),
    }
    return render(request, "portal/close_account/page.html", context)
