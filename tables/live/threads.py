"""How coroutines reach the database: in threads of their own, never across an `await` inside a transaction."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync

P = ParamSpec("P")
R = TypeVar("R")

_reads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="read")
_writes = ThreadPoolExecutor(max_workers=4, thread_name_prefix="write")


async def read(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a query in a thread for reading."""
    return await DatabaseSyncToAsync(function, thread_sensitive=False, executor=_reads)(*args, **kwargs)  # type: ignore[no-any-return]


async def write(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run an operation in a thread for writing."""
    return await DatabaseSyncToAsync(function, thread_sensitive=False, executor=_writes)(*args, **kwargs)  # type: ignore[no-any-return]
