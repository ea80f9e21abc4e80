"""The shoe's life and its proof: unbiased order, burn, cut, self-test, commitment, verifiers in two languages."""

import contextlib
import hashlib
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from itertools import permutations, product
from math import comb, perm
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.cards import Card
from baccarat.draws import chooser, shuffled_fast
from baccarat.proof import (
    FORMAT_1,
    Proof,
    Verdict,
    commit,
    judge,
    leaf_digest,
    prove,
    prove_all,
    published,
    verify,
)
from baccarat.shoe import (
    ShoeUnfit,
    build,
    burn_count,
    first_cards,
    open_shoe,
    packed,
    self_test,
    shuffled,
    unpacked,
)
from baccarat.verifier import verify_shoe
from tests.rules import rule

VERIFIER = resources.files("baccarat").joinpath("verifier")
SHARED = json.loads(VERIFIER.joinpath("vectors.json").read_text("utf-8"))
VECTORS, HEADERS = SHARED["vectors"], SHARED["headers"]


def a_shoe(decks: int, seed: int) -> tuple[list[Card], list[bytes]]:
    dice = random.Random(seed)
    cards = shuffled(build(decks), dice.randrange)
    return cards, [dice.randbytes(32) for _ in cards]


@rule("RN-11", asserts="Over all choices of one of 4, of 3 and of 2 each of the 24 orders of four comes exactly once.")
@rule("PT-38", asserts="All 24 series of choices over four cards give each of the 24 orders exactly once.")
def test_every_order_is_equally_likely() -> None:
    """A chooser that runs through every possible choice once reaches every order once, by choices of 4, 3 and 2."""
    seen, asked = Counter(), set()
    for choices in product(range(4), range(3), range(2)):
        left, sizes = iter(choices), []

        def choose(n: int, left: Iterator[int] = left, sizes: list[int] = sizes) -> int:
            sizes.append(n)
            return next(left)

        seen["".join(shuffled("ABCD", choose))] += 1
        asked.add(tuple(sizes))
    assert seen == Counter({"".join(order): 1 for order in permutations("ABCD")})
    assert asked == {(4, 3, 2)}, "of fewer no card would stay in its place, and not every order come"


@rule(
    "D1",
    asserts="The cards of one round are picked from all cards of its decks by the given choices, none twice, and six "
    "of six decks pass the self-test.",
)
def test_a_rounds_own_cards_are_equally_likely() -> None:
    for choices, expected in (((0, 0), "AS KC"), ((51, 50), "KC QC"), ((1, 1), "2S KC")):
        left, sizes = iter(choices), []

        def choose(n: int, left: Iterator[int] = left, sizes: list[int] = sizes) -> int:
            sizes.append(n)
            return next(left)

        assert " ".join(map(str, first_cards(1, 2, choose))) == expected
        assert sizes == [52, 51], "of all the cards that are left"
    cards = first_cards(6, 6, random.Random(1).randrange)
    self_test(cards, 6)
    with pytest.raises(ValueError, match="52 cards"):
        first_cards(1, 53, lambda n: 0)


@rule(
    "RN-04",
    asserts="Fed with every two-byte word once, no choice comes more often than its even share: the remainder is "
    "thrown away.",
)
@rule(
    "PT-38",
    asserts="Fed with all 65,536 two-byte words once, a choice among 1 to 40,000 never comes more often than its even "
    "share: the remainder is thrown away.",
)
def test_choices_are_by_rejection() -> None:
    """All 65,536 words once: every choice comes equally often, and only the remainder is thrown away."""
    for n in (1, 2, 3, 6, 52, 312, 416, 832, 40_000):
        words = iter(range(2**16))

        def read_bytes(count: int, words: Iterator[int] = words) -> bytes:
            return b"".join(next(words).to_bytes(2, sys.byteorder) for _ in range(count // 2))

        counts = Counter()
        choose = chooser(read_bytes)
        # The words are over when a block cannot be filled any more.
        with contextlib.suppress(RuntimeError):
            while True:
                counts[choose(n)] += 1
        whole = 2**16 // 448 * 448
        assert set(counts) <= set(range(n))
        assert max(counts.values()) <= 2**16 // n
        assert sum(counts.values()) >= whole - 2**16 % n
    with pytest.raises(ValueError, match="1 to"):
        choose(0)
    with pytest.raises(ValueError, match="random bytes"):
        chooser(lambda count: b"")(6)


@rule("RN-12", asserts="Choices among up to 416 cards are even by a chi-square test.")
def test_choices_of_bytes_are_uniform() -> None:
    dice = random.Random(2)
    choose = chooser(dice.randbytes)
    for n in (1, 2, 3, 6, 52, 416):
        counts = Counter(choose(n) for _ in range(200 * n))
        assert set(counts) <= set(range(n))
        square = sum((counts[each] - 200) ** 2 for each in range(n)) / 200
        assert square < n + 8 * (2 * n) ** 0.5


def test_the_fast_shuffle_is_the_same_shuffle() -> None:
    """From the same words in turn, rejected ones and more than one block included."""
    for seed in range(20):
        slow, fast = random.Random(seed), random.Random(seed)

        def backwards(count: int, dice: random.Random = slow) -> bytes:
            block = dice.randbytes(count)
            return b"".join(block[at : at + 2] for at in range(count - 2, -1, -2))

        for cards in (range(416), range(2000), "AB", "A", ""):
            slow.seed(seed)
            fast.seed(seed)
            assert shuffled(cards, chooser(backwards)) == shuffled_fast(cards, fast.randbytes)


def test_the_fast_shuffle_takes_as_many_cards_as_a_word_can_tell_apart() -> None:
    most = 2**16
    dice = random.Random(5)
    order = shuffled_fast(range(most), dice.randbytes)
    assert sorted(order) == list(range(most))
    assert order != list(range(most))
    with pytest.raises(ValueError, match="at most 65536 cards can be shuffled, not 65537"):
        shuffled_fast(range(most + 1), dice.randbytes)


@rule(
    "RN-10",
    asserts="60 shuffles of 1, 6 and 8 decks pass the self-test; new, reversed, sorted, short, long or coloured "
    "orders, and a card twice, fail it.",
)
def test_a_good_shoe_passes_and_others_do_not() -> None:
    for seed in range(60):
        for decks in (1, 6, 8):
            self_test(a_shoe(decks, seed)[0], decks)
    good, _ = a_shoe(8, 1)
    by_value = sorted(good, key=lambda card: card.value)
    faults = {
        "new": build(8),
        "reversed": build(8)[::-1],
        "sorted": sorted(good),
        "by value": by_value,
        "short": good[:-1],
        "long": [*good, good[0]],
        "another card twice": [good[0], *good[:-1]],
        "colours in turn": [
            card
            for pair in zip(
                [card for card in good if card.suit in "HD"],
                [card for card in good if card.suit in "SC"],
                strict=True,
            )
            for card in pair
        ],
        "colours apart": sorted(good, key=lambda card: card.suit in "HD"),
    }
    for cards in faults.values():
        with pytest.raises(ShoeUnfit):
            self_test(cards, 8)
    with pytest.raises(ShoeUnfit):
        self_test([good[0]] * 6, 5)


@rule("RN-12", asserts="A stretch in new-deck order, or a third of the shoe with most of its places kept, is found.")
@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize("turned", [False, True])
def test_a_part_left_as_in_new_decks_is_found(decks: int, turned: bool) -> None:
    """Faults that the runs of colours and ranks let pass: a stretch in order, a shifted one, a third with half its
    places."""
    new = build(decks)[::-1] if turned else build(decks)
    third = -(-len(new) // 3)
    for start in range(0, len(new), third):
        stop = min(start + third, len(new))
        places = random.Random(start).sample(range(start, stop), (stop - start) * 3 // 4)
        for kept in (range(start, start + 17), places):
            with pytest.raises(ShoeUnfit, match="new deck"):
                self_test(mixed(new, set(kept), seed=start), decks)
    shifted = mixed(new, set(), seed=7)
    stretch = new[:17]
    others = list((Counter(shifted) - Counter(stretch)).elements())
    random.Random(7).shuffle(others)
    with pytest.raises(ShoeUnfit, match="follow one another"):
        self_test([*others[:5], *stretch, *others[5:]], decks)


def mixed(new: list[Card], kept: set[int], *, seed: int) -> list[Card]:
    """The shoe with all its other cards shuffled among themselves."""
    others = [card for place, card in enumerate(new) if place not in kept]
    random.Random(seed).shuffle(others)
    rest = iter(others)
    return [card if place in kept else next(rest) for place, card in enumerate(new)]


@rule(
    "RN-12",
    asserts="In 4,000 shuffles runs of four ascending cards and cards in their new-deck places are as many as chance "
    "gives, within 2 %.",
)
def test_counts_of_new_deck_order_are_those_of_chance() -> None:
    """The counts behind their bounds, met by 4,000 shuffles: ascending fours, and cards in new-deck places."""
    cards, dice, fours, places = build(8), random.Random(812), 0, 0
    new = [card.code for card in cards]
    for _ in range(4_000):
        dice.shuffle(cards)
        codes = [card.code for card in cards]
        fours += sum(a < b < c < d for a, b, c, d in zip(codes, codes[1:], codes[2:], codes[3:], strict=False))
        places += sum(one == other for one, other in zip(codes, new, strict=True))
    expected = 413 * comb(52, 4) * 8**4 / perm(416, 4)
    assert fours / 4_000 == pytest.approx(expected, rel=0.02)
    assert places / 4_000 == pytest.approx(8, rel=0.02)


@rule("L1", asserts="An ace burns 1 card, a two 2, a nine 9, and a ten, jack, queen or king 10.")
def test_burning() -> None:
    assert [burn_count(Card(rank, "S")) for rank in "A29TJQK"] == [1, 2, 9, 10, 10, 10, 10]


@rule(
    "L2",
    asserts="With 12 to 60 cards behind the cut card and rounds of 4 to 6 cards, an eight-deck shoe never runs out of "
    "cards and announces one last round, or none where the cut round is the last.",
)
@settings(deadline=None)
@given(st.lists(st.integers(4, 6), min_size=102, max_size=110), st.sampled_from([0, 1]), st.integers(12, 60))
def test_the_cut_card_always_leaves_enough(rounds: list[int], rounds_after_cut: int, behind: int) -> None:
    life = open_shoe(build(8), burn=False, behind_cut=behind, rounds_after_cut=rounds_after_cut)
    last_announced = 0
    for taken in rounds:
        if life.over:
            break
        last_announced += life.is_last
        life = life.after_round(taken)
        assert life.position <= life.size
    assert life.over
    assert life.round_of_shoe == life.last_round + 1
    assert last_announced == rounds_after_cut


def test_a_shoe_that_is_over_deals_no_more() -> None:
    life = open_shoe(build(1), burn=False, behind_cut=20, rounds_after_cut=0)
    for _ in range(6):
        life = life.after_round(6)
    assert life.over
    with pytest.raises(ValueError, match="no round"):
        life.after_round(4)
    with pytest.raises(ValueError, match="cut card"):
        open_shoe(build(1), burn=False, behind_cut=11, rounds_after_cut=0)
    with pytest.raises(ValueError, match="cut card"):
        open_shoe(build(1), burn=True, behind_cut=50, rounds_after_cut=0)


@pytest.mark.parametrize("taken", [3, 7])
def test_a_round_takes_four_to_six_cards(taken: int) -> None:
    life = open_shoe(build(8), burn=False, behind_cut=12, rounds_after_cut=1)
    with pytest.raises(ValueError, match=f"no round can take {taken} cards"):
        life.after_round(taken)


@pytest.mark.parametrize("taken", [-1, 7])
def test_a_void_round_took_none_to_six_cards(taken: int) -> None:
    life = open_shoe(build(8), burn=False, behind_cut=12, rounds_after_cut=1)
    with pytest.raises(ValueError, match=f"no round can have taken {taken} cards"):
        life.after_void(taken)


def test_a_void_round_counts() -> None:
    life = open_shoe(build(8), burn=False, behind_cut=16, rounds_after_cut=1)
    assert life.after_void(0).round_of_shoe == 2
    assert life.after_void(3).position == 3


def test_packing() -> None:
    cards, _ = a_shoe(8, 3)
    assert unpacked(packed(cards)) == cards
    assert len(packed(cards)) == 416
    with pytest.raises(ValueError, match="no card"):
        unpacked(b"\x34")


@pytest.mark.parametrize(("decks", "count"), [(1, 1), (1, 2), (1, 3), (6, 6), (1, 52), (8, 416)])
def test_every_card_of_a_shoe_can_be_proven(decks: int, count: int) -> None:
    cards, salts = a_shoe(decks, count)
    cards, salts = cards[:count], salts[:count]
    root = commit(cards, salts).root
    proofs = prove_all(cards, salts, range(count))
    assert all(verify(proof, root) for proof in proofs)
    assert {proof.root for proof in proofs} == {root}
    assert proofs[-1] == prove(cards, salts, count - 1)
    document = published(decks=decks, count=count, root=root, shown=[each.document() for each in proofs])
    found = verify_shoe.verify_text(json.dumps(document).encode())
    assert found == {"format": FORMAT_1, "root": root, "decks": decks, "count": count, "proven": count}
    for place in (count, -1):
        with pytest.raises(IndexError, match="has no card"):
            prove(cards, salts, place)


@pytest.mark.parametrize(("place", "neighbours"), [(1, 0), (2, 1), (4, 2), (-1, 0)])
def test_no_card_is_proven_at_a_place_that_the_tree_does_not_have(place: int, neighbours: int) -> None:
    """A root made for the purpose: a card that claims a place behind the last, which a path's bits cannot tell."""
    salt, beside = bytes(32), hashlib.sha256(b"a neighbour").digest()
    digest = leaf_digest(max(place, 0), "AS", salt)
    for _ in range(neighbours):
        digest = hashlib.sha256(b"\x01" + digest + beside).digest()
    path = (beside.hex(),) * neighbours
    assert not verify(Proof(place, "AS", salt.hex(), path, digest.hex()), digest.hex())


@pytest.mark.parametrize(
    ("card", "salt", "path"),
    [("AS", "zz" * 32, ()), ("AS", "00" * 32, ("zz" * 32,)), ("A♠", "00" * 32, ()), ("A♠", "zz" * 32, ("zz" * 32,))],
)
def test_what_is_no_proof_proves_nothing(card: str, salt: str, path: tuple[str, ...]) -> None:
    """Text that is no hexadecimal, and a card that is no ASCII: an answer, never an error."""
    root = "00" * 32
    assert not verify(Proof(0, card, salt, path, root), root)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_one_changed_byte_is_found_and_named(data: st.DataObject) -> None:
    cards, salts = a_shoe(1, 7)
    root = commit(cards, salts).root
    shown = data.draw(st.lists(st.integers(0, 51), min_size=1, max_size=5, unique=True))
    proofs = [each.document() for each in prove_all(cards, salts, shown)]
    document = published(decks=1, count=52, root=root, shown=proofs)
    place = data.draw(st.integers(0, len(shown) - 1))
    entry = document["cards"][place]
    part = data.draw(st.sampled_from(["salt", "card", "index", "path"]))
    if part == "index":
        entry["index"] = data.draw(st.integers(0, 51).filter(lambda index: index not in shown))
    elif part == "card":
        entry["card"] = data.draw(st.sampled_from(cards).filter(lambda card: card != cards[shown[place]]).map(str))
    else:
        step = data.draw(st.integers(0, 5))
        text = entry["salt"] if part == "salt" else entry["path"][step]
        at = data.draw(st.integers(0, 63))
        digit = data.draw(st.sampled_from("0123456789abcdef").filter(lambda digit: digit != text[at]))
        text = text[:at] + digit + text[at + 1 :]
        if part == "salt":
            entry["salt"] = text
        else:
            entry["path"][step] = text
    with pytest.raises(verify_shoe.ProofFaulty) as fault:
        verify_shoe.verify(document)
    assert fault.value.field.startswith(f"cards[{place}]")
    assert f"the {entry['card']} at place {entry['index']}" in fault.value.why


def test_a_commitment_reveals_nothing() -> None:
    cards, salts = a_shoe(8, 11)
    _, other_salts = a_shoe(8, 12)
    one, other = commit(cards, salts), commit(cards, other_salts)
    assert one.root != other.root
    assert not set(one.leaves) & set(other.leaves)
    assert len(set(one.leaves)) == 416


def test_salts_are_asked_for() -> None:
    cards, salts = a_shoe(1, 13)
    for wrong in (salts[:-1], [salt[:31] for salt in salts], []):
        with pytest.raises(ValueError, match="salt"):
            commit(cards, wrong)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_shared_vectors_in_python(vector: dict) -> None:
    if vector["valid"]:
        assert verify_shoe.verify(vector["proof"])["proven"] == len(vector["proof"]["cards"])
    else:
        with pytest.raises(verify_shoe.ProofFaulty) as fault:
            verify_shoe.verify(vector["proof"])
        assert fault.value.field == vector["field"]


def node() -> str:
    """Node from the path, or the one that the browser tests' Playwright brings with it."""
    found = shutil.which("node")
    if found is None:
        found = str(resources.files("playwright").joinpath("driver", "node"))
    return found


def test_shared_vectors_in_the_browsers_language() -> None:
    script = """
      const verifier = require(process.argv[1]);
      const { headers, vectors } = require(process.argv[2]);
      const answers = vectors.map((vector) => {
        try { return { proven: verifier.verify(vector.proof).cards.length }; }
        catch (fault) { return { field: fault.field }; }
      });
      const digests = headers.map(({ header }) => verifier.headerDigest(header));
      console.log(JSON.stringify({ answers, headers: digests, sha256: [0, 55, 56, 64, 119, 1000].map(
        (length) => verifier.sha256(new Uint8Array(length))) }));
    """
    paths = [str(VERIFIER.joinpath(name)) for name in ("verify.js", "vectors.json")]
    run = subprocess.run([node(), "-e", script, *paths], capture_output=True, text=True, check=True, timeout=60)
    answered = json.loads(run.stdout)
    assert answered["answers"] == [
        {"proven": len(vector["proof"]["cards"])} if vector["valid"] else {"field": vector["field"]}
        for vector in VECTORS
    ]
    assert answered["headers"] == [each["digest"] for each in HEADERS]
    assert answered["sha256"] == [verify_shoe.sha256(bytes(length)).hex() for length in (0, 55, 56, 64, 119, 1000)]


def test_the_page_needs_no_network_and_no_inline_code() -> None:
    page = VERIFIER.joinpath("verify.html").read_text("utf-8")
    assert "<style" not in page
    assert "style=" not in page
    assert page.count("<script") == page.count('<script src="verify.js"') == 1
    for name in ("verify.html", "verify.js", "verify.css"):
        text = VERIFIER.joinpath(name).read_text("utf-8")
        assert "http:" not in text
        assert "https:" not in text


def test_the_verifier_stands_alone(tmp_path: Path) -> None:
    copy = tmp_path / "verify_shoe.py"
    copy.write_bytes(VERIFIER.joinpath("verify_shoe.py").read_bytes())
    proof = tmp_path / "proof.json"
    for vector, status, word in (
        (VECTORS[1], 0, "PROVEN: 6 of 52"),
        (VECTORS[3], 3, "NOTHING SHOWN: none of "),
        (VECTORS[4], 2, "NOT PROVEN: cards[2]: the "),
    ):
        proof.write_text(json.dumps(vector["proof"]))
        run = subprocess.run(
            [sys.executable, "-I", "-S", str(copy), str(proof)],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=tmp_path,
        )
        assert (run.returncode, run.stdout.startswith(word), run.stderr) == (status, True, "")


def test_one_verdict_on_a_rounds_proofs() -> None:
    """Proofs that are not there are neither wrong nor proof; some beside missing ones are wrong."""

    def of_one_deck(shown: list[dict[str, Any]]) -> dict[str, Any]:
        return published(root=root, decks=1, count=4, shown=shown)

    cards = [Card.parse(text) for text in ("AS", "9D", "TC", "2H")]
    salts = [bytes([number]) * 32 for number in range(4)]
    root, dealt = commit(cards, salts).root, [str(card) for card in cards]
    shown = [each.document() for each in prove_all(cards, salts, range(4))]
    spoilt = [*shown[:3], shown[3] | {"card": "3H"}]
    for document, laid, verdict in (
        (shown, dealt, Verdict.PROVEN),
        (shown, [], Verdict.PROVEN),
        ([], dealt, Verdict.NOT_KEPT),
        ([], [], Verdict.NOTHING),
        (spoilt, dealt, Verdict.WRONG),
        (shown[:3], dealt, Verdict.WRONG),
        (shown, [*dealt, "AS"], Verdict.WRONG),
    ):
        assert judge(of_one_deck(document), dealt=laid).verdict is verdict
    assert [each.index for each in judge(of_one_deck(spoilt), dealt=dealt).wrong] == [3]
    assert judge(of_one_deck(shown[:3]), dealt=dealt).missing == ("2H",)
