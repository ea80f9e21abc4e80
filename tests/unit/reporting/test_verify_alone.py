"""Days that were handed out without the log: both verifiers hold each to its own proof, and say the same."""

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reporting.evidence import canonical, tree
from reporting.verifier import verify_days
from reporting.verifier.verify_days import ABSENT, BROKEN, HOLDS, USAGE
from tests.days_in_node import PLAIN, QUORUM, VKEY, Browser, Question, both, by_python, kinds, started
from tests.rules import rule
from tests.sealed_court import KitCourt
from tests.sealed_days import HOUSE, NEXT, WITNESSES, SealedHouse
from tests.unit.reporting.test_verify_bytes import changed


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(tmp_path_factory.mktemp("modules")) as running:
        yield running


def proof_of(house: SealedHouse, note: str) -> bytes:
    """All leaves of the house's log, each with its path: as much as any day needs."""
    hashes = [tree.leaf_hash(each) for each in house.entries]
    leaves = [
        {"number": number, "leaf": entry.decode(), "path": [each.hex() for each in tree.inclusion(number, hashes)]}
        for number, entry in enumerate(house.entries)
    ]
    document = {"format": "sabot-day-proof-1", "checkpoint": note, "leaves": leaves, "stamped": []}
    return canonical.line(document)


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """Two days, the second with its own state of the log, and no log."""
    house = SealedHouse(tmp_path / "house", court=KitCourt())
    for _ in range(2):
        folder = house.play_day(12)
        (folder / "proof.json").write_bytes(proof_of(house, house.publish()))
    shutil.rmtree(house.folder / "log")
    return house.folder


def second(folder: Path) -> Path:
    return max(folder.glob("day/*/r1/proof.json"))


@rule(
    "PT-56",
    asserts="A sealed day that lies alone, without the log, is verified by its own proof; both verifiers agree.",
)
def test_days_alone_hold(browser: Browser, alone: Path) -> None:
    said = both(browser, alone, Question(witnesses=QUORUM))
    assert (said["status"], said["days"], said["faults"]) == (HOLDS, 2, [])
    shutil.rmtree(min(alone.glob("day/*")))
    assert both(browser, alone)["status"] == HOLDS, "the last day by itself"


def test_a_quorum_is_asked_of_each_state(browser: Browser, tmp_path: Path) -> None:
    house = SealedHouse(tmp_path)
    for witnesses in (WITNESSES, WITNESSES[:1]):
        folder = house.play_day(4)
        (folder / "proof.json").write_bytes(proof_of(house, house.publish(witnesses=witnesses)))
    shutil.rmtree(tmp_path / "log")
    assert both(browser, tmp_path, Question(witnesses=QUORUM, quorum=2))["status"] == ABSENT
    assert both(browser, tmp_path, Question(witnesses=QUORUM, quorum=1))["status"] == HOLDS


def test_every_part_of_a_proof_is_held(browser: Browser, alone: Path) -> None:
    path, chance = second(alone), random.Random(3)
    block = path.read_bytes()
    for at in sorted({0, len(block) - 1, *(chance.randrange(len(block)) for _ in range(40))}):
        flipped = bytearray(block)
        flipped[at] ^= 1 << chance.randrange(7)
        with changed(path, bytes(flipped)):
            assert both(browser, alone, Question(witnesses=QUORUM), modes=(False,))["faults"], at


def test_leaves_that_are_not_there_are_missed(browser: Browser, alone: Path) -> None:
    path = second(alone)
    proof = json.loads(path.read_bytes())
    for kind, fault in (("day", "day-not-in-log"), ("shoe", "card-unproven")):
        leaves = [each for each in proof["leaves"] if f'"kind":"{kind}"' not in each["leaf"]]
        with changed(path, canonical.line({**proof, "leaves": leaves})):
            shutil.move(min(alone.glob("day/*")), alone.parent / "first")
            assert kinds(both(browser, alone, PLAIN, modes=(False,))) == [fault]
            shutil.move(alone.parent / "first", alone / "day" / "2026-03-28")


def test_strange_proofs_are_named(browser: Browser, alone: Path) -> None:
    path = second(alone)
    proof = json.loads(path.read_bytes())
    first = proof["leaves"][0]
    strange = [
        {**proof, "format": "x"},
        {**proof, "more": 1},
        {**proof, "leaves": {}},
        {**proof, "leaves": [7]},
        {**proof, "leaves": [{**first, "number": -1}]},
        {**proof, "leaves": [{**first, "number": 10**6}]},
        {**proof, "leaves": [{**first, "path": ["x"]}]},
        {**proof, "leaves": [{**first, "path": first["path"][:-1]}]},
        {**proof, "leaves": [{**first, "path": [*first["path"], "00" * 32]}]},
        {**proof, "stamped": "x"},
        {**proof, "checkpoint": ""},
    ]
    for each in strange:
        with changed(path, canonical.line(each)):
            assert both(browser, alone)["status"] == BROKEN, each


def test_a_later_key_signs_later_days(browser: Browser, tmp_path: Path) -> None:
    """V-T10, of days alone: the key that is pinned leads to the newer one."""
    house = SealedHouse(tmp_path)
    first = house.play_day(3)
    (first / "proof.json").write_bytes(proof_of(house, house.publish()))
    house.change_key()
    then = house.play_day(3)
    (then / "proof.json").write_bytes(proof_of(house, house.publish(signer=NEXT)))
    shutil.rmtree(tmp_path / "log")
    assert both(browser, tmp_path)["status"] == HOLDS
    assert both(browser, tmp_path, Question(keys=(NEXT.verifier.vkey,)))["status"] == BROKEN
    shutil.rmtree(first.parent)
    assert both(browser, tmp_path, Question(keys=(NEXT.verifier.vkey,)))["status"] == HOLDS


def test_a_kept_checkpoint_needs_the_whole_log(browser: Browser, alone: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text(json.loads(second(alone).read_bytes())["checkpoint"])
    assert both(browser, alone, Question(since=(kept,)))["status"] == USAGE
    for path in alone.glob("day/*/r1/proof.json"):
        path.unlink()
    assert both(browser, alone)["status"] == USAGE
    assert by_python(alone, PLAIN, every=False) == {"status": USAGE}
    assert verify_days.read_key(VKEY, 1).text == HOUSE.verifier.vkey
