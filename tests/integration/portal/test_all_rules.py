"""All the rules, published: every number stands, where it applies, in three languages; and the operator's gazette."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import engines
from django.test import Client
from django.utils import translation

from casino.env import EnvironmentInvalid
from casino.operator_profile import EXAMPLE, read
from casino.portal.rules_at_table import KINDS
from casino.regulation import published
from kernel.money import Currency
from tables.table_settings import TableSettings
from tests.factories import Floor
from tests.rules import rule

PLACE = "/regras/"
LANGUAGES = ("pt", "en", "ro")
LAW = [f"R{number}" for number in range(1, 44)]
DUTIES = ["G61", *(f"G{number}" for number in range(65, 76))]
LIVE = [f"L{number}" for number in range(1, 10)]
MACAU = {"R39", "R40", "R41", "R42", "R43"}
PAIRS = {"R10", "R11", "R12"}
DEMONSTRATION = {"R37", "R38", "G74", "G75"}
WORDS = {
    "pt": ["Aposta máxima", "Aposta mínima", "Jogada", "Sessão", "Par"],
    "en": ["Maximum bet", "Minimum bet", "Round", "Session", "Pair"],
    "ro": ["Miza maximă", "Miza minimă", "Rundă", "Sesiune", "Pereche"],
}
"""The words of R2, in the law's order."""
PONTO_E_BANCA = TableSettings(preset="ponto-e-banca", minimum=1_00)
OF_MACAU = TableSettings(preset="macau", minimum=5_00, max_prize=1_000_00)
OF_LIVE = TableSettings(
    preset="live-baccarat", minimum=1_00, max_prize=1_000_00, shuffle="per-shoe", commission="5-percent"
)
ALONE = TableSettings(preset="punto-banco", minimum=1_00, decks=6, commission="5-percent", pairs=False, seats=1)
TABLES = [
    ("shared", Currency.EUR, PONTO_E_BANCA, MACAU | DEMONSTRATION | {"R28"}),
    ("individual", Currency.EUR, dataclasses.replace(PONTO_E_BANCA, seats=1), MACAU | DEMONSTRATION | {"R5", "R27"}),
    ("shared", Currency.EUR, dataclasses.replace(PONTO_E_BANCA, pairs=False), MACAU | DEMONSTRATION | PAIRS | {"R28"}),
    ("shared", Currency.PLAY, OF_MACAU, {"R15", "R28"}),
    ("shared", Currency.EUR, dataclasses.replace(OF_MACAU, max_prize=None), DEMONSTRATION | {"R15", "R28"} | MACAU),
    ("shared", Currency.EUR, OF_LIVE, DEMONSTRATION | {"R13", "R15", "R28", "R39", "R40"}),
    ("individual", Currency.EUR, ALONE, MACAU | DEMONSTRATION | PAIRS | {"R5", "R13", "R15", "R27"}),
]
"""Tables, and which numbers of the law and of the duties do not hold there."""


def page_in(client: Client, path: str, language: str) -> str:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    with translation.override(language):
        answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def places(page: str) -> list[str]:
    return re.findall(r'\bid="([RGLFD]\d{1,2}[a-c]?)"', page)


@rule(
    "R32",
    "G66",
    "PT-37",
    "PT-49",
    asserts="One page, open to everybody, has the 43 rules, the twelve general duties and the nine of the live text, "
    "each once and in order, in three languages.",
    shared="One page tells all the rules, and that none is missing is one comparison.",
)
@rule(
    "R2",
    asserts="The page of all the rules says what maximum bet, minimum bet, round, session and pair mean, in three "
    "languages.",
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_missing(client: Client, db: None, language: str) -> None:
    page = page_in(client, PLACE, language)
    shown = [place for place in places(page) if not place[-1].isalpha()]
    assert shown[: 43 + 12 + 9] == LAW + DUTIES + LIVE
    assert len(shown) == len(set(shown)) == len(published.by_number())
    assert set(places(page)) == published.anchors()
    words = page.partition('id="R2"')[2].partition("</ul>")[0]
    assert re.findall(r"<li>([^<:]+): [^<]+</li>", words) == WORDS[language]
    with translation.override(language):
        for number, told in published.by_number().items():
            for text in (told.title, told.text, told.here, *(point.text for point in told.points)):
                assert translation.gettext(text) != text or language == "en" or number in {"R9"}, (number, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_leads_to_a_number_leads_somewhere(floor: Floor, client: Client, language: str) -> None:
    floor.table(OF_MACAU, code="mesa")
    page = page_in(client, PLACE, language)
    assert 'href="/mesa/mesa/regras/"' in page
    for anchor in re.findall(r'href="(?:/regras/)?#([^"]+)"', page):
        assert f'id="{anchor}"' in page, anchor


@rule(
    "R32",
    "PT-49",
    asserts="Each table's rules name every number that holds there and none other, in three languages, each leading to "
    "its place among all rules.",
    shared="Which numbers hold at which table is one comparison.",
)
@rule("R15", "R40", asserts="R15 is told at tables of ponto e banca alone, R39 to R43 at tables of Macau.")
@rule("R27", "R28", asserts="R27 is told at shared tables, R28 at individual ones.")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "currency", "terms", "unsaid"), TABLES)
def test_a_table_tells_the_numbers_that_hold_there(
    floor: Floor, client: Client, kind: str, currency: Currency, terms: TableSettings, unsaid: set[str], language: str
) -> None:
    floor.table(terms, code="mesa", kind=kind, currency=currency)
    page = page_in(client, "/mesa/mesa/regras/", language)
    told = re.findall(r'id="mesa-([A-Z]\d+)"', page)
    expected = [number for number in LAW + DUTIES if number not in unsaid]
    if terms.preset == "macau" and terms.max_prize is None:
        expected = [number for number in LAW + DUTIES if number not in (unsaid - {"R39", "R40"})]
    assert [number for number in told if number[0] in "RG"] == expected
    assert [number for number in told if number[0] == "L"] == (LIVE if terms.preset == "live-baccarat" else [])
    links = re.findall(r'href="/regras/#([^"]+)"', page)
    assert set(told) <= set(links) <= published.anchors()


def test_the_settings_of_the_table_stand_beside_the_numbers(floor: Floor, client: Client) -> None:
    floor.table(OF_MACAU, code="mesa")
    page = page_in(client, "/mesa/mesa/regras/", "en")
    own = dict(re.findall(r'id="mesa-(R\d+)".*?numbers__own">([^<]*)<', page, flags=re.S))
    assert "9 seats, 8 decks" in page
    assert "20 seconds" in page
    assert "5 rounds in a row" in page
    assert "way b), half the prize when Banca wins with 5" in page
    assert "a) €1,000.00; b) €100.00; c) €80.00" in page
    assert own["R14"] == "Here: €5.00."


def test_every_kind_of_table_is_one_that_the_page_can_name() -> None:
    assert {told.at for told in published.by_number().values()} == set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_leads_to_its_rule(client: Client, db: None, language: str) -> None:
    shown = engines["django"].from_string("{{ text|linked_rules }}")
    said = shown.render({"text": "a < b (R43a), R13; PT-22, R99, AR13"})
    assert said == (
        'a &lt; b (<a class="cite" href="/regras/#R43a">R43a</a>), <a class="cite" href="/regras/#R13">R13</a>;'
        " PT-22, R99, AR13"
    )


TOLD = "\n".join(f'{number} = """Texto <{number}>."""' for number in LAW)


def supplied(folder: Path, content: str | None, told: str = 'file = "regulation.toml"') -> Path:
    if content is not None:
        (folder / "regulation.toml").write_text(content, encoding="utf-8")
    path = folder / "house.toml"
    path.write_text(EXAMPLE.read_text(encoding="utf-8") + f"\n[regulation]\n{told}\n", encoding="utf-8")
    return path


@rule(
    "PT-49",
    asserts="An operator's file of the gazette's text stands under each rule, marked as Portuguese; without one the "
    "page says where it is published.",
)
def test_the_operators_gazette_stands_below_our_words(
    client: Client, db: None, tmp_path: Path, monkeypatch: Any
) -> None:
    page = page_in(client, PLACE, "en")
    assert "rule-entry__official" not in page
    assert "https://diariodarepublica.pt/" in page
    facts = read(supplied(tmp_path, f'source = "Diário, n.º 232"\n[rules]\n{TOLD}\nG61 = "Sessenta"\n'))
    monkeypatch.setattr(
        settings, "OPERATOR_PROFILE", dataclasses.replace(settings.OPERATOR_PROFILE, regulation=facts.regulation)
    )
    page = page_in(client, PLACE, "en")
    assert page.count('<blockquote class="rule-entry__official" lang="pt">') == 44
    assert "Texto &lt;R27&gt;." in page
    assert "Diário, n.º 232" in page
    assert "https://diariodarepublica.pt/" not in page


@pytest.mark.parametrize(
    ("content", "told", "said"),
    [
        (None, 'file = "regulation.toml"', "cannot be read"),
        ("source = ", 'file = "regulation.toml"', "cannot be read"),
        (TOLD, "file = 3", "exactly file"),
        (f"[rules]\n{TOLD}", 'file = "regulation.toml"', "source"),
        (f'source = "D"\n[rules]\n{TOLD.replace("R7 =", "G65 =")}', 'file = "regulation.toml"', "R7"),
        (f'source = "D"\n[rules]\n{TOLD}\nR44 = "x"', 'file = "regulation.toml"', "R44"),
        (f'source = "D"\n[rules]\n{TOLD}\nG61 = " "', 'file = "regulation.toml"', "G61"),
        (f'source = "D"\n[rules]\n{TOLD}\n# {"x" * 300_000}', 'file = "regulation.toml"', "larger than"),
    ],
)
def test_a_gazette_that_is_not_whole_is_refused_at_the_start(
    tmp_path: Path, content: str | None, told: str, said: str
) -> None:
    with pytest.raises(EnvironmentInvalid, match=said):
        read(supplied(tmp_path, content, told))
