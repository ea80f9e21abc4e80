"""The result of other terms on a day's real bets (B4): every accepted slip tried again, in its order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef

from baccarat.chances import Chance
from baccarat.exposure import Bet, refused_bets
from baccarat.limits import Rejection
from kernel.calendar import LISBON, lisbon_date
from tables.models import Round, RoundPhase, Slip
from tables.table_settings import TableSettings

MOST_SLIPS: Final = 50_000
"""As many as a page may try in a second, nine players at 5,500 rounds. Later slips are left out, and the answer says
so."""
EXAMPLES: Final = 12


class _Taken(NamedTuple):
    """The columns read of an accepted slip, as a row: whole slips with their rounds would take several times as
    long."""

    round_id: int
    round_code: str
    round_of_shoe: int
    person_id: int
    at: datetime
    lines: Mapping[str, int]


_COLUMNS: Final = ("round_id", "round__code", "round__round_of_shoe", "person_id", "taken_at", "lines")


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
    minimum: int
    """Of the terms that were tried: what a slip refused for R14 should have reached."""
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
    going_on: bool
    """Whether the day is not over yet, since the table had no bets before it."""


def what_if_last_day(*, table_id: int, terms: TableSettings, now: datetime) -> WhatIfDay | None:
    """The table's last day with bets, slip by slip under `terms`: a day that is over where there is one.

    None for a table that never took a bet.
    """
    today = lisbon_date(now)
    day = _last_day(table_id, before=_midnight(today)) or _last_day(table_id, before=_midnight(today, 1))
    if day is None:
        return None
    rounds = Round.objects.filter(table_id=table_id, settled_at__gte=_midnight(day), settled_at__lt=_midnight(day, 1))
    accepted = Slip.objects.filter(round__in=rounds, rejection__isnull=True).order_by("round_id", "id")
    slips = [_Taken(*row) for row in accepted.values_list(*_COLUMNS)[: MOST_SLIPS + 1]]
    cut = len(slips) > MOST_SLIPS
    return _tried(day, rounds.count(), slips[:MOST_SLIPS], terms, cut=cut, going_on=day == today)


def _last_day(table_id: int, *, before: datetime) -> date | None:
    """The day of the table's last paid round with a bet."""
    with_bets = Exists(Slip.objects.filter(round=OuterRef("pk"), rejection__isnull=True))
    rounds = Round.objects.filter(with_bets, table_id=table_id, phase=RoundPhase.SETTLED, settled_at__lt=before)
    last = rounds.order_by("-number").values_list("settled_at", flat=True).first()
    return lisbon_date(last) if last is not None else None


def _tried(
    day: date, rounds: int, slips: Sequence[_Taken], terms: TableSettings, *, cut: bool, going_on: bool
) -> WhatIfDay:
    refused = list(_refused(slips, terms))
    examples = (
        Example(
            round_code=slip.round_code,
            at=slip.at,
            chance=rejection.chance.value,
            asked=rejection.asked,
            most=rejection.most,
            rule=rejection.rule,
        )
        for slip, rejection in refused[:EXAMPLES]
    )
    return WhatIfDay(
        day=day,
        minimum=terms.minimum,
        rounds=rounds,
        slips=len(slips),
        staked=sum(map(_placed, slips)),
        refused=len(refused),
        refused_cents=sum(_placed(slip) for slip, _ in refused),
        by_rule=dict(Counter(rejection.rule for _, rejection in refused).most_common()),
        examples=tuple(examples),
        cut=cut,
        going_on=going_on,
    )


def _refused(slips: Sequence[_Taken], terms: TableSettings) -> Iterator[tuple[_Taken, Rejection]]:
    for _, of_round in groupby(slips, key=attrgetter("round_id")):
        in_order = list(of_round)
        offered = terms.ruleset.offered(in_order[0].round_of_shoe)
        bets = [Bet(slip.person_id, {Chance(name): cents for name, cents in slip.lines.items()}) for slip in in_order]
        for place, rejection in refused_bets(terms.limits, bets, offered=offered).items():
            yield in_order[place], rejection


def _placed(slip: _Taken) -> int:
    return sum(cents for cents in slip.lines.values() if cents > 0)


def _midnight(day: date, later: int = 0) -> datetime:
    """The beginning of the day, or of one some days later."""
    return datetime.combine(day + timedelta(days=later), time.min, tzinfo=LISBON)
