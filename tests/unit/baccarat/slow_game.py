"""A second game, written from the rule text alone and slow on purpose: strings and if-else, nothing of the package.

Beside it what each bet pays, what it costs, and until which round of a shoe the live game offers it.
"""

from typing import NamedTuple


def points(card: str) -> int:
    if card[0] == "A":
        return 1
    if card[0] in "TJQK":
        return 0
    return int(card[0])


def score(hand: list[str]) -> int:
    total = sum(points(card) for card in hand)
    while total >= 10:
        total -= 10
    return total


def banca_takes(banca: int, third: int | None) -> bool:
    if banca in (8, 9):
        return False
    if third is None:
        return banca in (0, 1, 2, 3, 4, 5)
    if banca <= 2:
        return True
    if banca == 3:
        return third != 8
    if banca == 4:
        return third not in (0, 1, 8, 9)
    if banca == 5:
        return third not in (0, 1, 2, 3, 8, 9)
    if banca == 6:
        return third == 6 or third == 7
    return False


def slow_round(cards: list[str]) -> tuple[list[str], list[str]]:
    left = list(cards)
    ponto, banca = [], []
    for hand in (ponto, banca, ponto, banca):
        hand.append(left.pop(0))
    if score(ponto) >= 8 or score(banca) >= 8:
        return ponto, banca
    third = None
    first_banca = score(banca)
    if score(ponto) < 6:
        ponto.append(left.pop(0))
        third = points(ponto[2])
    if banca_takes(first_banca, third):
        banca.append(left.pop(0))
    return ponto, banca


BONUS = {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}


def slow_net(bet: str, ponto: list[str], banca: list[str], commission: str) -> float | int:
    """The win (above 0) or loss (-1) of one unit on a bet, or 0."""
    p, b = score(ponto), score(banca)
    p_natural, b_natural = len(ponto) == 2 and p >= 8, len(banca) == 2 and b >= 8
    p_pair, b_pair = ponto[0][0] == ponto[1][0], banca[0][0] == banca[1][0]
    perfect = ponto[0] == ponto[1] or banca[0] == banca[1]
    six = b == 6 and p < 6
    if bet in ("ponto", "banca", "banca-no-commission"):
        if p == b:
            return 0
        if (p > b) != (bet == "ponto"):
            return -1
        if bet == "ponto":
            return 1
        mode = commission if bet == "banca" else "half-on-6"
        if mode == "5-percent":
            return 0.95
        return 0.5 if str(b) in mode else 1
    if bet in ("bonus-ponto", "bonus-banca"):
        if p == b:
            return 0 if p_natural else -1
        if (p > b) != (bet == "bonus-ponto"):
            return -1
        if (p_natural and p > b) or (b_natural and b > p):
            return 1
        return BONUS.get(abs(p - b), -1)
    wins = {
        "empate": (p == b, 8),
        "par-ponto": (p_pair, 11),
        "par-banca": (b_pair, 11),
        "qualquer-par": (p_pair or b_pair, 5),
        "par-perfeito": (perfect, 25),
        "natural-ponto": (p_natural, 3.5),
        "natural-banca": (b_natural, 3.5),
        "lucky-six": (six, 12 if len(banca) == 2 else 20),
        "lucky-six-2": (six and len(banca) == 2, 22),
        "lucky-six-3": (six and len(banca) == 3, 50),
    }
    won, pays = wins[bet]
    return pays if won else -1


class Written(NamedTuple):
    """A bet as its source says: event -> ratio, and the house edge in percent with 6 and with 8 decks."""

    pays: dict[str, str]
    edge_of_6: str
    edge_of_8: str
    live_until: int | None
    """The last round of a shoe in which the live game offers it; 0 if it does not, None without an end."""


ALWAYS = None
SIDE_PAYS = {"win": "1:1", "tie": "0:1"}
BONUS_PAYS = {
    "natural-win": "1:1",
    "natural-tie": "0:1",
    "by-4": "1:1",
    "by-5": "2:1",
    "by-6": "4:1",
    "by-7": "6:1",
    "by-8": "10:1",
    "by-9": "30:1",
}
WRITTEN = {
    "ponto": Written(SIDE_PAYS, "1.237415", "1.235081", ALWAYS),
    "banca": Written(SIDE_PAYS, "1.055849", "1.057906", ALWAYS),
    "banca-no-commission": Written(SIDE_PAYS, "1.454808", "1.458104", ALWAYS),
    "empate": Written({"win": "8:1"}, "14.438160", "14.359629", ALWAYS),
    "par-ponto": Written({"win": "11:1"}, "11.254019", "10.361446", 60),
    "par-banca": Written({"win": "11:1"}, "11.254019", "10.361446", 60),
    "qualquer-par": Written({"win": "5:1"}, "14.536481", "13.709877", 50),
    "par-perfeito": Written({"win": "25:1"}, "17.071609", "13.029391", 50),
    "natural-ponto": Written({"win": "7:2"}, "14.741529", "14.754402", 50),
    "natural-banca": Written({"win": "7:2"}, "14.741529", "14.754402", 50),
    "bonus-ponto": Written(BONUS_PAYS, "2.667513", "2.651675", ALWAYS),
    "bonus-banca": Written(BONUS_PAYS, "9.388930", "9.373074", ALWAYS),
    "lucky-six": Written({"two-cards": "12:1", "three-cards": "20:1"}, "16.716333", "16.683572", 50),
    "lucky-six-2": Written({"win": "22:1"}, "14.354668", "14.332546", 50),
    "lucky-six-3": Written({"win": "50:1"}, "15.302513", "15.253317", 50),
}

ROUNDS = (
    *("4H KS KD QC 5H KH", "4H KS KD AC 5H KH", "4H KS KD 2C 5H KH", "4H 3S KD KC 5H KH", "4H 4S KD KC 5H KH"),
    *("4H 5S KD KC 5H KH", "KS 4H QC KD KH 5H", "AS 4H KC KD KH 5H", "2S 4H KC KD KH 5H", "9H KS KD QC"),
    *("KS 9H QC KD", "8H KS KD 8C", "7H KS KD 7C", "5H 6S KD KC KH", "5H 2S KD KC KH 4C", "4S 2H 4S 2D KS KD"),
    *("2H 2S KD 3C 2D", "KS KD KS KD 3S 3H", "9S 9S 9D 9H", "6H 6S KD KC"),
)
"""Rounds that bring up every paying event: the cards in drawing order."""
