"""How long data are kept: the classes with their terms, erasures by two persons, the archive (PT-56, GDPR 5)."""

from functools import partial

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.forms import Reason
from casino.backoffice.keeping_forms import ErasureForm
from casino.backoffice.presenters import keeping as presenters
from casino.signing.again import ask_again
from casino.web.act import act, posted
from kernel.calendar import lisbon_date
from players.keeping import operations, queries
from players.keeping.operations import ErasureRejection
from players.roles import Action, may
from reporting.queries.archive import archive_state, archived_days

MOST = 50
_MISSING = (ErasureRejection.NO_SUCH_ERASURE,)
_FIELDS = {
    ErasureRejection.REASON_INVALID: "reason",
    ErasureRejection.TERM_NOT_OVER: "before",
    ErasureRejection.NOTHING_DUE: "before",
}


@allowed(Action.SEE_AUDIT)
@require_safe
def keeping(request: HttpRequest) -> HttpResponse:
    """Every class of what is kept, the erasures, and how the archive stands."""
    now = timezone.now()
    classes = queries.classes(now=now)
    context = {
        "classes": classes,
        "looked_at": min((card.looked_at for card in classes if card.looked_at), default=None),
        "open": queries.erasures(open_=True, limit=MOST),
        "over": queries.erasures(open_=False, limit=MOST),
        "archive": archive_state(now=now),
        "days": archived_days(now=now),
        "may_propose": may(request.user, Action.PROPOSE_ERASURE),
    }
    return pages.page(request, "backoffice/keeping/page.html", "keeping", context)


@allowed(Action.PROPOSE_ERASURE)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def propose_erasure(request: HttpRequest, kind: str) -> HttpResponse:
    """The form of an erasure of one class."""
    if kind not in queries.ERASABLE:
        raise Http404
    latest = lisbon_date(queries.latest_day(queries.Keeping(kind), now=timezone.now()))
    form = ErasureForm.first(latest) if request.method != "POST" else ErasureForm(posted(request))
    return act(
        request,
        form,
        operations.propose_erasure,
        kind=kind,
        page=partial(_form_page, request, kind),
        fields=_FIELDS,
        done=gettext("Proposed. Nothing is erased until another person agrees."),
        to=lambda made: ("backoffice:erasure", made.erasure_id),
    )


def _form_page(request: HttpRequest, kind: str, form: ErasureForm) -> HttpResponse:
    now = timezone.now()
    card = next(each for each in queries.classes(now=now) if each.kind.value == kind)
    context = {"card": card, "name": presenters.name(card.kind), "term": presenters.term(card.months), "form": form}
    return pages.page(request, "backoffice/propose_erasure/page.html", "keeping", context)


@allowed(Action.SEE_AUDIT)
@require_safe
def erasure(request: HttpRequest, number: int) -> HttpResponse:
    """One erasure: what, up to when, who asks and why, the decision, and how far it has come."""
    return _page(request, number)


@allowed(Action.APPROVE_ERASURE)
@ask_again
@require_POST
def approve_erasure(request: HttpRequest, number: int) -> HttpResponse:
    """Agree to another person's erasure."""
    return act(
        request,
        None,
        operations.approve_erasure,
        erasure_id=number,
        page=lambda _: _page(request, number),
        missing=_MISSING,
        done=gettext("Approved. A worker erases within a minute; this page says how far it has come."),
        to=("backoffice:erasure", number),
    )


@allowed(Action.APPROVE_ERASURE)
@ask_again
@require_POST
def reject_erasure(request: HttpRequest, number: int) -> HttpResponse:
    """Turn another person's erasure down, with the reason."""
    return act(
        request,
        Reason(request.POST),
        operations.reject_erasure,
        erasure_id=number,
        page=partial(_page, request, number),
        missing=_MISSING,
        done=gettext("Turned down. Nothing was erased; the proposer reads the reason."),
        to=("backoffice:erasure", number),
    )


@allowed(Action.PROPOSE_ERASURE)
@require_POST
def withdraw_erasure(request: HttpRequest, number: int) -> HttpResponse:
    """Take one's own proposal back."""
    return act(
        request,
        None,
        operations.withdraw_erasure,
        erasure_id=number,
        page=lambda _: _page(request, number),
        missing=_MISSING,
        done=gettext("Withdrawn. Nothing was erased."),
        to=("backoffice:erasure", number),
    )


def _page(request: HttpRequest, number: int, form: Form | None = None) -> HttpResponse:
    card = queries.erasure(number)
    if card is None:
        raise Http404
    own = card.proposed_by_id == staff_id(request)
    context = {
        "erasure": card,
        "name": presenters.name(card.kind),
        "lines": presenters.lines(card),
        "follows": presenters.follows(card) if card.waits else (),
        "form": form or Reason(),
        "own": own,
        "may_decide": card.waits and may(request.user, Action.APPROVE_ERASURE),
        "may_withdraw": card.waits and own and may(request.user, Action.PROPOSE_ERASURE),
    }
    return pages.page(request, "backoffice/erasure/page.html", "keeping", context)
