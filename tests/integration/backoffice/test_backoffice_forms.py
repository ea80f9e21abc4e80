"""A form reads the values that it shows, in every language of the house; charts stay whole."""

from datetime import date, timedelta

import pytest
from django.conf import settings
from django.utils import translation

from casino.backoffice import forms
from casino.backoffice.presenters.charts import HEIGHT, WIDTH, DayPoint, ceiling, chart
from casino.wording import words
from tables.table_settings import TableSettings

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cents", [1, 99, 100, 5_00, 999_99, 1_000_00, 10_000_00, 10_000_000_00])
def test_an_amount_is_read_back_as_it_was_written(language: str, cents: int) -> None:
    with translation.override(language):
        assert words.cents_of(forms.typed(cents)) == cents


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_sent_as_it_was_shown_makes_the_same_terms(language: str) -> None:
    terms = TableSettings(preset="macau", minimum=2_50, max_prize=12_345_00, seats=5, pairs=False)
    with translation.override(language):
        shown = forms.Draft.first(terms)
        sent = forms.Draft({name: shown[name].value() for name in shown.fields if shown[name].value()})

        assert sent.is_valid(), sent.errors
        assert sent.terms == terms


def points(*pairs: tuple[int, int]) -> list[DayPoint]:
    return [DayPoint(date(2026, 3, 1) + timedelta(days=day), *pair) for day, pair in enumerate(pairs)]


@pytest.mark.parametrize(
    "drawn",
    [
        points((100_00, 5_00)),
        points((100_00, -5_00)),
        points((100_00, 0)),
        points((0, 0), (1, -1)),
        points(*[(day * 1_000_00, (-1) ** day * day * 100_00) for day in range(31)]),
        points((10**12, -(10**12)), (1, 1)),
    ],
)
def test_every_bar_lies_within_the_drawing(drawn: list[DayPoint]) -> None:
    made = chart(drawn, "EUR")

    assert made is not None
    assert len(made.bars) == 2 * len(drawn)
    for bar in made.bars:
        assert bar.width > 0
        assert bar.height >= 0
        assert 0 <= bar.x <= WIDTH - bar.width
        assert 0 <= bar.y <= HEIGHT - bar.height


def test_without_stakes_there_is_nothing_to_draw() -> None:
    assert chart([], "EUR") is None
    assert chart(points((0, 0)), "EUR") is None


def test_the_top_of_an_axis_is_a_round_figure() -> None:
    assert [ceiling(cents) for cents in (0, 1, 100, 101, 500_00, 500_01)] == [0, 100, 100, 200, 500_00, 1_000_00]
