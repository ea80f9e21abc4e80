"""The headroom that a person's limits leave: the tightest of the person's own, the operator's and the house's (GL-09).

Only money counts, never play money. A day's stakes are what was staked that day less what was taken back or refunded of
them the same day; a day's losses are what left for stakes less everything that came back, so open stakes count as lost;
deposits count gross (UK-04). Exact under the lock of the person's account, whichever lines are tallied by then.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection

from kernel.calendar import lisbon_date
from kernel.kept_queries import KeptQuery
from kernel.periods import Period, ends, first_day, midnight
from kernel.questions import PERSON
from players.models.cashier import Deposit, DepositState
from players.models.limits import Limit, LimitKind, LimitSource, LimitState

RULES: Final = {
    LimitKind.DEPOSIT: "PT-21",
    LimitKind.STAKE: "PT-22",
    LimitKind.LOSS: "UK-04",
    LimitKind.SESSION: "UK-10",
}
OPERATORS_RULE: Final = "GL-09"
PLAY_KINDS: Final = (LimitKind.STAKE, LimitKind.LOSS)


@dataclass(frozen=True, slots=True)
class Headroom:
    """What the person's own limits leave: `most` cents more may be staked, `rule` says why, until `until`."""

    most: int
    rule: str
    limit: str
    """The limit that binds: `stake-day`, `loss-week` …"""
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A limit in force: `most` cents (or minutes) a period. `source` is whose it is."""

    kind: LimitKind
    period: Period
    source: LimitSource
    most: int

    @property
    def name(self) -> str:
        """As a headroom names it."""
        return f"{self.kind.value}-{self.period.value}"

    @property
    def rule(self) -> str:
        """Where it comes from."""
        return OPERATORS_RULE if self.source is LimitSource.OPERATOR else RULES[self.kind]


@dataclass(frozen=True, slots=True)
class Day:
    """A person's play and deposits on one civil day, in cents; `lost` is negative on a day of winnings."""

    staked: int = 0
    lost: int = 0
    deposited: int = 0

    def of(self, kind: LimitKind) -> int:
        """Return the amount that a limit of `kind` counts."""
        return {LimitKind.STAKE: self.staked, LimitKind.LOSS: self.lost, LimitKind.DEPOSIT: self.deposited}[kind]


Days = Mapping[date, Day]


def parsed(words: Iterable[str]) -> tuple[Standing, ...]:
    """The limits in force of one person as the gates' statement names them, the house's own added."""
    found = []
    for each in words:
        kind, period, source, most = each.split()
        found.append(Standing(LimitKind(kind), Period(period), LimitSource(source), int(most)))
    return (*found, *house_limits(operators={(one.kind, one.period) for one in found if _is_operators(one)}))


def house_limits(*, operators: set[tuple[LimitKind, Period]]) -> tuple[Standing, ...]:
    """The limits that the house sets for everybody, but where the operator has set the person another."""
    named: Mapping[str, int] = settings.HOUSE_LIMITS
    limits = []
    for name, most in named.items():
        kind, _, period = name.partition("-")
        if (LimitKind(kind), Period(period)) not in operators:
            limits.append(Standing(LimitKind(kind), Period(period), LimitSource.OPERATOR, most))
    return tuple(limits)


def _is_operators(standing: Standing) -> bool:
    return standing.source is LimitSource.OPERATOR


def tightest(limits: Iterable[Standing], kinds: Sequence[LimitKind], days: Days, *, now: datetime) -> Headroom | None:
    """The headroom under the tightest of the limits of `kinds`; None without any."""
    found = [
        Headroom(
            most=max(0, limit.most - counted(limit.kind, limit.period, days, now=now)),
            rule=limit.rule,
            limit=limit.name,
            until=ends(limit.period, now),
        )
        for limit in limits
        if limit.kind in kinds
    ]
    # Of two that leave the same, the one that does so longer: a player who waits for the other would wait in vain.
    return min(found, key=lambda each: (each.most, -(each.until or now).timestamp()), default=None)


def counted(kind: LimitKind, period: Period, days: Days, *, now: datetime) -> int:
    """Return the amount counted so far against a limit, in cents; below zero after winnings."""
    since, today = first_day(period, lisbon_date(now)), lisbon_date(now)
    return sum(day.of(kind) for at, day in days.items() if since <= at <= today)


def allowed_minutes(limits: Iterable[Standing]) -> int | None:
    """How many minutes a day the person may sit at tables; None without such a limit."""
    return min((limit.most for limit in limits if limit.kind is LimitKind.SESSION), default=None)


def first_counted(now: datetime) -> date:
    """The earliest day that any limit still counts at `now`."""
    today = lisbon_date(now)
    return min(first_day(period, today) for period in Period)


def in_force(person_id: int) -> tuple[Standing, ...]:
    """The limits of one person that hold now, the house's own among them."""
    return parsed(" ".join(str(each) for each in row) for row in _IN_FORCE(person=person_id))


_IN_FORCE: Final = KeptQuery(
    lambda: Limit.objects.filter(person_id=PERSON, state=LimitState.IN_FORCE).values_list(
        "kind", "period", "source", "most"
    )
)


def deposit_headroom(person_id: int, *, pending_key: UUID | None, now: datetime) -> Headroom | None:
    """Return what the person's deposit limits leave, pending deposits counted gross but the one of `pending_key`."""
    limits = [limit for limit in in_force(person_id) if limit.kind is LimitKind.DEPOSIT]
    if not limits:
        return None
    days = dict(days_of([person_id], since=first_counted(now))[person_id])
    waiting = Deposit.objects.filter(person_id=person_id, state=DepositState.PENDING)
    others = waiting if pending_key is None else waiting.exclude(key=pending_key)
    pending = sum(amount for amount in others.values_list("amount", flat=True))
    today = days.get(lisbon_date(now), Day())
    days[lisbon_date(now)] = replace(today, deposited=today.deposited + pending)
    return tightest(limits, [LimitKind.DEPOSIT], days, now=now)


_LINES: Final = """
    SELECT (line.created_at AT TIME ZONE 'Europe/Lisbon')::date AS day,
        greatest(0, coalesce(sum(line.amount) FILTER (WHERE line.code = 'stake'), 0)
            - coalesce(sum(line.amount) FILTER (WHERE line.code IN ('stake-taken-back', 'refund')), 0)) AS staked,
        coalesce(sum(line.amount) FILTER (WHERE line.code = 'stake'), 0)
            - coalesce(sum(line.amount) FILTER (WHERE line.code NOT IN ('stake', 'deposit')), 0) AS lost,
        coalesce(sum(line.amount) FILTER (WHERE line.code = 'deposit'), 0) AS deposited,
        max(line.id) AS upto
    FROM (
        SELECT id, code, amount, reference, created_at FROM wallet_public_transfer
        WHERE debit_account = who.account AND id > who.upto AND code = 'stake'
        UNION ALL
        SELECT id, code, amount, reference, created_at FROM wallet_public_transfer
        WHERE credit_account = who.account AND id > who.upto
          AND code IN ('stake-taken-back', 'payout', 'refund', 'deposit', 'stake-returned', 'prize')
    ) line
    WHERE line.created_at >= %(since)s AND line.id < who.before
    GROUP BY 1, line.reference
"""

_WHO: Final = """
    SELECT person.id AS person_id, account.id AS account,
        coalesce((SELECT max(upto) FROM players_tally WHERE person_id = person.id), 0) AS upto,
        9223372036854775807 AS before
    FROM players_person person
    JOIN wallet_public_account account
        ON account.kind = 'player' AND account.currency = 'EUR' AND account.owner = person.public_id::text
    WHERE person.id = ANY(%(ids)s::bigint[])
"""

_DAYS: Final = f"""
WITH who AS ({_WHO})
SELECT person_id, day, sum(staked), sum(lost), sum(deposited) FROM (
    SELECT person_id, day, staked, lost, deposited FROM players_tally
    WHERE person_id = ANY(%(ids)s::bigint[]) AND day >= %(first)s
    UNION ALL
    SELECT who.person_id, rest.day, rest.staked, rest.lost, rest.deposited
    FROM who CROSS JOIN LATERAL ({_LINES}) rest
) counted GROUP BY person_id, day
"""  # noqa: S608  (only our own words)


def days_of(person_ids: Sequence[int], *, since: date) -> dict[int, dict[date, Day]]:
    """Return each person's stakes, losses and deposits, day by day from `since`. One statement for all persons."""
    days: dict[int, dict[date, Day]] = {person_id: {} for person_id in person_ids}
    with connection.cursor() as cursor:
        cursor.execute(_DAYS, {"ids": list(person_ids), "first": since, "since": midnight(since)})
        for person_id, day, staked, lost, deposited in cursor.fetchall():
            days[person_id][day] = Day(int(staked), int(lost), int(deposited))
    return days


# Rounds are added whole: the lines from the first of the person's newest round on are left to be summed, so that what
# is taken back is always set off against what was staked.
_DAILY_TOTALS: Final = f"""
WITH holder AS ({_WHO}), newest AS (
    SELECT holder.person_id, holder.account, holder.upto, (
        SELECT min(first.id) FROM wallet_public_transfer first
        WHERE first.debit_account = holder.account AND first.id > holder.upto AND first.code = 'stake'
          AND first.reference = (
            SELECT last.reference FROM wallet_public_transfer last
            WHERE last.debit_account = holder.account AND last.code = 'stake' ORDER BY last.id DESC LIMIT 1
        )
    ) AS before FROM holder
), who AS (SELECT person_id, account, upto, coalesce(before, 9223372036854775807) AS before FROM newest)
INSERT INTO players_tally (person_id, day, upto, staked, lost, deposited)
SELECT who.person_id, rest.day, max(rest.upto), sum(rest.staked), sum(rest.lost), sum(rest.deposited)
FROM who CROSS JOIN LATERAL ({_LINES}) rest
GROUP BY who.person_id, rest.day
ON CONFLICT (person_id, day) DO UPDATE SET
    upto = excluded.upto, staked = players_tally.staked + excluded.staked,
    lost = players_tally.lost + excluded.lost, deposited = players_tally.deposited + excluded.deposited
"""  # noqa: S608  (only our own words)


def write_daily_totals(person_ids: Sequence[int]) -> int:
    """Bring these persons' daily totals up to their last finished round; return how many days moved.

    The caller holds the persons. Lines written meanwhile have higher ids: one person's are written one after the other.
    """
    assert connection.in_atomic_block, "two at once would count twice"
    with connection.cursor() as cursor:
        cursor.execute(_DAILY_TOTALS, {"ids": list(person_ids), "since": midnight(date(2000, 1, 1))})
        return int(cursor.rowcount)
