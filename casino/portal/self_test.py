"""The self-test: the Problem Gambling Severity Index of Ferris and Wynne (2001), its nine items in our own words.

Each answer counts 0 to 3, the sum 0 to 27; the bands are the published ones: 0, 1 to 2, 3 to 7, 8 to 27.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ITEMS: Final[tuple["str | Promise", ...]] = (
    _("Did you bet more than you could really afford to lose?"),
    _("Did you need to bet larger amounts to feel the same excitement?"),
    _("Did you come back another day to try to win back what you had lost?"),
    _("Did you borrow money, or sell anything, in order to gamble?"),
    _("Did you feel that you might have a problem with gambling?"),
    _("Did gambling harm your health, including through nervousness or anxiety?"),
    _("Did people criticise your gambling, or tell you that you had a problem, even if you did not agree?"),
    _("Did gambling cause money difficulties, for you or in your household?"),
    _("Did you feel guilty about the way you gamble, or about what happens when you gamble?"),
)
ANSWERS: Final[tuple["str | Promise", ...]] = (
    _("Never"),
    _("Sometimes"),
    _("Most of the time"),
    _("Almost always"),
)
"""Each counts as many points as stand before it."""


class Band(StrEnum):
    """The published meaning of a sum."""

    NONE = "none"
    LOW = "low"
    MODERATE = "moderate"
    HIGH = "high"


_LEAST: Final[Mapping[Band, int]] = {Band.HIGH: 8, Band.MODERATE: 3, Band.LOW: 1, Band.NONE: 0}


@dataclass(frozen=True, slots=True)
class Question:
    """One item as the page asks it; `given` is the answer that came back, None for none or nonsense."""

    number: int
    name: str
    text: "str | Promise"
    given: int | None
    missing: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The result of the answers."""

    points: int
    band: Band


def band_of(points: int) -> Band:
    """The published band of a sum from 0 to 27.

    >>> [band_of(points).value for points in (0, 1, 2, 3, 7, 8, 27)]
    ['none', 'low', 'low', 'moderate', 'moderate', 'high', 'high']
    """
    return next(band for band, least in _LEAST.items() if points >= least)


def asked(answers: Mapping[str, str] | None) -> tuple[tuple[Question, ...], Result | None]:
    """The questions with what was answered, and the result once every one is; null `answers` ask afresh."""
    given = [_given(answers, f"p{number}") for number in range(1, len(ITEMS) + 1)]
    questions = tuple(
        Question(number, f"p{number}", text, points, missing=answers is not None and points is None)
        for number, (text, points) in enumerate(zip(ITEMS, given, strict=True), 1)
    )
    said = [points for points in given if points is not None]
    if len(said) < len(ITEMS):
        return questions, None
    return questions, Result(sum(said), band_of(sum(said)))


def _given(answers: Mapping[str, str] | None, name: str) -> int | None:
    said = (answers or {}).get(name, "")
    return int(said) if said in {"0", "1", "2", "3"} else None
