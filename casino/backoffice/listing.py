"""A list's page as its address asks for it: the filters, the order, the first row; the links keep all three."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest

from casino.backoffice.forms import row_of
from kernel.sorting import Sort, Sortable

AFTER: Final = "antes"
"""The row after which the page begins, in an address."""
ORDER: Final = "ordem"
"""The column it is sorted by: «amount», «-amount»."""


class _Numbered(Protocol):
    @property
    def id(self) -> int: ...


_RISING: Final = frozenset({"due", "name", "table", "kind", "winner", "status", "who", "whom", "money"})
"""Columns that sort in ascending order at the first click: the nearest moment, or the letter A."""
_Row = TypeVar("_Row", bound=_Numbered)
_Any = TypeVar("_Any")


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's link. `direction`: "ascending" or "descending" where the list is sorted by it, as `aria-sort` says."""

    href: str
    direction: str


@dataclass(frozen=True, slots=True)
class Headings:
    """The columns that a list can be sorted by, and the present one in the address (empty: the list's own order)."""

    by: Mapping[str, Heading]
    word: str


@dataclass(frozen=True, slots=True)
class Page(Generic[_Row]):
    """One page of a list, and the addresses of the next one and of the first."""

    rows: Sequence[_Row]
    headings: Headings
    here: str
    """The list without filters."""
    older: str | None
    newest: str | None


def asked_sort(request: HttpRequest, sortable: Sortable, name: str = ORDER) -> Sort:
    """The order that the address asks for; the list's own for none or an unknown one."""
    return sortable.read(request.GET.get(name, ""))


def headings(request: HttpRequest, sortable: Sortable, name: str = ORDER) -> Headings:
    """The links that sort a list, its filters kept; `name` tells several lists on one page apart."""
    sort = asked_sort(request, sortable, name)
    links = {}
    for column in sortable.columns:
        here = sort.column == column
        turned = sort.turned if here else Sort(column, column not in _RISING)
        direction = ("descending" if sort.descending else "ascending") if here else ""
        links[column] = Heading(_address(request, **{name: turned.word}), direction)
    return Headings(links, "" if sort == sortable.first else sort.word)


def page_of(request: HttpRequest, sortable: Sortable, read: Callable[..., Sequence[_Row]], *, size: int) -> Page[_Row]:
    """The page that the address asks for; `read` takes `sort`, `before` and `limit`."""
    before = row_of(request.GET.get(AFTER, ""))
    rows = read(sort=asked_sort(request, sortable), before=before, limit=size + 1)
    return Page(
        rows=rows[:size],
        headings=headings(request, sortable),
        here=request.path,
        older=_address(request, **{AFTER: rows[size - 1].id}) if len(rows) > size else None,
        newest=_address(request) if before is not None else None,
    )


def arranged(
    request: HttpRequest, rows: Sequence[_Any], columns: Mapping[str, Callable[[_Any], Any]], first: Sort
) -> tuple[list[_Any], Headings]:
    """A short list that is all there, sorted as the address asks; in its own order as it comes."""
    sortable = Sortable(columns, first)
    sort = asked_sort(request, sortable)
    found = list(rows) if sort == first else sorted(rows, key=columns[sort.column], reverse=sort.descending)
    return found, headings(request, sortable)


def turned(request: HttpRequest, rows: Sequence[_Any], heads: Headings, *, size: int) -> Page[Any]:
    """So many rows of a list that is all there, from the place that the address names on; else its beginning."""
    asked = row_of(request.GET.get(AFTER, "")) or 0
    begin = asked if asked < len(rows) else 0
    return Page(
        rows=rows[begin : begin + size],
        headings=heads,
        here=request.path,
        older=_address(request, **{AFTER: begin + size}) if len(rows) > begin + size else None,
        newest=_address(request) if begin else None,
    )


def _address(request: HttpRequest, **changed: Any) -> str:
    """This list with its filters, from its beginning, but for what is `changed`."""
    kept = {name: value for name, value in request.GET.items() if value and name not in {AFTER, "code"}}
    said = urlencode({**kept, **changed})
    return f"{request.path}?{said}" if said else request.path
