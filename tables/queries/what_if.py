"""What other terms would have made of a day's real bets (B4): every accepted slip tried again, in its order."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Final

from baccarat.chances import Chance
from baccarat.exposure import Bet, refused_bets
from baccarat.limits import Refusal
from players.calendar import LISBON, lisbon_date
from tables.models import Round, RoundPhase, Slip
from tables.terms import Terms

MOST_SLIPS: Final = 50_000
"""More of one table's day are not tried: the last ones are left out, and the answer says so."""
EXAMPLES: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One slip that would have been refused; cents."""

    round_code: str
    at: datetime
    chance: str
    asked: int
    most: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfDay:
    """A table's last day of play under other terms. Amounts are cents placed; what was taken back is left out."""

    day: date
    rounds: int
    slips: int
    staked: int
    refused: int
    refused_cents: int
    by_rule: Mapping[str, int]
    """Rule -> how many slips it would have refused."""
    examples: tuple[Example, ...]
    cut: bool
    """Whether there were more slips than were tried."""


def what_if_last_day(*, table_id: int, terms: Terms, now: datetime) -> WhatIfDay | None:
    """The table's last day with settled rounds, bet by bet under `terms`; None for a table that never played."""
    last = (
        Round.objects.filter(table_id=table_id, phase=RoundPhase.SETTLED, settled_at__lte=now)
        .order_by("-number")
        .values_list("settled_at", flat=True)
        .first()
    )
    if last is None:
        return None
    day = lisbon_date(last)
    since, until = (_midnight(each) for each in (day, day + timedelta(days=1)))
    rounds = Round.objects.filter(table_id=table_id, settled_at__gte=since, settled_at__lt=until)
    accepted = Slip.objects.filter(round__in=rounds, refusal__isnull=True).select_related("round")
    slips = list(accepted.order_by("round_id", "id")[: MOST_SLIPS + 1])
    return _tried(day, rounds.count(), slips[:MOST_SLIPS], terms, cut=len(slips) > MOST_SLIPS)


def _tried(day: date, rounds: int, slips: list[Slip], terms: Terms, *, cut: bool) -> WhatIfDay:
    refused = list(_refused(slips, terms))
    examples = (
        Example(
            round_code=slip.round.code,
            at=slip.taken_at,
            chance=refusal.chance.value,
            asked=refusal.asked,
            most=refusal.most,
            rule=refusal.rule,
        )
        for slip, refusal in refused[:EXAMPLES]
    )
    return WhatIfDay(
        day=day,
        rounds=rounds,
        slips=len(slips),
        staked=sum(map(_placed, slips)),
        refused=len(refused),
        refused_cents=sum(_placed(slip) for slip, _ in refused),
        by_rule=dict(Counter(refusal.rule for _, refusal in refused).most_common()),
        examples=tuple(examples),
        cut=cut,
    )


def _refused(slips: list[Slip], terms: Terms) -> Iterator[tuple[Slip, Refusal]]:
    for _, of_round in groupby(slips, key=attrgetter("round_id")):
        in_order = list(of_round)
        offered = terms.ruleset.offered(in_order[0].round.round_of_shoe)
        bets = [Bet(slip.person_id, {Chance(name): cents for name, cents in slip.lines.items()}) for slip in in_order]
        for place, refusal in refused_bets(terms.limits, bets, offered=offered).items():
            yield in_order[place], refusal


def _placed(slip: Slip) -> int:
    return sum(cents for cents in slip.lines.values() if cents > 0)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=LISBON)
