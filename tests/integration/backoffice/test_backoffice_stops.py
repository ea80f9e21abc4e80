"""Switches at the staff's pages: thrown with a reason, seen by the whole floor, lifted with a reason (PT-44)."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.signing.sessions import PROVED
from players.roles import Role
from tables import queries
from tables.operations import rounds
from tables.operations.bets import BetRejected
from tables.scopes import of_table
from tests.factories import MACAU, PONTO_E_BANCA, PONTO_WINS, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.rules import rule

FLOOR = "/casa/sala/"
STOP = "/casa/sala/parar/"


@pytest.fixture
def table_id(floor: Floor) -> int:
    floor.now = timezone.now()
    return floor.table(MACAU, code="macau-1")


def stop(client: Client, scope: str = "all", reason: str = "câmara parada") -> int:
    return client.post(STOP, {"scope": scope, "reason": reason}).status_code


@rule(
    "PT-44",
    asserts="Once everything is stopped no bet is taken, the round in play is settled and paid 1,020.00, and no other "
    "begins.",
)
def test_a_round_in_play_is_finished_and_no_other_begins(floor: Floor, table_id: int, as_role: AsRole) -> None:
    player = floor.player()
    floor.sit(player, table_id)
    floor.open_round(table_id, PONTO_WINS)
    floor.bet(player, table_id, ponto=20_00)

    assert stop(as_role(Role.SUPERVISOR)) == 302

    with pytest.raises(BetRejected):
        floor.bet(player, table_id, ponto=20_00)
    floor.settle(table_id)
    assert player.balance() == 1_020_00
    assert floor.step(table_id) is rounds.Step.HELD


def test_play_goes_on_once_the_switch_is_lifted(floor: Floor, table_id: int, as_role: AsRole) -> None:
    administrator = as_role(Role.ADMINISTRATOR)
    assert stop(administrator) == 302
    assert floor.step(table_id) is rounds.Step.HELD

    answer = administrator.post(f"{STOP}all/levantar/", {"reason": "câmara arranjada"}, follow=True)

    assert "Levantado" in answer.content.decode()
    assert not queries.stops()
    floor.open_round(table_id)


@pytest.mark.parametrize("scope", ["all", "macau", "table"])
def test_the_pages_of_a_stopped_table_do_not_call_it_open(
    floor: Floor, table_id: int, as_role: AsRole, scope: str
) -> None:
    supervisor, manager = as_role(Role.SUPERVISOR), as_role(Role.GAME_MANAGER)
    other = floor.table(PONTO_E_BANCA, code="ponto-1")
    for address in ("/casa/mesas/", "/casa/mesas/macau-1/"):
        assert "Parada" not in supervisor.get(address).content.decode()
    scope = of_table(table_id) if scope == "table" else scope
    assert stop(supervisor, scope=scope) == 302
    said = "Parada há" if scope == of_table(table_id) else "Parada pela casa"
    for address in ("/casa/mesas/", "/casa/mesas/macau-1/"):
        assert said in manager.get(address).content.decode(), address
    page = supervisor.get("/casa/mesas/macau-1/").content.decode()
    assert 'badge--good">aberta' not in page
    assert f'href="{STOP}{scope}/levantar/"' in page
    assert "/levantar/" not in manager.get("/casa/mesas/macau-1/").content.decode(), "a manager lifts nothing"
    beside = supervisor.get("/casa/mesas/ponto-1/").content.decode()
    assert ("Parada pela casa" in beside) == (scope == "all"), other


@rule("PT-44", asserts="With Macau stopped its table opens no round, and a table of ponto e banca does.")
def test_one_game_is_stopped_and_the_others_go_on(floor: Floor, table_id: int, as_role: AsRole) -> None:
    other = floor.table(PONTO_E_BANCA, code="ponto-1")

    assert stop(as_role(Role.SUPERVISOR), scope="macau") == 302

    assert floor.step(table_id) is rounds.Step.HELD
    floor.open_round(other)


def test_the_whole_floor_sees_who_stopped_what_when_and_why(
    floor: Floor, table_id: int, as_role: AsRole, sign_in: SignIn
) -> None:
    actor = floor.staff(Role.SUPERVISOR)
    supervisor = sign_in(actor)
    stop(supervisor, scope="macau", reason="<b>câmara</b> parada")
    floor.step(table_id)

    for role in set(Role) - {Role.CROUPIER}:  # a croupier sees the console alone
        page = as_role(role).get(FLOOR).content.decode()
        strip = re.search(r'id="stop-macau">(.*?)</section>', page, re.DOTALL)
        assert strip is not None
        for said in ("Parado: Ponto e Banca Macau", actor.name, "&lt;b&gt;câmara&lt;/b&gt; parada", "<time"):
            assert said in strip[1], said
        assert ('id="lift-macau"' in page) == (role in {Role.SUPERVISOR, Role.ADMINISTRATOR})
        assert ('id="stop-play"' in page) == (role in {Role.SUPERVISOR, Role.ADMINISTRATOR})
        assert "a casa parou o jogo" in page


def test_a_switch_is_said_aloud_once(floor: Floor, table_id: int, as_role: AsRole) -> None:
    supervisor, polled = as_role(Role.SUPERVISOR), {"HX-Request": "true"}
    stop(supervisor)

    fresh = supervisor.get(FLOOR, {"alertas": "0"}, headers=polled).content.decode()
    known = supervisor.get(FLOOR, {"alertas": "1"}, headers=polled).content.decode()

    assert 'hx-swap-oob="innerHTML">Todo o jogo está parado</p>' in fresh
    assert "hx-swap-oob" not in known


def test_the_page_tells_what_follows_and_whom_it_reaches(floor: Floor, table_id: int, as_role: AsRole) -> None:
    for _ in range(2):
        floor.sit(floor.player(), table_id)
    supervisor = as_role(Role.SUPERVISOR)
    stop(supervisor, scope="macau")

    page = supervisor.get(STOP).content.decode()

    assert "As jogadas em curso acabam como sempre" in page
    row = re.search(r'<th scope="row">Ponto e Banca Macau</th>(.*?)</tr>', page)
    assert row is not None
    assert re.findall(r'<span class="num">(\d+)</span>', row[1]) == ["1", "2"]
    assert "parado" in row[1]


@pytest.mark.parametrize("reason", ["ab", "x" * 301])
def test_a_reason_that_is_written_says_something(floor: Floor, table_id: int, as_role: AsRole, reason: str) -> None:
    assert stop(as_role(Role.SUPERVISOR), reason=reason) == 400
    assert not queries.stops()


@pytest.mark.parametrize("reason", ["", "  ", "ab", "x" * 301])
def test_nothing_is_lifted_without_a_reason(floor: Floor, table_id: int, as_role: AsRole, reason: str) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    stop(supervisor)
    answer = supervisor.post(f"{STOP}all/levantar/", {"reason": reason})
    assert answer.status_code == 400
    assert 'id="id_reason_error"' in answer.content.decode()
    assert len(queries.stops()) == 1


@pytest.mark.parametrize("scope", ["", "roleta", "macau-1", "ALL"])
def test_only_a_game_of_the_house_is_stopped(floor: Floor, table_id: int, as_role: AsRole, scope: str) -> None:
    assert stop(as_role(Role.SUPERVISOR), scope=scope) == 400
    assert not queries.stops()


def test_the_second_person_is_told(floor: Floor, table_id: int, as_role: AsRole) -> None:
    first, second = as_role(Role.SUPERVISOR), as_role(Role.ADMINISTRATOR)
    stop(first)

    again = second.post(STOP, {"scope": "all", "reason": "também vi"})
    assert again.status_code == 409
    assert "já está parado" in again.content.decode()
    assert [card.reason for card in queries.stops()] == ["câmara parada"]

    first.post(f"{STOP}all/levantar/", {"reason": "arranjada"})
    for answer in (
        second.post(f"{STOP}all/levantar/", {"reason": "arranjada"}, follow=True),
        second.get(f"{STOP}all/levantar/", follow=True),
    ):
        assert "já não está parado" in answer.content.decode()


def test_a_switch_that_cannot_be_is_not_found(floor: Floor, as_role: AsRole) -> None:
    assert as_role(Role.SUPERVISOR).get(f"{STOP}roleta/levantar/").status_code == 404


@rule(
    "PT-44",
    asserts="One press stops a table, without a code and without a reason; the floor says that the round in play is "
    "paid and who stopped it, and lifting asks for the code.",
)
def test_one_press_stops_a_table_and_the_place_says_what_happens_to_the_money(
    floor: Floor, table_id: int, sign_in: SignIn
) -> None:
    player, actor = floor.player(), floor.staff(Role.SUPERVISOR)
    floor.sit(player, table_id)
    floor.open_round(table_id)
    floor.bet(player, table_id, ponto=20_00)
    supervisor = sign_in(actor)
    scope = of_table(table_id)
    page = supervisor.get(FLOOR).content.decode()
    assert f'form="stop" name="scope" value="{scope}"' in page
    session = supervisor.session
    session[PROVED] = 0
    session.save()

    answer = supervisor.post(STOP, {"scope": scope}, follow=True)

    page = answer.content.decode()
    card = page[page.index('id="cartao-macau-1"') :]
    assert f"Parada por {actor.name}" in card
    assert "A jogada em curso acaba e paga-se: 20,00" in card
    assert "razão por dar" in card
    assert "Normal" not in page
    assert f'href="{STOP}{scope}/levantar/"' in card
    assert f'value="{scope}"' not in card
    lifting = supervisor.get(f"{STOP}{scope}/levantar/")
    assert lifting["Location"].partition("?")[0] == reverse("mfa_reauthenticate")


def test_a_press_answers_with_the_floor_as_it_is_seen_and_says_it_aloud(
    floor: Floor, table_id: int, as_role: AsRole
) -> None:
    supervisor, pressed = as_role(Role.SUPERVISOR), {"HX-Request": "true"}
    sent = {"scope": of_table(table_id), "mesas": "dinheiro", "vista": "cartoes"}

    first = supervisor.post(STOP, sent, headers=pressed).content.decode()
    second = supervisor.post(STOP, sent, headers=pressed).content.decode()

    assert "<html" not in first
    assert "vista=cartoes" in first
    assert 'role="status" hx-swap-oob="innerHTML">Parado. As jogadas em curso acabam' in first
    assert 'hx-swap-oob="innerHTML">Isto já está parado' in second
    assert len(queries.stops()) == 1


@pytest.mark.django_db(transaction=True)
def test_the_reason_is_added_on_its_own_page_and_shown_in_the_audit_trail(
    floor: Floor, table_id: int, sign_in: SignIn, as_role: AsRole
) -> None:
    actor = floor.staff(Role.SUPERVISOR)
    supervisor, auditor, scope = sign_in(actor), as_role(Role.AUDITOR), of_table(table_id)
    supervisor.post(STOP, {"scope": scope})
    there = f"{STOP}{scope}/razao/"
    for place in ("/casa/mesas/macau-1/", "/casa/auditoria/gravacao/"):
        assert "razão por dar" in auditor.get(place).content.decode(), place
    assert there in supervisor.get(FLOOR).content.decode()
    assert there not in as_role(Role.ADMINISTRATOR).get(FLOOR).content.decode()

    assert supervisor.post(there, {"reason": "ab"}).status_code == 400
    answer = supervisor.post(there, {"reason": "carta à vista"}, follow=True).content.decode()

    assert "Anotado." in answer
    assert "<q>carta à vista</q>" in answer
    for place in ("/casa/mesas/macau-1/", "/casa/auditoria/gravacao/"):
        seen = auditor.get(place).content.decode()
        assert "carta à vista" in seen, place
        assert "razão por dar" not in seen, place
    told = auditor.get("/casa/auditoria/").content.decode()
    assert "indicou o motivo da paragem do jogo: Macau" in told
    assert "carta à vista" in told
    assert supervisor.post(there, {"reason": "outra razão"}).status_code == 409
    other = as_role(Role.ADMINISTRATOR)
    stop(other, reason="")
    assert supervisor.post(f"{STOP}all/razao/", {"reason": "a razão de outro"}).status_code == 409


def test_a_table_that_was_stopped_is_lifted_with_a_reason(floor: Floor, table_id: int, as_role: AsRole) -> None:
    supervisor, scope = as_role(Role.SUPERVISOR), of_table(table_id)
    supervisor.post(STOP, {"scope": scope})

    page = supervisor.get(f"{STOP}{scope}/levantar/").content.decode()
    answer = supervisor.post(f"{STOP}{scope}/levantar/", {"reason": "vista"}, follow=True).content.decode()

    assert "Parado: Macau-1" in page
    assert "Levantado" in answer
    assert not queries.stops()
    assert "Normal" in answer


@pytest.mark.parametrize("scope", ["table-0", "table-999999999", "table-x"])
def test_only_a_table_that_is_there_is_stopped(floor: Floor, table_id: int, as_role: AsRole, scope: str) -> None:
    assert as_role(Role.SUPERVISOR).post(STOP, {"scope": scope}).status_code in {400, 409}
    assert not queries.stops()


def test_a_stop_of_one_game_is_one_press_from_its_heading(floor: Floor, table_id: int, as_role: AsRole) -> None:
    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()
    assert 'id="halt-game-macau" form="stop" name="scope" value="macau"' in page
    others = as_role(Role.GAME_MANAGER).get(FLOOR).content.decode()
    assert "halt-" not in others
    assert 'id="stop"' not in others
