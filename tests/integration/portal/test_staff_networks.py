"""Staff sign in from named networks alone; players from anywhere."""

from ipaddress import ip_network
from typing import Any

import pytest
from django.test import Client

from casino import env
from casino.signing import second_factor
from players.roles import Role
from tests.factories import SECOND_FACTOR, Floor, Somebody

pytestmark = pytest.mark.django_db
HOME, AWAY = "192.0.2.9", "198.51.100.7"


@pytest.fixture(autouse=True)
def _named(settings: Any) -> None:
    settings.STAFF_NETWORKS = (ip_network("192.0.2.0/24"), ip_network("2001:db8::/48"))


def password_given(client: Client, somebody: Somebody) -> Any:
    return client.post("/entrar/", {"login": somebody.email, "password": somebody.password})


def signed_in(client: Client, boss: Somebody) -> bool:
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


def test_players_sign_in_from_anywhere(floor: Floor) -> None:
    assert password_given(Client(REMOTE_ADDR=AWAY), floor.player("ana")).headers["Location"] == "/"


def test_the_setting_is_read_and_a_wrong_one_is_named() -> None:
    told = {"DATABASE_URL": "x", "VALKEY_URL": "x", "SABOT_SECRET_KEY": "x", "SABOT_SHOE_KEY": "A" * 43 + "="}
    read = env.read(told | {"SABOT_STAFF_NETWORKS": "192.0.2.0/24, 2001:db8::/48"})
    assert read.staff_networks == (ip_network("192.0.2.0/24"), ip_network("2001:db8::/48"))
    assert env.read(told).staff_networks == ()
    with pytest.raises(env.EnvironmentInvalid, match="SABOT_STAFF_NETWORKS"):
        env.read(told | {"SABOT_STAFF_NETWORKS": "office"})
