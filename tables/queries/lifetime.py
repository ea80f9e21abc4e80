"""A player's whole past at tables in a few figures, and what their own bets promised (H3). Writes nothing.

Each kind of money stands by itself: play money is never added to money. Void rounds count nowhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from django.db import connection

from baccarat.revenue import band
from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import Among
from tables.bet_pairs import LAID_IN, PAIRS_OF
from tables.models import Configuration
from tables.queries.promises import Moments, moments_of
from tables.table_settings import terms_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifetime:
    """All of a player's sessions in one kind of money: sums in cents, time in seconds."""

    currency: str
    rounds: int
    staked: int
    returned: int
    commission: int
    sessions: int
    seconds: int
    median_seconds: int
    """Half of the sessions are no longer."""
    days: int
    """Civil days on which a session began."""
    first_at: datetime
    last_at: datetime
    """When the last session began."""

    @property
    def result(self) -> int:
        """Won (above 0) or lost (below 0)."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekOfBets:
    """The settled bets of one week, which begins on a Monday; `expected` and `variance` are of the house's result."""

    week: date
    staked: int
    returned: int
    expected: Fraction
    """Cents."""
    variance: Fraction
    """Square cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPromise:
    """A player's settled bets in one kind of money beside what they promised the house, exact until it is shown."""

    currency: str
    weeks: tuple[WeekOfBets, ...]
    """Those with bets, the first of them first."""

    @property
    def staked(self) -> int:
        """Cents."""
        return sum(week.staked for week in self.weeks)

    @property
    def won(self) -> int:
        """The house's result on these bets, in cents."""
        return sum(week.staked - week.returned for week in self.weeks)

    @property
    def expected(self) -> Fraction:
        """The house's average result on these bets, in cents."""
        return sum((week.expected for week in self.weeks), Fraction(0))

    @property
    def spread(self) -> int:
        """How far chance carries the result to each side in 95 of 100 such pasts, in cents."""
        return band(sum((week.variance for week in self.weeks), Fraction(0)))

    @property
    def hold(self) -> Fraction:
        """The share of what was staked that stayed with the house."""
        return Fraction(self.won, self.staked)

    @property
    def promised(self) -> Fraction:
        """That share on average."""
        return self.expected / self.staked

    @property
    def low(self) -> Fraction:
        """Where the band of 95 % begins."""
        return (self.expected - self.spread) / self.staked

    @property
    def high(self) -> Fraction:
        """Where it ends."""
        return (self.expected + self.spread) / self.staked

    @property
    def inside(self) -> bool:
        """Whether the hold lies in the band."""
        return self.low <= self.hold <= self.high


class _Pair(NamedTuple):
    """As `PAIRS_OF` says."""

    week: date
    version: int
    one: str
    other: str
    product: Decimal
    staked: Decimal
    returned: Decimal


@dataclass(frozen=True, slots=True)
class Sitting:
    """From when to when a person sat at a table; to now where they sit there still."""

    since: datetime
    until: datetime


def lifetime(person_id: int, *, now: datetime) -> tuple[Lifetime, ...]:
    """The person's sessions added up for each kind of money that was played with, money first. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_LIFETIME, {"person": person_id, "now": now})
        return tuple(Lifetime(**dict(zip(_COLUMNS, row, strict=True))) for row in cursor.fetchall())


def own_promise(person_id: int) -> tuple[OwnPromise, ...]:
    """The person's settled bets and what they promised, for each kind of money, money first. Two statements.

    Each bet counts under the version that its round was opened with. Bets of one round are taken together, so that
    opposite ones cancel; rounds are taken as independent, as published odds take them.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PAIRS, {"person": person_id})
        rows = [_Pair(*row) for row in cursor.fetchall()]
    versions = _VERSIONS(versions=array({row.version for row in rows})) if rows else []
    terms = {each.pk: (each.table.currency, moments_of(terms_of(each.pk, each.terms).ruleset)) for each in versions}
    found = []
    for currency in sorted({currency for currency, _ in terms.values()}):
        own = [row for row in rows if terms[row.version][0] == currency]
        found.append(OwnPromise(currency=currency, weeks=tuple(_weeks(own, terms))))
    return tuple(found)


_VERSIONS: Final = KeptQuery(
    lambda: (
        Configuration.objects.filter(Among("pk", "versions"))
        .select_related("table")
        .only("terms", "table", "table__currency")
    )
)


def sat_since(person_id: int, since: datetime, *, now: datetime) -> tuple[Sitting, ...]:
    """When the person sat at tables for money from `since` on, in order. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_SAT, {"person": person_id, "since": since, "now": now})
        return tuple(Sitting(*row) for row in cursor.fetchall())


def _weeks(rows: Sequence[_Pair], terms: Mapping[int, tuple[str, Moments]]) -> Iterator[WeekOfBets]:
    for week in sorted({row.week for row in rows}):
        staked = returned = 0
        expected = variance = Fraction(0)
        for row in (each for each in rows if each.week == week):
            moments = terms[row.version][1]
            alone = row.one == row.other
            variance += moments.covariance[row.one, row.other] * int(row.product) * (1 if alone else 2)
            if alone:
                staked += int(row.staked)
                returned += int(row.returned)
                expected += moments.mean[row.one] * int(row.staked)
        yield WeekOfBets(week=week, staked=staked, returned=returned, expected=expected, variance=variance)


_COLUMNS: Final = (
    *("currency", "rounds", "staked", "returned", "commission", "sessions", "seconds", "median_seconds", "days"),
    *("first_at", "last_at"),
)
_LIFETIME: Final = """
SELECT currency, sum(rounds)::bigint, sum(staked)::bigint, sum(returned)::bigint, sum(commission)::bigint, count(*),
  floor(sum(seconds))::bigint, floor(percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds))::bigint,
  count(DISTINCT (started_at AT TIME ZONE 'Europe/Lisbon')::date), min(started_at), max(started_at)
FROM (
  SELECT t.currency, s.rounds, s.staked, s.returned, s.commission, s.started_at,
    extract(epoch FROM coalesce(s.ended_at, %(now)s) - s.started_at) AS seconds
  FROM tables_playsession s JOIN tables_table t ON t.id = s.table_id WHERE s.person_id = %(person)s
) sat GROUP BY currency ORDER BY currency
"""
# Sessions that are over have their sums; those of the others are worked out of their bets (ADR 0243).
_PAIRS: Final = f"""
WITH own AS MATERIALIZED (SELECT id, pairs FROM tables_playsession WHERE person_id = %(person)s),
sat AS (SELECT id FROM own WHERE pairs IS NULL), laid AS MATERIALIZED ({LAID_IN}), fresh AS ({PAIRS_OF}), pair AS (
  SELECT week, version, one, other, product, staked, returned FROM fresh
  UNION ALL
  SELECT kept.* FROM own CROSS JOIN LATERAL jsonb_to_recordset(own.pairs) AS kept (week date, version bigint,
    one text, other text, product numeric, staked bigint, returned bigint)
)
SELECT week, version, one, other, sum(product), sum(staked), sum(returned) FROM pair GROUP BY week, version, one, other
"""  # noqa: S608  # of parts that stand in the code
_SAT: Final = """
SELECT greatest(s.started_at, %(since)s), coalesce(s.ended_at, %(now)s) AS until
FROM tables_playsession s JOIN tables_table t ON t.id = s.table_id
WHERE s.person_id = %(person)s AND t.currency = 'EUR' AND (s.ended_at IS NULL OR s.ended_at > %(since)s)
ORDER BY s.started_at
"""
