"""The laboratory's sheets: written from the exact odds, and equal to figures that others published."""

from fractions import Fraction

import pytest
from django.conf import settings

from baccarat.odds import odds_of
from baccarat.rulesets import PRESETS, preset, preset_data
from casino.regulation import maths_page

PAGE = settings.BASE_DIR / "docs" / "maths.md"


def test_the_page_is_what_the_odds_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == maths_page.document(), "write it anew: ./sabot manage write_maths"


@pytest.mark.parametrize("name", PRESETS)
def test_every_paytable_has_its_sheet(name: str) -> None:
    page = maths_page.document()
    for decks in preset_data(name).decks:
        ruleset = preset(name, decks=decks)
        assert f"## `{name}`, {decks} decks" in page
        assert f"Rules `{maths_page.rules_name(ruleset)}`" in page
        for odds in odds_of(ruleset).bets.values():
            assert odds.win + odds.push + odds.lose == 1


def test_a_sheet_of_eight_decks_has_the_published_figures() -> None:
    """Orders of six cards off eight decks, and edges at five percent, as textbooks print them."""
    page = maths_page.document()
    assert "4,998,398,275,503,360" in page
    assert "2,292,252,566,437,888" in page
    assert "2,230,518,282,592,256" in page
    live = next(sheet for sheet in page.split("## ") if sheet.startswith("`live-baccarat`, 8"))
    assert "| `ponto` | win 1 : 1, tie stake back | 44.624661 | 9.515597 | 45.859742 | 1.235081 |" in live
    assert "| `banca` | win 1 : 1, tie stake back; less 1/20 | 45.859742 | 9.515597 | 44.624661 | 1.057906 |" in live


def test_a_changed_paytable_has_another_name() -> None:
    names = {maths_page.rules_name(preset("ponto-e-banca", decks=decks)) for decks in (6, 8)}
    assert len(names) == 2


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "0.333333"),
        (Fraction(-1, 3), "-0.333333"),
        (Fraction(0), "0.000000"),
        (Fraction(25, 2), "12.500000"),
    ],
)
def test_decimals_come_from_fractions(value: Fraction, text: str) -> None:
    assert maths_page.decimal(value) == text
