"""The shape of a configuration: decks, shuffle, commission, bets, paytables, kind of limits.

`baccarat.rulesets` holds the configurations of the five source texts, reads a house's own from a document, and exports
all of these names as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final

from baccarat.chances import Chance
from baccarat.paytables import Commission, Paytable

DECKS_MOST: Final = 16
"""No casino deals from more; the bound keeps a mistyped figure from running the odds for minutes."""


@unique
class Shuffle(StrEnum):
    """When the cards are shuffled (R6, L, D)."""

    EVERY_ROUND = "every-round"
    PER_SHOE = "per-shoe"


@unique
class LimitScheme(StrEnum):
    """The text whose limits apply (rules R13-R15, R40-R43, L, D)."""

    MULTIPLES = "multiples"
    """R13, R14, R15: multiples of the minimum, per player and chance."""
    DIFFERENCE = "difference"
    """R13, R14, R40-R43: none per player; the table's ponto-banca difference, empates and pairs against M."""
    SIDES = "sides"
    """L: the table's ponto-banca difference against M, and the operator's own figures per chance."""
    PER_CHANCE = "per-chance"
    """D: the operator's minimum and maximum per chance."""

    @property
    def keeps_sides_apart(self) -> bool:
        """Whether R13 holds: one player's bets on ponto and on banca differ by at least the minimum."""
        return self in _SIDES_APART

    @property
    def offsets_sides(self) -> bool:
        """Whether a maximum on ponto or banca bounds what one side has beyond the other (L)."""
        return self is LimitScheme.SIDES


_SIDES_APART: Final = frozenset({LimitScheme.MULTIPLES, LimitScheme.DIFFERENCE})


class RulesetInvalid(ValueError):
    """A configuration that cannot be played. `field` names the faulty entry (`offers[2].pays.win`), `why` says why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True, slots=True)
class Offer:
    """One chance on the felt, and its terms."""

    chance: Chance
    last_round_of_shoe: int | None = None
    """The bet is offered in rounds 1 to this of a shoe; None: always (L)."""
    pays: Paytable = ()
    """Event -> ratio; the events are `baccarat.paytables.EVENTS`. One that is left out loses."""
    commission: Commission | None = None
    """The commission mode of this bet alone, which replaces the ruleset's. None: see `commission_on`."""

    def open_in(self, round_of_shoe: int | None) -> bool:
        """Whether the bet can be placed in that round of the shoe. None: the round has no shoe behind it (L)."""
        return self.last_round_of_shoe is None or round_of_shoe is None or round_of_shoe <= self.last_round_of_shoe


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Everything about a game that an operator fixes, minimum and maximum amounts aside."""

    preset: str
    decks: int
    shuffle: Shuffle
    commission: Commission
    offers: tuple[Offer, ...]
    limit_scheme: LimitScheme
    burn: bool = False
    """A new shoe burns as many cards as the first one's face value says (L)."""
    rounds_after_cut: int = 1
    """Rounds still dealt after the one in which the cut card came out: 1 (F, the last «golpe»), or 0 (L)."""
    _offer_of: Mapping[Chance, Offer] = field(init=False, repr=False, compare=False)
    _always: frozenset[Chance] = field(init=False, repr=False, compare=False)
    """The bets offered in every round of a shoe."""

    def __post_init__(self) -> None:
        offer_of = {offer.chance: offer for offer in self.offers}
        object.__setattr__(self, "_offer_of", offer_of)
        always = frozenset(offer.chance for offer in self.offers if offer.last_round_of_shoe is None)
        object.__setattr__(self, "_always", always)

    @property
    def chances(self) -> tuple[Chance, ...]:
        """The chances on the felt, in the felt's order (R6, R9, R10, L).

        >>> from baccarat.rulesets import preset
        >>> [chance.value for chance in preset("punto-banco").chances]
        ['ponto', 'banca', 'empate']
        """
        return tuple(chance for chance in Chance if chance in self._offer_of)

    def offer(self, chance: Chance) -> Offer | None:
        """The terms of one chance, or None when it is not on this felt."""
        return self._offer_of.get(chance)

    def offered(self, round_of_shoe: int | None = None) -> frozenset[Chance]:
        """The chances that can be bet on in that round of the shoe, counted from 1 (L).

        >>> from baccarat.rulesets import preset
        >>> live = preset("live-baccarat")
        >>> sorted(chance.value for chance in live.offered(50) - live.offered(51))[:3]
        ['lucky-six', 'lucky-six-2', 'lucky-six-3']
        """
        if len(self._always) == len(self.offers):
            return self._always
        return frozenset(offer.chance for offer in self.offers if offer.open_in(round_of_shoe))

    def commission_on(self, chance: Chance) -> Commission:
        """The mode in which a prize on that chance is cut (R26): the bet's own, or for banca the ruleset's, or none.

        >>> from baccarat.rulesets import preset
        >>> preset("live-baccarat").commission_on(Chance.BANCA_NO_COMMISSION).value
        'half-on-6'
        """
        offer = self._offer_of.get(chance)
        if offer is not None and offer.commission is not None:
            return offer.commission
        return self.commission if chance is Chance.BANCA else Commission.NONE

    def document(self) -> dict[str, object]:
        """The ruleset as JSON-able data, which `baccarat.rulesets.ruleset_from_document` reads back to an equal one."""
        return {
            "preset": self.preset,
            "decks": self.decks,
            "shuffle": self.shuffle.value,
            "commission": self.commission.value,
            "limit_scheme": self.limit_scheme.value,
            "burn": self.burn,
            "rounds_after_cut": self.rounds_after_cut,
            "offers": [_offer_document(offer) for offer in self.offers],
        }


def _offer_document(offer: Offer) -> dict[str, object]:
    document: dict[str, object] = {
        "chance": offer.chance.value,
        "pays": {event: str(ratio) for event, ratio in offer.pays},
    }
    if offer.last_round_of_shoe is not None:
        document["last_round_of_shoe"] = offer.last_round_of_shoe
    if offer.commission is not None:
        document["commission"] = offer.commission.value
    return document
