"""What past bets under other rules come to, as it is told and kept."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Revenue:
    """Gross revenue, cents: the exact average to the nearest cent, and half its band of 95 % (1.96 σ), rounded up."""

    expected: int
    band: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfChance:
    """One chance; cents. `refused` is what of the stakes would not have been accepted."""

    chance: str
    staked: int
    refused: int
    old: int
    new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSize:
    """Players by what they staked on a day: `most` cents or less, None without end. One player counts once a day."""

    most: int | None
    players: int
    staked: int
    refused: int
    old: int
    new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfRule:
    """What one rule of the new terms would have refused: slips, and cents of the stakes that came of them."""

    rule: str
    slips: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fullest:
    """The round with the most staked: when it was paid, and its stakes by chance under both terms, cents."""

    code: str
    at: str
    old: Mapping[str, int]
    new: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfMoney:
    """Some days of a table under the terms in force and under others. Amounts are cents, averages exact but for the
    rounding of each figure to the nearest cent."""

    days: int
    played: int
    """Of these days, those with a bet."""
    rounds: int
    slips: int
    players: int
    staked: int
    refused: int
    refused_slips: int
    refused_players: int
    unpriced: int
    """Staked on chances that the terms in force do not offer any more: on the old side they bring nothing."""
    old: Revenue
    new: Revenue
    difference: Revenue
    """New less old, on the very same cards where both have as many decks."""
    same_cards: bool
    happened: int
    """What these bets really brought."""
    loss_old: int
    loss_new: int
    """How likely an average one of the played days ends below 0, as a normal result: millionths."""
    by_chance: tuple[OfChance, ...]
    by_size: tuple[OfSize, ...]
    by_rule: tuple[OfRule, ...]
    fullest: Fullest | None

    def document(self) -> dict[str, Any]:
        """A JSON-able copy."""
        return asdict(self)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> "WhatIfMoney":
        """Read what `document` wrote."""
        return cls(
            **{
                **document,
                **{name: Revenue(**document[name]) for name in ("old", "new", "difference")},
                "by_chance": tuple(OfChance(**each) for each in document["by_chance"]),
                "by_size": tuple(OfSize(**each) for each in document["by_size"]),
                "by_rule": tuple(OfRule(**each) for each in document["by_rule"]),
                "fullest": Fullest(**document["fullest"]) if document["fullest"] else None,
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfOf:
    """Which two configurations of a table are compared, and over how many days. A draft may still change: `revision`
    says which of its states it is."""

    table_id: int
    old_id: int
    new_id: int
    revision: int
    days: int
