"""The codes of rounds, what players, staff and reports call them by; and the names of slips in the ledger."""

from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from kernel.calendar import lisbon_date

_SLIPS: Final = UUID("6e0f2f0c-6f4e-4a53-9d0b-5f6a1f4f7a11")


def slip_name(person_id: int, key: UUID) -> UUID:
    """Names a slip among all players' slips: its ledger line by the whole name, its number by the beginning."""
    return uuid5(_SLIPS, f"{person_id}:{key}")


def round_code(*, table: str, opened_at: datetime, number: int) -> str:
    """A round's code: table, gaming day in continental Portugal (PT-57), number at the table.

    The number alone tells a table's rounds apart: no code comes twice, even if the clock is set back. Codes once given
    stay.

    >>> from datetime import UTC
    >>> round_code(table="sala-1", opened_at=datetime(2026, 7, 1, 23, 30, tzinfo=UTC), number=7)
    'sala-1-20260702-0007'
    """
    return f"{table}-{lisbon_date(opened_at):%Y%m%d}-{number:04d}"
