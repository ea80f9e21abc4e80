"""Incidents: the list, one incident with its findings, and the acts on it."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages, running_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.list_pages import show
from casino.backoffice.lists.play import INCIDENTS
from casino.backoffice.presenters import events as presenters
from casino.backoffice.presenters.drift import alarm_lines
from casino.backoffice.presenters.incidents import case_of, untold, with_notes, word_to_regulator
from casino.backoffice.presenters.ledger import told
from casino.backoffice.presenters.mentions import unreached
from casino.backoffice.presenters.regulator_line import incident_reason
from casino.backoffice.presenters.rounds import Who, players_of, whos
from casino.signing.again import ask_again
from casino.web.act import act, posted
from players.accounts import queries as players
from players.events import queries as events
from players.events.queries import EventCard, Subject
from players.roles import Action, may
from tables import queries
from tables.operations import incidents as operations
from tables.operations.incidents import IncidentRejection

WRITTEN: Final = frozenset({"containment", "explanation", "lessons", "grading", "extent"})
"""The forms that are not on the page while the end is proposed, or once it is over."""


@allowed(Action.SEE_INCIDENTS)
@require_safe
def incidents(request: HttpRequest) -> HttpResponse:
    """The incidents, newest first."""
    form = running_forms.IncidentSearch(request.GET or None)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    state, whose = asked.get("state", ""), asked.get("whose", "")
    return show(
        request,
        INCIDENTS,
        form,
        kind=asked.get("kind") or None,
        is_open={"abertos": True, "fechados": False}.get(state),
        untold=state == "por-comunicar",
        severity=asked.get("severity"),
        owner_id=staff_id(request) if whose == "mine" else None,
        unowned=whose == "unowned",
    )


@allowed(Action.SEE_INCIDENTS)
@require_safe
def incident(request: HttpRequest, number: int) -> HttpResponse:
    """One incident: the known facts, the findings, the cause and the remedy."""
    return _page(request, number)


@allowed(Action.HANDLE_INCIDENTS)
def report_incident(request: HttpRequest) -> HttpResponse:
    """Write down what a person noticed."""
    rows = {row.code: row for row in queries.floor(now=timezone.now())}
    form = running_forms.Report(posted(request), tables=rows)
    return act(
        request,
        form,
        operations.report,
        page=partial(_report_page, request),
        done=gettext("The incident is recorded."),
        to=lambda made: ("backoffice:incident", made.incident_id),
    )


def _report_page(request: HttpRequest, form: running_forms.Report) -> HttpResponse:
    return pages.page(request, "backoffice/report_incident/page.html", "incidents", {"form": form})


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def note_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Write down what was found out."""
    form = running_forms.Note(request.POST)

    def said(_: object) -> str:
        return unreached(form.cleaned_data["text"], Subject.INCIDENT)

    return _act(request, number, form, "note", operations.note, said)


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def grade_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Say how severe it is."""
    form = running_forms.Grading(request.POST, auto_id="grade_%s")
    return _act(request, number, form, "grading", operations.grade, gettext("The severity is noted."))


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def assign_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Give it to a colleague, or take it."""
    form = running_forms.Owner(request.POST, handlers=operations.handlers(), auto_id="owner_%s")
    return _act(request, number, form, "owner", operations.assign, gettext("The owner is noted."))


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def measure_incident(request: HttpRequest, number: int) -> HttpResponse:
    """State what it touched."""
    form = running_forms.Extent(request.POST, auto_id="extent_%s")
    return _act(request, number, form, "extent", operations.measure, gettext("What it touched is noted."))


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def contain_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Write what was done at once."""
    form = running_forms.Containment(request.POST, auto_id="containment_%s")
    return _as_read(
        request, number, form, "containment", operations.contain, gettext("What was done at once is saved.")
    )


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def explain_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Write the cause, the remedy, or both."""
    form = running_forms.Explanation(request.POST, auto_id="explanation_%s")
    return _as_read(request, number, form, "explanation", operations.explain, gettext("Cause and remedy are saved."))


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def learn_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Write the after-action note."""
    form = running_forms.Lessons(request.POST, auto_id="lessons_%s")
    return _as_read(request, number, form, "lessons", operations.learn, gettext("The after-action note is saved."))


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def tell_regulator(request: HttpRequest, number: int) -> HttpResponse:
    """Keep the word that the regulator was given."""
    form = running_forms.Word(request.POST, auto_id="word_%s")
    return _act(request, number, form, "word", operations.tell_regulator, gettext("The word to the regulator is kept."))


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def propose_end(request: HttpRequest, number: int) -> HttpResponse:
    """Propose to a second person to close it."""
    done = gettext("The end is proposed. A second person closes the incident.")
    return _as_read(request, number, None, "", operations.propose_end, done)


@allowed(Action.HANDLE_INCIDENTS)
@ask_again
@require_POST
def approve_end(request: HttpRequest, number: int) -> HttpResponse:
    """Close what another person proposed to close."""
    return _as_read(request, number, None, "", operations.approve_end, gettext("The incident is closed."))


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def reject_end(request: HttpRequest, number: int) -> HttpResponse:
    """Do not close it yet, or take one's own proposal back."""
    form = forms.Reason(request.POST, auto_id="rejection_%s")
    return _act(request, number, form, "rejection", operations.reject_end, gettext("The incident stays open."))


def _act(
    request: HttpRequest,
    number: int,
    form: Form | None,
    name: str,
    operation: Callable[..., Any],
    done: "str | Callable[[Any], str]" = "",
    **facts: Any,
) -> HttpResponse:
    return act(
        request,
        form,
        operation,
        incident_id=number,
        **facts,
        page=lambda sent: _page(request, number, **({name: sent} if sent else {})),
        missing=(IncidentRejection.NO_SUCH_INCIDENT,),
        done=done,
        to=("backoffice:incident", number),
    )


def _as_read(
    request: HttpRequest, number: int, form: Form | None, name: str, operation: Callable[..., Any], done: str
) -> HttpResponse:
    """Act on the revision that the page showed; without one, on one that no incident has."""
    seen = forms.row_of(request.POST.get("seen", ""))
    return _act(request, number, form, name, operation, done, seen=-1 if seen is None else seen)


def _told(card: queries.IncidentCard) -> list[EventCard]:
    """What was told of the incident, and of its round, in the order in which it happened."""
    told = {event.number: event for event in events.of_subject(Subject.INCIDENT, f"I-{card.id}")}
    if card.table_code and card.subject:
        told |= {event.number: event for event in events.of_round(card.subject)}
    return sorted(told.values(), key=lambda event: (event.at, event.number))


def _players_of(card: queries.IncidentCard) -> tuple[Who, ...]:
    """Who had bets in the incident's round, each once; empty where it is about no round."""
    played = queries.round_of(round_code=card.subject, person_id=None) if card.table_code and card.subject else None
    if played is None:
        return ()
    persons = players_of(played)
    return whos(played, players.person_keys(persons), players.guests_among(persons))


def _page(request: HttpRequest, number: int, **sent: Form) -> HttpResponse:
    """The incident's page; `sent` are forms that came back with something wrong, by their names on the page."""
    card, now = queries.incident(number), timezone.now()
    if card is None:
        raise Http404
    may_handle = may(request.user, Action.HANDLE_INCIDENTS) and not card.closed_at
    may_write = may_handle and not card.proposed_at
    may_tell = may(request.user, Action.HANDLE_INCIDENTS) and not card.told_at
    shown = {"note"} | (WRITTEN if may_write else set()) | ({"owner"} if may_handle else set())
    shown |= ({"word"} if may_tell else set()) | ({"rejection"} if may_handle and card.proposed_at else set())
    told_of, notes = _told(card), queries.incident_notes(number)
    touched = queries.touched(number, now=now)
    each = queries.money_of_each(card.subject) if card.table_code and card.subject else ()
    context = {
        "incident": card,
        "case": case_of(card, touched, told_of, now=now),
        "touched": touched,
        "each": each,
        "missing": sum(one.missing for one in each),
        "differences": told(card.facts["reason"]) if "proof" in card.facts else (),
        "line_reason": incident_reason(card.facts) if card.kind == "regulator-line" else "",
        "drift": alarm_lines(queries.alarms(incident_id=number)),
        "may_audit": may(request.user, Action.SEE_AUDIT),
        "sees_floor": may(request.user, Action.SEE_FLOOR),
        "sees_ledger": may(request.user, Action.SEE_LEDGER),
        "older_notes": untold(notes, told_of),
        "timeline": with_notes(presenters.lines(told_of, reader=request.user), told_of, notes),
        "may_handle": may_handle,
        "may_write": may_write,
        "proposed_by_me": card.proposed_by_id == staff_id(request),
        "may_note": may(request.user, Action.HANDLE_INCIDENTS),
        "unsaid": [form for name, form in sent.items() if name not in shown],
        "may_tell": may_tell,
        "word": running_forms.Word(
            initial={"word": word_to_regulator(card, touched, operator=settings.OPERATOR_PROFILE.operator.name)},
            auto_id="word_%s",
        ),
        "mine": card.owner_id == staff_id(request),
        "me": staff_id(request),
        "players": _players_of(card),
        "may_see_player": may(request.user, Action.SEE_PLAYERS),
        "note": running_forms.Note(),
        "rejection": forms.Reason(auto_id="rejection_%s"),
        **(_forms(card, touched) if may_handle else {}),
        **sent,
    }
    return pages.page(request, "backoffice/incident/page.html", "incidents", context)


def _forms(card: queries.IncidentCard, touched: queries.Touched) -> dict[str, Form]:
    """What may be said of an open incident, as it stands."""
    stated = {name: getattr(touched, name) for name in touched.stated}
    if "standstill" in stated:
        stated["minutes"] = stated.pop("standstill") // 60
    return {
        "grading": running_forms.Grading(initial={"severity": card.severity}, auto_id="grade_%s"),
        "owner": running_forms.Owner(
            initial={"owner_id": card.owner_id}, handlers=operations.handlers(), auto_id="owner_%s"
        ),
        "extent": running_forms.Extent(initial=stated, auto_id="extent_%s"),
        "containment": running_forms.Containment(initial={"containment": card.containment}, auto_id="containment_%s"),
        "explanation": running_forms.Explanation(
            initial={"cause": card.cause, "solution": card.solution}, auto_id="explanation_%s"
        ),
        "lessons": running_forms.Lessons(initial={"lessons": card.lessons}, auto_id="lessons_%s"),
    }
