"""The front page: what a stranger meets, who goes on to the lobby, and the felt that is fetched again and again."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from kernel.money import Currency
from tests.factories import MACAU, PONTO_WINS, Floor

pytestmark = pytest.mark.django_db
EVERYTHING = ("/", "/mesas/", "/mesas/?fichas=PLAY")


@pytest.fixture
def running(floor: Floor) -> int:
    """A table at which two sit and have bet."""
    floor.now = timezone.now()
    table = floor.table(MACAU, code="lua")
    ana, rui = floor.player("Ana"), floor.player("Rui")
    floor.sit(ana, table)
    floor.sit(rui, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=30_00)
    floor.bet(rui, table, banca=10_00)
    return table


def text_of(page: str) -> str:
    """The words of a page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).replace("\N{NO-BREAK SPACE}", " ")


def test_a_stranger_sees_a_table_as_it_runs(running: int, client: Client) -> None:
    answer = client.get("/")
    said = text_of(answer.content.decode())
    for words in (
        "Veja cada carta. Conte cada cêntimo. Pare a um toque.",
        "Lua, agora · jogada 1",
        "s para apostar",
        "Façam as vossas apostas",
        "Ponto pode ainda 980 €",
        "Banca pode ainda 1 020 €",
        "Ponto 1 : 1 75% 30 € 1 jogador",
        "Banca 1 : 1 25% 10 € 1 jogador",
        "Empate 8 : 1 0% 0 € 0 jogadores",
        "3 Lugar livre ver esta mesa",
        "1,24 %",
        "0,93 %",
        "14,36 %",
    ):
        assert words in said, words
    assert "Ana" not in said
    assert "Rui" not in said
    assert not answer.cookies.get("sessionid")


def test_the_felt_alone_follows_the_round(floor: Floor, running: int, client: Client) -> None:
    assert client.get("/mesa/nenhuma/pano/").status_code == 404
    felt = client.get("/mesa/lua/pano/")
    assert "no-store" in felt.headers["Cache-Control"]
    assert felt.content.decode().lstrip().startswith("<section")
    assert "Conferir" not in felt.content.decode()
    code = floor.round_code(running)
    floor.settle(running)
    felt = client.get("/mesa/lua/pano/")
    if "Ganha" not in felt.content.decode():  # the cards are still coming: nothing of the result is told before
        assert code not in felt.content.decode()
    floor.prove()


def test_a_house_without_tables_has_a_front_page(client: Client, db: None) -> None:
    said = text_of(client.get("/").content.decode())
    assert "Nenhuma mesa está aberta agora" in said
    assert "0,93 %" in said


def test_who_is_signed_in_and_who_comes_by_an_old_link_goes_on_to_the_lobby(floor: Floor, client: Client) -> None:
    assert client.get("/?fichas=PLAY&variante=").headers["Location"] == "/mesas/?fichas=PLAY&variante="
    player = floor.player()
    client.login(username=player.email, password=player.password)
    assert client.get("/").headers["Location"] == "/mesas/"


def test_money_and_play_money_are_never_in_one_list(floor: Floor, client: Client) -> None:
    floor.now = timezone.now()
    floor.table(MACAU, code="lua")
    floor.table(MACAU, code="brincar", currency=Currency.PLAY)
    money, play = (client.get(f"/mesas/?fichas={kind}").content.decode() for kind in ("EUR", "PLAY"))
    assert ("tile-lua" in money, "tile-brincar" in money) == (True, False)
    assert ("tile-lua" in play, "tile-brincar" in play) == (False, True)


def test_the_lobby_tells_a_player_what_the_day_came_to(floor: Floor, running: int, client: Client) -> None:
    assert 'id="today"' not in client.get("/mesas/").content.decode()
    eva = floor.player("Eva")
    client.login(username=eva.email, password=eva.password)
    floor.sit(eva, running)
    floor.bet(eva, running, ponto=20_00)
    page = client.get("/mesas/?fichas=EUR").content.decode()
    today = text_of(page[page.index('id="today"') :])
    assert "apostado 20,00 €" in today
    assert "custo médio" in today
    assert "o seu lugar é o 3" in text_of(page)
    assert "Eu" in text_of(page)
    part = client.get("/mesas/?fichas=EUR", headers={"HX-Request": "true"}).content.decode()
    assert 'id="today"' not in part
    floor.prove()
