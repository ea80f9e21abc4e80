"""What one round of a table may cost the house, as pages show it: quantiles, and places on a drawing."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final, TypeAlias

from django.utils.translation import gettext

from baccarat.chances import Chance
from baccarat.exposure import Distribution, dearest_table, distribution
from casino.wording import words
from tables.table_settings import TableSettings

SHARES: Final = (Fraction(99, 100), Fraction(999, 1000))
ROUNDS_AN_HOUR: Final = 60
WIDTH: Final = 760
EDGE: Final = 24
NEAR: Final = 90
"""So near to an end of the drawing a text is written inwards."""
TALL: Final = 56
"""The height of the tallest bar."""
BARS_MOST: Final = 72

_Place: TypeAlias = Callable[[int], int]
"""From cents to a place on the drawing."""


@dataclass(frozen=True, slots=True)
class Spike:
    """One result of the house on the drawing of an exposure."""

    x: int
    y: int
    height: int
    lost: bool
    said: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A tick below the drawing: how bad a round of a hundred, of a thousand, and of all may be."""

    x: int
    y: int
    """Each text on a line of its own: two near each other stay legible."""
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Exposure:
    """What one round of a table may cost the house, over every order of the cards; cents, below 0 a loss."""

    name: str
    tone: str
    at_99: int
    at_999: int
    worst: int
    losing: Fraction
    hour_mean: int
    hour_99: int
    """Of sixty such rounds: mean and variance times sixty, as a normal result."""
    spikes: tuple[Spike, ...]
    marks: tuple[Mark, ...]
    zero: int
    width: int = WIDTH
    base: int = TALL + 8
    height: int = TALL + 56


def counted(terms: TableSettings, stakes: Mapping[str, int]) -> Distribution | None:
    """The house's results on stakes of the table as a whole; chances that the terms do not offer are left out."""
    offered = {Chance(name): cents for name, cents in stakes.items() if terms.ruleset.offer(Chance(name)) is not None}
    return distribution(terms.ruleset, offered) if offered else None


def full_table(terms: TableSettings, currency: str) -> Exposure | None:
    """The table that costs the house most under these terms, every ceiling used up; None where nothing bounds it."""
    found = _dearest(json.dumps(terms.document(), sort_keys=True))
    if found is None:
        return None
    return exposure(gettext("full table"), "new", found, (found.worst, found.best), currency)


@lru_cache(maxsize=256)
def _dearest(document: str) -> Distribution | None:
    terms = TableSettings.from_document(json.loads(document))
    found = dearest_table(terms.ruleset, terms.limits, players=terms.seats)
    return distribution(terms.ruleset, found[1]) if found is not None and found[1] else None


def exposure(name: str, tone: str, results: Distribution, reach: tuple[int, int], currency: str) -> Exposure:
    """The exposure of these results, drawn on an axis that reaches so far."""
    low, high = min(0, reach[0]), max(1, reach[1])

    def x(cents: int) -> int:
        return EDGE + (WIDTH - 2 * EDGE) * (cents - low) // (high - low)

    at_99, at_999 = (results.result_at(share) for share in SHARES)
    second = Fraction(sum(result**2 * count for result, count in results.counts.items()), results.total)
    hour = ROUNDS_AN_HOUR * (second - results.mean**2)
    mean = ROUNDS_AN_HOUR * results.mean
    return Exposure(
        name=name,
        tone=tone,
        at_99=at_99,
        at_999=at_999,
        worst=results.worst,
        losing=results.probability_of_losing(1),
        hour_mean=round(mean),
        hour_99=round(mean) - isqrt(int(hour * Fraction(2326, 1000) ** 2)),
        spikes=tuple(_spikes(results, x, currency)),
        marks=tuple(_marks(at_99, at_999, results.worst, x)),
        zero=x(0),
    )


def _spikes(drawn: Distribution, x: _Place, currency: str) -> Iterator[Spike]:
    """A bar for each result, √p tall; results that fall on one place of the drawing stand there together."""
    together: dict[int, list[int]] = {}
    results = sorted(drawn.counts)
    for result in results:
        place = x(result) if len(results) <= BARS_MOST else x(result) // 6 * 6
        at = together.setdefault(place, [result, 0])
        at[1] += drawn.counts[result]
    most = max(count for _, count in together.values())
    for place, (result, count) in together.items():
        height = max(1, isqrt(count * TALL**2 // most))
        said = f"{words.signed(result, currency)}: {words.percent(Fraction(count, drawn.total), 2)}"
        yield Spike(place, TALL + 8 - height, height, result < 0, said)


def _marks(at_99: int, at_999: int, worst: int, x: _Place) -> Iterator[Mark]:
    named = {at_99: [gettext("99%")]}
    named.setdefault(at_999, []).append(gettext("99.9%"))
    named.setdefault(worst, []).append(gettext("worst"))
    for line, (cents, texts) in enumerate(named.items()):
        place = x(cents)
        anchor = "start" if place < NEAR else "end" if place > WIDTH - NEAR else "middle"
        yield Mark(place, TALL + 22 + 14 * line, gettext(" and ").join(texts), anchor)
