"""Every kind of process tells of itself within seconds, and says goodbye; one that is killed says nothing any more."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from casino.web import alarms
from reporting.queries.processes import ProcessCard, ProcessKind, processes
from tests.factories import Floor
from tests.faults.support import until
from tests.running import running_house

pytestmark = pytest.mark.house
BEAT = ["-m", "celery", "-A", "casino.celery", "beat", "--pidfile", "", "--loglevel", "warning", "--schedule"]


def told() -> dict[ProcessKind, ProcessCard]:
    connection.close()
    now = timezone.now()
    return {each.kind: each for each in processes(since=now - timedelta(hours=1), now=now)}


def test_a_house_tells_of_all_its_processes(open_floor: Floor, tmp_path: Path) -> None:
    with running_house(tmp_path, parts=("worker",)) as house:
        house.start_dealer()
        house.start("beat", [*BEAT, str(tmp_path / "schedule")])
        until("all four tell", lambda: set(told()) == set(ProcessKind))
        until("beat has its turn", lambda: told()[ProcessKind.BEAT].figures.get("holds") == 1)
        until("tasks are counted", lambda: told()[ProcessKind.WORKER].figures.get("tasks", 0) > 0)
        found = told()
        for kind, card in found.items():
            assert card.figures["memory_kb"] > 10_000, kind
            assert card.version.startswith("sabot "), kind
        until("clocks are compared", lambda: all("skew_us" in each.figures for each in told().values()))
        assert {"sockets", "slips_waiting"} <= found[ProcessKind.WEB].figures.keys()
        assert "tables" in found[ProcessKind.DEALER].figures
        house.kill("dealer")
        house.patience = 60  # each may finish what it does, and say goodbye
    ends = told()
    said = {kind for kind, card in ends.items() if card.ended}
    assert said == {ProcessKind.WEB, ProcessKind.WORKER, ProcessKind.BEAT}
    later = max(card.seen_at for card in ends.values()) + timedelta(minutes=2)
    assert alarms.unreplaced(ends.values(), now=later) == [ends[ProcessKind.DEALER]], "the killed one is missed"
