"""How coroutines reach the database: in threads of their own, never across an `await` inside a transaction."""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync
from django.db import Error

from kernel import failover

P = ParamSpec("P")
R = TypeVar("R")

_reads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="read")
_writes = ThreadPoolExecutor(max_workers=4, thread_name_prefix="write")


async def read(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a query in a thread for reading."""
    return await _to_its_end(_reads, function, *args, **kwargs)


async def write(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run an operation in a thread for writing."""
    return await _to_its_end(_writes, function, *args, **kwargs)


async def _to_its_end(executor: ThreadPoolExecutor, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """A thread cannot be cancelled: a caller that is waits for it, so that after `stop` no transaction is open."""
    call = DatabaseSyncToAsync(partial(_noting, function), thread_sensitive=False, executor=executor)
    running: asyncio.Future[R] = asyncio.ensure_future(call(*args, **kwargs))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            with contextlib.suppress(asyncio.CancelledError):  # cancelled again: the thread is no nearer to its end
                await asyncio.wait([running])
        if not running.cancelled():
            running.exception()  # looked at: its caller is gone, and asyncio would say that nothing ever did
        raise


def _noting(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call it. Where the database has moved, no later call gets a connection from before."""
    try:
        return function(*args, **kwargs)
    except Error as error:
        failover.noted(error)
        raise
