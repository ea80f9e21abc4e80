"""Real sockets on a running house: a player named by the national list is sent away at once, by every way in."""

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
from players.protection.national_entries import COLUMNS
from tables.models import PlaySession, Table
from tests.factories import MACAU, Actor, Floor
from tests.patience import PATIENCE_SECONDS
from tests.running import House, running_house

SECRET = "segredo da lista nacional, bem comprido"
NATIONAL = {"SABOT_NATIONAL_LIST": SECRET}
BARRED = 4010


@contextmanager
def socket_of(house: House, actor: Actor, code: str) -> Iterator[ClientConnection]:
    """A socket of a signed-in browser, open and told everything."""
    browser = Client()
    assert browser.login(username=actor.email, password=actor.password)
    cookie = {"Cookie": f"sessionid={browser.cookies['sessionid'].value}"}
    address = house.url.replace("http", "ws", 1) + f"/ws/tables/{code}/"
    with connect(address, origin=Origin(house.url), additional_headers=cookie, open_timeout=PATIENCE_SECONDS) as opened:
        assert '"say":"snapshot"' in str(opened.recv(timeout=PATIENCE_SECONDS))
        yield opened


def closing_of(opened: ClientConnection) -> int | None:
    """With which code the house closes a socket."""
    while True:
        try:
            opened.recv(timeout=PATIENCE_SECONDS)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


def hear(opened: ClientConnection, words: str) -> None:
    """Read until a frame with these words comes."""
    while words not in str(opened.recv(timeout=PATIENCE_SECONDS)):
        pass


@pytest.fixture
def room(open_floor: Floor) -> tuple[Floor, Actor, str]:
    """A player with a seat and a bet in play."""
    floor = open_floor
    floor.now = timezone.now()
    table, rita = floor.table(MACAU, code="mesa-m"), floor.player()
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=20_00)
    return floor, rita, Registration.objects.get(person_id=rita.id).nif


def pushed(house: House, folder: Path, reference: str, nif: str) -> None:
    """The list's own system tells the house of one person."""
    with override_settings(NATIONAL_LIST_SECRET=SECRET, PORT=int(house.url.rsplit(":", 1)[1])):
        call_command("push_exclusion", reference, nif=nif)


def imported(house: House, folder: Path, reference: str, nif: str) -> None:
    """A member of staff takes over a file of the list."""
    file = folder / "lista.csv"
    file.write_text(";".join(COLUMNS) + f"\n{reference};{nif};;;;2026-01-31;\n", encoding="utf-8")
    call_command("import_exclusions", str(file))


@pytest.mark.parametrize("way", ["push", "file"])
def test_a_player_named_by_the_list_is_sent_away_without_asking(
    room: tuple[Floor, Actor, str], tmp_path: Path, way: str
) -> None:
    floor, rita, nif = room
    zoe = floor.player()
    with running_house(tmp_path, parts=(), environment=NATIONAL, warm=True) as house, ExitStack() as open_:
        mine = [open_.enter_context(socket_of(house, rita, "mesa-m")) for _ in range(2)]
        others = open_.enter_context(socket_of(house, zoe, "mesa-m"))
        tell = {"push": pushed, "file": imported}[way]
        tell(house, tmp_path, "SRIJ-1", nif)
        for each in mine:
            hear(each, '"barred":{')
        assert PlaySession.objects.get(person_id=rita.id).leaving, "the seat goes when the round is settled"
        floor.settle(Table.objects.get(code="mesa-m").pk)
        assert [closing_of(each) for each in mine] == [BARRED, BARRED]
        others.send('{"do":"ping","t":7}')
        assert '"say"' in str(others.recv(timeout=PATIENCE_SECONDS)), "no other player is sent away"
    assert PlaySession.objects.get(person_id=rita.id).ended_at is not None
