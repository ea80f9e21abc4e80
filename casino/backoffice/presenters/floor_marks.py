"""The parts of a table on the floor that stand on every card, as markup: a template takes five times as long.

Stopping is one press; every other act asks on a page of its own.
"""

from dataclasses import dataclass
from html import escape
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from casino.backoffice.presenters.inbox_kinds import page_of
from casino.templatetags.sabot import icon
from casino.web.addresses import address
from players.inbox.queries import Subject, Thing


@dataclass(frozen=True, slots=True)
class Act:
    """Something that this person may do at this table now; `key` is its key on the floor. `later`: only its place is
    kept, so that what stands beside it does not move with every round.
    """

    name: str
    label: str
    icon: str
    key: str
    danger: bool = False
    later: bool = False

    @property
    def address(self) -> str:
        """The name of its address."""
        return f"backoffice:{self.name}"


def phase(word: str, seconds: int | None, ring: int) -> SafeString:
    """The phase of a table's round, and what is left of its betting time: seconds, and percent for the ring."""
    run = (
        f'<circle class="floor-ring__run" cx="8" cy="8" r="6" pathLength="100" stroke-dasharray="{ring} 100"'
        ' transform="rotate(-90 8 8)"/>'
        if ring
        else ""
    )
    counted, left = ("", "") if seconds is None else (f' data-left="{seconds}"', f' · <b class="num">{seconds}</b> s')
    return SafeString(
        f'<span class="floor-phase"{counted}><svg class="floor-ring" viewBox="0 0 16 16" aria-hidden="true">'
        f'<circle class="floor-ring__bed" cx="8" cy="8" r="6"/>{run}</svg>{escape(word)}{left}</span>'
    )


def acts_at(card: Any, *, short: bool) -> SafeString:
    """What may be done at the table of a `FloorCard` now; `short`: the word of stopping hidden too, for a row."""
    found = [_attend(card)] if card.attends and card.alert else []
    found.append("".join([_act(card, each) for each in card.acts]))
    if card.may_stop:
        found.append(_stop(card, "visually-hidden" if short else ""))
    if card.stop and card.stop.by_drift:
        found.append(_link(card, "drift", address("backoffice:drift"), escape(gettext("See why…"))))
    if card.may_lift:
        word = escape(gettext("Lift…"))
        href = address("backoffice:lift_stop", card.scope)
        found.append(_link(card, "halt", href, f"{icon('undo')} {word}", ' data-key="l"'))
    css = "floor-acts floor-acts--short" if short else "floor-acts"
    return SafeString(f'<span class="{css}">{" ".join(found)}</span>')


def _attend(card: Any) -> str:
    word, name = escape(pgettext("croupier", "Attend")), escape(card.name)
    href = escape(page_of(Thing(Subject.TABLE, card.code)))
    return (
        f'<a class="button button--small button--primary" id="attend-{escape(card.code)}" href="{href}" data-key="e">'
        f'{word}<kbd>E</kbd><span class="visually-hidden"> {name}</span></a>'
    )


def _act(card: Any, act: Act) -> str:
    if act.later:
        return f'<span class="button button--small floor-acts__later" aria-hidden="true">{icon(act.icon)}</span>'
    said = escape(f"{act.label} {card.name}")
    css = f"button button--small{' button--danger' if act.danger else ''}"
    key = f' data-key="{escape(act.key)}"' if act.key else ""
    return (
        f'<a class="{css}" id="{act.name}-{escape(card.code)}" href="{escape(address(act.address, card.code))}"'
        f' title="{said}"{key}>{icon(act.icon)}<span class="visually-hidden">{said}</span></a>'
    )


def _stop(card: Any, css: str) -> str:
    word, name = escape(pgettext("table", "Stop")), escape(card.name)
    return (
        f'<button class="button button--small button--danger" id="halt-{escape(card.code)}" form="stop" name="scope"'
        f' value="{escape(card.scope)}" title="{word} {name}" data-key="s">{icon("stop")}'
        f'<span class="{css}">{word}</span><span class="visually-hidden"> {name}</span></button>'
    )


def _link(card: Any, what: str, href: str, said: str, key: str = "") -> str:
    return (
        f'<a class="button button--small" id="{what}-{escape(card.code)}" href="{escape(href)}"{key}>{said}'
        f'<span class="visually-hidden"> {escape(card.name)}</span></a>'
    )
