"""The drift court's outcomes that come or do not: each side's pair, a perfect pair, banca's win with 6.

Each is a stream of its own (`baccarat.court`), by its exact share off whole decks. A pair lies on every felt, whether
or not a bet is on it. Banca's 6 is another thing than banca's win only where the rules pay by it.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from baccarat.chances import Chance
from baccarat.combinations import joint_of_decks
from baccarat.court import EVENTS, Stream, event_factors
from baccarat.paytables import EVENT_OF, RATES
from baccarat.play import Facts
from baccarat.rulesets import Ruleset

_CHANCES: Final[Mapping[Stream, Chance]] = {
    Stream.PONTO_PAIR: Chance.PAR_PONTO,
    Stream.BANCA_PAIR: Chance.PAR_BANCA,
    Stream.PERFECT_PAIR: Chance.PAR_PERFEITO,
    Stream.BANCA_SIX: Chance.LUCKY_SIX,
}
"""The bet that wins when the outcome comes."""
_BY_SIX: Final = frozenset({Chance.LUCKY_SIX, Chance.LUCKY_SIX_2, Chance.LUCKY_SIX_3})
_SIX_APART: Final = frozenset(mode for mode, kept in RATES.items() if 6 in kept and 7 not in kept)
"""The commissions that cut a 6 and not every win."""


def comes(stream: Stream, facts: Facts) -> bool:
    """Whether the outcome came in a round.

    >>> from baccarat.play import Pair
    >>> comes(Stream.BANCA_SIX, Facts(5, 6, 2, 2, Pair.NONE, Pair.NONE))
    True
    """
    return EVENT_OF[_CHANCES[stream]](facts) is not None


def share_of(stream: Stream, decks: int) -> Fraction:
    """How often the outcome comes off whole decks, exactly.

    >>> share_of(Stream.PONTO_PAIR, 8)
    Fraction(31, 415)
    """
    counted = joint_of_decks(decks)
    return Fraction(sum(count for facts, count in counted.counts.items() if comes(stream, facts)), counted.total)


@lru_cache(maxsize=128)
def _factors(stream: Stream, decks: int) -> Mapping[bool, tuple[float, ...]]:
    exact = event_factors(share_of(stream, decks))
    return {came: tuple(map(float, factors)) for came, factors in exact.items()}


@lru_cache(maxsize=64)
def events_of(ruleset: Ruleset) -> tuple[Stream, ...]:
    """The outcomes that are judged under these rules: the pairs, and banca's 6 where a bet goes by it.

    >>> from baccarat.rulesets import Commission, preset
    >>> [stream.value for stream in events_of(preset("macau", commission=Commission.HALF_ON_6))][2:]
    ['par-perfeito', 'banca-6']
    """
    chances = ruleset.chances
    by_six = any(each in _BY_SIX or ruleset.commission_on(each) in _SIX_APART for each in chances)
    return EVENTS if by_six else tuple(stream for stream in EVENTS if stream is not Stream.BANCA_SIX)


def factors_of_events(ruleset: Ruleset, facts: Facts) -> dict[Stream, tuple[float, ...]]:
    """The factors that a round gives each of them, by whether it came; for play."""
    return {stream: _factors(stream, ruleset.decks)[comes(stream, facts)] for stream in events_of(ruleset)}
