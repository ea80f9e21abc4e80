"""The labels of the game's bets. `baccarat` stays free of Django, so its labels stand with the tables.

A new bet needs its line in each of these mappings; Django does not start without it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext_lazy as _

from baccarat.chances import Chance
from kernel.labels import register

register(
    {
        Chance.PONTO: _("Ponto"),
        Chance.BANCA: _("Banca"),
        Chance.BANCA_NO_COMMISSION: _("Banca, no commission"),
        Chance.EMPATE: _("Tie"),
        Chance.PAR_PONTO: _("Ponto pair"),
        Chance.PAR_BANCA: _("Banca pair"),
        Chance.QUALQUER_PAR: _("Either pair"),
        Chance.PAR_PERFEITO: _("Perfect pair"),
        Chance.NATURAL_PONTO: _("Ponto natural"),
        Chance.NATURAL_BANCA: _("Banca natural"),
        Chance.BONUS_PONTO: _("Ponto bonus"),
        Chance.BONUS_BANCA: _("Banca bonus"),
        Chance.LUCKY_SIX: _("Lucky six"),
        Chance.LUCKY_SIX_2: _("Lucky six, 2 cards"),
        Chance.LUCKY_SIX_3: _("Lucky six, 3 cards"),
    }
)
register(
    {
        Chance.PONTO: _("Ponto is closer to 9"),
        Chance.BANCA: _("Banca is closer to 9"),
        Chance.BANCA_NO_COMMISSION: _("Banca is closer to 9; with a 6, half the prize"),
        Chance.EMPATE: _("the two hands have the same total"),
        Chance.PAR_PONTO: _("Ponto’s first two cards are a pair"),
        Chance.PAR_BANCA: _("Banca’s first two cards are a pair"),
        Chance.QUALQUER_PAR: _("Ponto or Banca has a pair"),
        Chance.PAR_PERFEITO: _("Ponto or Banca has a pair of the same suit"),
        Chance.NATURAL_PONTO: _("Ponto has 8 or 9 on its first two cards"),
        Chance.NATURAL_BANCA: _("Banca has 8 or 9 on its first two cards"),
        Chance.BONUS_PONTO: _("Ponto wins with a natural, or by 4 points or more"),
        Chance.BONUS_BANCA: _("Banca wins with a natural, or by 4 points or more"),
        Chance.LUCKY_SIX: _("Banca wins with 6"),
        Chance.LUCKY_SIX_2: _("Banca wins with 6 on two cards"),
        Chance.LUCKY_SIX_3: _("Banca wins with 6 on three cards"),
    },
    form="wins-when",
)
register(
    {
        Chance.PONTO: _("wins if Ponto wins; returned on a tie; otherwise loses"),
        Chance.BANCA: _("wins if Banca wins; returned on a tie; otherwise loses"),
        Chance.BANCA_NO_COMMISSION: _("wins if Banca wins, half the prize with 6; returned on a tie; else loses"),
        Chance.EMPATE: _("wins on a tie; otherwise loses"),
        Chance.PAR_PONTO: _("wins if Ponto’s first two cards are a pair; otherwise loses"),
        Chance.PAR_BANCA: _("wins if Banca’s first two cards are a pair; otherwise loses"),
        Chance.QUALQUER_PAR: _("wins if there is a pair in Ponto or in Banca; else loses"),
        Chance.PAR_PERFEITO: _("wins if there is a pair of one suit in Ponto or in Banca; else loses"),
        Chance.NATURAL_PONTO: _("wins if Ponto has 8 or 9 on the first two cards; else loses"),
        Chance.NATURAL_BANCA: _("wins if Banca has 8 or 9 on the first two cards; else loses"),
        Chance.BONUS_PONTO: _(
            "wins if Ponto wins with a natural or by 4 or more; returned on a tie of naturals; else loses"
        ),
        Chance.BONUS_BANCA: _(
            "wins if Banca wins with a natural or by 4 or more; returned on a tie of naturals; else loses"
        ),
        Chance.LUCKY_SIX: _("wins if Banca wins with 6; else loses"),
        Chance.LUCKY_SIX_2: _("wins if Banca wins with 6 on two cards; else loses"),
        Chance.LUCKY_SIX_3: _("wins if Banca wins with 6 on three cards; else loses"),
    },
    form="possible-results",
)

LETTERS: Final[Mapping[Chance, str]] = MappingProxyType(
    {
        Chance.PONTO: "P",
        Chance.BANCA: "B",
        Chance.BANCA_NO_COMMISSION: "BS",
        Chance.EMPATE: "E",
        Chance.PAR_PONTO: "PP",
        Chance.PAR_BANCA: "PB",
        Chance.QUALQUER_PAR: "QP",
        Chance.PAR_PERFEITO: "PF",
        Chance.NATURAL_PONTO: "NP",
        Chance.NATURAL_BANCA: "NB",
        Chance.BONUS_PONTO: "BP",
        Chance.BONUS_BANCA: "BB",
        Chance.LUCKY_SIX: "L6",
        Chance.LUCKY_SIX_2: "L6·2",
        Chance.LUCKY_SIX_3: "L6·3",
    }
)
"""Up to four letters that stand for a bet where there is little room, the same in every language."""
