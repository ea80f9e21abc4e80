"""The bridge of a scanner, through a real terminal line, against a running house.

Hostile lines, a device that is pulled out, a house that is killed, a token that is revoked (C9).
"""

import contextlib
import os
import pty
import select
import signal
import subprocess
import sys
import time
import tty
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from django.utils import timezone

from tables.models import CardEvent, Round
from tables.operations.croupier import scanners
from tests.croupiers import PAPER, PaperTable, paper_table
from tests.factories import Floor
from tests.functional.dealing import Dealing, dealing
from tests.running import ROOT, House, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(600)]
PATIENCE = 60
NATURAL = ("4S", "KH", "4D", "7C")
"""Ponto has 8, banca 7: no third card."""


@dataclass
class Wire:
    """A scanner at a serial port: a pair of pseudo-terminals, and a link to the bridge's end that comes and goes."""

    path: Path
    heard: bytes = b""
    _ours: int = -1

    def plug(self) -> None:
        """The device is there, under its old name."""
        self._ours, theirs = pty.openpty()
        tty.setraw(theirs)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(theirs))
        self._theirs = theirs

    def unplug(self) -> None:
        """It is pulled out."""
        self.path.unlink()
        os.close(self._theirs)
        os.close(self._ours)

    def send(self, data: bytes) -> None:
        """What the device sends; it does not wait for a reader for ever."""
        deadline = time.monotonic() + PATIENCE
        while data and time.monotonic() < deadline:
            self._listen()
            if select.select([], [self._ours], [], 0.1)[1]:
                data = data[os.write(self._ours, data[:512]) :]

    def slide(self, code: str) -> str:
        """Read a card, and wait for the answer to it."""
        before = len(self.lines)
        self.send(code.encode() + b"\r\n")
        until(lambda: len([line for line in self.lines[before:] if line != ".."]) > 0, self.lines)
        return next(line for line in self.lines[before:] if line != "..")

    def calm(self) -> None:
        """Wait until nothing more is answered."""
        before = -1
        while before != len(self.lines):
            before = len(self.lines)
            time.sleep(1.2)

    @property
    def lines(self) -> list[str]:
        """The answers so far."""
        self._listen()
        return self.heard.decode().split("\r\n")[:-1]

    def _listen(self) -> None:
        while select.select([self._ours], [], [], 0)[0]:
            try:
                self.heard += os.read(self._ours, 4_096)
            except OSError:
                return


@dataclass
class Running:
    """A bridge in a process of its own."""

    wire: Wire
    process: subprocess.Popen[bytes]
    log: Path

    def told(self, words: str, times: int = 1) -> None:
        """Wait until the bridge has told this so often."""
        until(lambda: self.log.read_text().count(words) >= times, self.log)

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ctrl-C, and how it ended."""
        self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE)


@dataclass
class Place:
    """A croupier's table in a running house."""

    live: PaperTable
    house: House
    hands: Dealing
    folder: Path
    begun: list[Running] = field(default_factory=list)

    def issue(self, name: str) -> scanners.ScannerActed:
        """A token for this table."""
        facts = {"table_id": self.live.id, "by": self.live.supervisor.id, "reason": "ensaio"}
        return self.hands.do(
            lambda floor: scanners.issue_scanner(**facts, name=name, idempotency_key=uuid.uuid4(), now=floor.now)
        )

    def bridge(self, name: str, token: str) -> Running:
        """A scanner with its bridge, ready to read; the token comes from a file."""
        wire = Wire(self.folder / name)
        wire.plug()
        file, log = self.folder / f"{name}.token", self.folder / f"{name}.log"
        file.write_text(token + "\n")
        where = (f"--device={wire.path}", f"--table={self.live.code}", f"--url={self.house.url}")
        with log.open("ab") as opened:
            process = subprocess.Popen(
                [sys.executable, "-m", "scanner", *where, f"--token-file={file}"],
                cwd=ROOT,
                env={"PATH": os.environ["PATH"]},  # nothing of the house's settings
                stdout=opened,
                stderr=subprocess.STDOUT,
            )
        self.begun.append(Running(wire, process, log))
        self.begun[-1].told("reading from")
        return self.begun[-1]

    def deal(self) -> None:
        """The next round, with its bets closed."""
        self.hands.open(self.live.id)
        assert self.hands.step(self.live.id) == "closed-bets"

    def code(self, card: str) -> str:
        """A card that was not read yet."""
        found = self.live.card(card)
        self.live.left.remove(found)
        return found.code


def until(seen: Callable[[], bool], what: object = "") -> None:
    """Wait for it."""
    deadline = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < deadline, what.read_text() if isinstance(what, Path) else what
        time.sleep(0.02)


@pytest.fixture
def place(open_floor: Floor, tmp_path: Path) -> Iterator[Place]:
    open_floor.now = timezone.now()
    live = paper_table(open_floor, replace(PAPER, betting_seconds=120))
    with running_house(tmp_path, parts=()) as house, dealing(open_floor) as hands:
        place = Place(live, house, hands, tmp_path)
        yield place
        for running in place.begun:
            with contextlib.suppress(ProcessLookupError):
                running.process.kill()
            running.process.wait()


def test_two_scanners_at_one_table_among_hostile_lines(place: Place) -> None:
    first, second = (place.bridge(name, place.issue(name).token) for name in ("um", "dois"))
    place.hands.open(place.live.id)
    assert first.wire.slide(place.live.card("9S").code) == "NO before-close"
    assert place.hands.step(place.live.id) == "closed-bets"
    assert first.wire.slide(place.code("4S")) == "OK P1 4S"
    assert second.wire.slide("lixo") == "NO unreadable"
    assert second.wire.slide("4S\x00\xff") == "NO not-text"
    second.wire.send(b"x" * 5_000)
    until(lambda: second.wire.lines[-1] == "NO too-long", second.log)
    second.wire.send(b"\r\n")
    assert second.wire.slide(place.code("KH")) == "OK B1 KH"
    second.wire.send(b"SBD0014DX")
    until(lambda: second.wire.lines[-1] == "NO no-end", second.log)
    first.wire.send(b"".join(b"F%05d\r\n" % number for number in range(3_000)))
    until(lambda: "NO too-fast" in first.wire.lines, first.log)
    first.wire.calm()
    assert second.wire.slide(place.code("4D")) == "OK P2 4D"
    assert first.wire.slide(place.code("7C")) == "OK B2 7C"
    assert second.wire.slide(place.code("2C")) == "NO none-due"
    drawn = CardEvent.objects.filter(kind="drawn").order_by("pk")
    assert {event.croupier_id for event in drawn} == {place.live.croupier.id}
    assert drawn[0].device == "um"
    place.hands.do(lambda floor: place.live.confirm())
    assert place.hands.do(lambda floor: Round.objects.get(table_id=place.live.id).winner) == "ponto"
    assert [running.end() for running in (first, second)] == [0, 0]
    first.told("readings that were not handed in: 0")
    assert "Traceback" not in first.log.read_text() + second.log.read_text()


def test_a_device_that_is_pulled_out_and_a_house_that_is_killed(place: Place) -> None:
    running = place.bridge("um", place.issue("um").token)
    place.deal()
    assert running.wire.slide(place.code("4S")) == "OK P1 4S"
    running.wire.send(b"SBD00")
    running.wire.unplug()
    running.told("is gone; waiting for it")
    running.wire.plug()
    running.told("reading from", times=2)
    assert running.wire.slide(place.code("KH")) == "OK B1 KH"
    place.house.kill("web")
    running.wire.send(place.code("4D").encode() + b"\r\n")
    until(lambda: running.wire.lines[-1] == "..", running.log)
    running.wire.send(place.code("7C").encode() + b"\r\n")
    place.house.start_web()
    until(lambda: running.wire.lines[-1] == "OK B2 7C", running.log)
    assert running.wire.lines[-2] == "OK P2 4D"
    cards = CardEvent.objects.order_by("pk").values_list("card", "kind")
    assert place.hands.do(lambda floor: list(cards)) == [(card, "drawn") for card in NATURAL]
    assert running.end(signal.SIGTERM) == 0


def test_a_token_that_is_revoked_and_one_of_another_table(place: Place) -> None:
    issued = place.issue("um")
    running = place.bridge("um", issued.token)
    place.deal()
    assert running.wire.slide(place.code("4S")) == "OK P1 4S"
    place.hands.do(
        lambda floor: scanners.revoke_scanner(scanner_id=issued.scanner_id, by=place.live.supervisor.id, now=floor.now)
    )
    assert running.wire.slide(place.live.card("KH").code) == "NO token-revoked"
    other = place.hands.do(lambda floor: paper_table(floor).id)
    token = place.hands.do(
        lambda floor: scanners.issue_scanner(
            table_id=other,
            name="dois",
            reason="ensaio",
            by=place.live.supervisor.id,
            idempotency_key=uuid.uuid4(),
            now=floor.now,
        )
    ).token
    assert place.bridge("dois", token).wire.slide(place.live.card("KH").code) == "NO another-table"
    place.hands.do(lambda floor: place.live.relieve())
    assert place.bridge("tres", place.issue("tres").token).wire.slide(place.live.card("KH").code) == "NO no-croupier"
    assert place.hands.do(lambda floor: CardEvent.objects.count()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--device", "{folder}", "--table", "live-1", "--token-file", "{folder}/token"], "--device must be"),
        (["--device", "{folder}/no", "--table", "live-1"], "token is empty"),
        (["--device", "{folder}/no", "--table", "live-1", "--token-file", "{folder}/none"], "No such file"),
        (["--device", "x", "--table", "a b", "--token-file", "{folder}/token"], "--table must be"),
        (["--device", "x", "--table", "a", "--token-file", "{folder}/token", "--url", "http://x.example"], "https://"),
        (["--table", "live-1"], "--device"),
    ],
)
def test_a_beginning_that_cannot_be_is_said(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("sabot-scanner-x\n")
    begun = subprocess.run(
        [sys.executable, "-m", "scanner", *(each.format(folder=tmp_path) for each in arguments)],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert begun.returncode in {1, 2}
    assert said in begun.stderr
    assert "Traceback" not in begun.stderr


def test_the_launcher_begins_the_bridge_without_a_house() -> None:
    begun = subprocess.run(
        [sys.executable, "-m", "launcher", "manage", "scanner", "--help"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SABOT_VENV": sys.prefix},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert begun.returncode == 0
    assert "--device" in begun.stdout
