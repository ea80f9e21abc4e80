"""The lobby while a switch keeps the tables from going on."""

import pytest
from django.test import Client
from django.utils import timezone

from players.roles import Role
from tables.operations import stops
from tests.factories import MACAU, PONTO_E_BANCA, Floor

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
