"""Room for the frames of calls: no loop of a page or a task stands on the edge of a piece of the interpreter's stack.

CPython keeps the frames of a thread in pieces of 16 KiB, and asks the system for the next piece when one is full. 3.11,
3.12 and the releases of 3.13 and 3.14 before the spring of 2026 give a piece back as soon as its first frame returns. A
loop that happens to run on the edge of a piece then pays two calls of the system for each call of its own: 7
microseconds for 0.02, and a page of 14 ms may take 34 (python/cpython, gh-142183). Whether it does depends on how deep
the loop stands, and so on the number of decorators above it. A piece is as large as its first frame says that it needs;
so the first frame says a lot. Knows nothing of what it calls.
"""

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Final, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

SLOTS: Final = 32 * 1024
"""What the first frame says that it needs, in slots of 8 bytes. CPython takes the next power of two for it, 512 KiB, of
which half are left for the calls below; memory that nothing touches is never there."""


def _call(function: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return function(*args, **named)


_in_room: Final = cast(
    "Callable[[Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]",
    FunctionType(_call.__code__.replace(co_stacksize=SLOTS), globals(), "_in_room"),
)


def roomy(function: Callable[P, R]) -> Callable[P, R]:
    """The same function with room for some thousand frames below it. For what a thread begins with, not for loops."""

    @wraps(function)
    def called(*args: P.args, **named: P.kwargs) -> R:
        return cast("R", _in_room(function, args, named))

    return called
