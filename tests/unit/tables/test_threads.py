"""Threads that write: a caller that is cancelled waits for its own."""

import asyncio
import threading

import pytest

from tables.live.threads import write
from tests.patience import PATIENCE_SECONDS


@pytest.mark.parametrize("times", [1, 3])
async def test_a_caller_that_is_cancelled_waits_for_its_thread(times: int) -> None:
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        assert go_on.wait(PATIENCE_SECONDS)
        ended.set()

    caller = asyncio.create_task(write(work))
    assert await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)

    for _ in range(times):
        caller.cancel()
        await asyncio.sleep(0)
    waits = not caller.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await caller

    assert waits
    assert ended.is_set()


async def test_an_error_of_the_thread_reaches_its_caller() -> None:
    def work() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await write(work)
