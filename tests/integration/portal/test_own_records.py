"""One's own rounds, sessions and receipts: by period, cut by key, as files; another's are not there."""

import csv
import io
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from kernel.money import Currency
from tables import queries
from tables.operations import bets
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, PONTO_WINS, Actor, Floor
from tests.rules import rule


@pytest.fixture
def played(floor: Floor, client: Client) -> tuple[Floor, Actor, list[str]]:
    """Five rounds: ponto wins thrice, banca with 5 twice; ten on ponto and five on empate each time."""
    floor.now = timezone.now() - timedelta(hours=2)
    table, player = floor.table(PONTO_E_BANCA, code="macau-1"), floor.player()
    floor.sit(player, table)
    codes = []
    for cards in (PONTO_WINS, PONTO_WINS, PONTO_WINS, BANCA_WINS_WITH_5, BANCA_WINS_WITH_5):
        codes.append(floor.open_round(table, cards))
        floor.bet(player, table, ponto=10_00, empate=5_00)
        floor.settle(table)
    client.login(username=player.email, password=player.password)
    return floor, player, codes


@rule(
    "R31",
    "G65",
    "PT-41",
    asserts="A player's five rounds are listed with the newest first.",
    shared="One list has the rounds, their order and their sums.",
)
@rule("R32", "PT-10", asserts="The list of a player's five rounds says 75.00 staked and −15.00 as their result.")
def test_rounds_are_listed_newest_first_with_the_sums_of_the_period(
    played: tuple[Floor, Actor, list[str]], client: Client
) -> None:
    _, player, codes = played
    text = client.get("/jogadas/").content.decode()
    places = [text.index(f"/jogadas/{code}/") for code in codes]
    assert places == sorted(places, reverse=True)
    (sums,) = queries.played_sums(player.id, wanted=queries.Wanted())
    assert (sums.rounds, sums.staked, sums.returned, sums.result) == (5, 75_00, 60_00, -15_00)
    assert "75,00" in text
    assert "−15,00" in text


def test_pages_are_cut_by_key_and_lose_nothing(played: tuple[Floor, Actor, list[str]]) -> None:
    _, player, codes = played
    found: list[str] = []
    before: int | None = None
    for _ in range(10):
        page = queries.played_rounds(player.id, wanted=queries.Wanted(), limit=2, before=before)
        found += [card.code for card in page.rounds]
        assert all(len(card.bets) == 2 for card in page.rounds)
        before = page.older
        if before is None:
            break
    assert found == codes[::-1]


def test_a_page_costs_the_same_however_much_was_played(
    played: tuple[Floor, Actor, list[str]], django_assert_max_num_queries: object
) -> None:
    _, player, _ = played
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        queries.played_rounds(player.id, wanted=queries.Wanted(), limit=30)


def test_periods_tables_and_kinds_of_money(played: tuple[Floor, Actor, list[str]], client: Client) -> None:
    floor, player, codes = played
    today = floor.now.date()
    past = {"de": (today - timedelta(days=9)).isoformat(), "ate": (today - timedelta(days=8)).isoformat()}
    assert codes[0] not in client.get("/jogadas/", past).content.decode()
    assert codes[0] not in client.get("/jogadas/", {"fichas": "PLAY"}).content.decode()
    assert codes[0] in client.get("/jogadas/", {"mesa": "macau-1"}).content.decode()
    wanted = queries.Wanted(table_code="outra")
    assert queries.played_rounds(player.id, wanted=wanted).rounds == ()
    assert queries.played_sums(player.id, wanted=queries.Wanted(currency=Currency.PLAY)) == ()


@pytest.mark.parametrize(
    "query",
    [
        {"de": "2026-13-40"},
        {"de": "0001-01-01"},
        {"ate": "9999-12-31"},
        {"de": "2026-03-02", "ate": "2026-03-01"},
        {"mesa": "' OR 1=1 --"},
        {"antes": "999999999999999999999"},
        {"antes": "²"},
        {"fichas": "USD"},
    ],
)
def test_nonsense_gets_a_page_and_no_trace(
    played: tuple[Floor, Actor, list[str]], client: Client, query: dict[str, str]
) -> None:
    for path in ("/jogadas/", "/sessoes/", "/jogadas/ficheiro/csv/", "/sessoes/ficheiro/csv/"):
        assert client.get(path, query).status_code == 200, path


def test_a_period_that_ends_before_it_begins_is_said(played: tuple[Floor, Actor, list[str]], client: Client) -> None:
    text = client.get("/jogadas/", {"de": "2026-03-02", "ate": "2026-03-01"}).content.decode()
    assert "O fim é anterior ao princípio" in text


@rule("GL-13", asserts="A player takes the own rounds and sessions as CSV, with every bet, and as PDF.")
def test_files_hold_every_bet_and_no_formula(played: tuple[Floor, Actor, list[str]], client: Client) -> None:
    _, _, codes = played
    answer = client.get("/jogadas/ficheiro/csv/")
    text = answer.getvalue().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert sum(any(code in row for code in codes) for row in rows) == 10
    assert not any(cell[:1] in set("=+@") for row in rows for cell in row)
    document = client.get("/jogadas/ficheiro/pdf/")
    assert document.getvalue()[:5] == b"%PDF-"
    assert client.get("/sessoes/ficheiro/pdf/").getvalue()[:5] == b"%PDF-"
    assert client.get("/sessoes/ficheiro/csv/").getvalue().count(b"\r\n") == 2, "a heading and the only session"
    assert client.get("/jogadas/ficheiro/exe/").status_code == 404


@rule(
    "R33",
    "G67",
    asserts="The page of a session shows its rounds, 75.00 staked, 60.00 returned and −15.00 as the result.",
)
def test_a_session_shows_its_rounds(played: tuple[Floor, Actor, list[str]], client: Client) -> None:
    floor, player, codes = played
    (session,) = queries.sessions_of(player.id, now=floor.now)
    text = client.get(f"/sessoes/{session.code}/").content.decode()
    assert all(code in text for code in codes)
    assert (session.staked, session.result) == (75_00, -15_00)
    assert all(sum_ in text for sum_ in ("75,00", "60,00", "−15,00"))
    assert str(session.code) in client.get("/sessoes/").content.decode()


def test_a_receipt_says_what_was_asked_and_what_became_of_it(
    played: tuple[Floor, Actor, list[str]], client: Client
) -> None:
    _, player, codes = played
    card = queries.round_of(round_code=codes[0], person_id=player.id)
    assert card is not None
    number = card.slips[0].number
    path = f"/jogadas/{codes[0]}/recibos/{number}/"
    assert path in client.get(f"/jogadas/{codes[0]}/").content.decode()
    text = client.get(path).content.decode()
    for told in (number, "10,00", "5,00", "20,00", "regras v1", "aceite", codes[0]):
        assert told in text, told
    assert client.get(path.lower()).status_code == 200
    assert client.get(f"/jogadas/{codes[1]}/recibos/{number}/").status_code == 404


def test_a_refused_slip_has_a_receipt_that_says_why(played: tuple[Floor, Actor, list[str]], client: Client) -> None:
    floor, player, _ = played
    table = queries.table_id("macau-1")
    assert table is not None
    code = floor.open_round(table)
    slip = floor.slip(player, table, {"ponto": 50}, key=uuid.uuid4())
    with pytest.raises(bets.BetRejected):
        bets.take_slip(slip=slip, now=floor.now)
    card = queries.round_of(round_code=code, person_id=player.id)
    assert card is not None
    text = client.get(f"/jogadas/{code}/recibos/{card.slips[0].number}/").content.decode()
    assert "Esta aposta não foi aceite" in text
    assert "recusado" in text


def test_anothers_receipt_session_and_bets_are_not_there(played: tuple[Floor, Actor, list[str]], floor: Floor) -> None:
    _, player, codes = played
    other, browser = floor.player(), Client()
    browser.login(username=other.email, password=other.password)
    card = queries.round_of(round_code=codes[0], person_id=player.id)
    assert card is not None
    assert browser.get(f"/jogadas/{codes[0]}/recibos/{card.slips[0].number}/").status_code == 404
    assert codes[0] not in browser.get("/jogadas/").content.decode()
    (session,) = queries.sessions_of(player.id, now=datetime.now(UTC))
    assert queries.session_rounds(session.code, person_id=other.id).rounds == ()


def test_receipts_tickets_and_summaries_carry_the_root_of_their_shoe(
    played: tuple[Floor, Actor, list[str]], client: Client
) -> None:
    _, player, codes = played
    (session,) = queries.sessions_of(player.id, now=datetime.now(UTC))
    summary = client.get(f"/sessoes/{session.code}/").content.decode()
    written = client.get(f"/sessoes/{session.code}/resumo.txt").content.decode()
    sheet = client.get(f"/sessoes/{session.code}/resumo.csv").content.decode()
    shoes = queries.session_shoes(session.code, person_id=player.id)
    assert sum(shoe.rounds for shoe in shoes) == len(codes)
    assert queries.session_shoes(session.code, person_id=player.id + 1) == (), "another's session is not there"
    roots = set()
    for code in codes:
        card = queries.round_of(round_code=code, person_id=player.id)
        assert card is not None
        root = card.proof["root"]
        roots.add(root)
        ticket = client.get(f"/jogadas/{code}/").content.decode()
        assert f"<code>{root}</code>" in ticket.split('class="ticket__foot"')[1]
        receipt = client.get(f"/jogadas/{code}/recibos/{card.slips[0].number}/").content.decode()
        assert f'data-rest="{root[8:]}">{root[:8]}</code>' in receipt, "short to read, whole on paper"
        for text in (receipt, summary, written, sheet):
            assert root in text
    assert roots == {shoe.root for shoe in shoes}
    text = client.get("/jogadas/ficheiro/csv/").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert rows[0][-1] == "Impressão do sabot"
    assert {row[-1] for row in rows[1:]} == roots
