"""What play and pages cost with a past, and with ten times of it, in one run: `python tests/bench/bench_growth.py`.

P10. Needs DATABASE_URL and VALKEY_URL; works in databases of its own that are dropped at the end. BENCH_ROWS says how
many bets the longer past has (2,000,000 unless told; ten to a round, a ledger line to each slip). Each past has a house
of its own, whose rows lie in the order of time; the shorter past is the newest tenth of the longer one, of `DAYS` days,
so that every period that a page sums has the same rows in both. Play goes through the house's own operations, and every
round of it is slips of nine players, its settlement and the opening of the next.
"""

import os
import statistics
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from urllib.parse import urlencode

import _figures
import _furnish
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from players.roles import Role
from reporting.making import gathering
from tables import broadcast
from tables.models import Round, Table
from tables.operations import rounds
from tables.operations.bets import Slip, take_slips
from tests import past
from tests.bench.bench_pages import PLAIN_FILES
from tests.factories import Floor

ROWS = int(os.environ.get("BENCH_ROWS", "2000000"))
TIMES = 10
TABLES = 20
DAYS = 90
"""Days of the shorter past: no page sums more."""
REPEATS = int(os.environ.get("BENCH_REPEATS", "3"))
"""How often both pasts are made and measured, one after the other: a machine is not the same from minute to minute."""
TURNS = 60
"""Rounds that are played and measured."""
WARMING = 60
READS = 25
STAKE = 1_00
FAR = 10_000_000
"""So many numbers of rounds are left free for those that are copied."""
MOST = 1.15


class Play:
    """Rounds at the tables of a house, one after the other."""

    def __init__(self) -> None:
        broadcast.use_publisher(lambda group, message: None)
        self.house = _furnish.furnish(TABLES)
        self.now = timezone.now()
        self.staff = Floor(now=self.now).staff(Role.COMPLIANCE).id
        self._number()
        _furnish.open_rounds(self.house, now=self.now)
        self._moments = dict.fromkeys(self.house.tables, self.now)
        self._turn = 0

    def _number(self) -> None:
        for table in Table.objects.order_by("pk"):
            table.round_count += FAR
            table.save(update_fields=["round_count"])

    def lengthen(self, begin: int, end: int, *, apart: float) -> None:
        """So many more rounds before those that are open."""
        past.grow(begin, end, apart=apart)
        _furnish.statistics_of_a_lived_in_house(vacuum=True)
        self._number()

    def round(self) -> dict[str, float]:
        """Play a round at the next table; the seconds that its parts took."""
        table_id = list(self.house.tables)[self._turn % TABLES]
        self._turn += 1
        taken = {"nine slips": timed(lambda: self._lay(table_id))}
        taken["a round settled"] = timed(lambda: self._step(table_id, rounds.Step.SETTLED))
        taken["a round opened"] = timed(lambda: self._step(table_id, rounds.Step.OPENED))
        return taken

    def _lay(self, table_id: int) -> None:
        current = Round.objects.get(table_id=table_id, phase="betting")
        slips = [
            Slip(
                key=uuid.uuid4(),
                person_id=player.person_id,
                table_id=table_id,
                round_code=current.code,
                lines=dict.fromkeys(_furnish.CHANCES, STAKE),
                received_at=current.opened_at,
            )
            for player in self.house.players
            if player.table_id == table_id
        ]
        refused = [answer.refused for answer in take_slips(slips, now=current.opened_at) if answer.refused]
        assert not refused, refused[0]

    def _step(self, table_id: int, expected: rounds.Step) -> None:
        self._moments[table_id] += timedelta(seconds=30)
        assert rounds.do_due_step(table_id=table_id, fence=None, now=self._moments[table_id]) is expected


def timed(work: Callable[[], object]) -> float:
    """The seconds that it took."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def reads(play: Play) -> dict[str, Callable[[], object]]:
    """What people look at, and the figures of the first whole day of the shorter past."""
    player, staff = Client(SERVER_NAME="127.0.0.1"), Client(SERVER_NAME="127.0.0.1")
    player.force_login(get_user_model().objects.get(pk=play.house.players[0].person_id))
    staff.force_login(get_user_model().objects.get(pk=play.staff))
    a_day = timezone.localdate() - timedelta(days=DAYS - 2)
    period = urlencode({"since": a_day, "until": timezone.localdate(), "chips": "EUR"})

    def page(client: Client, name: str) -> Callable[[], object]:
        address = reverse(name) + (f"?{period}" if name == "portal:statement" else "")

        def ask() -> None:
            answer = client.get(address)
            assert answer.status_code == 200, (address, answer.status_code)

        return ask

    def figures() -> object:
        with gathering.one_moment():
            return gathering.gather(a_day, openings={})

    portal = {f"page: {name}": page(player, f"portal:{name}") for name in ("lobby", "rounds", "statement", "sessions")}
    office = {f"office: {name}": page(staff, f"backoffice:{name}") for name in ("rounds", "ledger")}
    return portal | office | {"figures of an old day": figures}


def measured(play: Play) -> dict[str, float]:
    """The middle of each cost, in seconds, once all that was laid is on the disk."""
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
    turns = [play.round() for _ in range(WARMING + TURNS)][WARMING:]
    found = {part: statistics.median(turn[part] for turn in turns) for part in turns[0]}
    for name, read in reads(play).items():
        for _ in range(3):
            read()
        found[name] = statistics.median(timed(read) for _ in range(READS))
    return found


@contextmanager
def house() -> Iterator[Play]:
    """A furnished house in a database of its own."""
    with _furnish.database_of_its_own(), override_settings(STORAGES=PLAIN_FILES):
        yield Play()


def main() -> None:
    short = ROWS // TIMES // past.A_ROUND // TABLES
    apart = DAYS * 86_400 / short
    found: dict[int, list[dict[str, float]]] = {short: [], short * TIMES: []}
    for longest, measures in list(found.items()) * REPEATS:
        with house() as play:
            if longest > short:
                play.lengthen(short + 1, longest, apart=apart)
            play.lengthen(1, short, apart=apart)
            measures.append(measured(play))
    print(f"P10 with a past of {ROWS // TIMES:,d} bets, and of {ROWS:,d}; medians of {REPEATS}, ms")
    for name in found[short][0]:
        before, after = (statistics.median(each[name] for each in measures) for measures in found.values())
        said = _figures.verdict(f"P10 {name}", after / before, MOST, at_most=True, digits=2)
        print(f"    {name:24s} {before * 1000:8.2f} {after * 1000:8.2f}   {said}")


if __name__ == "__main__":
    main()
