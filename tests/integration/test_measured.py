"""The figures of the house as Prometheus reads them, from a running house and from one whose database is away."""

import re
import socket
import urllib.request
import uuid
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from casino.web import measured
from players.messages.operations.emails import write_email
from tables.table_settings import TableSettings
from tests.factories import MACAU, Floor
from tests.faults.clients import crowd
from tests.faults.support import until
from tests.running import running_house

pytestmark = pytest.mark.django_db
SMALL = TableSettings(preset="macau", minimum=1_00, max_prize=1_000_000_00, betting_seconds=20, show_seconds=5)


def _figures() -> dict[str, float]:
    return {each.name: each.samples[0].value for each in measured.House().collect()}


def test_the_house_tells_its_figures(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.web.measured.connection.close", lambda: None)  # the test's own
    rita = floor.player("Rita")
    floor.sit(rita, floor.table(MACAU))
    write_email(person_id=rita.id, kind="account-reopened", facts={}, idempotency_key=uuid.uuid4(), now=timezone.now())
    found = _figures()
    assert found.keys() <= measured.FIGURES.keys()
    assert found["sabot_house_read"] == 1
    assert found["sabot_sessions_open"] == 1
    assert found["sabot_emails_waiting"] >= 1
    assert found["sabot_database_bytes"] > 1_000_000
    assert "sabot_drill_age_seconds" not in found, "none was ever held"


def test_a_house_whose_database_is_away_says_that_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr("casino.web.measured.reporting.latest_proof", away)
    monkeypatch.setattr("casino.web.measured.connection.close", lambda: None)
    assert _figures() == {"sabot_house_read": 0}


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _read(port: int) -> dict[str, float]:
    """What a process serves: each line's value by its name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    found = (re.fullmatch(r"([^#]\S*) (\S+)", line) for line in lines)
    return {each[1]: float(each[2]) for each in found if each}


@pytest.mark.house
def test_a_running_house_counts_what_happens(open_floor: Floor, tmp_path: Path) -> None:
    """Slips and sockets at the web process, tables and steps at the dealer, the house's figures at the web process."""
    floor = open_floor
    floor.now = timezone.now()
    table, rita = floor.table(SMALL, code="medida"), floor.player("Rita", cents=900_000_00)
    floor.sit(rita, table)
    browser = Client()
    browser.force_login(get_user_model().objects.get(pk=rita.id))
    cookies = {rita.id: browser.cookies["sessionid"].value}
    web, dealer = _free_port(), _free_port()
    with running_house(tmp_path, parts=(), environment={"SABOT_METRICS": f"127.0.0.1:{web}"}) as house:
        house.environment["SABOT_METRICS"] = f"127.0.0.1:{dealer}"
        house.start_dealer()
        with crowd(house.url, "medida", cookies, tmp_path / "clients", nudge=lambda: None) as players:
            until("a slip is answered", lambda: players.receipts > 0)
            served = _read(web)
            players.come_to_rest()
        assert served["sabot_sockets"] == 1
        assert served['sabot_slips_total{answer="accepted"}'] >= 1
        assert served["sabot_slip_seconds_count"] >= 1
        assert served["sabot_house_read"] == 1
        assert served["sabot_sessions_open"] == 1
        dealt = _read(dealer)
        assert dealt["sabot_tables_held"] == 1
        assert dealt["sabot_step_late_seconds_count"] >= 1
        assert "sabot_house_read" not in dealt
    floor.prove()
