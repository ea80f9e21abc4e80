"""Registers: rows selected in SQL and streamed into reports. Each app offers its own."""

from collections.abc import Mapping
from dataclasses import dataclass
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

    @property
    def in_order(self) -> str:
        """The query with its rows in order."""
        return f"{self.sql} ORDER BY {self.order}"
