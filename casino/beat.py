"""Beat, started on every machine: the one that holds the lease sends what is due, the others wait to take it over.

Every task is a sweep over rows, so that one sent twice as the lease changes hands, or late, does no harm.
"""

import os
import secrets
import socket
import time
from datetime import timedelta
from typing import Any, Final

import structlog
from celery.beat import PersistentScheduler
from django.db import Error, close_old_connections

from casino.web import pulse
from kernel import failover
from reporting.operations import leases
from tables.live import clock

log = structlog.get_logger(__name__)
NAME: Final = "beat"
LENGTH: Final = timedelta(seconds=10)
RENEW_SECONDS: Final = 3.0
LOOK_SECONDS: Final = 1.0
"""How often one without the lease looks whether it is free."""


class Scheduler(PersistentScheduler):
    """Celery's own, which sends only while this process holds the lease."""

    _holder = ""
    _fence = 0
    _ends = 0.0
    """When the lease is over, by the monotonic clock: counted from before it was asked for, so never too late."""
    _asked = -RENEW_SECONDS

    def setup_schedule(self) -> None:
        """Read the schedule, and begin to keep the database's clock: leases go by it."""
        super().setup_schedule()
        self._holder = f"{socket.gethostname()[:30]}:{os.getpid()}:{secrets.token_hex(3)}"
        clock.keep(wait=False)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send a task that is due, if this process may; the seconds until the next look."""
        if not self._holds():
            return LOOK_SECONDS
        seconds: float = super().tick(*args, **kwargs)
        return min(seconds, RENEW_SECONDS)

    @property
    def sends(self) -> bool:
        """Whether this process holds the lease, as it last heard."""
        return time.monotonic() < self._ends

    def close(self) -> None:
        """Give the lease back, so that another need not wait for its end."""
        pulse.end()
        if self._holds():
            try:
                leases.give_back(name=NAME, holder=self._holder, now=clock.now())
            except Error as error:  # it ends by itself
                log.warning("lease_kept", error=repr(error))
            self._ends = 0.0
        super().close()

    def _holds(self) -> bool:
        """Whether this process holds the lease, renewed in time. Without an answer it holds what it held."""
        asked = time.monotonic()
        held = asked < self._ends
        if asked - self._asked < (RENEW_SECONDS if held else LOOK_SECONDS) or clock.skew() is None:
            return held
        self._asked = asked
        try:
            fence = leases.take(name=NAME, holder=self._holder, now=clock.now(), length=LENGTH)
            close_old_connections()
        except Error as error:
            failover.noted(error)
            log.warning("lease_unasked", error=repr(error))
            return held
        self._ends = asked + LENGTH.total_seconds() if fence else 0.0
        if fence and fence != self._fence:
            log.info("lease_taken", name=NAME, fence=fence)
        self._fence = fence or self._fence
        return bool(fence)
