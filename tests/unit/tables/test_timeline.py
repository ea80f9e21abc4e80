"""When cards are seen: plain, squeezed by players, and as cards of paper were read."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.cards import DECK, Card
from baccarat.dealing import dealing
from baccarat.play import Result, play
from tables.timeline import FIRST, HOUSE_TURNS, THIRD, Read, Squeeze, Squeezer, of_readings, timeline, window
from tests.rules import rule

SIX = play([Card.parse(text) for text in ("8S", "KH", "7D", "4C", "6C", "3D")])
"""Ponto 5 draws a six, banca 4 draws a three."""
NATURAL = play([Card.parse(text) for text in ("4S", "KH", "4D", "7C")])
BOTH = Squeeze(8_000, {"ponto": Squeezer(3), "banca": Squeezer(5)})
PONTO = Squeeze(8_000, {"ponto": Squeezer(3)})
BANCA = Squeeze(8_000, {"banca": Squeezer(5)})


def moments(steps: list[dict[str, object]], what: str) -> list[tuple[object, object, object]]:
    return [(step["at"], step.get("hand"), step.get("index")) for step in steps if step["do"] == what]


@rule(
    "R18",
    asserts="Where the house turns the cards, Ponto's are turned when all four lie there, Banca's after them, and only "
    "then come third cards.",
)
def test_the_house_turns_ponto_first_then_banca_and_each_third() -> None:
    steps = timeline(SIX, show_ms=20_000)
    assert [(step["do"], step.get("hand")) for step in steps] == [
        *[("deal", hand) for hand in ("ponto", "banca", "ponto", "banca")],
        ("turn", "ponto"),
        ("turn", "banca"),
        ("third", "ponto"),
        ("third", "banca"),
        ("result", None),
    ]


def test_without_a_squeezer_the_timeline_is_the_plain_one() -> None:
    assert timeline(SIX, show_ms=10_000, squeeze=HOUSE_TURNS) == timeline(SIX, show_ms=10_000)


@rule(
    "R18",
    asserts="Where players turn the cards, Banca's may be turned only once Ponto's lie open, and third cards come "
    "after both.",
)
def test_ponto_is_squeezed_before_banca_and_each_third_in_its_turn() -> None:
    steps = timeline(SIX, show_ms=20_000, squeeze=BOTH)
    opens = steps[3]["at"] + 1000
    banca = opens + 8_000 + 500
    assert moments(steps, "squeeze")[:2] == [(opens, "ponto", 0), (banca, "banca", 0)]
    assert moments(steps, "turn")[:2] == [(opens + 8_000, "ponto", 0), (banca + 8_000, "banca", 0)]
    third = banca + 8_000 + 1_100
    assert window(steps, "ponto", THIRD) == (third, third + 8_000)
    assert window(steps, "banca", THIRD) == (third + 8_000 + 1_100, third + 16_000 + 1_100)
    assert steps[-1] == {"at": third + 16_000 + 1_100 + 1_000, "do": "result"}


def test_cards_that_were_turned_bring_all_that_follows_forward() -> None:
    slow = timeline(SIX, show_ms=20_000, squeeze=BOTH)
    (opens, _) = window(slow, "ponto", FIRST) or (0, 0)
    swift = Squeeze(8_000, {"ponto": Squeezer(3, turned=opens + 1_500), "banca": Squeezer(5, turned=opens + 5_000)})
    steps = timeline(SIX, show_ms=20_000, squeeze=swift)
    assert moments(steps, "squeeze")[1] == (opens + 1_500 + 500, "banca", 0)
    assert moments(steps, "turn")[:2] == [(opens + 1_500, "ponto", 0), (opens + 5_000, "banca", 0)]
    assert window(steps, "ponto", THIRD) == (opens + 5_000 + 1_100, opens + 5_000 + 1_100 + 8_000)
    assert steps[-1]["at"] == slow[-1]["at"] - 6_500 - 5_000


def test_the_house_turns_the_side_that_no_player_bet_on_in_its_order() -> None:
    steps = timeline(SIX, show_ms=20_000, squeeze=PONTO)
    opens = steps[3]["at"] + 1000
    assert moments(steps, "turn") == [
        (opens + 8_000, "ponto", 0),
        (opens + 8_500, "banca", None),
        (opens + 8_500 + 1_100 + 8_000, "ponto", 2),
    ]
    assert moments(steps, "third") == [(opens + 17_600 + 1_100, "banca", None)]
    steps = timeline(SIX, show_ms=20_000, squeeze=BANCA)
    assert moments(steps, "turn")[:2] == [(opens, "ponto", None), (opens + 500 + 8_000, "banca", 0)]


def test_a_natural_has_no_third_window() -> None:
    steps = timeline(NATURAL, show_ms=20_000, squeeze=BOTH)
    assert window(steps, "ponto", THIRD) is None
    assert window(steps, "banca", FIRST) is not None


def test_a_short_show_shortens_the_house_s_own_steps_and_no_window() -> None:
    steps = timeline(SIX, show_ms=3_000, squeeze=BOTH)
    plain = timeline(SIX, show_ms=3_000)
    assert [step["at"] for step in steps[:4]] == [step["at"] for step in plain[:4]]
    for hand, index in itertools.product(("ponto", "banca"), (FIRST, THIRD)):
        opens, until = window(steps, hand, index) or (0, 0)
        assert until - opens == 8_000


def reads(*moments: int) -> list[Read]:
    slots = dealing([*SIX.cards]).slots
    return [
        Read("ponto" if slot.is_ponto else "banca", int(slot.value[1]) - 1, at)
        for slot, at in zip(slots, moments, strict=False)
    ]


def test_a_card_of_paper_is_seen_as_it_is_read() -> None:
    steps = of_readings(reads(1_000, 2_000, 3_000, 4_000, 9_000))
    assert [(step["at"], step["do"]) for step in steps] == [(at, "card") for at in (1_000, 2_000, 3_000, 4_000, 9_000)]


def test_squeezed_cards_of_paper_lie_face_down_until_the_four_are_there() -> None:
    steps = of_readings(reads(1_000, 2_000, 3_000), squeeze=PONTO)
    assert [(step["do"], step["hand"]) for step in steps] == [("deal", "ponto"), ("deal", "banca"), ("deal", "ponto")]
    steps = of_readings(reads(1_000, 2_000, 3_000, 4_000), squeeze=PONTO)
    assert window(steps, "ponto", FIRST) == (4_000, 12_000)
    assert moments(steps, "turn") == [(12_000, "ponto", 0), (12_500, "banca", None)]
    steps = of_readings(reads(1_000, 2_000, 3_000, 4_000), squeeze=BANCA)
    assert [(step["do"], step["hand"]) for step in steps[:2]] == [("card", "ponto"), ("deal", "banca")]
    assert window(steps, "banca", FIRST) == (4_000, 12_000)


def test_a_third_card_of_paper_waits_until_the_first_are_seen() -> None:
    steps = of_readings(reads(1_000, 2_000, 3_000, 4_000, 5_000, 6_000), squeeze=PONTO)
    assert window(steps, "ponto", THIRD) == (12_500, 20_500)
    assert moments(steps, "card")[-1] == (20_500, "banca", 2)
    swift = Squeeze(8_000, {"ponto": Squeezer(3, turned=4_500, third=7_000)})
    steps = of_readings(reads(1_000, 2_000, 3_000, 4_000, 5_000, 6_500), squeeze=swift)
    assert window(steps, "ponto", THIRD) == (5_000, 13_000)
    assert moments(steps, "card")[-1] == (7_000, "banca", 2)


cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)
early = st.none() | st.integers(0, 60_000)
squeezers = st.builds(Squeezer, st.integers(1, 9), early, early)


@given(cards, st.integers(4, 20), st.dictionaries(st.sampled_from(["ponto", "banca"]), squeezers), st.integers(3, 60))
def test_every_card_is_seen_once_in_order_and_in_bounded_time(
    drawn: list[Card], seconds: int, by: dict[str, Squeezer], show: int
) -> None:
    result = _dealt(drawn)
    steps = timeline(result, show_ms=show * 1000, squeeze=Squeeze(seconds * 1000, by))
    assert [step["at"] for step in steps] == sorted(step["at"] for step in steps)
    seen = [2 if step.get("index") != THIRD else 1 for step in steps if step["do"] == "turn"]
    assert sum(seen) + sum(step["do"] == "third" for step in steps) == len(result.cards)
    assert steps[-1]["do"] == "result"
    plain = timeline(result, show_ms=show * 1000)[-1]["at"]
    assert steps[-1]["at"] <= plain + 4 * seconds * 1000 + 10
    open_at = {step["hand"]: step["at"] for step in reversed(steps) if step["do"] == "turn"}
    assert open_at["ponto"] <= open_at["banca"], "R18"


@pytest.mark.parametrize("hand", ["ponto", "banca"])
def test_a_turn_before_its_window_counts_from_the_window(hand: str) -> None:
    steps = timeline(NATURAL, show_ms=10_000, squeeze=Squeeze(5_000, {hand: Squeezer(1, turned=0)}))
    opens, _ = window(steps, hand, FIRST) or (0, 0)
    assert [at for at, of, _ in moments(steps, "turn") if of == hand] == [opens]


def _dealt(drawn: list[Card]) -> Result:
    for count in (4, 5, 6):
        found = dealing(drawn[:count])
        if found.due is None:
            return play(drawn[:count])
    raise AssertionError("six cards are enough for any round")
