"""The inbox: what waits, one thing of it beside the list, and giving, putting off, watching (H5, H10)."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import inbox_forms as forms
from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.menu import waiting
from casino.backoffice.presenters import events as sentences
from casino.backoffice.presenters import inbox as presenters
from casino.backoffice.presenters.inbox_kinds import page_of, told_of
from casino.backoffice.presenters.inbox_rows import rows
from casino.backoffice.row_forms import say_above
from casino.web.act import act
from casino.wording import words
from players.events import queries as events
from players.inbox import operations
from players.inbox.operations import WorkDone
from players.inbox.queries import Subject, Thing, may_see, may_work_on, workers
from players.inbox.things import are_known
from players.roles import Action

CASE: Final = "case"
"""The part of the page where one thing stands."""
STORY_MOST: Final = 30


@allowed(*Action)
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """What waits for this person; from now on what stands here is not new to them."""
    answer = _page(request, None)
    if not request.GET.get("tab"):
        operations.look(by=staff_id(request), now=timezone.now())
    return answer


@allowed(*Action)
@require_safe
def inbox_thing(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """One thing beside the list, or alone where there is no room for both."""
    thing = _thing(request, kind, key)
    part = getattr(request, "htmx", None)
    if part and part.target == CASE:
        found = presenters.inbox(person=request.user, now=timezone.now())
        return render(request, "backoffice/inbox/_case.html", _case(request, found, thing))
    return _page(request, thing)


@allowed(*Action)
@require_safe
def inbox_count(request: HttpRequest) -> HttpResponse:
    """How much of it asks for attention by the end of the next working day, for the frame of every page."""
    if not getattr(request, "htmx", None):
        return redirect("backoffice:inbox")
    badge = presenters.inbox(person=request.user, now=timezone.now()).badge()
    return render(request, "backoffice/inbox/_count.html", {"count": waiting(badge.count, due=badge.due)})


@allowed(Action.GIVE_WORK)
@require_POST
def give_work(request: HttpRequest) -> HttpResponse:
    """Give the chosen things to a colleague, or back to the team."""
    form = forms.Give(request.POST, workers(), staff_id(request))

    def said(done: WorkDone) -> str:
        chosen = form.people.get(form.cleaned_data["person"])
        counted = ngettext("%(n)s thing", "%(n)s things", done.things) % {"n": words.number(done.things)}
        if chosen is None:
            return gettext("Given back to the team: %(things)s.") % {"things": counted}
        return gettext("%(name)s looks after it: %(things)s.") % {"name": chosen.name, "things": counted}

    return _act(request, form, operations.assign, said)


@allowed(*Action)
@require_POST
def put_off_work(request: HttpRequest) -> HttpResponse:
    """Keep the chosen things out of one's own inbox for a while."""
    said = gettext("Put off. Others see it as before, and no deadline moves.")
    return _act(request, forms.PutOff(request.POST), operations.put_off, said)


@allowed(*Action)
@require_POST
def bring_back_work(request: HttpRequest) -> HttpResponse:
    """Have them in one's inbox again at once."""
    return _act(request, forms.Chosen(request.POST), operations.bring_back, gettext("It is in your inbox again."))


@allowed(*Action)
@require_POST
def watch_work(request: HttpRequest) -> HttpResponse:
    """Keep the chosen things in view."""
    return _act(request, forms.Chosen(request.POST), operations.watch, gettext("You watch it."))


@allowed(*Action)
@require_POST
def unwatch_work(request: HttpRequest) -> HttpResponse:
    """Keep them in view no longer."""
    return _act(request, forms.Chosen(request.POST), operations.unwatch, gettext("You watch it no longer."))


@allowed(*Action)
@require_POST
def read_work(request: HttpRequest) -> HttpResponse:
    """Say that one has read where colleagues named one."""
    return _act(request, forms.Chosen(request.POST), operations.read_mentions, gettext("Marked as read."))


def _act(
    request: HttpRequest, form: forms.Chosen, operation: Callable[..., Any], done: "str | Callable[[WorkDone], str]"
) -> HttpResponse:
    there = _back(request)

    def back(sent: Form) -> HttpResponse:
        """The forms stand beside a list that is made anew: faults are said above it."""
        say_above(request, sent)
        return redirect(there)

    return act(request, form, operation, page=back, done=done, to=there)


def _back(request: HttpRequest) -> str:
    """Where the form was sent from: the list, one thing beside it, or a player's own page."""
    kind, _, key = request.POST.get("open", "").partition(":")
    there = reverse("backoffice:inbox")
    if kind == Subject.PLAYER and request.POST.get("from") == "page":
        with suppress(NoReverseMatch):
            return page_of(Thing.of(kind, key))
    if kind in set(Subject) and key:
        there = reverse("backoffice:inbox_thing", args=[kind, key])
    return there + _query(request.POST)


def _query(asked: Mapping[str, Any]) -> str:
    said = {name: asked.get(name, "") for name in ("tab", "kind") if asked.get(name)}
    return f"?{urlencode(said)}" if said else ""


def _thing(request: HttpRequest, kind: str, key: str) -> Thing:
    if kind not in set(Subject) or "\0" in key:
        raise Http404
    thing = Thing.of(kind, key)
    if not may_see(request.user, thing.kind) or not are_known([thing]):
        raise Http404
    return thing


def _page(request: HttpRequest, thing: Thing | None) -> HttpResponse:
    now, me = timezone.now(), staff_id(request)
    found = presenters.inbox(person=request.user, now=now)
    tab = request.GET.get("tab", "")
    tab = tab if tab in presenters.TABS else ""
    kinds = presenters.kinds_of(found.of(tab))
    kind, names = request.GET.get("kind", ""), {code: name for code, name, _ in kinds}
    kind = kind if kind in names else ""
    shown, query = found.of(tab, kind), _query({"tab": tab, "kind": kind})
    most = len(shown) if request.GET.get("todas") else presenters.AT_FIRST
    context = {
        "tabs": [(word, name, len(found.of(word))) for word, name in presenters.TABS.items()],
        "tab": tab,
        "kinds": kinds if len(kinds) > 1 else (),
        "kind": kind,
        "kind_name": names.get(kind, ""),
        "query": query,
        "sections": [
            {"heading": each.heading, "count": each.count, "rows": rows(each.items, opened=thing, query=query)}
            for each in presenters.sections(shown, now, most=most)
        ],
        "waiting": len(shown),
        "hidden": len(shown) > most,
        "opened": thing,
        "next": next((item for item in found.of("all") if item.due.due_at is not None), None),
        "give": forms.Give(None, workers(), me),
        "put_off": forms.PutOff(),
        "gives": any(item.worked for item in shown),
        **(_case(request, found, thing) if thing else {}),
    }
    return pages.page(request, "backoffice/inbox/page.html", "inbox", context)


def _case(request: HttpRequest, found: presenters.Inbox, thing: Thing) -> dict[str, Any]:
    item = found.item(thing) or found.gone(thing)
    may_give = may_work_on(request.user, thing.kind)
    people = workers(thing.kind) if may_give else ()
    give = forms.Give(None, people, staff_id(request), auto_id="open_%s") if may_give else None
    if give is not None and item.carer is not None:
        holder = next((key for key, each in give.people.items() if each.id == item.carer.person_id), "")
        give.initial = {"person": holder}
    told = [events.events(subject=thing.kind, key=key, limit=STORY_MOST) for key in told_of(thing)]
    story = sorted((event for each in told for event in each), key=lambda event: -event.number)[:STORY_MOST]
    return {
        "item": item,
        "open_give": give,
        "open_put_off": forms.PutOff(auto_id="open_%s"),
        "story": sentences.lines(story, reader=request.user),
        "query": _query(request.GET),
        "tab": request.GET.get("tab", ""),
        "kind": request.GET.get("kind", ""),
    }
