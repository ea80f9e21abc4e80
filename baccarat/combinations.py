"""How many orders of six cards lead to each outcome of a round, exactly, off any shoe or what remains of one.

Cards that a round leaves untouched are counted too, so that all counts of one shoe add up to N(N-1)...(N-5). The walk
is over values, with each side's first two cards folded (3 and 7 are 7 and 3): 55 x 55 cells instead of 10,000. Suits
and ranks enter only through the weights of the cells, because no third card asks for them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from baccarat.cards import DECK, Card
from baccarat.play import BANCA_DRAWS_ON, Facts, Pair, banca_draws, ponto_draws

CARDS_LEAST: Final = 6
"""With fewer cards not every round could be finished, and no odds are stated."""

Cell = tuple[int, int, int, int, int]
"""Values of ponto's first two cards, of banca's first two, and the orders of four cards that this stands for."""

_CODES: Final = 400
"""Outcome codes: ((ponto's total * 10 + banca's total) * 2 + ponto drew) * 2 + banca drew."""

_PONTO_CODE: Final = 40
_BANCA_CODE: Final = 4
_PONTO_DREW: Final = 2
_BANCA_DREW: Final = 1


class TooFewCards(ValueError):
    """A remaining shoe of fewer than six cards, or more copies of a card out of it than there are."""


@dataclass(frozen=True, slots=True)
class ShoeCount:
    """The cards in a shoe, as a count of each of the 52 by `Card.code`. Hashable, so that its odds can be cached."""

    cards: tuple[int, ...]

    @classmethod
    def full(cls, decks: int) -> "ShoeCount":
        """So many whole decks.

        >>> ShoeCount.full(8).size
        416
        """
        return cls((decks,) * len(DECK))

    def without(self, cards: Iterable[Card]) -> "ShoeCount":
        """Return the composition without those cards.

        >>> ShoeCount.full(1).without([Card.parse("AS")]).size
        51

        Raises `TooFewCards` when one of them is not there as often.
        """
        counts = list(self.cards)
        for card in cards:
            counts[card.code] -= 1
            if counts[card.code] < 0:
                raise TooFewCards(f"the shoe does not hold {card} that often")
        return ShoeCount(tuple(counts))

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.cards)

    @property
    def values(self) -> list[int]:
        """How many cards there are of each value, 0 to 9."""
        counts = [0] * 10
        for card, count in zip(DECK, self.cards, strict=True):
            counts[card.value] += count
        return counts

    @property
    def ranks(self) -> list[int]:
        """How many cards there are of each rank, ace to king."""
        return [sum(self.cards[rank::13]) for rank in range(13)]

    @property
    def total(self) -> int:
        """The orders in which six cards can come: N(N-1)...(N-5). Raises `TooFewCards` for N below 6."""
        if self.size < CARDS_LEAST:
            raise TooFewCards(f"odds need at least {CARDS_LEAST} cards, and {self.size} remain")
        return _orders(self.size, 6)


def _orders(things: int, taken: int) -> int:
    product = 1
    for left in range(things, things - taken, -1):
        product *= left
    return product


def _value_cells(values: Sequence[int]) -> Iterator[Cell]:
    """All cells of a shoe whose pairs do not matter."""
    counts = list(values)
    for a in range(10):
        with_a = counts[a]
        counts[a] -= 1
        for b in range(a, 10):
            with_b = with_a * counts[b] * (1 if a == b else 2)
            counts[b] -= 1
            if with_b > 0:
                for c in range(10):
                    with_c = with_b * counts[c]
                    counts[c] -= 1
                    for d in range(c, 10):
                        weight = with_c * counts[d] * (1 if c == d else 2)
                        if weight > 0:
                            yield a, b, c, d, weight
                    counts[c] += 1
            counts[b] += 1
        counts[a] += 1


# Banca's total and ponto's third card -> whether banca draws: R20's table, unrolled for the walk below.
_DRAWS: Final = tuple(
    tuple(drawn in BANCA_DRAWS_ON[banca] for drawn in range(10)) if banca in BANCA_DRAWS_ON else (False,) * 10
    for banca in range(10)
)
_STANDS, _PONTO, _BANCA_ALONE = range(3)
_FIRST: Final = tuple(
    tuple(
        _PONTO if ponto_draws(ponto, banca) else _BANCA_ALONE if banca_draws(ponto, banca, None) else _STANDS
        for banca in range(10)
    )
    for ponto in range(10)
)


def _walk(values: Sequence[int], cells: Iterable[Cell]) -> list[int]:
    """The orders of six cards that lead to each outcome code, over the given cells of a shoe with those values.

    Where both draw, banca's third card is put off to the end: per ponto's last total and banca's of two cards, the
    orders of five cards are added up (`five`), and how often each value lies among them (`among`).
    """
    left = list(values)
    cards = sum(left) - 4
    last_two, last_one = cards * (cards - 1), cards - 1
    found = [0] * _CODES
    five = [0] * 100
    among = [[0] * 10 for _ in range(100)]
    for a, b, c, d, weight in cells:
        ponto, banca = (a + b) % 10, (c + d) % 10
        action = _FIRST[ponto][banca]
        if action == _STANDS:
            found[ponto * _PONTO_CODE + banca * _BANCA_CODE] += weight * last_two
            continue
        left[a] -= 1
        left[b] -= 1
        left[c] -= 1
        left[d] -= 1
        if action == _BANCA_ALONE:
            base = ponto * _PONTO_CODE + _BANCA_DREW
            for third, count in enumerate(left):
                found[base + (banca + third) % 10 * _BANCA_CODE] += weight * last_one * count
        else:
            draws = _DRAWS[banca]
            for third, count in enumerate(left):
                so_far = weight * count
                total = (ponto + third) % 10
                if draws[third]:
                    group = 10 * total + banca
                    five[group] += so_far
                    seen = among[group]
                    seen[a] += so_far
                    seen[b] += so_far
                    seen[c] += so_far
                    seen[d] += so_far
                    seen[third] += so_far
                else:
                    found[total * _PONTO_CODE + banca * _BANCA_CODE + _PONTO_DREW] += so_far * last_one
        left[a] += 1
        left[b] += 1
        left[c] += 1
        left[d] += 1
    for group, orders in enumerate(five):
        total, banca = divmod(group, 10)
        for third, count in enumerate(values):
            code = total * _PONTO_CODE + (banca + third) % 10 * _BANCA_CODE + _PONTO_DREW + _BANCA_DREW
            found[code] += orders * count - among[group][third]
    return found


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How often each outcome comes, pairs apart."""

    total: int
    counts: Mapping[Facts, int]
    """Facts with `Pair.NONE` on both sides -> orders of six cards; outcomes that cannot come are left out."""


_FACTS: Final = tuple(
    Facts(
        code // _PONTO_CODE,
        code // _BANCA_CODE % 10,
        3 if code & _PONTO_DREW else 2,
        3 if code & _BANCA_DREW else 2,
        Pair.NONE,
        Pair.NONE,
    )
    for code in range(_CODES)
)


def outcomes(shoe: ShoeCount) -> Outcomes:
    """Count the outcomes of the next round off a shoe, pairs apart.

    >>> counted = outcomes(ShoeCount.full(8))
    >>> counted.total
    4998398275503360

    Raises `TooFewCards` when fewer than six cards remain.
    """
    total = shoe.total
    values = shoe.values
    found = _walk(values, _value_cells(values))
    return Outcomes(total, {_FACTS[code]: count for code, count in enumerate(found) if count})


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How often the first four cards hold pairs, in orders of six cards."""

    total: int
    ponto: int
    """Orders in which ponto's first two share a rank; as many in which banca's do."""
    either: int
    """Orders in which at least one side has a pair."""
    perfect: int
    """Orders in which at least one side has a perfect pair."""


def pairs(shoe: ShoeCount) -> PairCounts:
    """Count the pairs of the next round off a shoe.

    >>> counted = pairs(ShoeCount.full(8))
    >>> counted.ponto * 415 == counted.total * 31
    True

    Raises `TooFewCards` when fewer than six cards remain.
    """
    total, left = shoe.total, shoe.size
    after_two, after_four = _orders(left - 2, 4), _orders(left - 4, 2)

    def one_and_both(kinds: Sequence[int]) -> tuple[int, int]:
        twos = [_orders(count, 2) for count in kinds]
        one = sum(twos)
        both = sum(two * (one - two) + _orders(count, 4) for count, two in zip(kinds, twos, strict=True))
        return one, both

    one, both = one_and_both(shoe.ranks)
    perfect, both_perfect = one_and_both(shoe.cards)
    return PairCounts(
        total,
        one * after_two,
        2 * one * after_two - both * after_four,
        2 * perfect * after_two - both_perfect * after_four,
    )


def joint(shoe: ShoeCount) -> Outcomes:
    """Count every combination of facts of the next round, pairs included: all that decides what any set of bets pays.

    Raises `TooFewCards` when fewer than six cards remain.
    """
    total, values = shoe.total, shoe.values
    counts: dict[Facts, int] = {}
    for (ponto_pair, banca_pair), cells in _pair_cells(shoe).items():
        for code, count in enumerate(_walk(values, cells)):
            if count:
                facts = _FACTS[code]
                key = Facts(
                    facts.ponto_total, facts.banca_total, facts.ponto_count, facts.banca_count, ponto_pair, banca_pair
                )
                counts[key] = count
    return Outcomes(total, counts)


@lru_cache(maxsize=32)
def joint_of_decks(decks: int) -> Outcomes:
    """`joint` of so many whole decks, kept once counted."""
    return joint(ShoeCount.full(decks))


def _pair_cells(shoe: ShoeCount) -> dict[tuple[Pair, Pair], list[Cell]]:
    """The cells of a shoe, told apart by the pairs on both sides."""
    cells: dict[tuple[Pair, Pair], list[Cell]] = {(one, other): [] for one in Pair for other in Pair}
    values = shoe.values
    twos = [_twos_by_pair(shoe, value) for value in range(10)]
    for a, b, c, d, weight in _value_cells(values):
        if a != b and c != d:
            cells[Pair.NONE, Pair.NONE].append((a, b, c, d, weight))
        elif a == b and c == d:
            both = (
                _fours_by_pairs(shoe, a)
                if a == c
                else {(one, other): twos[a][one] * twos[c][other] for one in Pair for other in Pair}
            )
            for kinds, orders in both.items():
                if orders:
                    cells[kinds].append((a, b, c, d, orders))
        else:
            # Only one side has two cards of one value. The other side has as many choices for any such two.
            like = twos[a] if a == b else twos[c]
            plain = sum(like.values())
            for kind, orders in like.items():
                if orders:
                    kinds = (kind, Pair.NONE) if a == b else (Pair.NONE, kind)
                    cells[kinds].append((a, b, c, d, weight * orders // plain))
    return cells


def _cards_of(shoe: ShoeCount, value: int) -> list[list[int]]:
    """The counts of the cards of one value, rank by rank."""
    return [list(shoe.cards[rank::13]) for rank in range(13) if DECK[rank].value == value]


def _twos_by_pair(shoe: ShoeCount, value: int) -> dict[Pair, int]:
    """The orders of two cards of one value, told apart by the pair that they are."""
    ranks = _cards_of(shoe, value)
    perfect = sum(_orders(count, 2) for suits in ranks for count in suits)
    alike = sum(_orders(sum(suits), 2) for suits in ranks)
    every = _orders(sum(map(sum, ranks)), 2)
    return {Pair.NONE: every - alike, Pair.RANK: alike - perfect, Pair.PERFECT: perfect}


def _fours_by_pairs(shoe: ShoeCount, value: int) -> dict[tuple[Pair, Pair], int]:
    """The orders of two and two cards of one value, told apart by both pairs.

    Counted for "at least" this pair and that one, which is easy, and told apart by differences.
    """
    ranks = _cards_of(shoe, value)
    held = sum(map(sum, ranks))
    groups = {
        Pair.NONE: [(held, -1, -1)],
        Pair.RANK: [(sum(suits), rank, -1) for rank, suits in enumerate(ranks)],
        Pair.PERFECT: [(count, rank, suit) for rank, suits in enumerate(ranks) for suit, count in enumerate(suits)],
    }
    least: dict[tuple[Pair, Pair], int] = {}
    for one in Pair:
        for other in Pair:
            least[one, other] = sum(_two_and_two(first, second) for first in groups[one] for second in groups[other])
    exact: dict[tuple[Pair, Pair], int] = {}
    for one in Pair:
        for other in Pair:
            exact[one, other] = sum(
                (-1) ** ((up - one) + (across - other)) * least[Pair(up), Pair(across)]
                for up in range(one, min(one + 1, Pair.PERFECT) + 1)
                for across in range(other, min(other + 1, Pair.PERFECT) + 1)
            )
    return exact


def _two_and_two(first: tuple[int, int, int], second: tuple[int, int, int]) -> int:
    """Orders of two cards out of one group and then two out of another, where a group may contain the other."""
    (count, rank, suit), (other, other_rank, other_suit) = first, second
    apart = (rank != other_rank and -1 not in (rank, other_rank)) or (
        rank == other_rank and suit != other_suit and -1 not in (suit, other_suit)
    )
    small, large = min(count, other), max(count, other)
    if apart:
        return _orders(count, 2) * _orders(other, 2)
    return _orders(small, 2) * _orders(large - 2, 2)
