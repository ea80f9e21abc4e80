"""The house's own set of statistical tests: quiet on even words and fair shuffles, loud on others."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from baccarat import randomness
from baccarat.draws import shuffled_fast
from baccarat.randomness import SEQUENCE, Words, longest_shares, verdict
from baccarat.shoe import build
from baccarat.shuffles import Shuffles, uneven_choices
from tests.rules import rule


def words_of(make: Callable[[random.Random], bytes], sequences: int = 2) -> dict[str, float]:
    source, words = random.Random(4), Words()
    for _ in range(sequences):
        words.read(make(source))
    return words.p_values()


@rule("RN-02", asserts="Nine tests of raw words, of the kinds of NIST SP 800-22, take even words as even.")
@rule(
    "RN-03",
    asserts="All tests together turn even words down with a chance of 1 % at most (Holm), and name what they reject.",
)
def test_even_words_pass_together() -> None:
    found = words_of(lambda source: source.randbytes(SEQUENCE))
    assert len(found) == 9
    assert verdict(found).holds, found
    assert not verdict({**found, "runs": 1e-9}).holds
    assert verdict({**found, "runs": 1e-9}).rejected == ("runs",)


def test_longest_runs_have_their_exact_shares() -> None:
    """Counted over all words of 12 bits; and in 10,000 bits as the literature corrects the shares of SP 800-22."""
    found = Counter(max(map(len, f"{word:012b}".split("0"))) for word in range(1 << 12))
    counted = [found[0] + found[1], found[2], found[3], found[4], sum(found[run] for run in range(5, 13))]
    assert [share * (1 << 12) for share in longest_shares(12, 1, 5)] == pytest.approx(counted)
    corrected = [0.086632, 0.208201, 0.248419, 0.193913, 0.121458, 0.068011, 0.073366]
    assert longest_shares(10_000, 10, 16) == pytest.approx(corrected, abs=6e-7)


def sticky(source: random.Random) -> bytes:
    """Each byte is the one before, now and then."""
    block = bytearray(source.randbytes(SEQUENCE))
    for place in range(1, SEQUENCE):
        if source.random() < 0.02:
            block[place] = block[place - 1]
    return bytes(block)


FAULTS = {
    "frequency": lambda source: bytes(
        byte | (1 if source.random() < 0.02 else 0) for byte in source.randbytes(SEQUENCE)
    ),
    "runs": lambda source: bytes(
        0x0F if byte == 0x55 else 0xF0 if byte == 0xAA else byte for byte in source.randbytes(SEQUENCE)
    ),
    "words of 16 bits": sticky,
    "longest run": lambda source: source.randbytes(SEQUENCE).replace(b"\xff", b"\xfe"),
    "rank 32 x 32": lambda source: b"".join((source.randbytes(4) * 2)[:8] for _ in range(SEQUENCE // 8)),
    "spectral": lambda source: bytes(
        0xAA if place % 4 == 0 else byte for place, byte in enumerate(source.randbytes(SEQUENCE))
    ),
    "serial": lambda source: bytes(
        byte ^ 0x08 if byte & 0x1C == 0x08 and source.random() < 0.1 else byte for byte in source.randbytes(SEQUENCE)
    ),
    "cumulative sums": lambda source: bytes(SEQUENCE // 2) + b"\xff" * (SEQUENCE // 2),
    "block frequency": lambda source: b"".join(
        (b"\xff" if source.random() < 0.5 else b"\0") + source.randbytes(24) for _ in range(SEQUENCE // 25)
    ),
}


@rule("RN-02", asserts="Words with a fault of each kind are turned down by the test of that kind, at the joint level.")
@pytest.mark.parametrize("name", FAULTS)
def test_each_test_sees_its_fault(name: str) -> None:
    assert name in verdict(words_of(FAULTS[name])).rejected


def test_the_serial_test_is_that_of_the_standard() -> None:
    """The worked example of SP 800-22, 2.11.8, with pieces of three bits."""
    number, size = 0b0011011101, 10
    turned = [(number << place | number >> (size - place)) & 1023 for place in range(3)]
    found = [randomness._unevenness(turned[:length], 1023, size) for length in (3, 2, 1)]
    assert found == pytest.approx([2.8, 1.2, 0.4])
    first, second = found[0] - found[1], found[0] - 2 * found[1] + found[2]
    assert randomness.above(first, 4) == pytest.approx(0.808792, abs=1e-6)
    assert randomness.above(second, 2) == pytest.approx(0.670320, abs=1e-6)


def test_p_values_are_spread_evenly() -> None:
    """Of 24 sequences no test has all its p-values on one side."""
    source = random.Random(8)
    found: dict[str, list[float]] = {}
    for _ in range(12):
        words = Words()
        words.read(source.randbytes(SEQUENCE))
        for name, value in words.p_values().items():
            found.setdefault(name, []).append(value)
    for name, values in found.items():
        assert min(values) < 0.6, (name, values)
        assert max(values) > 0.4, (name, values)


@pytest.mark.parametrize(
    ("x", "degrees", "p"),
    [(0, 3, 1.0), (2.706, 1, 0.1), (23.209, 10, 0.01), (3_210.2, 3_000, 0.0039), (65_535, 65_535, 0.4993)],
)
def test_chi_square_as_in_the_tables(x: float, degrees: int, p: float) -> None:
    assert randomness.above(x, degrees) == pytest.approx(p, rel=0.05)


def test_other_lengths_are_rejected() -> None:
    assert Words().p_values() == {}
    with pytest.raises(ValueError, match="125000 bytes"):
        Words().read(b"abc")


def shoes_of(shuffle: Callable[[random.Random], list], count: int = 150, decks: int = 2) -> dict[str, float]:
    source, shuffles = random.Random(12), Shuffles(decks)
    for _ in range(count):
        shuffles.read(shuffle(source))
    return shuffles.p_values()


@rule(
    "RN-12",
    asserts="Places of cards, neighbours, outcomes and repeats of the house's own shuffles are as chance gives.",
)
def test_fair_shuffles_pass() -> None:
    assert Shuffles(8).p_values() == {}
    found = shoes_of(lambda source: shuffled_fast(build(2), source.randbytes), count=400)
    assert verdict(found).holds, found


def lazy(source: random.Random) -> list:
    """A shuffle that leaves the last quarter where it lay."""
    cards = build(2)
    moved = shuffled_fast(cards[:78], source.randbytes)
    return moved + cards[78:]


def paired(source: random.Random) -> list:
    cards = shuffled_fast(build(2), source.randbytes)
    return sorted(cards[:4], key=lambda card: card.value) + cards[4:] if source.random() < 0 else _twins(cards)


def _twins(cards: list) -> list:
    """Each tenth pair of neighbours gets the same rank, by a swap."""
    for place in range(0, len(cards) - 2, 20):
        want = cards[place].code % 13
        at = next((spot for spot in range(place + 2, len(cards)) if cards[spot].code % 13 == want), None)
        if at is not None:
            cards[place + 1], cards[at] = cards[at], cards[place + 1]
    return cards


@pytest.mark.parametrize(("shuffle", "name"), [(lazy, "places of cards"), (paired, "neighbours")])
def test_poor_shuffles_are_turned_down(shuffle, name: str) -> None:
    assert name in verdict(shoes_of(shuffle)).rejected


def test_a_shoe_that_comes_again_is_turned_down() -> None:
    assert "shoes that came again" in verdict(shoes_of(lambda _: build(2), count=2)).rejected


@rule("RN-04", asserts="For each n tried every number comes equally often, when every word of 16 bits comes once.")
def test_choices_are_exact_over_every_word() -> None:
    assert uneven_choices(2, 8) == []
    assert uneven_choices(52, 52) == []
    assert uneven_choices(413, 416) == []
