"""The tables that the Portuguese profile allows, for every approver: R9, R10, R13, R15, R37."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from baccarat.chances import Chance
from baccarat.rulesets import PRESETS, LimitScheme, preset
from kernel.money import Currency
from players.roles import Role
from tables import queries
from tables.operations import configurations, rounds
from tables.operations.configurations import ConfigurationRejected, ConfigurationRejection
from tables.operations.tables import TableRejected, TableRejection, close_after_round, open_table
from tables.profiles import OPEN, PORTUGAL, is_admitted
from tables.table_settings import TableSettings
from tests.factories import MACAU, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.rules import rule

LIVE = TableSettings(
    preset="live-baccarat", minimum=1_00, max_prize=5_000_00, shuffle="per-shoe", commission="5-percent"
)
ALONE = TableSettings(preset="punto-banco", minimum=1_00, decks=6, commission="5-percent", pairs=False, seats=1)
FIVE_BETS = {Chance.PONTO, Chance.BANCA, Chance.EMPATE, Chance.PAR_PONTO, Chance.PAR_BANCA}


@pytest.fixture
def portuguese(settings: Any) -> None:
    """A site that is no demonstration, under the Portuguese supervisor."""
    settings.DEMO_HOUSE, settings.PROFILE = False, "pt"


@rule(
    "R9",
    asserts="For money the Portuguese profile admits exactly the games whose bets are among the five and whose limits "
    "are those of R15 or R43.",
)
def test_the_portuguese_profile_knows_five_bets_and_the_limits_of_the_regulation() -> None:
    for name in PRESETS:
        rules = preset(name)
        lawful = set(rules.chances) <= FIVE_BETS and rules.limit_scheme in {
            LimitScheme.MULTIPLES,
            LimitScheme.DIFFERENCE,
        }
        assert is_admitted(name, profile=PORTUGAL.code, demonstration=False) is lawful
        assert is_admitted(name, profile=OPEN.code, demonstration=False)
        assert is_admitted(name, profile=PORTUGAL.code, demonstration=True)


@rule(
    "R9",
    asserts="In a Portuguese house no draft of the live game or of punto banco is taken, for money or for play money.",
)
@rule(
    "R37",
    asserts="A play money table takes no other games than a euro table: the live game and punto banco are refused at "
    "both.",
)
@pytest.mark.parametrize("terms", [LIVE, ALONE], ids=lambda terms: terms.preset)
@pytest.mark.parametrize("currency", Currency)
@pytest.mark.usefixtures("portuguese")
def test_no_game_outside_the_profile_can_be_drafted(floor: Floor, terms: TableSettings, currency: Currency) -> None:
    table_id = floor.table(MACAU, currency=currency)
    manager = floor.staff(Role.GAME_MANAGER)
    with pytest.raises(ConfigurationRejected) as refused:
        configurations.draft(table_id=table_id, terms=terms, by=manager.id, idempotency_key=uuid.uuid4(), now=floor.now)
    assert refused.value.reason is ConfigurationRejection.NOT_IN_PROFILE


def test_earlier_proposals_are_not_approved(floor: Floor, settings: Any) -> None:
    table_id = floor.table(MACAU)
    manager, approver = floor.staff(Role.GAME_MANAGER), floor.staff(Role.APPROVER)
    drafted = configurations.draft(
        table_id=table_id, terms=LIVE, by=manager.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    configurations.submit(configuration_id=drafted.configuration_id, by=manager.id, now=floor.now)
    settings.DEMO_HOUSE = False
    with pytest.raises(ConfigurationRejected) as refused:
        configurations.approve(
            configuration_id=drafted.configuration_id, by=approver.id, reference="SRIJ 2026/118", now=floor.now
        )
    assert refused.value.reason is ConfigurationRejection.NOT_IN_PROFILE


def test_a_table_that_ran_before_deals_no_further_round(floor: Floor, settings: Any) -> None:
    table_id = floor.table(LIVE)
    assert rounds.do_due_step(table_id=table_id, fence=None, now=floor.now) is rounds.Step.OPENED
    settings.DEMO_HOUSE = False
    floor.now += timedelta(seconds=60)
    assert rounds.do_due_step(table_id=table_id, fence=None, now=floor.now) is rounds.Step.SETTLED
    floor.now += timedelta(seconds=60)
    assert rounds.do_due_step(table_id=table_id, fence=None, now=floor.now) is rounds.Step.HELD

    manager = floor.staff(Role.GAME_MANAGER)
    close_after_round(table_id=table_id, by=manager.id, reason="fora do perfil", now=floor.now)
    assert rounds.do_due_step(table_id=table_id, fence=None, now=floor.now + timedelta(seconds=5)).value in {
        "closed-table",
        "nothing",
    }
    with pytest.raises(TableRejected) as refused:
        open_table(table_id=table_id, by=manager.id, now=floor.now)
    assert refused.value.reason is TableRejection.NOT_IN_PROFILE


@pytest.mark.usefixtures("portuguese")
def test_the_form_offers_only_what_may_be_offered(floor: Floor, as_role: AsRole) -> None:
    floor.table(MACAU, code="mesa-1")
    page = as_role(Role.GAME_MANAGER).get("/casa/mesas/mesa-1/regras/nova/").content.decode()
    offered = {name for name in PRESETS if f'value="{name}"' in page}
    assert offered == PORTUGAL.presets


def test_a_demonstration_marks_what_its_profile_does_not_know(floor: Floor, client: Client, as_role: AsRole) -> None:
    floor.table(MACAU, code="mesa-pt")
    floor.table(LIVE, code="mesa-fora")
    mark = "fora do perfil português"
    assert queries.table_id("mesa-fora") is not None
    for code, marked in (("mesa-pt", False), ("mesa-fora", True)):
        assert (mark in client.get(f"/mesa/{code}/").content.decode()) is marked
        assert ("não o pode oferecer" in client.get(f"/mesa/{code}/regras/").content.decode()) is marked
        office = as_role(Role.GAME_MANAGER).get(f"/casa/mesas/{code}/").content.decode()
        assert (mark in office) is marked
    assert client.get("/mesas/?fichas=EUR").content.decode().count(mark) == 1
