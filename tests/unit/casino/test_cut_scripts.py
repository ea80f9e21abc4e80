"""The page's own arithmetic of the cut, beside the game's."""

import copy
import random
from typing import Any

import pytest

from baccarat.cutting import commitment, start_of
from tests.scripts import run

pytestmark = pytest.mark.usefixtures("scripts_page")


def _cut(seed: int) -> dict[str, Any]:
    dice = random.Random(seed)
    root, count = dice.randbytes(32).hex(), dice.choice([312, 416])
    numbers = {seat: dice.randbytes(16) for seat in sorted(dice.sample(range(1, 10), dice.randrange(10)))}
    told = [
        {"seat": seat, "commitment": commitment(root, seat, number), "shown": True, "number": number.hex()}
        for seat, number in numbers.items()
    ]
    return {"phase": "cut", "root": root, "count": count, "start": start_of(root, numbers, count), "seats": told}


def test_the_page_comes_to_the_same_start() -> None:
    cuts = [_cut(seed) for seed in range(25)]
    assert run("cutting.js", "v.map((cut) => m.holdsCut(cut))", cuts) == [True] * 25
    assert {len(cut["seats"]) for cut in cuts} >= {0, 1, 9}


def test_a_changed_start_number_or_commitment_does_not_hold() -> None:
    whole = next(cut for cut in map(_cut, range(50)) if len(cut["seats"]) == 4)
    changed: list[Any] = [copy.deepcopy(whole) for _ in range(5)]
    changed[0]["start"] = (whole["start"] + 1) % whole["count"]
    changed[1]["seats"][0]["number"] = "00" * 16
    changed[2]["seats"][1]["commitment"] = "00" * 32
    changed[3]["seats"].pop()
    changed[4]["root"] = "00" * 32
    noted = [[each["seat"], each["commitment"]] for each in whole["seats"]]
    script = "v.cuts.map((cut) => m.holdsCut(cut, new Map(v.noted)))"
    assert run("cutting.js", script, {"cuts": [*changed, whole], "noted": noted}) == [False] * 5 + [True]


def test_a_seat_that_vanished_after_the_close_does_not_hold() -> None:
    """The house may leave no seat out without naming it: the page saw what each seat was held to."""
    whole = next(cut for cut in map(_cut, range(50)) if len(cut["seats"]) == 3)
    noted = [[each["seat"], each["commitment"]] for each in whole["seats"]]
    rest = whole["seats"][:2]
    numbers = {each["seat"]: bytes.fromhex(each["number"]) for each in rest}
    fewer = {**whole, "seats": rest, "start": start_of(whole["root"], numbers, whole["count"])}
    named = {**fewer, "seats": [*rest, {**whole["seats"][2], "shown": False, "number": None}]}
    script = "v.cuts.map((cut) => m.holdsCut(cut, new Map(v.noted)))"
    assert run("cutting.js", script, {"cuts": [fewer, named], "noted": noted}) == [False, True]


def test_a_number_says_the_card_and_hides_it() -> None:
    made = run("cutting.js", "m.numberAt(v.place, v.random)", {"place": 259, "random": list(range(14))})
    assert made == "0103" + bytes(range(14)).hex()
    assert run("cutting.js", "m.placeOf(v, 416)", made) == 259
    root = "5a" * 32
    assert run("cutting.js", "m.commitmentOf(v[0], 4, v[1])", [root, made]) == commitment(root, 4, bytes.fromhex(made))
