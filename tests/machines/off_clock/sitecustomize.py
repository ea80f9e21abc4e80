"""Lets a test set the wall clock of a process wrong, while it runs: by the seconds in the file SABOT_OFF_CLOCK.

Python runs it at the start of each process that has this folder in its PYTHONPATH. What counts seconds, as the
monotonic clock does, stays right: so does a machine whose clock was set. (libfaketime cannot do this here: under it
`time.sleep` of Python 3.11 fails.)
"""

import datetime
import os
import threading
import time
from typing import Any

import time_machine

LOOK_SECONDS = 0.2
UTC = datetime.UTC


def _offset() -> float:
    with open(os.environ["SABOT_OFF_CLOCK"]) as told:
        return float(told.read())


_set: dict[str, Any] = {"off": 0.0, "travel": None}
"""How the clock stands; a process that is forked begins with that of the one before."""


def _keep() -> None:
    """Set the clock whenever the file says another number."""
    while True:
        if (wanted := _offset()) != _set["off"]:
            if _set["travel"] is not None:
                _set["travel"].stop()
            right = datetime.datetime.now(UTC)
            _set["travel"] = time_machine.travel(right + datetime.timedelta(seconds=wanted), tick=True)
            _set["travel"].start()
            _set["off"] = wanted
        time.sleep(LOOK_SECONDS)


def _begin() -> None:
    threading.Thread(target=_keep, name="off clock", daemon=True).start()


os.register_at_fork(after_in_child=_begin)
_begin()
