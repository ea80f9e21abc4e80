"""The regulator's room: sealed days by month, one day whole, the log, the drift court, and one question at a time."""

from datetime import date
from functools import partial
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.adapters.safe import has_safe
from casino.adapters.stamps import has_stamper
from casino.backoffice import duty_forms, forms, pages, sealing_forms
from casino.backoffice.access import allowed
from casino.backoffice.presenters import regulator as presenters
from casino.backoffice.presenters import regulator_line
from casino.backoffice.presenters.components import parts_of
from casino.backoffice.presenters.drift import drift_chart
from casino.backoffice.presenters.exports import taken
from casino.signing.again import ask_again
from casino.web import files
from casino.web.act import act
from kernel.calendar import lisbon_date
from players.roles import Action, may
from reporting import queries
from reporting.operations import reviewing, sealed_lines
from reporting.operations.reviewing import ReviewRejection
from reporting.operations.sealed_lines import Answer
from reporting.queries import components, log, sealed_days
from reporting.six_files.profile import OPEN
from tables.queries import streams_at

LEFT: Final = ("sealed-day", "sealed-lines")
"""What leaves by this room, as the log of exports names it."""
SHOWN: Final = 5
AS_JSON: Final = "json"


@allowed(Action.SEE_AUDIT)
@require_safe
def regulator(request: HttpRequest) -> HttpResponse:
    """The room."""
    return _room(request)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_POST
def ask_sealed(request: HttpRequest) -> HttpResponse:
    """One question, answered on the page or as a file; the log of exports keeps who asked."""
    return act(
        request,
        sealing_forms.SealedQuestion(request.POST),
        sealed_lines.take_sealed_lines,
        page=lambda form: _room(request, question=form),
        to=partial(_answered, request),
    )


@allowed(Action.DO_DUTIES)
@require_POST
def review_software(request: HttpRequest) -> HttpResponse:
    """Note that what changed in the register of components was reviewed."""
    return act(
        request,
        duty_forms.Review(request.POST, auto_id="review_%s"),
        reviewing.review_software,
        page=lambda form: _room(request, review=form),
        fields={ReviewRejection.EVIDENCE_MISSING: "evidence"},
        done=gettext("The review is noted."),
        to="backoffice:regulator",
    )


def _answered(request: HttpRequest, answer: Answer) -> HttpResponse:
    if request.POST.get("how") != AS_JSON:
        return _room(request, answer=answer)
    name = f"linhas-{answer.asked}-{answer.code}.json"
    return files.download(answer.document, name=name, content_type="application/json")


def _room(
    request: HttpRequest,
    *,
    question: sealing_forms.SealedQuestion | None = None,
    answer: Answer | None = None,
    review: duty_forms.Review | None = None,
) -> HttpResponse:
    now = timezone.now()
    day = answer.day if answer else _day(request)
    month = presenters.month(_month(request) or (day or lisbon_date(now)).replace(day=1), here=day, now=now)
    checkpoint, change = log.checkpoint(), components.unreviewed_change()
    context = {
        "month": month,
        "day": presenters.day_of_room(month.here) if month.here else None,
        "asked_day": month.here,
        "since": sealed_days.chains_since(),
        "unsealed": sealed_days.unsealed_days(),
        "checkpoint": checkpoint,
        "split": log.log_is_split(),
        "key": presenters.house_key(checkpoint),
        "quorum": settings.WITNESS_QUORUM if settings.WITNESSES else 0,
        "witnesses": len(settings.WITNESSES),
        "has_safe": has_safe(),
        "has_stamper": has_stamper(),
        "open_settings": len(OPEN),
        "line": regulator_line.line(first=month.first, now=now),
        "program": presenters.program(),
        "chart": drift_chart([each for each in streams_at(None) if each.stream != "generator"]),
        "register": components.register(),
        "change": change,
        "changed_parts": parts_of(change) if change else "",
        "review": review or duty_forms.Review(initial={"change": change.key if change else ""}, auto_id="review_%s"),
        "may_review": may(request.user, Action.DO_DUTIES),
        "question": question or sealing_forms.SealedQuestion(),
        "answer": answer,
        "left": taken(queries.exports(limit=SHOWN, of=LEFT)),
        "sees_reports": may(request.user, Action.SEE_REPORTS),
        "may_export": may(request.user, Action.EXPORT_REPORTS),
    }
    return pages.page(request, "backoffice/regulator/page.html", "regulator", context)


def _day(request: HttpRequest) -> date | None:
    return _known(forms.day_of(request.GET.get("dia", "")))


def _month(request: HttpRequest) -> date | None:
    return _known(forms.day_of(f"{request.GET.get('mes', '')}-01"))


def _known(day: date | None) -> date | None:
    """The day, if it is of a year that the house's forms take."""
    return day if day and forms.YEARS[0] <= day.year <= forms.YEARS[1] else None
