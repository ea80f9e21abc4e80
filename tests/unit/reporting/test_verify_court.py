"""C12: both verifiers work the drift court's evidence of a day out from its files, to the last bit."""

import random
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from baccarat import court
from baccarat.combinations import joint_of_decks
from baccarat.court import Laid, Stream
from baccarat.court_events import events_of, factors_of_events
from baccarat.exposure import distribution
from baccarat.play import Winner, play
from baccarat.rulesets import PRESETS, Commission, preset
from baccarat.settlement import settle
from baccarat.shoe import build
from reporting.verifier import verify_days
from reporting.verifier.verify_days import BROKEN, EVENTS, HOLDS, Factors, bits_of, count_rounds
from tests.days_in_node import PLAIN, QUORUM, Browser, Question, both, kinds, started
from tests.rules import rule
from tests.sealed_court import KitCourt, bits
from tests.sealed_days import SealedHouse, document_of
from tests.unit.reporting.test_verify_bytes import changed

Lines = dict[str, list[dict[str, Any]]]
Spoil = Callable[[Lines], None]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(tmp_path_factory.mktemp("modules")) as running:
        yield running


def house(folder: Path, **facts: Any) -> SealedHouse:
    return SealedHouse(folder, court=KitCourt(**facts))


# The same numbers as the engine.


@pytest.mark.parametrize("decks", [1, 2, 3, 6, 8])
def test_the_ends_of_a_round_are_counted_as_the_engine_counts_them(browser: Browser, decks: int) -> None:
    engine = {
        (
            facts.ponto_total,
            facts.banca_total,
            facts.ponto_count,
            facts.banca_count,
            int(facts.ponto_pair),
            int(facts.banca_pair),
        ): count
        for facts, count in joint_of_decks(decks).counts.items()
    }
    assert count_rounds(decks) == engine
    told = "m.endsOf(v).map((e) => [e.played.ponto, e.played.banca, e.played.cards, String(e.count)])"
    ends = browser.run("ends.js", told, decks)
    assert len(ends) == len(engine)
    assert sum(int(count) for *_, count in ends) == sum(engine.values())


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_factors_have_the_bits_of_the_engine(browser: Browser, name: str) -> None:
    ruleset, chance = preset(name), random.Random(name)
    document, factors = document_of(ruleset), Factors()
    for _ in range(12):
        cards = build(ruleset.decks)
        chance.shuffle(cards)
        result = play(cards)
        slips = [
            {each: chance.randint(1, 9_999) for each in chance.sample(ruleset.chances, 2)}
            for _ in range(chance.randint(1, 4))
        ]
        bets = [
            {"chance": paid.chance.value, "stake": paid.stake, "returned": paid.returned}
            for slip in slips
            for paid in settle(ruleset, result, slip).values()
        ]
        left = [chance.randint(0, 32) for _ in range(13)]
        text = [str(card) for card in result.cards]
        for card in result.cards:
            left[court.rank_of(card)] += 1
        place = Laid.of(distribution(ruleset, *slips)).place(sum(bet["stake"] - bet["returned"] for bet in bets))
        due = {
            "outcomes": court.factors_by_winner(ruleset.decks)[Winner(result.winner)],
            "cards": court.round_of_cards(list(left), [court.rank_of(card) for card in result.cards]),
            "money": court.factors_of_money(float(place)),
            **factors_of_events(ruleset, result.facts),
        }
        due_bits = {stream: list(map(bits, values)) for stream, values in due.items()}
        found = {
            "outcomes": factors.outcomes(ruleset.decks, result.winner.value),
            "cards": factors.cards(list(left), text),
            "money": factors.money("x", document, bets),
            **factors.events(document, ruleset.decks, text),
        }
        assert {stream: list(map(bits_of, values)) for stream, values in found.items()} == due_bits
        told = (
            "((f) => [f.outcomes(v.d, v.w), f.cards(v.l, v.c), f.money('x', v.r, v.b),"
            " ...Object.values(f.events(v.r, v.d, v.c))])(new m.Factors())"
        )
        value = {"d": ruleset.decks, "w": result.winner.value, "l": left, "c": text, "r": document, "b": bets}
        answer = browser.run("factors.js", told, value)
        assert {stream: list(map(bits, values)) for stream, values in zip(due, answer, strict=True)} == due_bits


@pytest.mark.parametrize("mode", sorted(Commission))
def test_both_verifiers_know_which_rules_pay_by_six(browser: Browser, mode: Commission) -> None:
    ruleset = preset("ponto-e-banca", commission=mode)
    due = Stream.BANCA_SIX in events_of(ruleset)
    assert due is (mode in (Commission.HALF_ON_6, Commission.HALF_ON_5_AND_6))
    document = document_of(ruleset)
    assert verify_days.pays_by_six(document) is due
    assert browser.run("factors.js", "m.paysBySix(v)", document) is due


def test_quotients_are_rounded_as_fractions_are(browser: Browser) -> None:
    chance = random.Random(4)
    bits_of_both = [(chance.randint(1, 200), chance.randint(1, 200)) for _ in range(500)]
    pairs = [(chance.getrandbits(one), 1 + chance.getrandbits(other)) for one, other in bits_of_both]
    pairs += [(2**53 + 1, 1), (2**54 + 2, 2), (2**54 + 3, 2), (2**54 + 6, 4), (-7, 3), (0, 5), (3 * (2**53 + 1), 3)]
    told = "v.map(([a, b]) => m.quotient(BigInt(a), BigInt(b)))"
    answers = browser.run("factors.js", told, [[str(one), str(other)] for one, other in pairs])
    assert [bits(float(each)) for each in answers] == [bits(one / other) for one, other in pairs]


def test_a_card_that_cannot_come(browser: Browser) -> None:
    left = [0, *[4] * 12]
    assert set(Factors().cards(list(left), ["2S", "AS", "3S", "2H"])) == {1e12}
    told = "((f, l) => [f.cards(l, v.c), l])(new m.Factors(), [...v.l])"
    values, after = browser.run("factors.js", told, {"l": left, "c": ["2S", "AS", "3S", "2H"]})
    now = list(left)
    Factors().cards(now, ["2S", "AS", "3S", "2H"])
    assert set(values) == {1e12}
    assert after == now == [0, 2, 3, *[4] * 10]


def test_floats_are_told_by_their_bits(browser: Browser) -> None:
    for value in (0.0, 1.0, 1 / 3, 5e-324, 1.7976931348623157e308):
        assert bits_of(value) == bits(value) == struct.pack(">d", value).hex()
        assert verify_days.float_of(bits(value)) == value
        assert browser.run("court.js", "m.bitsOf(m.floatOf(v))", bits(value)) == bits(value)
    for wrong in ("", "3ff", "3FF0000000000000", bits(-1.0), bits(float("inf")), bits(float("nan")), 7, None):
        with pytest.raises(verify_days.MalformedError):
            verify_days.float_of(wrong)


# Days that hold.


@rule(
    "GL-41",
    asserts="The evidence that the drift court held at the end of each day is sealed, and who has the files works it "
    "out from them again to the last bit, in Python and in a browser.",
)
def test_c12_days_follow_from_their_rounds(browser: Browser, tmp_path: Path) -> None:
    played = house(tmp_path)
    for rounds in (0, 40, 24, 0, 30):
        played.play_day(rounds)
    played.publish()
    said = both(browser, tmp_path, Question(witnesses=QUORUM))
    assert (said["status"], said["faults"]) == (HOLDS, [])


def test_c12_an_alarm_begins_anew(browser: Browser, tmp_path: Path) -> None:
    played = house(tmp_path, alarm=3.0)
    lines: list[Lines] = []
    for _ in range(2):
        played.play_day(30, spoil=lines.append)
    played.publish()
    assert any(line["alarms"] for day in lines for line in day["court.jsonl"])
    assert both(browser, tmp_path)["status"] == HOLDS


def test_c12_one_day_alone_is_held_to_its_own_beginning(browser: Browser, tmp_path: Path) -> None:
    played = house(tmp_path)
    first = played.play_day(40)
    played.play_day(40, spoil=lambda lines: line_of(lines).update(after=line_of(lines)["before"]))
    played.publish()
    for path in sorted(first.rglob("*"), reverse=True):
        path.unlink()
    first.rmdir()
    first.parent.rmdir()
    said = both(browser, tmp_path, PLAIN)
    assert kinds(said) == ["court-differs"], "the day before is not there, and the change is seen"


def test_days_sealed_before_the_court_was_kept_hold(browser: Browser, tmp_path: Path) -> None:
    played = SealedHouse(tmp_path)
    played.play_day(10)
    played.court = KitCourt()
    played.play_day(20)
    played.play_day(20)
    played.publish()
    # The first round of the second day has its stakes on the first, and no day with a court before it.
    assert both(browser, tmp_path)["status"] == HOLDS


def test_days_sealed_before_pairs_were_judged_hold(browser: Browser, tmp_path: Path) -> None:
    played = house(tmp_path, events=False)
    lines: list[Lines] = []
    for events in (False, False, True, True):
        assert played.court is not None
        played.court.events = events
        played.play_day(30, spoil=lines.append)
    played.publish()
    assert both(browser, tmp_path)["status"] == HOLDS
    counts = [sum(line["stream"] in EVENTS for line in day["court.jsonl"]) for day in lines]
    assert counts[:2] == [0, 0]
    assert min(counts[2:]) >= 6


# Days that do not.


def test_pairs_once_judged_are_judged_for_ever(browser: Browser, tmp_path: Path) -> None:
    """A day whose court forgot them is told from one of before."""
    played = house(tmp_path)
    played.play_day(20)
    assert played.court is not None
    played.court.events = False
    played.play_day(20)
    played.publish()
    said = both(browser, tmp_path)
    assert (said["status"], set(kinds(said))) == (BROKEN, {"court-differs"})
    assert "house/par-ponto has no line" in {fault["why"] for fault in said["faults"]}


def line_of(lines: Lines, place: str = "house", stream: str = "outcomes") -> dict[str, Any]:
    return next(line for line in lines["court.jsonl"] if (line["place"], line["stream"]) == (place, stream))


def touched(name: str, stream: str = "outcomes", place: str = "house") -> Spoil:
    def spoil(lines: Lines) -> None:
        values = line_of(lines, place, stream)[name]
        values[5] = bits(verify_days.float_of(values[5]) * (1 + 2**-50) + 5e-324)

    return spoil


def with_alarm(lines: Lines) -> None:
    line_of(lines)["alarms"] = [{"number": lines["judged.jsonl"][3]["number"], "threshold": bits(4e8)}]


def judged(at: int, **facts: Any) -> Spoil:
    return lambda lines: lines["judged.jsonl"][at].update(facts)


def whole_shoe(lines: Lines) -> dict[str, Any]:
    return [line for line in lines["judged.jsonl"] if line["left"]][2]


def swap(lines: Lines) -> None:
    one, other = lines["judged.jsonl"][2:4]
    one["round"], other["round"] = other["round"], one["round"]
    one["left"], other["left"] = other["left"], one["left"]


def say_less(lines: Lines) -> None:
    line = whole_shoe(lines)
    line["left"] = [each - 1 for each in line["left"]]


LIES: dict[str, Spoil] = {
    "a value of outcomes": touched("after"),
    "a value of cards at a table": touched("after", "cards", "table/vivo-1"),
    "a value of money at a table": touched("after", "money", "table/macau-1"),
    "a value of a pair": touched("after", "par-ponto"),
    "a value of a perfect pair at a table": touched("after", "par-perfeito", "table/macau-1"),
    "a value of banca's 6 at a table": touched("after", "banca-6", "table/vivo-1"),
    "a pair that is not told": lambda lines: lines["court.jsonl"].remove(line_of(lines, "house", "par-banca")),
    "no 6 at a table that pays by it": lambda lines: lines["court.jsonl"].remove(
        line_of(lines, "table/vivo-1", "banca-6")
    ),
    "a beginning": touched("before"),
    "an alarm that was none": with_alarm,
    "an alarm that is not told": lambda lines: line_of(lines).update(threshold=bits(0.5)),
    "the number of rounds": lambda lines: line_of(lines).update(rounds=line_of(lines)["rounds"] + 1),
    "other rules": lambda lines: line_of(lines, "table/macau-1", "money").update(rules="macau-1/v2"),
    "other rules before": lambda lines: line_of(lines, "table/macau-1", "money").update(rules_before="macau-1/v2"),
    "a line too few": lambda lines: lines["court.jsonl"].remove(line_of(lines)),
    "a round too few": lambda lines: lines["judged.jsonl"].pop(4),
    "a round that no day has": judged(4, round="macau-1-999999"),
    "a round twice": lambda lines: lines["judged.jsonl"][5].update(round=lines["judged.jsonl"][4]["round"]),
    "another order": swap,
    "a shoe that lost cards": say_less,
    "a shoe of another size": lambda lines: whole_shoe(lines).update(left=[33] * 13),
    "a shoe of ranks": lambda lines: whole_shoe(lines).update(left=["A"] * 13),
    "no shoe": lambda lines: whole_shoe(lines).update(left=[]),
    "a void round that showed other cards": lambda lines: next(
        line for line in lines["judged.jsonl"] if line["shown"]
    ).update(shown=[]),
    "a stream": lambda lines: lines["court.jsonl"][-1].update(stream="zeros"),
    "half the values": lambda lines: line_of(lines).update(after=line_of(lines)["after"][:7]),
    "a value below 0": lambda lines: line_of(lines)["after"].__setitem__(0, bits(-1.0)),
    "a value that is none": lambda lines: line_of(lines)["after"].__setitem__(0, "x"),
    "a threshold that is none": lambda lines: line_of(lines).update(threshold="high"),
    "an alarm that is none": lambda lines: line_of(lines).update(alarms=[7]),
}


@rule("GL-41", asserts="Evidence that was sealed otherwise than the rounds make it is named by place and stream.")
@pytest.mark.parametrize("name", LIES)
def test_c12_evidence_that_does_not_follow_is_named(browser: Browser, tmp_path: Path, name: str) -> None:
    played = house(tmp_path)
    played.play_day(20)
    played.play_day(40, spoil=LIES[name])
    played.play_day(0)
    played.publish()
    said = both(browser, tmp_path)
    assert said["status"] == BROKEN
    assert kinds(said)[0] == "court-differs"
    assert said["faults"][0]["day"] in ("2026-03-29", "2026-03-30")


def test_an_outcome_that_was_changed_is_seen_by_the_court_too(browser: Browser, tmp_path: Path) -> None:
    played = house(tmp_path)
    played.play_day(20)
    folder = played.play_day(20)
    played.publish()
    with changed(folder / "court.jsonl", b""):
        assert kinds(both(browser, tmp_path))[0] in ("line-removed", "line-touched")


@pytest.mark.parametrize("name", ["court.jsonl", "judged.jsonl"])
def test_a_day_after_one_with_a_court_has_one(browser: Browser, tmp_path: Path, name: str) -> None:
    played = house(tmp_path)
    played.play_day(10)
    played.play_day(10, spoil=lambda lines: lines.pop(name))
    played.publish()
    said = both(browser, tmp_path)
    assert kinds(said) == ["file-missing"]
