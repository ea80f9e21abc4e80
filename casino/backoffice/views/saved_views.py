"""Keeping and forgetting the filters of a list."""

from django.core.exceptions import BadRequest
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from casino.backoffice.access import allowed, staff_id
from casino.backoffice.pages import LISTS
from casino.backoffice.row_forms import say_above
from casino.backoffice.view_forms import SaveView
from casino.web.act import act
from players.audit.operations import saved_views as operations
from players.roles import Action


@allowed(*Action)
@require_POST
def save_view(request: HttpRequest) -> HttpResponse:
    """Keep the filters that the list was shown with, under a name."""
    form = SaveView(request.POST)
    form.is_valid()
    there = f"{reverse(f'backoffice:{_place(request)}')}?{form.cleaned_data.get('query', '')}"

    def back(sent: Form) -> HttpResponse:
        """The list is another view's page: what is wrong is said above it."""
        say_above(request, sent)
        return redirect(there)

    return act(request, form, operations.save_view, by="person_id", page=back, done=gettext("View saved."), to=there)


@allowed(*Action)
@require_POST
def drop_view(request: HttpRequest, number: int) -> HttpResponse:
    """Forget a view."""
    place = _place(request)
    if not operations.drop_view(person_id=staff_id(request), view_id=number):
        raise Http404
    return redirect(f"backoffice:{place}")


def _place(request: HttpRequest) -> str:
    place = request.POST.get("place", "")
    if place not in LISTS:
        raise BadRequest
    return place
