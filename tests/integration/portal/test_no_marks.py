"""What players read, rendered: no page, file or sentence has a mark of the house's own list of rules."""

import re

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import translation

from casino.access import matrix
from casino.access.matrix import ADDRESSES
from casino.access.rows import PLAYER, VISITOR
from casino.wording.rejections.play import BLOCKS, KNOWN, LIMITED, rejection
from players.gates import RULES
from tables import queries
from tables.operations import bets
from tests.factories import Floor
from tests.integration.portal.matrix_house import MatrixHouse

MARK = re.compile(r"\b(?:PT|UK|GL|RN|MT|DK|PA|MO)-R?\d+")
LANGUAGES = ("pt", "en", "ro")
FOR_PROGRAMS = frozenset(
    {
        "deadline_calendar",
        "portal:log_checkpoint",
        "portal:log_entries",
        "portal:log_tile",
        "portal:proof",
        "portal:verifier_file",
        "texts",
    }
)
"""Scripts, figures and the calendar of staff; what scripts say is read by tests/unit/casino/test_plain_words.py."""


@pytest.fixture
def house(floor: Floor) -> MatrixHouse:
    return MatrixHouse(floor)


def read_by(person: str, house: MatrixHouse) -> list[str]:
    """The paths of every page and text that this person may read."""
    return [
        house.path(address)
        for address in matrix.addresses()
        if person in (ADDRESSES[address.name].get or ())
        and not address.name.startswith("api:")
        and address.name not in FOR_PROGRAMS
        and house.stands(address)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("person", [VISITOR, PLAYER])
def test_no_page_of_players_has_a_mark_of_the_house(house: MatrixHouse, person: str, language: str) -> None:
    paths, pages = read_by(person, house), 0
    for path in paths:
        client = Client()
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        if person == PLAYER:
            client.force_login(get_user_model().objects.get(pk=house.owner.id))
        with translation.override(language):
            answer = client.get(path)
        kind = answer.headers.get("Content-Type", "")
        if answer.status_code != 200 or answer.streaming or not kind.startswith("text/"):
            continue
        pages += 1
        assert MARK.findall(answer.content.decode()) == [], path
    assert pages > 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_at_the_table_says_one(language: str) -> None:
    rules = {*LIMITED, *RULES.values(), "PT-22", "UK-10", None}
    with translation.override(language):
        for reason in KNOWN:
            for rule in rules:
                said = rejection(reason=reason, rule=rule, chance="ponto", asked=10_00, most=5_00, minimum=1_00)
                assert not MARK.search(said), said
        for block in BLOCKS:
            said = rejection(reason="barred", rule="PT-25", block=block)
            assert not MARK.search(said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_slip_in_the_account_leads_to_its_rule(floor: Floor, client: Client, language: str) -> None:
    """The receipt of a refused slip names R13, and the number is a link; only the law's numbers are."""
    table, player = floor.table(code="macau-1"), floor.player()
    floor.sit(player, table)
    code = floor.open_round(table)
    with pytest.raises(bets.BetRejected):
        floor.bet(player, table, ponto=10_00, banca=10_00)
    found = queries.round_of(round_code=code, person_id=player.id)
    assert found is not None
    [slip] = found.slips
    client.force_login(get_user_model().objects.get(pk=player.id))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    with translation.override(language):
        page = client.get(f"/jogadas/{code}/recibos/{slip.number}/").content.decode()
    assert 'href="/regras/#R13">R13</a>' in page
