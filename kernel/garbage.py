"""How a process that must not stand still collects garbage: what is new every few seconds, everything seldom.

Left to itself, Python looks at every object once a quarter as many more have come. A web process with 3,600 sockets has
600,000 objects: it stood still for half a second each half minute, to find next to nothing (docs/performance.md). So
what has lived for some seconds is set aside, and looked at again only once twice as much has been set aside.
"""

import gc
import threading
import time
from typing import Final

STEP_SECONDS: Final = 5.0
LOOK_STEPS: Final = 720
"""Steps until what has been set aside is counted: that takes a while itself."""
GROWTH: Final = 2
LEAST: Final = 200_000
"""Objects: about what the program itself is made of."""
THRESHOLDS: Final = (5_000, 20, 10**9)
"""New objects until the newest are looked at; how many such looks until the younger are; never all by itself."""


class Collector:
    """The collections of one process."""

    def __init__(self) -> None:
        self._settled = LEAST

    def begin(self) -> None:
        """From now on collect by `step` alone; what the program is made of is set aside."""
        gc.set_threshold(*THRESHOLDS)
        self._set_aside()

    def step(self) -> None:
        """Collect what has come since the last step, and set aside what lives."""
        gc.collect()
        gc.freeze()

    def look(self) -> None:
        """Collect everything, once twice as much has been set aside as there was the last time."""
        if gc.get_freeze_count() >= GROWTH * self._settled:
            self._everything()

    def _everything(self) -> None:
        gc.unfreeze()
        self._set_aside()

    def _set_aside(self) -> None:
        gc.collect()
        gc.freeze()
        self._settled = max(LEAST, gc.get_freeze_count())


_keeper: threading.Thread | None = None


def keep() -> None:
    """Collect from now on in a thread of this process; again: nothing more."""
    global _keeper
    if _keeper is None:
        _keeper = threading.Thread(target=_keep, name="garbage", daemon=True)
        _keeper.start()


def _keep() -> None:
    collector = Collector()
    collector.begin()
    while True:
        for _ in range(LOOK_STEPS):
            time.sleep(STEP_SECONDS)
            collector.step()
        collector.look()
