"""The drift court over rounds as they finish: exactly once, in order; alarms that stop, and two who open again."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from baccarat.court import EVENTS, Drift, Stream, period
from baccarat.generator import BLOCK
from casino.env import DRIFT_STREAMS
from kernel.money import Currency
from players.roles import Role
from tables import court_terms, queries, scopes, sealing
from tables.models import CourtMark, CourtState, DriftAlarm, Incident, Stop
from tables.operations import court, drift_alarms, stops
from tables.operations.bets import BetRejected
from tables.operations.drift_alarms import AlarmRejected, AlarmRejection
from tables.operations.rounds import Step
from tables.queries.court_rounds import judged_rounds
from tests.connections import newest_transaction
from tests.factories import BANCA_WINS_WITH_5, MACAU, NOON, PONTO_WINS, TIE_WITH_PAIRS, Actor, Floor
from tests.rules import rule
from tests.tampering import past_triggers

MIXED = (("9S", "2H", "QD", "5C"), ("3S", "6H", "5D", "2C"), ("AS", "TH", "7D", "9C"), ("JS", "8H", "KD", "QC"))
"""Naturals that have every rank about as often: nothing drifts."""
HALF_ON_6 = replace(MACAU, commission="half-on-6")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, settings) -> None:
    """A test is one transaction, in which nothing is ever over: what was looked at counts as settled. The threshold is
    that of a house with one round a day for a year, so that some thirty rounds pass it.
    """
    monkeypatch.setattr(court, "_SETTLED", "SELECT true OR %(looked_at)s IS NULL OR %(lag)s = '' OR %(horizon)s = 0")
    monkeypatch.setattr(court_terms, "YEARS", 1)
    settings.DRIFT_ROUNDS = 1
    settings.DRIFT_STOPS = ("cards", "generator")


def judged(floor: Floor) -> court.Pass:
    """A look, and a pass over what it saw."""
    first, then = court.judge(now=floor.now), court.judge(now=floor.now)
    return court.Pass(
        rounds=first.rounds + then.rounds, alarms=first.alarms + then.alarms, stopped=first.stopped + then.stopped
    )


def played(floor: Floor, table: int, *rounds: tuple[str, ...], by: Actor | None = None) -> None:
    for cards in rounds:
        floor.open_round(table, cards)
        if by is not None:
            floor.bet(by, table, ponto=20_00)
        floor.settle(table)


def state(table: int | None, stream: Stream) -> CourtState:
    place = court.HOUSE if table is None else scopes.of_table(table)
    return CourtState.objects.get(place=place, stream=stream)


def rejection(act: Callable[[], object]) -> AlarmRejection:
    with pytest.raises(AlarmRejected) as refused:
        act()
    return refused.value.reason


@rule(
    "GL-41",
    asserts="Evidence worked out anew from the rounds is what is kept, to the last bit, at tables and in the house.",
)
def test_c04_the_rounds_give_the_same_again(floor: Floor) -> None:
    one, other, ana = floor.table(MACAU), floor.table(MACAU), floor.player()
    floor.sit(ana, one)
    played(floor, one, PONTO_WINS, BANCA_WINS_WITH_5, TIE_WITH_PAIRS, by=ana)
    played(floor, other, PONTO_WINS, PONTO_WINS)
    assert judged(floor).rounds == 5
    kept = {(each.place, Stream(each.stream)): (each.values, each.rounds) for each in CourtState.objects.all()}
    assert kept == court.recomputed(until=10**9)
    pairs = (Stream.PONTO_PAIR, Stream.BANCA_PAIR, Stream.PERFECT_PAIR)
    places = {scopes.of_table(one): 3, scopes.of_table(other): 2, "house": 5}
    assert {key: rounds for key, (_, rounds) in kept.items()} == {
        **{(place, stream): rounds for place, rounds in places.items() for stream in pairs},
        (scopes.of_table(one), Stream.OUTCOMES): 3,
        (scopes.of_table(one), Stream.CARDS): 3,
        (scopes.of_table(one), Stream.MONEY): 3,
        (scopes.of_table(other), Stream.OUTCOMES): 2,
        (scopes.of_table(other), Stream.CARDS): 2,
        ("house", Stream.OUTCOMES): 5,
        ("house", Stream.CARDS): 5,
        ("house", Stream.MONEY): 3,
    }


@rule("GL-41", asserts="Banca's 6 is judged at tables whose rules pay by it, and in the house on their rounds.")
def test_c04_the_6_is_judged_where_the_rules_pay_by_it(floor: Floor) -> None:
    six, other = floor.table(HALF_ON_6), floor.table(MACAU)
    played(floor, six, BANCA_WINS_WITH_5, PONTO_WINS)
    played(floor, other, BANCA_WINS_WITH_5)
    judged(floor)
    rounds = dict(CourtState.objects.filter(stream=Stream.BANCA_SIX).values_list("place", "rounds"))
    assert rounds == {scopes.of_table(six): 2, "house": 2}
    kept = {(each.place, Stream(each.stream)): (each.values, each.rounds) for each in CourtState.objects.all()}
    assert kept == court.recomputed(until=10**9)


def test_a_house_of_before_judges_pairs_from_the_next_day_on(floor: Floor) -> None:
    """What it held before stays to the bit; the rounds of the day that it was at are not judged by halves."""
    table = floor.table(MACAU)
    played(floor, table, PONTO_WINS, TIE_WITH_PAIRS)
    judged(floor)
    with past_triggers():
        CourtState.objects.filter(stream__in=EVENTS)._raw_delete("default")
    CourtMark.objects.update(events_from=None)
    before = state(table, Stream.OUTCOMES).values
    played(floor, table, TIE_WITH_PAIRS)
    judged(floor)
    assert not CourtState.objects.filter(stream__in=EVENTS).exists()
    assert state(table, Stream.OUTCOMES).values != before
    floor.wait(days=1)
    played(floor, table, TIE_WITH_PAIRS, PONTO_WINS)
    judged(floor)
    assert {each.rounds for each in CourtState.objects.filter(stream__in=EVENTS)} == {2}
    assert CourtMark.objects.get().events_from == NOON.date() + timedelta(days=1)
    kept = {(each.place, Stream(each.stream)): (each.values, each.rounds) for each in CourtState.objects.all()}
    assert kept == court.recomputed(until=10**9)


def test_pairs_that_drift_are_an_alarm_like_the_winner(floor: Floor) -> None:
    table = floor.table(MACAU)
    played(floor, table, *[TIE_WITH_PAIRS] * 40)
    judged(floor)
    alarm = DriftAlarm.objects.get(table_id=table, stream="par-ponto")
    assert (alarm.what, alarm.more) == ("par-ponto", True)
    assert (alarm.stop, alarm.stop_due_at) == (None, floor.now + timedelta(hours=1))
    [incident] = [each for each in queries.incidents(is_open=True) if each.id == alarm.incident_id]
    assert incident.tell_by == floor.now + timedelta(hours=24)
    floor.wait(hours=1)
    judged(floor)
    alarm.refresh_from_db()
    assert alarm.stop is not None
    assert alarm.stop.scope == scopes.of_drift(table)


def test_c05_another_pass_changes_nothing(floor: Floor) -> None:
    table = floor.table(MACAU)
    played(floor, table, PONTO_WINS, BANCA_WINS_WITH_5)
    assert judged(floor).rounds == 2
    before = list(CourtState.objects.order_by("pk").values())
    assert judged(floor) == court.Pass(rounds=0, alarms=0, stopped=0)
    assert list(CourtState.objects.order_by("pk").values()) == before


def test_c05_small_passes_are_one_long_one(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = floor.table(MACAU)
    played(floor, table, PONTO_WINS, BANCA_WINS_WITH_5, PONTO_WINS, TIE_WITH_PAIRS, PONTO_WINS)
    monkeypatch.setattr(court, "AT_ONCE", 2)
    assert judged(floor).rounds == 5
    assert (state(table, Stream.CARDS).values, 5) == court.recomputed(until=10**9)[scopes.of_table(table), Stream.CARDS]


def test_c10_a_void_round_gives_nothing(floor: Floor) -> None:
    table = floor.table(MACAU)
    played(floor, table, PONTO_WINS)
    floor.open_round(table, PONTO_WINS)
    floor.void(table)
    assert judged(floor).rounds == 2
    assert {each.rounds for each in CourtState.objects.all()} == {1}


def test_c09_a_new_version_begins_the_evidence_of_money_anew(floor: Floor) -> None:
    table, ana = floor.table(MACAU), floor.player()
    floor.sit(ana, table)
    played(floor, table, *[PONTO_WINS] * 3, by=ana)
    judged(floor)
    money, first = state(table, Stream.MONEY), state(table, Stream.MONEY).configuration_id
    floor.approve(table, MACAU)
    played(floor, table, PONTO_WINS, by=ana)
    judged(floor)
    after = state(table, Stream.MONEY)
    assert after.configuration_id != first
    assert after.rounds == 4
    for stream in (Stream.OUTCOMES, *EVENTS[:3], Stream.CARDS):
        going_on = state(table, stream)
        assert (going_on.rounds, going_on.period_rounds, going_on.configuration_id) == (4, 4, None)
    assert after.values == pytest.approx([value / 1 for value in _once(money)])
    assert court.recomputed(until=10**9)[scopes.of_table(table), Stream.MONEY] == (after.values, 4)


def _once(money: CourtState) -> list[float]:
    """M after the same round once: of three alike it is e + e² + e³, so the factor e is the root of that."""
    found = []
    for value in money.values:
        low, high = 0.0, 2.0
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if middle + middle**2 + middle**3 < value else (low, middle)
        found.append(low)
    return found


@rule("RN-10", asserts="Cards that drift stop their table after the round in play, by themselves, and no other table.")
@rule("PT-74", asserts="An alarm of drift opens one incident, of which the regulator is to be told within 24 hours.")
@rule(
    "GL-41",
    asserts="Drift that passes its threshold is kept as an alarm and an incident, without a user who looks.",
    shared="one alarm: that it stops, that it is told and that it is kept",
)
def test_c08_an_alarm_stops_the_table_after_the_round_in_play(floor: Floor) -> None:
    table, other, ana = floor.table(MACAU), floor.table(MACAU), floor.player()
    for number in range(25):
        played(floor, table, PONTO_WINS)
        played(floor, other, MIXED[number % len(MIXED)])
    floor.sit(ana, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=20_00)
    assert judged(floor).alarms == 1

    alarm = DriftAlarm.objects.get(table_id=table, stream="cards")
    assert (alarm.what, alarm.more) == ("4", True)
    assert Stop.objects.get(pk=alarm.stop_id).scope == f"drift-{table}"
    [incident] = [each for each in queries.incidents(is_open=True) if each.id == alarm.incident_id]
    assert (incident.kind, incident.severity) == ("drift", 2)
    assert incident.tell_by == floor.now + timedelta(hours=24)
    assert judged(floor).alarms == 0
    assert (
        Incident.objects.filter(kind="drift", table_id=table).count()
        == DriftAlarm.objects.filter(table_id=table).count()
    )
    light = queries.drift_lights()[table]
    assert light.verdict is Drift.ALARM

    with pytest.raises(BetRejected):
        floor.bet(ana, table, ponto=20_00)
    floor.settle(table)  # the round in play is finished and paid
    assert floor.step(table) is Step.HELD
    assert floor.step(other) is Step.OPENED


def test_m_begins_anew_after_an_alarm(floor: Floor) -> None:
    table = floor.table(MACAU)
    played(floor, table, *[PONTO_WINS] * 30)
    judged(floor)
    alarm = DriftAlarm.objects.get(table_id=table, stream="cards")
    now = state(table, Stream.CARDS)
    assert alarm.rounds < now.rounds == 30
    assert max(now.values) < alarm.threshold
    assert max(now.trace["points"]) == pytest.approx(alarm.evidence)


class Alarmed:
    """A table whose cards drift, and two persons who may open it again."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.table = floor, floor.table(MACAU)
        self.one, self.other = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)
        played(floor, self.table, *[PONTO_WINS] * 26)
        judged(floor)
        self.alarm = DriftAlarm.objects.get(table_id=self.table, stream="cards").pk

    def propose(self, *, cause: str = "cartas marcadas") -> drift_alarms.AlarmActed:
        return drift_alarms.propose_reopening(
            alarm_id=self.alarm, cause=cause, solution="sabot novo", by=self.one.id, now=self.floor.now
        )

    def approve(self, by: Actor) -> drift_alarms.AlarmActed:
        return drift_alarms.approve_reopening(alarm_id=self.alarm, by=by.id, now=self.floor.now)

    @property
    def stopped(self) -> bool:
        return scopes.of_drift(self.table) in stops.active()


@pytest.fixture
def alarmed(floor: Floor) -> Alarmed:
    return Alarmed(floor)


@rule(
    "RN-10",
    asserts="What the drift court stopped is opened again by two persons, with cause and solution, by none alone.",
)
def test_two_persons_open_again(alarmed: Alarmed) -> None:
    floor = alarmed.floor
    assert alarmed.stopped
    assert rejection(lambda: alarmed.approve(alarmed.other)) is AlarmRejection.NOT_PROPOSED
    assert rejection(lambda: alarmed.propose(cause=" ")) is AlarmRejection.NO_CAUSE
    assert not alarmed.propose().repeat
    assert alarmed.propose().repeat
    assert rejection(lambda: alarmed.propose(cause="outra")) is AlarmRejection.ALREADY_PROPOSED
    assert rejection(lambda: alarmed.approve(alarmed.one)) is AlarmRejection.OWN_PROPOSAL
    drift_alarms.reject_reopening(alarm_id=alarmed.alarm, reason="falta prova", by=alarmed.other.id, now=floor.now)
    assert alarmed.stopped
    alarmed.propose()
    assert alarmed.approve(alarmed.other).open_again
    assert alarmed.approve(alarmed.other).repeat
    assert not alarmed.stopped
    assert rejection(lambda: alarmed.approve(alarmed.one)) is AlarmRejection.ALREADY_DECIDED
    assert rejection(lambda: drift_alarms.stop_now(alarm_id=10**9, by=alarmed.one.id, now=floor.now)) is (
        AlarmRejection.NO_SUCH_ALARM
    )


def test_nobody_lifts_it_alone(alarmed: Alarmed) -> None:
    with pytest.raises(stops.StopRejected):
        stops.lift(scope=scopes.of_drift(alarmed.table), by=alarmed.one.id, reason="já está", now=alarmed.floor.now)
    alarmed.propose()
    for statement in (
        f"UPDATE tables_stop SET lifted_at = now(), lifted_by_id = {alarmed.one.id} WHERE scope LIKE 'drift%'",
        "UPDATE tables_driftalarm SET decided_by_id = proposed_by_id, decided_at = now() WHERE proposed_by_id > 0",
        "UPDATE tables_driftalarm SET evidence = 1",
        "DELETE FROM tables_driftalarm",
        "DELETE FROM tables_stop WHERE scope LIKE 'drift%'",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert alarmed.stopped


def test_within_the_hour_staff_decide_and_else_it_stops(floor: Floor, settings) -> None:
    settings.DRIFT_STOPS = ()
    table, by = floor.table(MACAU), floor.staff(Role.SUPERVISOR)
    played(floor, table, *[PONTO_WINS] * 26)
    judged(floor)
    alarm = DriftAlarm.objects.get(table_id=table, stream="cards")
    assert (alarm.stop, alarm.stop_due_at) == (None, floor.now + timedelta(hours=1))
    assert floor.step(table) is Step.OPENED
    floor.wait(minutes=59)
    assert judged(floor).stopped == 0
    floor.wait(minutes=1)
    assert judged(floor).stopped >= 1
    assert scopes.of_drift(table) in stops.active()
    late = rejection(lambda: drift_alarms.let_on(alarm_id=alarm.pk, reason="tarde", by=by.id, now=floor.now))
    assert late is AlarmRejection.STOPPED


def test_staff_let_play_go_on(floor: Floor, settings) -> None:
    settings.DRIFT_STOPS = ()
    table, by = floor.table(MACAU), floor.staff(Role.SUPERVISOR)
    played(floor, table, *[PONTO_WINS] * 26)
    judged(floor)
    alarm = DriftAlarm.objects.get(table_id=table, stream="cards")
    no_reason = rejection(lambda: drift_alarms.let_on(alarm_id=alarm.pk, reason="x", by=by.id, now=floor.now))
    assert no_reason is AlarmRejection.NO_REASON
    drift_alarms.let_on(alarm_id=alarm.pk, reason="é um teste", by=by.id, now=floor.now)
    assert drift_alarms.let_on(alarm_id=alarm.pk, reason="é um teste", by=by.id, now=floor.now).repeat
    floor.wait(hours=2)
    judged(floor)
    assert scopes.of_drift(table) not in stops.active()
    decided = rejection(lambda: drift_alarms.stop_now(alarm_id=alarm.pk, by=by.id, now=floor.now))
    assert decided is AlarmRejection.ALREADY_DECIDED


def test_c11_play_money_has_pairs_too(floor: Floor) -> None:
    table = floor.table(MACAU, currency=Currency.PLAY)
    played(floor, table, *[TIE_WITH_PAIRS] * 40)
    judged(floor)
    alarm = DriftAlarm.objects.get(table_id=table, stream="par-banca")
    [incident] = [each for each in queries.incidents() if each.id == alarm.incident_id]
    assert (incident.severity, incident.tell_by) == (3, None)


def test_c11_play_money_has_outcomes_and_cards_and_owes_no_notice(floor: Floor) -> None:
    table, ana = floor.table(MACAU, currency=Currency.PLAY), floor.player(play_cents=1_000_00)
    floor.sit(ana, table)
    played(floor, table, *[PONTO_WINS] * 26, by=ana)
    judged(floor)
    assert not CourtState.objects.filter(stream="money").exists()
    alarm = DriftAlarm.objects.get(table_id=table, stream="cards")
    assert alarm.stop is not None
    [incident] = [each for each in queries.incidents() if each.id == alarm.incident_id]
    assert (incident.severity, incident.tell_by) == (3, None)


@rule("RN-10", asserts="A generator that is stuck stops all play at the next block of the hour.")
def test_a_stuck_generator_stops_the_house(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = floor.table(MACAU)
    assert court.ask_generator(now=floor.now)
    assert not court.ask_generator(now=floor.now + timedelta(minutes=59))
    assert state(None, Stream.GENERATOR).rounds == 1
    assert not DriftAlarm.objects.exists()
    monkeypatch.setattr(sealing, "read_bytes", lambda count: bytes(count))
    floor.wait(hours=1)
    assert court.ask_generator(now=floor.now)
    alarm = DriftAlarm.objects.get()
    assert (alarm.place, alarm.stream, alarm.table) == ("house", "generator", None)
    assert stops.active() == {scopes.DRIFT}
    monkeypatch.undo()
    assert floor.step(table) is Step.HELD
    assert BLOCK == 65_536


def test_the_sweep_leaves_rounds_that_are_not_settled_to_a_later_look(floor: Floor, monkeypatch) -> None:
    """A lower number may still come: nothing above the last settled look is judged."""
    monkeypatch.setattr(
        court, "_SETTLED", "SELECT false AND %(looked_at)s IS NULL AND %(lag)s = '' AND %(horizon)s = 0"
    )
    table = floor.table(MACAU)
    played(floor, table, PONTO_WINS)
    assert judged(floor).rounds == 0


@pytest.mark.django_db(transaction=True)
def test_a_look_waits_for_the_newest_transaction_too() -> None:
    with newest_transaction() as number:
        court.judge(now=timezone.now())
        assert CourtMark.objects.get().horizon > number


def test_every_stream_can_be_named_as_one_that_stops_at_once() -> None:
    assert tuple(Stream) == DRIFT_STREAMS


def test_idempotency_of_incidents(alarmed: Alarmed) -> None:
    """The same round raises the same incident, however often."""
    alarm = DriftAlarm.objects.get(pk=alarmed.alarm)
    key = uuid.uuid5(court.KEYS, f"{alarm.place}:{alarm.stream}:{alarm.number}")
    assert Incident.objects.get(key=key).pk == alarm.incident_id


@rule("GL-41", asserts="A period fixed beforehand has its own evidence, which no alarm begins anew, to the last bit.")
def test_the_period_is_the_product_of_its_rounds(floor: Floor) -> None:
    table, ana = floor.table(MACAU), floor.player()
    floor.sit(ana, table)
    played(floor, table, *[PONTO_WINS] * 30, BANCA_WINS_WITH_5, TIE_WITH_PAIRS, by=ana)
    assert judged(floor).alarms > 0
    rounds = judged_rounds(after=0, until=10**9, most=100)
    for stream in (Stream.OUTCOMES, *EVENTS[:3], Stream.CARDS, Stream.MONEY):
        due = period(stream, [each.factors[stream] for each in rounds])
        card = next(each for each in queries.streams_at(table) if each.stream == stream).period
        assert card is not None
        assert (card.rounds, card.last, card.highest) == (len(rounds), due.last, due.highest)
        assert card.since == rounds[0].at


def test_another_version_begins_the_period_of_money_anew_and_no_other(floor: Floor) -> None:
    table, ana = floor.table(MACAU), floor.player()
    floor.sit(ana, table)
    played(floor, table, PONTO_WINS, PONTO_WINS, by=ana)
    judged(floor)
    # As if the version before had been another one.
    CourtState.objects.filter(pk=state(table, Stream.MONEY).pk).update(configuration_id=None)
    played(floor, table, PONTO_WINS, by=ana)
    judged(floor)
    assert state(table, Stream.MONEY).period_rounds == 1
    assert state(table, Stream.OUTCOMES).period_rounds == 3
