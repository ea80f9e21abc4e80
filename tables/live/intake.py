"""Gathers the slips that wait in this process and takes them together: while one batch is written, the next forms."""

import asyncio
from typing import Any, Final

import structlog
from django.db import Error, OperationalError

from kernel import failover, measures, tracing
from players.accounts.pseudonyms import pseudonym
from tables.live import clock
from tables.live.ending import end
from tables.live.linger import Linger
from tables.live.threads import write
from tables.operations.bets import Answer, Slip, take_slips

log = structlog.get_logger(__name__)
BATCH_MAX: Final = 256
WAITING_MAX: Final = 4096
TRIES: Final = 3
LINGER_SECONDS: Final = 0.02
"""How long a batch waits for more slips, once more than `OFTEN` a second come."""
OFTEN: Final = 50
WAIT_SECONDS: Final = 15.0
"""How long a slip waits for its answer: longer than a connection to the database is waited for, so that its absence is
told first. A socket whose slip waits is not read, and is closed when no answer to a ping is read for 40 s."""


class IntakeBusy(Exception):
    """More slips wait than this process will hold, or one waited too long.

    The player may send the same slip again, with the same key.
    """


class Intake:
    """The slips that wait in this process, and the one task that takes them."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Slip, asyncio.Future[Answer]]] = []
        self._linger = Linger(seconds=LINGER_SECONDS, often=OFTEN)
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="intake")

    async def submit(self, slip: Slip) -> Answer:
        """Take a slip with the others that wait, and give its answer.

        Raises `IntakeBusy`, also after `WAIT_SECONDS`, or `django.db.Error` when the database could not answer: nothing
        is known then, and the same slip with the same key may be sent again.
        """
        if len(self._waiting) >= WAITING_MAX:
            raise IntakeBusy
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((slip, answer))
        self._linger.note()
        self._wake.set()
        try:
            with measures.SLIP_SECONDS.time():
                async with asyncio.timeout(WAIT_SECONDS):
                    found = await answer
        except TimeoutError:
            raise IntakeBusy from None
        measures.SLIPS.labels("accepted" if found.refused is None else "refused").inc()
        return found

    async def stop(self) -> None:
        """Take nothing more; a batch that is being written is written."""
        await end(self._task)

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            if (pause := self._linger.wait()) and len(self._waiting) < BATCH_MAX:
                await asyncio.sleep(pause)
            batch, self._waiting = self._waiting[:BATCH_MAX], self._waiting[BATCH_MAX:]
            measures.SLIPS_WAITING.set(len(self._waiting))
            if not self._waiting:
                self._wake.clear()
            if awaited := [(slip, answer) for slip, answer in batch if not answer.done()]:
                measures.SLIP_BATCH.observe(len(awaited))
                await self._take(awaited)

    async def _take(self, batch: list[tuple[Slip, "asyncio.Future[Answer]"]]) -> None:
        try:
            answers = await _attempt([slip for slip, _ in batch])
        except Exception as error:
            if len(batch) == 1 or failover.is_away(error):
                for slip, waiting in batch:
                    _fail(slip, waiting, error)
                return
            log.warning("intake_batch_failed", **_of([slip for slip, _ in batch]), error=repr(error))
            for one in batch:  # a fault in one slip must not touch the others
                await self._take([one])
            return
        for (_, waiting), answer in zip(batch, answers, strict=True):
            if not waiting.done():
                waiting.set_result(answer)


def _take(slips: list[Slip]) -> tuple[Answer, ...]:
    with tracing.span("slips", slips=len(slips)):
        return take_slips(slips, now=clock.now())  # the clock of when it happens, not of when it began to wait


async def _attempt(slips: list[Slip]) -> tuple[Answer, ...]:
    """Take them, and again with the same keys after a deadlock, a lost connection or a failover.

    If the batch was committed and the answer lost, each key finds its slip; else nothing was written.
    """
    for attempt in range(TRIES):
        try:
            return await write(_take, slips)
        except Error as error:
            again = isinstance(error, OperationalError) or failover.moved(error)
            if attempt == TRIES - 1 or not again or failover.is_away(error):
                raise
            log.warning("intake_again", **_of(slips), error=repr(error))
            await asyncio.sleep(0.05 * (attempt + 1))
    raise AssertionError("unreachable")


def _of(slips: list[Slip]) -> dict[str, Any]:
    """What a line says of slips: the person and the round of a lone one; how many, and which rounds, of several."""
    rounds = sorted({slip.round_code for slip in slips})
    if len(slips) == 1:
        return {"person": pseudonym(slips[0].person_id), "table": slips[0].table_id, "round": rounds[0]}
    return {"slips": len(slips), "rounds": rounds}


def _fail(slip: Slip, waiting: "asyncio.Future[Answer]", error: Exception) -> None:
    if not isinstance(error, Error):
        log.error("intake_failed", **_of([slip]), error=repr(error))
    if not waiting.done():
        waiting.set_exception(error)


_intakes: dict[asyncio.AbstractEventLoop, Intake] = {}


def intake() -> Intake:
    """The intake of this process (of this event loop, so that tests may have several)."""
    loop = asyncio.get_running_loop()
    if loop not in _intakes:
        _intakes[loop] = Intake()
    return _intakes[loop]
