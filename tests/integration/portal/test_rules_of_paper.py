"""The player's rules, the help at the table and the page about fairness know the tables that a croupier deals (C9)."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.conf import settings
from django.test import Client

from kernel.money import Currency
from tests.croupiers import PAPER, PaperTable, paper_table
from tests.factories import Floor

SAID = (
    "As cartas são de papel.",
    "um leitor lê cada uma quando sai do sabot",
    "Todos veem cada carta no mesmo momento: quando é lida, ou quando um jogador a vira",
    "Uma carta que não pode estar no sabot para logo a mesa",
    "todas as apostas são devolvidas (R29)",
    "Se a sua ligação cair nada muda",
    "(R30)",
    "Nenhuma ordem das cartas é fixada antes das apostas",
    "as suas leituras são seladas com as suas jogadas",
)


def words(client: Client, path: str, language: str = "pt") -> str:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(unescape(re.sub(r"<[^>]+>", "", answer.content.decode())).split())


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    return paper_table(floor)


def test_the_rules_of_a_croupiers_table_say_how_paper_cards_are_dealt(live: PaperTable, client: Client) -> None:
    page = words(client, f"/mesa/{live.code}/regras/")
    for said in SAID:
        assert said in page, said
    for own in (
        "Esta mesa é partilhada, e dá as cartas um croupier.",
        "Aqui as cartas são de papel e não estão fixadas antes",
        "O croupier pode acabá-lo antes",
        "Cada uma mostra-se quando é lida",
    ):
        assert own in page, own
    assert "viradas para baixo" not in page
    assert "um robô" not in page, "no robot deals for money"


def test_the_help_at_the_table_says_the_same_and_the_rules_lead_there(live: PaperTable, client: Client) -> None:
    page = words(client, f"/mesa/{live.code}/")
    for said in SAID:
        assert said in page, said
    assert f'href="/mesa/{live.code}/regras/#papel"' in client.get(f"/mesa/{live.code}/").content.decode()


def test_a_table_without_a_croupier_says_nothing_of_paper(floor: Floor, client: Client) -> None:
    floor.table(code="macau-1")
    for path in ("/mesa/macau-1/", "/mesa/macau-1/regras/"):
        page = words(client, path)
        assert "As cartas são de papel." not in page
        assert "croupier dá" not in page


def test_a_table_of_play_money_tells_of_the_robot(floor: Floor, client: Client) -> None:
    live = paper_table(floor, currency=Currency.PLAY, taken=False, robot=True)
    assert "um robô" in words(client, f"/mesa/{live.code}/regras/")


def test_the_page_about_fairness_does_not_deny_paper_cards(client: Client) -> None:
    page = words(client, "/ajuda/jogo-justo/")
    for said in SAID:
        assert said in page, said
    assert "Não há cartas de papel:" not in page


@pytest.mark.parametrize(("language", "said"), [("en", "The cards are of paper."), ("ro", "Cărțile sunt de hârtie.")])
def test_the_same_is_said_in_the_other_languages(live: PaperTable, client: Client, language: str, said: str) -> None:
    for path in (f"/mesa/{live.code}/regras/", f"/mesa/{live.code}/"):
        page = words(client, path, language)
        assert said in page, path
        assert "(R30)" in page


@pytest.mark.parametrize(
    ("seconds", "croupier", "said"),
    [(0, False, "Aqui é a casa que vira as cartas."), (8, False, "em 8 segundos no máximo"), (0, True, "o croupier")],
)
def test_the_rules_say_who_turns_the_cards(
    floor: Floor, client: Client, *, seconds: int, croupier: bool, said: str
) -> None:
    terms = replace(PAPER, preset="macau-floor", decks=6, squeeze_seconds=seconds)
    if croupier:
        code = paper_table(floor, terms, taken=False).code
    else:
        code = "sala-1"
        floor.table(terms, code=code)
    page = words(client, f"/mesa/{code}/regras/")
    assert said in page
    assert ("o resultado está fixado antes" in page) is bool(seconds)
