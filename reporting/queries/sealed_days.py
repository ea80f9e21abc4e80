"""Sealed days for pages: revision, rows, seal, who witnessed it, what keeps a day from its seal. Writes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Max, Min

from kernel.questions import whether_any
from reporting.evidence.manifests import Manifest
from reporting.models import Cosignature, FaultySeal, ProposalState, SealedDay, SealMark

PAGE: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedDayCard:
    """A sealed day. `rows` and `size` (bytes) are of all its files; `number` is its leaf's, None while it waits.

    `witnesses` are the keys that signed a log which includes it; `witnessed` says whether they are enough.
    """

    day: date
    revision: int
    rows: int
    size: int
    sha256: str
    sealed_at: datetime
    faults: tuple[str, ...]
    number: int | None
    signed_at: datetime | None
    """When the house signed a log that includes it."""
    witnesses: tuple[str, ...]
    witnessed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsealedDay:
    """A day that is over and could not be sealed, and what stands against it, by code."""

    day: date
    faults: tuple[str, ...]
    tried_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyDayCard:
    """A proposal to seal a faulty day that waits for a second person."""

    proposal_id: int
    day: date
    faults: tuple[str, ...]
    reason: str
    proposed_by: str
    proposed_by_id: int
    proposed_at: datetime


def sealed_days(*, before: date | None = None, limit: int = PAGE) -> list[SealedDayCard]:
    """The last sealed days, the newest first."""
    found = SealedDay.objects.select_related("leaf").order_by("-day", "-revision")
    rows = list((found.filter(day__lt=before) if before else found)[:limit])
    signed = _signed([row.leaf.number for row in rows if row.leaf.number is not None])
    witnesses = _witnesses([row.leaf.number for row in rows if row.leaf.number is not None])
    return [_card(row, signed, witnesses) for row in rows]


def sealed_day(*, day: date) -> SealedDayCard | None:
    """The last seal of a day, or None."""
    rows = SealedDay.objects.select_related("leaf").filter(day=day).order_by("-revision")[:1]
    for row in rows:
        numbers = [] if row.leaf.number is None else [row.leaf.number]
        return _card(row, _signed(numbers), _witnesses(numbers))
    return None


def sealed_between(*, since: date, until: date) -> list[SealedDayCard]:
    """The last seal of each day in [since, until], by day."""
    found = SealedDay.objects.select_related("leaf").filter(day__gte=since, day__lte=until)
    rows = list(found.order_by("day", "-revision").distinct("day"))
    numbers = [row.leaf.number for row in rows if row.leaf.number is not None]
    signed, witnesses = _signed(numbers), _witnesses(numbers)
    return [_card(row, signed, witnesses) for row in rows]


def manifest_of(*, day: date) -> Manifest | None:
    """What the last seal of a day says of its files, or None."""
    row = SealedDay.objects.filter(day=day).order_by("-revision").first()
    return None if row is None else Manifest.from_bytes(row.manifest.encode())


def chains_since() -> date | None:
    """The first sealed day of the house: every later seal names the one before. None before there is one."""
    first: date | None = SealedDay.objects.aggregate(first=Min("day"))["first"]
    return first


def witnessed_at(*, number: int) -> dict[str, datetime]:
    """When each witness first signed a log with that leaf, by the name of its key."""
    found = Cosignature.objects.filter(checkpoint__size__gt=number).values_list("witness")
    return dict(found.annotate(first=Min("signed_at")).values_list("witness", "first"))


def unsealed_days() -> list[UnsealedDay]:
    """The days that something keeps from their seal, the oldest first."""
    found = SealMark.objects.exclude(faults=[]).order_by("day")
    return [UnsealedDay(day=row.day, faults=tuple(row.faults), tried_at=row.tried_at) for row in found]


def waiting_faulty_days() -> list[FaultyDayCard]:
    """The proposals that wait for a second person, the oldest first."""
    found = _WAITING.select_related("proposed_by").order_by("pk")
    return [
        FaultyDayCard(
            proposal_id=row.pk,
            day=row.day,
            faults=tuple(row.faults),
            reason=row.reason,
            proposed_by=row.proposed_by.nickname,
            proposed_by_id=row.proposed_by_id,
            proposed_at=row.proposed_at,
        )
        for row in found
    ]


_WAITING: Final = FaultySeal.objects.filter(state=ProposalState.PROPOSED)
ANY_FAULTY_DAY: Final = whether_any(_WAITING)


def _card(row: SealedDay, signed: dict[int, datetime], witnesses: dict[int, tuple[str, ...]]) -> SealedDayCard:
    number = row.leaf.number
    names = () if number is None else witnesses.get(number, ())
    return SealedDayCard(
        day=row.day,
        revision=row.revision,
        rows=row.rows,
        size=row.size,
        sha256=row.sha256,
        sealed_at=row.sealed_at,
        faults=tuple(row.faults),
        number=number,
        signed_at=None if number is None else signed.get(number),
        witnesses=names,
        witnessed=bool(settings.WITNESSES) and _weight(names) >= settings.WITNESS_QUORUM,
    )


def _signed(numbers: list[int]) -> dict[int, datetime]:
    """When the house first signed a log with each of the leaves: with one statement, however many they are."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [numbers])
        return dict(cursor.fetchall())


def _witnesses(numbers: list[int]) -> dict[int, tuple[str, ...]]:
    """The keys whose last signature is under a log with each of the leaves: a witness only ever signs on."""
    latest = dict(
        Cosignature.objects.values_list("witness").annotate(size=Max("checkpoint__size")).values_list("witness", "size")
    )
    return {number: tuple(sorted(name for name, size in latest.items() if size > number)) for number in numbers}


def _weight(names: Iterable[str]) -> int:
    weights = {witness.vkey.partition("+")[0]: witness.weight for witness in settings.WITNESSES}
    return sum(weights.get(name, 0) for name in names)


_FIRST: Final = """
SELECT n.number, c.signed_at FROM unnest(%s::bigint[]) n (number)
CROSS JOIN LATERAL (
  SELECT signed_at FROM reporting_logcheckpoint WHERE size > n.number ORDER BY size, id LIMIT 1
) c
"""
