"""How wide a text is in the letters of a printed table (Libertinus Serif, figures all of one width), for its columns.

In thousandths of the letters' height: whole numbers, the same on every machine. Letters that stand closer together
beside each other are taken as if they did not.
"""

import unicodedata
from typing import Final

OTHER: Final = 700
"""Of a letter that is not in the table; one with an accent is as wide as without it."""
_WIDE: Final = 1_000
"""Of the letters of scripts that are written in squares."""
_BY_WIDTH: Final = {
    125: "\N{NARROW NO-BREAK SPACE}",
    190: "'",
    205: "|",
    220: ",.",
    236: ":;",
    250: " \N{NO-BREAK SPACE}·",
    264: "l",
    271: "i",
    272: "j",
    277: "{}",
    287: "\\",
    288: "!",
    297: "I",
    298: "()",
    310: "f",
    316: "t",
    322: "J",
    323: "/",
    336: '"',
    338: "-",
    349: "º",
    356: "[]",
    369: "*",
    372: "r",
    390: "s",
    392: "`",
    424: "z",
    428: "c",
    435: "?",
    447: "e",
    449: "~",
    457: "a",
    465: "#$0123456789€",
    485: "FS",
    486: "_",
    490: "x",
    493: "b",
    497: "v",
    500: "g",
    503: "q",
    504: "o",
    506: "d",
    512: "k",
    515: "y",
    518: "^",
    519: "p",
    528: "L",
    531: "u",
    538: "h",
    541: "P",
    542: "n",
    543: "«»",
    548: "\N{EN DASH}",
    550: "+<=>\N{MINUS SIGN}",
    557: "E",
    575: "Y",
    587: "R",
    588: "B",
    597: "T",
    604: "Z",
    637: "%K",
    646: "C",
    652: "V",
    660: "X",
    661: "U",
    685: "G",
    695: "A",
    699: "N",
    701: "D",
    702: "OQ",
    705: "&",
    730: "H",
    742: "—",
    747: "w",
    749: "…",
    790: "m",
    839: "M",
    895: "@",
    951: "W",
}


class _Widths(dict[str, int]):
    """By letter; one that was not met before is looked at once."""

    def __missing__(self, letter: str) -> int:
        if unicodedata.east_asian_width(letter) in {"W", "F"}:
            width = _WIDE
        elif unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
            width = 0
        else:
            width = self.get(unicodedata.normalize("NFD", letter)[0], OTHER)
        self[letter] = width
        return width


_WIDTHS: Final = _Widths({letter: width for width, letters in _BY_WIDTH.items() for letter in letters})


def width(text: str) -> int:
    """How wide the text is.

    >>> width("0,00"), width("é") == width("e"), width("")
    (1615, True, 0)
    """
    return sum(map(_WIDTHS.__getitem__, text))


def bold(text: str) -> int:
    """How wide it is at most in bold letters, as heads and totals have them.

    >>> bold("0,00")
    1897
    """
    return width(text) * 47 // 40
