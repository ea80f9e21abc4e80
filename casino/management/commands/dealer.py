"""`manage.py dealer`: deals at the tables until it is told to stop. Start as many as you like."""

import asyncio
import signal
from datetime import datetime
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.web import heartbeats, pulse, schema
from kernel import garbage, measures
from reporting.queries.processes import ProcessKind
from tables import sealing
from tables.live import clock
from tables.live.dealer import Dealer


class Command(BaseCommand):
    """Deal at the tables."""

    help = "Deals at the tables; several may run, on several machines."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until SIGTERM or SIGINT."""
        if not sealing.has_key():
            raise CommandError("The dealer needs the keys of the undealt cards: SABOT_SHOE_KEY, SABOT_SHOE_KEYS.")
        clock.keep(wait=True)
        if why := schema.watch.began(schema.compare()):
            raise CommandError(why)
        garbage.keep()
        measures.serve(settings.METRICS)
        asyncio.run(_deal())


def _beat(name: str, now: datetime) -> None:
    heartbeats.beat("dealer", now=now)
    heartbeats.tell_skew(name, clock.skew(), now=now)


async def _deal() -> None:
    name = pulse.new_name()
    pulse.keep(pulse.Pulse(ProcessKind.DEALER, name))
    dealer = Dealer(name=name, on_beat=partial(_beat, name))
    loop = asyncio.get_running_loop()
    for stop in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(stop, dealer.stop)
    await dealer.run()
    await sync_to_async(heartbeats.tell_skew)(name, None, now=clock.now())
    await sync_to_async(pulse.end)()
