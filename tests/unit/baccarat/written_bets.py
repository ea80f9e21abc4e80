"""What each bet pays and costs as its source says, written out a second time, and rules that offer every bet."""

from dataclasses import replace
from typing import NamedTuple

from baccarat.chances import Chance
from baccarat.paytables import PAYS
from baccarat.rulesets import preset
from baccarat.terms import Offer


class Written(NamedTuple):
    """A bet as its source says: event -> ratio, and the house edge in percent with 6 and with 8 decks."""

    pays: dict[str, str]
    edge_of_6: str
    edge_of_8: str


SIDE = {"win": "1:1", "tie": "0:1"}
BONUS = {
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
    "ponto": Written(SIDE, "1.237415", "1.235081"),
    "banca": Written(SIDE, "1.055849", "1.057906"),
    "banca-no-commission": Written(SIDE, "1.454808", "1.458104"),
    "empate": Written({"win": "8:1"}, "14.438160", "14.359629"),
    "par-ponto": Written({"win": "11:1"}, "11.254019", "10.361446"),
    "par-banca": Written({"win": "11:1"}, "11.254019", "10.361446"),
    "qualquer-par": Written({"win": "5:1"}, "14.536481", "13.709877"),
    "par-perfeito": Written({"win": "25:1"}, "17.071609", "13.029391"),
    "natural-ponto": Written({"win": "7:2"}, "14.741529", "14.754402"),
    "natural-banca": Written({"win": "7:2"}, "14.741529", "14.754402"),
    "bonus-ponto": Written(BONUS, "2.667513", "2.651675"),
    "bonus-banca": Written(BONUS, "9.388930", "9.373074"),
    "lucky-six": Written({"two-cards": "12:1", "three-cards": "20:1"}, "16.716333", "16.683572"),
    "lucky-six-2": Written({"win": "22:1"}, "14.354668", "14.332546"),
    "lucky-six-3": Written({"win": "50:1"}, "15.302513", "15.253317"),
}

_LIVE = preset("live-baccarat")
EVERY_BET = replace(
    _LIVE,
    preset="every bet",
    offers=(*_LIVE.offers, *(Offer(chance, None, PAYS[chance]) for chance in Chance if chance not in _LIVE.chances)),
)
"""The live game with the bets that only rules of an operator's own offer."""
