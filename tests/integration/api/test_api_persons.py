"""The API by person: players read their own, staff by role; and how many statements it takes."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from api_house import DAY, NEXT, House
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.messages.brakes import BRAKES, Asked
from players.roles import ALLOWED, Action, Role
from reporting import operations, queries
from reporting.catalogue import CATALOGUE
from reporting.writers import CONTENT_TYPES
from tables.operations import seats
from tests.factories import PONTO_WINS

Caller = Callable[[Any], Client]
REPORTS = "/api/reports/"
DAILY = f"{REPORTS}daily/"
FILE = f"{DAILY}2026-03-10/csv/"
REPORT_URLS = {
    DAILY: Action.SEE_REPORTS,
    f"{DAILY}2026-03-10/": Action.SEE_REPORTS,
    "/api/reports/today/": Action.SEE_REPORTS,
    FILE: Action.EXPORT_REPORTS,
    f"{DAILY}2026-03-10/json/": Action.EXPORT_REPORTS,
    "/api/reports/proof/": Action.SEE_LEDGER,
    "/api/reports/catalogue/": Action.SEE_REPORTS,
    "/api/reports/orders/": Action.EXPORT_REPORTS,
}


@pytest.mark.parametrize("role", list(Role))
def test_each_role_reads_what_the_one_table_allows(house: House, caller: Caller, role: Role) -> None:
    house.report()
    operations.record_proof(now=NEXT)
    client = caller(house.floor.staff(role))
    for url, action in REPORT_URLS.items():
        response = client.get(url)
        allowed = action in ALLOWED[role]
        assert response.status_code == (200 if allowed else 403), url
        if not allowed:
            assert response.json()["reason"] == "not-allowed"
    logged = sum(url.startswith(f"{DAILY}2026-03-10/") and url != f"{DAILY}2026-03-10/" for url in REPORT_URLS)
    assert len(queries.exports()) == (logged if Action.EXPORT_REPORTS in ALLOWED[role] else 0)


def test_the_catalogue_and_what_was_ordered_of_it(house: House, caller: Caller) -> None:
    staff = house.floor.staff(Role.COMPLIANCE)
    keys = []
    for hour in range(3):
        key, now = uuid.uuid4(), NEXT + timedelta(hours=hour)
        wanted = operations.Wanted(name="bets", first_day=DAY)
        ordered = operations.request_report(wanted=wanted, by=staff.id, idempotency_key=key, now=now)
        assert hour == 2 or operations.prepare(run_id=ordered.run_id, now=now)
        keys.append(str(key))
    client = caller(staff)
    listed = {one["name"]: one for one in client.get(f"{REPORTS}catalogue/").json()}
    assert set(listed) == set(CATALOGUE)
    assert (listed["bets"]["version"], listed["bets"]["filters"]) == (3, ["currency", "player", "table"])
    assert {"name", "title", "kind", "personal"} == set(listed["players"]["columns"][0])
    first = client.get(f"{REPORTS}orders/", {"limit": 2, "name": "bets"}).json()
    rest = client.get(f"{REPORTS}orders/", {"limit": 2, "before": first["next"]}).json()
    assert [one["key"] for one in (*first["items"], *rest["items"])] == keys[::-1]
    assert rest["next"] is None
    done = client.get(f"{REPORTS}orders/{keys[0]}/").json()
    assert (done["state"], done["rows"], done["agrees"], done["name"]) == ("done", 3, True, "bets")
    assert done["filters"] == {"currency": "EUR"}, "keys are names, the same as in the report's own file"
    for kind, content_type in CONTENT_TYPES.items():
        file = client.get(f"{REPORTS}orders/{keys[0]}/{kind}/")
        assert file["Content-Type"] == content_type
        assert len(b"".join(file.streaming_content)) == int(file["Content-Length"])
    assert len(queries.exports()) == len(CONTENT_TYPES)
    assert client.get(f"{REPORTS}orders/{keys[2]}/").json()["state"] == "waiting"
    for nowhere in (f"orders/{keys[2]}/csv/", f"orders/{uuid.uuid4()}/", f"orders/{uuid.uuid4()}/csv/", "orders/x/"):
        assert client.get(REPORTS + nowhere).status_code == 404, nowhere
    for wrong in ({"name": "nada"}, {"before": "ontem"}, {"limit": 0}):
        assert client.get(f"{REPORTS}orders/", wrong).status_code == 400, wrong


def test_no_file_leaves_without_a_recent_proof_of_identity(house: House, caller: Caller, settings: Any) -> None:
    house.report()
    client = caller(house.floor.staff(Role.COMPLIANCE))
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = -1
    for url in (FILE, f"{REPORTS}orders/{uuid.uuid4()}/csv/"):
        response = client.get(url)
        assert (response.status_code, response.json()["reason"]) == (403, "prove-again")
    assert client.get(DAILY).status_code == 200
    assert queries.exports() == ()


@pytest.mark.parametrize("url", list(REPORT_URLS))
def test_no_player_and_no_visitor_reads_reports(house: House, caller: Caller, url: str) -> None:
    house.report()
    assert caller(house.ana).get(url).status_code == 403
    visitor = caller(None).get(url)
    assert visitor.status_code == 401
    assert visitor["WWW-Authenticate"].startswith("Session")


@pytest.mark.parametrize("url", ["/api/me/statement/", "/api/me/sessions/"])
def test_staff_have_no_statement_and_no_sessions(house: House, caller: Caller, url: str) -> None:
    response = caller(house.floor.staff(Role.SUPPORT)).get(url)
    assert response.status_code == 403
    assert (response.json()["reason"], response.json()["rule"]) == ("players-only", "PT-16")


def test_a_player_reads_the_own_statement_only(house: House, caller: Caller) -> None:
    body = caller(house.ana).get("/api/me/statement/").json()
    codes = [line["code"] for line in body["items"]]
    assert codes == ["stake", "payout", "stake", "deposit"]
    assert [line["amount"] for line in body["items"]] == [-10_00, 200_00, -100_00, 1_000_00]
    assert (body["balance"], body["next"]) == (1_090_00, None)
    assert [line["code"] for line in caller(house.rui).get("/api/me/statement/").json()["items"]] == [
        "stake",
        "deposit",
    ]
    assert caller(house.ana).get("/api/me/statement/", {"currency": "PLAY"}).json()["items"] == []


def test_the_statement_is_paged_without_gap_or_repeat(house: House, caller: Caller) -> None:
    house.more_rounds(6)
    client = caller(house.ana)
    whole = [line["id"] for line in client.get("/api/me/statement/", {"limit": 200}).json()["items"]]
    pages: list[int] = []
    before = None
    while True:
        page = client.get("/api/me/statement/", {"limit": 4} | ({"before": before} if before else {})).json()
        pages += [line["id"] for line in page["items"]]
        before = page["next"]
        if before is None:
            break
    assert pages == whole
    assert len(pages) == len(set(pages)) == 16


def test_anothers_session_is_as_if_it_did_not_exist(house: House, caller: Caller) -> None:
    sessions = caller(house.ana).get("/api/me/sessions/").json()["items"]
    assert [(one["table_code"], one["staked"], one["returned"], one["result"]) for one in sessions] == [
        ("macau-1", 110_00, 200_00, 90_00)
    ]
    url = f"/api/me/sessions/{sessions[0]['code']}/"
    assert caller(house.ana).get(url).json()["code"] == sessions[0]["code"]
    assert caller(house.rui).get(url).status_code == 404
    assert caller(None).get(url).status_code == 401


def test_sessions_are_paged(house: House, caller: Caller) -> None:
    floor = house.floor
    floor.settle(house.table)
    for _ in range(3):
        seats.leave(person_id=house.ana.id, table_id=house.table, reason="player", now=floor.now)
        floor.wait(minutes=1)
        floor.sit(house.ana, house.table)
    client = caller(house.ana)
    first = client.get("/api/me/sessions/", {"limit": 3}).json()
    rest = client.get("/api/me/sessions/", {"limit": 3, "before": first["next"]}).json()
    assert (len(first["items"]), len(rest["items"]), rest["next"]) == (3, 1, None)


def test_the_pdf_of_a_day_is_braked_and_other_forms_are_not(house: House, caller: Caller) -> None:
    client = caller(house.floor.staff(Role.COMPLIANCE))
    pdf = FILE.replace("csv", "pdf")
    ((most, _),) = BRAKES[Asked.DAY_PDF].most
    assert {client.get(pdf).status_code for _ in range(most)} == {404}, "even a day without a report is counted"
    refused = client.get(pdf)
    assert (refused.status_code, refused.json()["reason"]) == (429, "too-many-requests")
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert client.get(FILE).status_code == 404


def test_a_report_says_the_same_as_the_query_and_the_file(house: House, caller: Caller) -> None:
    house.report()
    client = caller(house.floor.staff(Role.COMPLIANCE))
    body = client.get(f"{DAILY}2026-03-10/").json()
    total = body["figures"]["totals"][0]
    assert (total["turnover"], total["returned"], total["gross_revenue"], total["hold"]) == (
        160_00,
        200_00,
        -40_00,
        "-1/4",
    )
    assert (body["figures"]["reconciles"], body["figures"]["provisional"]) == (True, False)
    page = client.get(DAILY).json()
    assert [(one["day"], one["sha256"]) for one in page["items"]] == [("2026-03-10", body["sha256"])]
    assert client.get(f"{DAILY}2026-03-10/", {"revision": 2}).status_code == 404
    file = client.get(FILE)
    assert file["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="relatorio-diario-2026-03-10-r1.csv"' in file["Content-Disposition"]
    assert file.content.startswith(b"\xef\xbb\xbf")
    assert ";160,00;200,00;" in file.content.decode()
    exported = client.get(f"{DAILY}2026-03-10/json/").json()
    assert exported["heading"]["sha256"] == body["sha256"]
    assert client.get(f"{DAILY}2026-03-12/csv/").status_code == 404


def test_the_day_so_far_is_marked_provisional(house: House, caller: Caller) -> None:
    body = caller(house.floor.staff(Role.COMPLIANCE)).get("/api/reports/today/").json()
    assert (body["day"], body["provisional"], body["activity"]) == ("2026-03-11", True, False)


@pytest.mark.parametrize(
    "url",
    [
        "/api/tables/",
        "/api/tables/macau-1/",
        "/api/tables/macau-1/rules/",
        "/api/tables/macau-1/rounds/",
        "/api/rounds/macau-1-20260310-0001/",
        "/api/me/statement/",
        "/api/me/sessions/",
        DAILY,
    ],
)
def test_more_rows_take_no_more_statements(house: House, caller: Caller, url: str) -> None:
    house.report()
    client = caller(house.floor.staff(Role.AUDITOR) if url == DAILY else house.ana)

    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert client.get(url).status_code == 200
        return len(captured)

    statements()
    before = statements()
    floor = house.floor
    house.more_rounds(4)
    newcomer = floor.player("nova")
    floor.sit(newcomer, house.table)
    floor.open_round(house.table, PONTO_WINS)
    floor.bet(newcomer, house.table, ponto=10_00)
    floor.table(code="macau-2")
    operations.make_due_reports(now=NEXT.replace(day=15))
    assert statements() <= before + 1, "documents that are new are read once, together"
    assert statements() == before
