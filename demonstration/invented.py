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
_SAFARI: Final = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5"
_CHROME: Final = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0"
AGENTS: Final = (
    *(f"Mozilla/5.0 (Linux; Android 15; Pixel 9) {_CHROME} Mobile Safari/537.36",) * 6,
    *(f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) {_SAFARI} Mobile/15E148 Safari/604.1",) * 5,
    *(f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_CHROME} Safari/537.36",) * 4,
    f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_CHROME} Safari/537.36 Edg/139.0.0.0",
    *(f"Mozilla/5.0 (Linux; Android 15; SM-S931B) {_CHROME} Mobile Safari/537.36 SamsungBrowser/28.0",) * 2,
    f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {_SAFARI} Safari/605.1.15",
    f"Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) {_SAFARI} Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
)
"""What the browsers of players call themselves, each as often as it is met."""


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
