"""Sealed days with cards of paper: both verifiers hold each card to how it was read, and say the same."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from baccarat.cards import DECK
from baccarat.dealing import TooManyCards, dealing
from reporting.evidence import canonical
from reporting.verifier.verify_days import BROKEN, HOLDS, due_slot
from tests.days_in_node import Browser, both, kinds, started
from tests.sealed_court import KitCourt
from tests.sealed_days import SealedHouse
from tests.sealed_paper import CROUPIER, FILES, SUPERVISOR, KitPaper
from tests.unit.reporting.test_verify_bytes import changed
from tests.unit.reporting.test_verify_strange import STRANGE, places, put

Line = dict[str, Any]
Lines = dict[str, list[Line]]
Spoil = Callable[[Lines], None]
ROUNDS = 40


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(tmp_path_factory.mktemp("modules")) as running:
        yield running


def house(folder: Path, *, court: bool = False) -> SealedHouse:
    return SealedHouse(folder, paper=KitPaper(), court=KitCourt() if court else None)


def rounds(lines: Lines, phase: str = "settled") -> list[Line]:
    return [each for each in lines["rounds.jsonl"] if each["table"] == "live-1" and each["phase"] == phase]


def read(lines: Lines, **facts: Any) -> list[Line]:
    return [each for each in lines["cards.jsonl"] if all(each[name] == value for name, value in facts.items())]


def counted(lines: Lines, **facts: Any) -> list[Line]:
    """Cards that were drawn and not taken back."""
    gone = {each["replaces"] for each in lines["cards.jsonl"]}
    return [each for each in read(lines, what="drawn", **facts) if each["id"] not in gone]


def test_the_place_of_each_next_card_is_that_of_the_engine(browser: Browser) -> None:
    chance = random.Random(4)
    asked = [[str(card) for card in chance.choices(DECK, k=chance.randrange(7))] for _ in range(4000)]
    due = []
    for each in asked:
        try:
            found = dealing([card for text in each for card in DECK if str(card) == text]).due
        except TooManyCards:
            found = None
        due.append(found.value if found else "")
    assert [due_slot(each) for each in asked] == due
    assert browser.run("paper.js", "v.map((each) => m.dueSlot(each))", asked) == due


@pytest.mark.parametrize("court", [False, True])
def test_days_with_cards_of_paper_hold(browser: Browser, tmp_path: Path, court: bool) -> None:
    """V-T1: settled and void rounds, cards keyed, taken back, put aside and refused, and a round over midnight."""
    seen: set[str] = set()

    def note(lines: Lines) -> None:
        seen.update(each["what"] for each in lines["cards.jsonl"])
        seen.update(each["source"] for each in lines["cards.jsonl"])
        seen.update(each["phase"] for each in lines["rounds.jsonl"] if each["table"] == "live-1")

    played = house(tmp_path, court=court)
    for number in (ROUNDS, 0, 260):
        played.play_day(number, spoil=note)
    played.publish()
    said = both(browser, tmp_path)
    assert (said["status"], said["faults"]) == (HOLDS, [])
    assert seen == {"drawn", "burnt", "taken-back", "refused", "scanner", "hand", "settled", "void"}
    assert played.paper is not None
    assert played.tables[-1].shoes > 1


def test_a_day_before_the_first_in_the_folder_is_not_needed(browser: Browser, tmp_path: Path) -> None:
    played = house(tmp_path, court=True)
    for _ in range(3):
        played.play_day(ROUNDS)
    played.publish()
    for path in sorted(tmp_path.glob("day/*"))[:1]:
        for each in sorted(path.rglob("*"), reverse=True):
            each.rmdir() if each.is_dir() else each.unlink()
        path.rmdir()
    assert both(browser, tmp_path)["faults"] == []


def change_card_of_round(lines: Lines) -> None:
    played = rounds(lines)[1]
    played["cards"][0] = other(played["cards"][0])


def other(card: str) -> str:
    """Another card that counts as much."""
    return card[0] + next(suit for suit in "SHDC" if suit != card[1])


def change_card_read(lines: Lines) -> None:
    line = counted(lines, round=rounds(lines)[1]["code"], source="scanner")[0]
    line["card"] = other(line["card"])


def change_both(lines: Lines) -> None:
    """In both files, to one that left the shoe already."""
    first, later = rounds(lines)[0], rounds(lines)[2]
    gone = counted(lines, round=first["code"], source="scanner")[0]
    line = counted(lines, round=later["code"], slot="P1")[0]
    line.update(card=gone["card"], deck=gone["deck"], source="scanner", decided_by=None)
    later["cards"][0] = gone["card"]


def drop(lines: Lines, line: Line) -> None:
    lines["cards.jsonl"].remove(line)


def swap_slots(lines: Lines) -> None:
    one, two = counted(lines, round=rounds(lines)[1]["code"])[:2]
    one["slot"], two["slot"] = two["slot"], one["slot"]


def nine_alike(lines: Lines) -> None:
    """Cards keyed by hand have no deck: of these alone the kinds are counted."""
    chosen = [each for each in counted(lines) if each["card"][0] in "TJQK"][:9]
    for line in chosen:
        line.update(card="KC", deck="", source="hand", decided_by=SUPERVISOR)
    for played in rounds(lines):
        played["cards"] = [each["card"] for each in counted(lines, round=played["code"])]


def first_by_hand(lines: Lines) -> Line:
    return counted(lines, source="hand")[0]


def taken_back(lines: Lines) -> Line:
    return read(lines, what="taken-back")[0]


def aside(lines: Lines) -> Line:
    return next(each for each in read(lines, what="burnt") if each["round"])


LIES: dict[str, tuple[Spoil, str]] = {
    "a card of a round": (change_card_of_round, "rounds.jsonl"),
    "a card as it was read": (change_card_read, "rounds.jsonl"),
    "a card of another deck": (lambda lines: counted(lines, source="scanner")[3].update(deck="ZZZZ"), "cards.jsonl"),
    "a card without its deck": (lambda lines: counted(lines, source="scanner")[3].update(deck=""), "cards.jsonl"),
    "a keyed card with a deck": (lambda lines: first_by_hand(lines).update(deck="1D01"), "cards.jsonl"),
    "a card twice in both files": (change_both, "cards.jsonl"),
    "an event dropped": (lambda lines: drop(lines, counted(lines)[5]), "cards.jsonl"),
    "the last event of a round dropped": (
        lambda lines: drop(lines, counted(lines, round=rounds(lines)[1]["code"])[-1]),
        "rounds.jsonl",
    ),
    "a taking back dropped": (lambda lines: drop(lines, taken_back(lines)), "cards.jsonl"),
    "two places exchanged": (swap_slots, "cards.jsonl"),
    "nine alike": (nine_alike, "cards.jsonl"),
    "the second person is the first": (lambda lines: first_by_hand(lines).update(decided_by=CROUPIER), "cards.jsonl"),
    "no second person": (lambda lines: first_by_hand(lines).update(decided_by=None), "cards.jsonl"),
    "taken back by its croupier": (lambda lines: taken_back(lines).update(decided_by=CROUPIER), "cards.jsonl"),
    "put aside by none": (lambda lines: aside(lines).update(decided_by=None), "cards.jsonl"),
    "a robot for money": (lambda lines: counted(lines)[4].update(source="robot", croupier=None), "cards.jsonl"),
    "no croupier": (lambda lines: counted(lines)[4].update(croupier=None), "cards.jsonl"),
    "a camera": (lambda lines: counted(lines)[4].update(source="camera"), "cards.jsonl"),
    "a card that fell": (lambda lines: counted(lines)[4].update(what="fell"), "cards.jsonl"),
    "a place that is none": (lambda lines: counted(lines)[4].update(slot="P4"), "cards.jsonl"),
    "a card that is none": (lambda lines: counted(lines)[4].update(card="1S"), "cards.jsonl"),
    "refused without a reason": (lambda lines: read(lines, what="refused")[0].update(refusal=""), "cards.jsonl"),
    "a round of another day": (lambda lines: counted(lines)[4].update(round="live-1-999999"), "cards.jsonl"),
    "a round of another table": (lambda lines: counted(lines)[4].update(round="vivo-1-000001"), "cards.jsonl"),
    "burned out of turn": (lambda lines: aside(lines).update(round=None), "cards.jsonl"),
    "another shoe": (lambda lines: counted(lines)[4].update(shoe="live-1/9"), "cards.jsonl"),
    "a shoe that is not told": (lambda lines: lines["shoes.jsonl"].clear(), "cards.jsonl"),
    "a deck too few": (lambda lines: lines["shoes.jsonl"][0]["decks"].pop(), "cards.jsonl"),
    "two decks too few": (lambda lines: rounds(lines)[0]["shoe"].update(decks=6, count=312), "rounds.jsonl"),
    "a deck twice": (lambda lines: lines["shoes.jsonl"][0]["decks"].append("1D01"), "shoes.jsonl"),
    "begun by none": (lambda lines: lines["shoes.jsonl"][0].update(begun_by=None), "shoes.jsonl"),
    "another table's shoe": (lambda lines: lines["shoes.jsonl"][0].update(table="vivo-1"), "shoes.jsonl"),
    "a root": (lambda lines: rounds(lines)[0]["shoe"].update(root="ab" * 32), "rounds.jsonl"),
    "a card too many": (lambda lines: rounds(lines)[0]["shoe"].update(count=417), "rounds.jsonl"),
    "an entry more": (lambda lines: rounds(lines)[0]["shoe"].update(more=1), "rounds.jsonl"),
    "a proof": (lambda lines: rounds(lines)[0].update(proofs=[{}]), "rounds.jsonl"),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_about_a_card_is_named_by_both(browser: Browser, tmp_path: Path, name: str) -> None:
    """V20."""
    spoil, file = LIES[name]
    played = house(tmp_path)
    played.play_day(ROUNDS, spoil=spoil)
    played.play_day(0)
    played.publish()
    said = both(browser, tmp_path)
    assert said["status"] == BROKEN
    assert (said["faults"][0]["name"], said["faults"][0]["file"]) == ("card-misread", file), said["faults"]
    assert said["faults"][0]["code"] == "V20"


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda lines: rounds(lines)[0].update(winner="none"), "round-misplayed"),
        (lambda lines: rounds(lines)[0]["shoe"].update(format="sabot-shoe-1"), "card-misread"),
        (lambda lines: rounds(lines)[0]["shoe"].update(format="sabot-paper-2"), "card-misread"),
        (lambda lines: lines.pop("cards.jsonl"), "file-missing"),
        (lambda lines: lines.pop("shoes.jsonl"), "file-missing"),
        (lambda lines: lines["cards.jsonl"].reverse(), "not-canonical"),
    ],
)
def test_what_other_rules_say_of_such_a_round_they_say(
    browser: Browser, tmp_path: Path, change: Spoil, kind: str
) -> None:
    played = house(tmp_path)
    played.play_day(ROUNDS, spoil=change)
    played.publish()
    assert kinds(both(browser, tmp_path))[0] == kind


def test_a_shoe_that_was_committed_to_is_not_of_paper(browser: Browser, tmp_path: Path) -> None:
    """A house cannot say of cards fixed before that a croupier dealt them."""
    played = house(tmp_path)

    def spoil(lines: Lines) -> None:
        shoe = rounds(lines)[0]["shoe"]["shoe"]
        facts = {"table": "live-1", "shoe": shoe, "format": "sabot-shoe-1", "root": "ab" * 32}
        played.tell("shoe", "2026-03-28T00:00:00.000000Z", **facts, decks=8, count=416, header=None)

    played.play_day(ROUNDS, spoil=spoil)
    played.publish()
    fault = both(browser, tmp_path)["faults"][0]
    assert (fault["name"], fault["why"]) == ("card-misread", "the log has a commitment of the shoe")


def test_a_shoe_is_told_the_same_from_day_to_day(browser: Browser, tmp_path: Path) -> None:
    played = house(tmp_path)
    played.play_day(ROUNDS)
    played.play_day(ROUNDS, spoil=lambda lines: lines["shoes.jsonl"][0].update(shuffled_by="hand"))
    played.publish()
    fault = both(browser, tmp_path)["faults"][0]
    assert (fault["name"], fault["file"], fault["day"]) == ("card-misread", "shoes.jsonl", "2026-03-29")


def test_a_card_of_the_day_before_does_not_come_again(browser: Browser, tmp_path: Path) -> None:
    played, gone = house(tmp_path), {}

    def keep(lines: Lines) -> None:
        gone.update(counted(lines, source="scanner")[0])

    def again(lines: Lines) -> None:
        line = counted(lines, round=rounds(lines)[1]["code"], slot="P1")[0]
        line.update(card=gone["card"], deck=gone["deck"], source="scanner", decided_by=None)
        rounds(lines)[1]["cards"][0] = gone["card"]

    played.play_day(ROUNDS, spoil=keep)
    played.play_day(ROUNDS, spoil=again)
    played.publish()
    fault = both(browser, tmp_path)["faults"][0]
    assert (fault["day"], fault["why"]) == ("2026-03-29", "it left the shoe before")


def test_a_void_round_shows_the_cards_that_were_read(browser: Browser, tmp_path: Path) -> None:
    """Dropped from both files the last one is missed where the court was told of it."""

    def spoil(lines: Lines) -> None:
        drop(lines, counted(lines, round=rounds(lines, "void")[0]["code"])[-1])

    played = house(tmp_path, court=True)
    played.play_day(ROUNDS, spoil=spoil)
    played.publish()
    fault = both(browser, tmp_path)["faults"][0]
    assert (fault["name"], fault["why"]) == ("court-differs", "its cards are not those that were read")


@pytest.mark.parametrize("name", [*FILES, "rounds.jsonl"])
def test_both_say_the_same_of_any_line(browser: Browser, tmp_path: Path, name: str) -> None:
    chance = random.Random(name)
    played = house(tmp_path / "honest", court=True)
    folder = played.play_day(12)
    honest = {path.name: lines_of(path) for path in folder.iterdir() if path.name.endswith((".jsonl", ".json"))}
    del honest["manifest.json"]
    for number in range(14):
        lines = copy.deepcopy(honest)
        line = chance.choice([each for each in lines[name] if each.get("table", "live-1") == "live-1"])
        put(line, chance.choice([each for each in places(line) if each]), chance.choice(STRANGE))
        played = house(tmp_path / str(number), court=True)
        played.play_day(12, spoil=lambda kept, lines=lines: kept.update(lines))
        played.publish()
        both(browser, played.folder)


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("name", FILES)
def test_lines_taken_out_doubled_and_exchanged_after_the_seal(browser: Browser, tmp_path: Path, name: str) -> None:
    played = house(tmp_path)
    path = played.play_day(ROUNDS) / name
    played.publish()
    lines = path.read_bytes().splitlines(keepends=True)
    for at in {0, len(lines) // 2, len(lines) - 1}:
        head, line, tail = lines[:at], lines[at], lines[at + 1 :]
        touched = canonical.line(json.loads(line) | {"table": "live-9"})
        for each in ([*head, *tail], [*head, line, line, *tail], [*head, touched, *tail], [*reversed(lines)][:-1]):
            with changed(path, b"".join(each)):
                assert both(browser, tmp_path)["status"] == BROKEN
