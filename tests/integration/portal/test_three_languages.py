"""Portuguese, English and Romanian: nothing fuzzy, the same placeholders, and the same rules in all three (PT-36)."""

import re

import pytest
from django.test import Client

from casino.wording import texts
from players.accounts.terms import VERSIONS
from tables.table_settings import TableSettings
from tests.factories import MACAU, PONTO_E_BANCA, Floor
from tests.rules import rule

LIVE = TableSettings(
    preset="live-baccarat", minimum=1_00, max_prize=5_000_00, shuffle="per-shoe", commission="5-percent"
)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


@pytest.mark.parametrize("domain", texts.DOMAINS)
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_no_translation_is_fuzzy(language: str, domain: str) -> None:
    assert [str(message.id) for message in texts.read_catalogue(language, domain) if message.id and message.fuzzy] == []


@pytest.mark.parametrize("domain", texts.DOMAINS)
def test_the_languages_fill_in_the_same_things(domain: str) -> None:
    """The placeholders of a text are the same in every language that has it."""
    wrong = []
    catalogues = [texts.read_catalogue(language, domain) for language in texts.LANGUAGES]
    for message in catalogues[0]:
        if not message.id:
            continue
        expected = set(PLACEHOLDER.findall(_last(message.id)))
        for catalogue in catalogues:
            found = catalogue.get(message.id, message.context)
            if found is not None and texts.is_whole(found.string):
                wrong += [str(message.id)] if set(PLACEHOLDER.findall(_last(found.string))) != expected else []
    assert wrong == []


def _last(text: "str | tuple[str, ...] | list[str] | None") -> str:
    return text if isinstance(text, str) else (text or ("",))[-1]


def rules_of(client: Client, path: str, language: str) -> tuple[list[str], list[str], list[str]]:
    """A rules page without its words: its elements, the rules that it names, and every figure on it."""
    client.cookies["django_language"] = language
    answer = client.get(path)
    assert answer.headers["Content-Language"] == language
    main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    elements = re.findall(r"<([a-z][a-z0-9]*)", main)
    text = re.sub(r"<[^>]*>", " ", main).replace("\N{NO-BREAK SPACE}", "").replace("&nbsp;", "")
    rules = re.findall(r"\bR\d+[a-c]?\b", text)
    figures = re.findall(r"\d[\d.,\s\N{NARROW NO-BREAK SPACE}]*", text)
    return elements, rules, [re.sub(r"\D", "", figure) for figure in figures]


@rule(
    "PT-36",
    asserts="The rules pages of Macau, ponto e banca and the live game have the same figures, rules and signs in "
    "Portuguese, English and Romanian.",
)
@pytest.mark.parametrize("terms", [MACAU, PONTO_E_BANCA, LIVE], ids=lambda terms: terms.preset)
def test_the_rules_are_the_same_in_every_language(floor: Floor, client: Client, terms: TableSettings) -> None:
    floor.table(terms, code="mesa-1")
    pages = {language: rules_of(client, "/mesa/mesa-1/regras/", language) for language in ("pt", "en", "ro")}
    assert pages["pt"][0] == pages["en"][0] == pages["ro"][0]
    assert sorted(pages["pt"][1]) == sorted(pages["en"][1]) == sorted(pages["ro"][1])
    assert len(pages["pt"][1]) > 10
    assert sorted("".join(pages["pt"][2])) == sorted("".join(pages["en"][2])) == sorted("".join(pages["ro"][2]))


@rule(
    "PT-36",
    asserts="Every version of the terms has the same numbered clauses, in the same order, in each of its languages.",
)
def test_every_version_of_the_terms_has_the_same_clauses_in_each_of_its_languages() -> None:
    for version in VERSIONS:
        written = [
            (texts.ROOT / f"templates/portal/terms/{version.number}/{language}.html").read_text(encoding="utf-8")
            for language in version.languages
        ]
        clauses = [re.findall(r"<(h2|p)>(\d*)", text) for text in written]
        assert clauses[0] == clauses[1] == clauses[2]
        assert sorted({text.count("SRIJ") for text in written}) == [1]


@rule(
    "PT-36",
    asserts="A browser that asks for no language, or for none of the house’s, gets the rules and the terms in "
    "Portuguese.",
)
@pytest.mark.parametrize("path", ["/mesa/mesa-1/regras/", "/regras/", "/termos/"])
@pytest.mark.parametrize("asked", [{}, {"accept-language": "de-DE,de;q=0.9"}], ids=["none", "another"])
def test_portuguese_is_the_base(floor: Floor, client: Client, path: str, asked: dict[str, str]) -> None:
    floor.table(code="mesa-1")
    answer = client.get(path, headers=asked)
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == "pt"
    assert '<html lang="pt' in answer.content.decode()


@pytest.mark.parametrize(
    "path", ["/jogo-responsavel/", "/jogo-responsavel/teste/", "/ajuda/como-se-joga/", "/ajuda/", "/regras/"]
)
def test_information_has_the_same_shape_in_every_language(floor: Floor, client: Client, path: str) -> None:
    floor.table(code="mesa-1")
    pages = [rules_of(client, path, language)[0] for language in ("pt", "en", "ro")]
    assert pages[0] == pages[1] == pages[2]
