"""Information pages for all, before, during and after play (PT-45 to PT-47, PT-78). Nothing here is stored."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from casino.portal import information, paper_rules, rulebook, rules_at_table
from casino.portal import self_test as screening
from casino.portal.views.guests import offer
from casino.regulation import published
from casino.regulation.official import GAZETTE_URL
from tables import queries


def _page(request: HttpRequest, name: str, context: dict[str, Any] | None = None) -> HttpResponse:
    page = information.PAGES[name]
    shown = {"place": "help", "here": name, "page": page, "pages": information.PAGES, **(context or {})}
    return render(request, f"portal/information/{name}.html", shown)


@require_safe
def help_home(request: HttpRequest) -> HttpResponse:
    """Every page of information, and the house's contacts."""
    return render(request, "portal/information/help.html", {"place": "help", "pages": information.PAGES})


@require_safe
def safer_play(request: HttpRequest) -> HttpResponse:
    """Risks, age, limits, breaks, blocking, whom to talk to."""
    return _page(request, "safer_play")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def self_test(request: HttpRequest) -> HttpResponse:
    """The nine questions, and what the answers come to. Sent in the body and forgotten: no log holds an answer."""
    answers = request.POST if request.method == "POST" else None
    questions, result = screening.asked(answers)
    context = {
        "questions": questions,
        "answers": list(enumerate(screening.ANSWERS)),
        "result": result,
        "incomplete": answers is not None and result is None,
    }
    return _page(request, "self_test", context)


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """The game, and the exact odds of every bet, reckoned here and now."""
    tables = queries.lobby(currency=None, now=timezone.now())
    context = {"variants": information.odds_of_variants(), "tables": tables}
    return _page(request, "how_to_play", context | (offer() if request.user.pk is None else {}))


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """Every rule by number, in our words, with the gazette's own text where the operator supplies it (PT-37, PT-49)."""
    official = settings.OPERATOR_PROFILE.regulation
    context = {
        "steps": published.steps(),
        "parts": rules_at_table.all_rules(official),
        "words": published.words(),
        "official": official,
        "gazette_url": GAZETTE_URL,
        "third_cards": rulebook.third_cards(),
        "values": range(10),
        "tables": queries.lobby(currency=None, now=timezone.now()),
    }
    return _page(request, "all_rules", context)


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How the cards are fixed before the bets, and how to check it."""
    return _page(request, "fairness", {"paper": paper_rules.PARTS})


@require_safe
def safe_account(request: HttpRequest) -> HttpResponse:
    """How to keep an account to oneself."""
    return _page(request, "safe_account")


@require_safe
def fees(request: HttpRequest) -> HttpResponse:
    """How money comes in and goes out."""
    return _page(request, "fees")


@require_safe
def how_to_complain(request: HttpRequest) -> HttpResponse:
    """The way of a complaint, and where it goes from here."""
    return _page(request, "how_to_complain")


@require_safe
def rights(request: HttpRequest) -> HttpResponse:
    """Show the player's rights, and the data that the law makes the house keep (PT-47, PT-56)."""
    return _page(request, "rights")


@require_safe
def licence(request: HttpRequest) -> HttpResponse:
    """Operator, licence, supervisor (PT-46)."""
    return _page(request, "licence")


@require_safe
def supervisor_mark(request: HttpRequest) -> HttpResponse:
    """The supervisor's mark, as the operator's profile names it. Without one, to the licence."""
    mark = settings.OPERATOR_PROFILE.mark
    if mark is None:
        return redirect("portal:licence")
    kept = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(mark.content, content_type=mark.content_type, headers=kept)
