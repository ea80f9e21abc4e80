"""The floor as it is shown, and the effect of acts on the money; each act shown first, reasoned, done once."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.backoffice.presenters import floor as presenters
from casino.web import heartbeats
from kernel.money import Currency
from players.models import Adapter, AdapterState
from players.roles import Role
from tables import queries
from tables.live import clock
from tables.operations import court, stops
from tables.table_settings import TableSettings
from tests.factories import ALONE, MACAU, PONTO_E_BANCA, PONTO_WINS, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.rules import rule

FLOOR = "/casa/sala/"
ACT = "/casa/mesas/macau-1"


@pytest.fixture
def table_id(floor: Floor) -> int:
    floor.now = timezone.now()
    return floor.table(MACAU, code="macau-1")


def status(table_id: int, floor: Floor) -> str:
    return next(row.status for row in queries.floor(now=floor.now) if row.table_id == table_id)


def seen_round(client: Client, act: str) -> str:
    found = re.search(r'name="round_code" value="([^"]*)"', client.get(f"{ACT}/{act}/").content.decode())
    assert found is not None
    return found[1]


def test_the_floor_shows_stakes_and_the_exact_worst_case(floor: Floor, table_id: int, as_role: AsRole) -> None:
    player = floor.player(cents=5_000_00)
    floor.sit(player, table_id)
    floor.open_round(table_id)
    floor.bet(player, table_id, ponto=900_00, par_ponto=80_00)

    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()

    assert "1 / 9</span>" in page
    assert "980,00\N{NO-BREAK SPACE}€" in page
    assert "−1\N{NO-BREAK SPACE}780,00\N{NO-BREAK SPACE}€" in page  # ponto wins with a pair: 900 + 11 × 80


def test_the_floor_draws_the_day_of_each_table_and_says_the_peak(floor: Floor, as_role: AsRole) -> None:
    table, player = floor.table(MACAU, code="macau-1"), floor.player()
    floor.sit(player, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=50_00)
    floor.settle(table)
    with time_machine.travel(floor.now + timedelta(seconds=2), tick=False):
        page = unescape(as_role(Role.SUPERVISOR).get(FLOOR).content.decode()).replace("\N{NO-BREAK SPACE}", " ")
    assert page.count('class="day-line day-line--lost"') == 2, "above the tables, and in the table's row"
    assert "Hoje até agora −50,00 €; apostou-se mais das 12:00–13:00, 50,00 €." in page
    assert "pico 1 às 12:00" in page


def test_a_table_in_trouble_stands_first(floor: Floor, table_id: int, as_role: AsRole) -> None:
    floor.table(PONTO_E_BANCA, code="ponto-1")
    supervisor = as_role(Role.SUPERVISOR)
    supervisor.post("/casa/mesas/ponto-1/pausar/", {"reason": "câmara parada"})

    page = supervisor.get(FLOOR).content.decode()

    assert page.index('id="mesa-ponto-1"') < page.index('id="mesa-macau-1"')
    assert "câmara parada" in page
    assert "1 alerta" in page


def test_the_fragment_is_the_room_alone_and_asks_again(floor: Floor, table_id: int, as_role: AsRole) -> None:
    page = as_role(Role.SUPERVISOR).get(FLOOR, headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in page
    assert 'hx-trigger="every 2s"' in page
    assert 'id="pause_table-macau-1"' in page


def test_a_new_alert_is_said_aloud_once(floor: Floor, table_id: int, as_role: AsRole) -> None:
    supervisor, polled = as_role(Role.SUPERVISOR), {"HX-Request": "true"}
    before = supervisor.get(FLOOR, {"alertas": "0"}, headers=polled).content.decode()
    supervisor.post(f"{ACT}/pausar/", {"reason": "câmara parada"})

    fresh = supervisor.get(FLOOR, {"alertas": "0"}, headers=polled).content.decode()
    known = supervisor.get(FLOOR, {"alertas": "1"}, headers=polled).content.decode()

    said = '<p class="visually-hidden" id="news" role="status" hx-swap-oob="innerHTML">Macau-1: Em pausa</p>'
    assert said in fresh
    assert "hx-swap-oob" not in before
    assert "hx-swap-oob" not in known


def test_acts_are_offered_by_role(floor: Floor, table_id: int, as_role: AsRole) -> None:
    floor.open_round(table_id)

    offered = {
        role: set(re.findall(r'id="(\w+_\w+)-macau-1"', as_role(role).get(FLOOR).content.decode())) for role in Role
    }

    assert offered[Role.SUPERVISOR] == {"pause_table", "close_table", "void_round"}
    assert offered[Role.GAME_MANAGER] == {"pause_table", "close_table"}
    for role in (Role.APPROVER, Role.SUPPORT, Role.COMPLIANCE, Role.AUDITOR, Role.INSPECTOR, Role.ADMINISTRATOR):
        assert offered[role] == set()


@rule("L7", asserts="A supervisor pauses a table and resumes it, and both reasons stand in its story.")
def test_a_pause_and_its_end(floor: Floor, table_id: int, as_role: AsRole) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    floor.open_round(table_id)

    assert supervisor.post(f"{ACT}/pausar/", {"reason": "disputa à mesa"}, follow=True).status_code == 200
    assert status(table_id, floor) == "paused"
    page = supervisor.get(FLOOR).content.decode()
    assert ("apostas suspensas" in page, "apostas abertas" in page) == (True, False)
    assert supervisor.post(f"{ACT}/pausar/", {"reason": "outra vez"}).status_code == 409
    assert supervisor.post(f"{ACT}/retomar/", {"reason": "resolvida"}).status_code == 302
    assert status(table_id, floor) == "open"
    story = supervisor.get(f"{ACT}/").content.decode()
    assert "disputa à mesa" in story
    assert "resolvida" in story


def test_closing_after_the_round(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    floor.open_round(table_id)

    assert manager.post(f"{ACT}/fechar/", {"reason": "fim do turno"}).status_code == 302

    assert status(table_id, floor) == "closing"


@pytest.mark.parametrize("reason", ["", "  ", "ab", "x" * 301])
@pytest.mark.parametrize("act", ["pausar", "anular"])
def test_no_act_without_a_reason(floor: Floor, table_id: int, as_role: AsRole, act: str, reason: str) -> None:
    floor.open_round(table_id)
    acts = len(queries.acts(table_id))

    answer = as_role(Role.SUPERVISOR).post(
        f"{ACT}/{act}/", {"reason": reason, "round_code": floor.round_code(table_id)}
    )

    assert answer.status_code == 400
    assert 'id="id_reason_error"' in answer.content.decode()
    assert status(table_id, floor) == "open"
    assert len(queries.acts(table_id)) == acts


@rule(
    "L7",
    asserts="Before a void the page says that 3 bets go back, 550.00; after a second person agrees both players have "
    "their 1,000.00 again.",
)
def test_a_void_says_what_goes_back_and_gives_it_back(floor: Floor, table_id: int, as_role: AsRole) -> None:
    ana, rui = floor.player(cents=1_000_00), floor.player(cents=1_000_00)
    floor.sit(ana, table_id)
    floor.sit(rui, table_id)
    code = floor.open_round(table_id)
    floor.bet(ana, table_id, ponto=300_00, empate=50_00)
    floor.bet(rui, table_id, banca=200_00)
    supervisor = as_role(Role.SUPERVISOR)

    page = supervisor.get(f"{ACT}/anular/").content.decode()
    assert "3 apostas são desfeitas: 550,00\N{NO-BREAK SPACE}€ voltam" in page
    answer = supervisor.post(
        f"{ACT}/anular/", {"reason": "carta virada", "round_code": seen_round(supervisor, "anular")}
    )
    assert (answer.status_code, answer["Location"]) == (302, f"{ACT}/anulacao/")
    assert (ana.balance(), rui.balance()) == (650_00, 800_00)
    [waiting] = queries.waiting_voids()
    assert status(table_id, floor) == "paused"
    again = supervisor.get(f"{ACT}/anular/")
    assert (again.status_code, again["Location"]) == (302, f"{ACT}/anulacao/"), "no second form while one waits"
    answer = as_role(Role.APPROVER).post(f"{ACT}/anulacao/aprovar/", {"proposal": waiting.proposal_id})

    assert answer.status_code == 302
    assert (ana.balance(), rui.balance()) == (1_000_00, 1_000_00)
    played = queries.round_of(round_code=code, person_id=None)
    assert played is not None
    assert (played.phase, played.void_reason) == ("void", "carta virada")


def test_a_void_never_strikes_the_round_after_the_one_that_was_seen(
    floor: Floor, table_id: int, as_role: AsRole
) -> None:
    player, supervisor = floor.player(), as_role(Role.SUPERVISOR)
    floor.sit(player, table_id)
    floor.open_round(table_id, PONTO_WINS)
    seen = seen_round(supervisor, "anular")
    floor.settle(table_id)
    floor.open_round(table_id)
    floor.bet(player, table_id, ponto=20_00)

    answer = supervisor.post(f"{ACT}/anular/", {"reason": "carta virada", "round_code": seen})

    assert answer.status_code == 409
    assert "já acabou" in answer.content.decode()
    assert player.balance() == 980_00


def test_the_place_of_a_void_is_kept_between_rounds(floor: Floor, table_id: int, as_role: AsRole) -> None:
    """What stands beside it would move under the pointer with every round."""
    supervisor, place = as_role(Role.SUPERVISOR), "floor-acts__later"
    assert place in supervisor.get(FLOOR).content.decode()
    floor.open_round(table_id)
    page = supervisor.get(FLOOR).content.decode()
    assert f'href="{ACT}/anular/"' in page
    assert place not in page


def test_a_settled_round_is_not_voided(floor: Floor, table_id: int, as_role: AsRole) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    floor.open_round(table_id, PONTO_WINS)
    seen = seen_round(supervisor, "anular")
    floor.settle(table_id)

    answer = supervisor.post(f"{ACT}/anular/", {"reason": "carta virada", "round_code": seen})

    assert answer.status_code == 409
    assert "uma jogada paga já não se anula" in answer.content.decode()


def test_a_void_is_not_offered_where_no_round_is_unpaid(floor: Floor, table_id: int, as_role: AsRole) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    player = floor.player(cents=50_00)
    floor.sit(player, table_id)
    floor.open_round(table_id, PONTO_WINS)
    floor.bet(player, table_id, ponto=10_00)
    floor.settle(table_id)

    answer = supervisor.get(f"{ACT}/anular/")
    page = answer.content.decode()

    assert answer.status_code == 200
    assert "Não há jogada por pagar nesta mesa" in page
    assert "Não há apostas nesta jogada" not in page
    assert 'name="reason"' not in page
    assert "Anular a jogada" not in page


def test_markup_in_a_reason_stays_text(floor: Floor, table_id: int, as_role: AsRole) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    supervisor.post(f"{ACT}/pausar/", {"reason": "<img src=x onerror=alert(1)>"})

    for address in (FLOOR, f"{ACT}/"):
        page = supervisor.get(address).content.decode()
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page


def test_pages_work_without_script(floor: Floor, table_id: int, as_role: AsRole) -> None:
    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()

    assert f'href="{reverse("backoffice:pause_table", args=["macau-1"])}"' in page
    assert " style=" not in page
    assert " onclick=" not in page


def test_a_resumption_says_what_the_game_goes_on_with(floor: Floor, table_id: int, as_role: AsRole) -> None:
    """After a void no round takes bets: none gets its time again."""
    supervisor = as_role(Role.SUPERVISOR)
    code = floor.open_round(table_id)
    supervisor.post(f"{ACT}/pausar/", {"reason": "câmara parada"})
    again = "recebe de novo o tempo de apostas por inteiro"

    betting = supervisor.get(f"{ACT}/retomar/").content.decode()
    supervisor.post(f"{ACT}/anular/", {"reason": "carta virada", "round_code": code})
    void = supervisor.get(f"{ACT}/retomar/").content.decode()

    assert again in betting
    assert again not in void
    assert "Nenhuma jogada está a aceitar apostas: o jogo segue para a próxima." in void


def test_a_stopped_table_is_not_normal_and_not_in_play(floor: Floor, table_id: int, as_role: AsRole) -> None:
    floor.table(PONTO_E_BANCA, code="ponto-1")
    boss, auditor = floor.staff(Role.SUPERVISOR), as_role(Role.SUPERVISOR)
    before = auditor.get(FLOOR).content.decode()
    stops.stop(scope="macau", by=boss.id, reason="verificação", now=floor.now)

    after = auditor.get(FLOOR).content.decode()

    assert (before.count("Normal"), after.count("Normal")) == (2, 1)
    assert ("2 mesas em jogo" in before, "1 mesa em jogo" in after) == (True, True)
    assert "Parada pela casa" in after[after.index('id="mesa-macau-1"') :]


def test_no_table_is_normal_while_a_proof_has_stopped_play(floor: Floor, table_id: int, as_role: AsRole) -> None:
    assert "Normal" in as_role(Role.SUPERVISOR).get(FLOOR).content.decode()
    stops.close_by_proof(reason="Prova 1: 2", now=floor.now)

    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()

    assert "Normal" not in page
    assert "0 mesas em jogo" in page
    assert "Parada pela casa" in page[page.index('id="mesa-macau-1"') :]


def test_a_few_rounds_are_not_said_to_be_as_promised(
    floor: Floor, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor.now = timezone.now() - timedelta(hours=1)
    played = floor.table(MACAU, code="macau-1")
    floor.open_round(played, PONTO_WINS)
    floor.settle(played)
    monkeypatch.setattr(court, "_settled", lambda mark: mark.seen)
    court.judge(now=floor.now)  # a look, and then what it saw
    court.judge(now=floor.now)

    page = as_role(Role.SUPERVISOR).get(f"{FLOOR}?vista=cartoes").content.decode()

    assert "poucas: 1 de 2\N{NO-BREAK SPACE}000" in page
    assert "poucas jogadas para dizer" in page
    assert "como prometido" not in page


@rule(
    "GL-01",
    asserts="The floor tells the worst clock of the dealers: 12 ms are told, and 300 ms either way are an alert that "
    "says that no cards are dealt.",
)
@pytest.mark.parametrize(
    ("skews", "said", "alerts"),
    [
        ((12,), "relógio da máquina que dá as cartas: a 12 ms do da base de dados", 0),
        ((), "relógio da máquina que dá as cartas: sem notícias", 0),
        ((300,), "está 300 ms adiantado em relação ao da base de dados. Acima de 100 ms não se dão cartas", 1),
        ((-300,), "está 300 ms atrasado em relação ao da base de dados. Acima de 100 ms não se dão cartas", 1),
        ((-40, 12), "relógios das 2 máquinas que dão as cartas: no máximo a 40 ms do da base de dados", 0),
        ((-300, 12), "Das 2 máquinas que dão as cartas, uma tem o relógio 300 ms atrasado", 1),
    ],
)
def test_the_worst_clock_of_the_dealers_is_told_and_whether_dealing_is_refused_for_it(
    floor: Floor, table_id: int, as_role: AsRole, skews: tuple[int, ...], said: str, alerts: int
) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    for number, skew in enumerate(skews):
        heartbeats.tell_skew(f"dealer-{number}", timedelta(milliseconds=skew), now=clock.now())
    try:
        page = supervisor.get(FLOOR, {"alertas": "7"}, headers={"HX-Request": "true"}).content.decode()
    finally:
        for number in range(len(skews)):
            heartbeats.tell_skew(f"dealer-{number}", None, now=clock.now())
    assert said in page
    assert ("1 alerta" in page, 'id="clock-alert"' in page) == (bool(alerts), bool(alerts))
    assert (page.count(said) == 2) is bool(alerts), "an alert is said aloud too"


def test_a_dealer_that_fell_silent_is_forgotten() -> None:
    now = clock.now()
    heartbeats.tell_skew("gone", timedelta(milliseconds=90), now=now - timedelta(seconds=heartbeats.FRESH_SECONDS))
    heartbeats.tell_skew("here", timedelta(milliseconds=5), now=now)
    try:
        assert heartbeats.dealer_skews(now=now) == (timedelta(milliseconds=5),)
    finally:
        heartbeats.tell_skew("here", None, now=now)


def test_the_view_is_in_the_address(floor: Floor, table_id: int, as_role: AsRole) -> None:
    floor.table(MACAU, code="ensaio-1", currency=Currency.PLAY)
    supervisor = as_role(Role.SUPERVISOR)

    money = supervisor.get(FLOOR).content.decode()
    play = supervisor.get(FLOOR, {"mesas": "demonstracao", "vista": "parede"}).content.decode()
    neither = supervisor.get(FLOOR, {"mesas": "fechadas"}).content.decode()
    unknown = supervisor.get(FLOOR, {"mesas": "<b>", "vista": "'"}).content.decode()

    assert ('id="mesa-macau-1"' in money, 'id="mesa-ensaio-1"' in money) == (True, False)
    assert ('id="mesa-macau-1"' in play, 'id="mesa-ensaio-1"' in play) == (False, True)
    assert ('class="floor-list"' in money, "floor-cards--wall" in play) == (True, True)
    assert "Não há agora mesas deste tipo" in neither
    assert 'hx-get="/casa/sala/?mesas=demonstracao&amp;vista=parede"' in play
    assert 'id="mesa-macau-1"' in unknown


def test_a_house_of_play_money_alone_shows_it_without_being_asked(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    floor.table(MACAU, code="ensaio-1", currency=Currency.PLAY)
    assert 'id="mesa-ensaio-1"' in as_role(Role.SUPERVISOR).get(FLOOR).content.decode()


def test_a_table_near_its_ceiling_shows_the_distribution_that_says_so(
    floor: Floor, table_id: int, as_role: AsRole
) -> None:
    """Macau with a maximum of 1,000 may lose 2,760: just what 1,000 on ponto and 80 on each pair can cost."""
    player = floor.player(cents=5_000_00)
    floor.sit(player, table_id)
    floor.open_round(table_id)
    floor.bet(player, table_id, ponto=1_000_00, par_ponto=80_00, par_banca=80_00)

    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()

    card = page[page.index('id="cartao-macau-1"') :].partition("</li>")[0]
    assert "Exposição 100" in card
    assert "Um lado só: Ponto leva 86" in card
    assert 'class="dist__loss"' in card
    assert 'class="dist__ceiling"' in card
    assert 'role="img" aria-label="Resultados possíveis da casa nesta jogada: 99' in card
    assert "<caption>Resultados possíveis da casa nesta jogada, em Macau-1</caption>" in card
    assert "99,9\N{NO-BREAK SPACE}% · pior" in card
    assert "100\N{NO-BREAK SPACE}% do teto" in card
    assert " style=" not in card


def test_a_table_without_a_ceiling_says_so(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    terms = TableSettings(preset="live-baccarat", minimum=1_00, shuffle="per-shoe", commission="5-percent")
    table, player = floor.table(terms, code="vivo"), floor.player()
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=20_00)
    supervisor = as_role(Role.SUPERVISOR)

    rows = supervisor.get(FLOOR).content.decode()
    cards = supervisor.get(FLOOR, {"vista": "cartoes"}).content.decode()

    assert "sem teto" in rows
    assert "· sem teto</dt>" in cards
    assert 'class="dist__ceiling"' not in cards


def test_rules_that_favour_players_stand_with_their_flag(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    floor.table(replace(PONTO_E_BANCA, commission="none"), code="dada")

    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()

    assert "1 com vantagem do jogador" in page
    assert "badge--override" in page[page.index('id="mesa-dada"') :]


def test_a_pause_with_bets_says_what_waits(floor: Floor, table_id: int, as_role: AsRole) -> None:
    player, supervisor = floor.player(), as_role(Role.SUPERVISOR)
    floor.sit(player, table_id)
    floor.open_round(table_id)
    floor.bet(player, table_id, ponto=20_00)
    supervisor.post(f"{ACT}/pausar/", {"reason": "câmara parada"})

    page = supervisor.get(FLOOR).content.decode()

    assert "Em pausa, com apostas em jogo" in page
    assert "À espera, em jogo: 20,00\N{NO-BREAK SPACE}€" in page


@rule("GL-41", asserts="The floor shows what the house won beside what the bets promised, with the band of chance.")
def test_the_figures_stand_beside_what_was_promised(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now() - timedelta(minutes=5)
    table, player = floor.table(MACAU, code="macau-1"), floor.player()
    floor.sit(player, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=100_00)
    floor.settle(table)
    cache.clear()

    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()

    strip = page[page.index('class="floor-figures"') : page.index("</dl>")]
    assert "−100,00\N{NO-BREAK SPACE}€" in strip
    assert "prometido +1\N{NO-BREAK SPACE}€ ±" in strip
    assert "dentro da faixa" in strip
    assert "0 de 240 min" in strip
    assert "0,1" in strip


def test_silence_of_the_outside_is_an_alert(floor: Floor, table_id: int, as_role: AsRole) -> None:
    since = timezone.now() - timedelta(hours=2)
    AdapterState.objects.create(
        name=Adapter.REGULATOR_DESK, first_asked_at=since, failing_since=since, last_failed_at=since, fault="fechado"
    )

    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()

    assert "sem resposta desde" in page
    assert "1 alerta" in page


def test_a_round_that_hangs_is_counted_once(floor: Floor, as_role: AsRole) -> None:
    """Its table is late and has its card: the line above says how much is in play, and counts no second time."""
    floor.now = timezone.now() - timedelta(hours=2)
    table, player = floor.table(), floor.player()
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=10_00)

    page = as_role(Role.SUPERVISOR).get(FLOOR).content.decode()

    assert "há mais de uma hora" in page
    assert f'href="/casa/jogadas/{code}/">Ver a jogada</a></div>' in page
    assert "Atrasada " in page
    assert "1 alerta<" in page


def test_a_notice_about_a_table_without_a_card_counts() -> None:
    """Where only some of its tables are in trouble, the line is the one alert for the others."""
    told = presenters.Notice("Uma jogada está em curso há mais de uma hora.", frozenset({1}))
    assert presenters.floor((), person=None, now=timezone.now(), notices=(told,)).alerts == 1


def test_individual_tables_are_one_row_with_their_sums_until_each_is_asked_for(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    for number, stake in enumerate((15_00, 20_00)):
        table, player = floor.table(ALONE, code=f"so-{number}", kind="individual"), floor.player()
        floor.open_round(table)
        floor.sit(player, table)
        floor.bet(player, table, ponto=stake)
    supervisor = as_role(Role.SUPERVISOR)

    folded = supervisor.get(FLOOR).content.decode()
    row = folded[folded.index('id="linha-individuais"') :].split("</tr>")[0]
    assert "2 mesas individuais" in row
    assert "35,00\N{NO-BREAK SPACE}€" in row
    assert "2 / 2" in row
    assert 'id="linha-so-0"' not in folded

    each = supervisor.get(f"{FLOOR}?mesas=dinheiro&vista=linhas&individuais=todas").content.decode()
    assert 'id="linha-individuais"' not in each
    for code in ("so-0", "so-1"):
        assert f'id="linha-{code}"' in each
    assert re.search(r'hx-get="[^"]*individuais=todas', each), "what is asked for every two seconds stays so"
    cards = supervisor.get(f"{FLOOR}?mesas=dinheiro&vista=cartoes").content.decode()
    assert "linha-individuais" not in cards
