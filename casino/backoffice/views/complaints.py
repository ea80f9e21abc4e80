"""Complaints for staff: the open cases, one case with all its facts, messages, the decision, the approval (H5)."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django import forms as django_forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import complaint_forms as forms
from casino.backoffice import listing, pages, reply_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.list_pages import draw
from casino.backoffice.lists.cases import COMPLAINTS
from casino.backoffice.presenters import case_player
from casino.backoffice.presenters import complaints as presenters
from casino.backoffice.presenters import replies as reply_presenters
from casino.backoffice.presenters.mentions import unreached
from casino.backoffice.views.player_parts import card_of
from casino.signing.again import ask_again
from casino.signing.waiting import braked
from casino.stories import evidence_pack
from casino.web import files
from casino.web.act import act, posted
from kernel.sorting import Sortable
from players.accounts.queries import PersonCard
from players.complaints import operations
from players.complaints.operations import CaseDone, CaseRejection
from players.complaints.operations.attachments import AttachmentRejection
from players.complaints.operations.making import ComplaintRejection
from players.complaints.queries import cases as queries
from players.complaints.queries import replies
from players.inbox.queries import Subject
from players.messages.brakes import Asked
from players.roles import Action, may
from reporting.files import complaint_log
from reporting.files.evidence import note_taken
from reporting.writers import Format

PAGE_ROWS = 50
_AT_FILES: Final[dict[StrEnum, str]] = dict.fromkeys(AttachmentRejection, "attached")
_REGISTERED: Final[dict[StrEnum, str]] = {
    **_AT_FILES,
    ComplaintRejection.SHEET_INVALID: "sheet",
    ComplaintRejection.SHEET_TAKEN: "sheet",
}
OF_THE_SHEET: Final = "id_sheet_%s"
"""The ids of its form's fields: the page of a case may have another form with a reason."""
_OF_A_CASE: Final[dict[StrEnum, str]] = {
    **_AT_FILES,
    CaseRejection.SHEET_INVALID: "sheet",
    CaseRejection.REASON_MISSING: "reason",
    CaseRejection.SAME_SHEET: "sheet",
    CaseRejection.SHEET_TAKEN: "sheet",
}


@allowed(Action.SEE_COMPLAINTS)
@require_safe
def complaints(request: HttpRequest) -> HttpResponse:
    """The cases, those with the earliest deadline first."""
    now, form = timezone.now(), forms.Search(request.GET or None)
    asked = form.wanted(me=staff_id(request))
    page = listing.page_of(request, _order(asked), partial(queries.cases, asked, now=now), size=PAGE_ROWS)
    view = request.GET.get("view", "")
    context = {
        "views": [(word, name, f"?view={word}") for word, name in forms.VIEWS.items()],
        "view": view if view in forms.VIEWS else "",
        "counts": queries.waiting_counts(now=now),
        "forms": tuple(each.value for each in Format),
        "may_export": may(request.user, Action.EXPORT_COMPLAINTS),
        "query": urlencode({name: value for name, value in request.GET.items() if name != listing.AFTER}),
    }
    return draw(request, COMPLAINTS, page, form=form, template="backoffice/complaints/page.html", **context)


def _order(asked: queries.CaseFilter) -> Sortable:
    """Cases that wait begin with the nearest deadline, the others with the latest."""
    waits = asked.states == forms.OPEN or asked.late or asked.unassigned or asked.award_waits
    return replace(queries.CASES, first=queries.DUE_FIRST) if waits else queries.CASES


@allowed(Action.SEE_COMPLAINTS)
@require_safe
def complaint(request: HttpRequest, number: str) -> HttpResponse:
    """One case, with its round beside it."""
    return _page(request, _case(number))


@allowed(Action.ANSWER_COMPLAINTS)
@require_http_methods(["GET", "HEAD", "POST"])
def register_complaint(request: HttpRequest, number: UUID) -> HttpResponse:
    """Register for a player a complaint that came by letter, e-mail, telephone or the Complaints Book."""
    player = card_of(number)
    return act(
        request,
        forms.RegisterComplaint(posted(request)),
        lambda **asked: operations.register_complaint(files=files.sent_files(request), **asked),
        person_id=player.id,
        page=partial(_register_page, request, player),
        fields=_REGISTERED,
        done=gettext("The complaint is registered; the player has been told its number."),
        to=lambda done: ("backoffice:complaint", done.number),
    )


@allowed(Action.ANSWER_COMPLAINTS)
@require_http_methods(["GET", "HEAD", "POST"])
def register_outsider(request: HttpRequest) -> HttpResponse:
    """Register a complaint of a person without an account: refused at registration, an heir, another."""

    def said(done: CaseDone) -> str:
        card = _case(done.number)
        if card.email:
            return gettext("The complaint is registered; the person has been told its number by email.")
        return gettext("The complaint is registered. Send its number by post, and note the day in the case.")

    return act(
        request,
        forms.RegisterOutsider(posted(request)),
        lambda **asked: operations.register_outsider(files=files.sent_files(request), **asked),
        page=partial(_register_page, request, None),
        fields=_REGISTERED,
        done=said,
        to=lambda done: ("backoffice:complaint", done.number),
    )


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def mark_posted(request: HttpRequest, number: str) -> HttpResponse:
    """Note on which day the house's words left by post, to a person whom no e-mail reaches."""
    form = forms.Posted(request.POST)
    return _act(request, number, "post", form, operations.mark_posted, gettext("The day of posting was noted."))


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def correct_sheet(request: HttpRequest, number: str) -> HttpResponse:
    """Correct the number of the sheet in the Complaints Book, or write in the first one."""
    form = forms.CorrectSheet(request.POST, auto_id=OF_THE_SHEET)
    return _act(request, number, "sheet", form, operations.correct_sheet, gettext("The number of the sheet was saved."))


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def register_reply(request: HttpRequest, number: str) -> HttpResponse:
    """Register what a person without an account wrote back, and open the case again where that is asked for."""
    form = forms.RegisterReply(request.POST)

    def said(_: CaseDone) -> str:
        if form.cleaned_data["again"]:
            return gettext("Registered. The case is open again.")
        return gettext("Registered with the case.")

    def with_files(**asked: Any) -> CaseDone:
        return operations.register_reply(files=files.sent_files(request), **asked)

    return _act(request, number, "reply", form, with_files, said)


def _register_page(request: HttpRequest, player: PersonCard | None, form: forms.RegisterComplaint) -> HttpResponse:
    context = {"form": form, "player": player}
    return pages.page(request, "backoffice/register_complaint/page.html", "complaints", context)


def _case(number: str) -> queries.CaseCard:
    found = queries.case(number, now=timezone.now())
    if found is None:
        raise Http404
    return found


def _page(request: HttpRequest, card: queries.CaseCard, **sent: django_forms.Form) -> HttpResponse:
    """The case's page; `sent` are forms that came back with something wrong."""
    me, events, known = staff_id(request), queries.events_of(card.id), presenters.known(card)
    decisions = [presenters.decision(one) for one in queries.decisions_of(card.id, standing_only=False)]
    waiting = next((one for one in decisions if one.card.waits), None)
    answers = may(request.user, Action.ANSWER_COMPLAINTS)
    decides = answers and card.state == "in-hand" and card.handler_id == me and waiting is None
    seen = {"seen": card.revision}
    context = {
        "case": presenters.line(card),
        "said": queries.messages_of(card.id, with_notes=True),
        "decisions": decisions,
        "waiting": waiting,
        "events": [presenters.event(one, card) for one in reversed(events)],
        "beside": presenters.beside(card),
        "take": answers and card.is_open and card.handler_id != me and waiting is None,
        "seen": card.revision,
        "write": sent.get("write") or (_write(card, known) if answers else None),
        "may_write_player": card.state in {"in-hand", "answered"},
        "known": known,
        "payment_href": _payment_href(known) if may(request.user, Action.SEE_MONEY) else "",
        "similar": presenters.similar(card),
        "brief": case_player.brief(card, now=timezone.now()) if may(request.user, Action.SEE_PLAYERS) else None,
        "decide": sent.get("decide") or (_decide(card, known) if decides else None),
        "decide_fields": "template used outcome reasons key seen" if card.outsider else None,
        "approves": waiting is not None and may(request.user, Action.APPROVE_AWARD) and waiting.card.by_id != me,
        "own_proposal": waiting is not None and waiting.card.by_id == me,
        "post": sent.get("post") or (forms.Posted(initial=seen) if answers and card.goes_by_post else None),
        "reply": sent.get("reply") or (forms.RegisterReply(initial=seen) if answers and card.outsider else None),
        "sheet": sent.get("sheet") or (_sheet(card) if answers and card.channel is queries.Channel.BOOK else None),
        "to_post": card.goes_by_post and presenters.waits_for_post(events),
        "refuse": sent.get("refuse") or forms.RefuseAward(initial=seen),
        "may_see_player": may(request.user, Action.SEE_PLAYERS),
    }
    return pages.page(request, "backoffice/complaint/page.html", "complaints", context)


def _sheet(card: queries.CaseCard) -> forms.CorrectSheet:
    """The form of the sheet's number, which begins with the present one."""
    return forms.CorrectSheet(initial={"seen": card.revision, "sheet": card.sheet}, auto_id=OF_THE_SHEET)


def _payment_href(known: presenters.Known) -> str:
    """The page of the payment that the case is about; empty where it is about none."""
    paid = known.payment
    return reverse(f"backoffice:{paid.kind}", args=[paid.card.key]) if paid else ""


def _decide(card: queries.CaseCard, known: presenters.Known, sent: "QueryDict | None" = None) -> reply_forms.Decide:
    """The form of the answer: it begins with the draft, and offers the kept texts in the complainant's language."""
    initial = {"seen": card.revision, "reasons": known.theirs.draft}
    return reply_forms.Decide(sent, initial=initial, **_kept_texts(card, known))


def _write(
    card: queries.CaseCard, known: presenters.Known, sent: "QueryDict | None" = None, *, note: bool = False
) -> reply_forms.Write:
    """The form of a message, with the same kept texts where a message may be sent."""
    offered = _kept_texts(card, known)
    if card.state not in {"in-hand", "answered"}:
        offered["filled"] = ()
    return reply_forms.Write(sent, note=note, **offered)


def _kept_texts(card: queries.CaseCard, known: presenters.Known) -> dict[str, Any]:
    """What both forms take: the facts, and the kept texts that fit, filled with them."""
    fitting = replies.fitting(category=card.category, language=known.language)
    return {
        "facts": known.theirs,
        "language": known.language,
        "filled": reply_presenters.filled(fitting, known.theirs.values),
        "address": reverse("backoffice:insert_reply", args=[card.number]),
    }


def _act(
    request: HttpRequest,
    number: str,
    name: str,
    form: django_forms.Form,
    operation: Callable[..., CaseDone],
    done: "str | Callable[[CaseDone], str]",
) -> HttpResponse:
    """Do the act and go back to the case; or show the case, with the form under its name there."""
    return act(
        request,
        form,
        operation,
        complaint_id=_case(number).id,
        page=lambda sent: _page(request, _case(number), **{name: sent}),
        fields=_OF_A_CASE,
        done=done,
        to=("backoffice:complaint", number),
    )


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def take_complaint(request: HttpRequest, number: str) -> HttpResponse:
    """Take a case in hand."""
    form = forms.Seen(request.POST)
    return _act(request, number, "seen", form, operations.take_in_hand, gettext("The case is yours."))


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def write_complaint(request: HttpRequest, number: str) -> HttpResponse:
    """Write to the player, or a note for colleagues; the button says which."""
    note = request.POST.get("to") != "player"
    operation = operations.note if note else operations.write
    saved = gettext("The note was saved; only the house sees it.") if note else gettext("The message was sent.")

    def with_files(**asked: Any) -> CaseDone:
        return operation(files=files.sent_files(request), **asked)

    card = _case(number)
    form = _write(card, presenters.known(card), request.POST, note=note)

    def said(_: CaseDone) -> str:
        missed = unreached(form.cleaned_data["text"], Subject.COMPLAINT) if note else ""
        return f"{saved} {missed}".strip()

    return _act(request, number, "write", form, with_files, said)


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def decide_complaint(request: HttpRequest, number: str) -> HttpResponse:
    """Decide a case; with money, propose it to a second person."""
    card = _case(number)
    form = _decide(card, presenters.known(card), request.POST)

    def said(_: CaseDone) -> str:
        if form.cleaned_data["award"]:
            return gettext("Proposed. The person is told only after another member of staff approves the payment.")
        return gettext("Decided. The person has been told.")

    return _act(request, number, "decide", form, operations.decide, said)


@allowed(Action.ANSWER_COMPLAINTS)
@require_POST
def insert_reply(request: HttpRequest, number: str) -> HttpResponse:
    """Put the chosen text below the text so far, for a browser without script; nothing is kept."""
    card = _case(number)
    name, made = ("decide", _decide) if "reasons" in request.POST else ("write", _write)
    sent = made(card, presenters.known(card), request.POST)
    form = sent.inserted()
    if form is None:
        messages.info(request, gettext("Choose a template. Nothing was inserted."))
        return _page(request, card, **{name: sent.unchecked()})
    messages.info(request, sent.by_version[request.POST["template"]].said)
    return _page(request, card, **{name: form})


@allowed(Action.APPROVE_AWARD)
@ask_again
@require_POST
def approve_award(request: HttpRequest, number: str) -> HttpResponse:
    """Agree, as a second person, to pay."""
    said = gettext("Approved and paid. The person has been told.")
    return _act(request, number, "seen", forms.Seen(request.POST), operations.approve_award, said)


@allowed(Action.APPROVE_AWARD)
@ask_again
@require_POST
def refuse_award(request: HttpRequest, number: str) -> HttpResponse:
    """Disagree, as a second person, with the reason."""
    said = gettext("Not approved. The case has gone back to the person handling it; nothing was paid.")
    return _act(request, number, "refuse", forms.RefuseAward(request.POST), operations.refuse_award, said)


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
    """The log of complaints as a file, with the list's filters; the download is recorded."""
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
    """The whole evidence pack of a round; the download is recorded (G3)."""
    made = evidence_pack.made(code, person_id=None)
    if made is None:
        raise Http404
    note_taken(made.pack, made.facts, by=staff_id(request), now=timezone.now())
    return evidence_pack.handed_out(made.pack)
