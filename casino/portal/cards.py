"""Draws the house's own playing cards: 52 faces and a back, one symbol each, in one SVG sheet.

`python -m casino.portal.cards` writes `static/cards/cards.svg`. Drawing is arithmetic on a card of 250 by 350;
nothing is clipped, filtered or styled, so that a symbol looks the same in every place on a page.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

SHEET: Final = Path(__file__).resolve().parents[2] / "static" / "cards" / "cards.svg"

INK: Final = "#1b1e24"
RED: Final = "#b1242b"
NAVY: Final = "#20355f"
GOLD: Final = "#d8a63c"
PALE: Final = "#f7ead2"
SKIN: Final = "#f8e6d3"
FACE: Final = "font-family=\"Georgia, Palatino, 'Liberation Serif', 'Times New Roman', serif\""

SUIT_PATHS: Final = {
    "S": "M0-50C7-31 48-9 48 17C48 33 37 40 26 40C17 40 8 35 4"
    " 27C5 38 9 45 17 50H-17C-9 45-5 38-4 27C-8 35-17 40-26 40"
    "C-37 40-48 33-48 17C-48-9-7-31 0-50Z",
    "H": "M0 47C-9 29-48 8-48-20C-48-38-37-47-25-47C-13-47-4-39"
    " 0-28C4-39 13-47 25-47C37-47 48-38 48-20C48 8 9 29 0 47Z",
    "D": "M0-50C9-32 24-14 38 0C24 14 9 32 0 50C-9 32-24 14-38 0C-24-14-9-32 0-50Z",
    "C": "M0-50A22 22 0 0 1 16-13A23 23 0 1 1 6 22C7 36 10 44 17"
    " 50H-17C-10 44-7 36-6 22A23 23 0 1 1-16-13A22 22 0 0 1 0-50Z",
}
COLOURS: Final = {"S": INK, "H": RED, "D": RED, "C": INK}
RANKS: Final = "A23456789TJQK"

# Where the pips of a rank lie: columns left, middle, right; heights of a real card.
# Below the middle they stand on their head.
LEFT, MIDDLE, RIGHT = 89, 125, 161
PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "2": ((MIDDLE, 72), (MIDDLE, 278)),
    "3": ((MIDDLE, 72), (MIDDLE, 175), (MIDDLE, 278)),
    "4": ((LEFT, 72), (RIGHT, 72), (LEFT, 278), (RIGHT, 278)),
    "5": ((LEFT, 72), (RIGHT, 72), (MIDDLE, 175), (LEFT, 278), (RIGHT, 278)),
    "6": ((LEFT, 72), (RIGHT, 72), (LEFT, 175), (RIGHT, 175), (LEFT, 278), (RIGHT, 278)),
    "7": ((LEFT, 72), (RIGHT, 72), (MIDDLE, 123), (LEFT, 175), (RIGHT, 175), (LEFT, 278), (RIGHT, 278)),
    "8": ((LEFT, 72), (RIGHT, 72), (MIDDLE, 123), (LEFT, 175), (RIGHT, 175), (MIDDLE, 227), (LEFT, 278), (RIGHT, 278)),
    "9": (
        *((LEFT, 72), (RIGHT, 72), (LEFT, 140.5), (RIGHT, 140.5), (MIDDLE, 175)),
        *((LEFT, 209.5), (RIGHT, 209.5), (LEFT, 278), (RIGHT, 278)),
    ),
    "T": (
        *((LEFT, 72), (RIGHT, 72), (MIDDLE, 106), (LEFT, 140.5), (RIGHT, 140.5)),
        *((LEFT, 209.5), (RIGHT, 209.5), (MIDDLE, 244), (LEFT, 278), (RIGHT, 278)),
    ),
}


def suit_mark(suit: str, x: float, y: float, size: float, *, fill: str = "", turned: bool = False) -> str:
    """A suit's sign, `size` units tall, its middle at x, y."""
    scale = size / 100
    turn = " rotate(180)" if turned else ""
    place = f"translate({x:g} {y:g}){turn} scale({scale:g})"
    return f'<path transform="{place}" fill="{fill or COLOURS[suit]}" d="{SUIT_PATHS[suit]}"/>'


def twice(half: str) -> str:
    """The same drawing the right way up and on its head, as cards have it."""
    return f'{half}<g transform="rotate(180 125 175)">{half}</g>'


def corner(rank: str, suit: str) -> str:
    """Rank over suit, at the upper left."""
    text = "10" if rank == "T" else rank
    squeeze = ' textLength="40" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    index = (
        f'<text x="30" y="54" text-anchor="middle" font-size="54" {FACE} fill="{COLOURS[suit]}"{squeeze}>{text}</text>'
    )
    return index + suit_mark(suit, 30, 82, 38)


def pips(rank: str, suit: str) -> str:
    """The face of ace to ten."""
    if rank == "A":
        return ace(suit)
    size = 54 if rank in "23456" else 46
    return "".join(suit_mark(suit, x, y, size, turned=y > 175) for x, y in PIPS[rank])


def ace(suit: str) -> str:
    """One large sign within a fine wreath."""
    rays = "".join(
        f'<path transform="rotate({angle} 125 175)" d="M125 93l4-9-4-9-4 9z" fill="{GOLD}"/>'
        for angle in range(0, 360, 30)
    )
    return f'<circle cx="125" cy="175" r="74" fill="none" stroke="{GOLD}" stroke-width="1.6"/>{rays}' + suit_mark(
        suit, 125, 175, 96
    )


def frame(tone: str) -> str:
    """The field that a court figure stands in."""
    return (
        f'<rect x="54" y="34" width="142" height="282" rx="7" fill="{PALE}" stroke="{tone}" stroke-width="2"/>'
        f'<rect x="58.500" y="38.500" width="133" height="273"'
        f' rx="4" fill="none" stroke="{GOLD}" stroke-width="1.2"/>'
    )


def outlined(path: str, fill: str, width: float = 2) -> str:
    """A closed shape with the engraver's line."""
    return f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="{width:g}" stroke-linejoin="round"/>'


def line(path: str, colour: str = INK, width: float = 2) -> str:
    """An open stroke."""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def dots(places: tuple[tuple[float, float], ...], radius: float, fill: str) -> str:
    """Pearls and gems."""
    return "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}" stroke-width="1.200"/>'
        for x, y in places
    )


def features(*, gentle: bool) -> str:
    """Eyes, brows, nose, mouth."""
    eyes = "".join(f'<ellipse cx="{x}" cy="95" rx="2.600" ry="2.200" fill="{INK}"/>' for x in (116, 134))
    brows = line("M110.500 89q5.500-4 10.500-.5M129 88.500q5-3.500 10.500.5", width=1.8)
    nose = line("M125 95v9.500q-2.500 2-4.500.8", width=1.5)
    mouth = line("M119.500 112.500q5.500 3.500 11 0", RED, 2.6 if gentle else 1.8)
    return eyes + brows + nose + mouth


def robe(main: str, second: str) -> str:
    """Shoulders down to the card's middle, with a braided hem."""
    body = outlined("M58.500 175V158C64 140 92 134 108 129H142C158 134 186 140 191.500 158V175Z", main)
    stripes = "".join(
        line(f"M{x} {y}V173.500", GOLD, 2.2)
        for x, y in ((68, 150), (78, 144), (88, 140), (162, 140), (172, 144), (182, 150))
    )
    buds = dots(((73, 160), (83, 160), (167, 160), (177, 160)), 2.6, second)
    hem = f'<rect x="58.500" y="168" width="133" height="7" fill="{GOLD}" stroke="{INK}" stroke-width="1.400"/>'
    beads = "".join(f'<path d="M{x} 168l4 3.500-4 3.500-4-3.500z" fill="{second}"/>' for x in range(69, 190, 14))
    return body + stripes + buds + hem + beads


def king(main: str, second: str) -> str:
    """A beard, a tall crown, an ermine collar, a sceptre."""
    hair = outlined(
        "M102 84C90 88 88 112 96 124C102 130 108 128 110 122V88Z"
        " M148 84C160 88 162 112 154 124C148 130 142 128 140 122V88Z",
        second,
    )
    face = outlined("M104 80H146V108C146 124 134 132 125 132C116 132 104 124 104 108Z", SKIN)
    beard = outlined(
        "M104 104C108 110 114 108 119 107.500Q125 110.500 131 107.500C136 108"
        " 142 110 146 104V116C146 136 133 150 125 156C117 150 104 136 104 116Z",
        second,
    )
    collar = outlined(
        "M96 132C104 128 110 130 112 134L125 166 138 134C140 130 146 128 154 132L146 152 125 174 104 152Z", PALE
    )
    ermine = "".join(
        f'<path d="M{x} {y}l2.400 5h-4.800z" fill="{INK}"/>'
        for x, y in ((108, 140), (115, 152), (142, 140), (135, 152))
    )
    crown = (
        outlined("M101 82L95 50 110 62 125 42 140 62 155 50 149 82Z", GOLD)
        + outlined("M100 76H150V84H100Z", main)
        + dots(((95, 49), (125, 41), (155, 49)), 4, second)
        + dots(((112, 80), (125, 80), (138, 80)), 2, PALE)
    )
    sceptre = (
        line("M178 76V150", INK, 5.5)
        + line("M178 76V150", GOLD, 3)
        + dots(((178, 68),), 8, GOLD)
        + line("M178 56v7M174.500 59h7", INK, 2)
    )
    return (
        robe(main, second)
        + sceptre
        + hair
        + collar
        + ermine
        + face
        + beard
        + features(gentle=False)
        + line("M119.500 113q5.500 3.500 11 0", RED, 2.2)
        + crown
    )


def queen(main: str, second: str) -> str:
    """Long hair, a coronet with pearls, a necklace, a flower."""
    hair = outlined(
        "M103 78C84 86 90 116 82 138C78 150 88 154 98 148C104 140 106 128 106 112H144C144 128 146 140 152 148"
        "C162 154 172 150 168 138C160 116 166 86 147 78Z",
        GOLD,
    )
    waves = line("M96 96q-4 14-3 26M101 104q-3 16-6 32M154 96q4 14 3 26M149 104q3 16 6 32", INK, 1.3)
    gown = outlined("M104 138C112 132 138 132 146 138L125 170Z", PALE) + line("M111 141L125 161 139 141", second, 2.4)
    neck = outlined("M116 122H134V138Q125 146 116 138Z", SKIN)
    face = outlined("M105 80Q125 72 145 80V104C145 120 134 130 125 130C116 130 105 120 105 104Z", SKIN)
    parting = outlined(
        "M104 92C106 80 118 76 125 76C132 76 144 80 146 92C140 84 132 82 125 86C118 82 110 84 104 92Z", GOLD, 1.6
    )
    pearls = dots(((115, 139), (120, 143), (125, 145), (130, 143), (135, 139)), 2.5, PALE)
    coronet = (
        outlined("M102 78L98 58 110 66 118 54 125 64 132 54 140 66 152 58 148 78Q125 70 102 78Z", main)
        + dots(((98, 57), (118, 52), (132, 52), (152, 57)), 3, PALE)
        + line("M104 73Q125 65.500 146 73", GOLD, 2.4)
    )
    stem = line("M72 116V150", INK, 2.6) + line("M72 132q-8-2-9-9M72 138q7-2 8-8", INK, 2)
    petals = "".join(
        f'<ellipse cx="72" cy="96" rx="5" ry="8" transform="rotate({angle}'
        f' 72 104)" fill="{second}" stroke="{INK}" stroke-width="1.300"/>'
        for angle in range(0, 360, 60)
    )
    return (
        robe(main, second)
        + stem
        + petals
        + dots(((72, 104),), 4, GOLD)
        + hair
        + waves
        + neck
        + gown
        + pearls
        + face
        + parting
        + features(gentle=True)
        + coronet
    )


def jack(main: str, second: str) -> str:
    """A bob, a cap with a feather, a ruff, a halberd."""
    hair = outlined(
        "M101 84C90 90 92 116 98 126C106 130 110 126 110 118V88Z"
        " M149 84C160 90 158 116 152 126C144 130 140 126 140 118V88Z",
        GOLD,
    )
    curls = line("M97 100q6 5 10 0M97 110q6 5 11 0M143 100q5 5 10 0M142 110q6 5 11 0", INK, 1.3)
    ruff = outlined("M98 134q4-6 9-2 4-6 9-2 4-6 9-1 5-5 9 1 5-4 9 2 5-4 9 2l-6 14H104Z", PALE)
    tunic = outlined("M112 148H138L134 172H116Z", second) + line("M125 150V171", GOLD, 2.4)
    face = outlined("M105 82H145V106C145 121 134 130 125 130C116 130 105 121 105 106Z", SKIN)
    fringe = outlined("M104 92V80H146V92Q140 84 133 90 129 84 123 90 117 84 112 90 108 86 104 92Z", GOLD, 1.6)
    cap = outlined("M96 80C94 60 112 50 128 52C146 54 156 66 154 80Q125 72 96 80Z", main) + outlined(
        "M95 78Q125 69 155 78V85Q125 76 95 85Z", second
    )
    feather = outlined("M146 62C160 40 178 44 184 52C178 54 182 60 174 62C178 68 162 72 150 70Z", PALE) + line(
        "M149 67Q164 56 178 53", INK, 1.3
    )
    halberd = (
        line("M72 58V150", INK, 5)
        + line("M72 58V150", GOLD, 2.600)
        + outlined("M72 46L77 60H67Z", PALE)
        + outlined("M75 70C84 66 88 72 89 80C84 84 78 84 75 82Z", PALE)
        + outlined("M69 72L60 76 69 82Z", PALE)
    )
    return (
        robe(main, second)
        + halberd
        + hair
        + curls
        + tunic
        + ruff
        + face
        + features(gentle=False)
        + fringe
        + cap
        + feather
    )


COURTS: Final = {"K": king, "Q": queen, "J": jack}


def court(rank: str, suit: str) -> str:
    """A figure of the court, twice, with its suit beside its head."""
    main, second = (RED, NAVY) if suit in "HD" else (NAVY, RED)
    x = 176 if rank == "Q" else 73
    y = 62
    if rank == "J":
        x, y = 176, 92
    half = COURTS[rank](main, second) + suit_mark(suit, x, y, 26)
    return frame(COLOURS[suit]) + twice(half)


def back() -> str:
    """The back: a lattice in burgundy, the same either way up."""
    lattice = "".join(
        f'<path d="M{x} {y}l12 14-12 14-12-14z" fill="none"'
        ' stroke="#e9c9a0" stroke-opacity=".42" stroke-width="1.500"/>'
        f'<circle cx="{x}" cy="{y + 14}" r="2.200" fill="#e9c9a0" fill-opacity=".5"/>'
        for y in range(21, 307, 28)
        for x in range(29, 230, 24)
    )
    shield = (
        '<circle cx="125" cy="175" r="46" fill="#6d1a2a" stroke="#e3c27a" stroke-width="2.500"/>'
        '<circle cx="125" cy="175" r="39" fill="none" stroke="#e3c27a" stroke-opacity=".6" stroke-width="1.200"/>'
    )
    shoe = (
        '<path d="M101 190v-23l30-13 18 9v27zM101 179h30l18-10M131 179v11"'
        ' fill="none" stroke="#e3c27a" stroke-width="3.500" stroke-linejoin="round"/>'
    )
    return (
        '<rect x="12" y="12" width="226" height="326" rx="10" fill="#6d1a2a"/>'
        f'<rect x="17" y="17" width="216" height="316" rx="7" fill="#7d2234"/>{lattice}'
        '<rect x="17" y="17" width="216" height="316" rx="7" fill="none"'
        ' stroke="#e3c27a" stroke-opacity=".7" stroke-width="2"/>'
        f"{shield}{shoe}"
    )


def symbols() -> Iterator[str]:
    """Every symbol of the sheet, named as the socket names cards: `KH`, `TD`; and `back`."""
    for suit in "SHDC":
        for rank in RANKS:
            drawing = court(rank, suit) if rank in COURTS else pips(rank, suit)
            yield f'<symbol id="{rank}{suit}" viewBox="0 0 250 350">{drawing}{twice(corner(rank, suit))}</symbol>'
    yield f'<symbol id="back" viewBox="0 0 250 350">{back()}</symbol>'


def sheet() -> str:
    """The whole file."""
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols()) + "\n</svg>\n"


if __name__ == "__main__":
    SHEET.write_text(sheet(), encoding="utf-8")
