"""Where strangers' pictures and PDFs are drawn anew: a process for each, two at a time, each killed after use."""

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

PAINTER: Final = Path(__file__).resolve().parents[1] / "painter.py"
AT_ONCE: Final = 2
"""Cells of one process at a time: what decoding may cost this machine, for all requests together."""
WAIT_SECONDS: Final = 8.0
WALL_SECONDS: Final = 20.0
"""A cell that is not done by then is ended; its own bound on processor time is shorter."""
ANSWER_MOST: Final = 6 * 1024 * 1024
KEPT: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
"""The environment of a cell: how to find its libraries, and no secret."""

_places: Final = threading.BoundedSemaphore(AT_ONCE)


class CellRejected(Exception):
    """Nothing was drawn.

    `reason` as `players.complaints.painter` gives it, or `busy`, or `too-complex` for a cell that ended.
    """

    def __init__(self, reason: str, most: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.most = reason, most


def drawn_anew(kind: str, content: bytes) -> bytes:
    """The picture or PDF drawn anew. Blocks, for at most `WAIT_SECONDS` and `WALL_SECONDS`. Raises `CellRejected`."""
    if not _places.acquire(timeout=WAIT_SECONDS):
        raise CellRejected("busy")
    try:
        answer = _answer_of_cell(kind, content)
    finally:
        _places.release()
    if answer[:1] == b"+" and len(answer) <= ANSWER_MOST:
        return answer[1:]
    reason, _, most = answer[1:80].decode("ascii", "replace").partition(" ")
    if answer[:1] != b"-":
        raise CellRejected("too-complex")  # it was ended: by its bounds, by the system for want of memory, or by us
    raise CellRejected(reason, int(most) if most.isascii() and most.isdecimal() else None)


def _answer_of_cell(kind: str, content: bytes) -> bytes:
    process = subprocess.Popen(  # noqa: S603  (our own interpreter on our own file)
        [sys.executable, "-I", str(PAINTER), kind],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={name: os.environ[name] for name in KEPT if name in os.environ},
        cwd="/",
    )
    ending = threading.Timer(WALL_SECONDS, process.kill)
    feeding = threading.Thread(target=_feed, args=(process, content), daemon=True)
    try:
        ending.start()
        feeding.start()
        assert process.stdout is not None
        return process.stdout.read(ANSWER_MOST + 1)
    finally:
        ending.cancel()
        process.kill()
        process.wait()
        if feeding.ident is not None:
            feeding.join()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


def _feed(process: "subprocess.Popen[bytes]", content: bytes) -> None:
    """Hand the file over, from a thread: a cell that does not read must not keep its caller."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write(len(content).to_bytes(8, "big"))
        process.stdin.write(content)
        process.stdin.flush()
