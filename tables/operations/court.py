"""The drift court judges finished rounds, in the order in which they finished, each exactly once (GL-41, RN-10).

A sweep, never in the transaction of a bet. Numbers of finished rounds are given before their transaction is over, so a
lower one may come after a higher one: as the chains do, one look notes the highest number and what was under way, and
a later one judges up to it once that is over. One row is held meanwhile; another process finds it held and leaves.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from time import monotonic
from typing import Any, Final

from django.db import connection, transaction

from baccarat import court
from baccarat.court import EVENTS, Stream
from baccarat.court_trace import Trace
from baccarat.generator import BLOCK, SIGNS, block_factors
from kernel.calendar import lisbon_date
from kernel.money import Currency
from tables import scopes, sealing
from tables.court_terms import BLOCK_EVERY, DECIDED_WITHIN, CourtTerms, court_terms
from tables.incident_terms import SLIGHT
from tables.models import CourtDay, CourtMark, CourtState, DriftAlarm, IncidentKind
from tables.operations import incidents, stops
from tables.queries.court_rounds import Judged, judged_rounds

KEYS: Final = uuid.UUID("0c4b0a0e-7d0b-4a39-8a55-3d0a1c6f2be4")
HOUSE: Final = "house"
ROUNDS: Final = "rounds"
AT_ONCE: Final = 200
"""Rounds of one transaction: about half a second."""
SECONDS: Final = 5.0
"""After so long a pass leaves the rest to the next one: a long past is judged in many."""
LAG: Final = "2 seconds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """The result of one pass."""

    rounds: int
    """Finished rounds that were gone through; void ones give nothing."""
    alarms: int
    stopped: int
    """Places that were stopped for want of a decision within the hour."""


def judge(*, now: datetime) -> Pass:
    """Judge the rounds that finished since the last pass, and stop play where no decision came in time. Safe twice."""
    began, rounds, alarms = monotonic(), 0, 0
    while monotonic() - began < SECONDS:
        done, found = _judge_some(court_terms(), now=now)
        rounds, alarms = rounds + done, alarms + found
        if done < AT_ONCE:
            break
    return Pass(rounds=rounds, alarms=alarms, stopped=_stop_undecided(now))


def ask_generator(*, now: datetime) -> bool:
    """Judge a block of raw words of the generator, once an hour; whether one was due. Nothing of it is kept.

    For the dealer, whose process draws the cards: the first one that asks within the hour has it judged.
    """
    with transaction.atomic():
        mark = _mark()
        if mark is None or (mark.generator_at is not None and now < mark.generator_at + BLOCK_EVERY):
            return False
        mark.generator_at = now
        mark.save(update_fields=["generator_at"])
        bench = _Bench(court_terms(), now)
        bench.load([HOUSE])
        factors = block_factors(sealing.read_bytes(BLOCK))
        number = bench.state(HOUSE, Stream.GENERATOR, None).rounds + 1
        bench.add(_Seen(HOUSE, None, None, number, "", now, play=False), Stream.GENERATOR, factors)
        bench.save()
    return True


def judge_to(number: int, *, now: datetime) -> bool:
    """Judge up to a number below which none is to come any more; whether that was reached. Safe twice.

    For who knows by itself that every transaction of those rounds is over, as the seal of a day does. It may take
    several calls: each ends after some seconds.
    """
    began = monotonic()
    while monotonic() - began < SECONDS:
        with transaction.atomic():
            mark = _mark()
            if mark is None:
                return False
            if mark.last >= number or not _judge_up_to(mark, number, _Bench(court_terms(), now, mark.day)):
                return True
    return False


def _mark() -> CourtMark | None:
    """The row that says how far everything was judged, held; None while another process holds it."""
    CourtMark.objects.get_or_create(name=ROUNDS)
    return CourtMark.objects.select_for_update(skip_locked=True).filter(name=ROUNDS).first()


def _judge_some(terms: CourtTerms, *, now: datetime) -> tuple[int, int]:
    """How many rounds were gone through, and how many alarms that made."""
    with transaction.atomic():
        mark = _mark()
        if mark is None:
            return 0, 0
        bench = _Bench(terms, now, mark.day)
        done = _judge_up_to(mark, _settled(mark), bench)
    if done < AT_ONCE:
        _look()
    return done, bench.alarms


def _judge_up_to(mark: CourtMark, number: int, bench: "_Bench") -> int:
    """Judge some rounds up to that number, in the transaction that holds the mark; how many."""
    rounds = judged_rounds(after=mark.last, until=number, most=AT_ONCE)
    if not rounds:
        return 0
    if mark.kept_from is None:
        # A house of before has evidence already: the first day that is kept whole is the next one.
        old = CourtState.objects.exclude(stream=Stream.GENERATOR).exists()
        mark.kept_from = lisbon_date(bench.now) + timedelta(days=1) if old else lisbon_date(rounds[0].at)
        mark.events_from = mark.kept_from
    if mark.events_from is None:
        assert mark.day is not None, "days are kept, so a round had one"
        mark.events_from = mark.day + timedelta(days=1)
    bench.events_from = mark.events_from
    bench.load([HOUSE, *{scopes.of_table(each.table_id) for each in rounds}])
    for each in rounds:
        bench.judge(each)
    bench.save()
    mark.last, mark.day = rounds[-1].number, bench.day
    mark.save(update_fields=["last", "day", "kept_from", "events_from"])
    return len(rounds)


def _settled(mark: CourtMark) -> int:
    """The highest number below which none is to come: that of the last look, once its transactions are over."""
    with connection.cursor() as cursor:
        cursor.execute(_SETTLED, {"horizon": mark.horizon, "looked_at": mark.looked_at, "lag": LAG})
        return mark.seen if cursor.fetchone()[0] else mark.last


def _look() -> None:
    """Note the highest number and, by a transaction of its own, which had begun; one not settled yet stays."""
    with connection.cursor() as cursor:
        cursor.execute(_LOOK, [ROUNDS])


_SETTLED: Final = """
SELECT %(looked_at)s::timestamptz <= clock_timestamp() - %(lag)s::interval
  AND pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= %(horizon)s
"""
_LOOK: Final = """
UPDATE tables_courtmark SET seen = coalesce((SELECT max(id) FROM tables_finishedround), 0),
  horizon = pg_current_xact_id()::text::bigint, looked_at = clock_timestamp()
WHERE name = %s AND (looked_at IS NULL OR seen <= last)
"""


@dataclass(frozen=True, slots=True)
class _Seen:
    """Where and when something was judged."""

    place: str
    table_id: int | None
    configuration_id: int | None
    number: int
    code: str
    at: datetime
    play: bool


class _Bench:
    """The states that one transaction moves on."""

    def __init__(self, terms: CourtTerms, now: datetime, day: date | None = None) -> None:
        self.alarms, self.now, self.day = 0, now, day
        self.events_from: date | None = None
        """As `CourtMark` has it."""
        self._terms = terms
        self._ended: list[CourtDay] = []
        self._states: dict[tuple[str, Stream], CourtState] = {}
        self._traces: dict[tuple[str, Stream], Trace] = {}

    def load(self, places: Sequence[str]) -> None:
        """Read the states of these places."""
        for state in CourtState.objects.filter(place__in=places).order_by("place", "stream"):
            key = state.place, Stream(state.stream)
            self._states[key], self._traces[key] = state, Trace.from_document(state.trace)

    def judge(self, played: Judged) -> None:
        """Move its table and the house on by one round; a void one moves nothing."""
        today = lisbon_date(played.at)
        self.day = today if self.day is None else max(self.day, today)
        assert self.events_from is not None, "set before the first round"
        for stream, factors in played.factors.items():
            if stream in EVENTS and self.day < self.events_from:
                continue
            play = played.currency != Currency.EUR
            here = scopes.of_table(played.table_id), played.table_id, played.configuration_id
            self.add(_Seen(*here, played.number, played.code, played.at, play), stream, factors)
            self.add(_Seen(HOUSE, None, None, played.number, played.code, played.at, play=False), stream, factors)

    def state(self, place: str, stream: Stream, table_id: int | None) -> CourtState:
        """The state, begun if there is none."""
        key = place, stream
        if key not in self._states:
            self._states[key] = CourtState(place=place, stream=stream, table_id=table_id, values=begun(stream))
            self._traces[key] = Trace()
        return self._states[key]

    def add(self, seen: _Seen, stream: Stream, factors: Iterable[float]) -> None:
        """One more round, or block, at a place; an alarm where that passes the threshold, after which M begins anew."""
        state = self.state(seen.place, stream, seen.table_id)
        if stream is not Stream.GENERATOR:
            self._turn(state)
        if stream is Stream.MONEY and seen.table_id is not None and state.configuration_id != seen.configuration_id:
            state.configuration_id, state.values, state.since = seen.configuration_id, begun(stream), 0
            state.period_powers = []
        factors = tuple(factors)
        _follow_period(state, factors, seen.at)
        state.values = court.following(state.values, factors)
        value = court.evidence(state.values)
        state.rounds, state.since = state.rounds + 1, state.since + 1 if value >= 1 else 0
        state.last_number, state.last_at = seen.number, seen.at
        key = seen.place, stream
        self._traces[key] = self._traces[key].then(value)
        if value >= self._terms.alarm:
            self.raise_alarm(state, seen, value)
            state.values, state.since, self.alarms = begun(stream), 0, self.alarms + 1

    def _turn(self, state: CourtState) -> None:
        """Keep the evidence as it stood at the end of an earlier day before a round of this one moves it on."""
        assert self.day is not None, "a round has a day"
        was = state.day or (lisbon_date(state.last_at) if state.last_at else None)
        if was is not None and was < self.day:
            self._ended.append(ended(state, was))
        if state.day != self.day:
            state.day, state.threshold = self.day, 0.0
        state.threshold = max(state.threshold, self._terms.alarm)

    def raise_alarm(self, state: CourtState, seen: _Seen, value: float) -> None:
        """Tell of it; in the transaction of what was judged."""
        _raise(state, seen, value, self._terms, now=self.now)

    def save(self) -> None:
        """Write them."""
        for key, state in self._states.items():
            state.trace = self._traces[key].document()
        fresh = [state for state in self._states.values() if state._state.adding]
        known = [state for state in self._states.values() if not state._state.adding]
        moved = ["configuration", "values", "rounds", "since", "last_number", "last_at", "day", "threshold", "trace"]
        moved += ["period_powers", "period_highest", "period_rounds", "period_since"]
        CourtState.objects.bulk_update(known, moved)
        CourtState.objects.bulk_create(fresh)
        CourtDay.objects.bulk_create(self._ended, ignore_conflicts=True)  # a seal may have kept it already


def _follow_period(state: CourtState, factors: Sequence[float], at: datetime) -> None:
    """Move the plain products of the period on by one round, or begin them with it."""
    if not state.period_powers:
        state.period_powers = court.products_begun(len(factors))
        state.period_highest, state.period_rounds, state.period_since = 0.0, 0, at
    state.period_powers = court.products_following(state.period_powers, factors)
    state.period_highest = max(state.period_highest, court.period_power(state.period_powers))
    state.period_rounds += 1


def ended(state: CourtState, day: date) -> CourtDay:
    """The evidence as it stands, as that of the end of a day."""
    return CourtDay(
        day=day,
        place=state.place,
        stream=state.stream,
        table_id=state.table_id,
        configuration_id=state.configuration_id,
        values=list(state.values),
        rounds=state.rounds,
        last_number=state.last_number,
        threshold=state.threshold,
    )


def begun(stream: Stream) -> list[float]:
    """M of every alternative of a stream before anything was judged."""
    return [0.0] * len(SIGNS) if stream is Stream.GENERATOR else court.begun(stream)


def _raise(state: CourtState, seen: _Seen, value: float, terms: CourtTerms, *, now: datetime) -> None:
    """Open the incident, and stop play now or within the hour, in the transaction of what was judged.

    At a table of play money nothing is owed to the regulator: the incident is a slight one.
    """
    stream = Stream(state.stream)
    what, more = _grown_most(stream, state.values)
    at_once = stream in terms.stops
    facts: dict[str, Any] = {
        "stream": stream.value,
        "what": what,
        "more": more,
        "rounds": state.rounds,
        "since": state.since,
        "evidence": f"{value:.3e}",
        "threshold": f"{terms.alarm:.3e}",
        "round": seen.code,
    }
    opened = incidents.open_incident(
        kind=IncidentKind.DRIFT,
        idempotency_key=uuid.uuid5(KEYS, f"{seen.place}:{stream}:{seen.number}"),
        facts=facts,
        now=now,
        table_id=seen.table_id,
        severity=SLIGHT if seen.play else None,
    )
    alarm = DriftAlarm.objects.create(
        place=seen.place,
        stream=stream,
        table_id=seen.table_id,
        configuration_id=state.configuration_id,
        number=seen.number,
        round_code=seen.code,
        at=now,
        rounds=state.rounds,
        since=state.since,
        evidence=value,
        threshold=terms.alarm,
        what=what,
        more=more,
        incident_id=opened.incident_id,
        stop_due_at=now if at_once else now + DECIDED_WITHIN,
    )
    if at_once:
        stop_for(alarm, now=now)


def _grown_most(stream: Stream, values: Sequence[float]) -> tuple[str, bool]:
    if stream is Stream.GENERATOR:
        return SIGNS[max(range(len(values)), key=lambda place: values[place])], True
    alternative = court.grown_most(stream, values)
    return alternative.what, alternative.more


def stop_for(alarm: DriftAlarm, *, now: datetime, by: int | None = None) -> None:
    """Stop the alarm's table, or the house, after the round in play; `by` who would not wait. Its row is held."""
    alarm.stop_id = stops.stop_by_drift(table_id=alarm.table_id, reason=alarm.stream, by=by, now=now)
    alarm.save(update_fields=["stop"])


def _stop_undecided(now: datetime) -> int:
    """Stop play where no decision came within the hour."""
    with transaction.atomic():
        late = DriftAlarm.objects.select_for_update(skip_locked=True).filter(
            let_on_at=None, decided_at=None, stop=None, stop_due_at__lte=now
        )
        found = list(late.order_by("pk"))
        for alarm in found:
            stop_for(alarm, now=now)
    return len(found)


def recomputed(*, until: int) -> Mapping[tuple[str, Stream], tuple[list[float], int]]:
    """M and the number of rounds of every place and stream, worked out anew from the rounds up to that number, alarms
    included and nothing written; to compare with what is kept (C04). The generator's blocks are not kept.
    """
    bench = _Again(court_terms())
    bench.events_from = CourtMark.objects.values_list("events_from", flat=True).get(name=ROUNDS)
    after = 0
    while rounds := judged_rounds(after=after, until=until, most=AT_ONCE):
        for each in rounds:
            bench.judge(each)
        after = rounds[-1].number
    return {key: (state.values, state.rounds) for key, state in bench.states().items()}


class _Again(_Bench):
    """Moves on and raises nothing."""

    def __init__(self, terms: CourtTerms) -> None:
        super().__init__(terms, datetime.min.replace(tzinfo=UTC))

    def states(self) -> dict[tuple[str, Stream], CourtState]:
        """What was moved."""
        return self._states

    def raise_alarm(self, state: CourtState, seen: _Seen, value: float) -> None:
        """Only begins anew."""
