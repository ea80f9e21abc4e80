"""Who works here, with which roles, and when they last came; what becomes of them is proposed, an end is immediate."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django import forms as django_forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import listing, pages, staff_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import audit as trail_cards
from casino.backoffice.cards import staff as cards
from casino.signing.again import ask_again
from players import queries as persons
from players.operations import staff as operations
from players.operations.staff import MemberRefused
from players.queries import audit as trail
from players.queries.staff import (
    MemberCard,
    changes_of_member,
    proposals_about,
    staff_member,
    staff_members,
    staff_to_decide,
)
from players.roles import Action, may
from wallet.sorting import Sort

COLUMNS: Final[dict[str, Callable[[MemberCard], Any]]] = {
    "status": lambda card: (not card.active, card.name.casefold()),
    "name": lambda card: (card.name.casefold(), card.id),
    "access": lambda card: (card.last_access is not None, card.last_access or card.joined_at),
}
"""What the list of those who work here can be sorted by."""


@allowed(Action.SEE_STAFF)
@require_safe
def staff(request: HttpRequest) -> HttpResponse:
    """Everybody who works here or did, with roles and last access."""
    found, heads = listing.arranged(request, staff_members(), COLUMNS, Sort("status"))
    context = {
        "members": [(card, cards.named(card.roles)) for card in found],
        "headings": heads,
        "may_manage": may(request.user, Action.MANAGE_STAFF),
        "to_decide": staff_to_decide(staff_id(request)) if may(request.user, Action.APPROVE_STAFF) else 0,
    }
    return pages.page(request, "backoffice/staff/page.html", "staff", context)


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def new_staff(request: HttpRequest) -> HttpResponse:
    """Propose to take somebody on; once another person agrees, they choose their own password by e-mail."""
    form = staff_forms.NewMember(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = operations.propose_hire(**form.cleaned_data, by=staff_id(request), now=timezone.now())
        except MemberRefused as refused:
            staff_forms.refuse(form, refused)
        else:
            messages.success(request, _proposed())
            return redirect("backoffice:staff_proposal", made.proposal_id)
    return pages.page(request, "backoffice/new_staff/page.html", "staff", {"form": form}, status=_status(form))


def _proposed() -> str:
    return gettext("Proposto. Espera agora pela decisão de outra pessoa; até lá nada muda.")


@allowed(Action.SEE_STAFF)
@require_safe
def member(request: HttpRequest, number: UUID) -> HttpResponse:
    """One member: roles, last access, and all that was ever proposed and changed about them."""
    return _page(request, _card(number))


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_POST
def change_roles(request: HttpRequest, number: UUID) -> HttpResponse:
    """Propose other roles."""
    return _propose(request, number, staff_forms.Roles(request.POST), "roles_form", operations.propose_roles)


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_POST
def enable_staff(request: HttpRequest, number: UUID) -> HttpResponse:
    """Propose to let in again."""
    form = staff_forms.Why(request.POST, auto_id="enable_%s")
    return _propose(request, number, form, "enable_form", operations.propose_enabling)


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_POST
def reset_factor(request: HttpRequest, number: UUID) -> HttpResponse:
    """Propose to take away a lost second factor."""
    form = staff_forms.Why(request.POST, auto_id="factor_%s")
    return _propose(request, number, form, "factor_form", operations.propose_factor_reset)


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_POST
def give_identity(request: HttpRequest, number: UUID) -> HttpResponse:
    """Propose who the member is by law."""
    form = staff_forms.Identity(request.POST, auto_id="identity_%s")
    return _propose(request, number, form, "identity_form", operations.propose_identity)


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_POST
def disable_staff(request: HttpRequest, number: UUID) -> HttpResponse:
    """Shut out at once."""
    card, form = _card(number), staff_forms.Ending(request.POST, auto_id="ending_%s")
    if form.is_valid():
        try:
            operations.disable_staff(person_id=card.id, **form.cleaned_data, by=staff_id(request), now=timezone.now())
        except MemberRefused as refused:
            staff_forms.refuse(form, refused)
        else:
            said = gettext("O acesso terminou: a pessoa saiu de todos os dispositivos e já não entra.")
            messages.success(request, said)
            return redirect("backoffice:member", number)
    return _page(request, card, status=400, ending_form=form)


@allowed(Action.MANAGE_STAFF)
@require_POST
def invite_again(request: HttpRequest, number: UUID) -> HttpResponse:
    """Send the invitation again to who chose no password yet."""
    try:
        operations.invite_again(person_id=_card(number).id, by=staff_id(request), now=timezone.now())
    except MemberRefused as refused:
        messages.error(request, staff_forms.said(refused))
    else:
        messages.success(request, gettext("O convite segue outra vez, e serve durante três dias."))
    return redirect("backoffice:member", number)


def _propose(
    request: HttpRequest, number: UUID, form: django_forms.Form, name: str, operation: Callable[..., Any]
) -> HttpResponse:
    card = _card(number)
    if form.is_valid():
        try:
            made = operation(person_id=card.id, **form.cleaned_data, by=staff_id(request), now=timezone.now())
        except MemberRefused as refused:
            staff_forms.refuse(form, refused)
        else:
            messages.success(request, _proposed())
            return redirect("backoffice:staff_proposal", made.proposal_id)
    return _page(request, card, status=400, **{name: form})


def _page(request: HttpRequest, card: MemberCard, *, status: int = 200, **sent: django_forms.Form) -> HttpResponse:
    rows = [("players_person", str(card.id))]
    rows += [("players_standingchange", str(row)) for row in changes_of_member(card.id)]
    acts = trail.story(rows) if may(request.user, Action.SEE_AUDIT) else ()
    held = [role.value for role in card.roles]
    proposals = proposals_about(card.id)
    context = {
        "member": card,
        "roles": cards.named(card.roles),
        "waiting": next((each for each in proposals if each.state == "proposed"), None),
        "proposals": [(each, cards.what(each)) for each in proposals],
        "notes": cards.notes(card, now=timezone.now()),
        "changes": persons.standing_of(card.id),
        "story": trail_cards.entries(acts, persons.nicknames(trail_cards.authors_of(acts)), about=card.id),
        "roles_form": staff_forms.Roles(initial={"roles": held}, auto_id="roles_%s"),
        "identity_form": staff_forms.Identity(initial={"full_name": card.full_name}, auto_id="identity_%s"),
        "factor_form": staff_forms.Why(auto_id="factor_%s"),
        "enable_form": staff_forms.Why(auto_id="enable_%s"),
        "ending_form": staff_forms.Ending(auto_id="ending_%s"),
        "may_manage": may(request.user, Action.MANAGE_STAFF) and card.id != staff_id(request),
        "oneself": card.id == staff_id(request),
        **sent,
    }
    return pages.page(request, "backoffice/member/page.html", "staff", context, status=status)


def _card(number: UUID) -> MemberCard:
    card = staff_member(number)
    if card is None:
        raise Http404
    return card


def _status(form: django_forms.Form) -> int:
    return 409 if form.non_field_errors() else 400 if form.errors else 200
