"""Complaints of a player: making one from anywhere, following it, answering, asking once more (G1, G2)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino import complaint_names, evidence_pack, files
from casino.portal import complaint_cards, complaint_forms
from casino.portal.complaint_forms import Hook, hook_of, noon
from casino.portal.complaint_sentences import refusal
from casino.portal.viewer import person_id, players_only
from casino.signing.waiting import braked
from players.brakes import Asked
from players.operations import complaints as operations
from players.operations.attachments import AttachmentRefused
from players.operations.complaints import CaseDone, ComplaintRefused
from players.queries import complaints as queries

_Act = Callable[[], CaseDone]


@require_safe
@players_only
def complaints(request: HttpRequest) -> HttpResponse:
    """The player's complaints, and where else one may turn."""
    found = queries.cases_of(person_id(request), now=timezone.now())
    context = {"place": "complaints", "cases": [complaint_cards.line(case) for case in found]}
    return render(request, "portal/complaints/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def complain(request: HttpRequest) -> HttpResponseBase:
    """Make a complaint; who is not signed in is told every other way to complain (PT-78)."""
    if not request.user.is_authenticated and request.method != "POST":
        return render(request, "portal/complain/visitor.html", {"next": request.get_full_path()})
    return _complain(request)


@players_only
def _complain(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    hook = hook_of(request.GET, person_id=person_id(request), now=now)
    form = complaint_forms.Complain(request.POST or None, initial={"category": complaint_cards.likely_category(hook)})
    if hook.subject.code and hook.occurred_at:
        del form.fields["when"]
    if request.method == "POST" and form.is_valid():
        done = _try(form, lambda: _made(request, form, hook, now=now))
        if done is not None:
            messages.success(
                request,
                gettext("Recebemos a sua reclamação: tem o número %(number)s.") % {"number": done.number},
            )
            return redirect("portal:complaint", done.number)
    context = {
        "place": "complaints",
        "form": form,
        "hook": hook,
        "working_days": settings.COMPLAINT_WORKING_DAYS,
    }
    return render(request, "portal/complain/page.html", context, status=400 if form.errors else 200)


def _made(request: HttpRequest, form: complaint_forms.Complain, hook: Hook, *, now: datetime) -> CaseDone:
    said = form.cleaned_data
    return operations.complain(
        person_id=person_id(request),
        category=said["category"],
        text=said["text"],
        subject=hook.subject,
        occurred_at=hook.occurred_at or noon(said.get("when")),
        files=files.sent_files(request),
        key=said["key"],
        now=now,
    )


def _try(form: forms.Form, act: _Act) -> CaseDone | None:
    """Do it; or put into the form why not."""
    try:
        return act()
    except AttachmentRefused as error:
        form.add_error("attached" if "attached" in form.fields else None, complaint_names.file_refusal(error))
    except ComplaintRefused as error:
        form.add_error(None, refusal(error))
    return None


@require_safe
@players_only
def complaint(request: HttpRequest, number: str) -> HttpResponse:
    """One complaint: its deadline, what was said, the answer."""
    return _page(request, _own(request, number))


def _own(request: HttpRequest, number: str) -> queries.CaseCard:
    """The player's own case; another's does not exist for them."""
    found = queries.own_case(number, person_id=person_id(request), now=timezone.now())
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest,
    case: queries.CaseCard,
    *,
    say: complaint_forms.Say | None = None,
    reopen: complaint_forms.Reopen | None = None,
) -> HttpResponse:
    now = timezone.now()
    may_reopen = (
        case.answered_at is not None
        and case.turn == 1
        and now <= case.answered_at + timedelta(days=settings.COMPLAINT_REOPEN_DAYS)
    )
    context = {
        "place": "complaints",
        "case": complaint_cards.line(case),
        "hook": complaint_forms.shown(case.subject_kind, case.subject, person_id=case.person_id, now=now),
        "said": queries.messages_of(case.id, with_notes=False),
        "decisions": [complaint_cards.decision(one) for one in queries.decisions_of(case.id, standing_only=True)],
        "steps": complaint_cards.steps(case),
        "say": say or complaint_forms.Say(),
        "reopen": (reopen or complaint_forms.Reopen()) if may_reopen else None,
        "reopen_days": settings.COMPLAINT_REOPEN_DAYS,
        "long_wait": case.is_open and now >= case.received_at + timedelta(weeks=8),
    }
    wrong = any(form is not None and form.errors for form in (say, reopen))
    return render(request, "portal/complaint/page.html", context, status=400 if wrong else 200)


@require_POST
@players_only
def reply(request: HttpRequest, number: str) -> HttpResponse:
    """Write in one's own case."""
    case, form = _own(request, number), complaint_forms.Say(request.POST)
    if form.is_valid():
        done = _try(
            form,
            lambda: operations.reply(
                person_id=person_id(request),
                complaint_id=case.id,
                text=form.cleaned_data["text"],
                files=files.sent_files(request),
                key=form.cleaned_data["key"],
                now=timezone.now(),
            ),
        )
        if done is not None:
            messages.success(request, gettext("A sua mensagem ficou na reclamação."))
            return redirect("portal:complaint", case.number)
    return _page(request, case, say=form)


@require_POST
@players_only
def reopen(request: HttpRequest, number: str) -> HttpResponse:
    """Ask once more."""
    case, form = _own(request, number), complaint_forms.Reopen(request.POST)
    if form.is_valid():
        done = _try(
            form,
            lambda: operations.reopen(
                person_id=person_id(request),
                complaint_id=case.id,
                text=form.cleaned_data["text"],
                key=form.cleaned_data["key"],
                now=timezone.now(),
            ),
        )
        if done is not None:
            messages.success(request, gettext("A reclamação foi reaberta. O prazo começa de novo."))
            return redirect("portal:complaint", case.number)
    if case.answered_at is None or case.turn > 1:
        messages.error(request, " ".join(str(error) for error in form.non_field_errors()))
        return redirect("portal:complaint", case.number)
    return _page(request, case, reopen=form)


@require_POST
@players_only
def close_complaint(request: HttpRequest, number: str) -> HttpResponse:
    """Agree with the answer."""
    case = _own(request, number)
    try:
        operations.close(person_id=person_id(request), complaint_id=case.id, now=timezone.now())
    except ComplaintRefused as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, gettext("A reclamação ficou encerrada."))
    return redirect("portal:complaint", case.number)


@require_safe
@players_only
def complaint_file(request: HttpRequest, code: UUID) -> HttpResponse:
    """A file of an own case, as a download."""
    found = queries.file_content(code, person_id=person_id(request))
    if found is None:
        raise Http404
    return files.download(found.content, name=found.name, content_type=found.content_type)


@require_safe
@players_only
@braked(Asked.EVIDENCE)
def evidence(request: HttpRequest, code: str) -> HttpResponse:
    """The evidence pack of a round: what is everybody's, and the player's own part of it (G3)."""
    made = evidence_pack.made(code, person_id=person_id(request))
    if made is None:
        raise Http404
    return evidence_pack.handed_out(made.pack)
