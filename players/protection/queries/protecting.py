"""Which limits would have protected: a person's own past, line by line, under other limits (H3, F1). Writes nothing.

What the ledger says is taken again in its order. Under the limits asked for a deposit is refused that would pass one of
them, and so is a round whose stakes would; what a refused round paid goes with it. Amounts count as `players.headroom`
counts them: a day's stakes less what was taken back or refunded that day, losses with open stakes, deposits gross.
A round stands or falls whole, on the day of its first stake. Nothing else is changed: what the person would have
done instead is not known.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final

from django.db import connection

from kernel.calendar import lisbon_date
from kernel.periods import Period, first_day, midnight, next_first_day
from players.protection.queries.protection import GRID as GRID
from players.protection.queries.protection import LimitKind

MOST_LINES: Final = 60_000
"""So many of the latest lines are taken again; of a longer past the answer says from when on."""
DAYS: Final = (30, 90, 365)
"""How many days up to today may be asked for."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the ledger of the person's money: `amount` is in cents, `round_code` empty for a deposit."""

    at: datetime
    code: str
    amount: int
    round_code: str


@dataclass(frozen=True, slots=True)
class Wished:
    """A limit to try: `most` cents a period, of a session limit minutes a day."""

    kind: LimitKind
    period: Period
    most: int

    @property
    def name(self) -> str:
        """`loss-week` and so on."""
        return f"{self.kind.value}-{self.period.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """What one limit, before any other that was tried, would have stopped; cents."""

    limit: Wished
    spans: int
    """The days, weeks or months in which what it counts happened at all."""
    reached: int
    """Those of them in which it would have stopped something."""
    rounds: int
    staked: int
    returned: int
    """What those rounds paid back."""
    deposits: int
    deposited: int
    seconds: int
    """Time at tables beyond a limit of time; nothing for the others."""

    @property
    def less_lost(self) -> int:
        """How much less would have been lost; below 0 where the stopped rounds had won."""
        return self.staked - self.returned


@dataclass(frozen=True, slots=True, kw_only=True)
class Protecting:
    """A person's past days as they were, and what the limits would have stopped of them; cents."""

    since: date
    until: date
    cut: bool
    """Whether the past is longer than what was taken again: then `since` is later than was asked for."""
    days_played: int
    rounds: int
    staked: int
    returned: int
    deposits: int
    deposited: int
    seconds: int
    days_stopped: int
    """Days on which anything would have been stopped."""
    by_limit: tuple[Stopped, ...]
    """In the order in which the limits were asked for."""

    @property
    def lost(self) -> int:
        """What was lost as it was; below 0 where it was won."""
        return self.staked - self.returned

    @property
    def won(self) -> int:
        """The same from the other side."""
        return -self.lost

    @property
    def less_lost(self) -> int:
        """How much less would have been lost under all of the limits together."""
        return sum(each.less_lost for each in self.by_limit)

    @property
    def rounds_stopped(self) -> int:
        """Rounds that would not have been."""
        return sum(each.rounds for each in self.by_limit)

    @property
    def staked_less(self) -> int:
        """What would not have been staked."""
        return sum(each.staked for each in self.by_limit)

    @property
    def deposits_stopped(self) -> int:
        """Deposits that would have been refused."""
        return sum(each.deposits for each in self.by_limit)

    @property
    def deposited_less(self) -> int:
        """Their sum."""
        return sum(each.deposited for each in self.by_limit)


def protecting(
    person_id: int,
    *,
    limits: Sequence[Wished],
    days: int,
    sat: Sequence[tuple[datetime, datetime]],
    now: datetime,
) -> Protecting:
    """The person's last `days` days with today under `limits`. One statement.

    `sat`: from when to when the person sat at tables for money, in order, from `reaches_back(days, now)` on.
    """
    first = lisbon_date(now) - timedelta(days=days - 1)
    lines = _lines(person_id, since=reaches_back(days, now))
    cut = len(lines) > MOST_LINES
    if cut:
        lines = lines[-MOST_LINES:]
        # A day that begins torn is left out, and the spans that it lies in begin with the next.
        first = max(first, lisbon_date(lines[0].at) + timedelta(days=1))
        lines = [line for line in lines if lisbon_date(line.at) >= first]
    return replayed(lines, sat, limits, first=first, today=lisbon_date(now), cut=cut)


def reaches_back(days: int, now: datetime) -> datetime:
    """From when on the past is read for `days` days: the spans that the first of them lies in are counted whole."""
    first = lisbon_date(now) - timedelta(days=days - 1)
    return midnight(min(first_day(period, first) for period in Period))


def replayed(
    lines: Sequence[Line],
    sat: Sequence[tuple[datetime, datetime]],
    limits: Sequence[Wished],
    *,
    first: date,
    today: date,
    cut: bool = False,
) -> Protecting:
    """The same lines under these limits; before `first` they only count towards their spans. Pure."""
    past = _Past(limits, first, _by_day(sat, today))
    for line in lines:
        past.take(line)
    seconds = {day: sum(_length(span) for span in spans) for day, spans in past.sat.items() if day >= first}
    return Protecting(
        since=first,
        until=today,
        cut=cut,
        days_played=len({day for day in past.played if day >= first}),
        rounds=past.rounds,
        staked=past.staked,
        returned=past.returned,
        deposits=past.deposits,
        deposited=past.deposited,
        seconds=sum(seconds.values()),
        days_stopped=len(past.days_stopped | _over_time(limits, seconds)),
        by_limit=tuple(past.told(limit, seconds) for limit in limits),
    )


@dataclass(slots=True)
class _Count:
    """What one limit counted so far by span, and what it stopped."""

    counted: Counter[date] = field(default_factory=Counter)
    seen: set[date] = field(default_factory=set)
    reached: set[date] = field(default_factory=set)
    rounds: int = 0
    staked: int = 0
    returned: int = 0
    deposits: int = 0
    deposited: int = 0


_BACK: Final = ("stake-taken-back", "refund")


class _Past:
    """The past as it is taken again."""

    def __init__(self, limits: Sequence[Wished], first: date, sat: dict[date, list[tuple[datetime, datetime]]]) -> None:
        self.limits = {limit: _Count() for limit in limits}
        self.first = first
        self.sat = sat
        self.standing: dict[str, date] = {}
        self.stopped: dict[str, Wished] = {}
        self.played: set[date] = set()
        self.days_stopped: set[date] = set()
        self.rounds = self.staked = self.returned = self.deposits = self.deposited = 0

    def take(self, line: Line) -> None:
        """Take the next line again."""
        day = lisbon_date(line.at)
        if line.code == "deposit":
            self._deposit(line, day)
        elif line.code == "stake":
            self._stake(line, day)
        elif line.round_code in self.standing or line.round_code in self.stopped:
            self._back(line, day)

    def told(self, limit: Wished, seconds: dict[date, int]) -> Stopped:
        """What this limit stopped."""
        count = self.limits[limit]
        over = 0
        if limit.kind is LimitKind.SESSION:
            count.seen |= set(seconds)
            count.reached |= _over_time([limit], seconds)
            over = sum(max(0, sat - limit.most * 60) for sat in seconds.values())
        return Stopped(
            limit=limit,
            spans=len(count.seen),
            reached=len(count.reached),
            rounds=count.rounds,
            staked=count.staked,
            returned=count.returned,
            deposits=count.deposits,
            deposited=count.deposited,
            seconds=over,
        )

    def _deposit(self, line: Line, day: date) -> None:
        limits = [limit for limit in self.limits if limit.kind is LimitKind.DEPOSIT]
        if day >= self.first:
            self.deposits += 1
            self.deposited += line.amount
            self._see(limits, day)
        limit = self._stopper(limits, line.amount, day)
        if limit is None:
            self._count(limits, line.amount, day)
            return
        self._stop(limit, day)
        self.limits[limit].deposits += 1
        self.limits[limit].deposited += line.amount

    def _stake(self, line: Line, day: date) -> None:
        limits = [limit for limit in self.limits if limit.kind in {LimitKind.STAKE, LimitKind.LOSS}]
        if line.round_code in self.stopped:
            self._refuse(self.stopped[line.round_code], line.amount, day)
            return
        begun = self.standing.get(line.round_code)
        if begun is None and day >= self.first:
            self.played.add(day)
            self.rounds += 1
            self._see(limits, day)
        if day >= self.first:
            self.staked += line.amount
        limit = None
        if begun is None:
            limit = self._out_of_time(line.at, day) or self._stopper(limits, line.amount, day)
        if limit is None:
            self.standing.setdefault(line.round_code, day)
            self._count(limits, line.amount, self.standing[line.round_code])
            return
        self.stopped[line.round_code] = limit
        self._stop(limit, day)
        self.limits[limit].rounds += 1
        self.limits[limit].staked += line.amount

    def _refuse(self, limit: Wished, amount: int, day: date) -> None:
        """More stakes on a round that is refused already."""
        self.limits[limit].staked += amount
        self.staked += amount

    def _back(self, line: Line, day: date) -> None:
        stopped = self.stopped.get(line.round_code)
        taken_back = line.code in _BACK
        counts = day >= self.first and (stopped is not None or self.standing[line.round_code] >= self.first)
        if counts and taken_back:
            self.staked -= line.amount
        elif counts:
            self.returned += line.amount
        if stopped is not None:
            count = self.limits[stopped]
            if taken_back:
                count.staked -= line.amount
            else:
                count.returned += line.amount
            return
        for limit, count in self.limits.items():
            is_loss = limit.kind is LimitKind.LOSS
            same_day = limit.kind is LimitKind.STAKE and taken_back and self.standing[line.round_code] == day
            if is_loss or same_day:
                count.counted[first_day(limit.period, day)] -= line.amount

    def _stopper(self, limits: Sequence[Wished], amount: int, day: date) -> Wished | None:
        """The first of the limits that this amount would pass."""
        if day < self.first:
            return None
        for limit in limits:
            if self.limits[limit].counted[first_day(limit.period, day)] + amount > limit.most:
                return limit
        return None

    def _out_of_time(self, at: datetime, day: date) -> Wished | None:
        if day < self.first:
            return None
        so_far = sum(_length((since, min(until, at))) for since, until in self.sat.get(day, ()) if since < at)
        limits = (limit for limit in self.limits if limit.kind is LimitKind.SESSION)
        return next((limit for limit in limits if so_far >= limit.most * 60), None)

    def _see(self, limits: Sequence[Wished], day: date) -> None:
        for limit in limits:
            self.limits[limit].seen.add(first_day(limit.period, day))

    def _count(self, limits: Sequence[Wished], amount: int, day: date) -> None:
        for limit in limits:
            self.limits[limit].counted[first_day(limit.period, day)] += amount

    def _stop(self, limit: Wished, day: date) -> None:
        self.limits[limit].reached.add(first_day(limit.period, day))
        self.days_stopped.add(day)


def _length(span: tuple[datetime, datetime]) -> int:
    return int((span[1] - span[0]).total_seconds())


def _by_day(sat: Sequence[tuple[datetime, datetime]], today: date) -> dict[date, list[tuple[datetime, datetime]]]:
    """The spans at tables cut at midnight in Lisbon."""
    found: dict[date, list[tuple[datetime, datetime]]] = {}
    for since, until in sat:
        begins = since
        while begins < until:
            day = lisbon_date(begins)
            ends = min(until, midnight(next_first_day(Period.DAY, day)))
            found.setdefault(day, []).append((begins, ends))
            begins = ends
    return found


def _over_time(limits: Sequence[Wished], seconds: dict[date, int]) -> set[date]:
    """The days on which the person sat longer than a limit of time allows."""
    most = [limit.most * 60 for limit in limits if limit.kind is LimitKind.SESSION]
    return {day for day, sat in seconds.items() if most and sat > min(most)}


def _lines(person_id: int, *, since: datetime) -> list[Line]:
    with connection.cursor() as cursor:
        cursor.execute(_LINES, {"person": person_id, "since": since, "most": MOST_LINES + 1})
        return list(_read(cursor.fetchall()))


def _read(rows: Sequence[tuple[datetime, str, int, str]]) -> Iterator[Line]:
    for at, code, amount, reference in reversed(rows):
        yield Line(at, code, int(amount), "" if code == "deposit" else reference)


_LINES: Final = """
WITH who AS MATERIALIZED (
  SELECT account.id AS account FROM players_person person
  JOIN wallet_public_account account
    ON account.kind = 'player' AND account.currency = 'EUR' AND account.owner = person.public_id::text
  WHERE person.id = %(person)s
)
SELECT line.created_at, line.code, line.amount, line.reference
FROM who CROSS JOIN LATERAL (
  SELECT id, code, amount, reference, created_at FROM wallet_public_transfer
  WHERE debit_account = who.account AND code = 'stake' AND created_at >= %(since)s
  UNION ALL
  SELECT id, code, amount, reference, created_at FROM wallet_public_transfer
  WHERE credit_account = who.account AND created_at >= %(since)s
    AND code IN ('stake-taken-back', 'payout', 'refund', 'deposit', 'stake-returned', 'prize')
) line
ORDER BY line.id DESC LIMIT %(most)s
"""
