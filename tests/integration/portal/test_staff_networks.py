"""Staff sign in from named networks alone; players from anywhere."""

from ipaddress import ip_network
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client

from casino import env
from casino.signing import second_factor
from players.models import Device
from players.roles import Role
from tables.live.consumers import NO_SUCH_TABLE
from tables.live.standing import SIGNED_OUT
from tests.factories import SECOND_FACTOR, Actor, Floor

pytestmark = pytest.mark.django_db
HOME, AWAY = "192.0.2.9", "198.51.100.7"


@pytest.fixture(autouse=True)
def _named(settings: Any) -> None:
    settings.STAFF_NETWORKS = (ip_network("192.0.2.0/24"), ip_network("2001:db8::/48"))


def password_given(client: Client, actor: Actor) -> Any:
    return client.post("/entrar/", {"login": actor.email, "password": actor.password})


def signed_in(client: Client, boss: Actor) -> bool:
    password_given(client, boss)
    code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
    client.post("/entrar/codigo/", {"code": code})
    return client.get("/casa/sala/").status_code == 200


def test_staff_are_refused_in_words_elsewhere_and_only_with_the_right_password(floor: Floor) -> None:
    boss = floor.staff(Role.SUPERVISOR)
    refused = password_given(Client(REMOTE_ADDR=AWAY), boss)
    assert "só entra a partir das redes da casa" in refused.content.decode()
    wrong = Client(REMOTE_ADDR=AWAY).post("/entrar/", {"login": boss.email, "password": "errada"})
    assert "redes da casa" not in wrong.content.decode()
    assert signed_in(Client(REMOTE_ADDR=HOME), boss)


def test_a_session_of_staff_that_moves_elsewhere_ends(floor: Floor) -> None:
    boss = floor.staff(Role.SUPERVISOR)
    client = Client(REMOTE_ADDR="::ffff:192.0.2.44")
    assert signed_in(client, boss)
    assert client.get("/casa/sala/", REMOTE_ADDR=AWAY).status_code == 302
    assert client.get("/casa/sala/").status_code == 302, "it is over, not only refused"


async def closed_with(client: Client, address: str) -> int:
    """The code with which the whole web process closes a socket to no table, with this browser's cookies, from
    there."""
    from casino.asgi import application

    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    headers = [(b"origin", settings.CSRF_TRUSTED_ORIGINS[0].encode()), (b"cookie", cookies.encode())]
    scope = {"type": "websocket", "path": "/ws/tables/nada/", "client": (address, 4711), "headers": headers}
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(timeout=10))["type"] == "websocket.accept"
    return int((await socket.receive_output(timeout=10))["code"])


@pytest.mark.django_db(transaction=True)
async def test_a_socket_asks_for_the_networks_as_a_page_does(open_floor: Floor) -> None:
    boss, ana = await sync_to_async(open_floor.staff)(Role.SUPERVISOR), await sync_to_async(open_floor.player)("ana")
    staffs, players = Client(REMOTE_ADDR=HOME), Client(REMOTE_ADDR=AWAY)
    assert await sync_to_async(signed_in)(staffs, boss)
    await sync_to_async(password_given)(players, ana)
    assert await closed_with(staffs, f"::ffff:{HOME}") == NO_SUCH_TABLE
    assert await closed_with(players, AWAY) == await closed_with(Client(), AWAY) == NO_SUCH_TABLE

    assert await closed_with(staffs, AWAY) == SIGNED_OUT

    assert (await sync_to_async(staffs.get)("/casa/sala/")).status_code == 302, "it is over, not only refused"
    assert not await Device.objects.filter(person_id=boss.id, ended_at=None).aexists()


def test_players_sign_in_from_anywhere(floor: Floor) -> None:
    assert password_given(Client(REMOTE_ADDR=AWAY), floor.player("ana")).headers["Location"] == "/mesas/"


def test_the_setting_is_read_and_a_wrong_one_is_named() -> None:
    told = {"DATABASE_URL": "x", "VALKEY_URL": "x", "SABOT_SECRET_KEY": "x", "SABOT_SHOE_KEY": "A" * 43 + "="}
    read = env.read(told | {"SABOT_STAFF_NETWORKS": "192.0.2.0/24, 2001:db8::/48"})
    assert read.staff_networks == (ip_network("192.0.2.0/24"), ip_network("2001:db8::/48"))
    assert env.read(told).staff_networks == ()
    with pytest.raises(env.EnvironmentInvalid, match="SABOT_STAFF_NETWORKS"):
        env.read(told | {"SABOT_STAFF_NETWORKS": "office"})
