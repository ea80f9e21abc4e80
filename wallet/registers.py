"""What a register is: rows asked for in SQL, to be streamed by whoever reports them. Each app offers its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Register:
    """A query whose columns have the names that a report gives them, in the order of the rows; and its values."""

    sql: str
    parameters: Mapping[str, Any]
