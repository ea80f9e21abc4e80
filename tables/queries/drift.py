"""What the drift court found at tables and in the house: lights, the way of the evidence, alarms (B3, GL-41, RN-10)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from math import log10
from typing import Final

from django.db.models import Q, QuerySet

from baccarat import court
from baccarat.court import Drift, Stream
from baccarat.court_trace import Trace
from baccarat.generator import SIGNS
from kernel.kept_queries import KeptQuery
from kernel.questions import whether_any
from tables.court_terms import court_terms
from tables.models import CourtState, DriftAlarm

HOUSE: Final = "house"
_GRAVITY: Final = (Drift.FEW, Drift.CALM, Drift.NOTE, Drift.WATCH, Drift.ALARM)
STREAMS: Final = tuple(Stream)


@dataclass(frozen=True, slots=True)
class PeriodCard:
    """The period that was fixed beforehand, by itself: since when, how many rounds, its evidence as powers of ten.

    Under fair play the highest ever passes 10^x with a chance of at most 1 in 10^x.
    """

    since: datetime
    rounds: int
    last: float
    highest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamLight:
    """The evidence of one stream at one place."""

    stream: Stream
    verdict: Drift
    evidence: float
    """M as a power of ten; 0 and below: none."""
    alarm: float
    """The threshold, as a power of ten."""
    rounds: int
    """Judged; of the generator: blocks."""
    since: int
    """Of them since M was last below 1."""
    what: str
    """The alternative that grew most: a winner, a rank, "house", or a sign of the generator."""
    more: bool
    last_at: datetime | None
    trace: Trace
    """How it went; empty in a light."""
    stops: bool
    """Whether its alarm stops play at once."""
    period: PeriodCard | None
    """None before its first round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftLight:
    """The verdict on one table: that of its gravest stream, an alarm as long as it is not settled."""

    verdict: Drift
    rounds: int
    gravest: StreamLight


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmCard:
    """One alarm; names are those of members of staff."""

    id: int
    stream: Stream
    table_id: int | None
    table_code: str
    table_name: str
    """Empty: the whole house."""
    version: int | None
    at: datetime
    round_code: str
    rounds: int
    since: int
    evidence: float
    """As a power of ten."""
    threshold: float
    what: str
    more: bool
    incident_id: int
    stop_due_at: datetime
    stopped_at: datetime | None
    let_on_by: str
    let_on_at: datetime | None
    let_on_reason: str
    proposed_by: str
    proposed_by_id: int | None
    proposed_at: datetime | None
    cause: str
    solution: str
    decided_by: str
    decided_at: datetime | None

    @property
    def is_open(self) -> bool:
        """Whether staff have something to decide."""
        return self.let_on_at is None and self.decided_at is None


def drift_lights() -> dict[int, DriftLight]:
    """The light of every table that was judged. Two statements."""
    states = _EVERY_STATE()
    return _lights(states, _RAISED() if states else ())


_EVERY_STATE: Final = KeptQuery(lambda: CourtState.objects.filter(table_id__isnull=False).defer("trace"))


def drift_light(table_id: int) -> DriftLight | None:
    """That of one table."""
    states = CourtState.objects.filter(table_id=table_id).defer("trace")
    return _lights(states, _open().filter(table_id=table_id)).get(table_id)


def _lights(states: Iterable[CourtState], alarms: Iterable[DriftAlarm]) -> dict[int, DriftLight]:
    by_table: dict[int, list[StreamLight]] = {}
    for state in states:
        assert state.table_id is not None
        by_table.setdefault(state.table_id, []).append(_stream(state, Trace()))
    raised = {alarm.table_id: alarm for alarm in alarms}
    return {table_id: _light(lights, raised.get(table_id)) for table_id, lights in by_table.items()}


def _light(streams: list[StreamLight], raised: DriftAlarm | None) -> DriftLight:
    """An alarm that is not settled speaks until it is: the evidence of its stream began anew."""
    rounds = max(each.rounds for each in streams)
    gravest = max(streams, key=lambda each: (_GRAVITY.index(each.verdict), each.evidence))
    if raised is not None:
        gravest = replace(
            next(each for each in streams if each.stream == raised.stream),
            verdict=Drift.ALARM,
            evidence=_power(raised.evidence),
            alarm=_power(raised.threshold),
            since=raised.since,
            what=raised.what,
            more=raised.more,
        )
    return DriftLight(verdict=gravest.verdict, rounds=rounds, gravest=gravest)


def streams_at(table_id: int | None) -> tuple[StreamLight, ...]:
    """Every stream of one table, None: of the whole house, in their order."""
    of_place = Q(table_id=table_id) if table_id is not None else Q(place=HOUSE)
    found = {
        state.stream: _stream(state, Trace.from_document(state.trace)) for state in CourtState.objects.filter(of_place)
    }
    return tuple(found[stream] for stream in STREAMS if stream in found)


def _stream(state: CourtState, trace: Trace) -> StreamLight:
    stream, terms = Stream(state.stream), court_terms()
    value = court.evidence(state.values)
    if stream is Stream.GENERATOR:
        what, more = SIGNS[max(range(len(state.values)), key=lambda place: state.values[place])], True
        # A block is half a million bits: one says more than thousands of rounds.
        verdict = court.level(value, rounds=court.FEW, alarm=terms.alarm)
    else:
        alternative = court.grown_most(stream, state.values)
        what, more = alternative.what, alternative.more
        verdict = court.level(value, rounds=state.rounds, alarm=terms.alarm)
    return StreamLight(
        stream=stream,
        verdict=verdict,
        evidence=_power(value),
        alarm=_power(terms.alarm),
        rounds=state.rounds,
        since=state.since,
        what=what,
        more=more,
        last_at=state.last_at,
        trace=trace,
        stops=stream in terms.stops,
        period=_period(state),
    )


def _period(state: CourtState) -> PeriodCard | None:
    if state.period_since is None:
        return None
    last = court.period_power(state.period_powers)
    return PeriodCard(since=state.period_since, rounds=state.period_rounds, last=last, highest=state.period_highest)


def _power(value: float) -> float:
    return log10(value) if value > 0 else -1.0


def open_alarms() -> tuple[AlarmCard, ...]:
    """The alarms that are not settled, oldest first."""
    return tuple(_card(row) for row in _OPEN())


def alarms(*, table_id: int | None = None, incident_id: int | None = None, limit: int = 50) -> tuple[AlarmCard, ...]:
    """The last alarms of one table or one incident, None: of all tables and the house, newest first."""
    rows = DriftAlarm.objects.all()
    if table_id is not None:
        rows = rows.filter(table_id=table_id)
    if incident_id is not None:
        rows = rows.filter(incident_id=incident_id)
    return _cards(rows.order_by("-pk")[:limit])


def alarm(alarm_id: int) -> AlarmCard | None:
    """One alarm."""
    return next(iter(_cards(DriftAlarm.objects.filter(pk=alarm_id))), None)


def _open() -> QuerySet[DriftAlarm]:
    return DriftAlarm.objects.filter(let_on_at=None, decided_at=None).order_by("at", "pk")


ANY_ALARM: Final = whether_any(_open())
"""Whether `open_alarms` has any."""


def _cards(rows: QuerySet[DriftAlarm]) -> tuple[AlarmCard, ...]:
    return tuple(_card(row) for row in _whole(rows))


def _whole(rows: QuerySet[DriftAlarm]) -> QuerySet[DriftAlarm]:
    return rows.select_related("table", "configuration", "stop", "let_on_by", "proposed_by", "decided_by")


_OPEN: Final = KeptQuery(lambda: _whole(_open()))
_RAISED: Final = KeptQuery(lambda: _open().filter(table_id__isnull=False))


def _card(row: DriftAlarm) -> AlarmCard:
    table = row.table
    return AlarmCard(
        id=row.pk,
        stream=Stream(row.stream),
        table_id=row.table_id,
        table_code=table.code if table else "",
        table_name=table.name if table else "",
        version=row.configuration.number if row.configuration else None,
        at=row.at,
        round_code=row.round_code,
        rounds=row.rounds,
        since=row.since,
        evidence=_power(row.evidence),
        threshold=_power(row.threshold),
        what=row.what,
        more=row.more,
        incident_id=row.incident_id,
        stop_due_at=row.stop_due_at,
        stopped_at=row.stop.at if row.stop else None,
        let_on_by=row.let_on_by.nickname if row.let_on_by else "",
        let_on_at=row.let_on_at,
        let_on_reason=row.let_on_reason,
        proposed_by=row.proposed_by.nickname if row.proposed_by else "",
        proposed_by_id=row.proposed_by_id,
        proposed_at=row.proposed_at,
        cause=row.cause,
        solution=row.solution,
        decided_by=row.decided_by.nickname if row.decided_by else "",
        decided_at=row.decided_at,
    )
