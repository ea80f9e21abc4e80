"""The house's dealer in a process that takes orders: `python -m tests.faults.dealing --lease SECONDS FOLDER`.

Its orders are `settle.TABLE` and `open.TABLE` (`tests.faults.orders`).
"""

import argparse
import asyncio
import os
import signal
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import django

T = TypeVar("T")


def main() -> None:
    """Deal until SIGTERM."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lease", type=float, required=True)
    given = parser.parse_args()
    django.setup()
    _obey(given.folder)
    from tables.live import clock

    clock.keep(wait=True)
    asyncio.run(_deal(timedelta(seconds=given.lease)))


async def _deal(lease: timedelta) -> None:
    from tables.live.dealer import Dealer

    dealer = Dealer(name=f"dealer:{os.getpid()}", on_beat=lambda now: None, lease=lease)
    for stop in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(stop, dealer.stop)
    await dealer.run()


def _obey(folder: Path) -> None:
    """Put the orders between the dealer and its steps."""
    from tables.models import Round, RoundPhase
    from tables.operations import comparing, leases, rounds
    from tests.faults import orders

    ordinary = rounds.do_due_step

    def alone(operation: Callable[..., T]) -> Callable[..., T]:
        def act(**facts: Any) -> T:
            with orders.ALONE:
                return operation(**facts)

        return act

    def do_due_step(*, table_id: int, fence: int | None, now: Any) -> rounds.Step:
        betting = Round.objects.filter(table_id=table_id, phase=RoundPhase.BETTING).exists()
        with orders.obeying(folder, f"{'settle' if betting else 'open'}.{table_id}", fence=fence):
            return ordinary(table_id=table_id, fence=fence, now=now)

    rounds.do_due_step = do_due_step
    # Both write rows of every table. A process frozen within one would keep the other dealer waiting for ever.
    leases.renew, comparing.compare = alone(leases.renew), alone(comparing.compare)


if __name__ == "__main__":
    main()
