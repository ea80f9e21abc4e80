"""The lobby while a switch keeps the tables from going on."""

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.roles import Role
from tables import queries
from tables.operations import stops
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, Floor

pytestmark = pytest.mark.django_db

CLOSED = "O jogo está fechado por agora em todas as mesas"
SUSPENDED = "As novas jogadas estão suspensas pela casa"


def lobby(client: Client) -> str:
    return client.get("/mesas/?fichas=EUR", HTTP_HX_REQUEST="true").content.decode()


def test_a_proof_that_closed_play_is_told(floor: Floor, client: Client) -> None:
    floor.now = timezone.now()
    floor.table(MACAU, code="lua")
    assert CLOSED not in lobby(client)
    stops.close_by_proof(reason="Prova 1: 2", now=floor.now)

    page = lobby(client)
    assert CLOSED in page
    assert "O seu saldo está seguro" in page
    assert "jogo fechado" in page


def test_a_stop_of_everything_is_told_above_and_that_of_a_ruleset_at_its_tables(floor: Floor, client: Client) -> None:
    floor.now = timezone.now()
    floor.table(MACAU, code="lua")
    floor.table(PONTO_E_BANCA, code="sol")
    by = floor.staff(Role.SUPERVISOR).id
    stops.stop(scope="macau", by=by, reason="revisão", now=floor.now)
    page = lobby(client)
    assert SUSPENDED not in page
    assert page.count("jogo suspenso") == 1

    stops.stop(scope="all", by=by, reason="revisão", now=floor.now)
    page = lobby(client)
    assert SUSPENDED in page
    assert page.count("jogo suspenso") == 2


def test_a_tile_has_the_last_five_results_also_behind_a_void_round(floor: Floor, client: Client) -> None:
    floor.now = timezone.now()
    table = floor.table(MACAU, code="lua")
    for cards in (PONTO_WINS, *[BANCA_WINS_WITH_5] * 4):
        floor.open_round(table, cards)
        floor.settle(table)
    floor.open_round(table, PONTO_WINS)
    floor.void(table)
    (tile,) = queries.lobby(currency="EUR", now=floor.now)
    assert [each.winner for each in tile.results] == ["P", "B", "B", "B", "B"]
    floor.step(table)
    floor.settle(table)
    (tile,) = queries.lobby(currency="EUR", now=floor.now)
    assert [each.winner for each in tile.results[:4]] == ["B", "B", "B", "B"]
    assert len(tile.results) == 5


def test_the_tiles_fetched_again_do_not_add_up_the_players_day(floor: Floor, client: Client) -> None:
    floor.now = timezone.now()
    floor.table(MACAU, code="lua")
    rita = floor.player("Rita")
    client.force_login(get_user_model().objects.get(pk=rita.id))
    assert "hoje" in client.get("/mesas/?fichas=EUR").content.decode().lower()
    with CaptureQueriesContext(connection) as whole:
        client.get("/mesas/?fichas=EUR")
    with CaptureQueriesContext(connection) as tiles:
        lobby(client)
    assert len(tiles) < len(whole), [each["sql"][:90] for each in tiles.captured_queries]
