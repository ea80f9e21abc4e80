"""The proofs of the reports: the charts of many days, one day reconciled by four books, a month's tax."""

from datetime import date
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import complaint_charts, hold, reports
from casino.backoffice.views import jobs
from casino.backoffice.views.reports import handed_out
from casino.wording.rejections import sentence
from players.complaints.queries import deadlines as complaint_deadlines
from players.roles import Action, may
from reporting import operations, queries
from reporting.making.tax import RATES
from reporting.queries import jobs as job_queries
from reporting.queries import proofs as proof_queries
from reporting.queries.jobs import JobCard, JobKind
from reporting.writers import Format

SPANS = (7, 30, 60, 90)


@allowed(Action.SEE_REPORTS)
@require_safe
def charts(request: HttpRequest) -> HttpResponse:
    """Stakes and gross revenue by day, commission, the hold beside what the bets promised, complaints by deadline."""
    asked = request.GET.get("dias", "")
    span = int(asked) if asked in {str(span) for span in SPANS} else 30
    figures = [card.figures for card in queries.daily_reports(limit=span)][::-1]
    days = hold.hold_days(figures, reports.MONEY)
    context = {
        "spans": SPANS,
        "span": span,
        "currency": reports.MONEY,
        "days": days[::-1],
        "chart": reports.bars(figures),
        "commission": reports.commission_bars(figures),
        "hold": hold.hold_chart(days),
        "last": next((day for day in days[::-1] if day.hold is not None), None),
        **(_complaints() if may(request.user, Action.SEE_COMPLAINTS) else {}),
    }
    return pages.page(request, "backoffice/charts/page.html", "reports", context)


def _complaints() -> dict[str, Any]:
    """Complaints by deadline, drawn and in figures."""
    now = timezone.now()
    waiting = complaint_charts.waiting(complaint_deadlines.waiting_by_deadline(now=now))
    answered = complaint_charts.answered(complaint_deadlines.answered_by_month(now=now))
    return {
        "waiting": waiting,
        "waiting_chart": complaint_charts.drawn(waiting),
        "answered": answered,
        "answered_chart": complaint_charts.drawn(answered),
    }


@allowed(Action.SEE_REPORTS)
@require_safe
def reconciliation(request: HttpRequest) -> HttpResponse:
    """One day by its books: the result stored with its report, or that of a new reconciliation."""
    today = queries.day_of(timezone.now())
    day = _day(request.GET.get("dia", ""))
    work = _work(request.GET.get("pedido", ""), day) or job_queries.open_job(JobKind.RECONCILIATION, day)
    found = job_queries.reconciled(work) if work and work.done else proof_queries.kept_reconciliation(day=day)
    context: dict[str, Any] = {
        "day": day.isoformat(),
        "work": None if work and work.done else work,
        "found": found,
        "name": reports.long_day(day),
        "today": today.isoformat(),
    }
    if found:
        context |= {
            "added_up_at": work.asked_at if work and work.done else None,
            "checks": reports.book_checks(found),
            "sessions": reports.session_checks(found),
            "faults": reports.named_faults(found.faults),
        }
    return pages.page(request, "backoffice/reconciliation/page.html", "reports", context)


@allowed(Action.SEE_REPORTS)
@require_POST
def reconcile(request: HttpRequest) -> HttpResponse:
    """Add a day's books up again, the sessions with them."""
    day = _day(request.POST.get("dia", ""))
    work = jobs.asked(request, JobKind.RECONCILIATION, day)
    said = urlencode({"dia": day.isoformat()} | ({"pedido": str(work.key)} if work else {}))
    return redirect(f"{reverse('backoffice:reconciliation')}?{said}")


def _day(text: str) -> date:
    """A day that an address names, none to come and none before the law; the last with a report for none named."""
    today = queries.day_of(timezone.now())
    day = forms.day_of(text) if text else _last_day(today)
    if day is None or day > today or day.year < reports.FIRST_YEAR:
        raise Http404
    return day


def _work(text: str, day: date) -> JobCard | None:
    """The reconciliation that an address names, of this day."""
    if not text:
        return None
    try:
        card = job_queries.work(UUID(text))
    except ValueError:
        card = None
    if card is None or (card.kind, card.day) != (JobKind.RECONCILIATION, day):
        raise Http404
    return card


def _last_day(today: date) -> date:
    """The last day that has a report, else today."""
    cards = queries.daily_reports(limit=1)
    return cards[0].day if cards else today


@allowed(Action.SEE_REPORTS)
@require_safe
def tax(request: HttpRequest) -> HttpResponse:
    """A month's tax statement, and the rates."""
    now = timezone.now()
    month = _month(request.GET.get("mes", ""), now=queries.day_of(now))
    try:
        found = proof_queries.tax_statement(month=month, now=now)
    except proof_queries.NoRate as error:
        raise Http404 from error
    context: dict[str, Any] = {
        "found": found,
        "month": reports.month_name(month),
        "month_code": f"{month:%Y-%m}",
        "earlier": f"{_shifted(month, -1):%Y-%m}" if _shifted(month, -1) >= RATES[0].since else "",
        "later": f"{_shifted(month, 1):%Y-%m}" if _shifted(month, 1) <= queries.day_of(now) else "",
        "rates": RATES,
        "currency": reports.MONEY,
        "may_export": may(request.user, Action.EXPORT_REPORTS),
        "forms": tuple(form.value for form in Format),
    }
    return pages.page(request, "backoffice/tax/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@require_safe
def take_tax(request: HttpRequest, month: str, form: str) -> HttpResponse:
    """A month's tax statement as a file; the download is recorded."""
    now = timezone.now()
    if form not in set(Format):
        raise Http404
    asked = _month(month, now=queries.day_of(now))
    try:
        exported = operations.export_tax_statement(month=asked, format=Format(form), by=staff_id(request), now=now)
    except operations.ExportRejected as refused:
        messages.error(request, sentence(refused))
        return redirect("backoffice:tax")
    return handed_out(exported)


def _month(text: str, *, now: date) -> date:
    """The month that an address names, 2026-11; without one the present month. A month to come is none."""
    if not text:
        return now.replace(day=1)
    month = forms.day_of(f"{text}-01") if len(text) == 7 else None
    if month is None or month > now:
        raise Http404
    return month


def _shifted(month: date, by: int) -> date:
    place = month.year * 12 + month.month - 1 + by
    return date(place // 12, place % 12 + 1, 1)
