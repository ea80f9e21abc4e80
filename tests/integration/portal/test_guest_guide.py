"""What a guest's round tells: its reasons, asked of the game, the reader's own cost, and the office its player."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from kernel.money import Currency
from players.roles import Role
from tables import queries
from tables.operations import individual
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS, Actor, Floor

pytestmark = pytest.mark.django_db


def played(floor: Floor, cards: tuple[str, ...], **cents: int) -> tuple[Actor, str]:
    """A guest's round with these cards and bets."""
    guest = floor.guest()
    held = queries.held_seat(guest.id)
    assert held is not None
    table = queries.table_id(held.table_code)
    assert table is not None
    code = floor.open_round(table, cards)
    floor.bet(guest, table, **cents)
    individual.deal(table_id=table, person_id=guest.id, round_code=code, now=floor.now)
    floor.settle(table)
    return guest, code


def told(code: str, who: Actor | None = None) -> dict[str, list[str]]:
    client = Client()
    if who is not None:
        client.force_login(get_user_model().objects.get(pk=who.id))
    answer = client.get(f"/jogadas/{code}/guia.json")
    assert answer.status_code == 200
    return {name: [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines] for name, lines in answer.json().items()}


def test_why_the_hands_drew_and_what_a_win_with_commission_cost(floor: Floor) -> None:
    guest, code = played(floor, BANCA_WINS_WITH_5, banca=10_00)
    said = told(code, guest)
    assert said["why"] == ["O Ponto tem 2 e tira.", "A Banca tem 5 e não tira: a terceira carta do Ponto vale 0."]
    assert said["cost"] == [
        "Banca: apostou 10,00 fichas e recebeu 19,50 fichas, um prémio de 9,50 fichas. "
        "A comissão de 0,50 fichas já está descontada.",
        "Vantagem da casa em Banca: 1,06 %. Numa aposta de 10,00 fichas, a casa fica, em média, com 0,11 fichas.",
    ]
    assert guest.balance(Currency.PLAY) == 1_009_50
    floor.prove()


def test_a_natural_a_loss_and_a_win(floor: Floor) -> None:
    guest, code = played(floor, PONTO_WINS, ponto=20_00, empate=1_00)
    said = told(code, guest)
    assert said["why"] == ["O Ponto tem 8 natural.", "Nenhuma mão tira."]
    assert said["cost"][:2] == [
        "Ponto: apostou 20,00 fichas e recebeu 40,00 fichas, um prémio de 20,00 fichas.",
        "Empate: apostou 1,00 fichas e perdeu.",
    ]
    assert len(said["cost"]) == 4


def test_others_read_the_reasons_alone(floor: Floor) -> None:
    _, code = played(floor, PONTO_WINS, ponto=20_00)
    assert told(code)["why"]
    assert told(code)["cost"] == []
    assert told(code, floor.player())["cost"] == []


def test_nothing_before_the_cards(floor: Floor) -> None:
    table = floor.table(code="aberta")
    code = floor.open_round(table, PONTO_WINS)
    assert told(code) == {"why": [], "cost": []}
    assert Client().get("/jogadas/nada/guia.json").status_code == 404


def test_the_office_says_who_played_and_leads_to_no_page(floor: Floor) -> None:
    guest, code = played(floor, PONTO_WINS, ponto=20_00)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=floor.staff(Role.SUPPORT).id))
    page = client.get(f"/casa/jogadas/{code}/").content.decode()
    assert "<small>sem conta</small>" in page
    assert f"/casa/jogadores/{guest.key}/" not in page
