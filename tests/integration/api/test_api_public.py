"""The public part of the API, and the shape of its errors."""

from collections.abc import Callable
from typing import Any

import pytest
from api_house import House
from django.test import Client
from django.urls import reverse

from casino.api.doors import Anonymous

Caller = Callable[[Any], Client]


def error(response: Any) -> dict[str, Any]:
    """The error, after looking at its shape."""
    found: dict[str, Any] = response.json()
    assert response.headers["Content-Type"] == "application/problem+json"
    assert set(found) == {"type", "title", "status", "detail", "reason", "rule"}
    assert (found["type"], found["status"]) == (f"urn:sabot:problem:{found['reason']}", response.status_code)
    assert found["title"]
    assert found["detail"]
    assert "Traceback" not in response.content.decode()
    return found


def test_the_lobby_is_the_lobby(house: House, caller: Caller) -> None:
    items = caller(None).get("/api/tables/").json()["items"]
    assert [(one["code"], one["currency"], one["minimum"]) for one in items] == [
        ("demo-1", "PLAY", 10_00),
        ("macau-1", "EUR", 10_00),
    ]
    macau = items[1]
    assert (macau["taken"], macau["phase"], macau["max_prize"]) == (2, "betting", 1_000_00)
    assert [one["winner"] for one in macau["results"]] == ["P", "B"]
    assert macau["closes_at"].endswith("Z")
    numerator, denominator = macau["commission_edge"].split("/")
    assert 0 < int(numerator) / int(denominator) < 0.02
    only = caller(None).get("/api/tables/", {"currency": "EUR"}).json()["items"]
    assert [one["code"] for one in only] == ["macau-1"]


def test_a_table_tells_its_public_state_but_not_who_sits_there(house: House, caller: Caller) -> None:
    response = caller(None).get("/api/tables/macau-1/")
    body = response.json()
    assert body["state"]["round"]["code"] == house.present
    assert body["state"]["round"]["deal"] is None
    assert "seats" not in body["state"]
    assert "ana" not in response.content.decode()


def test_rules_have_exact_odds_and_their_version(house: House, caller: Caller) -> None:
    body = caller(None).get("/api/tables/macau-1/rules/").json()
    assert (body["version"], body["versions"], body["reference"]) == (1, [1], "SRIJ 2026/118")
    assert body["terms"]["minimum"] == 10_00
    ponto = next(one for one in body["chances"] if one["chance"] == "ponto")
    assert 0.0123 < share(ponto["edge"]) < 0.0124
    assert share(ponto["rtp"]) + share(ponto["edge"]) == pytest.approx(1)
    assert caller(None).get("/api/tables/macau-1/rules/", {"version": 1}).json() == body
    assert error(caller(None).get("/api/tables/macau-1/rules/", {"version": 2}))["reason"] == "not-found"


def share(text: str) -> float:
    numerator, denominator = text.split("/")
    return int(numerator) / int(denominator)


def test_settled_rounds_are_paged_without_gap_or_repeat(house: House, caller: Caller) -> None:
    house.more_rounds(5)
    client, codes, before = caller(None), [], None
    while True:
        page = client.get("/api/tables/macau-1/rounds/", {"limit": 3} | ({"before": before} if before else {})).json()
        codes += [one["code"] for one in page["items"]]
        before = page["next"]
        if before is None:
            break
    assert codes == [f"macau-1-20260310-{number:04}" for number in range(8, 0, -1)]
    since = client.get("/api/tables/macau-1/rounds/", {"since": "2026-03-11T00:00:00Z"}).json()
    assert since == {"items": [], "next": None}


def test_a_round_shows_its_proof_and_only_ones_own_bets(house: House, caller: Caller) -> None:
    url = f"/api/rounds/{house.first}/"
    public = caller(None).get(url).json()
    assert (public["winner"], public["ponto"], public["banca"]) == ("ponto", 8, 7)
    assert public["laid"][:4] == ["4S", "KH", "4D", "7C"]
    assert public["sums"] == {"ponto": 100_00, "banca": 50_00}
    assert len(public["proof"]["cards"]) == 4
    assert public["mine"] is None
    own = caller(house.ana).get(url).json()["mine"]
    assert [(one["chance"], one["stake"], one["returned"]) for one in own["bets"]] == [("ponto", 100_00, 200_00)]
    assert (own["staked"], own["returned"]) == (100_00, 200_00)
    other = caller(house.rui).get(url).json()["mine"]
    assert [one["chance"] for one in other["bets"]] == ["banca"]


def test_a_round_in_play_shows_no_card(house: House, caller: Caller) -> None:
    body = caller(None).get(f"/api/rounds/{house.present}/").json()
    assert (body["phase"], body["laid"], body["ponto"], body["winner"]) == ("betting", [], None, "")
    assert body["proof"]["cards"] == []
    assert len(body["proof"]["root"]) == 64


@pytest.mark.parametrize(
    ("url", "status", "reason"),
    [
        ("/api/tables/none/", 404, "not-found"),
        ("/api/tables/none/rules/", 404, "not-found"),
        ("/api/tables/none/rounds/", 404, "not-found"),
        ("/api/rounds/none/", 404, "not-found"),
        ("/api/nothing/at/all/", 404, "not-found"),
        ("/api/reports/daily/2026-02-30/", 404, "not-found"),
        ("/api/tables/?currency=USD", 400, "malformed"),
        ("/api/tables/?currency=%00", 400, "malformed"),
        ("/api/tables/macau-1/rules/?version=x", 400, "malformed"),
        ("/api/tables/macau-1/rules/?version=99999999999999999999", 400, "malformed"),
        ("/api/tables/macau-1/rounds/?limit=0", 400, "malformed"),
        ("/api/tables/macau-1/rounds/?limit=201", 400, "malformed"),
        ("/api/tables/macau-1/rounds/?limit=1&limit=2", 400, "malformed"),
        ("/api/tables/macau-1/rounds/?before=yesterday", 400, "malformed"),
        ("/api/tables/macau-1/rounds/?since=9999-99-99T00:00:00Z", 400, "malformed"),
        ("/api/tables/macau-1/rounds/?since=0001-01-01T00:00:00%2B14:00", 400, "malformed"),
        ("/api/tables/macau-1/rounds/?until=9999-12-31T23:59:59-14:00", 400, "malformed"),
        ("/api/me/statement/", 401, "signed-out"),
        ("/api/reports/daily/", 401, "signed-out"),
    ],
)
def test_every_error_has_one_shape(house: House, caller: Caller, url: str, status: int, reason: str) -> None:
    response = caller(None).get(url)
    assert response.status_code == status
    assert error(response)["reason"] == reason


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_nothing_is_written_here(house: House, caller: Caller, method: str) -> None:
    response = getattr(caller(None), method)("/api/tables/")
    assert response.status_code == 405
    assert error(response)["reason"] == "method-not-allowed"


def test_errors_speak_the_language_asked_for_and_the_address_is_forgiven_its_slash(
    house: House, caller: Caller
) -> None:
    client = caller(None)
    assert "Não existe" in error(client.get("/api/rounds/none/"))["detail"]
    assert client.get("/api/tables").status_code == 301


def test_a_fault_is_told_without_its_trace(house: House, caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("secret of the house")

    monkeypatch.setattr("tables.queries.lobby", fail)
    response = caller(None).get("/api/tables/")
    assert response.status_code == 500
    assert error(response)["reason"] == "fault"
    assert b"secret" not in response.content


def test_one_address_that_asks_too_often_is_told_to_wait(
    house: House, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Anonymous, "rate", "3/min")
    client = caller(None)
    asked = [client.get("/api/tables/", HTTP_X_FORWARDED_FOR=f"10.0.0.{number}") for number in range(4)]
    assert [response.status_code for response in asked] == [200, 200, 200, 429]
    assert error(asked[-1])["reason"] == "too-many-requests"
    assert int(asked[-1]["Retry-After"]) > 0
    assert client.get("/api/tables/", REMOTE_ADDR="10.9.9.9").status_code == 200


def test_the_schema_is_whole_and_says_units(house: House, caller: Caller) -> None:
    response = caller(None).get(reverse("api:schema"), HTTP_ACCEPT="application/vnd.oai.openapi+json")
    schema = response.json()
    assert schema["info"]["title"] == "Sabot"
    assert set(schema["paths"]) >= {"/api/tables/", "/api/me/statement/", "/api/reports/daily/{day}/{kind}/"}
    assert "cêntimos" in schema["components"]["schemas"]["Tile"]["properties"]["minimum"]["description"]
    assert "UTC" in schema["components"]["schemas"]["Tile"]["properties"]["closes_at"]["description"]
    assert all(set(methods) == {"get"} for methods in schema["paths"].values())
    for path, methods in schema["paths"].items():
        assert "429" in methods["get"]["responses"], path


def test_the_schema_is_made_without_warnings(tmp_path: Any) -> None:
    from django.core.management import call_command

    call_command(
        "spectacular",
        validate=True,
        fail_on_warn=True,
        custom_settings="casino.api.views.schema.SETTINGS",
        file=str(tmp_path / "schema.yml"),
    )


def test_the_viewer_is_served_from_here_under_a_policy_of_its_own(house: House, caller: Caller) -> None:
    client = caller(None)
    page = client.get(reverse("api:docs"))
    assert page.status_code == 200
    text = page.content.decode()
    assert "http://" not in text.replace("http://testserver", "")
    assert "https://" not in text
    assert "swagger-ui-bundle" in text
    policy = page["Content-Security-Policy"].split("; ")
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in client.get("/api/tables/")["Content-Security-Policy"]
    script = client.get(reverse("api:docs"), {"script": ""})
    assert script["Content-Type"].startswith("application/javascript")
