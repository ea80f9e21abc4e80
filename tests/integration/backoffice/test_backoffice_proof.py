"""Rounds, reports and the ledger at the staff's pages: everything is there, and nothing is said that is not so."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from baccarat.proof import Verdict
from casino.backoffice.presenters.rounds import sheet
from casino.backoffice.views import reports
from kernel.money import Currency
from players.roles import Role
from reporting import queries
from reporting.making.figures import day_of
from reporting.operations import make_daily_report
from reporting.writers import CONTENT_TYPES
from tables import queries as tables
from tables.codes import round_code
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.kept_rows import furnished
from tests.tampering import past_triggers
from tests.yesterday import noon_of_the_last_day

SPACE = "\N{NO-BREAK SPACE}"


@pytest.fixture
def yesterday(floor: Floor) -> str:
    return furnished(_yesterday, floor, noon_of_the_last_day())


def _yesterday(floor: Floor) -> str:
    """A day with one round for money and one of demonstration, and its report."""
    floor.now = noon_of_the_last_day()
    player, guest = floor.player(cents=1_000_00), floor.player(play_cents=500_00)
    macau, demo = floor.table(MACAU, code="macau-1"), floor.table(PONTO_E_BANCA, code="demo", currency=Currency.PLAY)
    floor.sit(player, macau)
    floor.sit(guest, demo)
    floor.open_round(macau, BANCA_WINS_WITH_5)
    floor.bet(player, macau, banca=100_00, empate=10_00)
    floor.settle(macau)
    floor.open_round(demo, PONTO_WINS)
    floor.bet(guest, demo, ponto=20_00)
    floor.settle(demo)
    day = day_of(floor.now)
    make_daily_report(day=day, now=timezone.now())
    return day.isoformat()


def words(page: str) -> str:
    return page.replace(SPACE, " ")


def test_a_days_report_tells_money_and_play_money_apart(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    page = words(as_role(Role.COMPLIANCE).get(f"/casa/relatorios/{yesterday}/").content.decode())

    money, play = page.split('id="part-PLAY"')
    assert "110,00 €" in money  # staked
    assert "150,00 €" in money  # the banca stake and half of its prize went back
    assert "50,00 €" in money  # commission
    assert "−40,00 €" in money  # gross revenue
    assert "fichas" not in money
    assert "fora dos totais regulados" in play
    assert "−20,00 fichas" in play
    assert "concordam ao cêntimo" in money  # the day's books; those of play money stand with its lines


def test_the_list_of_days_names_each_state(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    page = words(as_role(Role.AUDITOR).get("/casa/relatorios/").content.decode())

    assert "em curso, provisório" in page
    assert "feito e reconciliado" in page
    assert '<title id="chart-title">' in page
    assert "−40,00 €" in page


def test_a_day_so_full_that_it_is_felt_is_added_up_once_a_minute(
    floor: Floor, yesterday: str, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    auditor, asked = as_role(Role.AUDITOR), []
    monkeypatch.setattr(reports, "FELT_SECONDS", -1)
    so_far = queries.day_so_far
    monkeypatch.setattr(queries, "day_so_far", lambda now: (asked.append(now), so_far(now=now))[1])
    cache.delete(reports.SO_FAR)
    for _ in range(3):
        assert "em curso, provisório" in auditor.get("/casa/relatorios/").content.decode()
    cache.delete(reports.SO_FAR)
    assert len(asked) == 1


def test_a_day_without_report_between_others_is_named_as_missing(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    make_daily_report(day=day_of(timezone.now()) - timedelta(days=3), now=timezone.now())

    assert as_role(Role.AUDITOR).get("/casa/relatorios/").content.decode().count("em falta") == 1


@pytest.mark.parametrize(("form", "kind"), list(CONTENT_TYPES.items()))
def test_a_report_is_taken_out_and_the_taking_is_kept(
    floor: Floor, yesterday: str, as_role: AsRole, form: str, kind: str
) -> None:
    compliance = as_role(Role.COMPLIANCE)

    answer = compliance.get(f"/casa/relatorios/{yesterday}/descarregar/{form}/")

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Content-Disposition"] == f'attachment; filename="relatorio-diario-{yesterday}-r1.{form}"'
    assert answer.content
    kept = queries.exports()[0]
    assert (kept.format, kept.filter, kept.rows) == (form, {"day": yesterday, "revision": 1}, 2)
    assert kept.by in compliance.get("/casa/livro/").content.decode()
    if form == "json":
        assert json.loads(answer.content)["heading"]["reconciliation"] == "jogadas e livro concordam"


def test_the_day_that_runs_is_provisional_and_so_is_its_file(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    compliance, today = as_role(Role.COMPLIANCE), day_of(timezone.now()).isoformat()

    page = compliance.get(f"/casa/relatorios/{today}/").content.decode()

    assert "Números provisórios" in page
    answer = compliance.get(f"/casa/relatorios/{today}/descarregar/csv/")
    assert "o período ainda não acabou" in answer.content.decode()
    assert queries.exports()[0].what == "day-so-far"


def test_a_report_made_again_from_the_same_facts_is_the_same(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    answer = as_role(Role.COMPLIANCE).post(f"/casa/relatorios/{yesterday}/refazer/", follow=True)

    assert "byte por byte" in answer.content.decode()
    assert len(queries.revisions_of(day_of(floor.now))) == 1


def test_a_day_that_is_not_over_has_no_report_made(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    today = day_of(timezone.now()).isoformat()

    answer = as_role(Role.COMPLIANCE).post(f"/casa/relatorios/{today}/refazer/", follow=True)

    assert "ainda não acabou" in answer.content.decode()


@pytest.mark.parametrize("day", ["amanha", "2026-13-01", "2026-02-30", "9999-12-31", "20260101x"])
def test_a_day_that_is_none_is_not_found(floor: Floor, as_role: AsRole, day: str) -> None:
    compliance = as_role(Role.COMPLIANCE)

    assert compliance.get(f"/casa/relatorios/{day}/").status_code == 404


@pytest.mark.parametrize(
    ("asked", "status"), [("1", 200), ("0", 404), ("99", 404), ("-1", 200), ("x", 200), ("9" * 400, 200)]
)
def test_a_revision_is_shown_or_not_found_and_nonsense_means_the_last(
    floor: Floor, yesterday: str, as_role: AsRole, asked: str, status: int
) -> None:
    answer = as_role(Role.COMPLIANCE).get(f"/casa/relatorios/{yesterday}/", {"revisao": asked})

    assert answer.status_code == status


def test_a_planted_cent_is_found_and_named(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca'")
    compliance = as_role(Role.COMPLIANCE)

    made = compliance.post(f"/casa/relatorios/{yesterday}/refazer/", follow=True).content.decode()
    proof = compliance.post("/casa/livro/verificar/", follow=True).content.decode()

    assert "Não concordam" in made
    assert "o devolvido não é o do livro-razão" in made
    assert "Há diferenças" in proof
    assert "o devolvido não é o do livro-razão" in proof
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned - 1 WHERE chance = 'banca'")


def test_the_ledger_is_proven_on_demand(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    auditor = as_role(Role.AUDITOR)

    before = auditor.get("/casa/livro/").content.decode()
    after = words(auditor.post("/casa/livro/verificar/", follow=True).content.decode())

    assert "Ainda não se fez nenhuma prova" in before
    assert "Tudo concorda ao cêntimo" in after
    assert "50,00 €" in after  # the commission account
    assert "fichas, não dinheiro" in after


def test_a_round_tells_everything(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    support = as_role(Role.SUPPORT)
    found = support.get("/casa/jogadas/", {"table": "macau-1"}).content.decode()
    code = round_code(table="macau-1", opened_at=floor.now, number=1)
    assert code in found

    page = words(support.get("/casa/jogadas/", {"code": code}, follow=True).content.decode())

    for said in ("Rei de espadas", "Ganha a banca", "+0 ms", "50,00 €", "Prémio", "Raiz publicada", "−40,00 €"):
        assert said in page, said
    assert page.count('aria-label="Rei de') == 2
    assert "todas levam à raiz" in page
    assert "&quot;root&quot;" in page  # the verifier's document


def test_a_card_that_is_not_the_committed_one_is_not_proven(floor: Floor, yesterday: str) -> None:
    played = tables.round_of(round_code=round_code(table="macau-1", opened_at=floor.now, number=1), person_id=None)
    assert played is not None
    first, *others = played.proof["cards"]
    other_card = replace(played, proof={**played.proof, "cards": [{**first, "card": "9S"}, *others]})
    one_missing = replace(played, proof={**played.proof, "cards": others})
    other_root = replace(played, proof={**played.proof, "root": "0" * 64})

    assert sheet(played, {}).proven is Verdict.PROVEN
    assert [sheet(changed, {}).proven for changed in (other_card, one_missing, other_root)] == [Verdict.WRONG] * 3


@pytest.mark.parametrize(
    "asked",
    [
        {"code": "nada"},
        {"code": "x" * 65},
        {"table": "não é código"},
        {"day": "ontem"},
        {"day": "2026-02-30"},
        {"day": ""},
        {"day": "9999-12-31"},
        {"day": "0001-01-01"},
        {"antes": "0"},
        {"antes": "x"},
        {"antes": "9" * 400},
    ],
)
def test_a_search_that_finds_nothing_says_so(
    floor: Floor, yesterday: str, as_role: AsRole, asked: dict[str, str]
) -> None:
    assert as_role(Role.SUPPORT).get("/casa/jogadas/", asked).status_code == 200


def count(as_role: AsRole, role: Role, address: str) -> int:
    client = as_role(role)
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize(
    ("role", "name"),
    [
        (Role.SUPERVISOR, "floor"),
        (Role.GAME_MANAGER, "tables"),
        (Role.APPROVER, "decisions"),
        (Role.AUDITOR, "rounds"),
        (Role.AUDITOR, "reports"),
        (Role.AUDITOR, "ledger"),
    ],
)
def test_a_list_asks_as_often_however_long_it_is(
    floor: Floor, as_role: AsRole, monkeypatch: pytest.MonkeyPatch, role: Role, name: str
) -> None:
    address = reverse(f"backoffice:{name}")
    monkeypatch.setattr(reports, "FELT_SECONDS", float("inf"))  # a busy machine keeps the day so far, and asks less

    def grow(first: int, last: int) -> None:
        for number in range(first, last):
            floor.now = timezone.now() - timedelta(days=40 - number)
            table_id = floor.table(MACAU, code=f"mesa-{name}-{number}")
            floor.open_round(table_id)
            floor.settle(table_id)
            make_daily_report(day=day_of(floor.now), now=timezone.now())

    grow(0, 1)
    few = count(as_role, role, address)
    grow(1, 5)

    assert count(as_role, role, address) == few


def test_a_tables_page_asks_as_often_however_long_its_story(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    table_id = floor.table(MACAU, code="macau-1")
    few = count(as_role, Role.GAME_MANAGER, "/casa/mesas/macau-1/")
    for _ in range(4):
        floor.open_round(table_id)
        floor.settle(table_id)
        floor.approve(table_id, MACAU)
        floor.open_round(table_id)
        floor.settle(table_id)

    assert count(as_role, Role.GAME_MANAGER, "/casa/mesas/macau-1/") == few


def test_a_rounds_page_asks_as_often_however_many_bets(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    table_id = floor.table(MACAU, code="macau-1")

    def play(players: int) -> str:
        seated = [floor.player() for _ in range(players)]
        code = floor.open_round(table_id)
        for player in seated:
            floor.sit(player, table_id)
            floor.bet(player, table_id, ponto=20_00)
        floor.settle(table_id)
        return f"/casa/jogadas/{code}/"

    few, many = play(1), play(5)

    assert count(as_role, Role.AUDITOR, few) == count(as_role, Role.AUDITOR, many)
