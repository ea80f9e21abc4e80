"""The names of what a switch stops: everything, one game by its preset, or one table."""

import re
from typing import Final

EVERYWHERE: Final = "all"
PROOF: Final = "proof"
"""Everything too, thrown by the house itself when a proof found a difference (D5)."""
_TABLE: Final = re.compile(r"table-([1-9][0-9]{0,17})")


def of_table(table_id: int) -> str:
    """The scope of one table.

    >>> of_table(17)
    'table-17'
    """
    return f"table-{table_id}"


def table_in(scope: str) -> int | None:
    """The table that the scope names; None for one that names none.

    >>> table_in("table-17"), table_in("macau")
    (17, None)
    """
    found = _TABLE.fullmatch(scope)
    return int(found[1]) if found else None


def holds(scopes: frozenset[str], *, table_id: int, preset: str) -> bool:
    """Whether the switches of these scopes keep a table with that ruleset from going on."""
    return not scopes.isdisjoint({EVERYWHERE, PROOF, preset, of_table(table_id)})
