"""The regulator's files: what lies in the safe, the house's settings of them, and two persons who correct a day's."""

from datetime import date
from functools import partial
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.adapters.packer import packer
from casino.adapters.safe import has_safe
from casino.backoffice import forms, pages, safe_file_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters.safe_files import settings_of
from casino.signing.again import ask_again
from casino.web.act import Note, act
from casino.web.hints import soon
from casino.wording.rejections import sentence
from players.roles import Action, may
from reporting import queries as reports
from reporting.operations import correction_jobs, corrections, files_again
from reporting.operations.correction_jobs import CorrectionBegun
from reporting.operations.due_files import FilesTrouble
from reporting.operations.files_again import FilesAgainRejection
from reporting.queries import files_again as again_queries
from reporting.queries import jobs as job_queries
from reporting.queries import safe_corrections as correction_queries
from reporting.queries import safe_files as queries
from reporting.queries.jobs import JobCard, JobKind
from reporting.queries.safe_corrections import CorrectionCard
from reporting.tasks import do_jobs

PROPOSED: Final = "propose_%s"
"""The names of that form's inputs: the page has two reasons, and each label needs a field of its own."""


@allowed(Action.SEE_REPORTS)
@require_safe
def safe_files(request: HttpRequest) -> HttpResponse:
    """The packages, the newest first; days without one; corrections; the settings of the files."""
    return _files_page(request, safe_file_forms.AskFilesAgain())


@allowed(Action.MAKE_REPORTS)
@require_POST
def ask_files_again(request: HttpRequest) -> HttpResponse:
    """Note that files of past days are asked for again, or were lost: a week's deadline begins."""
    return act(
        request,
        safe_file_forms.AskFilesAgain(request.POST),
        files_again.ask_files_again,
        page=lambda form: _files_page(request, form),
        fields={FilesAgainRejection.PERIOD_INVALID: "last", FilesAgainRejection.NOTHING_MADE: "first"},
        done=gettext("Noted. It stands on the board of deadlines until the files were made once more (rebuild_files)."),
        to="backoffice:safe_files",
        profile=settings.OPERATOR_PROFILE.files,
    )


def _files_page(request: HttpRequest, form: Form) -> HttpResponse:
    profile, before = settings.OPERATOR_PROFILE.files, forms.day_of(request.GET.get("antes", ""))
    packages, packs = queries.packages(vault=profile.vault, before=before), packer()
    older = len(packages) >= queries.PAGE
    context = {
        "profile": profile,
        "has_safe": has_safe(),
        "open": queries.open_days(vault=profile.vault, now=timezone.now()) if has_safe() else (),
        "packages": packages,
        "older": packages[-1].day.isoformat() if older else "",
        "begins": None if older or not packages else _begins(packages[-1].day),
        "first_page": before is None,
        "waiting": correction_queries.waiting_corrections(vault=profile.vault),
        "corrections": correction_queries.decided_corrections(vault=profile.vault),
        "again": again_queries.asked_again(),
        "may_ask": may(request.user, Action.MAKE_REPORTS),
        "form": form,
        "may_correct": may(request.user, Action.REOPEN_PLAY),
        "settings": settings_of(profile),
        "packs": packs is not None,
        "certificates": packs.endings() if packs else (),
    }
    return pages.page(request, "backoffice/safe_files/page.html", "reports", context)


def _begins(first: date) -> date | None:
    """The day of the first package, in a house that has reports of days before it."""
    reported = reports.first_day()
    return first if reported is not None and reported < first else None


@allowed(Action.REOPEN_PLAY)
@require_safe
def safe_corrections(request: HttpRequest) -> HttpResponse:
    """The proposals to correct a day's files, with what each changes, and the form of a new one."""
    return _page(request)


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def propose_correction(request: HttpRequest) -> HttpResponse:
    """Say which day's files are to be made anew, and why."""
    return act(
        request,
        safe_file_forms.ProposeCorrection(request.POST, auto_id=PROPOSED),
        correction_jobs.begin_proposal,
        page=lambda form: _page(request, form=form),
        fields={corrections.CorrectionRejection.NOT_MADE: "day", corrections.CorrectionRejection.NOT_CHANGED: "day"},
        done=_said_proposed,
        to=_to,
        profile=settings.OPERATOR_PROFILE.files,
    )


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def approve_correction(request: HttpRequest) -> HttpResponse:
    """Agree to another person's proposal."""
    return act(
        request,
        safe_file_forms.CorrectionApproval(request.POST),
        partial(correction_jobs.begin_approval, idempotency_key=uuid4()),
        page=lambda _: _page(request),
        done=_said_approved,
        to=_to,
        profile=settings.OPERATOR_PROFILE.files,
    )


@allowed(Action.REOPEN_PLAY)
@require_POST
def reject_correction(request: HttpRequest) -> HttpResponse:
    """Turn a proposal down, or take back one's own."""
    return act(
        request,
        safe_file_forms.CorrectionRejectionForm(request.POST),
        corrections.reject_correction,
        page=lambda form: _page(request, decision=form),
        done=gettext("Refused. The files stay as they are."),
        to="backoffice:safe_corrections",
        profile=settings.OPERATOR_PROFILE.files,
    )


def _to(begun: CorrectionBegun) -> str:
    """The page; of a work that a worker does, the page that follows it."""
    page = reverse("backoffice:safe_corrections")
    if begun.job is None:
        return page
    soon(do_jobs)
    return f"{page}?pedido={begun.job}"


def _said_proposed(begun: CorrectionBegun) -> str:
    return _said_later() if begun.job else gettext("Proposed. The files stay until another person agrees.")


def _said_approved(begun: CorrectionBegun) -> str:
    return _said_later() if begun.acted is None else _approved(begun.acted.package)


def _said_later() -> Note:
    return Note(gettext("It runs in the background. This page says when it is finished."))


def _approved(package: str) -> str:
    if has_safe():
        return gettext("Agreed. %(package)s is made and is brought to the safe within minutes.") % {"package": package}
    return gettext("Agreed. %(package)s is made; no safe is named, so it is delivered by hand (make_files).") % {
        "package": package
    }


def _work(request: HttpRequest) -> JobCard | None:
    """The work that the address names, else the one that is under way."""
    try:
        card = job_queries.work(UUID(request.GET.get("pedido", "")))
    except ValueError:
        card = None
    return card if card is not None and card.kind in job_queries.OF_FILES else job_queries.open_correction()


def _followed(work: JobCard | None) -> dict[str, str]:
    """What a work that is done came to: `refused` or `done`, in words."""
    if work is None or not work.done:
        return {}
    rejected = correction_jobs.rejected_of(work)
    if rejected is not None:
        return {"refused": sentence(rejected)}
    if work.kind == JobKind.FILES_PROPOSAL:
        return {"done": gettext("Proposed. The files stay until another person agrees.")}
    return {"done": _approved((work.outcome or {}).get("package", ""))}


def _page(request: HttpRequest, **sent: Form) -> HttpResponse:
    """The page; `sent` is the form that came back with something wrong, by its name on the page."""
    vault = settings.OPERATOR_PROFILE.files.vault
    waiting = correction_queries.waiting_corrections(vault=vault)
    card, work = _asked_for(request, waiting), _work(request)
    days = queries.open_days(vault=vault, now=timezone.now()) if has_safe() else ()
    changed = tuple(each for each in days if each.trouble == FilesTrouble.CHANGED)
    first = next((each.day for each in changed if each.day not in {one.day for one in waiting}), None)
    context = {
        "changed": changed,
        "waiting": [each for each in waiting if card is None or each.id != card.id],
        "card": card,
        "is_open": card is not None and card.decided_at is None,
        "own": card is not None and card.proposed_by_id == staff_id(request),
        "form": safe_file_forms.ProposeCorrection(initial={"key": uuid4(), "day": first}, auto_id=PROPOSED),
        "decision": safe_file_forms.CorrectionRejectionForm(initial={"proposal": card.id if card else None}),
        "sees_files": may(request.user, Action.SEE_REPORTS),
        "work": work,
        "key": "" if work is None else str(work.key),
        "under_way": work is not None and not work.done,
        **_followed(work),
        **sent,
    }
    return pages.page(request, "backoffice/safe_corrections/page.html", "reports", context)


def _asked_for(request: HttpRequest, waiting: tuple[CorrectionCard, ...]) -> CorrectionCard | None:
    """The proposal that is shown whole: the one asked for or acted on, decided or not, else the oldest that waits."""
    asked = forms.row_of(request.POST.get("proposal", request.GET.get("proposta", "")))
    found = None if asked is None else correction_queries.correction(asked)
    return found or next(iter(waiting), None)
