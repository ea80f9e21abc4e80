"""The daily reports: the days and their state, one day, the files to take, and making one again."""

from datetime import date, datetime, timedelta
from time import monotonic
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.adapters.safe import has_safe
from casino.backoffice import forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import day_marks, day_page
from casino.backoffice.presenters import reports as presenters
from casino.backoffice.presenters import revisions as compared
from casino.backoffice.views import jobs
from casino.signing.again import ask_again
from casino.signing.waiting import braked
from casino.web import files
from casino.wording.rejections import sentence
from players.messages.brakes import Asked
from players.roles import Action, may
from reporting import operations, queries
from reporting.making.figures import DayFigures
from reporting.queries import DailyReportCard, safe_files, sealed_days
from reporting.queries import jobs as job_queries
from reporting.queries import proofs as proof_queries
from reporting.queries.jobs import JobKind
from reporting.queries.safe_files import PackageCard
from reporting.queries.splits import DayInParts, SplitBy, day_in_parts
from reporting.writers import Format
from tables.queries import edges_of_versions, void_rounds

PAGE_ROWS = 31
SO_FAR: Final = "day-so-far"
IN_PARTS: Final = "day-in-parts"
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
    """One day: its report, an earlier revision of it, or today's provisional figures; split as the address says."""
    asked, now = _day(day), timezone.now()
    today = queries.day_of(now)
    by = day_page.ADDRESS.get(request.GET.get("por", "mesa"))
    if asked > today or by is None:
        raise Http404
    revision = forms.revision_of(request.GET.get("revisao", ""))
    cards = queries.revisions_of(asked)
    card = next((one for one in cards if revision in {None, one.revision}), None)
    if card is None and revision is not None:
        raise Http404
    packages = _packages(asked) if asked < today else ()
    figures, found = _in_parts(card, asked, by, now) if card or asked == today else (None, None)
    shown = page = None
    if figures and found:
        edges = edges_of_versions({(line.table_code, line.version) for line in figures.lines})
        shown = presenters.day_report(figures, edges=edges, card=card, revisions=cards, why=compared.why_made(cards))
        around = _around(figures, now, packages)
        page = day_page.day_page(shown, figures, found, by=by, edges=edges, around=around)
    context = {
        "report": shown,
        "page": page,
        "why": compared.last_step(cards),
        "marks": _marks(asked, packages) if asked < today else (),
        "day": asked.isoformat(),
        "name": presenters.long_day(asked),
        "month": presenters.month_name(asked),
        "work": job_queries.open_job(JobKind.DAILY_REPORT, asked),
        "may_export": figures is not None and may(request.user, Action.EXPORT_REPORTS),
        "may_make": asked < today and may(request.user, Action.MAKE_REPORTS),
        "forms": tuple(form.value for form in Format),
    }
    return pages.page(request, "backoffice/report/page.html", "reports", context)


def _packages(day: date) -> tuple[PackageCard, ...]:
    """The packages of the regulator's files of one day."""
    vault = settings.OPERATOR_PROFILE.files.vault
    return safe_files.packages_between(vault=vault, since=day, until=day).get(day, ())


def _marks(day: date, files: tuple[PackageCard, ...]) -> tuple[day_marks.Mark, ...]:
    vault = settings.OPERATOR_PROFILE.files.vault
    seal, since = sealed_days.sealed_day(day=day), sealed_days.chains_since()
    waiting = safe_files.open_days(vault=vault, now=timezone.now()) if has_safe() and not files else ()
    held_back = next((each for each in waiting if each.day == day), None)
    return day_marks.marks(day, seal=seal, packages=files, chained_since=since, held_back=held_back)


def _in_parts(card: DailyReportCard | None, day: date, by: SplitBy, now: datetime) -> tuple[DayFigures, DayInParts]:
    """A day's figures and its parts; of a day so full that reading them is felt, as they stood within the last minute.

    Figures and parts of the present day are kept together: they are of one moment, and so agree.
    """
    name = f"{IN_PARTS}-{day}-{by}-{card.sha256 if card else ''}"
    kept: tuple[DayFigures, DayInParts] | None = cache.get(name)
    if kept is not None:
        return kept
    began = monotonic()
    figures = card.figures if card else queries.day_so_far(now=now)
    found = figures, day_in_parts(since=figures.since, until=figures.until, by=by)
    if monotonic() - began > FELT_SECONDS:
        cache.set(name, found, timeout=60)
    return found


def _around(figures: DayFigures, now: datetime, packages: tuple[PackageCard, ...]) -> day_page.Around:
    """What a day is compared with: the same weekday before, its month's tax, its neighbours; its void rounds, and its
    files for the regulator.
    """
    before = queries.daily_report(day=figures.day - timedelta(days=7))
    today = queries.day_of(now)
    try:
        tax = proof_queries.tax_statement(month=figures.day.replace(day=1), now=now)
    except proof_queries.NoRate:
        tax = None
    return day_page.Around(
        week_before=before.figures if before else None,
        tax=tax,
        first=queries.first_day() or today,
        today=today,
        voids=void_rounds(since=figures.since, until=figures.until),
        packages=packages,
    )


@allowed(Action.SEE_REPORTS)
@require_safe
def revisions(request: HttpRequest, day: str) -> HttpResponse:
    """Two revisions of a day's report side by side: the last two, or those that the address names."""
    asked = _day(day)
    cards = {card.revision: card for card in queries.revisions_of(asked)}
    numbers = sorted(cards)
    earlier, later = (
        forms.revision_of(request.GET.get(name, "")) if name in request.GET else number
        for name, number in (("de", numbers[-2] if len(numbers) > 1 else 0), ("a", numbers[-1] if numbers else 0))
    )
    if len(numbers) > 1 and not (earlier in cards and later in cards):
        raise Http404
    context = {
        "day": asked.isoformat(),
        "name": presenters.long_day(asked),
        "numbers": numbers,
        "earlier": earlier,
        "later": later,
        "compared": compared.compared(cards[earlier or 0], cards[later or 0]) if len(numbers) > 1 else None,
    }
    return pages.page(request, "backoffice/report_revisions/page.html", "reports", context)


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
