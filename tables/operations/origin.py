"""Where a request of a player comes from: the sign-in it is made under, the socket's address, and its region (PT-63).

Each socket finds it once, and seats and slips keep it: it cannot be found out afterwards.
"""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

REGION_LONGEST: Final = 6
UNKNOWN_REGION: Final = "XX"


@dataclass(frozen=True, slots=True)
class Origin:
    """`sign_in` is the public id of the device's row, None for a guest; `region` as ISO 3166-2, a country or `XX`."""

    sign_in: UUID | None = None
    address: str = ""
    region: str = ""


NOWHERE: Final = Origin()
"""Of what no socket brought."""
