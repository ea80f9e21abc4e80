"""What a player's day came to so far, for the foot of the lobby: time, stakes, average cost, each beside its limit."""

from dataclasses import dataclass
from datetime import datetime

from kernel.periods import Period
from players.protection.queries import protection
from players.protection.queries.protection import LimitKind, LimitLine
from tables.queries import playtime


@dataclass(frozen=True, slots=True)
class Today:
    """Minutes at tables, and cents staked for money and lost by the edges of what was bet; limits None if not set."""

    minutes: int
    minutes_most: int | None
    staked: int
    staked_most: int | None
    cost: int


def today_of(person_id: int, *, now: datetime) -> Today:
    """The present civil day in Lisbon."""
    played = playtime.minutes_of_days(person_id, now=now)
    lines = {(line.kind, line.period): line for line in protection.limits_of(person_id, played=played, now=now)}
    time, stakes = _line(lines, LimitKind.SESSION), _line(lines, LimitKind.STAKE)
    return Today(
        minutes=played[0],
        minutes_most=time.most,
        staked=stakes.used,
        staked_most=stakes.most,
        cost=playtime.cost_today(person_id, now=now),
    )


def _line(lines: dict[tuple[LimitKind, Period], LimitLine], kind: LimitKind) -> LimitLine:
    return lines[kind, Period.DAY]
