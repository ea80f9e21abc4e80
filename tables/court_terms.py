"""What the drift court goes by: how rare false alarms are to be, and which streams stop play at once."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings

from baccarat.court import ALTERNATIVES, Stream, threshold

JUDGED: Final = 2 * len(ALTERNATIVES)
"""How often each round is judged: by the winner, the other outcomes, cards and money, at its table and in the house."""
YEARS: Final = 10
"""One false alarm is expected in so many years of the whole house, at most."""
DECIDED_WITHIN: Final = timedelta(hours=1)
"""So long staff may decide whether play goes on, where a stream does not stop it at once."""
BLOCK_EVERY: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class CourtTerms:
    """The house's choice."""

    rounds_a_day: int
    """Of the whole house, at most; the threshold grows with it."""
    stops: frozenset[Stream]
    """The streams whose alarm stops play after the round in play; the others leave an hour to decide."""

    @property
    def alarm(self) -> float:
        """M from which on it is an alarm.

        >>> CourtTerms(20_000, frozenset()).alarm
        1022000000.0
        """
        return float(threshold(streams=JUDGED, rounds_a_day=self.rounds_a_day, years=YEARS))


def court_terms() -> CourtTerms:
    """As the house's settings have them."""
    return CourtTerms(settings.DRIFT_ROUNDS, frozenset(map(Stream, settings.DRIFT_STOPS)))
