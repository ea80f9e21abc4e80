"""The front page's felt lies on one circle, lowest where the rail is."""

import re
from itertools import pairwise
from math import hypot

import pytest

from baccarat.chances import Chance
from casino.portal import front_curve
from casino.portal.front_curve import CENTRE_X, CORNER, ENDS, HIGH, RADIUS, TOP, beam_point, cell


@pytest.mark.parametrize("chance", ENDS)
def test_a_spot_lies_between_two_radii_and_two_radials(chance: Chance) -> None:
    drawn = cell(chance)
    points = [(float(x), float(y)) for x, y in re.findall(r"(-?[0-9]+\.[0-9]) (-?[0-9]+\.[0-9])", drawn.outline)]
    radii = [hypot(x - CENTRE_X, y - TOP + RADIUS) for x, y in points]
    assert min(radii) == pytest.approx(RADIUS, abs=0.2)
    assert max(radii) == pytest.approx(RADIUS + HIGH, abs=0.2)
    left, right = ENDS[chance]
    assert left - CORNER < min(x for x, _ in points) <= left + 4
    assert right - 4 <= max(x for x, _ in points) < right + CORNER
    assert len({half.split("A")[0] for half in drawn.halves}) == 1  # both begin in the middle of the bottom


def test_the_beam_runs_from_left_to_right_and_is_lowest_where_the_rail_is() -> None:
    places = [(float(x), float(y)) for x, y in map(beam_point, range(101))]
    assert (places[0][0], places[-1][0]) == front_curve.BEAM_ENDS
    assert all(one[0] < other[0] for one, other in pairwise(places))
    lowest = max(places, key=lambda place: place[1])
    assert lowest[0] == pytest.approx(CENTRE_X, abs=45)
