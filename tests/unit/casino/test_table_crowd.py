"""What a spot says of the others: shares that come to a hundred, players, and the largest piles."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scripts import run

pytestmark = pytest.mark.usefixtures("scripts_page")

CENTS = st.integers(0, 10**9)


@settings(max_examples=8, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries(
            {}, optional={"ponto": CENTS, "banca": CENTS, "banca-no-commission": CENTS, "empate": CENTS}
        ),
        min_size=30,
        max_size=30,
    )
)
def test_shares_are_whole_percent_and_come_to_a_hundred(many: list[dict[str, int]]) -> None:
    """Nearest to what each has of the whole; nothing where no player has bet."""
    for sums, shares in zip(many, run("crowd.js", "v.map(m.sharesOf)", many), strict=True):
        hands = {
            "ponto": sums.get("ponto", 0),
            "empate": sums.get("empate", 0),
            "banca": sums.get("banca", 0) + sums.get("banca-no-commission", 0),
        }
        whole = sum(hands.values())
        assert sum(shares.values()) == (100 if whole else 0)
        for name, cents in hands.items():
            assert abs(shares[name] - (cents * 100 / whole if whole else 0)) < 1


SEATS = [
    {"seat": 1, "who": "Rita", "stakes": {"ponto": 500}},
    {"seat": 2, "who": None},
    {"seat": 3, "who": "Zé", "stakes": {"banca": 100, "banca-no-commission": 50}},
    {"seat": 4, "who": "Mar", "stakes": {"banca": 700}},
    {"seat": 5, "who": "Tó", "stakes": {}},
    {"seat": 6, "who": "Ana", "stakes": {"banca": 200}},
    {"seat": 7, "who": "Ono", "stakes": {"banca": 300}},
    {"seat": 8, "who": "Rui", "stakes": {"banca": 10}},
    {"seat": 9, "who": "Ivo", "stakes": {"banca": 20}},
]
BANCA = ["banca", "banca-no-commission"]


def test_players_of_both_kinds_of_banca_are_counted_once_each() -> None:
    assert run("crowd.js", "[m.crowdOn(v, ['ponto']), m.crowdOn(v, ['banca', 'banca-no-commission'])]", SEATS) == [1, 6]


def test_the_four_largest_piles_of_the_others_lie_there_by_seat() -> None:
    """One's own is not among them."""
    found = run("crowd.js", "m.othersOn(v, ['banca', 'banca-no-commission'], 4)", SEATS)
    assert [(each["seat"], each["cents"]) for each in found] == [(3, 150), (6, 200), (7, 300), (9, 20)]
