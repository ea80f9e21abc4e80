"""The line to the regulator for pages and for who judges it: its parts, its outages, the month's minutes (PT-72)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from django.db.models import Q

from kernel.calendar import lisbon_date
from kernel.questions import whether_any
from reporting.models import LineOpening, LineOutage, ProposalState
from reporting.models import LinePart as LinePart
from reporting.queries.hours import last_made, open_hours
from reporting.six_files.line import TERMS, LineState, LineTerms, Span, bounds_of_month, covered, minutes
from tables.queries import line_stop

COUNTED: Final = frozenset({LinePart.CAPTOR, LinePart.SAFE})
"""The parts whose minutes the month's budget has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageCard:
    """A time in which a part failed. `ends_at` is None while it lasts, `stopped_at` where play went on."""

    outage_id: int
    part: LinePart
    begins_at: datetime
    noticed_at: datetime
    ends_at: datetime | None
    stopped_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartCard:
    """A part as it stands: since when it fails, and when play stops for that; both None for one that works."""

    part: LinePart
    state: LineState
    since: datetime | None = None
    stops_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCard:
    """The line as it stands. `stopped_at`: play is stopped for it since then, although its parts may work again."""

    state: LineState
    parts: tuple[PartCard, ...]
    stopped_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthCard:
    """The minutes of a calendar month in Lisbon: of each part, and of captor and safe together, counted once."""

    first: date
    used: int
    captor: int
    safe: int
    budget: int
    alarm: int
    outages: tuple[OutageCard, ...]
    """Those of the month, the oldest first, the gateway's too."""

    @property
    def left(self) -> int:
        """The minutes that are left; 0 where more were used."""
        return max(0, self.budget - self.used)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningCard:
    """A proposal to open play again that waits for another person."""

    opening_id: int
    reason: str
    proposed_by: str
    proposed_by_id: int
    proposed_at: datetime


def parts_of(*, has_safe: bool, has_gateway: bool) -> tuple[LinePart, ...]:
    """The parts that a house has: hours are made for a safe."""
    had = {LinePart.CAPTOR: has_safe, LinePart.SAFE: has_safe, LinePart.GATEWAY: has_gateway}
    return tuple(part for part in LinePart if had[part])


def line(*, vault: str, parts: Collection[LinePart], now: datetime) -> LineCard:
    """The line of a house that has these parts; one without any is always up."""
    failing = {card.part: card for card in open_outages(vault=vault)}
    cards = tuple(_part(part, failing.get(part), vault, now) for part in parts)
    stop = line_stop()
    worst = max((card.state for card in cards), key=tuple(LineState).index, default=LineState.UP)
    state = LineState.STOPPED if stop is not None else worst
    return LineCard(state=state, parts=cards, stopped_at=stop.at if stop else None)


def open_outages(*, vault: str) -> tuple[OutageCard, ...]:
    """The outages that last."""
    return _cards(LineOutage.objects.filter(vault=vault, ends_at__isnull=True).order_by("begins_at", "pk"))


def stops_at(outage: OutageCard, *, vault: str, now: datetime, terms: LineTerms = TERMS) -> datetime | None:
    """When play stops for an outage that lasts; None while hours are made in spite of one that waits."""
    if outage.part is LinePart.GATEWAY:
        return outage.begins_at
    if outage.part is LinePart.SAFE:
        return outage.begins_at + terms.stop_without_safe
    waiting = next(iter(open_hours(vault=vault, now=now, limit=1)), None)
    if waiting is None:
        return None
    made = last_made(vault=vault)
    since = max(waiting.hour.end, made.made_at) if made else waiting.hour.end
    return max(since + terms.stop_without_hours, outage.noticed_at + terms.noticed_for)


def month(*, vault: str, first: date, now: datetime, terms: LineTerms = TERMS) -> MonthCard:
    """The minutes of the month that begins on `first`, up to now."""
    since, until = bounds_of_month(first)
    begun = LineOutage.objects.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=since), vault=vault, begins_at__lt=until)
    cards = _cards(begun.order_by("begins_at", "pk"))

    def used(parts: Collection[LinePart]) -> int:
        return minutes(covered(_spans(cards, parts, now), since=since, until=until))

    return MonthCard(
        first=first,
        used=used(COUNTED),
        captor=used({LinePart.CAPTOR}),
        safe=used({LinePart.SAFE}),
        budget=minutes(terms.budget),
        alarm=minutes(terms.alarm),
        outages=cards,
    )


def minutes_in(card: OutageCard, month: MonthCard, now: datetime) -> int:
    """The whole minutes of an outage that lie in a month, up to now."""
    since, until = bounds_of_month(month.first)
    return minutes(covered(_spans([card], {card.part}, now), since=since, until=until))


def this_month(now: datetime) -> date:
    """The first day of the calendar month in Lisbon."""
    return lisbon_date(now).replace(day=1)


def stops_still() -> bool:
    """Whether a part for which play stopped fails still."""
    return LineOutage.objects.filter(ends_at__isnull=True, stopped_at__isnull=False).exists()


def waiting_opening() -> OpeningCard | None:
    """The proposal that waits, if there is one."""
    row = _WAITING.select_related("proposed_by").order_by("-pk").first()
    if row is None:
        return None
    return OpeningCard(
        opening_id=row.pk,
        reason=row.reason,
        proposed_by=row.proposed_by.nickname,
        proposed_by_id=row.proposed_by_id,
        proposed_at=row.proposed_at,
    )


_WAITING: Final = LineOpening.objects.filter(state=ProposalState.PROPOSED)
ANY_OPENING: Final = whether_any(_WAITING)


def _part(part: LinePart, outage: OutageCard | None, vault: str, now: datetime) -> PartCard:
    if outage is None:
        return PartCard(part=part, state=LineState.UP)
    at = outage.stopped_at or stops_at(outage, vault=vault, now=now)
    state = LineState.STOPPED if outage.stopped_at else LineState.DEGRADED
    return PartCard(part=part, state=state, since=outage.begins_at, stops_at=at)


def _spans(cards: Iterable[OutageCard], parts: Collection[LinePart], now: datetime) -> list[Span]:
    of = [card for card in cards if card.part in parts]
    return [(card.begins_at.astimezone(UTC), (card.ends_at or now).astimezone(UTC)) for card in of]


def _cards(rows: Iterable[LineOutage]) -> tuple[OutageCard, ...]:
    return tuple(
        OutageCard(
            outage_id=row.pk,
            part=LinePart(row.part),
            begins_at=row.begins_at,
            noticed_at=row.noticed_at,
            ends_at=row.ends_at,
            stopped_at=row.stopped_at,
        )
        for row in rows
    )
