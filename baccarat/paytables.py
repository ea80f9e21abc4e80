"""The events of each chance in a round, and the ratios that the five source texts pay for them (R25, R26, L).

Paytables are data: a ruleset carries its own, and the presets take theirs from here.
"""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum, unique
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from baccarat.chances import Chance
from baccarat.play import Facts, Pair, Winner

RATIO_MOST: Final = 1_000_000
"""No paytable needs a larger figure on either side of a ratio; a larger one is a slip of the pen."""


class Ratio(NamedTuple):
    """So much prize for so much stake: 7:2 is `Ratio(7, 2)`. A prize of 0 means that the stake is returned (a push).

    >>> str(Ratio(7, 2))
    '7:2'
    """

    prize: int
    stake: int

    def __str__(self) -> str:
        return f"{self.prize}:{self.stake}"

    @property
    def on_felt(self) -> str:
        """The ratio as the felt writes it: «11 : 1»."""
        return f"{self.prize} : {self.stake}"

    @property
    def worth(self) -> Fraction:
        """The prize for a stake of 1, to compare ratios by."""
        return Fraction(self.prize, self.stake)

    @classmethod
    def parse(cls, text: object) -> "Ratio":
        """Read `"11:1"`. Raises `ValueError` for anything but two whole numbers, the second at least 1."""
        match = re.fullmatch(r"([0-9]{1,7}):([0-9]{1,7})", text) if isinstance(text, str) else None
        if match is None:
            raise ValueError(f"{text!r} is not a ratio such as '11:1'")
        prize, stake = int(match[1]), int(match[2])
        if stake < 1 or max(prize, stake) > RATIO_MOST:
            raise ValueError(f"{text!r} is not a ratio of a prize (0 to {RATIO_MOST}) to a stake (1 to {RATIO_MOST})")
        return cls(prize, stake)


Paytable = tuple[tuple[str, Ratio], ...]
"""Event -> ratio. An event that the table leaves out loses."""


@unique
class Commission(StrEnum):
    """How much of a banca prize the house keeps (R26)."""

    NONE = "none"
    FIVE_PERCENT = "5-percent"
    HALF_ON_5 = "half-on-5"
    HALF_ON_6 = "half-on-6"
    HALF_ON_5_AND_6 = "half-on-5-and-6"


RATES: Final[Mapping[Commission, Mapping[int, tuple[int, int]]]] = MappingProxyType(
    {
        Commission.NONE: MappingProxyType({}),
        Commission.FIVE_PERCENT: MappingProxyType(dict.fromkeys(range(1, 10), (1, 20))),
        Commission.HALF_ON_5: MappingProxyType({5: (1, 2)}),
        Commission.HALF_ON_6: MappingProxyType({6: (1, 2)}),
        Commission.HALF_ON_5_AND_6: MappingProxyType({5: (1, 2), 6: (1, 2)}),
    }
)
"""Mode -> the total that banca wins with -> the part of the prize kept, as numerator and denominator (R26)."""


def _side(side: Winner) -> Callable[[Facts], str | None]:
    def event(facts: Facts) -> str | None:
        winner = facts.winner
        if winner is Winner.EMPATE:
            return "tie"
        return "win" if winner is side else None

    return event


def _wins_if(test: Callable[[Facts], bool]) -> Callable[[Facts], str | None]:
    return lambda facts: "win" if test(facts) else None


def _bonus(side: Winner) -> Callable[[Facts], str | None]:
    def event(facts: Facts) -> str | None:
        winner = facts.winner
        if winner is Winner.EMPATE:
            return "natural-tie" if facts.ponto_natural else None
        if winner is not side:
            return None
        if facts.ponto_natural if side is Winner.PONTO else facts.banca_natural:
            return "natural-win"
        return f"by-{abs(facts.ponto_total - facts.banca_total)}"

    return event


def _banca_wins_with_six(facts: Facts) -> bool:
    return facts.banca_total == 6 and facts.ponto_total < 6


def _lucky_six(facts: Facts) -> str | None:
    if not _banca_wins_with_six(facts):
        return None
    return "two-cards" if facts.banca_count == 2 else "three-cards"


EVENT_OF: Final[Mapping[Chance, Callable[[Facts], str | None]]] = MappingProxyType(
    {
        Chance.PONTO: _side(Winner.PONTO),
        Chance.BANCA: _side(Winner.BANCA),
        Chance.BANCA_NO_COMMISSION: _side(Winner.BANCA),
        Chance.EMPATE: _wins_if(lambda facts: facts.winner is Winner.EMPATE),
        Chance.PAR_PONTO: _wins_if(lambda facts: facts.ponto_pair is not Pair.NONE),
        Chance.PAR_BANCA: _wins_if(lambda facts: facts.banca_pair is not Pair.NONE),
        Chance.QUALQUER_PAR: _wins_if(lambda facts: max(facts.ponto_pair, facts.banca_pair) > Pair.NONE),
        Chance.PAR_PERFEITO: _wins_if(lambda facts: Pair.PERFECT in (facts.ponto_pair, facts.banca_pair)),
        Chance.NATURAL_PONTO: _wins_if(lambda facts: facts.ponto_natural),
        Chance.NATURAL_BANCA: _wins_if(lambda facts: facts.banca_natural),
        Chance.BONUS_PONTO: _bonus(Winner.PONTO),
        Chance.BONUS_BANCA: _bonus(Winner.BANCA),
        Chance.LUCKY_SIX: _lucky_six,
        Chance.LUCKY_SIX_2: _wins_if(lambda facts: _banca_wins_with_six(facts) and facts.banca_count == 2),
        Chance.LUCKY_SIX_3: _wins_if(lambda facts: _banca_wins_with_six(facts) and facts.banca_count == 3),
    }
)
"""Chance -> what a round's facts come to for a bet on it: the name of an event, or None for a plain loss."""

_SIDE_EVENTS = ("win", "tie")
_BONUS_EVENTS = ("natural-win", "natural-tie", *(f"by-{margin}" for margin in range(1, 10)))

EVENTS: Final[Mapping[Chance, tuple[str, ...]]] = MappingProxyType(
    dict.fromkeys(Chance, ("win",))
    | {Chance.PONTO: _SIDE_EVENTS, Chance.BANCA: _SIDE_EVENTS, Chance.BANCA_NO_COMMISSION: _SIDE_EVENTS}
    | {Chance.BONUS_PONTO: _BONUS_EVENTS, Chance.BONUS_BANCA: _BONUS_EVENTS}
    | {Chance.LUCKY_SIX: ("two-cards", "three-cards")}
)
"""Chance -> the names that its events can have, which is what a paytable may name."""

_SIDE: Paytable = (("win", Ratio(1, 1)), ("tie", Ratio(0, 1)))
_PAR: Paytable = (("win", Ratio(11, 1)),)
_NATURAL: Paytable = (("win", Ratio(7, 2)),)
_BONUS: Paytable = (
    ("natural-win", Ratio(1, 1)),
    ("natural-tie", Ratio(0, 1)),
    ("by-4", Ratio(1, 1)),
    ("by-5", Ratio(2, 1)),
    ("by-6", Ratio(4, 1)),
    ("by-7", Ratio(6, 1)),
    ("by-8", Ratio(10, 1)),
    ("by-9", Ratio(30, 1)),
)

PAYS: Final[Mapping[Chance, Paytable]] = MappingProxyType(
    {
        Chance.PONTO: _SIDE,
        Chance.BANCA: _SIDE,
        Chance.BANCA_NO_COMMISSION: _SIDE,
        Chance.EMPATE: (("win", Ratio(8, 1)),),
        Chance.PAR_PONTO: _PAR,
        Chance.PAR_BANCA: _PAR,
        Chance.QUALQUER_PAR: (("win", Ratio(5, 1)),),
        Chance.PAR_PERFEITO: (("win", Ratio(25, 1)),),
        Chance.NATURAL_PONTO: _NATURAL,
        Chance.NATURAL_BANCA: _NATURAL,
        Chance.BONUS_PONTO: _BONUS,
        Chance.BONUS_BANCA: _BONUS,
        Chance.LUCKY_SIX: (("two-cards", Ratio(12, 1)), ("three-cards", Ratio(20, 1))),
        Chance.LUCKY_SIX_2: (("win", Ratio(22, 1)),),
        Chance.LUCKY_SIX_3: (("win", Ratio(50, 1)),),
    }
)
"""The ratios of the texts (R25, L). No two texts pay the same chance differently."""
