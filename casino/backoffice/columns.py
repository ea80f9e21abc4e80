"""Tables as data: the columns of a table, and what each shows of a row. One template draws them all.

CHANGES = Table((Column("at", _("When"), moment), Column("reason", _("Reason"))), look=PLAIN)
context = {"changes": CHANGES.of(request.user, rows)}
{% include "backoffice/components/table.html" with table=changes name="changes" %}
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from html import escape
from typing import Any, Final, NamedTuple

from django.template import Context, Template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_lazy

from casino.backoffice.listing import Heading
from casino.web.addresses import address
from casino.web.rendering import shown
from players.roles import Action, may

Text = str | Promise
NOTHING: Final = SafeString("–")
"""The text shown for a value that is not there."""
_AS_TEMPLATES_DO: Final = Context()
FRAMED: Final = "data-table data-table--stack"
"""The look of a list: a frame of its own; on a phone each row is a small list."""
PLAIN: Final = "plain-table"
"""The look of a few figures within a panel."""
STACKED: Final = "plain-table plain-table--stack"
"""The same, each row a small list on a phone."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the attribute of the row that it shows, its heading, and how the value is drawn."""

    name: str
    """The path of the attribute, as `card.number`; empty for the row itself."""
    label: Text
    draw: Callable[[Any], Any] | None = None
    """From the value to what is shown; None: the value as it is."""
    _: KW_ONLY
    href: Callable[[Any], str] | None = None
    """From the row to the address that the cell leads to; empty: none."""
    cell: str = ""
    """A partial that draws the cell of a `row`, for what no function says."""
    sort: str = ""
    """The list's name for the order by this column."""
    end: bool = False
    """Whether the cells stand at the right, as figures do."""
    css: str = ""
    nothing: Text = NOTHING
    """What stands for a value that is not there."""
    action: Action | None = None
    """The column is for people who may do this alone."""
    total: Callable[[Any], Any] | None = None
    """How the value of the total is drawn, where otherwise than a row's."""
    unseen: bool = False
    """Whether the heading is for those alone who hear the page."""

    def text(self, row: Any) -> Any:
        """What the cell of the row shows."""
        value = _value(row, self.name)
        if value is None or value == "":
            return self.nothing
        return value if self.draw is None else self.draw(value)

    def text_of_total(self, total: Any) -> Any:
        """What its cell of the total shows; nothing where no total is."""
        if not self.name or not hasattr(total, self.name):
            return ""
        return self.text(total) if self.total is None else self.total(getattr(total, self.name))


class Head(NamedTuple):
    """A column as it is drawn: its heading, and the element of its cells."""

    column: Column
    label: str
    by: Heading | None
    tag: str
    attributes: SafeString

    @property
    def plain(self) -> SafeString:
        """The heading of a column by which nothing is sorted."""
        said = format_html('<span class="visually-hidden">{}</span>', self.label) if self.column.unseen else self.label
        end = SafeString(' class="end"' if self.column.end else "")
        return format_html('<th scope="col"{}>{}</th>', end, said)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table with its rows, ready for the template."""

    table: "Table"
    heads: tuple[Head, ...]
    of: Sequence[Any]
    total: Any = None

    def __len__(self) -> int:
        return len(self.of)

    def body(self, context: Context) -> SafeString:
        """The rows, drawn here and not by the template cell by cell: tables are most of what the office's pages draw.

        What partials draw of a row is drawn in `context`.
        """
        engine = context.template.engine if context.template else None
        drawn = [
            (head, engine.get_template(head.column.cell) if engine and head.column.cell else None)
            for head in self.heads
        ]
        row_of = self._kept if self.table.keeps else self._row
        return SafeString("".join([row_of(row, drawn, context) for row in self.of]))

    def _kept(self, row: Any, heads: "Sequence[tuple[Head, Template | None]]", context: Context) -> str:
        """The row as it was drawn before in this language; the row itself stands beside it, and so stays the one."""
        place = (id(self.table), get_language(), id(row))
        known = _KEPT.get(place)
        if known is None:
            known = _KEPT[place] = row, self._row(row, heads, context)
        return known[1]

    def _row(self, row: Any, heads: "Sequence[tuple[Head, Template | None]]", context: Context) -> str:
        anchor, tone = self.table.anchor(row), self.table.tone(row)
        named = f' id="{escape(anchor)}"' if anchor else ""
        toned = f' class="{escape(tone)}"' if tone else ""
        cells = "".join([_cell(head, row) if by is None else _partial(head, by, row, context) for head, by in heads])
        return f"<tr{named}{toned}>{cells}</tr>"

    @property
    def foot(self) -> list[tuple[Head, Any]]:
        """The cells of the total, those empty that no total has; the first says that it is the total."""
        return [(head, head.column.text_of_total(self.total)) for head in self.heads[1:]]


_KEPT: Final[dict[tuple[int, str | None, int], tuple[Any, str]]] = {}


def _cell(head: Head, row: Any) -> str:
    """The element of one cell."""
    said = shown(head.column.text(row), _AS_TEMPLATES_DO)
    if head.column.href and (address := head.column.href(row)):
        said = f'<a href="{escape(address)}">{said}</a>'
    return f"<{head.tag}{head.attributes}>{said}</{head.tag}>"


def _partial(head: Head, template: Template, row: Any, context: Context) -> str:
    """The element of a cell that a template draws."""
    with context.push(row=row):
        return f"<{head.tag}{head.attributes}>{template.render(context)}</{head.tag}>"


def _without(row: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a table and its look."""

    columns: tuple[Column, ...]
    look: str = FRAMED
    tone: Callable[[Any], str] = _without
    """The class of a row."""
    anchor: Callable[[Any], str] = _without
    """The id of a row, for the addresses that lead to it."""
    row_heads: bool = True
    """Whether the first column names its row."""
    empty: Text = ""
    """What is said where no row stands."""
    keeps: bool = False
    """Whether a row is drawn once a language: for rows that are made once themselves, alike for every reader."""

    @property
    def role(self) -> str:
        """What the table is on its page: a list is a region, a few figures a group."""
        return "region" if self.look.startswith("data-table") else "group"

    def of(
        self,
        person: object,
        rows: Sequence[Any],
        sorted_by: Mapping[str, Heading] | None = None,
        *,
        total: Any = None,
    ) -> Drawn:
        """The table with these rows, as far as `person` may see its columns."""
        columns = [each for each in self.columns if each.action is None or may(person, each.action)]
        links = sorted_by or {}
        stacked = "--stack" in self.look
        heads = [
            _head(each, links.get(each.sort), names=self.row_heads and not number, stacked=stacked)
            for number, each in enumerate(columns)
        ]
        return Drawn(self, tuple(heads), rows, total)


def to(route: str, *names: str) -> Callable[[Any], str]:
    """The address of a route that takes these attributes of the row."""

    def address_of(row: Any) -> str:
        return address(route, *(_value(row, name) for name in names))

    return address_of


def deciding(href: Callable[[Any], str], other: Text, *, own: str, may_decide: bool) -> Column:
    """The way to a decision, for people who may; of what is `own`, that it is for another person."""

    def way(row: Any) -> SafeString | str:
        if _value(row, own):
            return format_html('<span class="small soft">{}</span>', other)
        link = '<a class="button button--small button--primary" href="{}">{}</a>'
        return format_html(link, href(row), gettext("Read and decide")) if may_decide else ""

    return Column("", gettext_lazy("Decide"), way, end=True, unseen=True)


def _head(column: Column, by: Heading | None, *, names: bool, stacked: bool) -> Head:
    label = str(column.label)
    css = " ".join(filter(None, ("end" if column.end else "", column.css)))
    attributes = SafeString(' scope="row"' if names else "")
    if stacked and not names and not column.unseen:
        attributes += format_html(' data-label="{}"', label)
    if css:
        attributes += format_html(' class="{}"', css)
    return Head(column, label, by, "th" if names else "td", attributes)


def _value(row: Any, path: str) -> Any:
    if path.isidentifier():
        return None if row is None else getattr(row, path)
    for name in path.split(".") if path else ():
        if row is None:
            return None
        row = row[int(name)] if name.isdigit() else getattr(row, name)
    return row
