"""The door: each role is led to its own work."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from casino.backoffice.access import allowed, landing
from players.roles import Action


@allowed(*Action)
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Lead on to where this person's work begins."""
    return redirect(landing(request.user))
