"""An extract in words: what it has, who asks for it, what follows from each answer."""

from collections.abc import Iterator
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

from casino.wording import words
from reporting.queries.extracts import ExtractCard


def lines(card: ExtractCard) -> Iterator[tuple[str, Any]]:
    """Name and value of each line of its page."""
    yield gettext("Report"), f"{card.definition.title} ({card.definition.source})"
    if card.since is not None:
        yield gettext("Period"), f"{words.moment(card.since)} – {words.moment(card.until)}"
    else:
        yield gettext("State at"), words.moment(card.until)
    for title, value in card.filters:
        yield capfirst(str(title)), value
    named = pgettext("columns", "all") if card.whole else ", ".join(str(each.title) for each in card.columns)
    yield gettext("Columns"), named
    if card.definition.personal:
        yield gettext("Personal data"), gettext("shown") if card.reveal else gettext("hidden")
    yield gettext("Lines when it was proposed"), _counted(card.counted)
    yield gettext("Reason"), card.reason


def _counted(count: int | None) -> str:
    return gettext("more than can be counted in two seconds") if count is None else words.number(count)


def follows(card: ExtractCard) -> Iterator[str]:
    """What each answer brings about."""
    yield gettext(
        "Approved, its lines are gathered as they stand then, and colleagues who may download reports have the files."
    )
    if card.reveal and any(column.personal for column in card.columns):
        yield gettext("Names, addresses and numbers of people stand in it; the reason stands in every file.")
    yield gettext("Turned down, nothing is gathered, and it cannot be approved later.")
