"""The codes of rounds: what players, staff and reports call them by."""

from datetime import datetime

from kernel.calendar import lisbon_date


def round_code(*, table: str, opened_at: datetime, number: int) -> str:
    """A round's code: table, gaming day in continental Portugal (PT-57), number at the table.

    The number alone tells a table's rounds apart: no code comes twice, even if the clock is set back. Codes once given
    stay.

    >>> from datetime import UTC
    >>> round_code(table="sala-1", opened_at=datetime(2026, 7, 1, 23, 30, tzinfo=UTC), number=7)
    'sala-1-20260702-0007'
    """
    return f"{table}-{lisbon_date(opened_at):%Y%m%d}-{number:04d}"
