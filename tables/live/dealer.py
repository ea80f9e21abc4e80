"""The dealer: leases tables and does the next due step of each. Kill it at any line; the next one carries on.

A lease makes several dealers efficient; the step itself, guarded by the table's lock and the lease's number, makes
them safe. Tables that are due at the same look take their steps together, in one transaction a group.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog
from channels.layers import get_channel_layer

from baccarat.shoe import ShoeUnfit
from kernel import measures, tracing
from tables import broadcast
from tables.live import clock
from tables.live.ending import end
from tables.live.linger import Linger
from tables.live.publisher import Publisher
from tables.live.threads import read, write
from tables.operations import clocks, comparing, court, leases, rounds
from tables.operations.tables import stop_by_house

log = structlog.get_logger(__name__)
LEASE: Final = timedelta(seconds=6)
IDLE_SECONDS: Final = 0.2
BEAT_SECONDS: Final = 5.0
LINGER_SECONDS: Final = 0.04
OFTEN: Final = 30.0
"""With more steps a second than these the dealer looks for due ones once in `LINGER_SECONDS`, not at each moment."""
GROUP_MAX: Final = 16
"""Tables of one transaction. A slip for any of them waits for all of them."""
GENERATOR_SECONDS: Final = 60.0
COMPARE_SECONDS: Final = 3.0
COMPARE_SOON_SECONDS: Final = 0.5


class Dealer:
    """One dealer process."""

    def __init__(self, *, name: str, on_beat: Callable[[datetime], None], lease: timedelta = LEASE) -> None:
        self._name = name
        self._on_beat = on_beat
        self._lease = lease
        self._clock_agreed = True
        self._began = datetime.max.replace(tzinfo=UTC)
        self._busy: set[int] = set()
        self._apart: set[int] = set()
        """Tables whose last step failed: they take the next one by themselves, so that no group fails with them."""
        self._steps: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()
        self._woken = asyncio.Event()
        self._linger = Linger(seconds=LINGER_SECONDS, often=OFTEN)

    async def run(self) -> None:
        """Deal until `stop`. Errors of the database are waited out."""
        log.info("dealer_began", dealer=self._name)
        self._began = clock.now()
        publisher = Publisher()
        tasks = [
            asyncio.create_task(self._repeat(self._renew, self._lease.total_seconds() / 3), name="dealer-leases"),
            asyncio.create_task(self._repeat(self._beat, BEAT_SECONDS), name="dealer-beat"),
            asyncio.create_task(self._repeat(self._deal, 0), name="dealer-steps"),
            asyncio.create_task(self._repeat(self._listen, 0), name="dealer-listens"),
            asyncio.create_task(self._repeat(self._compare, 0), name="dealer-compares"),
            asyncio.create_task(self._repeat(self._ask_generator, GENERATOR_SECONDS), name="dealer-generator"),
        ]
        await self._stopping.wait()
        await end(*tasks)
        await asyncio.gather(*self._steps, return_exceptions=True)
        await write(leases.give_back, dealer=self._name)
        await publisher.stop()
        log.info("dealer_ended", dealer=self._name)

    def stop(self) -> None:
        """Finish: leases are given back, so that another dealer takes over at once."""
        self._stopping.set()

    async def _repeat(self, action: Callable[[], Coroutine[None, None, None]], pause: float) -> None:
        while True:
            try:
                await action()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the database or Valkey is away: wait and go on, the rows know where we were
                log.warning("dealer_waits", action=action.__name__, error=repr(error))
                await asyncio.sleep(0.5)
            await asyncio.sleep(pause)

    async def _renew(self) -> None:
        held = await write(leases.renew, dealer=self._name, now=clock.now(), length=self._lease)
        measures.TABLES_HELD.set(held)

    async def _beat(self) -> None:
        await read(self._on_beat, clock.now())
        await self._watch_clock()

    async def _watch_clock(self) -> None:
        """Note when this host's clock leaves the database's and when it comes back; what failed is tried again."""
        ahead, agrees = clock.skew(), clock.agrees()
        if ahead is not None and agrees is not self._clock_agreed:
            await write(clocks.note_clock, dealer=self._name, ahead=ahead, agrees=agrees, now=clock.now())
            self._clock_agreed = agrees

    async def _compare(self) -> None:
        """Compare the dealt cards with the sealed ones; slowly, where there are many rounds."""
        compared = await write(comparing.compare, now=clock.now())
        if compared.differences:
            log.error("cards_differ", rounds=compared.differences)
        await asyncio.sleep(COMPARE_SOON_SECONDS if compared.more else COMPARE_SECONDS)

    async def _ask_generator(self) -> None:
        """Have the generator of this very process judged, once an hour for the house (RN-10)."""
        await write(court.ask_generator, now=clock.now())

    async def _listen(self) -> None:
        """Hear that something is due at once. The next look sees what a lost message said."""
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(broadcast.DEALERS, channel)
        while True:
            await layer.receive(channel)
            self._woken.set()

    async def _deal(self) -> None:
        self._woken.clear()
        if not clock.agrees():
            # No cards by an unreliable clock. `/readyz`, the floor and the log say so; the tables stand as they are.
            await asyncio.sleep(IDLE_SECONDS)
            return
        due = await read(leases.due, dealer=self._name, now=clock.now())
        for group in self._groups([step for step in due.steps if step.table_id not in self._busy]):
            for step in group:
                self._busy.add(step.table_id)
                self._linger.note()
            begun = asyncio.create_task(self._step(*group), name="dealer-step")
            self._steps.add(begun)
            begun.add_done_callback(self._steps.discard)
        wait = IDLE_SECONDS if due.next_at is None else (due.next_at - clock.now()).total_seconds()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), min(IDLE_SECONDS, max(0.01, self._linger.wait(), wait)))

    def _groups(self, steps: list[leases.DueStep]) -> list[list[leases.DueStep]]:
        """The steps by the transactions they are done in, the longest overdue first."""
        together = [step for step in steps if step.table_id not in self._apart]
        groups = [together[at : at + GROUP_MAX] for at in range(0, len(together), GROUP_MAX)]
        return groups + [[step] for step in steps if step.table_id in self._apart]

    async def _step(self, *group: leases.DueStep) -> None:
        """Do the steps together, or each by itself where that fails: a fault at one table must not touch the others."""
        if len(group) > 1:
            try:
                await write(_do, self._began, *group)
            except Exception as error:
                tables, codes = [step.table_id for step in group], [step.round_code for step in group]
                log.warning("step_group_failed", tables=tables, rounds=codes, error=repr(error))
                await asyncio.gather(*(self._step_alone(step) for step in group))
            else:
                self._busy.difference_update(step.table_id for step in group)
            return
        await self._step_alone(group[0])

    async def _step_alone(self, step: leases.DueStep) -> None:
        named = {"round": step.round_code} if step.round_code else {}
        structlog.contextvars.bind_contextvars(table=step.table_id, **named)  # of this task alone
        self._apart.add(step.table_id)
        try:
            await write(_do, self._began, step)
            self._apart.discard(step.table_id)
        except rounds.LeaseLost:
            self._apart.discard(step.table_id)
            measures.LEASES_LOST.inc()
            log.info("lease_lost")
        except ShoeUnfit as error:
            log.error("shoe_unfit", why=error.why)
            await write(_stop, step)
        except Exception as error:
            measures.STEPS_FAILED.inc()
            log.error("step_failed", error=repr(error), exc_info=True)
            await asyncio.sleep(0.5)
        finally:
            self._busy.discard(step.table_id)


# The clock is read in the thread, once there is one: a step that had to wait its turn happens when it happens.


def _do(began: datetime, *steps: leases.DueStep) -> None:
    now = clock.now()
    with tracing.span("steps", tables=len(steps)):
        rounds.do_due_steps(fences={step.table_id: step.fence for step in steps}, now=now)
    for step in steps:  # once they are done: a group that fails is done again, table by table
        measures.STEP_LATE_SECONDS.observe(step.late(now, since=began))


def _stop(step: leases.DueStep) -> None:
    stop_by_house(table_id=step.table_id, reason="shoe-unfit", now=clock.now())
