"""Real sockets on a running house: whoever the national list names is away within two seconds, however it is told."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from players.models import Registration
from players.national_entries import COLUMNS
from tables.models import PlaySession
from tests.factories import MACAU, Floor, Somebody
from tests.running import House, running_house

SECRET = "segredo da lista nacional, bem comprido"
BARRED = 4010
AT_ONCE = 2.0
"""Seconds: what the rules promise."""


@contextmanager
def socket_of(house: House, somebody: Somebody, code: str) -> Iterator[ClientConnection]:
    """A socket of a signed-in browser, open and told everything."""
    browser = Client()
    assert browser.login(username=somebody.email, password=somebody.password)
    cookie = {"Cookie": f"sessionid={browser.cookies['sessionid'].value}"}
    address = house.url.replace("http", "ws", 1) + f"/ws/tables/{code}/"
    with connect(address, origin=Origin(house.url), additional_headers=cookie, open_timeout=60) as opened:
        assert '"say":"snapshot"' in str(opened.recv(timeout=60))
        yield opened


def closing_of(opened: ClientConnection, since: float) -> tuple[int | None, float]:
    """With which code the house closes a socket, and how long after `since`."""
    while True:
        try:
            opened.recv(timeout=60)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None, time.monotonic() - since


@pytest.fixture
def room(open_floor: Floor) -> Iterator[tuple[Floor, Somebody, str]]:
    """A player with a seat and a bet in play."""
    floor = open_floor
    floor.now = timezone.now()
    table, rita = floor.table(MACAU, code="mesa-m"), floor.player()
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=20_00)
    yield floor, rita, Registration.objects.get(person_id=rita.id).nif
    floor.settle(table)


@pytest.mark.parametrize("way", ["push", "file"])
def test_whom_the_list_names_is_away_within_two_seconds(
    room: tuple[Floor, Somebody, str], tmp_path: Path, way: str
) -> None:
    floor, rita, nif = room
    zoe = floor.player()
    with running_house(tmp_path, parts=(), environment={"SABOT_NATIONAL_LIST": SECRET}) as house, ExitStack() as open_:
        mine = [open_.enter_context(socket_of(house, rita, "mesa-m")) for _ in range(2)]
        others = open_.enter_context(socket_of(house, zoe, "mesa-m"))
        since = time.monotonic()
        if way == "push":
            with override_settings(NATIONAL_LIST_SECRET=SECRET, PORT=int(house.url.rsplit(":", 1)[1])):
                call_command("push_exclusion", "SRIJ-1", nif=nif)
        else:
            file = tmp_path / "lista.csv"
            file.write_text(";".join(COLUMNS) + f"\nSRIJ-1;{nif};;;;2026-01-31;\n", encoding="utf-8")
            call_command("import_exclusions", str(file))
        closings = [closing_of(each, since) for each in mine]
        assert [code for code, _ in closings] == [BARRED, BARRED]
        assert max(took for _, took in closings) < AT_ONCE, closings
        others.send('{"do":"ping","t":7}')
        assert '"say"' in str(others.recv(timeout=60)), "nobody else is sent away"
    session = PlaySession.objects.get(person_id=rita.id)
    assert session.leaving, "the seat goes when the round with the bet is settled"
