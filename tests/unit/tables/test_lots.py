"""Which viewers are compared with the rows at a time."""

from hypothesis import given
from hypothesis import strategies as st

from tables.live.hub import LOT_MAX, lots

SIZES = st.dictionaries(st.integers(1, 400), st.integers(1, 2 * LOT_MAX), max_size=40)


@given(SIZES, st.integers(0, 400))
def test_every_table_is_in_one_lot_and_no_lot_waits_for_ever(sizes: dict[int, int], after: int) -> None:
    found = lots(sizes, after=after)

    in_turn = [table_id for lot in found for table_id in lot]
    assert in_turn == sorted(sizes, key=lambda table_id: (table_id <= after, table_id))
    assert all(sum(sizes[table_id] for table_id in lot[:-1]) < LOT_MAX for lot in found)
    assert all(sum(sizes[table_id] for table_id in lot) >= LOT_MAX for lot in found[:-1])


@given(SIZES.filter(bool))
def test_lot_after_lot_comes_to_every_table(sizes: dict[int, int]) -> None:
    after, seen = 0, set()
    for _ in lots(sizes, after=0):
        lot = lots(sizes, after=after)[0]
        seen |= set(lot)
        after = lot[-1]
    assert seen == set(sizes)


def test_without_viewers_there_is_one_lot() -> None:
    assert lots({}, after=7) == [[]]
