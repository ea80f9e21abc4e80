"""The board of deadlines: what is due, to whom, when, who has it (H10)."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.backoffice import listing, pages
from casino.backoffice.access import allowed
from casino.backoffice.cards.deadlines import COLUMNS, board
from players.roles import Action
from wallet.sorting import Sort

PAGE_ROWS = 100


@allowed(Action.SEE_FLOOR)
@require_safe
def deadlines(request: HttpRequest) -> HttpResponse:
    """Everything that waits, as far as this person may see it."""
    rows = board(person=request.user, now=timezone.now())
    arranged, heads = listing.arranged(request, rows, COLUMNS, Sort("due"))
    context = {
        "page": listing.turned(request, arranged, heads, size=PAGE_ROWS),
        "late": sum(row.tone == "bad" for row in rows),
        "soon": sum(row.tone == "warn" for row in rows),
    }
    return pages.page(request, "backoffice/deadlines/page.html", "deadlines", context)
