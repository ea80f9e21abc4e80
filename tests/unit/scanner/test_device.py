"""A serial device through a pseudo-terminal: it may be missing, pulled out, taken by another, or deaf."""

import os
import pty
import time
import tty
from pathlib import Path

import pytest

from scanner import __main__ as program
from scanner import device as devices
from scanner.device import SerialDevice


class Plug:
    """A device under a path."""

    def __init__(self, path: Path) -> None:
        self.ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        path.unlink(missing_ok=True)
        path.symlink_to(os.ttyname(self._theirs))

    def pull(self) -> None:
        os.close(self._theirs)
        os.close(self.ours)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(devices, "READ_SECONDS", 0.01)
    monkeypatch.setattr(devices, "WRITE_SECONDS", 0.2)


def collected(device: SerialDevice, count: int) -> bytes:
    """The next bytes; the device may be away in between."""
    data, deadline = b"", time.monotonic() + 10
    while len(data) < count:
        data += device.read() or b""
        assert time.monotonic() < deadline
    return data


def test_it_is_waited_for_and_taken_up_again(tmp_path: Path) -> None:
    told: list[str] = []
    path = tmp_path / "scanner"
    device = SerialDevice(str(path), 9600, told.append)
    assert device.read() is None
    device.say("OK P1 8S")
    plug = Plug(path)
    assert device.read() == b""
    os.write(plug.ours, b"SBD001TDO\r\n")
    assert collected(device, 11) == b"SBD001TDO\r\n"
    device.say("OK P1 8S")
    assert os.read(plug.ours, 100) == b"OK P1 8S\r\n"
    plug.pull()
    assert device.read() is None
    device.say("OK P1 8S")
    again = Plug(path)
    assert device.read() == b""  # bytes from before it was opened are let go
    os.write(again.ours, b"x\r")
    assert collected(device, 2) == b"x\r"
    assert [each.partition(str(path))[0] for each in told] == [
        "waiting for the device ",
        "reading from ",
        "the device ",
        "reading from ",
    ]
    device.close()
    again.pull()


def test_one_that_another_program_has_is_waited_for(tmp_path: Path) -> None:
    told: list[str] = []
    path = tmp_path / "scanner"
    plug = Plug(path)
    first, second = SerialDevice(str(path), 9600, told.append), SerialDevice(str(path), 9600, told.append)
    assert first.read() == b""
    assert second.read() is None
    assert second.read() is None
    assert len(told) == 2
    assert "exclusively" in told[1]
    first.close()
    assert second.read() == b""
    second.close()
    plug.pull()


def test_one_that_takes_no_answers_holds_nothing_up(tmp_path: Path) -> None:
    path = tmp_path / "scanner"
    plug = Plug(path)
    device = SerialDevice(str(path), 9600, lambda said: None)
    assert device.read() == b""
    began = time.monotonic()
    for _ in range(5_000):
        device.say("NO unreadable")
    assert time.monotonic() - began < 3
    os.write(plug.ours, b"x\r")
    assert collected(device, 2) == b"x\r"
    device.close()
    plug.pull()


@pytest.mark.parametrize("said", [["--baud", "0"], ["--baud", "x"], ["--patience", "0"], ["--patience", "nan"]])
def test_numbers_that_cannot_be_are_said(said: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main(["--device", "x", "--table", "live-1", *said])
    assert ended.value.code == 2
    assert said[0] in capsys.readouterr().err
