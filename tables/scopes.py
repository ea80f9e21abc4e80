"""The names of what a switch stops: everything, one game by its preset, or one table."""

import re
from typing import Final

EVERYWHERE: Final = "all"
PROOF: Final = "proof"
"""Everything too, thrown by the house itself when a proof found a difference (D5)."""
DRIFT: Final = "drift"
"""Everything too, thrown by the house itself when the drift court found a fault of the whole house (RN-10)."""
REGULATOR: Final = "regulator"
"""Everything too, thrown by the house itself while the regulator's line fails (PT-72)."""
WHOLE_HOUSE: Final = (EVERYWHERE, PROOF, DRIFT, REGULATOR)
"""Each of these stops every table."""
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


def of_drift(table_id: int | None) -> str:
    """The scope of the drift court's own stop of one table, or of everything; no person throws or lifts it alone.

    >>> of_drift(17), of_drift(None)
    ('drift-17', 'drift')
    """
    return DRIFT if table_id is None else f"{DRIFT}-{table_id}"


def stopped_by_drift(scope: str) -> int | None:
    """The table that the drift court stopped; None for other scopes, and for the whole house.

    >>> stopped_by_drift("drift-17"), stopped_by_drift("table-17")
    (17, None)
    """
    return table_in(scope.replace(DRIFT, "table", 1)) if scope.startswith(f"{DRIFT}-") else None


def holds(scopes: frozenset[str], *, table_id: int, preset: str) -> bool:
    """Whether the switches of these scopes keep a table with that ruleset from going on."""
    thrown_by_staff_or_proof = {EVERYWHERE, PROOF, preset, of_table(table_id)}
    return not scopes.isdisjoint(thrown_by_staff_or_proof | {DRIFT, of_drift(table_id), REGULATOR})
