"""How the tasks of a process end: cancelled until they are done."""

import asyncio
from typing import Any, Final

AGAIN_SECONDS: Final = 0.5


async def end(*tasks: "asyncio.Task[Any]") -> None:
    """Cancel tasks and wait for their end, whatever they raise.

    One cancellation is not enough: the client of Valkey swallows the one that comes while it connects or sends, and
    `asyncio.wait_for` the one that comes with its answer. A task that waited for the next thing then would wait for
    ever, and its process would never end. So each is cancelled anew until it is done.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)  # looked at, or asyncio would say that nothing ever did
