"""The tables of the conformance matrix: the rules with what the tests assert, and how many are in which state."""

from collections.abc import Callable
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, whole
from casino.backoffice.columns import FRAMED, STACKED, Column, Table
from casino.backoffice.presenters.conformance import STATES, TONES, Count, Line
from casino.conformance.rules import State
from casino.web.addresses import address


def _id(line: Any) -> SafeString:
    return format_html("<b>{}</b> {}", line.rule.id, badge(STATES[line.state], TONES[line.state]))


def _drawn(name: str) -> Callable[[Line], SafeString]:
    return lambda line: render_to_string(f"backoffice/conformance/_{name}.html", {"row": line})


RULES: Final = Table(
    columns=(
        Column("", _("Rule"), _id, css="matrix__rule"),
        Column("", _("What it asks for"), _drawn("asks")),
        Column("", _("What the tests assert"), _drawn("proofs")),
        Column("", _("Where it is kept"), _drawn("places"), css="matrix__places"),
    ),
    look=f"{FRAMED} matrix",
    keeps=True,
    anchor=lambda line: str(line.rule.id),
)


def _only(count: Count) -> str:
    return f"{address('backoffice:conformance')}?{urlencode({'source': count.source})}" if count.source else ""


def _of(state: State) -> Column:
    return Column("", STATES[state], lambda count: whole(count.states[state]), end=True)


COUNTS: Final = Table(
    columns=(
        Column("title", _("Source"), href=_only),
        Column("", _("How far"), cell="backoffice/conformance/_bar.html", css="states__cell"),
        *map(_of, State),
        Column("total", _("Rules"), whole, end=True),
    ),
    look=f"{STACKED} states",
)
"""How many rules of each source are in each state, as bars and as numbers."""
