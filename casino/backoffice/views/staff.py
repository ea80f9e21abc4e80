"""The members of staff, their roles and last sign-in; changes are proposed, the end of access is immediate."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from uuid import UUID

from django import forms as django_forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import pages, staff_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.list_pages import show_all
from casino.backoffice.lists.people import STAFF
from casino.backoffice.presenters import audit as audit
from casino.backoffice.presenters import staff as presenters
from casino.signing.again import ask_again
from casino.web.act import act, posted
from kernel.questions import answer
from players.accounts import queries as persons
from players.audit.queries import audit as trail
from players.roles import Action, may
from players.staff import operations
from players.staff.queries import (
    TO_DECIDE,
    MemberCard,
    changes_of_member,
    proposals_about,
    staff_member,
    staff_members,
)

PROPOSED: Final = gettext_lazy("Proposed. It waits for another person’s decision; until then nothing changes.")


@allowed(Action.SEE_STAFF)
@require_safe
def staff(request: HttpRequest) -> HttpResponse:
    """Present and former members of staff, with roles and last access."""
    to_decide = answer(TO_DECIDE, person=staff_id(request)) if may(request.user, Action.APPROVE_STAFF) else 0
    return show_all(request, STAFF, staff_members(), template="backoffice/staff/page.html", to_decide=to_decide)


@allowed(Action.MANAGE_STAFF)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def new_staff(request: HttpRequest) -> HttpResponse:
    """Propose to take a person on; once another person agrees, they choose their own password by e-mail."""
    return act(
        request,
        staff_forms.NewMember(posted(request)),
        operations.propose_hire,
        page=partial(_new_page, request),
        fields=staff_forms.FIELDS,
        done=PROPOSED,
        to=lambda made: ("backoffice:staff_proposal", made.proposal_id),
    )


def _new_page(request: HttpRequest, form: staff_forms.NewMember) -> HttpResponse:
    return pages.page(request, "backoffice/new_staff/page.html", "staff", {"form": form})


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
    card = _card(number)
    return act(
        request,
        staff_forms.Ending(request.POST, auto_id="ending_%s"),
        operations.disable_staff,
        person_id=card.id,
        page=lambda form: _page(request, card, ending_form=form),
        done=gettext("Access ended: the person has been signed out of all devices and can no longer sign in."),
        to=("backoffice:member", number),
    )


@allowed(Action.MANAGE_STAFF)
@require_POST
def invite_again(request: HttpRequest, number: UUID) -> HttpResponse:
    """Send the invitation again to a colleague who has not chosen a password."""
    card = _card(number)
    return act(
        request,
        staff_forms.Again(request.POST, auto_id="invite_%s"),
        operations.invite_again,
        person_id=card.id,
        page=lambda form: _page(request, card, invite_form=form),
        done=gettext("The invitation is on its way again, and is good for three days."),
        to=("backoffice:member", number),
    )


def _propose(
    request: HttpRequest, number: UUID, form: django_forms.Form, name: str, operation: Callable[..., Any]
) -> HttpResponse:
    card = _card(number)
    return act(
        request,
        form,
        operation,
        person_id=card.id,
        page=lambda sent: _page(request, card, **{name: sent}),
        fields=staff_forms.FIELDS,
        done=PROPOSED,
        to=lambda made: ("backoffice:staff_proposal", made.proposal_id),
    )


def _page(request: HttpRequest, card: MemberCard, **sent: django_forms.Form) -> HttpResponse:
    rows = [("players_person", str(card.id))]
    rows += [("players_standingchange", str(row)) for row in changes_of_member(card.id)]
    acts = trail.story(rows) if may(request.user, Action.SEE_AUDIT) else ()
    held = [role.value for role in card.roles]
    proposals = proposals_about(card.id)
    context = {
        "member": card,
        "roles": presenters.named(card.roles),
        "waiting": next((each for each in proposals if each.state == "proposed"), None),
        "proposals": [(each, presenters.what(each)) for each in proposals],
        "notes": presenters.notes(card, now=timezone.now()),
        "changes": persons.standing_of(card.id),
        "story": audit.entries(acts, persons.nicknames(audit.authors_of(acts)), about=card.id),
        "roles_form": staff_forms.Roles(initial={"roles": held}, auto_id="roles_%s"),
        "identity_form": staff_forms.Identity(initial={"full_name": card.full_name}, auto_id="identity_%s"),
        "factor_form": staff_forms.Why(auto_id="factor_%s"),
        "enable_form": staff_forms.Why(auto_id="enable_%s"),
        "invite_form": staff_forms.Again(auto_id="invite_%s"),
        "ending_form": staff_forms.Ending(auto_id="ending_%s"),
        "may_manage": may(request.user, Action.MANAGE_STAFF) and card.id != staff_id(request),
        "oneself": card.id == staff_id(request),
        **sent,
    }
    return pages.page(request, "backoffice/member/page.html", "staff", context)


def _card(number: UUID) -> MemberCard:
    card = staff_member(number)
    if card is None:
        raise Http404
    return card
