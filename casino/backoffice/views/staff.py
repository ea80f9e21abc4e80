"""Who works here, with which roles, and when they last came; taken on, changed and shut out by administrators."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django import forms as django_forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import listing, pages, staff_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import audit as trail_cards
from casino.backoffice.labels import ROLES
from casino.signing.again import ask_again
from players import queries as persons
from players.operations import staff as operations
from players.operations.accounts import StaffRefused
from players.operations.staff import MemberRefused
from players.queries import audit as trail
from players.queries.staff import MemberCard, changes_of_member, staff_member, staff_members
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
        "members": [(card, _named(card)) for card in found],
        "headings": heads,
        "may_manage": may(request.user, Action.MANAGE_STAFF),
    }
    return pages.page(request, "backoffice/staff/page.html", "staff", context)


@allowed(Action.MANAGE_STAFF)
@ask_again
def new_staff(request: HttpRequest) -> HttpResponse:
    """Take somebody on: they choose their own password, by letter."""
    form = staff_forms.NewMember(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = operations.hire(**form.cleaned_data, by=staff_id(request), now=timezone.now())
        except StaffRefused as refused:
            field, words = staff_forms.HIRING[refused.reason]
            form.add_error(field, str(words))
        except MemberRefused as refused:
            form.add_error(None, str(staff_forms.SAID[refused.reason]))
        else:
            messages.success(request, gettext("Conta criada. A pessoa recebe uma carta para escolher a palavra-passe."))
            return redirect("backoffice:member", _number(made.person_id))
    return pages.page(request, "backoffice/new_staff/page.html", "staff", {"form": form}, status=_status(form))


@allowed(Action.SEE_STAFF)
@require_safe
def member(request: HttpRequest, number: UUID) -> HttpResponse:
    """One member: roles, last access, and all that was ever changed about them."""
    return _page(request, _card(number))


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_POST
def change_roles(request: HttpRequest, number: UUID) -> HttpResponse:
    """Other roles, from the next page on."""
    form = staff_forms.Roles(request.POST)
    return _change(request, number, form, "roles_form", operations.change_roles, gettext("As funções mudaram."))


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_POST
def disable_staff(request: HttpRequest, number: UUID) -> HttpResponse:
    """Shut out at once."""
    form = staff_forms.Access(request.POST)
    done = gettext("O acesso terminou: a pessoa saiu de todos os dispositivos e já não entra.")
    return _change(request, number, form, "access_form", operations.disable_staff, done)


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_POST
def enable_staff(request: HttpRequest, number: UUID) -> HttpResponse:
    """Let in again."""
    form = staff_forms.Access(request.POST)
    return _change(request, number, form, "access_form", operations.enable_staff, gettext("A pessoa volta a entrar."))


def _change(
    request: HttpRequest, number: UUID, form: django_forms.Form, name: str, operation: Any, done: str
) -> HttpResponse:
    card = _card(number)
    if form.is_valid():
        try:
            operation(person_id=card.id, **form.cleaned_data, by=staff_id(request), now=timezone.now())
        except MemberRefused as refused:
            form.add_error(None, str(staff_forms.SAID[refused.reason]))
        else:
            messages.success(request, done)
            return redirect("backoffice:member", number)
    return _page(request, card, status=400, **{name: form})


def _page(
    request: HttpRequest,
    card: MemberCard,
    *,
    roles_form: django_forms.Form | None = None,
    access_form: django_forms.Form | None = None,
    status: int = 200,
) -> HttpResponse:
    rows = [("players_person", str(card.id))]
    rows += [("players_standingchange", str(row)) for row in changes_of_member(card.id)]
    acts = trail.story(rows) if may(request.user, Action.SEE_AUDIT) else ()
    held = [role.value for role in card.roles]
    context = {
        "member": card,
        "roles": _named(card),
        "changes": persons.standing_of(card.id),
        "story": trail_cards.entries(acts, persons.nicknames(trail_cards.authors_of(acts)), about=card.id),
        "roles_form": roles_form or staff_forms.Roles(initial={"roles": held}, auto_id="roles_%s"),
        "access_form": access_form or staff_forms.Access(auto_id="access_%s"),
        "may_manage": may(request.user, Action.MANAGE_STAFF) and card.id != staff_id(request),
        "oneself": card.id == staff_id(request),
    }
    return pages.page(request, "backoffice/member/page.html", "staff", context, status=status)


def _named(card: MemberCard) -> str:
    return ", ".join(str(ROLES[role]) for role in card.roles)


def _card(number: UUID) -> MemberCard:
    card = staff_member(number)
    if card is None:
        raise Http404
    return card


def _number(person_id: int) -> UUID:
    card = persons.person(person_id)
    assert card is not None, "who was just taken on is there"
    return card.public_id


def _status(form: django_forms.Form) -> int:
    return 400 if form.errors else 200
