"""The daily reports: the days and their state, one day, the files to take, and making one again."""

from datetime import date, datetime
from time import monotonic
from typing import Final

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import reports as presenters
from casino.backoffice.views import jobs
from casino.signing.again import ask_again
from casino.signing.waiting import braked
from casino.web import files
from casino.wording.rejections import sentence
from players.messages.brakes import Asked
from players.roles import Action, may
from reporting import operations, queries
from reporting.making.figures import DayFigures
from reporting.queries import jobs as job_queries
from reporting.queries.jobs import JobKind
from reporting.writers import Format
from tables.queries import edges_of_versions

PAGE_ROWS = 31
SO_FAR: Final = "day-so-far"
FELT_SECONDS: Final = 0.05
"""The time that a page may take (P9)."""


@allowed(Action.SEE_REPORTS)
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """The gaming days, newest first, with a chart of stakes and gross revenue."""
    before = forms.day_of(request.GET.get("antes", ""))
    today = _so_far(timezone.now()) if before is None else None
    made = queries.daily_reports(limit=PAGE_ROWS, before=before)
    context = {
        "days": presenters.day_list(today, made, page_rows=PAGE_ROWS),
        "first_page": before is None,
        "currency": presenters.MONEY,
        "may_export": may(request.user, Action.EXPORT_REPORTS),
        "forms": tuple(form.value for form in Format),
    }
    return pages.page(request, "backoffice/reports/page.html", "reports", context)


def _so_far(now: datetime) -> DayFigures:
    """The present day for the list; on a day so full that adding it up is felt, as it stood within the last minute."""
    kept: DayFigures | None = cache.get(SO_FAR)
    if kept is not None and kept.day == queries.day_of(now):
        return kept
    began = monotonic()
    figures = queries.day_so_far(now=now)
    if monotonic() - began > FELT_SECONDS:
        cache.set(SO_FAR, figures, timeout=60)
    return figures


@allowed(Action.SEE_REPORTS)
@require_safe
def report(request: HttpRequest, day: str) -> HttpResponse:
    """One day: its report, an earlier revision of it, or today's provisional figures."""
    asked, now = _day(day), timezone.now()
    today = queries.day_of(now)
    if asked > today:
        raise Http404
    revision = forms.revision_of(request.GET.get("revisao", ""))
    card = queries.daily_report(day=asked, revision=revision)
    if card is None and revision is not None:
        raise Http404
    figures = card.figures if card else queries.day_so_far(now=now) if asked == today else None
    versions = {(line.table_code, line.version) for line in figures.lines} if figures else set()
    context = {
        "report": presenters.day_report(
            figures, edges=edges_of_versions(versions), card=card, revisions=queries.revisions_of(asked)
        )
        if figures
        else None,
        "day": asked.isoformat(),
        "name": presenters.long_day(asked),
        "work": job_queries.open_job(JobKind.DAILY_REPORT, asked),
        "may_export": figures is not None and may(request.user, Action.EXPORT_REPORTS),
        "may_make": asked < today and may(request.user, Action.MAKE_REPORTS),
        "forms": tuple(form.value for form in Format),
    }
    return pages.page(request, "backoffice/report/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_safe
@braked(Asked.DAY_PDF, form=Format.PDF)
def export(request: HttpRequest, day: str, form: str) -> HttpResponse:
    """A day's report as a file; the download is recorded."""
    asked, now = _day(day), timezone.now()
    if form not in set(Format):
        raise Http404
    if asked == queries.day_of(now):
        return handed_out(operations.export_day_so_far(format=Format(form), by=staff_id(request), now=now))
    try:
        exported = operations.export_daily_report(
            day=asked,
            format=Format(form),
            by=staff_id(request),
            now=now,
            revision=forms.revision_of(request.GET.get("revisao", "")),
        )
    except operations.ExportRejected as error:
        messages.error(request, sentence(error))
        return redirect("backoffice:report", day)
    return handed_out(exported)


def handed_out(exported: operations.Exported) -> HttpResponse:
    """A small file as an answer."""
    return files.download(exported.content, name=exported.filename, content_type=exported.content_type)


@allowed(Action.MAKE_REPORTS)
@require_POST
def remake(request: HttpRequest, day: str) -> HttpResponse:
    """Make a day's report, or make it again: the same facts give the same bytes, others the next revision."""
    made = jobs.outcome(jobs.asked(request, JobKind.DAILY_REPORT, _day(day)))
    if made.get("new"):
        messages.success(request, gettext("Made: revision %(revision)s.") % {"revision": made["revision"]})
    elif made:
        messages.info(request, gettext("Made again: the same figures, byte for byte. The revision stays the same."))
    return redirect("backoffice:report", day)


def _day(text: str) -> date:
    asked = forms.day_of(text)
    if asked is None:
        raise Http404
    return asked
