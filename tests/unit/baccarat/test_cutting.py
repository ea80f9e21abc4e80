"""Where a shoe is begun: the numbers of the seats, what they are held to, and what no side can do about the start."""

import hashlib
import json
import subprocess
from collections import Counter

import pytest

from baccarat.cutting import commitment, start_of, turned
from baccarat.proof import Verdict, commit, judge, prove_all, published
from baccarat.verifier import verify_shoe
from tests.unit.baccarat.test_shoe_headers import HEADER, a_shoe

ROOT = "5a" * 32
ONE, OTHER = bytes(range(16)), bytes(range(16, 32))


def test_the_start_is_the_digest_of_the_root_and_the_numbers_by_seat() -> None:
    digest = hashlib.sha256(bytes.fromhex(ROOT) + ONE + OTHER).digest()
    assert start_of(ROOT, {7: OTHER, 2: ONE}, 416) == int.from_bytes(digest, "big") % 416
    assert start_of(ROOT, {2: OTHER, 7: ONE}, 416) != start_of(ROOT, {7: OTHER, 2: ONE}, 416)
    assert start_of(ROOT, {}, 416) == 0


def test_a_commitment_is_of_one_shoe_one_seat_and_one_number() -> None:
    made = commitment(ROOT, 2, ONE)
    assert len({made, commitment(ROOT, 3, ONE), commitment(ROOT, 2, OTHER), commitment("a5" * 32, 2, ONE)}) == 4
    with pytest.raises(ValueError, match="16 bytes"):
        commitment(ROOT, 2, bytes(15))


def test_a_house_that_tries_all_orders_meets_every_start_alike() -> None:
    """Whatever root it commits to: over the numbers it does not know, each place comes as often as another."""
    count = 52
    for root in (ROOT, "00" * 32, hashlib.sha256(b"a chosen order").hexdigest()):
        met = Counter(start_of(root, {4: number.to_bytes(16, "big")}, count) for number in range(52 * 400))
        assert len(met) == count
        # 400 each expected; chi squared with 51 degrees of freedom passes 95 once in 5,000 times
        assert sum((times - 400) ** 2 / 400 for times in met.values()) < 95


def test_one_who_withholds_meets_a_start_that_is_as_unknown() -> None:
    """Without one number the others still say it; only its sender could choose between the two."""
    both, without = start_of(ROOT, {1: ONE, 8: OTHER}, 416), start_of(ROOT, {1: ONE}, 416)
    assert both != without


def test_cards_are_dealt_round_the_end() -> None:
    assert turned("ABCDE", 3) == ("D", "E", "A", "B", "C")
    assert turned("ABC", 0) == ("A", "B", "C")


def cut_shoe(numbers: dict[int, bytes], left_out: dict[int, str]) -> dict:
    cards, salts = a_shoe(8, 31)
    made = commit(cards, salts, HEADER)
    place = start_of(made.root, numbers, 416)
    shown = [each.document() for each in prove_all(cards, salts, [(place + at) % 416 for at in range(4)], HEADER)]
    start = {
        "place": place,
        "numbers": [{"seat": seat, "number": number.hex()} for seat, number in numbers.items()],
        "left_out": [{"seat": seat, "commitment": text} for seat, text in left_out.items()],
    }
    header = HEADER.document()
    return published(
        root=made.root, decks=8, count=416, shown=shown, header=header, header_path=made.header_path, start=start
    )


CHANGES = [
    ("start", lambda start: start.update(place=(start["place"] + 1) % 416)),
    ("start", lambda start: start["numbers"].pop()),
    ("start", lambda start: start["numbers"][0].update(number="0" * 32)),
    ("start.numbers[1].seat", lambda start: start["numbers"].reverse()),
    ("start.numbers[1].seat", lambda start: start["numbers"][1].update(seat=start["numbers"][0]["seat"])),
    ("start.numbers[0].seat", lambda start: start["numbers"][0].update(seat=0)),
    ("start.numbers[1].seat", lambda start: start["numbers"][1].update(seat=10)),
    ("start.numbers[0].number", lambda start: start["numbers"][0].update(number="0" * 31)),
    ("start.left_out", lambda start: start["left_out"][0].update(seat=1)),
    ("start.left_out[0].commitment", lambda start: start["left_out"][0].update(commitment="")),
    ("start.left_out[0]", lambda start: start["left_out"][0].pop("commitment")),
    ("start.place", lambda start: start.update(place=416)),
    ("start.place", lambda start: start.update(place=None)),
    ("start.numbers", lambda start: start.update(numbers=None)),
    ("start", lambda start: start.update(why="x")),
]


def test_a_published_cut_is_checked_in_both_languages() -> None:
    from tests.unit.baccarat.test_shoe_and_proof import VERIFIER, node

    whole = cut_shoe({1: ONE, 8: OTHER}, {4: commitment(ROOT, 4, ONE)})
    assert verify_shoe.verify(whole)["start"] == {"place": whole["start"]["place"], "seats": [1, 8], "left_out": [4]}
    dealt = [each["card"] for each in whole["cards"]]
    assert judge(whole, dealt=dealt).verdict is Verdict.PROVEN
    documents, fields = [whole], [None]
    for field, change in CHANGES:
        false = json.loads(json.dumps(whole))
        change(false["start"])
        with pytest.raises(verify_shoe.ProofFaulty) as fault:
            verify_shoe.verify(false)
        assert fault.value.field == field
        documents.append(false)
        fields.append(field)
    moved = json.loads(json.dumps(whole))
    moved["start"]["place"] = (moved["start"]["place"] + 1) % 416
    assert (judge(moved, dealt=dealt).verdict, judge(moved, dealt=dealt).start_holds) == (Verdict.WRONG, False)

    script = """
      const verifier = require(process.argv[1]);
      const documents = JSON.parse(require("fs").readFileSync(0, "utf-8"));
      console.log(JSON.stringify(documents.map((document) => {
        try { verifier.verify(document); return null; } catch (fault) { return fault.field; }
      })));
    """
    asked = [node(), "-e", script, str(VERIFIER.joinpath("verify.js"))]
    told = subprocess.run(asked, input=json.dumps(documents), capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(told.stdout) == fields


def test_a_shoe_that_nobody_cut_begins_at_its_first_card() -> None:
    withheld = cut_shoe({}, {4: commitment(ROOT, 4, ONE)})
    assert withheld["start"]["place"] == 0
    assert verify_shoe.verify(withheld)["start"] == {"place": 0, "seats": [], "left_out": [4]}
    withheld["start"]["place"] = 5
    with pytest.raises(verify_shoe.ProofFaulty):
        verify_shoe.verify(withheld)
