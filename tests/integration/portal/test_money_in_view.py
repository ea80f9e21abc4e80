"""What a player has is in view wherever money is about to move: the balance, what lies in play, net deposits."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from kernel.money import Currency
from tests.factories import Actor, Floor
from tests.integration.players.tills import Till
from tests.rules import rule

pytestmark = pytest.mark.django_db


def page(player: Actor, path: str) -> str:
    client = Client()
    client.force_login(get_user_model().objects.get(pk=player.id))
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def player(floor: Floor) -> Actor:
    floor.now = timezone.now()
    return floor.player(cents=987_65)


@rule(
    "UK-01",
    asserts="The wallet, the statement, the page of deposits and that of withdrawals show a balance of 987,65 €.",
)
@pytest.mark.parametrize("path", ["/carteira/", "/carteira/extrato/", "/carteira/depositar/", "/carteira/levantar/"])
def test_the_balance_is_on_every_page_of_money(player: Actor, path: str) -> None:
    assert "987,65 €" in page(player, path)


@rule(
    "UK-03",
    asserts="After 987.65 paid in and 20.00 withdrawn the wallet and the statement show net deposits of 967,65 € and "
    "say what that is.",
)
def test_net_deposits_are_shown_and_explained(floor: Floor, player: Actor) -> None:
    till = Till(floor)
    till.ask_out(player, 20_00, till.instrument(player, proven=True))
    for path in ("/carteira/", "/carteira/extrato/"):
        text = page(player, path)
        assert "Depósitos líquidos" in text
        assert "967,65 €" in text
        assert "tudo o que depositou desde que abriu a conta" in text


@rule(
    "GL-39",
    asserts="While a round is not over, its 30.00 are shown outside the balance of 957,65 €, on the wallet and the "
    "page of withdrawals; it ends by itself, and nothing is in play then.",
)
def test_stakes_of_an_unfinished_round_are_shown_apart(floor: Floor, player: Actor) -> None:
    table = floor.table()
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=30_00)
    for path in ("/carteira/", "/carteira/levantar/"):
        text = page(player, path)
        assert "957,65 €" in text
        assert "Em jogo, fora do saldo" in text
        assert "30,00 €" in text
    floor.settle(table)
    assert "Em jogo, fora do saldo" not in page(player, "/carteira/")
    floor.prove()


@rule("GL-39", asserts="30.00 of play money in a round that is not over stand with the chips, and not with the euros.")
def test_chips_in_play_are_no_euros_in_play(floor: Floor) -> None:
    floor.now = timezone.now()
    table, player = floor.table(currency=Currency.PLAY), floor.player(cents=987_65, play_cents=100_00)
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=30_00)
    assert "Em jogo, fora do saldo" in page(player, "/carteira/?fichas=PLAY")
    for path in ("/carteira/", "/carteira/levantar/"):
        text = page(player, path)
        assert "987,65 €" in text
        assert "Em jogo, fora do saldo" not in text
