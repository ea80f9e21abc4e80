"""The chances that a player can bet on (R9, R10, L), and on which side of the felt they lie."""

from enum import StrEnum, unique
from typing import Final


@unique
class Chance(StrEnum):
    """A spot that a bet is placed on. The order is the felt's, and the order in which slips are checked and shown.

    >>> Chance("par-ponto") is Chance.PAR_PONTO
    True
    """

    PONTO = "ponto"
    BANCA = "banca"
    BANCA_NO_COMMISSION = "banca-no-commission"
    EMPATE = "empate"
    PAR_PONTO = "par-ponto"
    PAR_BANCA = "par-banca"
    QUALQUER_PAR = "qualquer-par"
    PAR_PERFEITO = "par-perfeito"
    NATURAL_PONTO = "natural-ponto"
    NATURAL_BANCA = "natural-banca"
    BONUS_PONTO = "bonus-ponto"
    BONUS_BANCA = "bonus-banca"
    LUCKY_SIX = "lucky-six"
    LUCKY_SIX_2 = "lucky-six-2"
    LUCKY_SIX_3 = "lucky-six-3"


PONTO_SIDE: Final = frozenset({Chance.PONTO})
BANCA_SIDE: Final = frozenset({Chance.BANCA, Chance.BANCA_NO_COMMISSION})
"""Both are bets that the same hand wins, so rules on the two sides (R13, R43a) add them up."""

PAIRS: Final = frozenset({Chance.PAR_PONTO, Chance.PAR_BANCA})
"""The pairs that R10 leaves to the operator to offer."""
