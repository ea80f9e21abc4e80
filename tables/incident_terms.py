"""How severe each kind of incident is, and by when the regulator is told and the lesson is written. Pure.

The law says «at once» and no number of hours (PT-74, GL-40); the hours are the house's own, dated, each with its
source. A change is another line: incidents of before keep theirs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC as UTC
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Final

from kernel.calendar import lisbon_date
from tables.models.incidents import IncidentKind

GRAVE, SERIOUS, SLIGHT = 1, 2, 3
SEVERITIES: Final = (GRAVE, SERIOUS, SLIGHT)
SEVERITY: Final[Mapping[str, int]] = MappingProxyType(
    {
        IncidentKind.LEDGER: GRAVE,
        IncidentKind.CARDS_DIFFER: GRAVE,
        IncidentKind.LOG_SPLIT: GRAVE,
        IncidentKind.SOFTWARE: GRAVE,
        IncidentKind.DAY_UNSEALED: SERIOUS,
        IncidentKind.FILES_LATE: SERIOUS,
        IncidentKind.REGULATOR_LINE: SERIOUS,
        IncidentKind.STUCK_ROUND: SERIOUS,
        IncidentKind.VOID_ROUND: SERIOUS,
        IncidentKind.SHOE_UNFIT: SERIOUS,
        IncidentKind.ADAPTER_SILENT: SERIOUS,
        IncidentKind.DRIFT: SERIOUS,
        IncidentKind.OTHER: SERIOUS,
        IncidentKind.OVER_RISK: SLIGHT,
    }
)
"""By kind, until a person says otherwise."""


def severity_of(kind: str, stated: int | None) -> int:
    """How severe an incident is: as a person stated it, else as its kind is."""
    return stated or SEVERITY[kind]


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for incidents opened from a day on, until the next one's day."""

    since: date
    told_within: Mapping[int, timedelta]
    """By severity; a severity without a line is not told of."""
    learned_within: timedelta
    rule: str
    source: str


TERMS: Final = (
    Terms(
        since=date(2015, 6, 28),
        told_within=MappingProxyType({GRAVE: timedelta(hours=4), SERIOUS: timedelta(hours=24)}),
        learned_within=timedelta(days=14),
        rule="PT-74",
        source="Reg. 903-B §8.4 («de imediato»); horas: política da casa",
    ),
)
"""In the order of their days."""


def terms_on(at: datetime) -> Terms:
    """The terms for an incident opened at this moment; the first ones for any before."""
    day = lisbon_date(at)
    return next((terms for terms in reversed(TERMS) if terms.since <= day), TERMS[0])


def tell_by(opened_at: datetime, severity: int) -> datetime | None:
    """Until when the regulator is told; None for what is not told of. Hours are hours, also where the clocks change.

    >>> tell_by(datetime(2026, 10, 24, 23, tzinfo=UTC), SERIOUS).isoformat()
    '2026-10-25T23:00:00+00:00'
    """
    within = terms_on(opened_at).told_within.get(severity)
    return None if within is None else opened_at + within


def learn_by(opened_at: datetime) -> datetime:
    """Until when the lesson is written down."""
    return opened_at + terms_on(opened_at).learned_within
