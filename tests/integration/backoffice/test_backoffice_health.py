"""The page of the system's health: for whom, in each state, with what is not known said so, and what it costs."""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.backoffice.presenters import health
from casino.web import alarms, servers
from casino.web.servers import DatabaseCard, ReplicaCard, SlotCard
from players.duties.operations import note_backup
from players.roles import ALLOWED, Action, Role
from reporting.models import LedgerProof
from reporting.queries.processes import ProcessKind
from tests import processes
from tests.integration.backoffice.browsers import AsRole
from tests.processes import DAY, MINUTE, a_fall, an_hour, four_weeks_of_copies

pytestmark = pytest.mark.django_db
PAGE, FILE = "/casa/saude/", "/casa/saude/ficheiro.json"
ROOT = Path(__file__).resolve().parents[3]
HOUR = timedelta(hours=1)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def shown(client: Client, query: str = "") -> str:
    answer = client.get(PAGE + query)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    """The text of the page, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def strokes(html: str, code: str) -> int:
    """How many minutes of all processes are drawn so."""
    return sum(path.count("M") for path in re.findall(rf'health-minute--{code}" d="([^"]+)"', html))


def database(**others: Any) -> DatabaseCard:
    values: dict[str, Any] = {
        "host": "10.0.0.5",
        "version": "18.1",
        "size": 4_000_000_000,
        "connections": 38,
        "connections_most": 200,
        "waiting_locks": 0,
        "oldest_ms": 12,
        "replicas": (),
        "slots": (),
    }
    return DatabaseCard(**(values | others))


def standby(name: str = "b", *, lag_ms: int | None = 4, behind: int = 0, sync: str = "sync") -> ReplicaCard:
    return ReplicaCard(name=name, address="10.0.0.6", state="streaming", sync=sync, lag_ms=lag_ms, behind_bytes=behind)


def with_database(found: DatabaseCard) -> Any:
    return mock.patch("casino.web.servers.database", return_value=found)


def read_at(moment: datetime) -> health.Read:
    return health.read(hours=1, now=moment)


def called(moment: datetime) -> set[str]:
    return {each.alarm.name for each in read_at(moment).calling}


@pytest.mark.parametrize("role", list(Role))
def test_those_who_keep_or_watch_the_house_see_it(as_role: AsRole, role: Role) -> None:
    seen = Action.SEE_HEALTH in ALLOWED[role]
    assert seen is (role in {Role.SUPERVISOR, Role.COMPLIANCE, Role.AUDITOR, Role.INSPECTOR, Role.ADMINISTRATOR})
    client = as_role(role)
    assert client.get(PAGE).status_code == (200 if seen else 403)
    assert client.get(FILE).status_code == (200 if seen else 403)
    home = client.get("/casa/sala/").content.decode()
    assert (f'href="{PAGE}"' in home) is seen


def test_a_house_that_told_nothing_says_so_and_shows_no_zero(as_role: AsRole) -> None:
    page = words(shown(as_role(Role.ADMINISTRATOR)))
    for said in ("Cêntimos por explicar não medido", "Boletins à espera não medido", "Relógio não medido"):
        assert said in page, said
    assert "Nenhum processo disse nada ainda" in page
    assert "não medido neste período" in page
    assert "A casa ainda não soube de nenhuma cópia de segurança." in page


def test_all_well(as_role: AsRole, now: datetime) -> None:
    an_hour(now=now)
    four_weeks_of_copies(now=now)
    assert called(now) == set()
    html = shown(as_role(Role.SUPERVISOR))
    page = words(html)
    assert "Nada toca." in page
    assert strokes(html, "on") >= 7 * 29
    assert strokes(html, "gap") == 0
    assert page.count("sabot-a") >= 3
    assert "14 mesas" in page
    assert "versão 0.1.0" in page
    assert html.count("health-day--full") >= 4
    assert html.count('class="health-drill"') >= 4


def test_a_worker_that_fell_silent_calls_until_another_takes_its_place(as_role: AsRole, now: datetime) -> None:
    worker = ("sabot-b", ProcessKind.WORKER)
    an_hour(now=now, but=(worker,))
    processes.tell(*worker, at=now - 12 * MINUTE)
    assert called(now) == {"SabotProcessDown"}
    html = shown(as_role(Role.SUPERVISOR))
    assert "alarme" in words(html)
    assert "tarefas, sabot-b" in words(html)
    assert 'class="light light--alarm"' in html
    assert 'href="#SabotProcessDown"' in html
    assert 'id="SabotProcessDown"' in html, "and what to do stands below"
    processes.tell(*worker, at=now, began=now - MINUTE, name="sabot-b:worker:2")
    assert called(now) == set()
    assert "caiu e voltou" in words(shown(as_role(Role.SUPERVISOR)))


def test_one_that_ends_by_itself_calls_for_nothing(now: datetime) -> None:
    an_hour(now=now)
    processes.tell("sabot-c", ProcessKind.WEB, at=now - 3 * MINUTE, ended=True)
    assert called(now) == set()


def test_a_fall_is_marked_in_the_charts(as_role: AsRole, now: datetime) -> None:
    dealer = ("sabot-b", ProcessKind.DEALER)
    an_hour(now=now, but=(dealer,))
    a_fall(*dealer, at=now - 26 * MINUTE, back_after=timedelta(seconds=2), now=now)
    html = shown(as_role(Role.SUPERVISOR))
    assert html.count('class="health-chart__mark"') == 3 + 1, "in three charts of delays, and in their legend"
    assert strokes(html, "gap") == 1, "and in the line of the one that took its place"
    assert "em silêncio 1 minuto" in html


@pytest.mark.parametrize(("skew", "calls"), [(40_000, False), (-60_000, True), (140_000, True)])
def test_a_clock_that_is_off(now: datetime, skew: int, calls: bool) -> None:
    an_hour(now=now)
    processes.tell("sabot-b", ProcessKind.DEALER, at=now, began=now - 6 * DAY, skew=skew)
    assert called(now) == ({"SabotClockOff"} if calls else set())
    [mark] = [each for each in health.clock_marks(read_at(now).processes, now=now) if each.name == "sabot-b"]
    assert mark.tone == ("warn" if calls else "good")
    assert 12 <= mark.x <= 308, "within the drawing, however far it is off"


@pytest.mark.parametrize(("hours", "calls"), [(35, False), (37, True)])
def test_a_backup_that_is_too_old(now: datetime, hours: int, calls: bool) -> None:
    note_backup(backup="2026-11-26T041500Z", full=True, size=10, seconds=1, now=now - hours * HOUR)
    assert called(now) == ({"SabotBackupOld"} if calls else set())


def test_a_standby_that_is_late(as_role: AsRole, now: datetime) -> None:
    late = standby("c", lag_ms=1_800, behind=18_000_000, sync="async")
    with with_database(database(replicas=(standby(), late))):
        assert called(now) == {"SabotReplicaLate"}
        page = words(shown(as_role(Role.SUPERVISOR)))
    assert "Réplica mais lenta 1,8 s c · 2 réplicas" in page
    assert "réplica síncrona" in page


def test_a_standby_that_is_lost(as_role: AsRole, now: datetime) -> None:
    lost = SlotCard(name="sabot_b", read=False, behind_bytes=400_000_000, lost=False)
    archive = SlotCard(name=servers.ARCHIVE, read=True, behind_bytes=0, lost=False)
    with with_database(database(slots=(archive, lost))):
        assert called(now) == {"SabotStandbySilent"}
        html = shown(as_role(Role.SUPERVISOR))
    assert "sabot_b" in html
    assert "não é lido" in words(html)
    assert "arquivo contínuo" in words(html)


def test_a_role_that_may_not_read_who_copies_says_so(as_role: AsRole, now: datetime) -> None:
    with with_database(database(replicas=None)):
        assert called(now) == set()
        page = words(shown(as_role(Role.SUPERVISOR)))
    assert "Réplica mais lenta não medido" in page
    assert "GRANT pg_read_all_stats TO sabot_app" in page


def test_the_house_reads_its_own_database_as_its_role(now: datetime) -> None:
    found = servers.database()
    assert found.replicas is None, "the application's role has no right to it"
    assert found.connections_most >= found.connections >= 1
    assert found.size > 1_000_000
    assert found.version.startswith("18")


def test_valkey_that_is_away_is_said(as_role: AsRole, now: datetime) -> None:
    assert servers.valkey() is not None
    with mock.patch("casino.web.servers.valkey", return_value=None):
        assert "não responde" in words(shown(as_role(Role.SUPERVISOR)))


def test_a_difference_stands_where_the_cents_stood(as_role: AsRole, now: datetime) -> None:
    LedgerProof.objects.create(
        made_at=now, agrees=False, accounts=7, transfers=9, rounds=2, differences=[], difference_count=3, parts={},
        heads={},
    )  # fmt: skip
    assert "SabotDifferences" in called(now)
    assert "Cêntimos por explicar 3 diferenças" in words(shown(as_role(Role.SUPERVISOR)))


def test_the_seal_of_the_day_before_has_until_noon(now: datetime) -> None:
    day = mock.Mock(day=datetime(2026, 11, 20).date())
    for hour, calls in ((10, False), (13, True)):
        facts = alarms.facts_of((), None, day, now=datetime(2026, 11, 22, hour, tzinfo=timezone.get_current_timezone()))
        assert bool(alarms.calling(facts)) is calls


def test_the_file_says_the_same_to_programs(as_role: AsRole, now: datetime) -> None:
    an_hour(now=now, minutes=5)
    answer = as_role(Role.INSPECTOR).get(FILE)
    document = json.loads(answer.content)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert {each["host"] for each in document["processes"]} == {"sabot-a", "sabot-b"}
    assert document["figures"]["sabot_tables_playing"] == 0
    assert "sabot_proof_age_seconds" not in document["figures"], "an unknown figure is left out"
    assert document["alerts"] == []


@pytest.mark.parametrize("hours", [1, 6, 24])
def test_each_period_is_drawn(as_role: AsRole, now: datetime, hours: int) -> None:
    an_hour(now=now, minutes=70)
    html = shown(as_role(Role.SUPERVISOR), f"?horas={hours}")
    assert f'href="?horas={hours}" aria-current="true"' in html
    assert html.count('class="health-chart__line"') >= 6


@pytest.mark.parametrize("asked", ["", "2", "-1", "٣", "1e3", "9" * 400])
def test_another_period_is_the_hour(as_role: AsRole, asked: str) -> None:
    assert 'href="?horas=1" aria-current="true"' in shown(as_role(Role.SUPERVISOR), f"?horas={asked}")


def test_the_part_that_is_asked_for_again_is_the_part_alone(as_role: AsRole) -> None:
    client = as_role(Role.SUPERVISOR)
    part = client.get(PAGE, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="health"')
    assert "office-nav" not in part


def test_the_number_of_statements_is_fixed(as_role: AsRole, now: datetime) -> None:
    client = as_role(Role.SUPERVISOR)
    shown(client)
    with CaptureQueriesContext(connection) as empty:
        shown(client)
    an_hour(now=now)
    four_weeks_of_copies(now=now)
    for number in range(12):
        for back in range(40):
            processes.tell(f"host-{number}", ProcessKind.DEALER, at=now - back * MINUTE)
    cache.clear()
    with CaptureQueriesContext(connection) as full:
        shown(client, "?horas=24")
    assert len(full) <= len(empty) + 4, "the persons and days of events, read once there are events"
    with CaptureQueriesContext(connection) as again:
        shown(client)
    assert len(again) == len(full)


def test_alerts_are_those_of_the_file_with_their_numbers() -> None:
    """`deploy/observe/alerts.yml` and the page call for the same; a house that cannot be read has no page."""
    parts = re.split(r"- alert: (\w+)", (ROOT / "deploy" / "observe" / "alerts.yml").read_text())
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert [each.name for each in alarms.ALARMS] == [name for name in told if name != "SabotHouseUnread"]
    for each in alarms.ALARMS:
        assert ("severity: page" in told[each.name]) is each.page, each.name
        if each.name not in {"SabotProcessDown", "SabotStatesRetold"}:
            [number] = re.findall(r"> ([\d.* ]+)$", told[each.name], re.MULTILINE)
            assert eval(number) == each.most, each.name
    assert set(alarms.handbook()) >= {each.name for each in alarms.ALARMS}
