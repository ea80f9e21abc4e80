"""The adjudicator for everybody: an address says the whole question, so that a link shows the same answer (A10)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from casino.stories.adjudication import Question, answer


@require_safe
def adjudicator(request: HttpRequest) -> HttpResponse:
    """The form, and the settlement of what it asks."""
    asked = "cards" in request.GET
    form = Question(request.GET if asked else None, initial={"preset": request.GET.get("preset", "ponto-e-banca")})
    found = answer(form) if asked and form.is_valid() else None
    status = 400 if asked and form.errors else 200
    return render(request, "portal/adjudicator/page.html", {"form": form, "answer": found}, status=status)
