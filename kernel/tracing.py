"""Spans of what takes time, laid by hand. Without `SABOT_TRACES` a span is one object that does nothing.

A span says counts and words of the code, and nothing of money or a person: `FACTS` lists all that it may say. Its
exception is told by kind. Where one span is within another, in the same task or in a thread that it waits for, they
are of one trace.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final

Fact = int | str
Opener = Callable[[str, dict[str, Fact]], AbstractContextManager[object]]
FACTS: Final = frozenset({"slips", "lines", "tables", "people", "method", "route", "status", "task"})
"""The names of what spans say: counts, and words that the code declares."""
_NOTHING: Final = nullcontext()
_opener: Opener | None = None


def use(opener: Opener | None) -> None:
    """Let spans be opened by this from now on; None: by nothing."""
    global _opener
    _opener = opener


def span(name: str, **facts: Fact) -> AbstractContextManager[object]:
    """What happens inside is a span of this name. Raises `ValueError` for a fact that no span may say."""
    if _opener is None:
        return _NOTHING
    if not facts.keys() <= FACTS:
        raise ValueError(f"a span says nothing of {sorted(facts.keys() - FACTS)}")
    return _opener(name, facts)
