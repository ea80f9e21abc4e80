"""The conformance matrix for staff: each rule, the code that fulfils it, and the tests that prove it (J10)."""

from dataclasses import dataclass
from typing import Self

from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.conformance import proofs, rules
from players.roles import Action


@dataclass(frozen=True, slots=True)
class Line:
    """One rule in the reader's language; `screens` are names with their address, empty where it needs an argument."""

    rule: rules.Rule
    asks: str
    apart: str
    unproven: str
    tests: tuple[str, ...]
    screens: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, rule: rules.Rule) -> Self:
        """The line of this rule."""
        asks, apart, unproven = (gettext(text) if text else "" for text in (rule.asks, rule.apart, rule.unproven))
        tests = tuple(proof.test for proof in proofs.shipped().get(rule.id, ()))
        return cls(rule, asks, apart, unproven, tests, tuple(map(_screen, rule.screens)))


@allowed(Action.SEE_FLOOR)
@require_safe
def conformance(request: HttpRequest) -> HttpResponse:
    """Every rule with the code and the tests that fulfil it."""
    parts = []
    for part in rules.parts():
        lines = [Line.of(rule) for rule in part.rules]
        parts.append((gettext(part.title), lines, sum(bool(line.tests) and not line.unproven for line in lines)))
    return pages.page(request, "backoffice/conformance/page.html", "conformance", {"parts": parts})


def _screen(name: str) -> tuple[str, str]:
    try:
        return name, reverse(name)
    except NoReverseMatch:
        return name, ""
