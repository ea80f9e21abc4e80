"""Format 2 of the shoe's proof: a root that says which shoe it is, and verifiers that hold it to that."""

import json
import random
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from baccarat.cards import Card
from baccarat.proof import (
    Header,
    Judgement,
    Verdict,
    commit,
    cut_commitment,
    header_digest,
    judge,
    prove_all,
    published,
)
from baccarat.shoe import build, shuffled
from baccarat.verifier import verify_shoe
from tests.rules import rule

SHARED = json.loads(resources.files("baccarat").joinpath("verifier", "vectors.json").read_text("utf-8"))
VECTORS, HEADERS = SHARED["vectors"], SHARED["headers"]
HEADER = Header(shoe="macau-1/12", decks=8, count=416, cut=400, rules="macau-1/v1", opened_at="2026-03-29T10:00:00Z")
"""That of the vector in docs/verify.md."""


def a_shoe(decks: int, seed: int) -> tuple[list[Card], list[bytes]]:
    dice = random.Random(seed)
    cards = shuffled(build(decks), dice.randrange)
    return cards, [dice.randbytes(32) for _ in cards]


def of_format_2(seed: int, shown: Sequence[int]) -> dict[str, Any]:
    cards, salts = a_shoe(8, seed)
    made = commit(cards, salts, HEADER)
    proofs = [each.document() for each in prove_all(cards, salts, shown, HEADER)]
    header = HEADER.document()
    return published(root=made.root, decks=8, count=416, shown=proofs, header=header, header_path=made.header_path)


@rule("RN-06", asserts="A shoe’s root binds its header: with any entry of it changed, no proof of the shoe holds.")
@pytest.mark.parametrize(
    "change",
    [
        {"shoe": "macau-1/13"},
        {"decks": 16},
        {"count": 415},
        {"cut": 399},
        {"rules": "macau-1/v2"},
        {"opened_at": "2026-03-29T10:00:01Z"},
    ],
)
def test_the_root_binds_the_header(change: dict[str, Any]) -> None:
    document = of_format_2(21, [0, 300])
    dealt = [each["card"] for each in document["cards"]]
    assert judge(document, dealt=dealt) == Judgement(verdict=Verdict.PROVEN)
    assert verify_shoe.verify(document)["shoe"] == "macau-1/12"
    document["header"] |= change
    judged = judge(document, dealt=dealt)
    assert (judged.verdict, judged.header_holds, judged.wrong) == (Verdict.WRONG, False, ())
    with pytest.raises(verify_shoe.ProofFaulty) as fault:
        verify_shoe.verify(document)
    assert fault.value.field == "header"


def test_the_vectors_of_headers() -> None:
    """The first is the one that the specification prints."""
    digests = {each["digest"]: each["header"] for each in HEADERS}
    assert HEADER.document() == digests["73d658113a36174a20cb1b1783d77e02048e17e7ad5bfc9ca0b8c01a147daad7"]
    for digest, header in digests.items():
        assert header_digest(header).hex() == verify_shoe.header_leaf(header).hex() == digest


def test_a_header_counts_the_cards_that_it_lies_before() -> None:
    cards, salts = a_shoe(8, 3)
    with pytest.raises(ValueError, match="counts 416 cards, and there are 415"):
        commit(cards[1:], salts[1:], HEADER)


def test_a_cut_card_can_be_told_at_the_end() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        cut_commitment(400, bytes(31))
    assert cut_commitment(400, bytes(32)) != cut_commitment(401, bytes(32))


def test_a_proof_without_a_card_proves_nothing_in_either_format() -> None:
    """Its header may lead to the root: of the cards that were dealt it says nothing."""
    empty = of_format_2(22, [])
    assert judge(empty, dealt=[]).verdict is Verdict.NOTHING
    assert judge(empty, dealt=["AS"]).verdict is Verdict.NOT_KEPT
    assert verify_shoe.verify(empty)["proven"] == 0


@pytest.mark.parametrize("digits", [8, 12, 64])
def test_the_noted_root_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str], digits: int) -> None:
    document = of_format_2(23, [7])
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(document))
    root = document["root"]
    noted = root[:digits]
    other = ("0" if noted[0] != "0" else "1") + noted[1:]
    for asked, status, said in (
        ([file, "--root", noted], 0, f"PROVEN: 1 of 416 cards lead to the root {root} of shoe macau-1/12: 8 decks, "),
        (["--root", noted.upper(), file], 0, "PROVEN: 1 of 416"),
        ([file, "--root", other], 2, f"NOT PROVEN: root: is {root}, and not the one that you noted"),
        ([file, "--root", noted[:7]], 2, "usage: "),
        ([file, "--root", f"{noted}g"], 2, "usage: "),
        ([file, "--root"], 2, "usage: "),
        ([file, file], 2, "usage: "),
        ([], 2, "usage: "),
    ):
        assert verify_shoe.main([str(each) for each in asked]) == status
        assert capsys.readouterr().out.startswith(said)


def test_what_each_kind_of_proof_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proof.json"
    for name, said in (
        ("one deck, six cards shown", "(format 1: the root does not say which shoe it is, nor how many decks it has)"),
        ("format 2: a whole shoe, six cards shown", "8 decks, cut card before place 400, rules macau-1/v1, opened at "),
        ("format 2: a cut card that is not shown yet", "cut card not shown yet"),
        ("format 2: a cut card that is shown", "cut card before place 400"),
        ("format 2: no card shown", "NOTHING SHOWN: none of 416 cards"),
    ):
        file.write_text(json.dumps(next(each["proof"] for each in VECTORS if each["name"] == name)))
        assert verify_shoe.main([str(file)]) == (3 if "no card" in name else 0)
        assert said in capsys.readouterr().out
