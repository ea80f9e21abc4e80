"""The floor says what a croupier's table needs: a supervisor, a second person, a croupier, a shoe (C9)."""

import re
import uuid
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from players.roles import Role
from tables import queries
from tables.operations import tables as table_operations
from tables.operations.croupier import calls, ruling
from tests.croupiers import PaperTable, paper_table, take
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole

FLOOR = "/casa/sala/"


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    floor.now = timezone.now()
    live, player = paper_table(floor), floor.player(cents=100_00)
    floor.sit(player, live.id)
    live.open()
    floor.bet(player, live.id, banca=10_00)
    return live


def dealt(live: PaperTable, *cards: str) -> None:
    live.close()
    live.deal(cards)


def call(live: PaperTable) -> None:
    calls.call_supervisor(table_id=live.id, by=live.croupier.id, idempotency_key=uuid.uuid4(), now=live.floor.now)


def card(client: Client, live: PaperTable, query: str = "") -> str:
    """The table's own card, without the spaces between its words."""
    page = unescape(client.get(FLOOR + query).content.decode())
    found = re.search(rf'<li class="floor-card[^>]*id="cartao-{live.code}".*?</li>', page, re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def test_a_calling_table_is_the_first_alert_and_leads_to_the_answer(live: PaperTable, as_role: AsRole) -> None:
    floor = live.floor
    worse = floor.table(code="pior")
    player = floor.player(cents=100_000_00)
    floor.sit(player, worse)
    dealt(live, "8S", "KH", "7D", "4C")
    call(live)
    table_operations.pause(table_id=worse, by=live.supervisor.id, reason="luz apagada", now=floor.now)
    client = as_role(Role.SUPERVISOR)
    page = client.get(FLOOR).content.decode()
    assert re.findall(r'id="cartao-([^"]+)"', page)[:2] == [live.code, "pior"]
    said = card(client, live)
    assert "croupier chama" in said
    assert f"{live.croupier.name} chama a supervisão desde as" in said
    for part in (
        "Ponto 5",
        "Banca 4",
        "8 de espadas",
        "carta em falta",
        "sabot 1",
        f"{live.croupier.name} dá cartas desde",
    ):
        assert part in said, part
    assert f'href="/casa/croupiers/#table-{live.code}" data-key="e"' in page
    assert "jogada 10,00 €" in said, "the stakes stand while the cards are dealt"
    live.answer("Vou a caminho")
    assert card(client, live) == ""


def test_a_scanner_that_is_silent_is_told_with_the_place_it_owes(live: PaperTable, as_role: AsRole) -> None:
    dealt(live, "8S", "KH", "7D", "4C")
    call(live)
    client = as_role(Role.SUPERVISOR)
    assert "A carta para Ponto 3 não é lida" not in card(client, live)
    with time_machine.travel(live.floor.now + timedelta(seconds=9), tick=False):
        assert "A carta para Ponto 3 não é lida há 10 s" in card(client, live)


def test_one_who_may_not_rule_on_cards_gets_no_link(live: PaperTable, as_role: AsRole) -> None:
    call(live)
    page = as_role(Role.ADMINISTRATOR).get(FLOOR).content.decode()
    assert "croupier chama" in page
    assert 'data-key="e"' not in page


def test_a_keyed_card_waits_for_a_second_person_on_the_floor(live: PaperTable, as_role: AsRole) -> None:
    dealt(live, "8S")
    ruling.key_card(
        table_id=live.id,
        round_code=live.round.code,
        card="KH",
        by=live.croupier.id,
        idempotency_key=uuid.uuid4(),
        now=live.floor.now,
    )
    said = card(as_role(Role.SUPERVISOR), live)
    assert "carta por confirmar" in said
    assert live.croupier.name in said


def test_calls_and_keyed_cards_stand_in_the_inbox_of_who_answers_them(live: PaperTable, as_role: AsRole) -> None:
    """First of all, for supervisors; the floor is not the only page that they look at."""
    dealt(live, "8S")
    call(live)
    boss = as_role(Role.SUPERVISOR)
    page = boss.get("/casa/entrada/").content.decode()
    assert "Atender o croupier: " in page
    assert f'href="/casa/entrada/table/{live.code}/"' in page
    beside = boss.get(f"/casa/entrada/table/{live.code}/").content.decode()
    assert f'hx-get="/casa/croupiers/#table-{live.code}"' in beside
    assert "Atender o croupier" not in as_role(Role.SUPPORT).get("/casa/entrada/").content.decode()
    assert "Atender o croupier" not in boss.get("/casa/prazos/").content.decode(), "no duty of the law"
    live.answer("Vou a caminho")
    assert "Atender o croupier" not in boss.get("/casa/entrada/").content.decode()


def test_a_table_that_stopped_over_a_card_says_which_and_keeps_its_stakes(live: PaperTable, as_role: AsRole) -> None:
    dealt(live, "8S", "KH")
    assert live.read(replace(live.card("9C"), deck="X999")).stopped
    call(live)
    client = as_role(Role.SUPERVISOR)
    said = card(client, live)
    assert "Em pausa, com apostas em jogo" in said
    assert "croupier chama" in said, "a graver state does not hide the call"
    for part in ("9 de paus", "X999", "carta de outro baralho", "não pode estar no sabot", "10,00"):
        assert part in said, part
    page = client.get(f"/casa/mesas/{live.code}/retomar/").content.decode()
    assert "continua a partir da última carta" in page


def test_a_table_without_croupier_or_shoe_says_so(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    live = paper_table(floor, taken=False)
    client = as_role(Role.SUPERVISOR)
    assert "sem croupier" in card(client, live, "?vista=cartoes")
    take(live)
    assert "sem sabot" in card(client, live, "?vista=cartoes")
    assert "sem sabot" in client.get(FLOOR).content.decode()
    live.begin_shoe()
    assert "sem sabot" not in card(client, live, "?vista=cartoes")


def test_a_round_that_waits_for_a_croupier_is_an_alert(live: PaperTable, as_role: AsRole) -> None:
    dealt(live, "8S")
    live.relieve()
    said = card(as_role(Role.SUPERVISOR), live)
    assert "sem croupier" in said
    assert "10,00" in said


def test_the_floor_is_told_in_three_languages(live: PaperTable, as_role: AsRole) -> None:
    call(live)
    client = as_role(Role.SUPERVISOR)
    for language, words in (("en", "croupier calls"), ("ro", "crupierul cheamă"), ("pt", "croupier chama")):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        assert words in card(client, live)


def test_stakes_are_in_play_until_the_round_is_paid(live: PaperTable) -> None:
    def row() -> queries.FloorTable:
        return next(each for each in queries.floor(now=live.floor.now) if each.table_id == live.id)

    worst = row().worst_case
    assert (row().staked, worst > 0) == (10_00, True)
    dealt(live, "4S", "KH", "4D", "7C")
    assert (row().staked, row().worst_case) == (10_00, worst)
    live.confirm()
    assert (row().staked, row().worst_case) == (0, 0)
