"""Two passes of the drift court at once, on two connections: each round counts once (C05); and an alarm's leaf."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from baccarat.court import Stream
from reporting.evidence import canonical
from reporting.models import LeafKind, LogLeaf
from reporting.operations.log import number_waiting
from tables import scopes
from tables.models import CourtState, DriftAlarm, Incident
from tables.operations import court
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, TIE_WITH_PAIRS, Floor
from tests.integration.tables.test_court import Alarmed, judged, played
from tests.integration.tables.test_court import alarmed as alarmed
from tests.integration.tables.test_court import at_once as at_once
from tests.patience import PATIENCE_SECONDS
from tests.rules import rule

pytestmark = pytest.mark.django_db
ROUNDS = (PONTO_WINS, BANCA_WINS_WITH_5, TIE_WITH_PAIRS, PONTO_WINS, BANCA_WINS_WITH_5, PONTO_WINS)


def closing(act: Callable[[], int]) -> int:
    """The act on a connection of its own thread, which is closed afterwards."""
    try:
        return act()
    finally:
        connection.close()


def check_states(table: int) -> None:
    """The evidence is the same as when the rounds are judged one after the other."""
    kept = {(each.place, Stream(each.stream)): (each.values, each.rounds) for each in CourtState.objects.all()}
    assert kept == court.recomputed(until=10**9)
    assert kept[scopes.of_table(table), Stream.CARDS][1] == len(ROUNDS)


@rule("GL-41", asserts="A pass that begins while another one judges leaves its rounds to that one: each counts once.")
def test_c05_a_pass_during_another_one_counts_nothing(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_floor.table(MACAU)
    played(open_floor, table, *ROUNDS)
    court.judge(now=open_floor.now)  # it only looks how far the rounds have come
    inside, go_on, read = threading.Event(), threading.Event(), court.judged_rounds

    def slowly(*, after: int, until: int, most: int) -> object:
        found = read(after=after, until=until, most=most)
        inside.set()
        assert go_on.wait(PATIENCE_SECONDS)
        return found

    monkeypatch.setattr(court, "judged_rounds", slowly)
    with ThreadPoolExecutor(1) as other:
        first = other.submit(closing, lambda: court.judge(now=open_floor.now).rounds)
        assert inside.wait(PATIENCE_SECONDS)
        monkeypatch.setattr(court, "judged_rounds", read)
        assert court.judge(now=open_floor.now).rounds == 0
        go_on.set()
        assert first.result() == len(ROUNDS)
    check_states(table)


def test_c05_passes_that_race_count_each_round_once(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one round each, so that both come to hold the row in turns."""
    monkeypatch.setattr(court, "AT_ONCE", 1)
    table = open_floor.table(MACAU)
    played(open_floor, table, *ROUNDS)
    court.judge(now=open_floor.now)
    together = threading.Barrier(2)

    def race() -> int:
        together.wait(PATIENCE_SECONDS)
        return sum(court.judge(now=open_floor.now).rounds for _ in range(2 * len(ROUNDS)))

    with ThreadPoolExecutor(2) as threads:
        counted = [threads.submit(closing, race) for _ in range(2)]
        assert sum(each.result() for each in counted) == len(ROUNDS)
    check_states(table)


@rule("PT-74", asserts="Each alarm of drift has a leaf in the log with its incident and the table, and nothing else.")
def test_an_alarm_is_a_leaf_of_the_log(alarmed: Alarmed) -> None:
    alarm = DriftAlarm.objects.get(pk=alarmed.alarm)
    incident = Incident.objects.get(pk=alarm.incident_id)
    number_waiting()
    leaf = LogLeaf.objects.get(kind=LeafKind.INCIDENT, key=f"I-{incident.pk}")
    assert canonical.parse((leaf.data or "").encode()) == {
        "kind": "incident",
        "at": canonical.moment(incident.opened_at),
        "incident": f"I-{incident.pk}",
        "what": "drift",
        "subject": incident.subject,
    }
    judged(alarmed.floor)
    assert LogLeaf.objects.filter(kind=LeafKind.INCIDENT).count() == DriftAlarm.objects.count()
