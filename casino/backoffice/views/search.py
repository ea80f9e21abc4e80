"""The one search: as a page, as the rows of the palette, and the look-ups that are noted."""

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.search import keys, kinds, people
from casino.backoffice.search.answers import Group
from casino.backoffice.search.asked import LONGEST, read
from casino.backoffice.search_forms import FindPerson
from casino.web.act import act
from players.audit.operations.finding import Finding, find_persons
from players.roles import Action


@allowed(*Action)
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """What a text finds among all that this person may see; nothing, with a word, for a text that means nothing."""
    text, kind = request.GET.get("q", ""), request.GET.get("kind", "")
    began = time.perf_counter()
    groups = kinds.answer(request.user, read(text, now=timezone.now()), kind=kind, now=timezone.now())
    context = {
        "text": text[:LONGEST],
        "too_long": len(text) > LONGEST,
        "kind": kind,
        "kinds": kinds.kinds_of(request.user),
        "letters": keys.letters(request.user),
        "groups": groups,
        "count": sum(len(group.rows) for group in groups),
        "milliseconds": round((time.perf_counter() - began) * 1000),
    }
    if request.headers.get("HX-Request"):
        return render(request, "backoffice/search/_palette.html", context)
    return pages.page(request, "backoffice/search/page.html", "search", context)


@allowed(Action.SEE_PLAYERS)
@require_POST
def find_person(request: HttpRequest) -> HttpResponse:
    """The people of an e-mail, a name or an account's end, masked; that this person looked is noted with each."""
    form = FindPerson(request.POST)

    def page(_: object, found: Finding | None = None) -> HttpResponse:
        looked, found = found is not None, found or Finding(())
        players = tuple(people.player(row) for row in found.persons)
        cases = tuple(people.case(row) for row in found.cases)
        both = (Group("players", gettext("Players"), players), Group("complaints", gettext("Complaints"), cases))
        groups = tuple(group for group in both if group.rows)
        text = str(form.cleaned_data.get("text", "")) if form.is_valid() else ""
        context = {
            "letters": keys.letters(request.user),
            "form": form,
            "text": text,
            "groups": groups,
            "noted": looked,
            "count": len(players) + len(cases),
        }
        return pages.page(request, "backoffice/search/page.html", "search", context)

    return act(request, form, find_persons, page=page, to=lambda found: page(form, found))
