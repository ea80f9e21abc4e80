"""The tag that draws a form: its fields, their errors and the buttons that stand between `form` and `endform`."""

from typing import Any, Final

from django import template
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, Form, RadioSelect
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from casino.signing.kept import is_kept, page_of, put_back
from casino.web.row_forms import RowForm

register = template.Library()

FIELD, CHECK, BOXES = "components/field.html", "components/check.html", "components/boxes.html"
_DRAWN_BY: Final = ((CheckboxSelectMultiple, BOXES), (RadioSelect, BOXES), (CheckboxInput, CHECK))


@register.simple_block_tag(takes_context=True, end_name="endform")
def form(
    context: template.Context,
    content: SafeString,
    drawn: "Form | RowForm | None",
    to: str = "",
    *arguments: Any,
    fields: str | None = None,
    panel: bool = False,
    above: bool = False,
    mark: bool = False,
    **named: Any,
) -> SafeString:
    """`{% form rejection "backoffice:reject" table.code version.number %}<button …>{% endform %}`: a posted form.

    It is sent to the address of this name and these arguments, or to the page's own. None instead of a form draws the
    buttons alone. `fields` names the fields to draw, separated by spaces, where the page does not show all of them.
    `panel` draws the form as a panel of the page. `above` says that the page itself says what is wrong with the whole.
    `mark` marks the fields that must be filled in. Text typed before its sender was asked who they are stands in it
    again (`casino.signing.kept`).
    """
    options: dict[str, Any] = {"fields": fields, "panel": panel, "above": above, "mark": mark}
    if not isinstance(drawn, RowForm):
        address = resolve_url(to, *arguments, **named) if to else ""
        return _drawn(context, content, drawn, address, **options)

    def draw(each: Form, number: int) -> SafeString:
        mine = drawn.row.id
        own = [number if value == mine else value for value in arguments]
        address = resolve_url(to, *own, **{name: number if value == mine else value for name, value in named.items()})
        return _drawn(context, content, each, address, **options)

    # A form that was typed into is drawn by itself.
    return draw(drawn.whole(), drawn.row.id) if is_kept(context.get("request")) else drawn.markup(draw)


def _drawn(
    context: template.Context,
    content: SafeString,
    drawn: Form | None,
    address: str,
    *,
    fields: str | None,
    panel: bool,
    above: bool,
    mark: bool,
) -> SafeString:
    kept = put_back(context.get("request"), drawn, address)
    wanted = None if fields is None else fields.split()
    bound = [field for field in drawn or () if wanted is None or field.name in wanted]
    visible = [field for field in bound if not field.is_hidden]
    return render_to_string(
        "components/form.html",
        {
            "csrf_token": context.get("csrf_token"),
            "to": address,
            "kept": kept,
            "page": _page(context, drawn),
            "hidden": [field for field in bound if field.is_hidden],
            "fields": [(field, template_of(field)) for field in visible],
            "errors": () if drawn is None or above else drawn.non_field_errors(),
            "with_files": drawn is not None and drawn.is_multipart(),
            "panel": panel,
            "mark": mark,
            "buttons": content,
        },
    )


def _page(context: template.Context, drawn: Form | None) -> str:
    """The page that a form which came back with something wrong first stood on."""
    request = context.get("request")
    return page_of(request) if request is not None and drawn is not None and drawn.is_bound else ""


def template_of(field: BoundField) -> str:
    """The template that draws the field: one box, several boxes, or an input below its label."""
    return next((name for widget, name in _DRAWN_BY if isinstance(field.field.widget, widget)), FIELD)
