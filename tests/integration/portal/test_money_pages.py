"""The player's money pages by round: every net is the ledger's, with its sign; files are one table each."""

import csv
import io
import re
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone, translation

from casino.portal import movements, round_pages, tickets
from casino.wording import words
from kernel.money import Currency
from tables import queries
from tables.operations import bets
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, PONTO_WINS, TIE_WITH_PAIRS, Actor, Floor
from tests.rules import rule
from wallet import queries as ledger
from wallet.chart import Code


@pytest.fixture(autouse=True)
def _in_portuguese() -> Iterator[None]:
    with translation.override("pt"):
        yield


def browser_of(player: Actor) -> Client:
    client = Client()
    client.login(username=player.email, password=player.password)
    return client


def page_of(code: str, player: Actor) -> round_pages.RoundPage:
    card = queries.round_of(round_code=code, person_id=player.id)
    story = queries.round_story(code)
    assert card is not None
    assert story is not None
    return round_pages.round_page(card, story, [])


def ticket_of(code: str, player: Actor) -> tickets.Ticket:
    return page_of(code, player).ticket


def moved(code: str, player: Actor, currency: Currency = Currency.EUR) -> int:
    """What the ledger says that a round moved in the player's account."""
    return sum(line.amount for line in ledger.statement(player.key, currency) if line.reference == code)


def plain(text: str) -> str:
    return text.replace("\xa0", " ").replace("\u202f", " ")


def bodies(client: Client, path: str) -> str:
    return plain(client.get(path).content.decode())


@rule(
    "R32",
    "PT-10",
    asserts="A round's ticket lists stake, stake returned and prize with their signs and a running balance; its sum is "
    "the ledger's.",
)
def test_a_ticket_divides_the_payout_and_sums_to_the_ledger(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=1_000_00)
    floor.sit(player, table)
    code = floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=10_00, empate=5_00)
    floor.settle(table)
    ticket = ticket_of(code, player)
    assert [(line.title, line.amount, line.balance) for line in ticket.lines] == [
        ("Aposta, Ponto", -10_00, 990_00),
        ("Aposta, Empate", -5_00, 985_00),
        ("Aposta devolvida, Ponto", 10_00, 995_00),
        ("Prémio, Ponto 1 : 1", 10_00, 1_005_00),
    ]
    assert ticket.net == moved(code, player) == 5_00
    assert ticket.balance == player.balance()
    text = bodies(browser_of(player), f"/jogadas/{code}/")
    for told in ("−10,00 €", "−5,00 €", "+10,00 €", "+5,00 €", "1 005,00 €"):
        assert told in text, told
    floor.prove()


@rule(
    "GL-28",
    "GL-37",
    asserts="The page of a past round lists five stakes laid and taken back on two chances, with the balance after "
    "each slip; its net is the ledger’s.",
)
def test_several_slips_and_stakes_taken_back(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=1_000_00)
    floor.sit(player, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, ponto=10_00)
    floor.bet(player, table, ponto=-4_00, banca=4_00)
    floor.bet(player, table, ponto=-6_00)
    floor.bet(player, table, banca=2_00)
    floor.settle(table)
    ticket = ticket_of(code, player)
    assert [(line.title, line.amount, line.balance) for line in ticket.lines][:5] == [
        ("Aposta, Ponto", -10_00, 990_00),
        ("Aposta retirada, Ponto", 4_00, None),
        ("Aposta, Banca", -4_00, None),
        ("Aposta retirada, Ponto", 6_00, 996_00),
        ("Aposta, Banca", -2_00, 994_00),
    ]
    card = queries.round_of(round_code=code, person_id=player.id)
    assert card is not None
    assert ticket.net == card.result == moved(code, player)
    assert ticket.balance == player.balance()
    assert browser_of(player).get(f"/jogadas/{code}/").status_code == 200
    floor.prove()


@rule(
    "R21",
    asserts="On the page of a past round Ponto's third card lies across, and no other of its five cards does.",
)
def test_the_third_card_of_a_past_round_lies_across(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.settle(table)
    laid = Client().get(f"/jogadas/{code}/").content.decode().partition('class="laid"')[2].partition("</section>")[0]
    assert re.findall(r'class="card( card--across)?"[^>]*>.*?#(..)"', laid, re.DOTALL) == [
        *[("", card) for card in (BANCA_WINS_WITH_5[0], BANCA_WINS_WITH_5[2])],
        (" card--across", BANCA_WINS_WITH_5[4]),
        *[("", card) for card in (BANCA_WINS_WITH_5[1], BANCA_WINS_WITH_5[3])],
    ]


@rule("R29", asserts="The ticket of a void round gives every stake back: its sum is nothing.")
def test_a_void_round_sums_to_nothing(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=10_00, empate=2_00)
    floor.void(table)
    ticket = ticket_of(code, player)
    assert [line.amount for line in ticket.lines] == [-10_00, -2_00, 10_00, 2_00]
    assert (ticket.net, ticket.balance) == (0, 100_00)
    assert page_of(code, player).cost == 0
    assert "Aposta devolvida, Empate" in bodies(browser_of(player), f"/jogadas/{code}/")
    floor.prove()


@rule("GL-37", asserts="The page of a past round says both totals and why no hand drew, the stake and its return.")
def test_a_push_returns_the_stake_and_pays_nothing(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table, TIE_WITH_PAIRS)
    floor.bet(player, table, ponto=10_00)
    floor.settle(table)
    assert [(line.title, line.amount) for line in ticket_of(code, player).lines] == [
        ("Aposta, Ponto", -10_00),
        ("Aposta devolvida, Ponto", 10_00),
    ]
    page = page_of(code, player)
    assert page.reasons == ("O Ponto tem 8 natural e a Banca 8 natural.", "Nenhuma mão tira.")
    assert len(page.also) == 2, "both pairs"


@rule("GL-35", asserts="Round, wallet, statement and history call play money chips, never euros.")
def test_play_money_is_said_in_chips(floor: Floor) -> None:
    floor.now = timezone.now() - timedelta(hours=1)
    table = floor.table(PONTO_E_BANCA, currency=Currency.PLAY)
    player = floor.player(cents=0, play_cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=10_00)
    floor.settle(table)
    assert ticket_of(code, player).net == moved(code, player, Currency.PLAY) == 10_00
    client = browser_of(player)
    for path in (
        f"/jogadas/{code}/",
        "/carteira/?fichas=PLAY",
        "/carteira/extrato/?chips=PLAY",
        "/jogadas/?fichas=PLAY",
    ):
        assert "+10,00 fichas" in bodies(client, path), path
    floor.prove()


def test_a_round_in_play_has_no_result_yet(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=10_00)
    page = page_of(code, player)
    assert (page.is_over, page.bets[0].result, page.proofs, page.again) == (False, None, (), "")
    assert "em jogo" in bodies(browser_of(player), f"/jogadas/{code}/")
    floor.settle(table)


def test_a_strangers_page_has_no_ticket(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=10_00)
    floor.settle(table)
    for client in (Client(), browser_of(floor.player())):
        text = client.get(f"/jogadas/{code}/").content.decode()
        assert 'class="ticket' not in text
        assert 'class="leaf"' in text


def test_the_time_line_says_how_early_the_slip_was(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table, PONTO_WINS)
    floor.wait(milliseconds=11_099)
    floor.bet(player, table, ponto=10_00)
    floor.settle(table)
    page = page_of(code, player)
    mine = next(moment for moment in page.moments if moment.own)
    assert mine.note == "recebido 8,9\xa0s antes do fecho"
    assert page.early == "8,9\xa0s"
    assert [moment.at for moment in page.moments] == sorted(moment.at for moment in page.moments)
    assert page.moments[-1].name == "Última carta"


def test_the_question_to_the_adjudicator_is_whole(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=10_00)
    floor.settle(table)
    for looker in (player, floor.player()):
        answer = Client().get(f"/arbitro/?{page_of(code, looker).again}")
        assert answer.status_code == 200, "nothing is left for the reader to fill in"


def test_neighbours_lead_to_the_rounds_beside(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    codes = []
    for _ in range(3):
        codes.append(floor.open_round(table, PONTO_WINS))
        floor.settle(table)
    story = queries.round_story(codes[1])
    assert story is not None
    assert (story.previous and story.previous.code, story.following and story.following.code) == (codes[0], codes[2])
    text = Client().get(f"/jogadas/{codes[0]}/").content.decode()
    assert 'rel="prev"' not in text
    assert f'rel="next" href="/jogadas/{codes[1]}/"' in text
    assert queries.round_story("none-20260101-0001") is None


def test_average_costs_are_by_the_exact_edges(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=1_000_00)
    floor.sit(player, table)
    code = floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=50_00, empate=10_00)
    floor.settle(table)
    story = queries.round_story(code)
    assert story is not None
    assert page_of(code, player).cost == round(50_00 * story.edges["ponto"] + 10_00 * story.edges["empate"])
    (session,) = queries.sessions_of(player.id, now=floor.now)
    assert abs(session.cost - page_of(code, player).cost) <= 1
    text = bodies(browser_of(player), f"/sessoes/{session.code}/")
    assert "Custo médio destas apostas" in text


NETS = re.compile(r'ledger__sum end">.*?<span class="num ?[a-z-]*">([^<]*)</span>', re.DOTALL)


def nets_of(text: str) -> list[str]:
    return [plain(found) for found in NETS.findall(text)]


@pytest.fixture
def evening(floor: Floor) -> tuple[Floor, Actor, list[str]]:
    """Three rounds, one of them with two slips, then a deposit: the wallet has nine lines."""
    floor.now = timezone.now() - timedelta(hours=1)
    table, player = floor.table(PONTO_E_BANCA, code="macau-1"), floor.player(cents=500_00)
    floor.sit(player, table)
    codes = []
    for cards in (PONTO_WINS, BANCA_WINS_WITH_5, PONTO_WINS):
        codes.append(floor.open_round(table, cards))
        floor.bet(player, table, ponto=10_00)
        floor.bet(player, table, empate=5_00)
        floor.settle(table)
    return floor, player, codes


@rule("PT-10", asserts="Wallet, statement and history say the same net of every round, and it is the ledger's.")
def test_every_page_says_the_ledgers_net(evening: tuple[Floor, Actor, list[str]]) -> None:
    floor, player, codes = evening
    assert [moved(code, player) for code in codes] == [5_00, -15_00, 5_00]
    client = browser_of(player)
    history = nets_of(client.get("/jogadas/").content.decode())
    assert history == ["+5,00 €", "−15,00 €", "+5,00 €"]
    for path in ("/carteira/", "/carteira/extrato/"):
        assert nets_of(client.get(path).content.decode()) == [*history, "+500,00 €"], path
    (session,) = queries.sessions_of(player.id, now=floor.now)
    assert nets_of(client.get(f"/sessoes/{session.code}/").content.decode()) == history
    assert plain("495,00\xa0€") in bodies(client, "/jogadas/"), "the balance that the last round left"
    floor.prove()


def test_a_page_never_cuts_a_round(evening: tuple[Floor, Actor, list[str]]) -> None:
    _, player, codes = evening
    lines = ledger.statement(player.key, Currency.EUR)
    for size in range(1, len(lines) + 1):
        shown, more = movements.page_of(lines, size)
        rounds = queries.statement_rounds(player.id, movements.codes_of(shown))
        assert all(each.whole for each in movements.movements_of(shown, rounds)), size
        assert more == (len(shown) < len(lines))
    assert set(queries.statement_rounds(player.id, [*codes, "none"])) == set(codes)


def test_a_correction_that_names_a_round_stands_by_itself(evening: tuple[Floor, Actor, list[str]]) -> None:
    _, player, codes = evening
    lines = ledger.statement(player.key, Currency.EUR)
    corrected = [replace(lines[0], id=lines[0].id + 1, code=Code.ADJUSTMENT, amount=7_00, reference=codes[-1]), *lines]
    found = movements.movements_of(corrected, queries.statement_rounds(player.id, movements.codes_of(corrected)))
    assert (found[0].round, found[0].net) == (None, 7_00)
    assert (found[1].round is not None, found[1].net, found[1].whole) == (True, 5_00, True)


def test_a_period_that_cuts_a_round_says_so(floor: Floor) -> None:
    floor.now = datetime(2026, 3, 10, 23, 59, 55, tzinfo=UTC)
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=10_00)
    floor.settle(table)
    assert floor.now.day == 11, "paid on the next day"
    client = browser_of(player)
    for day, net in (("2026-03-10", "−10,00 €"), ("2026-03-11", "+20,00 €")):
        text = plain(client.get(f"/carteira/extrato/?since={day}&until={day}").content.decode())
        assert nets_of(text)[0] == net
        assert "parte da jogada" in text
        assert "ao cêntimo" in text
    assert "parte da jogada" not in bodies(client, "/carteira/extrato/?since=2026-03-10&until=2026-03-11")


def rows_of(client: Client, path: str) -> list[list[str]]:
    answer = client.get(path)
    text = answer.getvalue().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";"))


@rule("PT-57", asserts="Files for spreadsheets say moments in the legal time of Portugal, with its distance from UTC.")
def test_files_are_one_table_in_legal_time(evening: tuple[Floor, Actor, list[str]]) -> None:
    floor, player, _ = evening
    client = browser_of(player)
    (session,) = queries.sessions_of(player.id, now=floor.now)
    for path in (
        "/carteira/extrato/extrato.csv",
        "/jogadas/ficheiro/csv/",
        "/sessoes/ficheiro/csv/",
        f"/sessoes/{session.code}/resumo.csv",
    ):
        rows = rows_of(client, path)
        assert len({len(row) for row in rows}) == 1, f"{path} is one table"
        assert any(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", cell) for cell in rows[1]), path
        assert any(re.fullmatch(r"UTC[+-]\d\d:\d\d", cell) for cell in rows[1]), path
    lines = rows_of(client, "/carteira/extrato/extrato.csv")[1:]
    numbers = [[int(cell.replace(",", "")) for cell in row[-3:]] for row in lines]
    assert all(before + amount == after for before, amount, after in numbers)
    assert [now[0] for now in numbers[1:]] == [then[2] for then in numbers[:-1]]
    assert numbers[-1][2] == player.balance()


@pytest.mark.parametrize(
    ("at", "cells"),
    [
        (datetime(2026, 10, 25, 0, 59, 50, tzinfo=UTC), ["2026-10-25 01:59:50", "UTC+01:00"]),
        (datetime(2026, 10, 25, 1, 0, 10, tzinfo=UTC), ["2026-10-25 01:00:10", "UTC+00:00"]),
        (datetime(2026, 3, 29, 1, 0, 0, tzinfo=UTC), ["2026-03-29 02:00:00", "UTC+01:00"]),
    ],
)
def test_the_days_when_clocks_change(floor: Floor, at: datetime, cells: list[str]) -> None:
    floor.now = at
    player = floor.player(cents=10_00)
    day = cells[0][:10]
    rows = rows_of(browser_of(player), f"/carteira/extrato/extrato.csv?since={day}&until={day}")
    assert rows[1][:2] == cells


def late_receipt(floor: Floor, late: timedelta, answered: timedelta) -> tuple[str, str, Client]:
    """A slip that was received so long after the close and answered so long after that; the round is not settled."""
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table, PONTO_WINS)
    opened = floor.now
    slip = floor.slip(player, table, {"ponto": 10_00}, key=uuid.uuid4())
    slip = bets.Slip(
        key=slip.key,
        person_id=player.id,
        table_id=table,
        round_code=code,
        lines={"ponto": 10_00},
        received_at=opened + timedelta(seconds=20) + late,
    )
    if late < timedelta(0):
        floor.settle(table)
    with pytest.raises(bets.BetRejected):
        bets.take_slip(slip=slip, now=max(floor.now, slip.received_at) + answered)
    card = queries.round_of(round_code=code, person_id=player.id)
    assert card is not None
    return code, card.slips[-1].number, browser_of(player)


@rule("R27", asserts="The receipt of a slip that came 212 ms after the close says so, and that arrival is what counts.")
def test_a_late_slip_says_by_how_much_and_whose_delay_it_was(floor: Floor) -> None:
    code, number, client = late_receipt(floor, timedelta(milliseconds=212), timedelta(milliseconds=3))
    text = bodies(client, f"/jogadas/{code}/recibos/{number}/")
    assert "Recebido 212 ms depois do fecho." in text
    assert "A casa decidiu-o 3 ms depois de o receber." in text
    assert "Conta o momento da chegada" in text


def test_a_slip_that_waited_in_the_house_says_that(floor: Floor) -> None:
    code, number, client = late_receipt(floor, timedelta(milliseconds=-40), timedelta(milliseconds=5))
    text = bodies(client, f"/jogadas/{code}/recibos/{number}/")
    assert "Recebido 40 ms antes do fecho." in text
    assert "o atraso foi da casa" in text


def test_a_slip_for_a_void_round_is_not_called_early_or_late(floor: Floor) -> None:
    table, player = floor.table(PONTO_E_BANCA), floor.player(cents=100_00)
    floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(player, table, ponto=10_00)
    floor.void(table)
    floor.wait(seconds=1)
    slip = bets.Slip(
        key=uuid.uuid4(),
        person_id=player.id,
        table_id=table,
        round_code=code,
        lines={"ponto": 10_00},
        received_at=floor.now,
    )
    with pytest.raises(bets.BetRejected):
        bets.take_slip(slip=slip, now=floor.now)
    card = queries.round_of(round_code=code, person_id=player.id)
    assert card is not None
    late = next(each for each in card.slips if each.rejection)
    text = bodies(browser_of(player), f"/jogadas/{code}/recibos/{late.number}/")
    assert "Recebido depois de a jogada ter sido anulada." in text
    assert "atraso" not in text
    assert not any(moment.note for moment in page_of(code, player).moments)


def test_an_accepted_slip_says_how_early_it_was(evening: tuple[Floor, Actor, list[str]]) -> None:
    _, player, codes = evening
    card = queries.round_of(round_code=codes[0], person_id=player.id)
    assert card is not None
    text = bodies(browser_of(player), f"/jogadas/{codes[0]}/recibos/{card.slips[0].number}/")
    assert re.search(r"Recebido [\d ]+ ms antes do fecho\.", text)
    assert "atraso" not in text


@rule(
    "GL-34",
    asserts="The rules page says what a stake of 10.00 on each chance costs on average, a round and in a hundred "
    "rounds, by the exact edge; and that an evening may end far from an average.",
)
def test_the_price_before_sitting(floor: Floor) -> None:
    floor.table(PONTO_E_BANCA, code="macau-1")
    text = bodies(Client(), "/mesa/macau-1/regras/?aposta=10&ritmo=100")
    card = queries.rules_of("macau-1")
    assert card is not None
    prices = plain(text).partition('id="preco"')[2].partition("</section>")[0]
    cells = [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td.*?</td>", prices)]
    expected = [round(bet.edge * stake) for bet in card.odds.bets.values() for stake in (10_00, 10_00 * 100)]
    assert [cells[at + 4 - left] for at in range(0, len(cells), 4) for left in (2, 1)] == [
        plain(words.money(cents, "EUR")) for cents in expected
    ]
    assert "Com 10,00 € na chance em cada uma de 100 jogadas por hora. É uma média pelas probabilidades" in prices
    assert "uma noite pode acabar muito acima ou muito abaixo dela" in prices
    usual = bodies(Client(), "/mesa/macau-1/regras/")
    assert 'value="144"' in usual, "25 seconds a round"
    for wrong in ("aposta=x", "ritmo=0", "ritmo=5000", "aposta=-1&ritmo=²", "aposta=99999999999999"):
        answer = Client().get(f"/mesa/macau-1/regras/?{wrong}")
        assert answer.status_code == 200
        assert "field__errors" in answer.content.decode(), wrong


def test_a_limit_of_nothing_asks_first(floor: Floor) -> None:
    player = floor.player(cents=100_00)
    client = browser_of(player)
    asked = client.post("/limites/", {"limit": "stake-day", "most": "0"})
    assert asked.status_code == 400
    assert "Sim, pôr a zero" in asked.content.decode()
    assert client.post("/limites/", {"limit": "stake-day", "most": "0", "zero": "1"}).status_code == 302
    again = client.post("/limites/", {"limit": "stake-day", "most": "0"})
    assert again.status_code == 400
    assert "Sim, pôr a zero" in again.content.decode()


def test_losses_counted_now_have_the_sign_of_the_result(floor: Floor) -> None:
    with time_machine.travel(floor.now, tick=False):
        table, player = floor.table(PONTO_E_BANCA), floor.player(cents=1_000_00)
        floor.sit(player, table)
        floor.open_round(table, PONTO_WINS)
        floor.bet(player, table, ponto=50_00)
        floor.settle(table)
    with time_machine.travel(floor.now, tick=False):
        text = bodies(browser_of(player), "/limites/")
    assert "Resultado, contado agora: +50,00 €" in text
