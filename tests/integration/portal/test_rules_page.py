"""The rules page against the game: every cell of the drawing table and every paytable, read back from the page."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from baccarat.cards import Card
from baccarat.odds import odds
from baccarat.play import play
from baccarat.rulesets import PRESETS, Ruleset
from tables.table_settings import TableSettings
from tests.factories import Floor
from tests.rules import rule

TERMS = {
    "ponto-e-banca": TableSettings(preset="ponto-e-banca", minimum=1_00),
    "macau": TableSettings(preset="macau", minimum=5_00, max_prize=1_000_00),
    "macau-floor": TableSettings(preset="macau-floor", minimum=5_00, max_prize=1_000_00, decks=6, shuffle="per-shoe"),
    "live-baccarat": TableSettings(
        preset="live-baccarat", minimum=1_00, max_prize=1_000_00, shuffle="per-shoe", commission="5-percent"
    ),
    "punto-banco": TableSettings(
        preset="punto-banco",
        minimum=1_00,
        decks=6,
        commission="5-percent",
        pairs=False,
        caps={"ponto": 500_00, "banca": 500_00, "empate": 50_00},
    ),
}


class Rows(HTMLParser):
    """The rows of one table body, as the texts of their cells; text for screen readers alone is left out."""

    def __init__(self, body: str) -> None:
        super().__init__()
        self.body, self.inside, self.hidden = body, False, 0
        self.rows: list[list[str]] = []
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes where rows and cells begin."""
        given = dict(attrs)
        self.inside = self.inside or (tag == "tbody" and given.get("id") == self.body)
        if self.inside and tag == "tr":
            self.rows.append([])
            self.names.append(given.get("data-chance") or "")
        if self.inside and tag in {"td", "th"}:
            self.rows[-1].append("")
        if tag == "span" and (self.hidden or "visually-hidden" in (given.get("class") or "")):
            self.hidden += 1

    def handle_endtag(self, tag: str) -> None:
        """Notes where the table ends."""
        if tag == "tbody":
            self.inside = False
        if tag == "span" and self.hidden:
            self.hidden -= 1

    def handle_data(self, data: str) -> None:
        """Keeps what a cell says."""
        if self.inside and not self.hidden and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def read(page: str, body: str) -> Rows:
    """A table body of the page."""
    rows = Rows(body)
    rows.feed(page)
    return rows


def banca_takes(total: int, third: int | None) -> bool:
    """Play a round: ponto 0 with that third card, or ponto 6 without one; banca with that total."""
    ponto = ("KS", "KH") if third is not None else ("KS", "6H")
    banca = ("KD", f"{total}C" if total > 1 else {0: "QC", 1: "AC"}[total])
    value = {None: "2S", 0: "JS", 1: "AS"}.get(third, f"{third}S")
    # The side that draws takes from here; ponto first.
    rest = ([value] if third is not None and total < 8 else []) + ["2D"]
    laid = [ponto[0], banca[0], ponto[1], banca[1]]
    for spare in (rest, rest[:-1], []):
        try:
            return play([Card.parse(code) for code in laid + spare]).banca_third is not None
        except ValueError:
            continue
    raise AssertionError("no such round")


@rule(
    "R32",
    asserts="For each of the five games and in each language, the rules page shows the 110 cells of the third card and "
    "the prizes as the game has them.",
    shared="One page of each game tells it all.",
)
@rule(
    "L9",
    asserts="For each of the five games the rules page shows the expected return of every bet to three decimals of a "
    "percent.",
)
@rule("PT-37", asserts="The rules page of each game is open to everybody, without a sign-in.")
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_says_what_the_game_does(floor: Floor, client: Client, preset: str, language: str) -> None:
    floor.table(TERMS[preset], code="mesa")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    with translation.override(language):  # what the page leaves active ends with the test
        page = client.get("/mesa/mesa/regras/").content.decode()
    assert f'lang="{language}' in page
    _drawing_table(page)
    _paytables(page, TERMS[preset].ruleset)
    _returns(page, TERMS[preset].ruleset)
    assert ("R13" in re.sub(r"<ul>.*?</ul>", "", page, flags=re.S)) == (preset not in {"live-baccarat", "punto-banco"})


def _drawing_table(page: str) -> None:
    cells = 0
    for total, row in enumerate(read(page, "draws").rows):
        assert row[0] == str(total)
        for third, shown in zip((None, *range(10)), row[1:], strict=True):
            assert shown.strip() == ("+" if banca_takes(total, third) else "–"), (total, third)
            cells += 1
    assert cells == 110


def _paytables(page: str, ruleset: Ruleset) -> None:
    table = read(page, "odds")
    assert table.names == [chance.value for chance in ruleset.chances]
    for name, row in zip(table.names, table.rows, strict=True):
        offer = next(offer for offer in ruleset.offers if offer.chance.value == name)
        shown = [(int(prize), int(stake)) for prize, stake in re.findall(r"(\d+) : (\d+)", row[1])]
        assert shown == [tuple(ratio) for _, ratio in offer.pays if ratio.prize], name
        assert (str(offer.last_round_of_shoe) in row[0]) == (offer.last_round_of_shoe is not None), name


def _returns(page: str, ruleset: Ruleset) -> None:
    """Each chance's expected return, as a percentage with three decimals."""
    bets = odds(ruleset).bets
    for offer, row in zip(ruleset.offers, read(page, "odds").rows, strict=True):
        expected = f"{float(100 * bets[offer.chance].rtp):.3f}"
        assert re.findall(r"\d+", row[5]) == expected.split("."), offer.chance


def test_a_table_of_ones_own_has_no_time_to_bet(floor: Floor, client: Client) -> None:
    floor.table(replace(TERMS["punto-banco"], seats=1), code="minha", kind="individual")
    assert "R28" in client.get("/mesa/minha/regras/").content.decode()


def test_a_maximum_on_a_side_of_the_live_game_is_said_to_bound_the_difference(floor: Floor, client: Client) -> None:
    floor.table(replace(TERMS["live-baccarat"], caps={"ponto": 50_000, "empate": 5_000}), code="viva")
    page = client.get("/mesa/viva/regras/").content.decode()
    assert page.count("excedem as do outro") == 1
