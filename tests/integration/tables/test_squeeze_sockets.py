"""The others at the table see a card lifted by the player who may lift it, and by no other."""

import asyncio
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async

from tables.models import Round, Squeeze, Table
from tables.operations import rounds
from tests.factories import PONTO_E_BANCA, Floor
from tests.integration.tables.test_sockets import Browser, Opener, now_of_house
from tests.integration.tables.test_sockets import table_and_sockets as table_and_sockets

SQUEEZED = replace(PONTO_E_BANCA, squeeze_seconds=20, show_seconds=60)
SIX = ("8S", "KH", "7D", "4C", "6C", "3D")


@pytest.fixture
def here(table_and_sockets: tuple[Floor, int, Opener]) -> tuple[Floor, int, Opener]:
    return table_and_sockets


async def lifted(browser: Browser) -> list[dict[str, object]]:
    """The steps that were passed on to this browser until now."""
    await browser.say(do="ping", t=9)
    return [said for said in await browser.until_pong(9) if said["say"] == "lift"]


async def test_others_see_the_card_move_and_then_turned(here: tuple[Floor, int, Opener]) -> None:
    floor, _, open_socket = here
    table = await sync_to_async(floor.table)(SQUEEZED, code="mesa-v")
    rita, rui = await sync_to_async(floor.player)("Rita"), await sync_to_async(floor.player)("Rui")
    for player in (rita, rui):
        await sync_to_async(floor.sit)(player, table)
    code = await sync_to_async(floor.open_round)(table, SIX)
    await sync_to_async(floor.bet)(rita, table, ponto=50_00)
    hers, his, watcher = [await open_socket(each, code="mesa-v") for each in (rita, rui, None)]
    await sync_to_async(_settle_now)(floor, table)
    step = {"do": "lift", "round": code, "hand": "ponto", "card": 0, "edge": "short", "lift": 40}
    for other in (his, watcher):
        await other.say(**step)
    await hers.say(**step)
    for browser in (hers, his, watcher):
        told = await browser.hear("lift")
        assert told == {"say": "lift", "round": code, "hand": "ponto", "card": 0, "edge": "short", "lift": 40}
        assert await lifted(browser) == [], "those of the two others were dropped"
    await hers.say(**(step | {"hand": "banca"}))
    assert await lifted(watcher) == [], "banca has no stake: the house turns its cards"

    await his.say(do="turn", round=code, hand="ponto", index=0)
    refused = await his.hear("rejection")
    assert (refused["action"], refused["reason"]) == ("turn", "not-yours-to-turn")
    await asyncio.sleep(3)  # the window of the first cards is open 2.65 s after the close
    await hers.say(do="turn", round=code, hand="ponto", index=0)
    assert (await hers.hear("turned"))["repeat"] is False
    await watcher.until(lambda: _turned_early(watcher.state["round"]["deal"]["timeline"]))
    assert await sync_to_async(Squeeze.objects.filter(turned_at__isnull=False).count)() == 1
    await sync_to_async(floor.prove)()


def _turned_early(steps: list[dict[str, object]]) -> bool:
    """Whether ponto's first cards lie open before their window ends."""
    first = {step["do"]: step for step in steps if step.get("hand") == "ponto" and step.get("index") == 0}
    return int(str(first["turn"]["at"])) < int(str(first["squeeze"]["until"]))


def _settle_now(floor: Floor, table: int) -> None:
    """Close, deal and settle the round in play, at the wall clock."""
    Round.objects.filter(table=table, phase="betting").update(closes_at=now_of_house())
    Table.objects.filter(pk=table).update(due_at=now_of_house())
    floor.now = now_of_house()
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is rounds.Step.SETTLED
