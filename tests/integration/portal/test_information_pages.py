"""Public information: there for visitors, whole, linked from every page, and the self-test forgets its answers."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from casino import operator_profile
from casino.env import EnvironmentInvalid
from casino.portal.information import PAGES
from casino.portal.self_test import ITEMS, Band, band_of
from tests.factories import Floor
from tests.rules import rule


def answers(*points: int) -> dict[str, str]:
    return {f"p{number}": str(given) for number, given in enumerate(points, 1)}


@rule(
    "PT-45",
    "PT-47",
    asserts="Each information page answers without a sign-in and holds every section that its table of contents names, "
    "once.",
)
@pytest.mark.parametrize("name", PAGES)
def test_each_page_is_whole(client: Client, db: None, name: str) -> None:
    answer = client.get(reverse(f"portal:{name}"))
    assert answer.status_code == 200
    text = answer.content.decode()
    assert len(re.findall(r"<h1[ >]", text)) == 1
    for anchor, title in PAGES[name].sections.items():
        assert f'href="#{anchor}"' in text, anchor
        assert re.search(rf'<h2 id="{anchor}">{re.escape(str(title))}</h2>', text), anchor
    assert text.count('<h2 id="') - text.count('id="resultado"') == len(PAGES[name].sections)


@rule(
    "R32",
    "G66",
    asserts="The first page, sign-in, help, a table's rules, the wallet and the sessions all link to how to play and "
    "how to complain.",
    shared="The foot is the same on every page; what it holds is read in one visit.",
)
@rule(
    "PT-45",
    asserts="The first page, sign-in, help, rules, wallet and sessions link to safer play and the self-test, and say "
    "18+.",
)
@rule(
    "PT-46",
    asserts="At their foot the first page, sign-in, help, rules, wallet and sessions show the licence number and the "
    "games that it is for, the house's e-mail and telephone, and lead to the licence and the regulator.",
)
@rule(
    "PT-47",
    asserts="The first page, sign-in, help, rules, wallet and sessions link to the rights, the fees and how to play.",
)
@rule(
    "PT-79",
    asserts="The first page, sign-in, help, rules, wallet and sessions lead to the electronic Complaints Book.",
)
@pytest.mark.parametrize("path", ["/", "/entrar/", "/ajuda/", "/mesa/macau-1/regras/", "/carteira/", "/sessoes/"])
def test_every_page_leads_to_help_and_says_who_runs_the_house(floor: Floor, client: Client, path: str) -> None:
    floor.table(code="macau-1")
    if path in {"/carteira/", "/sessoes/"}:
        player = floor.player()
        client.login(username=player.email, password=player.password)
    text = client.get(path).content.decode().partition('<footer class="footer"')[2].partition("</footer>")[0]
    linked = ("safer_play", "self_test", "how_to_play", "safe_account", "how_to_complain", "licence", "rights", "fees")
    for name in linked:
        assert f'href="{reverse(f"portal:{name}")}"' in text, name
    assert "18+" in text
    assert "licença n.º EXEMPLO-000 para ponto e banca, bacará" in text
    assert settings.OPERATOR_PROFILE.operator.email in text
    assert settings.OPERATOR_PROFILE.operator.phone in text
    assert "valor de exemplo" in text
    assert 'href="https://www.livroreclamacoes.pt/"' in text
    assert 'href="https://www.srij.turismodeportugal.pt"' in text


@rule(
    "R32",
    asserts="The page of play, which has no foot, leads to the table's rules and limits, to one's own rounds with what "
    "they won and lost, and to a complaint about that table.",
)
def test_the_page_of_play_leads_to_the_rules_to_ones_rounds_and_to_a_complaint(floor: Floor, client: Client) -> None:
    floor.table(code="macau-1")
    player = floor.player()
    client.login(username=player.email, password=player.password)
    text = client.get("/mesa/macau-1/").content.decode()
    for address in ("/mesa/macau-1/regras/", "/jogadas/", "/reclamacoes/nova/?mesa=macau-1"):
        assert f'href="{address}"' in text, address
    assert client.get("/reclamacoes/nova/?mesa=macau-1").status_code == 200


@rule("UK-06", asserts="The front page leads to limits and breaks, and the page of deposits leads to the limits.")
@rule("MT-03", asserts="The page on safer play has a link to the page where one excludes oneself.")
def test_limits_and_breaks_are_one_press_away(floor: Floor, client: Client) -> None:
    limits, breaks, safer = (reverse(f"portal:{name}") for name in ("limits", "breaks", "safer_play"))
    assert f'href="{safer}"' in client.get("/").content.decode()
    page = client.get(safer).content.decode()
    assert f'href="{breaks}"' in page
    assert f'href="{limits}"' in page
    player = floor.player()
    client.login(username=player.email, password=player.password)
    assert f'href="{limits}#limite-deposit"' in client.get(reverse("portal:deposit")).content.decode()


def test_the_odds_are_the_games_own(client: Client, db: None) -> None:
    text = client.get("/ajuda/como-se-joga/").content.decode()
    for told in ("44,62", "45,86", "9,52", "1,24", "1,06", "14,36", "10,36"):
        assert told in text, told


@pytest.mark.parametrize(("guests", "offered"), [(0, False), (5, True)])
def test_the_demonstration_is_offered_where_the_house_has_one(
    client: Client, db: None, settings: Any, guests: int, offered: bool
) -> None:
    settings.GUESTS = guests
    text = client.get("/ajuda/como-se-joga/").content.decode()
    assert ("Experimentar sem conta" in text) is offered
    assert "a mesa para ouvir" in text


@pytest.mark.parametrize(
    ("points", "band"),
    [
        (0, Band.NONE),
        (1, Band.LOW),
        (2, Band.LOW),
        (3, Band.MODERATE),
        (7, Band.MODERATE),
        (8, Band.HIGH),
        (27, Band.HIGH),
    ],
)
def test_the_bands_are_the_published_ones(points: int, band: Band) -> None:
    assert band_of(points) is band


def test_the_self_test_adds_up_and_forgets(client: Client, db: None) -> None:
    path = "/jogo-responsavel/teste/"
    answer = client.post(path, answers(3, 0, 1, 0, 0, 0, 0, 0, 0))
    text = answer.content.decode()
    assert "4 pontos, de 0 a 27" in text
    assert "Risco moderado" in text
    assert Session.objects.count() == 0
    assert "no-store" in answer.headers["Cache-Control"]
    assert "checked" not in client.get(path).content.decode()


@pytest.mark.parametrize("given", [{}, answers(3, 3), answers(*[9] * len(ITEMS)), {"p1": "-1", "p2": "x", "p3": "²"}])
def test_a_self_test_without_all_answers_says_so(client: Client, db: None, given: dict[str, str]) -> None:
    text = client.post("/jogo-responsavel/teste/", given).content.decode()
    assert "Faltam respostas" in text
    assert "de 0 a 27</h2>" not in text
    assert text.count("question--missing") == len(ITEMS) - sum(
        value in {"0", "1", "2", "3"} for value in given.values()
    )


WHOLE = operator_profile.EXAMPLE.read_text(encoding="utf-8")


@rule(
    "PT-46",
    asserts="The program does not start with an operator profile that lacks the licence number, the help or the "
    "Complaints Book's address, and names what is wrong.",
)
@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (WHOLE.replace('number = "EXEMPLO-000"', 'number = ""'), "number"),
        (WHOLE.replace('number = "EXEMPLO-000"', ""), "number"),
        (WHOLE.replace("[operator]", "[operator]\nslogan = 'Ganhe!'"), "slogan"),
        (WHOLE.replace("https://www.livroreclamacoes.pt", "javascript:alert(1)"), "book_url"),
        (WHOLE.replace("[[help]]", "[[helper]]"), "help"),
        (WHOLE + "\n[prizes]\n", "prizes"),
        (WHOLE.replace("2_000_00", '"2 000,00"'), "cents"),
        (WHOLE.replace("2_000_00", "0"), "unusual-transfers"),
        (WHOLE.replace('report = "unusual-transfers"', 'report = "bets"'), "significant-events"),
        (WHOLE.replace("since = 2015-06-28", "since = 2015-06-28T00:00:00"), "date"),
        (WHOLE.replace("hours.pt", "hours.fr"), "hours"),
        (WHOLE.replace('about.en = "if', 'about.en = " "  # "if'), "about"),
        (WHOLE.replace('phone = "112"', 'phone.pt = "112"'), "phone"),
        (WHOLE.replace('profile = "pt"', 'profile = "open"'), "profile"),
        (WHOLE.replace('profile = "pt"', 'profile = "es"'), "profile"),
        (
            WHOLE.replace('"SRIJ"', '"MGA"').replace('profile = "pt"', ""),
            "profile",
        ),
        ("example = ", "cannot be read"),
    ],
)
def test_the_operator_profile_is_checked_at_the_start(tmp_path: Path, changed: str, named: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(EnvironmentInvalid, match=named):
        operator_profile.read(path)


@pytest.mark.parametrize(("language", "said"), [("pt", "corre perigo"), ("en", "is in danger"), ("ro", "în pericol")])
def test_help_is_told_in_the_readers_language(client: Client, language: str, said: str) -> None:
    client.cookies["django_language"] = language
    assert said in client.get("/jogo-responsavel/").content.decode()


def test_the_portuguese_supervisor_means_the_portuguese_profile(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(WHOLE.replace('profile = "pt"', ""), encoding="utf-8")
    assert operator_profile.read(path).profile == "pt"
    elsewhere = WHOLE.replace('supervisor_short = "SRIJ"', 'supervisor_short = "MGA"')
    path.write_text(elsewhere.replace('profile = "pt"', 'profile = "open"'), encoding="utf-8")
    assert operator_profile.read(path).profile == "open"


def test_a_house_of_ones_own_is_no_example(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(WHOLE.replace("example = true", ""), encoding="utf-8")
    assert operator_profile.read(path).example is False
    with pytest.raises(EnvironmentInvalid, match="cannot be read"):
        operator_profile.read(tmp_path / "none.toml")
