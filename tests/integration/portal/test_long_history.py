"""A player's own past beyond the months that a page begins with: rounds, and the statement."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from kernel.calendar import add_months, lisbon_date
from tables.operations import seats
from tests.factories import BANCA_WINS_WITH_5, Actor, Floor
from tests.rules import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def past(floor: Floor) -> tuple[Floor, Actor, str, str]:
    """A round lost eleven months ago, and another lost nearly three months ago."""
    floor.now = timezone.now() - timedelta(days=335)
    table, player = floor.table(code="macau-1"), floor.player()
    codes = []
    for days in (0, 250):
        floor.wait(days=days)
        floor.sit(player, table)
        codes.append(floor.open_round(table, BANCA_WINS_WITH_5))
        floor.bet(player, table, ponto=15_00)
        floor.settle(table)
        seats.leave(table_id=table, person_id=player.id, now=floor.now)
    floor.now = timezone.now()
    return floor, player, codes[0], codes[1]


def page(player: Actor, path: str, **asked: Any) -> str:
    client = Client()
    client.force_login(get_user_model().objects.get(pk=player.id))
    answer = client.get(path, asked)
    assert answer.status_code == 200
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


@rule(
    "UK-02",
    "MT-01",
    asserts="The rounds of the last three months are there at once; asked for twelve months, the page has the round "
    "of eleven months ago too, and says 30.00 staked and −30.00 for the period.",
)
def test_rounds_of_a_year_are_found_with_the_sums_of_the_period(past: tuple[Floor, Actor, str, str]) -> None:
    floor, player, old, new = past
    usual = page(player, "/jogadas/")
    assert (old in usual, new in usual) == (False, True)
    since = lisbon_date(add_months(floor.now, -12)).isoformat()
    assert f"de={since}" in usual, "twelve months are one press away"
    whole = page(player, "/jogadas/", de=since)
    assert old in whole
    assert new in whole
    assert "−30,00 €" in whole


@rule(
    "GL-12",
    "PT-10",
    asserts="The statement shows the last ninety days at once, and asked for a year also the deposit and the round of "
    "eleven months ago, from a balance of 0.00 to 970.00.",
)
def test_the_statement_of_a_year_begins_with_nothing(past: tuple[Floor, Actor, str, str]) -> None:
    floor, player, old, new = past
    usual = page(player, "/carteira/extrato/")
    assert (old in usual, new in usual) == (False, True)
    since = (lisbon_date(floor.now) - timedelta(days=364)).isoformat()
    whole = page(player, "/carteira/extrato/", since=since, until=lisbon_date(floor.now).isoformat())
    assert old in whole
    assert new in whole
    assert "970,00 €" in whole
    floor.prove()
