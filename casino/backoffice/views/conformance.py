"""The conformance matrix for staff: each rule, how far it is kept, and what the tests assert of it (J10)."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.conformance_forms import Search
from casino.backoffice.presenters import conformance as presenters
from players.roles import Action, may


@allowed(Action.SEE_FLOOR)
@require_safe
def conformance(request: HttpRequest) -> HttpResponse:
    """Every rule with its state, the code that keeps it and what the tests assert; or those that are asked for."""
    form = Search(request.GET or None)
    asked = form.wanted() if form.is_bound else {}
    acts = frozenset(action for action in Action if may(request.user, action))
    found = presenters.sections(acts=acts, **asked)
    caught, tried = presenters.planted()
    context = {
        "form": form,
        "searched": any(asked.values()),
        "sections": found,
        "shown": sum(len(section.lines) for section in found),
        "counts": presenters.counts(),
        "legend": [(state.value, label, presenters.MEANINGS[state]) for state, label in presenters.STATES.items()],
        "caught": caught,
        "tried": tried,
    }
    return pages.page(request, "backoffice/conformance/page.html", "conformance", context)
