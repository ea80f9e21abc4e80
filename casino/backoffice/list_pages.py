"""The page of a list: its filters, kept views, sorted columns, rows, pages and file, all from what the list says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from casino.backoffice import listing, pages
from casino.backoffice.columns import FRAMED, Column, Table, Text
from kernel import replica
from kernel.sorting import Sortable
from players.roles import Action, may

PAGE_ROWS: Final = 50
EMPTY: Final = (
    gettext_lazy("Nothing to show"),
    gettext_lazy("There are none yet. The first will appear here by itself."),
)
NONE_FOUND: Final = gettext_lazy("There are none with these filters.")


@dataclass(frozen=True, slots=True)
class Link:
    """A way from a list to a page beside it, for people who may do the action there."""

    route: str
    label: Text
    action: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class List:
    """One list of the office."""

    place: str
    """Its name in the navigation and among the addresses."""
    title: Text
    columns: tuple[Column, ...]
    query: Callable[..., Sequence[Any]] | None = None
    """Its rows: takes the filters, `sort`, `before` and `limit`. None for a list that is all there."""
    sortable: Sortable
    """The columns it can be sorted by; of a list that is all there, each with its key."""
    present: Callable[[Any], Any] | None = None
    """The presenter of a row, where columns show what it decides."""
    empty: tuple[Text, Text] = EMPTY
    about: Text = ""
    """A sentence under the heading."""
    newest: Text = ""
    """The order of the rows, said while no other is asked for; it may say how many (`most`) stand on a page."""
    in_turn: bool = False
    """Whether its own order is another than the newest first."""
    report: str = ""
    """The report of the catalogue that says the list as a file."""
    links: tuple[Link, ...] = ()
    late: bool = False
    """Whether its rows may be read at a standby (`kernel.replica`); lists of money may not."""
    look: str = FRAMED
    row_heads: bool = True


def show(request: HttpRequest, shown: List, form: Form | None = None, *, size: int = 0, **asked: Any) -> HttpResponse:
    """The page that the address asks for, with the rows that the filters leave."""
    assert shown.query is not None, "a list that is all there is shown by its rows"
    query = partial(shown.query, **asked)
    page = listing.page_of(
        request, shown.sortable, replica.reads(query) if shown.late else query, size=size or PAGE_ROWS
    )
    return draw(request, shown, page, form=form)


def show_all(request: HttpRequest, shown: List, rows: Sequence[Any], *, size: int = 0, **more: Any) -> HttpResponse:
    """A list that is all there: its rows, or so many of them, sorted as the address asks."""
    arranged, headings = listing.arranged(request, rows, shown.sortable.columns, shown.sortable.first)
    return draw(request, shown, listing.turned(request, arranged, headings, size=size or len(rows)), **more)


def draw(
    request: HttpRequest,
    shown: List,
    page: listing.Page[Any],
    *,
    form: Form | None = None,
    template: str = "backoffice/list.html",
    **more: Any,
) -> HttpResponse:
    """The list with this page of its rows. A template of its own may say more beside it."""
    table = Table(shown.columns, look=shown.look, row_heads=shown.row_heads)
    searched = form is not None and form.is_bound and any(form.cleaned_data.values())
    rows = page.rows if shown.present is None else [shown.present(row) for row in page.rows]
    title, text = shown.empty
    context: Mapping[str, Any] = {
        "list": shown,
        "links": [(reverse(each.route), each.label) for each in shown.links if may(request.user, each.action)],
        "form": form,
        "searched": searched,
        "page": page,
        "table": table.of(request.user, rows, page.headings.by),
        "caption": "" if page.headings.word else str(shown.newest) % {"most": PAGE_ROWS},
        "empty": (title, NONE_FOUND if searched and shown.empty is EMPTY else text),
        **more,
    }
    return pages.page(request, template, shown.place, context, report=shown.report)
