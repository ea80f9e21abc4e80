"""More play chips, at demonstration tables only."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from casino.portal import demonstration
from casino.portal.viewer import person_id
from kernel.money import Currency
from tables import queries


@require_POST
@login_required
def top_up(request: HttpRequest, code: str) -> HttpResponse:
    """Fill the player's play chips up; the table's script asks for JSON, a page without script is led back."""
    rules = queries.rules_of(code)
    if rules is None or rules.currency != Currency.PLAY:
        raise Http404
    if request.user.is_staff:
        raise PermissionDenied
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return HttpResponseBadRequest()
    refill = demonstration.refill(person_id=person_id(request), idempotency_key=key, now=timezone.now())
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"given": refill.given, "text": refill.text, "key": str(uuid.uuid4())})
    messages.add_message(request, messages.SUCCESS if refill.given else messages.WARNING, refill.text)
    return redirect("portal:table", code=code)
