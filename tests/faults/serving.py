"""The house's web process in one that takes orders: `python -m tests.faults.serving FOLDER UVICORN-ARGUMENTS`.

Its order is `bets` (`tests.faults.orders`): at the next batch of slips.
"""

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import django


def main() -> None:
    """Serve until SIGTERM."""
    django.setup()
    _obey(Path(sys.argv[1]))
    from uvicorn.main import main as uvicorn

    uvicorn(sys.argv[2:])


def _obey(folder: Path) -> None:
    """Put the orders between the intake and its batches."""
    from tables.live import intake
    from tables.operations import bets
    from tests.faults import orders

    def take_slips(slips: Sequence[bets.Slip], *, now: datetime) -> tuple[bets.Answer, ...]:
        with orders.obeying(folder, "bets"):
            return bets.take_slips(slips, now=now)

    intake.take_slips = take_slips


if __name__ == "__main__":
    main()
