"""A person's limits with what they leave, their history, and the breaks and exclusions so far. Writes nothing.

Amounts are whole cents, of session limits minutes; instants are aware UTC.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Final

from django.db.models import Q

from kernel.calendar import lisbon_date
from kernel.kept_queries import KeptQuery
from kernel.periods import Period, ends, first_day
from kernel.prepared import array
from kernel.questions import NOW, PERSON, Among
from players import headroom
from players.models import CheckInterval, Exclusion, Limit, NationalEntry
from players.models.exclusions import ExclusionKind as ExclusionKind
from players.models.exclusions import ExclusionSource as ExclusionSource
from players.models.limits import LimitKind as LimitKind
from players.models.limits import LimitSource as LimitSource
from players.models.limits import LimitState as LimitState
from players.protection.national_entries import Document

CHECK_MINUTES: Final = 30
"""UK-11: how often a person is told of time and money who chose nothing else."""
GRID: Final = (
    *((kind, period) for kind in LimitKind if kind is not LimitKind.SESSION for period in Period),
    (LimitKind.SESSION, Period.DAY),
)
"""Every limit that there is, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A higher limit, or none (`most` is None), before its second confirmation."""

    limit_id: int
    most: int | None
    due_at: datetime
    lapses_at: datetime
    is_due: bool


@dataclass(frozen=True, slots=True)
class LimitLine:
    """One limit: the person's own, the house's, the stricter of both, and how the present span stands."""

    kind: LimitKind
    period: Period
    own: int | None
    house: int | None
    most: int | None
    used: int
    left: int | None
    before: int
    """The amount counted in the whole span before this one."""
    until: datetime
    waiting: Waiting | None

    @property
    def name(self) -> str:
        """`stake-day` and so on."""
        return f"{self.kind.value}-{self.period.value}"

    @property
    def share(self) -> int:
        """How much of the limit is used, in whole percent."""
        if self.most is None:
            return 0
        return 100 if self.most == 0 else max(0, min(100, self.used * 100 // self.most))


@dataclass(frozen=True, slots=True)
class LimitEntry:
    """One wish of the history (GL-16)."""

    kind: LimitKind
    period: Period
    source: LimitSource
    most: int | None
    state: LimitState
    requested_at: datetime
    starts_at: datetime | None
    ended_at: datetime | None
    reason: str

    @property
    def name(self) -> str:
        """`stake-day` and so on."""
        return f"{self.kind.value}-{self.period.value}"


@dataclass(frozen=True, slots=True)
class ExclusionEntry:
    """One break or exclusion of the history; `ends_at` is as it stands, None without an end."""

    id: int
    kind: ExclusionKind
    source: ExclusionSource
    starts_at: datetime
    ends_at: datetime | None
    notice_at: datetime | None
    in_force: bool
    reason: str


@dataclass(frozen=True, slots=True)
class NationalExclusion:
    """An entry of the national list that is in force; `ends_at` is None without an end."""

    reference: str
    starts_at: datetime
    ends_at: datetime | None


def limits_of(person_id: int, *, played: tuple[int, int], now: datetime) -> tuple[LimitLine, ...]:
    """Every limit there is, set or not. `played`: minutes at tables today, and yesterday."""
    today = lisbon_date(now)
    days = headroom.days_of([person_id], since=_span_before(Period.MONTH, today))[person_id]
    standing = headroom.in_force(person_id)
    waiting = {(row.kind, row.period): row for row in _WAITING(person=person_id, now=now)}
    lines = []
    for kind, period in GRID:
        same = [limit for limit in standing if (limit.kind, limit.period) == (kind, period)]
        own = _least(limit.most for limit in same if limit.source is LimitSource.SELF)
        most = _least(limit.most for limit in same)
        used, before = played if kind is LimitKind.SESSION else _counted(kind, period, days, today)
        lines.append(
            LimitLine(
                kind=kind,
                period=period,
                own=own,
                house=_least(limit.most for limit in same if limit.source is LimitSource.OPERATOR),
                most=most,
                used=used,
                left=None if most is None else max(0, most - used),
                before=before,
                until=ends(period, now),
                waiting=_waiting(waiting.get((kind, period)), now),
            )
        )
    return tuple(lines)


def limit_history(person_id: int, *, limit: int = 50) -> tuple[LimitEntry, ...]:
    """The person's wishes for limits, and the operator's for this person, the newest first."""
    return tuple(
        LimitEntry(
            kind=LimitKind(kind),
            period=Period(period),
            source=LimitSource(source),
            most=most,
            state=LimitState(state),
            requested_at=requested_at,
            starts_at=starts_at,
            ended_at=ended_at,
            reason=reason,
        )
        for kind, period, source, most, state, requested_at, starts_at, ended_at, reason in _limits(limit)(
            person=person_id
        )
    )


_OF_A_LIMIT: Final = ("kind", "period", "source", "most", "state", "requested_at", "starts_at", "ended_at", "reason")


@cache
def _limits(most: int) -> "KeptQuery[tuple[Any, ...]]":
    return KeptQuery(lambda: Limit.objects.filter(person_id=PERSON).order_by("-pk").values_list(*_OF_A_LIMIT)[:most])


def exclusions_of(person_id: int, now: datetime) -> tuple[ExclusionEntry, ...]:
    """Every break and exclusion of the person, the newest first."""
    return tuple(
        ExclusionEntry(
            id=row.pk,
            kind=ExclusionKind(row.kind),
            source=ExclusionSource(row.source),
            starts_at=row.starts_at,
            ends_at=row.until,
            notice_at=row.notice_at,
            in_force=row.is_in_force(now),
            reason=row.reason,
        )
        for row in _EXCLUSIONS(person=person_id)
    )


_WAITING: Final = KeptQuery(lambda: Limit.objects.filter(person_id=PERSON, state=LimitState.WAITING, lapses_at__gt=NOW))
_MINUTES: Final = KeptQuery(
    lambda: CheckInterval.objects.filter(Among("person", "persons")).values_list("person_id", "minutes")
)
_EXCLUSIONS: Final = KeptQuery(lambda: Exclusion.objects.filter(person_id=PERSON).order_by("-pk"))


def check_minutes(person_ids: Iterable[int]) -> dict[int, int]:
    """After how many minutes of play each of these persons is told of time and money (UK-11)."""
    wanted = list(person_ids)
    chosen = dict(_MINUTES(persons=array(wanted)))
    return {person_id: chosen.get(person_id, CHECK_MINUTES) for person_id in wanted}


def national_exclusion_of(
    *, nif: str = "", document: Document | None = None, now: datetime
) -> NationalExclusion | None:
    """The entry of the national list that bars this tax number or document for longest, or None (PT-30).

    A document is one of that kind and country: the same number elsewhere is another person's.
    """
    names = Q()
    if nif:
        names |= Q(tax_number=nif)
    if document:
        number = document.number.upper()
        names |= Q(document=number, document_kind=document.kind, document_country=document.country)
    if not names:
        return None
    standing = NationalEntry.objects.filter(names, removed_at=None, starts_at__lte=now)
    found = [entry for entry in standing if entry.ends_at is None or now < entry.ends_at]
    if not found:
        return None
    last = max(found, key=lambda entry: (entry.ends_at is None, entry.ends_at or entry.starts_at))
    return NationalExclusion(last.reference, last.starts_at, last.ends_at)


def _span_before(period: Period, day: date) -> date:
    """The first day of the span before the one that `day` lies in."""
    return first_day(period, first_day(period, day) - timedelta(days=1))


def _counted(kind: LimitKind, period: Period, days: headroom.Days, today: date) -> tuple[int, int]:
    """Return the amounts counted in the present span and in the one before."""
    this, before = first_day(period, today), _span_before(period, today)
    used = sum(day.of(kind) for at, day in days.items() if this <= at <= today)
    earlier = sum(day.of(kind) for at, day in days.items() if before <= at < this)
    return used, earlier


def _waiting(row: Limit | None, now: datetime) -> Waiting | None:
    if row is None or row.due_at is None or row.lapses_at is None:
        return None
    return Waiting(row.pk, row.most, row.due_at, row.lapses_at, now >= row.due_at)


def _least(amounts: Iterable[int]) -> int | None:
    return min(amounts, default=None)
