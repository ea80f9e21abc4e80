"""The drift court: whether outcomes, cards and money come as the exact odds say, at whatever moment one looks.

Each stream gives a round one factor for each thing that could be wrong, an alternative: how much better it explains
what was seen. While nothing is wrong a factor is 1 on average, exactly, given everything before the round (`e-values`).
The court of Shiryaev and Roberts adds up over every moment at which the fault could have begun, M = (1 + M) * factor,
and so forgets a long fair past. M less the number of rounds falls or stays on average, so the average number of rounds
to a false alarm at a threshold is at least that threshold, however often one looks (`threshold`).

All factors work in fractions, for proofs, and in floats, for play. They use the four operations alone: any machine that
keeps to IEEE 754 gets the same bits, and M needs no logarithm, since it is set back long before a float is full.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import log10
from typing import Final, TypeVar

from baccarat.cards import Card
from baccarat.combinations import ShoeCount, outcomes
from baccarat.exposure import Distribution
from baccarat.play import Winner

N = TypeVar("N", Fraction, float)

FEW: Final = 2_000
"""Rounds below which nothing is said for a table: a fault of some points would hardly show yet."""
WATCH_BELOW: Final = 100
"""To be looked at from this part of the alarm's threshold on."""
NOTE_BELOW: Final = 10_000
RANKS: Final = "A23456789TJQK"


class Stream(StrEnum):
    """What the court watches."""

    OUTCOMES = "outcomes"
    """Who wins each settled round."""
    PONTO_PAIR = "par-ponto"
    """Whether ponto's first two cards are a pair; so of the next three, each an outcome that comes or does not."""
    BANCA_PAIR = "par-banca"
    PERFECT_PAIR = "par-perfeito"
    """On either side."""
    BANCA_SIX = "banca-6"
    """Whether banca wins with 6."""
    CARDS = "cards"
    """The rank of every dealt card, by what is left in the shoe."""
    MONEY = "money"
    """The house's result of each round, by the stakes as they were laid."""
    GENERATOR = "generator"
    """Raw words of the random generator, a block an hour (`baccarat.generator`)."""


class Drift(StrEnum):
    """How far the evidence is."""

    FEW = "few"
    """Too few rounds to say anything."""
    CALM = "calm"
    NOTE = "note"
    WATCH = "watch"
    ALARM = "alarm"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that could be wrong: what comes too often or too seldom, by which factor to its odds."""

    what: str
    """A winner or another outcome, a rank, or "house" for money."""
    weight: Fraction
    """Above 1: too often. Of money: the share of its worst case that is bet on it; above 0: the house wins too much."""

    @property
    def more(self) -> bool:
        """Whether it says too often, and of money too much for the house."""
        return self.weight > (0 if self.what == HOUSE else 1)


HOUSE: Final = "house"
_OUTCOME_SIZES: Final = (
    ("1.010050", "0.990050"),
    ("1.020201", "0.980199"),
    ("1.040811", "0.960789"),
    ("1.083287", "0.923116"),
    ("1.173511", "0.852144"),
    ("1.377128", "0.726149"),
)
"""The powers of e of 0.01, 0.02, 0.04, 0.08, 0.16 and 0.32, up and down; as decimals, so that all have the same."""
_CARD_SIZES: Final = (("1.020201", "0.980199"), ("1.083287", "0.923116"), ("1.349859", "0.740818"))
"""Those of 0.02, 0.08 and 0.3."""
_MONEY_SIZES: Final = ("0.015", "0.03", "0.06", "0.12", "0.25", "0.5")


def _outcome_tilts() -> tuple[tuple[Alternative, Mapping[Winner, Fraction]], ...]:
    """Banca against ponto and ponto against banca, ties up, ties down; each in six sizes."""
    found = []
    for high, low in _OUTCOME_SIZES:
        up, down = Fraction(high), Fraction(low)
        for side, other in ((Winner.BANCA, Winner.PONTO), (Winner.PONTO, Winner.BANCA)):
            weights = {side: up, other: down, Winner.EMPATE: Fraction(1)}
            found.append((Alternative(side.value, up), weights))
        for size in (up, down):
            weights = {Winner.EMPATE: size, Winner.BANCA: Fraction(1), Winner.PONTO: Fraction(1)}
            found.append((Alternative(Winner.EMPATE.value, size), weights))
    return tuple(found)


_OUTCOME_TILTS: Final = _outcome_tilts()
EVENTS: Final = (Stream.PONTO_PAIR, Stream.BANCA_PAIR, Stream.PERFECT_PAIR, Stream.BANCA_SIX)
"""The outcomes that come or do not (`baccarat.court_events`)."""
_EVENT_TILTS: Final = tuple(Fraction(size) for sizes in _OUTCOME_SIZES for size in sizes)
_CARD_TILTS: Final = tuple(
    (rank, Fraction(size)) for rank in range(len(RANKS)) for sizes in _CARD_SIZES for size in sizes
)
_CARD_WEIGHTS: Final = tuple((rank, float(weight)) for rank, weight in _CARD_TILTS)
_MONEY_SHARES: Final = tuple(Fraction(f"{sign}{size}") for size in _MONEY_SIZES for sign in ("", "-"))
_MONEY_FLOATS: Final = tuple(map(float, _MONEY_SHARES))

ALTERNATIVES: Final[Mapping[Stream, tuple[Alternative, ...]]] = {
    Stream.OUTCOMES: tuple(alternative for alternative, _ in _OUTCOME_TILTS),
    Stream.CARDS: tuple(Alternative(RANKS[rank], weight) for rank, weight in _CARD_TILTS),
    Stream.MONEY: tuple(Alternative(HOUSE, share) for share in _MONEY_SHARES),
    **{stream: tuple(Alternative(stream.value, weight) for weight in _EVENT_TILTS) for stream in EVENTS},
}
"""24 of the winner, 12 of each other outcome, 78 of cards, 12 of money, in the order of the factors."""


def shares(decks: int) -> dict[Winner, Fraction]:
    """How often each side wins off whole decks, exactly.

    >>> round(100 * shares(8)[Winner.BANCA], 4)
    Fraction(458597, 10000)
    """
    counted = outcomes(ShoeCount.full(decks))
    won = dict.fromkeys(Winner, 0)
    for facts, count in counted.counts.items():
        won[facts.winner] += count
    return {winner: Fraction(count, counted.total) for winner, count in won.items()}


def outcome_factors(expected: Mapping[Winner, Fraction]) -> dict[Winner, tuple[Fraction, ...]]:
    """The factors of a round by its winner, one an alternative; weighted by `expected` they are 1, exactly.

    >>> factors = outcome_factors(shares(8))
    >>> sum(shares(8)[winner] * factors[winner][0] for winner in Winner)
    Fraction(1, 1)
    """
    found: dict[Winner, list[Fraction]] = {winner: [] for winner in expected}
    for _, weights in _OUTCOME_TILTS:
        whole = sum((share * weights[winner] for winner, share in expected.items()), Fraction(0))
        for winner in expected:
            found[winner].append(weights[winner] / whole)
    return {winner: tuple(factors) for winner, factors in found.items()}


@lru_cache(maxsize=32)
def factors_by_winner(decks: int) -> Mapping[Winner, tuple[float, ...]]:
    """`outcome_factors` of whole decks as floats, for play. A whole shoe's rounds hang together a little: 60,000 shoes
    of 70 rounds had counts that varied by 0.99 to 1.005 of what independent rounds give.
    """
    exact = outcome_factors(shares(decks))
    return {winner: tuple(map(float, factors)) for winner, factors in exact.items()}


def event_factors(expected: Fraction) -> dict[bool, tuple[Fraction, ...]]:
    """The factors of a round by whether an outcome of that share came; weighted by it they are 1, exactly.

    >>> factors = event_factors(Fraction(31, 415))
    >>> Fraction(31, 415) * factors[True][0] + Fraction(384, 415) * factors[False][0]
    Fraction(1, 1)
    """
    wholes = [(weight, 1 + expected * (weight - 1)) for weight in _EVENT_TILTS]
    return {
        True: tuple(weight / whole for weight, whole in wholes),
        False: tuple(1 / whole for _, whole in wholes),
    }


def card_factors(left: Sequence[int], rank: int) -> tuple[Fraction, ...]:
    """The factors of one card of that rank (0: ace, 12: king) off a shoe with so many left of each; exact.

    >>> left = [32] * 13
    >>> sum(Fraction(32, 416) * card_factors(left, rank)[0] for rank in range(13))
    Fraction(1, 1)
    """
    return _card_factors(left, rank, _CARD_TILTS)


def round_of_cards(left: list[int], ranks: Iterable[int]) -> tuple[float, ...]:
    """The factors of a round's cards together: their product, card by card; the cards are taken from `left`.

    A part of a round may come before its end is known: each card's factor is 1 on average given those before it.

    Raises `ValueError` for a rank of which none is left.
    """
    product = [1.0] * len(_CARD_WEIGHTS)
    for rank in ranks:
        if left[rank] < 1:
            raise ValueError(f"no {RANKS[rank]} is left in the shoe")
        factors = _card_factors(left, rank, _CARD_WEIGHTS)
        product = [one * other for one, other in zip(product, factors, strict=True)]
        left[rank] -= 1
    return tuple(product)


def _card_factors(left: Sequence[int], rank: int, tilts: Iterable[tuple[int, N]]) -> tuple[N, ...]:
    size = sum(left)
    factors = []
    for tilted, weight in tilts:
        whole = size + left[tilted] * (weight - 1)
        factors.append(weight * size / whole if tilted == rank else size / whole)
    return tuple(factors)


def rank_of(card: Card) -> int:
    """The place of a card's rank: ace 0, king 12.

    >>> rank_of(Card.parse("KD")), rank_of(Card.parse("AS"))
    (12, 0)
    """
    return card.code % 13


@dataclass(frozen=True, slots=True)
class Laid:
    """The stakes of a round before its first card: what the house wins on average, and how far it can end from that."""

    mean: Fraction
    """Cents."""
    reach: Fraction
    """Cents; 0 where nothing was staked."""

    @classmethod
    def of(cls, spread: Distribution) -> "Laid":
        """From all possible results of these stakes."""
        mean = spread.mean
        return cls(mean, max(spread.best - mean, mean - spread.worst))

    def place(self, result: int) -> Fraction:
        """Where the house's result of so many cents lies: 0 at the average, -1 or 1 at the far end.

        A result beyond every end that the stakes have counts as that end: no factor is ever below 0.
        """
        if not self.reach:
            return Fraction(0)
        return max(Fraction(-1), min(Fraction(1), (result - self.mean) / self.reach))


def money_factors(place: Fraction) -> tuple[Fraction, ...]:
    """The factors of a round whose result lies at `place`, -1 to 1; exact.

    >>> money_factors(Fraction(1))[-1]
    Fraction(1, 2)
    """
    return tuple(1 + share * place for share in _MONEY_SHARES)


def factors_of_money(place: float) -> tuple[float, ...]:
    """`money_factors` in floats, for play."""
    return tuple(1.0 + share * place for share in _MONEY_FLOATS)


def begun(stream: Stream) -> list[float]:
    """M of every alternative before the first round."""
    return [0.0] * len(ALTERNATIVES[stream])


def following(values: Iterable[float], factors: Iterable[float]) -> list[float]:
    """M of every alternative after one more round: (1 + M) * factor."""
    return [(1.0 + value) * factor for value, factor in zip(values, factors, strict=True)]


def evidence(values: Sequence[float]) -> float:
    """M of the stream: the average over its alternatives, added up one by one.

    Not by `sum`, which since Python 3.12 makes up for what each step loses: others, who add plainly, get the same bits.

    >>> evidence(following([0.0, 0.0], [2.0, 0.5]))
    1.25
    """
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def grown_most(stream: Stream, values: Sequence[float]) -> Alternative:
    """The alternative that has most evidence."""
    return ALTERNATIVES[stream][max(range(len(values)), key=lambda place: values[place])]


def threshold(*, streams: int, rounds_a_day: int, years: int, false_alarms: Fraction = Fraction(1)) -> Fraction:
    """M from which on it is an alarm: on average at most so many false ones in so many years.

    `streams` is how often each round is judged, `rounds_a_day` those of the whole house.

    >>> threshold(streams=3, rounds_a_day=10 * 2_000, years=10)
    Fraction(219000000, 1)
    """
    return streams * rounds_a_day * 365 * years / false_alarms


def level(value: float, *, rounds: int, alarm: float) -> Drift:
    """How far M of one stream is. Evidence counts from the first round on; its absence, only after many."""
    for drift, least in ((Drift.ALARM, alarm), (Drift.WATCH, alarm / WATCH_BELOW), (Drift.NOTE, alarm / NOTE_BELOW)):
        if value >= least:
            return drift
    return Drift.CALM if rounds >= FEW else Drift.FEW


@dataclass(frozen=True, slots=True)
class Period:
    """What one period fixed beforehand says by itself, an audit or the life of a version: products from its first round
    on, never begun anew. Under fair play the highest ever passes 1/a with a chance of at most a (Ville).
    """

    last: float
    """As a power of ten."""
    highest: float


def products_begun(count: int) -> list[float]:
    """The plain products of so many alternatives before the first round of a period, as powers of ten."""
    return [0.0] * count


def products_following(powers: Iterable[float], factors: Iterable[float]) -> list[float]:
    """The plain products after one more round, as powers of ten."""
    return [power + log10(factor) if factor else float("-inf") for power, factor in zip(powers, factors, strict=True)]


def period_power(powers: Sequence[float]) -> float:
    """What the products say together, their average, as a power of ten.

    >>> period_power([1.0, 1.0])
    1.0
    """
    most = max(powers)
    if most == float("-inf"):
        return most
    return most + log10(sum(10 ** (power - most) for power in powers) / len(powers))


def period(stream: Stream, rounds: Iterable[Sequence[float]]) -> Period:
    """The evidence of a period by the factors of its rounds.

    >>> period(Stream.OUTCOMES, []).last
    0.0
    """
    powers, highest, last = products_begun(len(ALTERNATIVES[stream])), 0.0, 0.0
    for factors in rounds:
        powers = products_following(powers, factors)
        last = period_power(powers)
        highest = max(highest, last)
    return Period(last, highest)


def rounds_to(alarm: float, stream: Stream, next_factors: Callable[[], Sequence[float]], *, most: int) -> int | None:
    """How many rounds it takes to pass `alarm`; None where `most` were not enough. For trials of the court itself."""
    values = begun(stream)
    for number in range(1, most + 1):
        values = following(values, next_factors())
        if sum(values) >= alarm * len(values):
            return number
    return None
