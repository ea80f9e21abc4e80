"""Orders to a process of the house: to die or to stop at a chosen line of its next operation.

An order is a file in a folder that holds `kill 7` or `stop 7`: at the seventh statement; `before`, `commit` and
`after` stand for the moments before the first statement, before the commit and after it. Whichever process comes first
takes the order, once. The outcomes stand in `journal`, a line of JSON each.
"""

import contextlib
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from unittest import mock

from tests.patience import PATIENCE_SECONDS

SIGNALS: Final = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP}
ALONE: Final = threading.Lock()
"""Held over what must not be caught half way when another thread stops the process: a frozen one keeps its locks."""
PATIENCE: Final = 2.0
"""Seconds to wait for that within a step: the other thread may itself wait for a row that the step holds. Before a step
and after it nothing is held, and the wait is as long as the other thread needs."""


def give(folder: Path, name: str, text: str) -> None:
    """Lay an order down, whole."""
    draft = folder / "draft"
    draft.write_text(text)
    draft.rename(folder / name)


def journal(folder: Path) -> list[dict[str, Any]]:
    """The processes' notes of their orders."""
    path = folder / "journal"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@contextlib.contextmanager
def obeying(folder: Path, name: str, **facts: Any) -> Iterator[None]:
    """Run the body under the order of that name, if there is one."""
    taken = folder / f"taken.{name}.{os.getpid()}"
    try:
        (folder / name).rename(taken)
    except FileNotFoundError:
        yield
        return
    order = taken.read_text()
    facts |= {"pid": os.getpid(), "name": name, "order": order}
    seen: list[str] = []
    outcome = "done"
    _note(folder, **facts)
    try:
        with _armed(order, seen):
            yield
    except BaseException as error:
        outcome = type(error).__name__
        raise
    finally:
        _note(folder, **facts, outcome=outcome, statements=len(seen))


@contextlib.contextmanager
def _armed(order: str, seen: list[str]) -> Iterator[None]:
    """Obey at the statement that the order names."""
    from django.db import connection, connections

    word, where = order.split()

    def act() -> None:
        # The dead hold nothing; and another thread may be waiting for a lock of this very step, which then goes first.
        patience = PATIENCE_SECONDS if where in {"before", "after"} else PATIENCE
        alone = word == "stop" and ALONE.acquire(timeout=patience)
        os.kill(os.getpid(), SIGNALS[word])
        if alone:
            ALONE.release()

    def at_statement(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        seen.append(sql)
        if where == str(len(seen)):
            act()
        return execute(sql, *rest)

    wrapper = type(connections[connection.alias])
    commit = wrapper._commit

    def at_commit(self: Any) -> None:
        if where == "commit":
            act()
        commit(self)

    if where == "before":
        act()
    with connection.execute_wrapper(at_statement), mock.patch.object(wrapper, "_commit", at_commit):
        yield
    if where == "after":
        act()


def _note(folder: Path, **facts: Any) -> None:
    with (folder / "journal").open("a") as notes:
        notes.write(json.dumps(facts) + "\n")
