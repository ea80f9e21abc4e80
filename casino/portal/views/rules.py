"""A table's published rules, in force or past, for all and for good (PT-49)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from casino.portal import paper_rules, prices, rulebook, rules_at_table
from tables import queries


@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The version in force, or with `?v=` one that ever was."""
    asked = request.GET.get("v", "")
    card = queries.rules_of(code, int(asked) if asked.isdecimal() and len(asked) < 9 else None)
    if card is None:
        raise Http404
    context = {
        "rules": card,
        "price": prices.price_of(card, request.GET),
        "limits": rulebook.limits_of(card),
        "odds": rulebook.odds_of(card),
        "numbers": rules_at_table.rules_at(card),
        "paper": paper_rules.paper_parts(card),
        "combinations": card.odds.combinations.total,
        "third_cards": rulebook.third_cards(),
        "values": range(10),
        "opposites": rulebook.limits_opposites(card),
        "pairs": "par-ponto" in card.terms.ruleset.chances,
        "alone": card.kind == "individual",
    }
    return render(request, "portal/rules/page.html", context)
