"""A player in a real browser at a house on six machines whose primary database loses its power."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.faults.clients import Client
from tests.faults.support import LONG, until
from tests.faults.test_postgres import at_rest
from tests.functional.browsers import Person, browser
from tests.machines.rig import CODE, WRITES, Rig, players_at, rig
from tests.patience import PATIENCE_SECONDS

pytestmark = [
    pytest.mark.machines,
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(not LONG, reason="beside the short form, which players' programs see: SABOT_LONG=1"),
]


@pytest.fixture
def made(db: None, tmp_path: Path) -> Iterator[Rig]:
    with rig(tmp_path) as found:
        yield found


def test_a_bet_under_way_is_taken_once_and_the_round_is_played_with_its_cards(made: Rig) -> None:
    with players_at(made) as players, browser() as chromium:
        person = Person(chromium, made.house.url)
        person.context.add_cookies([{"name": "sessionid", "value": players.clients[0].cookie, "url": made.house.url}])
        page = person.page
        log = made.logs / "page.jsonl"
        note_slips(page, log, players.clients[0].person)
        person.go(f"/mesa/{CODE}/")
        expect(page.locator("#tray")).to_be_visible()
        person.picture("before")
        players.reach(players.clients[0].version)
        fresh = players.clients[0].state["round"]["code"]
        made.close_round()
        players.wait("a round begins", lambda: _betting(players.clients[0], after=fresh))
        fallen = until("one node is the primary", made.nodes.leader)
        made.power_off(fallen)
        person.lay("banca", "7")
        page.locator("#act-confirm").click()
        page.wait_for_timeout(4_000)
        person.picture("fallen")
        assert page.locator("#main").is_visible(), "the page stands"
        said = until("the page has its answer", lambda: asked_again(page, log), seconds=2 * PATIENCE_SECONDS)
        taken = said == "receipt"  # else the round had closed before a primary was there again
        spot = page.locator('[data-chance="banca"] [data-part="sum"]')
        expect(spot).to_contain_text("7" if taken else "0")
        expect(page.locator("#strip-link")).to_be_hidden(timeout=2 * PATIENCE_SECONDS * 1000)
        person.picture("taken")
        for client in players.clients:
            client.betting = False
        code = players.clients[0].state["round"]["code"]
        made.close_round()
        expect(page.locator("#outcome")).to_be_visible()
        person.picture("outcome")
        made.nodes.start(fallen)
        person.go(f"/jogadas/{code}/")
        expect(page.locator("[data-state=good] > .laid__tick").first).to_be_visible()
        person.picture("round")
        assert _stakes(made, code, players.clients[0].person) == (7_00 if taken else 0), "the page's slip, once"
        made.whole()
        at_rest(players, made.house, made.logs)


def note_slips(page: Page, log: Path, person: int) -> None:
    """Keep what the page asks and is answered as the other players' programs keep it: it is a witness as they are."""

    def note(**facts: Any) -> None:
        with log.open("a") as kept:
            kept.write(json.dumps(facts | {"person": person, "at": time.time()}) + "\n")

    def sent(payload: str | bytes) -> None:
        frame = json.loads(payload)
        if frame.get("do") == "bet":
            note(note="ask", key=frame["key"], round=frame["round"], lines=frame["lines"])

    def received(payload: str | bytes) -> None:
        frame = json.loads(payload)
        if frame["say"] in {"receipt", "rejection"} and frame.get("reason") != "try-again":
            note(note="answer", key=frame["key"], say=frame["say"], number=frame.get("number"))

    def opened(socket: WebSocket) -> None:
        socket.on("framesent", sent)
        socket.on("framereceived", received)

    page.on("websocket", opened)


def asked_again(page: Page, log: Path) -> str:
    """What the page was answered at last. Told that the house could not answer, a player presses once more."""
    if page.locator("#act-confirm").is_enabled():
        page.locator("#act-confirm").click()
    page.wait_for_timeout(200)
    lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return next((str(each["say"]) for each in lines if each["note"] == "answer"), "")


def _betting(client: Client, *, after: str) -> bool:
    played = client.state["round"]
    return bool(played["code"] != after and played["phase"] == "betting")


def _stakes(made: Rig, code: str, person: int) -> int:
    """What the player has on banca in that round, in cents: no player's program bets there."""
    with psycopg.connect(made.nodes.url() + WRITES) as connection:
        found = connection.execute(
            "SELECT coalesce(sum(stake), 0)::bigint FROM tables_bet b JOIN tables_round r ON r.id = b.round_id "
            "WHERE r.code = %s AND b.person_id = %s AND b.chance = 'banca'",
            [code, person],
        ).fetchone()
    return int(found[0]) if found else 0
