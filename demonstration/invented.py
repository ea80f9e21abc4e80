"""Numbers and sign-ins of people who are invented: their check digits are right, and nothing behind them is."""

from datetime import datetime
from typing import Final
from uuid import UUID

from players.access import queries as access
from players.access.operations import sign_in
from players.accounts import numbers
from tables.operations.origin import Origin

COMPUTER: Final = "Mozilla/5.0 (X11; Linux x86_64)"
"""What a desk's browser calls itself."""


def nif(first_eight: str) -> str:
    """A taxpayer's number from its first eight digits."""
    return f"{first_eight}{numbers.nif_check_digit(first_eight)}"


def iban(first_eight: str) -> str:
    """An account number in Portugal of the person with this taxpayer's number."""
    rest = f"00000000{first_eight}00000"
    return f"PT{numbers.iban_check_digits('PT', rest)}{rest}"


def signed_in(person_id: int, *, key: UUID, address: str, now: datetime, device: str = COMPUTER) -> Origin:
    """A sign-in whose session is named by the key, and where the person plays from until it ends."""
    sign_in.complete_sign_in(person_id=person_id, session=key.hex, address=address, device=device, now=now)
    return Origin(access.sign_in_of(key.hex), address, "PT")
