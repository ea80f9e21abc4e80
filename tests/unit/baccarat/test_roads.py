"""The five roads: worked examples, a second implementation on a drawn grid, and growth one coup at a time."""

import random

import pytest

from baccarat.cards import Card
from baccarat.play import Winner, play
from baccarat.roads import BigMark, Colour, Coup, Roads

OF_LETTER = {"P": Winner.PONTO, "B": Winner.BANCA, "T": Winner.EMPATE}


def roads_of(letters: str) -> Roads:
    return Roads(Coup(OF_LETTER[letter]) for letter in letters)


def places(marks: list[BigMark]) -> str:
    return " ".join(f"{mark.column},{mark.row}" for mark in marks)


def colours(marks: list) -> str:
    return "".join(mark.colour.value[0] for mark in marks)


def test_bead_plate_keeps_every_coup_in_columns_of_six() -> None:
    document = roads_of("BPTBPTB").document()
    assert [(bead["column"], bead["row"]) for bead in document["bead_plate"]] == [
        *((0, row) for row in range(6)),
        (1, 0),
    ]


def test_big_road_counts_ties_on_the_win_before_them() -> None:
    roads = roads_of("TTBTTTPB")
    assert roads.leading_ties == 2
    assert [(mark.winner.value, mark.ties) for mark in roads.big_road] == [("banca", 5), ("ponto", 0), ("banca", 0)]
    assert roads_of("TT").big_road == []


def test_big_road_marks_pairs() -> None:
    result = play([Card.parse(text) for text in ("KS", "9H", "KD", "9C")])
    (mark,) = Roads([Coup.of(result)]).big_road
    assert (mark.ponto_pair, mark.banca_pair, mark.winner) == (True, True, Winner.BANCA)


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("B" * 8, "0,0 0,1 0,2 0,3 0,4 0,5 1,5 2,5"),
        # The second run meets the first one's tail one row higher, and turns there.
        ("B" * 8 + "P" * 6, "0,0 0,1 0,2 0,3 0,4 0,5 1,5 2,5 1,0 1,1 1,2 1,3 1,4 2,4"),
        ("B" * 8 + "P" * 6 + "B" * 5, "0,0 0,1 0,2 0,3 0,4 0,5 1,5 2,5 1,0 1,1 1,2 1,3 1,4 2,4 2,0 2,1 2,2 2,3 3,3"),
    ],
)
def test_dragon_tails(letters: str, expected: str) -> None:
    assert places(roads_of(letters).big_road) == expected


def test_a_tail_in_the_top_row_pushes_the_next_run_to_the_right() -> None:
    letters = "".join(letter * length for letter, length in zip("BPBPBPB", (12, 10, 9, 8, 7, 6, 3), strict=True))
    marks = roads_of(letters).big_road
    assert len({(mark.column, mark.row) for mark in marks}) == len(marks)
    assert all(mark.row < 6 for mark in marks)


@pytest.mark.parametrize(
    ("lengths", "big_eye_boy", "small_road", "cockroach"),
    [
        # Begins with the second entry of the second run, or else with the third run.
        ((3,), "", "", ""),
        ((3, 1), "", "", ""),
        ((3, 2), "r", "", ""),
        ((3, 1, 1), "b", "", ""),
        # Second run: rows 2 and 3 stand beside marks, row 4 is the first beside an empty place, row 5 beside another.
        ((3, 5), "rrbr", "", ""),
        ((3, 5, 1), "rrbrb", "", ""),
        # Runs of equal lengths repeat themselves in all three.
        ((2, 2, 2, 2, 2), "rrrrrrr", "rrrrr", "rrr"),
        ((1, 1, 1, 1, 1, 1), "rrrr", "rrr", "rr"),
        # One and two in turn: the small road, which leaves out one run, sees the pattern; the others do not.
        ((1, 2, 1, 2, 1, 2), "bbbbbbb", "rrrrr", "bbbb"),
        ((4, 1, 3, 2), "bbrbr", "rrbb", "r"),
    ],
)
def test_derived_roads_by_hand(lengths: tuple[int, ...], big_eye_boy: str, small_road: str, cockroach: str) -> None:
    roads = roads_of("".join("BP"[place % 2] * length for place, length in enumerate(lengths)))
    assert (colours(roads.big_eye_boy), colours(roads.small_road), colours(roads.cockroach)) == (
        big_eye_boy,
        small_road,
        cockroach,
    )


def grid_road(letters: str, back: int) -> str:
    """The published wording on a grid: look `back` columns to the left, at this row and the one above.

    A first entry is judged as if the run before it had gone on instead, and the answer turned round.
    """
    runs: list[list[str]] = []
    marks = ""
    for letter in letters.replace("T", ""):
        if runs and runs[-1][0] == letter:
            runs[-1].append(letter)
            column, row, turned = len(runs) - 1, len(runs[-1]) - 1, False
        else:
            runs.append([letter])
            column, turned = len(runs) - 2, True
            row = len(runs[column]) if column >= 0 else 0
        left = column - back
        if left < 0 or column < 0:
            continue
        here, above = row < len(runs[left]), row - 1 < len(runs[left])
        red = here == above
        marks += "r" if red != turned else "b"
    return marks


def grid_big_road(letters: str) -> list[tuple[int, int]]:
    """A board of cells, filled by the eye: down while there is room, else right; the next run at the first free top."""
    board: dict[tuple[int, int], int] = {}
    order: list[tuple[int, int]] = []
    run, before, cell, straight, start = 0, "", (0, 0), True, 0
    for letter in letters.replace("T", ""):
        if letter != before:
            run += 1
            start = next(
                column for column in range(start, 10_000) if (column, 0) not in board and (run == 1 or column > start)
            )
            cell, straight = (start, 0), True
        else:
            below = (cell[0], cell[1] + 1)
            straight = straight and below[1] < 6 and below not in board
            cell = below if straight else (cell[0] + 1, cell[1])
        before = letter
        board[cell] = run
        order.append(cell)
    return order


def test_random_shoes_against_the_second_implementation() -> None:
    dice = random.Random(9)
    for _ in range(300):
        weights = dice.choice([(45, 46, 9), (80, 15, 5), (50, 50, 0), (96, 3, 1)])
        letters = "".join(dice.choices("PBT", weights, k=dice.randint(0, 90)))
        roads = roads_of(letters)
        assert [(mark.column, mark.row) for mark in roads.big_road] == grid_big_road(letters)
        for back, marks in ((1, roads.big_eye_boy), (2, roads.small_road), (3, roads.cockroach)):
            assert colours(marks) == grid_road(letters, back), (letters, back)


def test_the_ask_road_tells_what_comes() -> None:
    dice = random.Random(10)
    for _ in range(100):
        letters = "".join(dice.choices("PBT", (45, 46, 9), k=dice.randint(0, 60)))
        before = roads_of(letters)
        for letter in "PB":
            told = before.ask(OF_LETTER[letter])
            after = roads_of(letters + letter)
            for colour, old, new in zip(
                told,
                (before.big_eye_boy, before.small_road, before.cockroach),
                (after.big_eye_boy, after.small_road, after.cockroach),
                strict=True,
            ):
                assert [mark.colour for mark in new[len(old) :]] == ([] if colour is None else [colour])
        assert before.ask(Winner.EMPATE) == (None, None, None)


def test_the_document_is_plain_data() -> None:
    document = roads_of("BBPTPPB").document()
    assert document["ask"]["ponto"]["big_eye_boy"] in (Colour.RED, Colour.BLUE)
    assert set(document) == {
        "bead_plate",
        "big_road",
        "leading_ties",
        "big_eye_boy",
        "small_road",
        "cockroach",
        "ask",
    }
