"""Where a scanner hands in its readings: by its token alone, and every bad request has a clear error (C9)."""

import json
import uuid
from ipaddress import ip_network
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from baccarat.card_codes import PaperCard
from baccarat.cards import Card
from casino.croupier import scanner_door
from tables.models import CardEvent
from tables.operations.croupier import scanners
from tests.croupiers import PaperTable, paper_table
from tests.factories import Floor
from tests.integration.tables.test_scanners import issue

KEY = "5b6b0d3e-3c1f-4d6f-8b4f-6f2f2f0a1c11"


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    cache.clear()
    live = paper_table(floor)
    live.open()
    live.close()
    return live


def post(live: PaperTable, token: str | None, body: Any, **headers: str) -> Any:
    """As the bridge does: no cookie, and a browser's check of forged requests would refuse it."""
    shown = {} if token is None else {"Authorization": f"Bearer {token}"}
    sent = body if isinstance(body, (str, bytes)) else json.dumps(body)
    return Client(enforce_csrf_checks=True).post(
        reverse("croupier:scanner", args=[live.code]),
        sent,
        content_type=headers.pop("content_type", "application/json"),
        headers=shown | headers,
    )


def reading(code: str, key: str | None = None) -> dict[str, str]:
    return {"code": code, "key": key or str(uuid.uuid4())}


def test_a_reading_is_answered_in_the_closed_form(live: PaperTable) -> None:
    token = issue(live).token
    answer = post(live, token, reading(live.card("4S").code, KEY))
    assert answer.status_code == 200
    assert answer.json() == {
        "place": "P1",
        "card": "4S",
        "refusal": None,
        "burnt": False,
        "stopped": False,
        "repeat": False,
        "words": "4 de espadas está no lugar Ponto 1.",
    }
    assert not answer.cookies
    again = post(live, token, reading(live.card("4S").code, KEY)).json()
    assert (again["place"], again["repeat"]) == ("P1", True)
    twice = post(live, token, reading(live.card("4S").code)).json()
    assert (twice["place"], twice["refusal"], twice["stopped"]) == ("", "read-twice", False)
    foreign = post(live, token, reading(live.card("5S").code.replace("D001", "D0X1"))).json()
    assert foreign["refusal"] == "unreadable"
    assert CardEvent.objects.count() == 3


def test_a_card_of_another_deck_stops_the_table_with_no_person_signed_in(live: PaperTable) -> None:
    foreign = PaperCard("ZZZZ", Card.parse("5S")).code
    token = issue(live).token
    for repeat in (False, True):
        said = post(live, token, reading(foreign, KEY)).json()
        assert (said["refusal"], said["stopped"], said["repeat"]) == ("foreign-deck", True, repeat)
    assert post(live, token, reading(live.card("4S").code)).json()["refusal"] == "paused"
    assert live.row.status == "paused"


@pytest.mark.parametrize(
    ("shown", "status", "reason"),
    [
        (None, 401, "no-token"),
        ("", 401, "no-token"),
        ("sabot-scanner-unknown", 401, "token-unknown"),
        ("x" * 5_000, 401, "token-unknown"),
        ("çé", 401, "no-token"),
    ],
)
def test_a_wrong_token(live: PaperTable, shown: str | None, status: int, reason: str) -> None:
    answer = post(live, shown, reading(live.card("4S").code))
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert not CardEvent.objects.exists()


def test_other_ways_to_show_a_token(live: PaperTable) -> None:
    issued = issue(live)
    for header in (f"Basic {issued.token}", f"Token {issued.token}", "Bearer"):
        answer = Client().post(
            reverse("croupier:scanner", args=[live.code]),
            json.dumps(reading("x")),
            content_type="application/json",
            headers={"Authorization": header},
        )
        assert answer.json()["reason"] == "no-token"


def test_revoked_another_table_no_croupier(live: PaperTable) -> None:
    issued, card = issue(live), live.card("4S").code
    other = paper_table(live.floor)
    elsewhere = post(other, issued.token, reading(card))
    assert (elsewhere.status_code, elsewhere.json()["reason"]) == (403, "another-table")
    live.relieve()
    alone = post(live, issued.token, reading(card))
    assert (alone.status_code, alone.json()["reason"]) == (409, "no-croupier")
    scanners.revoke_scanner(scanner_id=issued.scanner_id, by=live.supervisor.id, now=live.floor.now)
    gone = post(live, issued.token, reading(card))
    assert (gone.status_code, gone.json()["reason"]) == (401, "token-revoked")


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ("", 400, "malformed"),
        ("{", 400, "malformed"),
        ("[]", 400, "malformed"),
        ("7", 400, "malformed"),
        ("[" * 1_500, 400, "malformed"),
        (b"\xff\xfe\x00", 400, "malformed"),
        ("x" * 3_000, 413, "too-large"),
        ({"code": "SBD0014SX"}, 400, "malformed"),
        ({"key": KEY}, 400, "malformed"),
        ({"code": "SBD0014SX", "key": "no"}, 400, "malformed"),
        ({"code": "SBD0014SX", "key": -1}, 400, "malformed"),
        ({"code": "a\0b", "key": KEY}, 400, "malformed"),
        ({"code": "x" * 81, "key": KEY}, 400, "malformed"),
        ({"code": "\ud800", "key": KEY}, 400, "malformed"),
        ({"code": ["a"], "key": KEY}, 400, "malformed"),
        ({"code": None, "key": KEY}, 400, "malformed"),
    ],
)
def test_a_malformed_reading(live: PaperTable, body: Any, status: int, reason: str) -> None:
    answer = post(live, issue(live).token, body)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason), answer.content
    assert not CardEvent.objects.exists()


def test_a_key_with_another_card(live: PaperTable) -> None:
    token = issue(live).token
    post(live, token, reading(live.card("4S").code, KEY))
    answer = post(live, token, reading(live.card("5S").code, KEY))
    assert (answer.status_code, answer.json()["reason"]) == (409, "key-reused")


def test_only_posts_of_json_from_the_networks_of_staff(live: PaperTable) -> None:
    token = issue(live).token
    address = reverse("croupier:scanner", args=[live.code])
    asked = Client().get(address, headers={"Authorization": f"Bearer {token}"})
    assert (asked.status_code, asked.json()["reason"]) == (405, "method-not-allowed")
    form = post(live, token, "code=x", content_type="application/x-www-form-urlencoded")
    assert form.status_code == 415
    with override_settings(STAFF_NETWORKS=(ip_network("192.0.2.0/24"),)):
        answer = post(live, token, reading(live.card("4S").code))
    assert (answer.status_code, answer.json()["reason"]) == (403, "another-network")


def test_a_flood_is_told_to_wait(live: PaperTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner_door.ByToken, "rate", "3/min")
    token = issue(live).token
    for _ in range(3):
        assert post(live, token, reading("x")).status_code == 200
    answer = post(live, token, reading("x"))
    assert (answer.status_code, answer.json()["reason"]) == (429, "too-many-requests")
    assert int(answer.headers["Retry-After"]) > 0
    assert post(live, issue(live, "Leitor 2").token, reading("x")).status_code == 200


def test_no_session_is_read_or_written(live: PaperTable) -> None:
    token = issue(live).token
    with connection.execute_wrapper(_no_sessions):
        assert post(live, token, reading(live.card("4S").code)).status_code == 200


def _no_sessions(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    assert "django_session" not in sql
    return execute(sql, params, many, context)
