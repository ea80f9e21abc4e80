"""Tasks end though a library swallows the first cancellation."""

import asyncio

from tables.live.ending import end
from tests.patience import PATIENCE_SECONDS


async def _deaf_once(deaf: asyncio.Event) -> None:
    """As the client of Valkey does while it connects: the cancellation is lost, and the next message never comes."""
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        deaf.set()
    await asyncio.Event().wait()


async def test_a_task_that_swallowed_a_cancellation_ends() -> None:
    deaf = asyncio.Event()
    tasks = [asyncio.create_task(_deaf_once(deaf)), asyncio.create_task(asyncio.sleep(PATIENCE_SECONDS))]
    await asyncio.sleep(0)

    async with asyncio.timeout(PATIENCE_SECONDS):
        await end(*tasks)

    assert deaf.is_set()
    assert all(task.cancelled() for task in tasks)


async def test_a_task_that_failed_is_at_its_end() -> None:
    async def fail() -> None:
        raise ValueError("no")

    await end(asyncio.create_task(fail()))


async def test_without_tasks_there_is_nothing_to_end() -> None:
    await end()
