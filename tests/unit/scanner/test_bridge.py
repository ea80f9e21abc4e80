"""The bridge between a device and a house that are both made up: order, keys, bounds, the house away."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from scanner.bridge import A_SECOND, QUEUE, Bridge
from scanner.house import Away


@dataclass
class Tape:
    """A device that sends these pieces, one a read, and keeps what is said to it."""

    pieces: list[bytes | None] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    ended: bool = False

    def read(self) -> bytes | None:
        if self.ended:
            raise KeyboardInterrupt
        time.sleep(0.002)
        return self.pieces.pop(0) if self.pieces else b""

    def say(self, line: str) -> None:
        self.said.append(line)


@dataclass
class Counter:
    """A house that places every reading, unless it is away; keeps what was handed in."""

    away: int = 0
    """Requests that get no answer; -1 for all."""
    taken_then_away: bool = False
    """Whether the house took those before its answer was lost."""
    asked: list[tuple[str, uuid.UUID]] = field(default_factory=list)
    placed: dict[uuid.UUID, str] = field(default_factory=dict)
    free: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.free.set()

    def post(self, code: str, key: uuid.UUID) -> str:
        self.free.wait(10)
        self.asked.append((code, key))
        if self.away:
            self.away -= 1
            if self.taken_then_away:
                self.placed.setdefault(key, code)
            raise Away("no answer")
        self.placed.setdefault(key, code)
        return f"OK {code}"


@contextmanager
def running(tape: Tape, door: Counter, patience: float = 30.0) -> Iterator[Bridge]:
    bridge = Bridge(tape, door, lambda line: None, patience=patience)
    thread = threading.Thread(target=bridge.run, daemon=True)
    thread.start()
    try:
        yield bridge
    finally:
        tape.ended = True
        thread.join(timeout=20)
        assert not thread.is_alive()


def until(seen: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not seen():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def codes(count: int) -> list[bytes]:
    return [b"C%03d\r" % number for number in range(count)]


def test_each_reading_is_handed_in_once_in_order_and_answered() -> None:
    tape, door = Tape([b"A\r\nB\rC", b"\nD\n"]), Counter()
    with running(tape, door):
        until(lambda: len(tape.said) == 4)
    assert tape.said == ["OK A", "OK B", "OK C", "OK D"]
    assert len({key for _, key in door.asked}) == 4


def test_a_house_that_is_away_gets_the_same_key_and_none_is_doubled() -> None:
    tape, door = Tape(codes(3)), Counter(away=3, taken_then_away=True)
    with running(tape, door):
        until(lambda: "OK C002" in tape.said)
    assert tape.said == ["..", "OK C000", "OK C001", "OK C002"]
    assert [code for code, _ in door.asked] == ["C000"] * 4 + ["C001", "C002"]
    assert len({key for code, key in door.asked if code == "C000"}) == 1
    assert list(door.placed.values()) == ["C000", "C001", "C002"]


def test_what_waited_too_long_is_let_go_with_all_behind_it() -> None:
    tape, door = Tape(codes(3)), Counter(away=-1)
    with running(tape, door, patience=0.6):
        until(lambda: tape.said.count("NO away") == 3)
        door.away = 0
        tape.pieces.append(b"D\r")
        until(lambda: "OK D" in tape.said)
    assert list(door.placed.values()) == ["D"]


def test_the_queue_is_bounded() -> None:
    tape, door = Tape(codes(QUEUE + 3)), Counter()
    door.free.clear()
    with running(tape, door):
        until(lambda: tape.said.count("NO busy") == 3)
        door.free.set()
        until(lambda: len(door.placed) == QUEUE)
    assert [line for line in tape.said if line.startswith("OK")] == [f"OK C{number:03d}" for number in range(QUEUE)]


def test_a_flood_is_looked_at_so_far_and_told_once_a_second() -> None:
    flood = b"".join(b"F%05d\r" % number for number in range(20_000))
    tape, door = Tape([flood]), Counter()
    with running(tape, door):
        until(lambda: not tape.pieces and "NO too-fast" in tape.said)
        time.sleep(0.3)
    assert tape.said.count("NO too-fast") <= 2
    assert len(door.placed) <= A_SECOND * 2


def test_binary_noise_is_answered_within_the_same_bound() -> None:
    tape, door = Tape([b"\x00\xff\r" * 10_000, b"x" * 100_000]), Counter()
    with running(tape, door):
        until(lambda: not tape.pieces)
        time.sleep(0.1)
    assert len(tape.said) <= A_SECOND + 2
    assert door.asked == []


def test_the_same_code_again_at_once_is_one_reading() -> None:
    tape, door = Tape([b"A\rA\rA\r", b"B\rA\r"]), Counter()
    with running(tape, door):
        until(lambda: len(tape.said) == 5)
    assert sorted(tape.said) == sorted(["OK A", "NO repeat", "NO repeat", "OK B", "OK A"])


def test_half_a_line_of_a_device_that_was_pulled_out_is_forgotten() -> None:
    tape, door = Tape([b"HAL", None, b"WHOLE\r"]), Counter()
    with running(tape, door):
        until(lambda: bool(tape.said))
    assert tape.said == ["OK WHOLE"]


def test_an_end_while_the_house_is_away_counts_what_was_not_handed_in() -> None:
    tape, door, left = Tape(codes(2)), Counter(away=-1), []
    bridge = Bridge(tape, door, lambda line: None)
    thread = threading.Thread(target=lambda: left.append(bridge.run()))
    thread.start()
    until(lambda: ".." in tape.said and not tape.pieces)
    time.sleep(0.1)
    tape.ended = True
    thread.join(timeout=10)
    assert left == [2]
