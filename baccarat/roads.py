"""The five roads that players keep of a shoe: bead plate, big road, big eye boy, small road, cockroach (A9).

`Roads` takes one result at a time and never looks back over the shoe: each addition costs the same. Past results change
no odds, and a page that shows these roads must say so. Positions are (column, row) from 0; every road is six rows deep.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from baccarat.play import Result, Winner

ROWS: Final = 6


@dataclass(frozen=True, slots=True)
class Coup:
    """The part of one round that a road keeps."""

    winner: Winner
    ponto_pair: bool = False
    banca_pair: bool = False

    @classmethod
    def of(cls, result: Result) -> "Coup":
        """The coup of a played round."""
        return cls(result.winner, result.ponto.pair, result.banca.pair)

    def document(self) -> dict[str, object]:
        """The coup as JSON-able data."""
        return {"winner": self.winner.value, "ponto_pair": self.ponto_pair, "banca_pair": self.banca_pair}


@unique
class Colour(StrEnum):
    """The marks of the three derived roads: red where the shoe repeats its pattern, blue where it breaks it."""

    RED = "red"
    BLUE = "blue"


@dataclass(slots=True)
class BigMark:
    """One mark of the big road: a win, the pairs of its round, and the ties that came upon it."""

    column: int
    row: int
    winner: Winner
    ponto_pair: bool
    banca_pair: bool
    ties: int = 0

    def document(self) -> dict[str, object]:
        """The mark as JSON-able data."""
        return {
            "column": self.column,
            "row": self.row,
            "winner": self.winner.value,
            "ponto_pair": self.ponto_pair,
            "banca_pair": self.banca_pair,
            "ties": self.ties,
        }


@dataclass(frozen=True, slots=True)
class ColourMark:
    """One mark of a derived road."""

    column: int
    row: int
    colour: Colour

    def document(self) -> dict[str, object]:
        """The mark as JSON-able data."""
        return {"column": self.column, "row": self.row, "colour": self.colour.value}


class _Layout:
    """Places runs of equal marks in columns of six rows, with dragon tails.

    A run goes down from the top; where it meets the bottom or a mark, it turns right for good. The next run starts at
    the top of the first free column right of where the last one started.
    """

    __slots__ = ("_column", "_kind", "_row", "_start", "_taken", "_turned")

    def __init__(self) -> None:
        self._taken: set[tuple[int, int]] = set()
        self._kind: object = None
        self._start = self._column = -1
        self._row = 0
        self._turned = False

    def place(self, kind: object) -> tuple[int, int]:
        if kind != self._kind:
            self._kind = kind
            self._start += 1
            while (self._start, 0) in self._taken:
                self._start += 1
            self._column, self._row, self._turned = self._start, 0, False
        elif not self._turned and self._row + 1 < ROWS and (self._column, self._row + 1) not in self._taken:
            self._row += 1
        else:
            self._turned = True
            self._column += 1
        self._taken.add((self._column, self._row))
        return self._column, self._row


class _DerivedRoad:
    """Big eye boy (looks 1 column back), small road (2) or cockroach (3), told the big road's run lengths."""

    __slots__ = ("_layout", "back", "marks")

    def __init__(self, back: int) -> None:
        self.back = back
        self.marks: list[ColourMark] = []
        self._layout = _Layout()

    def colour(self, lengths: list[int]) -> Colour | None:
        """The mark for the newest entry of the big road, given its run lengths with that entry; None: not yet begun.

        The entry starts a run: red if the run before it is as long as the run `back` columns before that. The entry
        goes on with a run: red unless, in the column `back` to the left, exactly the row of the entry is the first
        that is empty.
        """
        newest = len(lengths) - 1
        if lengths[newest] == 1:
            if newest - 1 - self.back < 0:
                return None
            return Colour.RED if lengths[newest - 1] == lengths[newest - 1 - self.back] else Colour.BLUE
        if newest - self.back < 0:
            return None
        return Colour.BLUE if lengths[newest - self.back] == lengths[newest] - 1 else Colour.RED

    def add(self, lengths: list[int]) -> None:
        colour = self.colour(lengths)
        if colour is not None:
            self.marks.append(ColourMark(*self._layout.place(colour), colour))


class Roads:
    """The five roads of one shoe, grown one coup at a time.

    >>> roads = Roads()
    >>> for letter in "BBPTPB":
    ...     roads.add(Coup({"P": Winner.PONTO, "B": Winner.BANCA, "T": Winner.EMPATE}[letter]))
    >>> [(mark.column, mark.row, mark.ties) for mark in roads.big_road]
    [(0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 0), (2, 0, 0)]
    >>> [mark.colour.value for mark in roads.big_eye_boy]
    ['red', 'red']
    """

    __slots__ = ("_big_layout", "_derived", "_lengths", "bead_plate", "big_road", "leading_ties")

    def __init__(self, coups: Iterable[Coup] = ()) -> None:
        self.bead_plate: list[Coup] = []
        """Every coup in order; the one at place n stands in column n // 6, row n % 6."""
        self.big_road: list[BigMark] = []
        self.leading_ties = 0
        """Ties before the first win; they are counted on the first mark once it is there."""
        self._big_layout = _Layout()
        self._lengths: list[int] = []
        self._derived = tuple(_DerivedRoad(back) for back in (1, 2, 3))
        for coup in coups:
            self.add(coup)

    @property
    def big_eye_boy(self) -> list[ColourMark]:
        """The first derived road, which compares with the run before."""
        return self._derived[0].marks

    @property
    def small_road(self) -> list[ColourMark]:
        """The second derived road, which leaves out one run."""
        return self._derived[1].marks

    @property
    def cockroach(self) -> list[ColourMark]:
        """The third derived road, which leaves out two runs."""
        return self._derived[2].marks

    def add(self, coup: Coup) -> None:
        """Add the next round of the shoe to all five roads."""
        self.bead_plate.append(coup)
        if coup.winner is Winner.EMPATE:
            if self.big_road:
                self.big_road[-1].ties += 1
            else:
                self.leading_ties += 1
            return
        if self.big_road and self.big_road[-1].winner is coup.winner:
            self._lengths[-1] += 1
        else:
            self._lengths.append(1)
        column, row = self._big_layout.place(coup.winner)
        ties = 0 if self.big_road else self.leading_ties
        self.big_road.append(BigMark(column, row, coup.winner, coup.ponto_pair, coup.banca_pair, ties))
        for road in self._derived:
            road.add(self._lengths)

    def ask(self, winner: Winner) -> tuple[Colour | None, Colour | None, Colour | None]:
        """The ask-road: the marks that big eye boy, small road and cockroach would get if that side won next.

        >>> Roads([Coup(Winner.BANCA), Coup(Winner.PONTO)]).ask(Winner.PONTO)[0].value
        'blue'

        A tie asks for no mark: three times None.
        """
        if winner is Winner.EMPATE:
            return None, None, None
        if self.big_road and self.big_road[-1].winner is winner:
            lengths = [*self._lengths[:-1], self._lengths[-1] + 1]
        else:
            lengths = [*self._lengths, 1]
        big_eye_boy, small_road, cockroach = (road.colour(lengths) for road in self._derived)
        return big_eye_boy, small_road, cockroach

    def document(self) -> dict[str, object]:
        """All five roads and the two ask-roads as JSON-able data."""
        return {
            "bead_plate": [
                {"column": place // ROWS, "row": place % ROWS, **coup.document()}
                for place, coup in enumerate(self.bead_plate)
            ],
            "big_road": [mark.document() for mark in self.big_road],
            "leading_ties": self.leading_ties,
            "big_eye_boy": [mark.document() for mark in self.big_eye_boy],
            "small_road": [mark.document() for mark in self.small_road],
            "cockroach": [mark.document() for mark in self.cockroach],
            "ask": {
                winner.value: dict(
                    zip(
                        ("big_eye_boy", "small_road", "cockroach"),
                        (colour and colour.value for colour in self.ask(winner)),
                        strict=True,
                    )
                )
                for winner in (Winner.PONTO, Winner.BANCA)
            },
        }
