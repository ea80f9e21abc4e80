"""What the bets of a table's rules gave back, beside what they promise, for the drift court's page (GL-41)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db import connection

from baccarat.odds import odds_of
from baccarat.returns import Returns, returns
from tables.models import Configuration, ConfigurationStatus
from tables.table_settings import terms_of

PLACES: Final = 4
"""Decimals of the share that came back of a round's stakes: commission is rounded to the cent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceReturns:
    """One chance of the rules in force: the share that it promises, and what its rounds gave back."""

    chance: str
    promised: Fraction
    found: Returns

    @property
    def inside(self) -> bool:
        """Whether what is promised lies between the bounds."""
        return self.found.low <= self.promised <= self.found.high


def returns_of(table_code: str) -> tuple[ChanceReturns, ...]:
    """Each chance of the table's rules in force that was staked on, in the order of the felt. Two statements.

    Each round gives one result: what came back of all stakes on the chance together. Void rounds give none.
    """
    row = Configuration.objects.filter(table__code=table_code, status=ConfigurationStatus.IN_FORCE).first()
    if row is None:
        return ()
    ruleset, counts = terms_of(row.pk, row.terms).ruleset, _counts(row.pk)
    promised, found = odds_of(ruleset).bets, []
    for offer in ruleset.offers:
        most = 1 + max((Fraction(*ratio) for _, ratio in offer.pays), default=Fraction(1))
        seen = returns(counts.get(offer.chance.value, {}), most=most)
        if seen is not None:
            share = promised[offer.chance].rtp
            found.append(ChanceReturns(chance=offer.chance.value, promised=share, found=seen))
    return tuple(found)


def _counts(configuration: int) -> dict[str, dict[Fraction, int]]:
    """How often each share of a round's stakes came back, by chance."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, {"configuration": configuration, "places": PLACES})
        found: dict[str, dict[Fraction, int]] = {}
        for chance, share, count in cursor.fetchall():
            found.setdefault(chance, {})[Fraction(share)] = count
    return found


_COUNTS: Final = """
SELECT chance, share, count(*) FROM (
    SELECT bet.chance, round(sum(bet.returned) / sum(bet.stake), %(places)s) AS share
    FROM tables_bet bet JOIN tables_round round ON round.id = bet.round_id
    WHERE round.configuration_id = %(configuration)s AND round.settled_at IS NOT NULL AND bet.stake > 0
    GROUP BY bet.round_id, bet.chance
) results GROUP BY chance, share
"""
