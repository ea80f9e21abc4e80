"""The reports' door for reading a day in parts: what the kept report does not have is read from the rounds."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from kernel import replica
from reporting.making import gathering
from reporting.making.figures import DayFigures
from reporting.making.splits import MONEY, Split, SplitBy, SplitLine, by_rules, by_table, compared
from tables import queries as tables
from tables.queries import DayParts, Part, PeopleBy

__all__ = ["DayInParts", "Split", "SplitBy", "SplitLine", "day_in_parts", "split_of"]

_PEOPLE: Final = {SplitBy.HOUR: PeopleBy.HOUR, SplitBy.CHANCE: PeopleBy.CHANCE}


@dataclass(frozen=True, slots=True, kw_only=True)
class DayInParts:
    """A day by hour and by bet, for its drawings; and by device or with different persons where that was asked for."""

    since: datetime
    until: datetime
    parts: DayParts
    devices: tuple[Part, ...] = ()
    people: Mapping[tuple[str, str], int]
    """Different persons by currency and part."""


@replica.reads
def day_in_parts(*, since: datetime, until: datetime, by: SplitBy) -> DayInParts:
    """The rounds that ended in [since, until) in parts, all at one moment; at most seven statements (by rulesets)."""
    with gathering.one_moment():
        return DayInParts(
            since=since,
            until=until,
            parts=tables.day_parts(since=since, until=until),
            devices=tables.device_parts(since=since, until=until) if by is SplitBy.DEVICE else (),
            people=tables.people_of(by=_PEOPLE[by], since=since, until=until) if by in _PEOPLE else {},
        )


def split_of(figures: DayFigures, found: DayInParts, by: SplitBy) -> Split:
    """A report's day by `by`: by table and rules as the report kept it, otherwise as `found` in the rounds now."""
    match by:
        case SplitBy.TABLE:
            return by_table(figures)
        case SplitBy.RULES:
            return by_rules(figures)
        case SplitBy.HOUR:
            return compared(by, _hours(found), figures)
        case SplitBy.CHANCE:
            return compared(by, _chances(found), figures)
        case SplitBy.DEVICE:
            return compared(by, _devices(found.devices), figures)


def _sums(parts: Iterable[Part]) -> dict[str, Any]:
    kept = tuple(parts)
    return {name: sum(getattr(part, name) for part in kept) for name in MONEY}


def _hours(found: DayInParts) -> Iterator[SplitLine]:
    parts: dict[tuple[str, int], list[Part]] = {}
    for part in found.parts.parts:
        parts.setdefault((part.currency, part.hour), []).append(part)
    for one in found.parts.hours:
        yield SplitLine(
            **_sums(parts.get((one.currency, one.hour), ())),
            currency=one.currency,
            key=str(one.hour),
            rounds=one.rounds,
            voids=one.voids,
            expected=one.promise.expected,
            variance=one.promise.variance,
            players=found.people.get((one.currency, str(one.hour)), 0) if found.people else None,
        )


def _chances(found: DayInParts) -> Iterator[SplitLine]:
    parts: dict[tuple[str, str], list[Part]] = {}
    for part in found.parts.parts:
        parts.setdefault((part.currency, part.chance), []).append(part)
    for (currency, chance), own in parts.items():
        promise = found.parts.chances.get((currency, chance))
        yield SplitLine(
            **_sums(own),
            currency=currency,
            key=chance,
            expected=promise.expected if promise else 0,
            variance=promise.variance if promise else 0,
            players=found.people.get((currency, chance), 0) if found.people else None,
        )


def _devices(parts: Iterable[Part]) -> Iterator[SplitLine]:
    for part in parts:
        yield SplitLine(**_sums((part,)), currency=part.currency, key=part.device, players=part.players)
