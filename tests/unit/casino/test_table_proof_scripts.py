"""The page's own check of each card against the shoe's fingerprint, beside the game's."""

import copy
import random
from collections.abc import Sequence
from typing import Any

import pytest

from baccarat import proof, shoe
from baccarat.play import play
from tables.queries.state import joint_proof, laid_cards
from tests.scripts import run

pytestmark = pytest.mark.usefixtures("scripts_page")


HEADER = proof.Header(
    shoe="macau-1/12", decks=8, count=416, cut=400, rules="macau-1/v1", opened_at="2026-03-29T10:00:00Z"
)


def _deal(seed: int, first: int = 0, header: proof.Header | None = HEADER) -> tuple[dict[str, Any], str, list[Any]]:
    """A round as the socket tells it, its root, and the full proofs."""
    dice = random.Random(seed)
    cards = list(shoe.build(8))
    dice.shuffle(cards)
    salts = [dice.randbytes(proof.SALT_BYTES) for _ in cards]
    result = play(cards[first:])
    proofs = proof.prove_all(cards, salts, range(first, first + len(result.cards)), header)
    made = proof.commit(cards, salts, header)
    told = joint_proof([each.document() for each in proofs], header.document() if header else None, made.header_path)
    return {"cards": laid_cards(result), "proof": told}, made.root, proofs


def _checked(deals: Sequence[tuple[dict[str, Any], str]]) -> list[list[dict[str, Any]]]:
    found: list[list[dict[str, Any]]] = run("proof.js", "v.map(([deal, root]) => m.check(deal, root))", list(deals))
    return found


def test_every_card_leads_to_the_root_that_was_published() -> None:
    """With about half of the text that the single proofs take."""
    places = ((1, 0), (2, 5), (3, 7), (4, 127), (5, 253), (6, 400))
    made = [_deal(seed, first, header) for header in (None, HEADER) for seed, first in places]
    for (deal, _, proofs), checks in zip(made, _checked([(deal, root) for deal, root, _ in made]), strict=True):
        assert [(each["card"], each["index"]) for each in checks] == [(each.card, each.index) for each in proofs]
        assert all(each["holds"] for each in checks)
        headed = "header" in deal["proof"]  # which the single proofs lack
        assert len(str(deal["proof"])) * (1.4 if headed else 1.8) < len(str([each.document() for each in proofs]))


def test_a_changed_letter_is_not_proven() -> None:
    deal, root, _ = _deal(9, 11)
    other = _deal(10)[1]
    changed = []
    for change in (_another_card, _another_salt, _another_neighbour, _another_place, _no_card, _no_neighbours):
        false = copy.deepcopy(deal)
        change(false)
        changed.append((false, root))
    for checks in _checked([*changed, (deal, other)]):
        assert not all(each["holds"] for each in checks)
    assert all(each["holds"] for each in _checked([(deal, root)])[0])


def test_no_card_is_proven_in_a_shoe_of_another_header() -> None:
    """One that was changed, and one that is sound but of another table or of other decks than the rules say."""
    deal, root, _ = _deal(14, 30)
    script = "v.map(([deal, root, table]) => m.check(deal, root, table).every((each) => each.holds))"
    changed = []
    for name, value in (("decks", 16), ("count", 512), ("shoe", "macau-1/13"), ("rules", "macau-1/v2"), ("cut", 1)):
        false = copy.deepcopy(deal)
        false["proof"]["header"][name] = value
        changed.append([false, root, None])
    told = [{"code": "macau-1", "decks": 8}, {"code": "macau-11", "decks": 8}, {"code": "macau-1", "decks": 6}]
    asked = [*changed, *([deal, root, table] for table in told), [deal, root, None]]
    assert run("proof.js", script, asked) == [False] * 5 + [True, False, False, True]
    without = copy.deepcopy(deal)
    del without["proof"]["header"]
    assert run("proof.js", script, [[without, root, None]]) == [False]


def _another_card(deal: dict[str, Any]) -> None:
    deal["cards"][0] = "AS" if deal["cards"][0] != "AS" else "2S"


def _another_salt(deal: dict[str, Any]) -> None:
    index, salt = deal["proof"]["leaves"][1]
    deal["proof"]["leaves"][1] = [index, ("0" if salt[0] != "0" else "1") + salt[1:]]


def _another_neighbour(deal: dict[str, Any]) -> None:
    node = deal["proof"]["nodes"][-1]
    node[2] = ("0" if node[2][0] != "0" else "1") + node[2][1:]


def _another_place(deal: dict[str, Any]) -> None:
    deal["proof"]["leaves"][0][0] += 256


def _no_card(deal: dict[str, Any]) -> None:
    deal["cards"][3] = "??"


def _no_neighbours(deal: dict[str, Any]) -> None:
    deal["proof"]["nodes"] = []


def test_a_page_keeps_the_fingerprint_that_it_saw_before() -> None:
    """A root that comes with the cards proves nothing if another stood there while bets were open."""
    deal, root, _ = _deal(12)
    script = (
        "(m.note({code: 'a', phase: 'betting', root: v[1]}, 5),"
        " m.note({code: 'b', phase: 'betting', root: 'f'.repeat(64)}, 6),"
        " ['a', 'b', 'c'].map((code) => m.checksOf({code, root: v[1], deal: v[0]}, 6).every((each) => each.holds))"
        " .concat(m.seenAt(v[1])))"
    )
    assert run("proof.js", script, [deal, root]) == [True, False, True, 5]
