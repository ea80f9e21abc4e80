"""Ends the launcher's children when the launcher is gone, where the kernel offers no such watch (macOS).

Reads `+ pid signal` and `- pid` from its input; when that closes, signals all that are left and, a little later,
kills them. Must not outlive its work.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable

GRACE_SECONDS = 5.0


def main(lines: Iterable[str]) -> None:
    """Keep the list until the lines end, then end what is on it."""
    watched: dict[int, int] = {}
    for line in lines:
        match line.split():
            case ["+", number, last]:
                watched[int(number)] = int(last)
            case ["-", number]:
                watched.pop(int(number), None)
    for pid, word in watched.items():
        with contextlib.suppress(OSError):
            os.kill(pid, word)
    over = time.monotonic() + GRACE_SECONDS
    while watched and time.monotonic() < over:
        watched = {pid: word for pid, word in watched.items() if _alive(pid)}
        time.sleep(0.05)
    for pid in watched:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


if __name__ == "__main__":
    main(sys.stdin)
