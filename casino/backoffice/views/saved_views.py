"""Keeping and forgetting the filters of a list."""

from typing import Final
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from casino.backoffice.access import allowed, staff_id
from casino.backoffice.listing import AFTER
from casino.backoffice.pages import LISTS
from casino.web.act import act
from players.audit.operations import saved_views as operations
from players.roles import Action

_PAGING: Final = frozenset({AFTER})


@allowed(*Action)
@require_POST
def save_view(request: HttpRequest) -> HttpResponse:
    """Keep the filters that the list was shown with, under a name."""
    place, query = _place(request), _filters(request.POST.get("query", ""))
    there = f"{reverse(f'backoffice:{place}')}?{query}"
    return act(
        request,
        None,
        operations.save_view,
        by="person_id",
        place=place,
        name=request.POST.get("name", ""),
        query=query,
        page=lambda _: redirect(there),  # the list is another view's page
        done=gettext("View saved."),
        to=there,
    )


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


def _filters(query: str) -> str:
    """The filters alone, written as addresses write them: no place in the list, nothing empty."""
    said = QueryDict(query[:2_000])
    return urlencode(
        [(name, value) for name, values in said.lists() for value in values if value and name not in _PAGING]
    )
