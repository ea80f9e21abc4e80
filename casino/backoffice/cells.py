"""What cells show: values as pages write them everywhere, and the few marks that stand around them."""

from collections.abc import Callable, Collection
from functools import partial
from html import escape
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from casino.templatetags import sabot
from casino.wording import words
from tables.queries import PlayerEdge

moment = sabot.moment
minute = sabot.moment_minute
whole = sabot.whole
percent = sabot.percent
share = sabot.share
duration = sabot.duration
day = words.day_in_figures


def money(currency: str) -> Callable[[int], SafeString]:
    """Cents of one currency."""
    return partial(sabot.money, currency=currency)


def gain(currency: str) -> Callable[[int], SafeString]:
    """Cents of one currency, with their sign."""
    return partial(sabot.gain, currency=currency)


euros: Final = money("EUR")


def money_of(name: str) -> Callable[[Any], SafeString]:
    """For the row itself: its cents of this name, in the row's own currency."""
    return lambda row: sabot.money(getattr(row, name), row.currency)


def gain_of(name: str) -> Callable[[Any], SafeString]:
    """The same, with their sign."""
    return lambda row: sabot.gain(getattr(row, name), row.currency)


def badge(text: object, tone: str = "") -> SafeString:
    """A word in a frame, whose colour repeats it."""
    return sabot.span(str(text), f"badge badge--{tone}" if tone else "badge")


def player_edge(edges: Collection[PlayerEdge]) -> SafeString:
    """The flag of rules that give players an edge; nothing without one."""
    return render_to_string("components/player_edge.html", {"edges": edges, "short": True}) if edges else SafeString()


def badges(*found: tuple[object, str] | None) -> SafeString:
    """Those of the badges that apply."""
    return format_html_join(" ", "{}", ((badge(*each),) for each in found if each))


def _marked(css: str, text: object) -> SafeString:
    """A text in an element of this class; not by `format_html`, which takes far longer: a list has hundreds."""
    said = text if isinstance(text, str) else str(text)
    return SafeString(f'<span class="{css}">{said if isinstance(said, SafeString) else escape(said)}</span>')


def soft(text: object) -> SafeString:
    """A text that stands back."""
    return _marked("soft", text)


def noted(text: object, note: object) -> SafeString:
    """A text, and a smaller one beside it if there is one."""
    return format_html('{} <span class="small soft">{}</span>', text, note) if note else format_html("{}", text)


def code(text: object) -> SafeString:
    """A text that a machine wrote."""
    return format_html("<code>{}</code>", text)


def rule(text: object) -> SafeString:
    """The number of a rule."""
    return _marked("rule", text)


def play(text: object, currency: str) -> SafeString:
    """A name, and that it is about play money where it is."""
    if currency != "PLAY":
        return format_html("{}", text)
    return format_html("{} {}", text, badge(gettext("Play money"), "play"))


def joined(*texts: "str | Promise") -> str:
    """Those of the texts that say something, with commas."""
    return ", ".join(str(each) for each in texts if each)


def played_for(currency: str) -> "SafeString | str":
    """Whether it is about money or play money."""
    return badge(gettext("Play money"), "play") if currency == "PLAY" else gettext("Money")
