"""Registers: rows selected in SQL and streamed into reports. Each app offers its own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Dataset:
    """A query whose columns have the names that a report gives them, its values, and the order of its rows.

    The order stands apart because sums and counts need none, and are quicker without.
    """

    sql: str
    parameters: Mapping[str, Any]
    order: str
    """The terms of ORDER BY, in the names of `sql`."""
    where: str = ""
    """Which of the rows are wanted, in the names of its columns; empty for all."""

    def narrowed(self, where: str, parameters: Mapping[str, Any]) -> "Dataset":
        """The rows of this for which `where` holds. Its values' names are not among those of `parameters` yet."""
        if clash := self.parameters.keys() & parameters.keys():
            raise ValueError(f"named twice: {', '.join(sorted(clash))}")
        both = f"({self.where}) AND ({where})" if self.where else where
        return replace(self, parameters={**self.parameters, **parameters}, where=both)

    @property
    def rows(self) -> str:
        """The query of the wanted rows, in no order."""
        return self._wanted(self.sql)

    @property
    def in_order(self) -> str:
        """The query of the wanted rows in order."""
        return self._wanted(f"{self.sql} ORDER BY {self.order}")

    def _wanted(self, sql: str) -> str:
        return f"SELECT * FROM ({sql}) wanted WHERE {self.where}" if self.where else sql
