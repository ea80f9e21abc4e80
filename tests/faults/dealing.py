"""The house's dealer in a process that takes orders: `python -m tests.faults.dealing --lease SECONDS FOLDER`.

Its orders are `settle.TABLE` and `open.TABLE` (`tests.faults.orders`).
"""

import argparse
import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Mapping
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

    ordinary = rounds.do_due_steps

    def alone(operation: Callable[..., T]) -> Callable[..., T]:
        def act(**facts: Any) -> T:
            with orders.ALONE:
                return operation(**facts)

        return act

    def do_due_steps(*, fences: Mapping[int, int | None], now: Any) -> dict[int, rounds.Step]:
        betting = Round.objects.filter(table_id__in=fences, phase=RoundPhase.BETTING).values_list("table_id", flat=True)
        settles = set(betting)
        with contextlib.ExitStack() as obeyed:
            for table_id, fence in fences.items():
                name = f"{'settle' if table_id in settles else 'open'}.{table_id}"
                obeyed.enter_context(orders.obeying(folder, name, fence=fence))
            return ordinary(fences=fences, now=now)

    rounds.do_due_steps = do_due_steps
    # Both write rows of every table. A process frozen within one would keep the other dealer waiting for ever.
    leases.renew, comparing.compare = alone(leases.renew), alone(comparing.compare)


if __name__ == "__main__":
    main()
