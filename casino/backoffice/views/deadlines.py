"""The board of deadlines: each obligation with its recipient, deadline and handler (H10)."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from casino.backoffice.access import allowed
from casino.backoffice.list_pages import show_all
from casino.backoffice.lists.cases import DEADLINES
from casino.backoffice.presenters.deadlines import board
from players.roles import Action

PAGE_ROWS = 100


@allowed(Action.SEE_FLOOR)
@require_safe
def deadlines(request: HttpRequest) -> HttpResponse:
    """Everything that waits, as far as this person may see it."""
    whole = board(person=request.user, now=timezone.now())
    name, asked = str(getattr(request.user, "nickname", "")), request.GET.get("whose", "")
    mine, unowned = [row for row in whole if row.due.who == name], [row for row in whole if not row.due.who]
    rows = {"mine": mine, "unowned": unowned}.get(asked, whole)
    return show_all(
        request,
        DEADLINES,
        rows,
        size=PAGE_ROWS,
        template="backoffice/deadlines/page.html",
        whose=asked if asked in {"mine", "unowned"} else "",
        choices=[
            ("", gettext("All of them"), len(whole)),
            ("mine", gettext("My own"), len(mine)),
            ("unowned", gettext("No one’s"), len(unowned)),
        ],
        late=sum(row.tone == "bad" for row in rows),
        soon=sum(row.tone == "warn" for row in rows),
    )
