"""What a table's bets gave back beside what they promise, in words and as a drawing, each chance on its own scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, ngettext

from casino.wording import names, words
from tables.queries import ChanceReturns

WIDTH: Final = 320
MARGIN: Final = 12
"""Units to each side of the middle's scale; the middle is what is promised."""


@dataclass(frozen=True, slots=True)
class ReturnLine:
    """One chance: figures, and the places of its bounds and its mean on the drawing; the promise is in the middle."""

    name: str
    promised: str
    mean: str
    low: str
    high: str
    rounds: str
    inside: bool
    low_x: int
    high_x: int
    mean_x: int
    middle: int
    width: int
    text: str
    """What the drawing shows, for those who do not see it."""


def return_lines(found: Sequence[ChanceReturns]) -> tuple[ReturnLine, ...]:
    """Each chance that was staked on."""
    return tuple(_line(each) for each in found)


def _line(each: ChanceReturns) -> ReturnLine:
    seen, middle = each.found, WIDTH // 2
    reach = max(
        abs(seen.low - each.promised),
        abs(seen.high - each.promised),
        abs(seen.mean - each.promised),
        Fraction(1, 10**9),
    )

    def x(share: Fraction) -> int:
        return middle + round((middle - MARGIN) * (share - each.promised) / reach)

    promised, mean, low, high = (words.percent(share) for share in (each.promised, seen.mean, seen.low, seen.high))
    text = gettext("Promised %(promised)s; came back %(mean)s, between %(low)s and %(high)s.")
    count = seen.rounds
    return ReturnLine(
        name=names.chance(each.chance),
        promised=promised,
        mean=mean,
        low=low,
        high=high,
        rounds=ngettext("%(n)s round", "%(n)s rounds", count) % {"n": words.number(count)},
        inside=each.inside,
        low_x=x(seen.low),
        high_x=x(seen.high),
        mean_x=x(seen.mean),
        middle=middle,
        width=WIDTH,
        text=text % {"promised": promised, "mean": mean, "low": low, "high": high},
    )
