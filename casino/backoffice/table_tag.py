"""The tag that draws one of the office's tables where it stands in a page."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from django import template
from django.utils.safestring import SafeString

from casino.backoffice.columns import Drawn, Table
from casino.backoffice.listing import Heading

register = template.Library()


@register.inclusion_tag("backoffice/components/table.html", takes_context=True)
def table(
    context: template.RequestContext,
    named: str | Table,
    rows: Sequence[Any],
    *,
    name: str = "",
    label: str = "",
    caption: str = "",
    sorted_by: Mapping[str, Heading] | None = None,
    total: Any = None,
    **facts: Any,
) -> dict[str, Any]:
    """`{% table "money.NOTICES" notices name="told" %}`: these rows by the columns that the module of `lists` says.

    `name`: the id of its heading; `label`: what it is called where no heading is. A table that depends on the page, as
    on its currency, is a function of these `facts`.
    """
    found = named if isinstance(named, Table) else table_of(named, **facts)
    assert context.request is not None, "every page of the office answers a request"
    drawn = found.of(context.request.user, tuple(rows), sorted_by, total=total)
    return {
        "table": drawn,
        "name": name,
        "label": label or caption,
        "caption": caption,
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag(takes_context=True)
def rows(context: template.Context, drawn: Drawn) -> SafeString:
    """`{% rows table %}`: the rows of a table."""
    return drawn.body(context)


def table_of(named: str, **facts: Any) -> Table:
    """The table of a module of `casino.backoffice.lists`, by the names of both."""
    module, _, each = named.partition(".")
    found: Table | Callable[..., Table] = getattr(import_module(f"casino.backoffice.lists.{module}"), each)
    return found if isinstance(found, Table) else found(**facts)
