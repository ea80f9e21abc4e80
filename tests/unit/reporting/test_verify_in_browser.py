"""The verifier of sealed days that runs in a browser says of every folder what `verify_days.py` says of it."""

import copy
import json
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from reporting.evidence import canonical, manifests, notes
from reporting.evidence.checkpoints import Checkpoint
from reporting.evidence.manifests import Fault
from reporting.evidence.notes import Kind, Signer
from reporting.making.figures import day_bounds
from reporting.verifier.verify_days import BROKEN, HOLDS, USAGE
from tests.days_in_node import PLAIN, QUORUM, VKEY, Browser, Question, both, by_python, kinds, started
from tests.sealed_days import FILES, HOUSE, NEXT, ORIGIN, WITNESSES, SealedHouse, write
from tests.unit.reporting.test_verify_bytes import changed, files_of
from tests.unit.reporting.test_verify_days import forge
from tests.unit.reporting.test_verify_meaning import LIES, Lines, bet_that, later_numbers, play_around_midnight
from tests.unit.reporting.test_verify_strange import STRANGE, places, put

WITNESSED = Question(witnesses=QUORUM)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(tmp_path_factory.mktemp("modules")) as running:
        yield running


# Bytes and lines.


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day of 22 rounds after a day without play, in a log that grew once."""
    house = SealedHouse(tmp_path_factory.mktemp("small"))
    house.play_day(0)
    house.publish()
    house.play_day(22)
    house.publish()
    return house.folder


def test_the_same_folder_holds_for_both(browser: Browser, small: Path) -> None:
    said = both(browser, small, WITNESSED)
    assert (said["status"], said["days"], said["faults"]) == (HOLDS, 2, [])


def test_flipped_bytes_of_every_file(browser: Browser, small: Path) -> None:
    chance = random.Random(11)
    for path in files_of(small):
        block = path.read_bytes()
        for at in sorted({0, len(block) - 1, *(chance.randrange(len(block)) for _ in range(2))}):
            flipped = bytearray(block)
            flipped[at] ^= 1 << chance.randrange(8)
            with changed(path, bytes(flipped)):
                assert both(browser, small, WITNESSED, modes=(False,))["faults"], (path, at)


@pytest.mark.parametrize("name", ["ledger.jsonl", "bets.jsonl", "rounds.jsonl", "slips.jsonl", "report.json"])
def test_lines_taken_out_doubled_exchanged_touched_and_cut(browser: Browser, small: Path, name: str) -> None:
    path = small / "day/2026-03-29/r1" / name
    lines = path.read_bytes().splitlines(keepends=True)
    for at in {0, len(lines) // 2, len(lines) - 1}:
        head, line, tail = lines[:at], lines[at], lines[at + 1 :]
        tries = [
            [*head, *tail],
            [*head, line, line, *tail],
            [*head, *tail[:1], line, *tail[1:]],
            [*head, line.replace(b":", b": ", 1), *tail],
            [*head, line[:-1], *tail],
            [*head, line, b"\n", *tail],
            [*head, *tail[2:]],
            [*reversed(lines)],
            [],
        ]
        for each in tries:
            with changed(path, b"".join(each)):
                both(browser, small, modes=(at == 0,))


def test_files_missing_too_many_and_of_another_length(browser: Browser, small: Path, tmp_path: Path) -> None:
    for number, (path, block) in enumerate(
        [
            ("day/2026-03-29/r1/bets.jsonl", None),
            ("day/2026-03-29/r1/bets.jsonl.leaves", None),
            ("day/2026-03-29/r1/bets.jsonl.leaves", b"x" * 33),
            ("day/2026-03-29/r1/manifest.json", None),
            ("day/2026-03-29/r1/manifest.json", b"{}\n"),
            ("day/2026-03-29/r1/notes.txt", b"x"),
            ("day/2026-03-29/r1/inner/bets.jsonl", b"x"),
            ("day/2026-03-29/r01/bets.jsonl", b"x"),
            ("day/2026-13-45/r1/bets.jsonl", b"x"),
            ("day/2026-03-30", b"x"),
            ("day/read.me", b"x"),
            ("log/tile/0/001", b""),
            ("log/tile/0/000.p/0", b""),
            ("log/tile/0/000.p/1", b"x" * 32),
            ("log/tile/entries/000.p/1", b"\x00\x01x"),
            ("log/checkpoint", None),
            ("log/checkpoint", b""),
        ]
    ):
        folder = Path(shutil.copytree(small, tmp_path / str(number)))
        if block is None:
            (folder / path).unlink()
        else:
            write(folder / path, block)
        assert both(browser, folder)["status"] == BROKEN, path
    shutil.rmtree(tmp_path / "1" / "log" / "tile" / "entries")
    both(browser, tmp_path / "1")
    shutil.rmtree(tmp_path / "1" / "log")
    assert both(browser, tmp_path / "1")["status"] == USAGE


# What was sealed and does not hold.


@pytest.mark.parametrize("name", LIES)
def test_lies_that_were_sealed(browser: Browser, tmp_path: Path, name: str) -> None:
    spoil, kind, _ = LIES[name]
    house = SealedHouse(tmp_path)
    house.play_day(8, spoil=spoil)
    house.play_day(0)
    house.publish()
    assert kinds(both(browser, tmp_path))[0] == kind


def test_numbers_of_lines_grow_within_a_day_alone(browser: Browser, tmp_path: Path) -> None:
    house = SealedHouse(tmp_path)
    house.play_day(4, spoil=later_numbers)
    house.play_day(4)
    house.publish()
    assert both(browser, tmp_path)["faults"] == []


@pytest.mark.parametrize(("off", "said"), [(0, []), (5, ["ledger-chain"])])
def test_lines_around_midnight(browser: Browser, tmp_path: Path, off: int, said: list[str]) -> None:
    play_around_midnight(SealedHouse(tmp_path), off=off)
    assert kinds(both(browser, tmp_path)) == said


def test_a_void_round_and_a_round_over_midnight(browser: Browser, tmp_path: Path) -> None:
    house = SealedHouse(tmp_path)
    house.play_day(21, spoil=lambda lines: bet_that(lines, "void").update(returned=0))

    def spoil(lines: Lines) -> None:
        played = min(lines["rounds.jsonl"], key=lambda each: each["opened_at"])
        bet = next(b for b in lines["bets.jsonl"] if b["round"] == played["code"] and b["outcome"] == "lose")
        for each in played["sums"]:
            each["cents"] += 2 if each["chance"] == bet["chance"] else 0
        bet["stake"] += 2

    house.play_day(4, spoil=spoil)
    house.publish()
    assert kinds(both(browser, tmp_path)) == ["bet-misplaid"]


@pytest.mark.parametrize("wrong", ["absent", "late", "root"])
def test_a_shoe_that_the_log_tells_otherwise(browser: Browser, tmp_path: Path, wrong: str) -> None:
    house = SealedHouse(tmp_path)

    def spoil(lines: Lines) -> None:
        shoe = next(json.loads(each) for each in house.entries if b'"kind":"shoe"' in each)
        at = house.entries.index(canonical.line(shoe)[:-1])
        if wrong == "absent":
            del house.entries[at]
        else:
            other = {"at": "2026-03-29T00:00:00.000000Z"} if wrong == "late" else {"root": "ab" * 32}
            house.entries[at] = canonical.line(shoe | other)[:-1]

    house.play_day(8, spoil=spoil)
    house.publish()
    assert kinds(both(browser, tmp_path)) == ["card-unproven"]


@pytest.mark.parametrize("name", [name for name in FILES if name not in ("sessions.jsonl", "signins.jsonl")])
def test_whatever_stands_in_a_line(browser: Browser, tmp_path: Path, name: str) -> None:
    chance = random.Random(name)
    house = SealedHouse(tmp_path / "honest")
    folder = house.play_day(3)
    honest = {each: [json.loads(line) for line in (folder / each).read_text().splitlines()] for each in FILES}
    for number in range(8):
        lines = copy.deepcopy(honest)
        line = chance.choice(lines[name])
        put(line, chance.choice([each for each in places(line) if each]), chance.choice(STRANGE))
        house = SealedHouse(tmp_path / str(number))
        house.play_day(3, spoil=lambda kept, lines=lines: kept.update(lines))
        house.publish()
        both(browser, house.folder)


@pytest.mark.parametrize("kind", ["day", "shoe", "rules", "key"])
def test_whatever_stands_in_the_log(browser: Browser, tmp_path: Path, kind: str) -> None:
    chance = random.Random(kind)
    for number in range(6):
        house = SealedHouse(tmp_path / str(number))
        house.change_key()
        house.play_day(2)
        at = next(place for place, entry in enumerate(house.entries) if f'"kind":"{kind}"'.encode() in entry)
        leaf = json.loads(house.entries[at])
        leaf[chance.choice(sorted(set(leaf) - {"kind"}))] = chance.choice(STRANGE)
        house.entries[at] = canonical.line(leaf)[:-1]
        house.publish(NEXT)
        both(browser, house.folder)


# The log, the days.


@dataclass
class Folders:
    """Folders to try, each with what is asked of it and the faults that are due."""

    root: Path

    def forgery(self) -> Iterator[tuple[Path, Question, list[str]]]:
        """V-T3: a line changed, and leaves, root and manifest made anew."""
        house = self._house("forged")
        folder = house.play_day(4)
        house.publish()
        lines = [json.loads(line) for line in (folder / "bets.jsonl").read_text().splitlines()]
        lines[0]["stake"] += 1
        forge(folder, "bets.jsonl", lines)
        yield house.folder, PLAIN, ["day-not-in-log"]

    def rewritten(self) -> Iterator[tuple[Path, Question, list[str]]]:
        """V-T4 to V-T6: a fork, a rollback, two views."""
        true, forged = self._house("true"), self._house("fork", seed=2)
        true.play_day(4)
        kept = self.root / "kept"
        kept.write_text(true.publish())
        old = Path(shutil.copytree(true.folder, self.root / "old"))
        true.play_day(4)
        newer = self.root / "newer"
        newer.write_text(true.publish(witnesses=WITNESSES[:1]))
        for _ in range(2):
            forged.play_day(4)
        forged.publish()
        yield true.folder, Question(since=[kept]), []
        yield true.folder, Question(since=[kept, newer]), []
        yield forged.folder, Question(since=[kept]), ["log-forked"]
        yield old, Question(since=[newer]), ["log-forked"]
        yield true.folder, Question(witnesses=QUORUM, quorum=2), ["quorum-short"]
        yield true.folder, Question(witnesses=(QUORUM[0] + "@2", QUORUM[1]), quorum=2), []
        stranger = Signer("other.example/sabot/days", bytes(range(32)))
        kept.write_text(notes.sign(Checkpoint("other.example/sabot/days", 1, bytes(32)).text, [stranger]))
        yield true.folder, Question(since=[kept]), ["key-unknown"]

    def keys(self) -> Iterator[tuple[Path, Question, list[str]]]:
        """V-T10: a new key, signed by the old one or not; an unknown key."""
        house = self._house("keys")
        house.play_day(2)
        house.change_key()
        house.play_day(2)
        house.publish(NEXT)
        yield house.folder, PLAIN, []
        yield house.folder, Question(keys=[NEXT.verifier.vkey]), []
        yield house.folder, Question(keys=[Signer("x.example/y", bytes(32)).verifier.vkey]), ["signature-wrong"]
        other = self._house("unsigned")
        other.change_key(old=NEXT, new=NEXT)
        other.publish(NEXT)
        yield other.folder, PLAIN, ["signature-wrong"]
        old = self._house("old-key")
        old.change_key()
        old.publish(HOUSE)
        yield old.folder, PLAIN, ["key-unknown"]

    def chain(self) -> Iterator[tuple[Path, Question, list[str]]]:
        """A day missing between two, and a day before that is not the one."""
        house = self._house("chain")
        for _ in range(2):
            house.play_day(0)
        house.previous = "ab" * 32
        house.play_day(0)
        house.publish()
        yield house.folder, PLAIN, ["chain-broken"]
        shutil.rmtree(house.folder / "day" / "2026-03-29")
        yield house.folder, PLAIN, ["day-missing"]

    def calendar(self) -> Iterator[tuple[Path, Question, list[str]]]:
        """V-T7, V-T8, V-T11: days of 23 and 25 hours, a day without play; what stays of erased persons."""
        for first in (date(2026, 3, 28), date(2026, 10, 24), date(2027, 12, 31)):
            house = self._house(first.isoformat(), first=first)
            for rounds in (6, 0, 6):
                house.play_day(rounds)
            house.publish()
            yield house.folder, PLAIN, []
            shutil.rmtree(min(house.folder.glob("day/*")))
            yield house.folder, PLAIN, []

    def declared(self) -> Iterator[tuple[Path, Question, list[str]]]:
        """V-T9: what two persons declared breaks nothing; what they did not declare does."""

        def spoil(lines: Lines) -> None:
            report = json.loads(lines["report.json"][0]["text"])
            report["totals"][0]["turnover"] += 1
            text = canonical.text(report)
            lines["report.json"][0].update(text=text, sha256=manifests.hashlib.sha256(text.encode()).hexdigest())

        known = Fault(rule="S06", reason="A slip was counted twice.", by="one", agreed_by="another")
        for faults, due in (([known], []), ([], ["sums-differ"])):
            house = self._house(f"declared-{len(faults)}")
            house.play_day(4, faults=faults, spoil=spoil)
            house.publish()
            yield house.folder, PLAIN, due

    def revisions(self) -> Iterator[tuple[Path, Question, list[str]]]:
        """A day sealed again, and further files of a house, with text in other letters."""
        house = self._house("again")
        folder = house.play_day(0)
        house.day, house.previous = date(2026, 3, 28), manifests.NO_PREVIOUS
        lines = {name: [json.loads(line) for line in (folder / name).read_text().splitlines()] for name in FILES}
        house.seal(lines, revision=2)
        house.play_day(2)
        house.publish()
        yield house.folder, PLAIN, []
        last = max(house.folder.glob("day/*/r1"))
        write(last / "notes.jsonl", b"x")
        yield house.folder, PLAIN, ["file-extra"]

    def many(self) -> Iterator[tuple[Path, Question, list[str]]]:
        """A log of more than a bundle, and a checkpoint over a log without end."""
        house = self._house("many")
        start = house.moment(day_bounds(house.day)[0])
        for number in range(300):
            house.tell("incident", start, incident="x", what="y", subject=str(number))
        house.publish()
        house.play_day(0)
        house.publish()
        yield house.folder, PLAIN, []
        tile = house.folder / "log" / "tile" / "0" / "000"
        tile.write_bytes(bytes(32) + tile.read_bytes()[32:])
        yield house.folder, PLAIN, ["log-touched"]
        for size in (2**40, 2**63 - 1):
            text = Checkpoint(ORIGIN, size, bytes(32)).text
            write(house.folder / "log" / "checkpoint", notes.sign(text, [HOUSE]).encode())
            yield house.folder, PLAIN, ["file-missing"]

    def _house(self, name: str, **more: Any) -> SealedHouse:
        return SealedHouse(self.root / name, **more)


@pytest.mark.parametrize("name", ["forgery", "rewritten", "keys", "chain", "calendar", "declared", "revisions", "many"])
def test_logs_and_days(browser: Browser, tmp_path: Path, name: str) -> None:
    for folder, question, due in getattr(Folders(tmp_path), name)():
        assert kinds(both(browser, folder, question)) == due, folder


@pytest.mark.parametrize(
    "question",
    [
        Question(keys=["nonsense"]),
        Question(keys=[QUORUM[0]]),
        Question(keys=[VKEY.replace("c5c24307", "c5c24308")]),
        Question(quorum=1),
        Question(witnesses=QUORUM, quorum=4),
        Question(witnesses=[QUORUM[0], QUORUM[0]]),
        Question(witnesses=[VKEY]),
        Question(since=[Path(__file__)]),
    ],
)
def test_wrong_usage_is_wrong_usage_for_both(browser: Browser, small: Path, question: Question) -> None:
    assert both(browser, small, question)["status"] == USAGE


def test_what_is_left_to_python_breaks_nothing(browser: Browser, small: Path, tmp_path: Path) -> None:
    """Stamps are counted and not looked at; the Python file finds that these are none."""
    folder = Path(shutil.copytree(small, tmp_path / "stamped"))
    for name in ("stamp.tsr", "stamp.note"):
        write(folder / "day" / "2026-03-29" / "r1" / name, b"x")
    assert kinds(by_python(folder, PLAIN, every=True)) == ["stamp-wrong"]
    found = browser.ask(**PLAIN.document(folder), every=True)
    assert (found["status"], found["stamps"], found["faults"]) == (HOLDS, 1, [])


def test_the_folder_is_found_under_whatever_name_it_has(browser: Browser) -> None:
    expression = "v.map((paths) => m.folderOf(new Map(paths.map((path) => [path, {}]))).paths)"
    inner = ["day/2026-03-29/r1/bets.jsonl", "log/checkpoint"]
    given = [[f"{head}{path}" for path in inner] for head in ("", "x/", "outer/inner/", "day/", "log/")]
    assert browser.run("folder.js", expression, given) == [inner] * len(given)
    bare = [["day/2026-03-29/r1/bets.jsonl"], ["x/day/2026-03-29/r1/bets.jsonl"]]
    assert browser.run("folder.js", expression, bare) == [inner[:1]] * 2
    untouched = [["read.me"], ["log/checkpoint", "log/log/checkpoint"], [*inner, "x/log/checkpoint"]]
    assert browser.run("folder.js", expression, untouched) == untouched


def test_a_witness_by_ml_dsa_is_left_to_python(browser: Browser, small: Path) -> None:
    later = Signer("pq.example/w3", bytes(range(64, 96)), Kind.ML_DSA_44)
    asked = Question(witnesses=[later.verifier.vkey]).document(small)
    assert browser.ask(**asked, every=False) == {
        "status": USAGE,
        "said": "the key of pq.example/w3 is of ML-DSA: that needs `cryptography`",
    }
