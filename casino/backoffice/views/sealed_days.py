"""Sealed days: the list with its seals and witnesses, a day's folder to take away, two persons for a faulty day."""

from uuid import uuid4

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages, sealing_forms
from casino.backoffice.access import allowed, staff_id
from casino.signing.again import ask_again
from casino.web import files
from casino.web.act import act
from casino.wording.rejections import sentence
from players.roles import Action, may
from reporting.operations import exporting_days, faulty_days
from reporting.queries import log
from reporting.queries import sealed_days as queries


@allowed(Action.SEE_REPORTS)
@require_safe
def sealed_days(request: HttpRequest) -> HttpResponse:
    """The days with their seals, the newest first, and the state of the log."""
    before = forms.day_of(request.GET.get("antes", ""))
    days = queries.sealed_days(before=before)
    context = {
        "days": days,
        "older": days[-1].day.isoformat() if len(days) == queries.PAGE else "",
        "first_page": before is None,
        "unsealed": queries.unsealed_days(),
        "checkpoint": log.checkpoint(),
        "split": log.log_is_split(),
        "may_agree": may(request.user, Action.REOPEN_PLAY),
    }
    return pages.page(request, "backoffice/sealed_days/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_POST
def take_sealed_day(request: HttpRequest, day: str) -> HttpResponseBase:
    """A day's folder as an archive; the log of exports keeps who took it."""
    asked = forms.day_of(day)
    if asked is None:
        raise Http404
    try:
        made = exporting_days.export_sealed_day(day=asked, by=staff_id(request), now=timezone.now())
    except exporting_days.SealedExportRejected as error:
        messages.error(request, sentence(error))
        return redirect("backoffice:sealed_days")
    return files.download_of(made.file, name=made.filename, content_type=made.content_type)


@allowed(Action.REOPEN_PLAY)
@require_safe
def faulty_day(request: HttpRequest) -> HttpResponse:
    """What keeps days from their seal, and the proposals to seal one all the same."""
    return _page(request)


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def propose_faulty_day(request: HttpRequest) -> HttpResponse:
    """Say why a day is to be sealed with its faults."""
    return act(
        request,
        sealing_forms.ProposeFaultyDay(request.POST),
        faulty_days.propose_faulty_day,
        page=lambda form: _page(request, form=form),
        done=gettext("Proposed. The day stays without a seal until another person agrees."),
        to="backoffice:faulty_day",
    )


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def approve_faulty_day(request: HttpRequest) -> HttpResponse:
    """Agree to another person's proposal."""
    return act(
        request,
        sealing_forms.FaultyDayApproval(request.POST),
        faulty_days.approve_faulty_day,
        page=lambda _: _page(request),
        done=gettext("Agreed. The day is sealed with its faults within a minute."),
        to="backoffice:faulty_day",
    )


@allowed(Action.REOPEN_PLAY)
@require_POST
def reject_faulty_day(request: HttpRequest) -> HttpResponse:
    """Turn a proposal down, or take back one's own."""
    return act(
        request,
        sealing_forms.FaultyDayRejectionForm(request.POST),
        faulty_days.reject_faulty_day,
        page=lambda form: _page(request, decision=form),
        done=gettext("Refused. The day stays without a seal."),
        to="backoffice:faulty_day",
    )


def _page(request: HttpRequest, **sent: Form) -> HttpResponse:
    """The page; `sent` is the form that came back with something wrong, by its name on the page."""
    unsealed, waiting = queries.unsealed_days(), queries.waiting_faulty_days()
    card, first = next(iter(waiting), None), next(iter(unsealed), None)
    context = {
        "unsealed": unsealed,
        "card": card,
        "own": card is not None and card.proposed_by_id == staff_id(request),
        "form": sealing_forms.ProposeFaultyDay(initial={"key": uuid4(), "day": first.day if first else None}),
        "decision": sealing_forms.FaultyDayRejectionForm(initial={"proposal": card.proposal_id if card else None}),
        "sees_days": may(request.user, Action.SEE_REPORTS),
        **sent,
    }
    return pages.page(request, "backoffice/faulty_day/page.html", "reports", context)
