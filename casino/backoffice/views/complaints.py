"""Complaints for staff: what is due, one case with everything beside it, writing, deciding, the second person (H5)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms as django_forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino import complaint_names, evidence_pack, files
from casino.backoffice import complaint_forms as forms
from casino.backoffice import listing, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import complaints as cards
from casino.backoffice.complaint_sentences import refusal
from casino.signing.again import ask_again
from casino.signing.waiting import braked
from players.brakes import Asked
from players.operations import complaints as operations
from players.operations.attachments import AttachmentRefused
from players.operations.complaints import CaseDone, CaseRefused
from players.queries import complaints as queries
from players.roles import Action, may
from reporting import complaint_log
from reporting.evidence import note_taken
from reporting.writers import Format
from wallet.sorting import Sortable

PAGE_ROWS = 50
_Act = Callable[..., CaseDone]


@allowed(Action.SEE_COMPLAINTS)
@require_safe
def complaints(request: HttpRequest) -> HttpResponse:
    """The cases: first those whose answer is due first."""
    now, form = timezone.now(), forms.Search(request.GET or None)
    asked = form.wanted(me=staff_id(request))
    page = listing.page_of(request, _order(asked), partial(queries.cases, asked, now=now), size=PAGE_ROWS)
    view = request.GET.get("view", "")
    context = {
        "form": form,
        "page": page,
        "cases": [cards.line(card) for card in page.rows],
        "views": [(word, name, f"?view={word}") for word, name in forms.VIEWS.items()],
        "view": view if view in forms.VIEWS else "",
        "counts": queries.waiting_counts(now=now),
        "forms": tuple(each.value for each in Format),
        "may_export": may(request.user, Action.EXPORT_COMPLAINTS),
        "query": urlencode({name: value for name, value in request.GET.items() if name != listing.AFTER}),
    }
    return pages.page(request, "backoffice/complaints/page.html", "complaints", context)


def _order(asked: queries.CaseFilter) -> Sortable:
    """Cases that wait begin with the nearest deadline, the others with the latest."""
    waits = asked.states == forms.OPEN or asked.late or asked.nobodys or asked.award_waits
    return replace(queries.CASES, first=queries.DUE_FIRST) if waits else queries.CASES


@allowed(Action.SEE_COMPLAINTS)
@require_safe
def complaint(request: HttpRequest, number: str) -> HttpResponse:
    """One case, with its round beside it."""
    return _page(request, _case(number))


def _case(number: str) -> queries.CaseCard:
    found = queries.case(number, now=timezone.now())
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, card: queries.CaseCard, *, status: int = 200, **sent: django_forms.Form
) -> HttpResponse:
    """The case's page; `sent` are forms that came back with something wrong."""
    me = staff_id(request)
    decisions = [cards.decision(one) for one in queries.decisions_of(card.id, standing_only=False)]
    waiting = next((one for one in decisions if one.card.waits), None)
    answers = may(request.user, Action.ANSWER_COMPLAINTS)
    decides = answers and card.state == "in-hand" and card.handler_id == me and waiting is None
    seen = {"seen": card.revision}
    context = {
        "case": cards.line(card),
        "said": queries.messages_of(card.id, with_notes=True),
        "decisions": decisions,
        "waiting": waiting,
        "events": [cards.event(one) for one in reversed(queries.events_of(card.id))],
        "beside": cards.beside(card),
        "take": answers and card.is_open and card.handler_id != me and waiting is None,
        "seen": card.revision,
        "write": sent.get("write") or (forms.Write() if answers else None),
        "may_write_player": card.state in {"in-hand", "answered"},
        "decide": sent.get("decide")
        or (forms.Decide(initial={**seen, "reasons": cards.draft(card)}) if decides else None),
        "approves": waiting is not None and may(request.user, Action.APPROVE_AWARD) and waiting.card.by_id != me,
        "own_proposal": waiting is not None and waiting.card.by_id == me,
        "refuse": sent.get("refuse") or forms.RefuseAward(initial=seen),
    }
    return pages.page(request, "backoffice/complaint/page.html", "complaints", context, status=status)


def _done(
    request: HttpRequest,
    card: queries.CaseCard,
    name: str,
    form: django_forms.Form,
    act: _Act,
    said: str,
    *,
    fields: Sequence[str] = ("seen",),
    **others: Any,
) -> HttpResponse:
    """Do it with what these fields of the form say, and go back to the case; or show the case with why not."""
    if form.is_valid():
        asked = {field: form.cleaned_data[field] for field in fields}
        try:
            act(complaint_id=card.id, by=staff_id(request), now=timezone.now(), **asked, **others)
        except AttachmentRefused as error:
            form.add_error("attached", complaint_names.file_refusal(error))
        except CaseRefused as error:
            form.add_error(None, refusal(error))
        else:
            messages.success(request, said)
            return redirect("backoffice:complaint", card.number)
    if name == "seen":
        messages.error(request, " ".join(str(error) for error in form.non_field_errors()) or gettext("Nada mudou."))
        return redirect("backoffice:complaint", card.number)
    return _page(request, _case(card.number), status=409 if form.non_field_errors() else 400, **{name: form})


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def take_complaint(request: HttpRequest, number: str) -> HttpResponse:
    """Take a case in hand."""
    card, form = _case(number), forms.Seen(request.POST)
    return _done(request, card, "seen", form, operations.take_in_hand, gettext("O caso é seu."))


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def write_complaint(request: HttpRequest, number: str) -> HttpResponse:
    """Write to the player, or a note for colleagues; the button says which."""
    card, form = _case(number), forms.Write(request.POST)
    note = request.POST.get("to") != "player"
    operation = operations.note if note else operations.write
    said = gettext("A nota ficou guardada; só a casa a vê.") if note else gettext("A mensagem foi enviada.")

    def act(**asked: Any) -> CaseDone:
        return operation(files=files.sent_files(request), **asked)

    return _done(request, card, "write", form, act, said, fields=("text", "key"))


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def decide_complaint(request: HttpRequest, number: str) -> HttpResponse:
    """Decide a case; with money, propose it to a second person."""
    card, form = _case(number), forms.Decide(request.POST)
    award = (form.cleaned_data.get("award") or 0) if form.is_valid() else 0
    said = (
        gettext("Proposto. A pessoa só é avisada depois de o pagamento ser aprovado por outra pessoa da casa.")
        if award
        else gettext("Decidido. A pessoa já foi avisada.")
    )
    fields = ("outcome", "reasons", "seen", "key")
    return _done(request, card, "decide", form, operations.decide, said, fields=fields, award=award)


@allowed(Action.APPROVE_AWARD)
@ask_again
@require_POST
def approve_award(request: HttpRequest, number: str) -> HttpResponse:
    """Agree, as a second person, to pay."""
    card, form = _case(number), forms.Seen(request.POST)
    said = gettext("Aprovado e pago. A pessoa já foi avisada.")
    return _done(request, card, "seen", form, operations.approve_award, said)


@allowed(Action.APPROVE_AWARD)
@ask_again
@require_POST
def refuse_award(request: HttpRequest, number: str) -> HttpResponse:
    """Disagree, as a second person, with the reason."""
    card, form = _case(number), forms.RefuseAward(request.POST)
    said = gettext("Não aprovado. O caso voltou a quem o tem; nada foi pago.")
    return _done(request, card, "refuse", form, operations.refuse_award, said, fields=("reason", "seen"))


@allowed(Action.SEE_COMPLAINTS)
@require_safe
def complaint_file(request: HttpRequest, code: UUID) -> HttpResponse:
    """A file of a case, as a download."""
    found = queries.file_content(code, person_id=None)
    if found is None:
        raise Http404
    return files.download(found.content, name=found.name, content_type=found.content_type)


@allowed(Action.EXPORT_COMPLAINTS)
@ask_again
@require_safe
def export_complaints(request: HttpRequest, form: str) -> HttpResponse:
    """The log of complaints as a file, with the list's filters; who took it is kept."""
    if form not in set(Format):
        raise Http404
    asked = forms.Search(request.GET or None).wanted(me=staff_id(request))
    sort = queries.CASES.read(request.GET.get(listing.ORDER, complaint_log.OLDEST_FIRST.word))
    exported = complaint_log.export_complaints(
        asked=asked, format=Format(form), sort=sort, by=staff_id(request), now=timezone.now()
    )
    return files.download(exported.content, name=exported.filename, content_type=exported.content_type)


@allowed(Action.SEE_COMPLAINTS)
@ask_again
@require_safe
@braked(Asked.EVIDENCE)
def evidence(request: HttpRequest, code: str) -> HttpResponse:
    """The whole evidence pack of a round; who took it is kept (G3)."""
    made = evidence_pack.made(code, person_id=None)
    if made is None:
        raise Http404
    note_taken(made.pack, made.facts, by=staff_id(request), now=timezone.now())
    return evidence_pack.handed_out(made.pack)
