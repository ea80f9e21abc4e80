"""The groups of the navigation as markup: they stand on every page, and a template takes four times as long."""

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from casino.backoffice.navigation import Group, Place
from casino.templatetags.sabot import drawing
from casino.web.addresses import address


def groups(shown: Iterable[Group]) -> SafeString:
    """The groups, each a list under its heading; the first has none."""
    return SafeString("".join([_group(each) for each in shown]))


def waiting(count: int, *, due: bool, of_all: bool = False) -> SafeString:
    """How much waits; soft, and red only where some of it is late. `of_all`: of a closed group."""
    if not count:
        return SafeString()
    css = f"office-nav__count{' office-nav__count--due' if due else ''}{' office-nav__count--sum' if of_all else ''}"
    some = escape(gettext("(some of it late)"))
    late = f'<span class="visually-hidden"> {some}</span>' if due else ""
    return SafeString(f'<span class="{css}">{count}{late}</span>')


def _group(group: Group) -> str:
    places = f'<ul class="office-nav__list">{"".join([_place(each) for each in group.places])}</ul>'
    if not group.label:
        return places
    label, name = escape(group.label), escape(group.name)
    wait = waiting(group.wait.count, due=group.wait.due, of_all=True)
    return (
        f'<details class="office-nav__group" id="group-{name}" open><summary title="{label}">{drawing("fold")}'
        f'<span class="office-nav__name">{label}</span>{wait}</summary>{places}</details>'
    )


def _place(place: Place) -> str:
    label, key = escape(place.label), escape(place.key)
    current = ' aria-current="page"' if place.current else ""
    shortcut = f' data-key="{key.lower()}"' if key else ""
    pressed = f'<kbd aria-hidden="true">{key}</kbd>' if key else ""
    return (
        f'<li><a href="{escape(place.href)}"{current}{shortcut} title="{label}">{drawing(place.name)}'
        f'<span class="office-nav__name">{label}</span>{_wait(place)}'
        f"{pressed}</a></li>"
    )


def _wait(place: Place) -> str:
    """How much waits there; of the inbox it is asked for once the page stands, because that reads all of it."""
    if place.name != "inbox":
        return waiting(place.wait.count, due=place.wait.due)
    href = address("backoffice:inbox_count")
    return f'<span id="nav-count" hx-get="{href}" hx-trigger="load" hx-swap="outerHTML"></span>'
