"""Play chips: given at demonstration tables only, up to a thousand, once for one wish."""

import uuid

from django.test import Client

from kernel.money import Currency
from tests.factories import Floor


def test_play_chips_fill_up_and_never_touch_money(floor: Floor, client: Client) -> None:
    floor.table(code="demo", currency=Currency.PLAY)
    floor.table(code="serio")
    player = floor.player(cents=20_00, play_cents=5_00)
    client.login(username=player.email, password=player.password)
    wish = {"key": str(uuid.uuid4())}
    for given in (True, False):
        answer = client.post("/mesa/demo/fichas/", wish, headers={"accept": "application/json"})
        assert answer.json()["given"] is given
        assert player.balance(Currency.PLAY) == 1_000_00
    assert client.post("/mesa/serio/fichas/", wish).status_code == 404
    assert player.balance(Currency.EUR) == 20_00
    assert "top-up" in client.get("/mesa/demo/").content.decode()
    assert "top-up" not in client.get("/mesa/serio/").content.decode()


def test_play_chips_need_a_player_and_a_wish(floor: Floor, client: Client) -> None:
    floor.table(code="demo", currency=Currency.PLAY)
    assert client.post("/mesa/demo/fichas/", {"key": str(uuid.uuid4())}).status_code == 302
    player = floor.player()
    client.login(username=player.email, password=player.password)
    assert client.post("/mesa/demo/fichas/", {"key": "1"}).status_code == 400
    assert client.get("/mesa/demo/fichas/").status_code == 405
    answer = client.post("/mesa/demo/fichas/", {"key": str(uuid.uuid4())})
    assert answer["Location"].endswith("/mesa/demo/")
