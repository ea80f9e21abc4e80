"""A player in a real browser at a house on six machines whose primary database loses its power."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import expect

from tests.faults.support import LONG, until
from tests.faults.test_postgres import at_rest
from tests.functional.browsers import Person, browser
from tests.machines.rig import CODE, WRITES, Rig, players_at, rig
from tests.patience import PATIENCE_SECONDS

pytestmark = [
    pytest.mark.house,
    pytest.mark.browser,
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
        person.go(f"/mesa/{CODE}/")
        expect(page.locator("#tray")).to_be_visible()
        person.picture("before")
        fallen = until("one node is the primary", made.nodes.leader)
        made.power_off(fallen)
        person.lay("banca", "7")
        page.locator("#act-confirm").click()
        page.wait_for_timeout(4_000)
        person.picture("fallen")
        assert page.locator("#main").is_visible(), "the page stands"
        spot = page.locator('[data-chance="banca"] [data-part="sum"]')
        expect(spot).to_contain_text("7", timeout=2 * PATIENCE_SECONDS * 1000)
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
        assert _stakes(made, code, players.clients[0].person) == 7_00, "the page's slip, once"
        made.whole()
        at_rest(players, made.house, made.logs)


def _stakes(made: Rig, code: str, person: int) -> int:
    """What the player has on banca in that round, in cents: no player's program bets there."""
    with psycopg.connect(made.nodes.url() + WRITES) as connection:
        found = connection.execute(
            "SELECT coalesce(sum(stake), 0)::bigint FROM tables_bet b JOIN tables_round r ON r.id = b.round_id "
            "WHERE r.code = %s AND b.person_id = %s AND b.chance = 'banca'",
            [code, person],
        ).fetchone()
    return int(found[0]) if found else 0
