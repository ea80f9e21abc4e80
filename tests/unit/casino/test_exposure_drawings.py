"""The drawing of a round's possible results: every result in its place, red below zero, labels joined where equal."""

from fractions import Fraction

import pytest

from baccarat.chances import Chance
from baccarat.exposure import dearest_table, distribution
from casino.backoffice.presenters.drift import odds_text
from casino.backoffice.presenters.exposure import (
    CARD,
    ROW,
    WIDE,
    Size,
    counted,
    drawing,
    full_table,
    quantiles,
    results,
    spread,
)
from casino.backoffice.presenters.hour_curve import FLOOR, hour_drawing
from tables.queries.exposure import exposure_of
from tests.factories import MACAU

SLIPS = [{Chance.PONTO: 500_00, Chance.PAR_PONTO: 40_00}, {Chance.BANCA: 120_33, Chance.EMPATE: 10_00}]
EXPOSURE = exposure_of(MACAU, SLIPS)


@pytest.mark.parametrize("size", [CARD, ROW, WIDE])
def test_bars_stand_inside_the_drawing_losses_left_of_zero(size: Size) -> None:
    drawn = drawing(EXPOSURE, currency="EUR", bound=276_000, size=size)
    zero = float(drawn.zero)
    assert {bar.tone for bar in drawn.bars} == {"loss", "gain"}
    for bar in drawn.bars:
        middle = float(bar.x) + float(size.bar) / 2
        assert 0 <= float(bar.x) <= size.width - float(size.bar)
        assert float(bar.y) + float(bar.height) == pytest.approx(size.floor, abs=0.11)
        assert float(bar.y) >= 2.9
        assert (middle < zero) == (bar.tone == "loss")
    assert bool(drawn.ceiling) is (size is CARD)
    assert "," not in "".join(f"{bar.x}{bar.y}{bar.height}" for bar in drawn.bars)


def test_nothing_won_and_nothing_lost_stands_at_zero() -> None:
    even = exposure_of(MACAU, [{Chance.PONTO: 100_00, Chance.EMPATE: 10_00}])
    tones = {bar.tone for bar in drawing(even, currency="EUR", bound=None, size=ROW).bars}
    assert "gain" in tones
    none = exposure_of(MACAU, [{Chance.PONTO: 100_00}])
    assert {bar.tone for bar in drawing(none, currency="EUR", bound=None, size=ROW).bars} == {"loss", "none", "gain"}


def test_equal_losses_stand_under_one_label() -> None:
    plain = quantiles(exposure_of(MACAU, [{Chance.PONTO: 100_00}]))
    assert [(each.cents, each.worst) for each in plain] == [(-100_00, True)]
    assert plain[0].label.count("·") == 2
    apart = quantiles(EXPOSURE)
    assert apart[-1].worst
    assert apart[-1].cents == -EXPOSURE.worst
    assert len({each.cents for each in apart}) == len(apart)


def test_the_table_says_every_result_and_nothing_is_said_to_be_impossible() -> None:
    said = results(EXPOSURE)
    assert [each.cents for each in said] == sorted(cents for cents, _ in EXPOSURE.results)
    assert len(said) == len(EXPOSURE.results)
    assert sum(chance for _, chance in EXPOSURE.results) == Fraction(1)
    assert not any(each.chance.startswith("0,00") for each in said)


@pytest.mark.parametrize(
    ("power", "text"), [(-3.2, "< 1"), (0, "1,0"), (0.5, "3,2"), (2, "10²"), (2.49, "3,1 · 10²"), (2.9999999, "10³")]
)
def test_evidence_is_written_as_people_write_it(power: float, text: str) -> None:
    assert odds_text(power) == text


def test_a_full_table_is_drawn_and_said_as_its_exact_distribution() -> None:
    """One drawing for a round in play and for a full table: the figures beside it are those of the exact odds."""
    found = dearest_table(MACAU.ruleset, MACAU.limits, players=MACAU.seats)
    assert found is not None
    exact = distribution(MACAU.ruleset, found[1])
    drawn = full_table(MACAU, "EUR")
    assert drawn is not None
    assert (drawn.worst, drawn.at_99, drawn.at_999) == (
        exact.worst,
        exact.result_at(Fraction(99, 100)),
        exact.result_at(Fraction(999, 1000)),
    )
    assert drawn.losing == exact.probability_of_losing(1)
    assert drawn.hour_mean == round(60 * exact.mean)
    assert [mark.text for mark in drawn.bars.marks][-1].endswith("pior")
    assert all(bar.said for bar in drawn.bars.bars)
    assert len({mark.y for mark in drawn.bars.marks}) == len(drawn.bars.marks), "each name on a line of its own"


def test_an_hour_is_drawn_as_wide_as_its_deviation_and_both_curves_hold_the_same_area() -> None:
    found = [counted(MACAU, {"ponto": cents}) for cents in (100_00, 300_00)]
    narrow, wide = (
        spread(name, name, each, None, "EUR") for name, each in zip(("old", "new"), found, strict=True) if each
    )
    drawn = hour_drawing([narrow, wide], "EUR")
    assert drawn is not None
    assert abs(wide.hour_deviation - 3 * narrow.hour_deviation) <= 3
    tops = [min(float(place.split()[1]) for place in curve.path[1:].split("L")) for curve in drawn.curves]
    heights = [FLOOR - top for top in tops]
    assert heights[0] == pytest.approx(3 * heights[1], abs=0.2)
    for each in (narrow, wide):
        assert each.hour_999 < each.hour_99 < each.hour_mean
    for curve in drawn.curves:
        assert float(curve.rare[0].x) < float(curve.rare[1].x) < float(curve.mean)
    assert hour_drawing([], "EUR") is None


def test_two_drawings_with_one_reach_have_their_zero_at_one_place() -> None:
    stakes = ({"ponto": 100_00}, {"ponto": 900_00, "par-ponto": 80_00})
    few, many = (counted(MACAU, each) for each in stakes)
    assert few is not None
    assert many is not None
    reach = min(cents for cents, _ in many.results), max(cents for cents, _ in many.results)
    old, new = (spread(name, name, each, reach, "EUR").bars for name, each in (("old", few), ("new", many)))
    assert old.zero == new.zero
