"""The drift court's evidence at the end of a day, and the rounds that it judged, as sealed days tell them (C12)."""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from baccarat.court import Stream
from tables.models import CourtDay, CourtMark, DriftAlarm
from tables.queries.court_rounds import Told, told_rounds

HOUSE: Final = "house"
AT_ONCE: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedAlarm:
    """An alarm of the day: the number of the round after which M began anew, and the threshold that it had passed."""

    number: int
    threshold: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtLine:
    """The evidence of one stream at one place over a day. Floats are their 64 bits (IEEE 754) as 16 digits."""

    place: str
    """`house`, or `table/` and the table's code."""
    stream: str
    rounds: int
    """Judged in all."""
    last: int
    """The number of the last one."""
    threshold: str
    rules_before: str
    """Of money at a table: the version that was judged (`macau-1/v3`), before the day and at its end; else empty."""
    rules: str
    before: tuple[str, ...]
    """M of each alternative before the day; empty where there was none."""
    after: tuple[str, ...]
    alarms: tuple[PassedAlarm, ...]


def bits(value: float) -> str:
    """The 64 bits of a float.

    >>> bits(1.5)
    '3ff8000000000000'
    """
    return struct.pack(">d", value).hex()


def is_kept(day: date) -> bool:
    """Whether the evidence of that day was kept whole."""
    return CourtMark.objects.filter(kept_from__lte=day).exists()


def court_lines(day: date) -> list[CourtLine]:
    """The evidence that moved on a day, in the order of place and stream."""
    rows = list(CourtDay.objects.filter(day=day).select_related("table", "configuration"))
    earlier = CourtDay.objects.filter(day__lt=day, place__in={row.place for row in rows})
    latest = earlier.order_by("place", "stream", "-day").distinct("place", "stream")
    before = {(row.place, row.stream): row for row in latest.select_related("configuration")}
    alarms = _alarms(rows, before)
    lines = [_line(row, before.get((row.place, row.stream)), alarms.get((row.place, row.stream), ())) for row in rows]
    return sorted(lines, key=lambda line: (line.place.encode(), line.stream.encode()))


def told_of(day: date) -> Iterator[Told]:
    """The finished rounds that the court's day has, in their order: from the last settled one of the day before on."""
    house = CourtDay.objects.filter(place=HOUSE, stream=Stream.OUTCOMES)
    until = house.filter(day=day).values_list("last_number", flat=True).first() or 0
    after = house.filter(day__lt=day).order_by("-day").values_list("last_number", flat=True).first() or 0
    while found := told_rounds(after=after, until=until, most=AT_ONCE):
        yield from found
        after = found[-1].number


def _alarms(
    rows: list[CourtDay], before: Mapping[tuple[str, str], CourtDay]
) -> dict[tuple[str, str], tuple[PassedAlarm, ...]]:
    """The alarms of each place and stream whose numbers lie in the day."""
    spans = {
        (row.place, row.stream): (
            before[row.place, row.stream].last_number if (row.place, row.stream) in before else 0,
            row.last_number,
        )
        for row in rows
    }
    if not spans:
        return {}
    least, most = min(span[0] for span in spans.values()), max(span[1] for span in spans.values())
    found: dict[tuple[str, str], tuple[PassedAlarm, ...]] = {}
    raised = DriftAlarm.objects.filter(number__gt=least, number__lte=most, place__in={row.place for row in rows})
    for alarm in raised.order_by("number"):
        key = alarm.place, alarm.stream
        if key in spans and spans[key][0] < alarm.number <= spans[key][1]:
            passed = PassedAlarm(number=alarm.number, threshold=bits(alarm.threshold))
            found[key] = (*found.get(key, ()), passed)
    return found


def _line(row: CourtDay, before: CourtDay | None, alarms: tuple[PassedAlarm, ...]) -> CourtLine:
    return CourtLine(
        place=HOUSE if row.table is None else f"table/{row.table.code}",
        stream=row.stream,
        rounds=row.rounds,
        last=row.last_number,
        threshold=bits(row.threshold),
        rules_before=_rules(row, before),
        rules=_rules(row, row),
        before=() if before is None else tuple(map(bits, before.values)),
        after=tuple(map(bits, row.values)),
        alarms=alarms,
    )


def _rules(of: CourtDay, row: CourtDay | None) -> str:
    if row is None or row.configuration is None or of.table is None:
        return ""
    return f"{of.table.code}/v{row.configuration.number}"
