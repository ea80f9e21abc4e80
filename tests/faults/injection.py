"""Failures at a chosen statement of an operation: before it, after it, with the connection lost; and at the commit."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from unittest import mock

import psycopg
from django.db import OperationalError, connection, connections


class Injected(OperationalError):
    """A failure made by a test."""


class How(StrEnum):
    """The ways in which a statement may fail."""

    BEFORE = "the statement is never sent"
    AFTER = "the statement is done, its answer never read"
    CUT = "the server ends the connection"


@dataclass
class Fault:
    """Fails at the statement of that number, counted from 1; `fired` tells whether it came to that."""

    at: int
    how: How
    seen: int = 0
    fired: bool = False
    statements: list[str] = field(default_factory=list)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Django's execute wrapper."""
        self.seen += 1
        self.statements.append(sql)
        if self.seen != self.at:
            return execute(sql, params, many, context)
        self.fired = True
        if self.how is How.CUT:
            cut()
            return execute(sql, params, many, context)
        if self.how is How.AFTER:
            execute(sql, params, many, context)
        raise Injected(f"{self.how} (statement {self.at}: {sql[:60]})")


def cut() -> None:
    """Let the server end the connection of this thread, as an administrator or a crash would."""
    assert connection.connection is not None
    pid = connection.connection.info.backend_pid
    settings = connection.settings_dict
    address = "postgresql://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**settings)
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


@contextlib.contextmanager
def failing(fault: Fault) -> Iterator[Fault]:
    """Run the body with the fault in its way; the failure itself is swallowed, and the connection given back."""
    try:
        with contextlib.suppress(OperationalError), connection.execute_wrapper(fault):
            yield fault
    finally:
        connection.close()


@contextlib.contextmanager
def failing_commit(*, reaches: bool) -> Iterator[None]:
    """The commit fails: before it reached the server, or after it (`reaches`), when only its answer is lost."""
    wrapper = type(connections[connection.alias])
    ordinary = wrapper._commit

    def commit(self: Any) -> None:
        if reaches:
            ordinary(self)
        raise Injected("the commit was never answered")

    with mock.patch.object(wrapper, "_commit", commit), contextlib.suppress(Injected):
        yield
    connection.close()
