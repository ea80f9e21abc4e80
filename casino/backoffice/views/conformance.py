"""The conformance matrix for staff: which rule is kept where, and what proves it (J10)."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.conformance import Row
from casino.conformance.matrix import GAME, LAW
from players.roles import Action

PARTS: Final[tuple[tuple["str | Promise", tuple[Row, ...]], ...]] = (
    (gettext_lazy("As regras do jogo"), GAME),
    (gettext_lazy("A lei e o regulamento técnico"), LAW),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One row; `screens` are names with their address, empty where the address needs something to name."""

    row: Row
    screens: tuple[tuple[str, str], ...]


@allowed(Action.SEE_FLOOR)
@require_safe
def conformance(request: HttpRequest) -> HttpResponse:
    """Every rule with what keeps it."""
    parts = [
        (title, [Line(row, tuple(map(_screen, row.screens))) for row in rows], sum(not row.apart for row in rows))
        for title, rows in PARTS
    ]
    return pages.page(request, "backoffice/conformance/page.html", "conformance", {"parts": parts})


def _screen(name: str) -> tuple[str, str]:
    try:
        return name, reverse(name)
    except NoReverseMatch:
        return name, ""
