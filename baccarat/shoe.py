"""The shoe's life: build, shuffle, test, burn, cut card, last round (R6, R16, L, F, D).

Randomness enters as `choose` (see `baccarat.draws`). The cards in a shoe are secret until they are dealt: this
module never prints, stores or reveals one.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, perm
from typing import Final, TypeVar

from baccarat.cards import DECK, Card
from baccarat.play import CARDS_MOST

T = TypeVar("T")

BEHIND_CUT_LEAST: Final = 2 * CARDS_MOST
"""Cards behind the cut card at least: the round in play and one more can always be finished."""

RUNS_TOLERANCE: Final = 7
"""How many standard deviations a shoe's runs may lie from the mean: a good shuffle fails once in hundreds of thousands
of millions of shoes, a shoe in order at once."""


FALSE_ALARM: Final = Fraction(1, 10**12)
"""How often at most a fair shuffle fails the test of runs in new-deck order, and how often that of thirds; exact."""


class ShoeUnfit(ValueError):
    """A shoe that must not be dealt from. `why` says what its self-test found, and names no card's place."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def build(decks: int) -> list[Card]:
    """All the cards of that many decks, one deck after the other, as they come new (R6).

    >>> len(build(8))
    416

    Raises `ValueError` for less than one deck.
    """
    if decks < 1:
        raise ValueError(f"a shoe holds at least one deck, not {decks}")
    return list(DECK) * decks


def shuffled(cards: Sequence[T], choose: Callable[[int], int]) -> list[T]:
    """The cards in a new order; with an unbiased `choose` every order is equally likely (Fisher and Yates).

    >>> shuffled("ABC", lambda n: 0)
    ['B', 'C', 'A']
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = choose(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def first_cards(decks: int, count: int, choose: Callable[[int], int]) -> list[Card]:
    """The first `count` cards of a whole shuffle of those decks: for a round with a shuffle of its own, six (D).

    Drawn one by one without replacement, which gives them exactly as a full shuffle would.

    >>> [str(card) for card in first_cards(1, 3, lambda n: 0)]
    ['AS', 'KC', 'QC']

    Raises `ValueError` for more cards than there are.
    """
    order = build(decks)
    if not 0 <= count <= len(order):
        raise ValueError(f"{decks} decks have {len(order)} cards, not {count}")
    drawn = []
    for _ in range(count):
        chosen = choose(len(order))
        order[chosen], order[-1] = order[-1], order[chosen]
        drawn.append(order.pop())
    return drawn


def self_test(cards: Sequence[Card], decks: int) -> None:
    """Refuse a shoe that cannot come from a good shuffle of those decks; for every new shoe before its first card.

    A whole shoe must be a permutation of the right cards, in neither new-deck nor any sorted order, with about as many
    runs of colour and of high and low ranks as chance gives, without a long run in new-deck order, and with no third
    that kept many of its places. The six cards of a round's own shuffle must be possible, and nothing more is asked.

    Raises `ShoeUnfit`.
    """
    counts = Counter(cards)
    if any(held > decks for held in counts.values()):
        raise ShoeUnfit(f"some card is there more than {decks} times")
    if len(cards) == CARDS_MOST:
        return
    if len(cards) != 52 * decks:
        raise ShoeUnfit(f"{decks} decks have {52 * decks} cards, and the shoe has {len(cards)}")
    codes = [card.code for card in cards]
    for keys in (codes, [code % 13 for code in codes], [card.value for card in cards]):
        if all(one <= following for one, following in pairwise(keys)) or all(
            one >= following for one, following in pairwise(keys)
        ):
            raise ShoeUnfit("the shoe lies in order")
    if list(cards) == build(decks) or list(cards) == build(decks)[::-1]:
        raise ShoeUnfit("the shoe lies as its decks came new")
    _test_runs("red and black", [card.suit in "HD" for card in cards])
    _test_runs("low and high ranks", [card.code % 13 < 6 for card in cards])
    _test_new_deck_order(codes, decks)


def _test_runs(what: str, kinds: Sequence[bool]) -> None:
    """The test of Wald and Wolfowitz, in whole numbers: the runs of two kinds against what chance gives."""
    size, ones = len(kinds), sum(kinds)
    twice = 2 * ones * (size - ones)
    runs = 1 + sum(a != b for a, b in pairwise(kinds))
    # mean = twice / size + 1 and variance = twice * (twice - size) / (size^2 * (size - 1)); both sides times size^2.
    off_mean = (runs - 1) * size - twice
    if off_mean**2 * (size - 1) > RUNS_TOLERANCE**2 * twice * (twice - size):
        raise ShoeUnfit(f"the shoe has {runs} runs of {what}, which no fair shuffle gives")


def _test_new_deck_order(codes: Sequence[int], decks: int) -> None:
    """Reject a long run in new-deck order, up or down, anywhere, and a third of the shoe left in its old places."""
    most = _unlikely_run(decks)
    if max(_longest_ascent(codes), _longest_ascent(codes[::-1])) >= most:
        raise ShoeUnfit(f"{most} cards or more follow one another as in a new deck")
    least, third = _unlikely_matches(decks), -(-len(codes) // 3)
    new = [card.code for card in build(decks)]
    for order in (new, new[::-1]):
        kept = [one == other for one, other in zip(codes, order, strict=True)]
        if any(sum(kept[start : start + third]) >= least for start in range(0, len(kept), third)):
            raise ShoeUnfit(f"in a third of the shoe {least} cards or more lie where they lay in new decks")


def _longest_ascent(codes: Sequence[int]) -> int:
    longest = length = 1
    for one, following in pairwise(codes):
        length = length + 1 if one < following else 1
        longest = max(longest, length)
    return longest


@cache
def _unlikely_run(decks: int) -> int:
    """The least length of an ascending run, of either direction, that fair shuffles have at most once in 10^12.

    So many places hold one ascending choice of as many different cards: C(52, n) * decks^n of the orders of n cards;
    times the places where it may begin, times two directions.

    >>> _unlikely_run(8), _unlikely_run(6), _unlikely_run(1)
    (17, 17, 17)
    """
    size = 52 * decks
    return next(
        length
        for length in range(2, 53)
        if Fraction(2 * (size - length + 1) * comb(52, length) * decks**length, perm(size, length)) <= FALSE_ALARM
    )


@cache
def _unlikely_matches(decks: int) -> int:
    """The least number of cards in new-deck places, in some third and direction, that fair shuffles have at most once
    in 10^12: C(third, n) choices of places, each with all its cards at most with decks^n of the orders of n cards.

    >>> _unlikely_matches(8), _unlikely_matches(6), _unlikely_matches(1)
    (23, 20, 11)
    """
    size = 52 * decks
    third = -(-size // 3)
    return next(
        count
        for count in range(1, third + 1)
        if Fraction(6 * comb(third, count) * decks**count, perm(size, count)) <= FALSE_ALARM
    )


def burn_count(first: Card) -> int:
    """How many cards a new shoe burns after its first card is turned: its face value, ten for ten and court cards (L).

    >>> burn_count(Card.parse("KD")), burn_count(Card.parse("AS"))
    (10, 1)
    """
    return first.value or 10


@dataclass(frozen=True, slots=True)
class ShoeLife:
    """How far a shoe has come. Positions count cards from 0."""

    size: int
    cut: int
    """The cut card lies before the card of this position."""
    rounds_after_cut: int
    """Rounds still dealt after the one in which the cut card came out (F: 1, L: 0)."""
    position: int
    """The next card to be dealt."""
    round_of_shoe: int = 1
    """The round that is next or in play, from 1."""
    last_round: int | None = None
    """The shoe's last round, once the cut card is out."""

    @property
    def is_last(self) -> bool:
        """Whether the round that is next or in play is the shoe's last, and to be announced so (L, F)."""
        return self.last_round == self.round_of_shoe

    @property
    def over(self) -> bool:
        """Whether no further round may be dealt from this shoe."""
        return self.last_round is not None and self.round_of_shoe > self.last_round

    def after_round(self, taken: int) -> "ShoeLife":
        """The shoe after a round that took so many cards, 4 to 6.

        The cut card comes out in the round that draws the first card behind it.

        >>> life = ShoeLife(size=416, cut=400, rounds_after_cut=1, position=396, round_of_shoe=80).after_round(5)
        >>> life.last_round, life.is_last, life.after_round(4).over
        (81, True, True)

        Raises `ValueError` for a number of cards that no round takes or the shoe does not have, and when it is over.
        """
        position = self.position + taken
        if self.over or not 4 <= taken <= CARDS_MOST or position > self.size:
            raise ValueError(f"no round can take {taken} cards here: {self}")
        last_round = self.last_round
        if last_round is None and position > self.cut:
            last_round = self.round_of_shoe + self.rounds_after_cut
        return replace(self, position=position, round_of_shoe=self.round_of_shoe + 1, last_round=last_round)

    def after_void(self, taken: int) -> "ShoeLife":
        """The shoe after a round voided when so many cards, 0 to 6, had left it (R29). It counts as a round."""
        if not 0 <= taken <= CARDS_MOST or self.position + taken > self.size:
            raise ValueError(f"no round can have taken {taken} cards here: {self}")
        last_round = self.last_round
        if last_round is None and self.position + taken > self.cut:
            last_round = self.round_of_shoe + self.rounds_after_cut
        return replace(
            self, position=self.position + taken, round_of_shoe=self.round_of_shoe + 1, last_round=last_round
        )


def open_shoe(cards: Sequence[Card], *, burn: bool, behind_cut: int, rounds_after_cut: int) -> ShoeLife:
    """A new shoe, its first card turned and the burned ones passed over where the rules burn (L), its cut card placed.

    >>> open_shoe(build(8), burn=True, behind_cut=16, rounds_after_cut=0).position
    2

    Raises `ValueError` for a cut card with too few cards behind it to finish, or behind the first round.
    """
    position = 1 + burn_count(cards[0]) if burn else 0
    cut = len(cards) - behind_cut
    if behind_cut < BEHIND_CUT_LEAST or cut < position + CARDS_MOST:
        raise ValueError(f"the cut card cannot lie {behind_cut} cards from the end of {len(cards)}")
    return ShoeLife(len(cards), cut, rounds_after_cut, position)


def packed(cards: Sequence[Card]) -> bytes:
    """The cards as one byte each (`Card.code`), which is what is encrypted at rest before they are dealt.

    >>> packed([Card.parse("AS"), Card.parse("KC")])
    b'\\x003'
    """
    return bytes(card.code for card in cards)


def unpacked(block: bytes) -> list[Card]:
    """The cards of a `packed` block. Raises `ValueError` when a byte is no card."""
    if any(code >= len(DECK) for code in block):
        raise ValueError("the block holds a byte that is no card")
    return [DECK[code] for code in block]
