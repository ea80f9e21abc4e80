"""A serial device by its path, which may be pulled out and come back."""

import threading
import time
from collections.abc import Callable
from typing import Final

import serial

READ_SECONDS: Final = 0.1
"""How long a read waits for a byte."""
LOOK_SECONDS: Final = 0.5
"""How often a device that is away is looked for."""
WRITE_SECONDS: Final = 1.0
"""A device that takes no answers holds nothing up for longer."""
DEAF_SECONDS: Final = 5.0
"""So long one that took none is told nothing."""
AT_ONCE: Final = 1_024
"""Bytes of one read at most."""


class SerialDevice:
    """The device at `path`. `tell` shows a sentence when it goes and comes."""

    def __init__(self, path: str, baud: int, tell: Callable[[str], None]) -> None:
        self._path, self._baud, self._tell = path, baud, tell
        self._port: serial.Serial | None = None
        self._lock = threading.Lock()
        self._told = ""
        self._deaf_until = 0.0

    def read(self) -> bytes | None:
        """What came within `READ_SECONDS`; None while the device is away, after `LOOK_SECONDS`."""
        port = self._port or self._open()
        if port is None:
            time.sleep(LOOK_SECONDS)
            return None
        try:
            data: bytes = port.read(max(1, min(port.in_waiting, AT_ONCE)))
        except (OSError, TypeError):  # pyserial raises TypeError where the port was closed meanwhile
            self._gone()
            return None
        return data

    def say(self, line: str) -> None:
        """Write a line; lost where the device is away or takes none."""
        with self._lock:
            if self._port is None or time.monotonic() < self._deaf_until:
                return
            try:
                self._port.write(f"{line}\r\n".encode("ascii"))
            except (OSError, TypeError):  # the next read finds out whether the device is there
                self._deaf_until = time.monotonic() + DEAF_SECONDS

    def close(self) -> None:
        """Give the device back."""
        with self._lock:
            if self._port is not None:
                self._port.close()
            self._port = None

    def _open(self) -> serial.Serial | None:
        try:
            port = serial.Serial(
                self._path, self._baud, timeout=READ_SECONDS, write_timeout=WRITE_SECONDS, exclusive=True
            )
        except (OSError, ValueError) as error:
            self._say_once(f"waiting for the device {self._path}: {error}")
            return None
        self._say_once(f"reading from {self._path}")
        with self._lock:
            self._port, self._deaf_until = port, 0.0
        return port

    def _gone(self) -> None:
        self.close()
        self._say_once(f"the device {self._path} is gone; waiting for it")

    def _say_once(self, sentence: str) -> None:
        if sentence != self._told:
            self._told = sentence
            self._tell(sentence)
