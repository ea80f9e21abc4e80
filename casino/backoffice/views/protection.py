"""Players' protection as staff see it: signals with their figures, obligations with their deadlines, the national
list.
"""

from typing import Final

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice import protection_forms as forms
from casino.backoffice.access import allowed
from casino.backoffice.forms import row_of
from casino.backoffice.listing import asked_sort, headings
from casino.backoffice.row_forms import say_above, with_forms
from casino.web.act import act
from players.accounts.operations import obligations
from players.accounts.operations.obligations import ObligationRejection
from players.protection.operations import signals
from players.protection.operations.national import ListTaken
from players.protection.operations.signals import SignalRejection
from players.protection.queries import watch
from players.roles import Action, may
from tables.operations import breaks

OF_SIGNALS: Final = "sinais"
"""The order of the signals in an address; the obligations' is that of any list."""
ONE_SIGNAL: Final = "sinal"
ONE_OBLIGATION: Final = "dever"
"""The words by which an address names one of them."""


@allowed(Action.SEE_PLAYERS)
@require_safe
def protection(request: HttpRequest) -> HttpResponse:
    """The open items, the most urgent first; or the one that the address names."""
    return _one(request) or _page(request)


@allowed(Action.EXCLUDE_PLAYER)
@require_POST
def step_signal(request: HttpRequest, number: int) -> HttpResponse:
    """Note what was done about a signal, or close it."""
    return act(
        request,
        forms.SignalStep(request.POST, auto_id=f"id_{number}_%s"),
        signals.step,
        signal_id=number,
        page=lambda form: _page(request, step=(number, form)),
        fields={SignalRejection.TEXT_MISSING: "text"},
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
        forms.Fulfilment(request.POST),
        obligations.note_done,
        obligation_id=number,
        page=lambda form: _page(request, fulfilment=form),
        missing=(ObligationRejection.NO_SUCH_OBLIGATION,),
        done=gettext("The obligation is marked as fulfilled."),
        to="backoffice:protection",
    )


@allowed(Action.EXCLUDE_PLAYER)
@require_POST
def take_national_list(request: HttpRequest) -> HttpResponse:
    """Take over the national list from a file, whole or not at all."""

    def said(done: ListTaken) -> str:
        counts = {
            "entries": ngettext("%(n)d entry", "%(n)d entries", done.entries) % {"n": done.entries},
            "barred": ngettext("%(n)d player is now excluded", "%(n)d players are now excluded", len(done.barred))
            % {"n": len(done.barred)},
            "freed": ngettext("%(n)d no longer is", "%(n)d no longer are", done.freed) % {"n": done.freed},
        }
        return gettext("List accepted: %(entries)s; %(barred)s, %(freed)s.") % counts

    return act(
        request,
        forms.NationalList(request.POST, request.FILES),
        breaks.take_list,
        by=None,
        page=lambda form: _page(request, national_list=form),
        done=said,
        to="backoffice:protection",
    )


def _one(request: HttpRequest) -> HttpResponse | None:
    """The page of one signal or obligation, waiting or not; None where the address names none that there is."""
    asked, owed = (row_of(request.GET.get(word, "")) for word in (ONE_SIGNAL, ONE_OBLIGATION))
    signal = None if asked is None else watch.signal(asked)
    obligation = None if owed is None else watch.obligation(owed, now=timezone.now())
    if signal is None and obligation is None:
        return None
    context = {
        "signal": signal,
        "form": None if signal is None else forms.SignalStep(auto_id=f"id_{signal.id}_%s"),
        "obligation": obligation,
        "may_act": may(request.user, Action.EXCLUDE_PLAYER),
    }
    return pages.page(request, "backoffice/protection/one.html", "protection", context)


def _page(
    request: HttpRequest,
    *,
    step: tuple[int, Form] | None = None,
    fulfilment: Form | None = None,
    national_list: Form | None = None,
) -> HttpResponse:
    """The page; the forms that were sent come back with what is wrong."""
    now = timezone.now()
    if fulfilment is not None:
        say_above(request, fulfilment)
    found = watch.signals(is_open=True, sort=asked_sort(request, watch.SIGNALS, OF_SIGNALS))
    context = {
        "signals": with_forms(request, found, lambda each: forms.SignalStep(auto_id=f"id_{each.id}_%s"), step),
        "signals_by": headings(request, watch.SIGNALS, OF_SIGNALS),
        "closed": watch.signals(is_open=False, limit=20),
        "obligations": watch.obligations(is_open=True, now=now, sort=asked_sort(request, watch.OBLIGATIONS)),
        "obligations_by": headings(request, watch.OBLIGATIONS),
        "done": watch.obligations(is_open=False, now=now, limit=20),
        "may_act": may(request.user, Action.EXCLUDE_PLAYER),
        "national_list": national_list or forms.NationalList(),
    }
    return pages.page(request, "backoffice/protection/page.html", "protection", context, report="limits")
