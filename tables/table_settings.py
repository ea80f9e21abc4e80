"""The terms of a table: what an operator configures, validated, and what the game makes of it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Final, cast

from baccarat.chances import Chance
from baccarat.limits import LimitsInvalid, TableLimits
from baccarat.rulesets import PRESETS, Commission, LimitScheme, Ruleset, RulesetInvalid, Shuffle, preset

MINIMUM_MAX: Final = 10_000_00
"""Largest minimum bet that a table may have, in cents: a slip of the finger is worth a rejection."""
MAX_PRIZE_MAX: Final = 10_000_000_00
BETTING_SECONDS: Final = range(3, 121)
"""PT-32: never less than three seconds to decide."""
SHOW_SECONDS: Final = range(3, 61)
CYCLE_SECONDS: Final = range(61)
SQUEEZE_SECONDS: Final = range(4, 61)
"""Long enough for a hand on a telephone; bounded for those who wait."""
SEATS: Final = range(1, 10)
"""R6a: one to nine seats."""


class TableSettingsInvalid(ValueError):
    """One field of the terms cannot stand; `field` names it and `why` is a code for the sentence."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True, kw_only=True)
class TableSettings:
    """The terms of a table. Amounts in cents.

    >>> macau = TableSettings(preset="macau", minimum=500, max_prize=1_000_000)
    >>> macau.limits.max_prize
    1000000
    >>> TableSettings.from_document(macau.document()) == macau
    True
    """

    preset: str
    minimum: int
    max_prize: int | None = None
    decks: int = 8
    shuffle: str = Shuffle.EVERY_ROUND.value
    commission: str = Commission.HALF_ON_5.value
    pairs: bool = True
    pairs_combined: bool = False
    """R43c read strictly: both pairs together against 8 % of the maximum prize, instead of each by itself."""
    caps: Mapping[str, int] = field(default_factory=dict)
    betting_seconds: int = 20
    show_seconds: int = 10
    seats: int = 9
    cycle_seconds: int = 0
    """Least time from one round's start to the next one's (C11); 0 for none beyond the betting time."""
    cut: bool = False
    """Whether the players cut each new shoe (`baccarat.cutting`); only a whole shoe can be cut."""
    squeeze_seconds: int = 0
    """How long the player with the highest stake on a side has to turn its cards (C10); 0: the house turns them."""

    def __post_init__(self) -> None:
        _require(self.preset in PRESETS, "preset", "unknown")
        _require(_whole(self.minimum) and 1 <= self.minimum <= MINIMUM_MAX, "minimum", "out-of-range")
        _require(self.betting_seconds in BETTING_SECONDS, "betting_seconds", "out-of-range")
        _require(self.show_seconds in SHOW_SECONDS, "show_seconds", "out-of-range")
        _require(self.seats in SEATS, "seats", "out-of-range")
        _require(self.cycle_seconds in CYCLE_SECONDS, "cycle_seconds", "out-of-range")
        _require(type(self.pairs) is bool, "pairs", "not-a-choice")
        self._check_ruleset()
        _require(type(self.cut) is bool, "cut", "not-a-choice")
        _require(not self.cut or self.ruleset.shuffle is Shuffle.PER_SHOE, "cut", "needs-a-whole-shoe")
        squeezes = self.squeeze_seconds == 0 or self.squeeze_seconds in SQUEEZE_SECONDS
        _require(type(self.squeeze_seconds) is int and squeezes, "squeeze_seconds", "out-of-range")
        self._check_max_prize()
        self._check_pairs()
        self._check_caps()

    def _check_ruleset(self) -> None:
        try:
            _ = self.ruleset
        except RulesetInvalid as error:
            raise TableSettingsInvalid(error.field, "not-a-choice") from error

    def _check_max_prize(self) -> None:
        if self.max_prize is None:
            return
        scheme = self.ruleset.limit_scheme
        # R41 belongs to the Macau chapter; the live text has the same idea for its two sides.
        _require(scheme in {LimitScheme.DIFFERENCE, LimitScheme.SIDES}, "max_prize", "not-for-this-game")
        _require(_whole(self.max_prize) and self.max_prize <= MAX_PRIZE_MAX, "max_prize", "out-of-range")
        # Below this, a pair could not take a single minimum bet (R43c: 8 %), or a side none (L).
        least = self.minimum * 100 if scheme is LimitScheme.DIFFERENCE else self.minimum * 8
        _require(self.max_prize * 8 >= least, "max_prize", "too-small-for-minimum")

    def _check_pairs(self) -> None:
        _require(type(self.pairs_combined) is bool, "pairs_combined", "not-a-choice")
        if self.pairs_combined:
            # R43c is of Macau alone, and bounds nothing without pairs or without M.
            bounded = self.ruleset.limit_scheme is LimitScheme.DIFFERENCE and self.max_prize is not None
            _require(bounded and self.pairs, "pairs_combined", "nothing-to-combine")

    def _check_caps(self) -> None:
        for chance, cap in self.caps.items():
            _require(chance in {offer.value for offer in self.ruleset.chances}, "caps", "not-offered")
            _require(_whole(cap) and cap >= self.minimum, "caps", "below-minimum")
        try:
            _ = self.limits
        except LimitsInvalid as error:
            raise TableSettingsInvalid("caps", "above-rule") from error

    @cached_property
    def ruleset(self) -> Ruleset:
        """The game's own description of these terms."""
        try:
            commission, shuffle = Commission(self.commission), Shuffle(self.shuffle)
        except ValueError as error:
            name = "shuffle" if self.shuffle not in set(Shuffle) else "commission"
            raise TableSettingsInvalid(name, "not-a-choice") from error
        return preset(self.preset, decks=self.decks, commission=commission, shuffle=shuffle, pairs=self.pairs)

    @cached_property
    def limits(self) -> TableLimits:
        """R13–R15 and R40–R43 for this table."""
        return TableLimits(
            scheme=self.ruleset.limit_scheme,
            minimum=self.minimum,
            max_prize=self.max_prize,
            caps={Chance(chance): cap for chance, cap in self.caps.items()},
            pairs_combined=self.pairs_combined,
        )

    def document(self) -> dict[str, Any]:
        """A JSON-able copy: what a configuration stores."""
        return {item.name: getattr(self, item.name) for item in fields(self)} | {"caps": dict(self.caps)}

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> "TableSettings":
        """Read what `document` wrote. Raises `TableSettingsInvalid` naming the field."""
        known = {item.name for item in fields(cls)}
        for name in document:
            _require(name in known, name, "unknown")
        for name in ("preset", "minimum"):
            _require(name in document, name, "missing")
        return cls(**cast("dict[str, Any]", dict(document)))


_KNOWN_MAX: Final = 2048
_known: dict[int, tuple[Mapping[str, Any], TableSettings]] = {}


def terms_of(configuration_id: int, document: Mapping[str, Any]) -> TableSettings:
    """The terms of a stored configuration; parsed once per process, since one in force never changes.

    The document is compared all the same: comparing costs nothing beside parsing.
    """
    known = _known.get(configuration_id)
    if known is not None and known[0] == document:
        return known[1]
    if len(_known) >= _KNOWN_MAX:
        _known.clear()
    terms = TableSettings.from_document(document)
    _known[configuration_id] = (dict(document), terms)
    return terms


def _whole(value: object) -> bool:
    return type(value) is int and value > 0


def _require(holds: bool, field: str, why: str) -> None:
    if not holds:
        raise TableSettingsInvalid(field, why)
