"""The clock of the host that deals, compared with the database's: the gap, and whether dealing is refused for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext

from casino.wording import words
from tables.live.clock import SKEW_MOST


@dataclass(frozen=True, slots=True)
class ClockLine:
    """The floor's message about the dealer's clock (PT-57)."""

    text: str
    refuses: bool
    """Whether the dealer deals no cards because of it."""


def clock_line(skews: Sequence[timedelta]) -> ClockLine:
    """The dealers' clocks in words; `skews` are how far each is ahead of the database's, the largest difference first.

    The worst one speaks for all, with how many they are.
    """
    if not skews:
        return ClockLine(gettext("clock of the machine that deals: not reported"), refuses=False)
    worst, several = skews[0], len(skews) > 1
    said = {
        "ms": words.number(_milliseconds(abs(worst))),
        "most": words.number(_milliseconds(SKEW_MOST)),
        "dealers": words.number(len(skews)),
    }
    if abs(worst) <= SKEW_MOST:
        if several:
            agreed = gettext("clocks of the %(dealers)s machines that deal: at most %(ms)s ms from the database’s")
        else:
            agreed = gettext("clock of the machine that deals: %(ms)s ms from the database’s")
        return ClockLine(agreed % said, refuses=False)
    return ClockLine(_refused(worst, several=several) % said, refuses=True)


def _refused(worst: timedelta, *, several: bool) -> str:
    ahead = worst > timedelta()
    if several:
        how = (
            gettext("Of the %(dealers)s machines that deal, one has a clock %(ms)s ms ahead of the database’s.")
            if ahead
            else gettext("Of the %(dealers)s machines that deal, one has a clock %(ms)s ms behind the database’s.")
        )
        why = gettext(
            "Beyond %(most)s ms a machine deals no cards: its tables stay as they are until the clocks agree."
        )
    else:
        how = (
            gettext("The clock of the machine that deals is %(ms)s ms ahead of the database’s.")
            if ahead
            else gettext("The clock of the machine that deals is %(ms)s ms behind the database’s.")
        )
        why = gettext("Beyond %(most)s ms no cards are dealt: the tables stay as they are until the clocks agree.")
    return f"{how} {why}"


def _milliseconds(span: timedelta) -> int:
    return round(span / timedelta(milliseconds=1))
