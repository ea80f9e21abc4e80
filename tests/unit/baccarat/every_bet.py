"""Rules that offer every bet: the live game with the bets that no preset has."""

from dataclasses import replace

from baccarat.chances import Chance
from baccarat.paytables import PAYS
from baccarat.rulesets import preset
from baccarat.terms import Offer

_LIVE = preset("live-baccarat")
EVERY_BET = replace(
    _LIVE,
    preset="every bet",
    offers=(*_LIVE.offers, *(Offer(chance, None, PAYS[chance]) for chance in Chance if chance not in _LIVE.chances)),
)
