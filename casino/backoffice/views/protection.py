"""Players' protection as staff see it: signals with their figures, obligations with their deadlines, the national
list.
"""

from typing import Final

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.listing import asked_sort, headings
from casino.web.act import act
from players.accounts.operations import obligations
from players.accounts.operations.obligations import ObligationRejection
from players.protection.national_list import ListInvalid, parse
from players.protection.operations import signals
from players.protection.operations.signals import SignalAct, SignalRejection
from players.protection.queries import watch
from players.roles import Action, may
from tables.operations import breaks

LIST_MAX: Final = 20 * 2**20
OF_SIGNALS: Final = "sinais"
"""The order of the signals in an address; the obligations' is that of any list."""
FAULTS: Final = {
    "empty": gettext_lazy("the file names no person"),
    "not-utf-8": gettext_lazy("the file is not in UTF-8"),
    "columns": gettext_lazy("the columns are not those of the list"),
    "not-csv": gettext_lazy("the line is not CSV"),
    "not-xml": gettext_lazy("the file is not complete XML"),
    "entities": gettext_lazy("the file declares entities, which are not accepted"),
    "unknown-element": gettext_lazy("unknown element"),
    "reference": gettext_lazy("the reference is not right"),
    "reference-twice": gettext_lazy("the reference appears twice"),
    "tax-number": gettext_lazy("the NIF does not have nine digits"),
    "document": gettext_lazy("the document number is not right"),
    "document-kind": gettext_lazy("the document’s kind is not from 0 to 4"),
    "document-country": gettext_lazy("the document’s country is not two letters"),
    "no-identity": gettext_lazy("the NIF or the document is missing"),
    "beginning": gettext_lazy("the start date is not right"),
    "months": gettext_lazy("the months are not from 1 to 127"),
    "end": gettext_lazy("the end date is not right"),
    "confirmation": gettext_lazy("the confirmation is not right"),
}
"""The fault of a line of the list, in words."""


@allowed(Action.SEE_PLAYERS)
@require_safe
def protection(request: HttpRequest) -> HttpResponse:
    """The open items, the most urgent first."""
    return _page(request)


@allowed(Action.EXCLUDE_PLAYER)
@require_POST
def step_signal(request: HttpRequest, number: int) -> HttpResponse:
    """Note what was done about a signal, or close it."""
    step = request.POST.get("act", "")
    if step not in set(SignalAct):
        raise BadRequest
    return act(
        request,
        None,
        signals.step,
        signal_id=number,
        act=SignalAct(step),
        text=request.POST.get("text", "")[:2000],
        page=lambda _: _page(request),
        missing=(SignalRejection.NO_SUCH_SIGNAL,),
        done=gettext("It has been recorded."),
        to="backoffice:protection",
    )


@allowed(Action.EXCLUDE_PLAYER)
@require_POST
def do_obligation(request: HttpRequest, number: int) -> HttpResponse:
    """Note how an obligation was fulfilled."""
    return act(
        request,
        None,
        obligations.note_done,
        obligation_id=number,
        note=request.POST.get("note", "")[:500],
        page=lambda _: _page(request),
        missing=(ObligationRejection.NO_SUCH_OBLIGATION,),
        done=gettext("The obligation is marked as fulfilled."),
        to="backoffice:protection",
    )


@allowed(Action.EXCLUDE_PLAYER)
@require_POST
def take_national_list(request: HttpRequest) -> HttpResponse:
    """Take over the national list from a file, whole or not at all."""
    sent = request.FILES.get("file")
    if sent is None or sent.size is None or sent.size > LIST_MAX:
        return _page(request, faults=((0, gettext("Choose a file of up to 20 MB.")),), status=400)
    try:
        entries = parse(sent.read())
    except ListInvalid as invalid:
        faults = tuple((line, str(FAULTS[what])) for line, what in invalid.faults)
        return _page(request, faults=faults, status=400)
    done = breaks.take_list(entries=entries, complete=bool(request.POST.get("whole")), now=timezone.now())
    told = {
        "entries": ngettext("%(n)d entry", "%(n)d entries", done.entries) % {"n": done.entries},
        "barred": ngettext("%(n)d player is now excluded", "%(n)d players are now excluded", len(done.barred))
        % {"n": len(done.barred)},
        "freed": ngettext("%(n)d no longer is", "%(n)d no longer are", done.freed) % {"n": done.freed},
    }
    messages.success(request, gettext("List accepted: %(entries)s; %(barred)s, %(freed)s.") % told)
    return redirect("backoffice:protection")


def _page(request: HttpRequest, *, faults: tuple[tuple[int, str], ...] = (), status: int = 200) -> HttpResponse:
    now = timezone.now()
    context = {
        "signals": watch.signals(is_open=True, sort=asked_sort(request, watch.SIGNALS, OF_SIGNALS)),
        "signals_by": headings(request, watch.SIGNALS, OF_SIGNALS),
        "closed": watch.signals(is_open=False, limit=20),
        "obligations": watch.obligations(is_open=True, now=now, sort=asked_sort(request, watch.OBLIGATIONS)),
        "obligations_by": headings(request, watch.OBLIGATIONS),
        "done": watch.obligations(is_open=False, now=now, limit=20),
        "may_act": may(request.user, Action.EXCLUDE_PLAYER),
        "faults": faults[:50],
        "fault_count": len(faults),
    }
    return pages.page(request, "backoffice/protection/page.html", "protection", context, status=status, report="limits")
