"""Queries that a page asks again and again, alike but for a few values: Django writes their SQL once for a process.

To write the SQL of a list takes Django as long as the database takes to answer it, and a page has twenty lists. What
changes from one time to the next is `Given` (`kernel.questions`), as the present moment or a person. The rows are
Django's own, with everything that the query says they bring along. Must not know any app.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from django.db import connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

from kernel.prepared import reading
from kernel.questions import Given, with_literals

MOST: Final = 100
"""A page shows so many waiting things of a kind at most."""
_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What Django's reader of rows asks of a query set and of its query, when the SQL is written already."""

    queryset: "QuerySet[Any]"
    compiler: SQLCompiler

    @property
    def query(self) -> "_Asked":
        return self

    def get_compiler(self, using: str) -> SQLCompiler:
        return self.compiler

    def __getattr__(self, name: str) -> Any:
        return getattr(self.queryset, name)


def _read(sql: str, values: list[Any], compiler: SQLCompiler) -> list[list[tuple[Any, ...]]]:
    """The rows, in lists as Django's compiler answers them, without what they are sorted by alone."""
    with reading() as cursor:
        cursor.execute(sql, values)
        found = cursor.fetchall()
    return [[row[: compiler.col_count] for row in found] if compiler.has_extra_select else found]


class KeptQuery(Generic[_Row]):
    """A query of rows; `rows` makes it, once. Not for one that finds nothing by itself, nor for `prefetch_related`."""

    def __init__(self, rows: "Callable[[], QuerySet[Any, _Row]]") -> None:
        self._make = rows

    @cached_property
    def _queryset(self) -> "QuerySet[Any, _Row]":
        return self._make()

    @cached_property
    def _written(self) -> tuple[SQLCompiler, str, tuple[Given, ...]]:
        """The compiler once it has written the SQL, the SQL with what is always alike in it, and what is `Given`."""
        compiler = self._queryset.query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        return compiler, *with_literals(sql, values)

    def __call__(self, **given: Any) -> list[_Row]:
        """The rows, for these values by name. One statement."""
        written, sql, values = self._written
        compiler: Any = copy(written)
        compiler.connection = connection
        compiler.execute_sql = lambda *_, **__: _read(sql, [given[each.value] for each in values], written)
        rows: Any = self._queryset._iterable_class(_Asked(self._queryset, compiler))  # type: ignore[arg-type]
        return list(rows)

    def first(self, **given: Any) -> _Row | None:
        """The first of them; None where there is none. For a query that finds few: all of them are read."""
        return next(iter(self(**given)), None)
