"""The live table's page; its changes come through its socket."""

import json
import uuid
from dataclasses import asdict
from typing import cast

from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.portal import paper_rules, rulebook
from casino.portal.seat_blocks import SeatBlock, seat_block
from casino.web import middleware
from casino.wording import names, words
from kernel.money import Currency
from tables import queries


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table with the rules in force; anybody may watch."""
    rules = queries.rules_of(code)
    if rules is None:
        raise Http404
    decimal, group = words.separators()
    guest = getattr(request.user, "is_guest", False)
    context = {
        "rules": rules,
        "paper": paper_rules.paper_parts(rules),
        "limits": rulebook.limits_of(rules),
        "odds": rulebook.odds_of(rules),
        "member": request.user.is_authenticated and not request.user.is_staff,
        "guest": guest,
        "guide": guest and rules.kind == "individual" and rules.currency == Currency.PLAY,
        "blocked": _block(request, rules),
        "ponto": names.chance("ponto"),
        "banca": names.chance("banca"),
        "felt_text": names.variant(rules.terms.preset).upper(),
        "needs_script": gettext(
            "The live table needs JavaScript. Without it, you can read the rules, your wallet and your sessions."
        ),
        "not_started": gettext(
            "The table did not start: this browser may be too old for it, or a part of the page did not arrive. Load "
            "the page again. Accepted bets stand; your rounds are in your account."
        ),
        "money_pattern": words.money_pattern(rules.currency),
        "closes": json.dumps(rulebook.closes_of(rules)),
        "chances": json.dumps(rulebook.chance_labels()),
        "top_up_key": uuid.uuid4(),
        "decimal": decimal,
        "group": group,
    }
    filmed = rules.film.origins()
    page = render(request, "portal/table/page.html", context | {"filmed": bool(filmed)})
    if not filmed:
        return page
    # The pictures come from hosts that are foreign to the site: this page may ask those, and no other page may. They
    # begin by themselves, without sound.
    page.headers["Permissions-Policy"] = middleware.policy("autoplay")
    return cast("HttpResponse", csp_update({"connect-src": [*filmed], "media-src": [*filmed]})(lambda _: page)(request))


@never_cache
@require_safe
def seat(request: HttpRequest, code: str) -> JsonResponse:
    """Whether a seat may be offered now, for a page that has stood open: `why` is empty when it may."""
    rules = queries.rules_of(code)
    if rules is None:
        raise Http404
    return JsonResponse(asdict(_block(request, rules) or SeatBlock("", "", "")))


def _block(request: HttpRequest, rules: queries.RulesCard) -> SeatBlock | None:
    """Return why a signed-in player is offered no seat; visitors are led to sign in instead."""
    if request.user.pk is None:
        return None
    return seat_block(
        person_id=request.user.pk,
        table_code=rules.table_code,
        currency=rules.currency,
        kind=rules.kind,
        now=timezone.now(),
    )
