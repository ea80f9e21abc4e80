"""Complaints of a player: making one from anywhere, following it, answering, asking once more (G1, G2)."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.portal import complaint_cards, complaint_forms
from casino.portal.complaint_forms import Hook, hook_of
from casino.portal.viewer import person_id, players_only
from casino.signing.waiting import braked
from casino.stories import evidence_pack
from casino.web import files
from casino.web.act import act, posted
from players.complaints import operations
from players.complaints.operations.attachments import AttachmentRejection
from players.complaints.queries import cases as queries
from players.messages.brakes import Asked

AT_FILES: Final = dict.fromkeys(AttachmentRejection, "attached")


@require_safe
@players_only
def complaints(request: HttpRequest) -> HttpResponse:
    """The player's complaints, and where else one may turn."""
    found = queries.cases_of(person_id(request), now=timezone.now())
    context = {"place": "complaints", "cases": [complaint_cards.line(case) for case in found]}
    return render(request, "portal/complaints/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def complain(request: HttpRequest) -> HttpResponseBase:
    """Make a complaint; visitors are told every other way to complain (PT-78)."""
    if not request.user.is_authenticated and request.method != "POST":
        return render(request, "portal/complain/visitor.html", {"next": request.get_full_path()})
    return _complain(request)


@players_only
def _complain(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    hook = hook_of(request.GET, person_id=person_id(request), now=now)
    initial = {"category": complaint_cards.likely_category(hook)}
    form = complaint_forms.Complain(posted(request), initial=initial)
    about: dict[str, Any] = {"subject": hook.subject}
    if hook.subject.code and hook.occurred_at:
        del form.fields["when"]
        about["occurred_at"] = hook.occurred_at
    return act(
        request,
        form,
        lambda **asked: operations.complain(files=files.sent_files(request), **asked),
        by="person_id",
        **about,
        page=lambda sent: _complain_page(request, sent, hook),
        fields=AT_FILES,
        done=lambda made: (
            gettext("We have received your complaint: its number is %(number)s.") % {"number": made.number}
        ),
        to=lambda made: ("portal:complaint", made.number),
    )


def _complain_page(request: HttpRequest, form: complaint_forms.Complain, hook: Hook) -> HttpResponse:
    context = {
        "place": "complaints",
        "form": form,
        "hook": hook,
        "working_days": settings.COMPLAINT_WORKING_DAYS,
    }
    return render(request, "portal/complain/page.html", context)


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


def _page(request: HttpRequest, case: queries.CaseCard, **sent: forms.Form) -> HttpResponse:
    """The case's page; `sent` is the form that came back with something wrong, by its name there."""
    now, own = timezone.now(), case.person_id
    assert own is not None, "a case on a player's page is a player's"
    may_reopen = (
        case.answered_at is not None
        and case.turn == 1
        and now <= case.answered_at + timedelta(days=settings.COMPLAINT_REOPEN_DAYS)
    )
    late = None if may_reopen else sent.pop("reopen", None)
    context = {
        "place": "complaints",
        "case": complaint_cards.line(case),
        "hook": complaint_forms.shown(case.subject_kind, case.subject, person_id=own, now=now),
        "said": queries.messages_of(case.id, with_notes=False),
        "decisions": [complaint_cards.decision(one) for one in queries.decisions_of(case.id, standing_only=True)],
        "steps": complaint_cards.steps(case),
        "say": complaint_forms.Say(),
        "reopen": complaint_forms.Reopen() if may_reopen else None,
        "reopen_days": settings.COMPLAINT_REOPEN_DAYS,
        "long_wait": case.is_open and now >= case.received_at + timedelta(weeks=8),
        **sent,
    }
    for error in late.non_field_errors() if late else ():
        messages.error(request, str(error))
    return render(request, "portal/complaint/page.html", context)


@require_POST
@players_only
def reply(request: HttpRequest, number: str) -> HttpResponse:
    """Write in one's own case."""
    case = _own(request, number)
    return act(
        request,
        complaint_forms.Say(request.POST),
        lambda **asked: operations.reply(files=files.sent_files(request), **asked),
        by="person_id",
        complaint_id=case.id,
        page=lambda form: _page(request, case, say=form),
        fields=AT_FILES,
        done=gettext("Your message has been added to the complaint."),
        to=("portal:complaint", case.number),
    )


@require_POST
@players_only
def reopen(request: HttpRequest, number: str) -> HttpResponse:
    """Ask once more."""
    case = _own(request, number)
    return act(
        request,
        complaint_forms.Reopen(request.POST),
        operations.reopen,
        by="person_id",
        complaint_id=case.id,
        page=lambda form: _page(request, case, reopen=form),
        done=gettext("The complaint has been reopened. The time for the answer starts again."),
        to=("portal:complaint", case.number),
    )


@require_POST
@players_only
def close_complaint(request: HttpRequest, number: str) -> HttpResponse:
    """Agree with the answer."""
    case = _own(request, number)
    return act(
        request,
        None,
        operations.close,
        by="person_id",
        complaint_id=case.id,
        page=lambda _: _page(request, case),
        done=gettext("The complaint is now closed."),
        to=("portal:complaint", case.number),
    )


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
    """The evidence pack of a round: the public part, and the player's own (G3)."""
    made = evidence_pack.made(code, person_id=person_id(request))
    if made is None:
        raise Http404
    return evidence_pack.handed_out(made.pack)
