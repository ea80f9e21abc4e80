"""The rows of an inbox as markup: drawn here and not by a template cell by cell, which takes four times as long."""

from collections.abc import Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from casino.backoffice.presenters.inbox import Item
from casino.templatetags.sabot import drawing, icon
from casino.wording import words
from players.inbox.queries import Thing


def rows(items: Iterable[Item], *, opened: Thing | None, query: str) -> SafeString:
    """The items of a list; `opened`: the thing that stands beside it, `query`: what the list itself was asked for."""
    return SafeString("".join([_row(item, item.thing == opened, query) for item in items]))


def _row(item: Item, is_opened: bool, query: str) -> str:
    """What it is, whom it is about, when it is due, who looks after it."""
    tone, title, href = item.tone, escape(item.title), escape(f"{item.href}{query}")
    new = _hidden(pgettext("inbox", "new") + ": ") if item.new else ""
    said = item.about or item.kind
    if item.kept is not None and item.kept.mentioned_by:
        named = gettext("%(name)s named you") % {"name": item.kept.mentioned_by}
        said = f"{named} · {said}"
    choose = _hidden(gettext("Choose: %(title)s") % {"title": item.title})
    return (
        f'<li class="inbox-row{" inbox-row--new" if item.new else ""}"{" data-opened" if is_opened else ""}>'
        f'<label class="inbox-row__choose"><input type="checkbox" name="things" value="{escape(item.word)}"'
        f' form="chosen">{choose}</label>'
        f'<span class="inbox-row__drawing{f" inbox-row__drawing--{tone}" if tone else ""}">'
        f"{drawing(item.drawing)}</span>"
        f'<a class="inbox-row__text" href="{href}" hx-get="{href}" hx-target="#case"'
        f'{_CURRENT if is_opened else ""}><b>{new}{title}</b> <span class="soft">{escape(said)}</span></a>'
        f'<span class="inbox-row__end">{_when(item, tone)}{_edge(item)}{_who(item)}</span></li>'
    )


_CURRENT = ' aria-current="true"'


def _when(item: Item, tone: str) -> str:
    if item.kept is not None and item.kept.put_off_until is not None:
        return f'<span class="badge">{escape(words.short_day(item.kept.put_off_until))}</span> '
    left = item.left
    return f'<span class="badge{f" badge--{tone}" if tone else ""}">{escape(left)}</span> ' if left else ""


def _edge(item: Item) -> str:
    if not item.due.player_edges:
        return ""
    edge = gettext("player’s edge")
    return f'<span class="badge badge--override">{icon("flag")}{escape(edge)}</span> '


def _who(item: Item) -> str:
    if not item.who:
        none = escape(gettext("No one yet"))
        shown = f'<span aria-hidden="true">–</span>{_hidden(none)}'
        return f'<span class="inbox-row__who inbox-row__who--none" title="{none}">{shown}</span>'
    told = _hidden(gettext("%(name)s looks after it") % {"name": item.who})
    shown = f'<span aria-hidden="true">{escape(item.initials)}</span>{told}'
    return f'<span class="inbox-row__who" title="{escape(item.who)}">{shown}</span>'


def _hidden(text: str) -> str:
    return f'<span class="visually-hidden">{escape(text)}</span>'
