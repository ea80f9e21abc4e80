"""Limits: those in force, those that wait, and the room that they leave (PT-21 to PT-24, GL-09, GL-10, GL-16, UK-04,
UK-05)."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from people import NOW, People

from kernel.money import Currency
from kernel.periods import Period
from players import headroom
from players.gates import may_deposit, may_play
from players.models import Deposit, Email, ExclusionKind, Instrument, Limit, LimitKind, LimitState, Person
from players.protection.operations.exclusion import exclude
from players.protection.operations.limits import (
    LimitRejected,
    LimitRejection,
    LimitSet,
    cancel_limit,
    confirm_limit,
    lapse_limits,
    set_limit,
    set_operators_limit,
)
from players.roles import Role
from tests.funding import pay_in, pay_out
from tests.rules import rule

pytestmark = pytest.mark.django_db

DAY = timedelta(hours=24)
MOMENT = timedelta(microseconds=1)
WEEK = timedelta(days=7)


class Player:
    """A player who sets limits on stakes by the day."""

    def __init__(self, people: People) -> None:
        self.people, self.id = people, people.player().person_id

    def set(self, most: int | None, now: datetime = NOW, **others: Any) -> LimitSet:
        facts = {"kind": LimitKind.STAKE, "period": Period.DAY, "idempotency_key": uuid.uuid4(), **others}
        return set_limit(person_id=self.id, most=most, now=now, **facts)

    def confirm(self, wish: LimitSet, now: datetime) -> LimitSet:
        return confirm_limit(person_id=self.id, limit_id=wish.limit_id, now=now)

    def room(self, now: datetime = NOW) -> int | None:
        room = may_play(person_ids=[self.id], currency=Currency.EUR, now=now)[self.id].headroom
        return None if room is None else room.most

    def states(self) -> list[str]:
        return list(Limit.objects.filter(person_id=self.id).order_by("pk").values_list("state", flat=True))

    def emails(self) -> list[str]:
        ours = Email.objects.filter(person_id=self.id, kind__startswith="limit")
        return list(ours.order_by("pk").values_list("kind", flat=True))


@pytest.fixture
def player(db: None, people: People) -> Player:
    return Player(people)


def rejection(call: Any) -> LimitRejected:
    with pytest.raises(LimitRejected) as refused:
        call()
    return refused.value


@rule("UK-05", asserts="A lower limit holds a moment after it is wished for.")
@rule("PT-23", asserts="A first limit of 100.00 holds at once, and so does a lower one of 40.00 a moment later.")
def test_a_first_limit_and_a_lower_one_hold_at_once(player: Player) -> None:
    assert player.room() is None
    first = player.set(100_00)
    assert (first.state, first.due_at, player.room()) == (LimitState.IN_FORCE, None, 100_00)
    player.set(40_00, NOW + MOMENT)
    assert player.room(NOW + MOMENT) == 40_00
    assert player.states() == ["replaced", "in-force"]
    assert player.emails() == ["limit-set", "limit-set"]


@rule("UK-05", asserts="A higher limit holds only once it is confirmed, 24 hours after the wish at the earliest.")
@rule(
    "PT-24",
    asserts="A wish for 200.00 instead of 100.00, or for no limit, cannot be confirmed a moment before 24 hours are "
    "over; until it is confirmed 100.00 hold.",
)
@pytest.mark.parametrize("most", [200_00, None])
def test_a_higher_limit_or_none_waits_a_day_and_for_its_confirmation(player: Player, most: int | None) -> None:
    player.set(100_00)
    wish = player.set(most)
    assert (wish.state, wish.due_at, wish.lapses_at) == (LimitState.WAITING, NOW + DAY, NOW + DAY + WEEK)
    early = rejection(lambda: player.confirm(wish, NOW + DAY - MOMENT))
    assert (early.reason, early.rule, early.until) == (LimitRejection.TOO_EARLY, "PT-24", NOW + DAY)
    assert player.room(NOW + DAY) == 100_00, "without the confirmation nothing changes"
    done = player.confirm(wish, NOW + DAY)
    assert done.state is (LimitState.REMOVED if most is None else LimitState.IN_FORCE)
    assert player.room(NOW + DAY) == most
    again = player.confirm(wish, NOW + DAY + WEEK)
    assert again.repeat
    assert player.emails() == ["limit-set", "limit-waits", "limit-raised"]


@rule(
    "UK-05",
    asserts="A higher limit that is not confirmed within a week of its 24 hours lapses, and the lower one holds.",
)
def test_an_unconfirmed_wish_lapses(player: Player) -> None:
    player.set(100_00)
    wish = player.set(200_00)
    end = NOW + DAY + WEEK
    assert lapse_limits(now=end - MOMENT) == 0
    assert rejection(lambda: player.confirm(wish, end)).reason is LimitRejection.LAPSED
    assert lapse_limits(now=end) == 1
    assert lapse_limits(now=end) == 0
    assert rejection(lambda: player.confirm(wish, end)).reason is LimitRejection.LAPSED
    assert (player.states(), player.room(end)) == (["in-force", "lapsed"], 100_00)
    assert player.set(200_00, end).state is LimitState.WAITING


def test_a_wish_whose_time_is_over_does_not_stand_in_the_way_before_the_sweep_comes(player: Player) -> None:
    player.set(100_00)
    player.set(200_00)
    late = NOW + DAY + WEEK
    assert player.set(300_00, late).due_at == late + DAY
    assert player.states() == ["in-force", "lapsed", "waiting"]


def test_a_limit_raised_twice_waits_anew(player: Player) -> None:
    player.set(100_00)
    first = player.set(200_00)
    second = player.set(150_00, NOW + timedelta(hours=23))
    assert second.due_at == NOW + timedelta(hours=47)
    assert rejection(lambda: player.confirm(first, NOW + DAY)).reason is LimitRejection.NOT_WAITING
    assert player.states() == ["in-force", "dropped", "waiting"]
    assert player.confirm(second, NOW + timedelta(hours=47)).most == 150_00


def test_lowering_takes_back_a_raise_that_waits_even_at_the_very_instant(player: Player) -> None:
    player.set(100_00)
    raise_ = player.set(200_00)
    player.set(50_00, NOW + DAY)
    assert rejection(lambda: player.confirm(raise_, NOW + DAY)).reason is LimitRejection.NOT_WAITING
    assert player.room(NOW + DAY) == 50_00


def test_a_wish_is_given_up(player: Player) -> None:
    player.set(100_00)
    wish = player.set(None)
    cancelled = cancel_limit(person_id=player.id, limit_id=wish.limit_id, now=NOW + DAY)
    assert cancelled.state is LimitState.CANCELLED
    assert cancel_limit(person_id=player.id, limit_id=wish.limit_id, now=NOW + DAY).repeat
    assert rejection(lambda: player.confirm(wish, NOW + DAY)).reason is LimitRejection.NOT_WAITING
    first = Limit.objects.filter(person_id=player.id).order_by("pk")[0]
    in_force = rejection(lambda: cancel_limit(person_id=player.id, limit_id=first.pk, now=NOW))
    assert in_force.reason is LimitRejection.NOT_WAITING


def test_a_repeat_gets_the_first_answer_and_a_contradiction_none(player: Player) -> None:
    key = uuid.uuid4()
    first = player.set(100_00, idempotency_key=key)
    again = player.set(100_00, NOW + DAY, idempotency_key=key)
    assert (again.limit_id, again.repeat) == (first.limit_id, True)
    assert rejection(lambda: player.set(90_00, idempotency_key=key)).reason is LimitRejection.KEY_REUSED
    assert rejection(lambda: player.set(100_00)).reason is LimitRejection.NOTHING_CHANGES
    assert len(player.states()) == 1


@pytest.mark.parametrize(
    ("kind", "period", "most", "reason"),
    [
        (LimitKind.SESSION, Period.WEEK, 60, LimitRejection.NO_SUCH_PERIOD),
        (LimitKind.SESSION, Period.DAY, 0, LimitRejection.AMOUNT_INVALID),
        (LimitKind.SESSION, Period.DAY, 1441, LimitRejection.AMOUNT_INVALID),
        (LimitKind.STAKE, Period.DAY, -1, LimitRejection.AMOUNT_INVALID),
        (LimitKind.STAKE, Period.DAY, 10**12 + 1, LimitRejection.AMOUNT_INVALID),
        (LimitKind.STAKE, Period.DAY, True, LimitRejection.AMOUNT_INVALID),
        (LimitKind.STAKE, Period.DAY, 2.5, LimitRejection.AMOUNT_INVALID),
        (LimitKind.STAKE, Period.DAY, None, LimitRejection.NOTHING_CHANGES),
    ],
)
def test_nonsense_is_refused(
    player: Player, kind: LimitKind, period: Period, most: Any, reason: LimitRejection
) -> None:
    assert rejection(lambda: player.set(most, kind=kind, period=period)).reason is reason
    assert player.states() == []


def test_things_of_others_are_not_there(player: Player, people: People) -> None:
    other = Player(people)
    other.set(100_00)
    wish = other.set(200_00)
    assert rejection(lambda: player.confirm(wish, NOW + DAY)).reason is LimitRejection.NO_SUCH_LIMIT
    for act in (cancel_limit, confirm_limit):
        call = rejection(lambda act=act: act(person_id=player.id, limit_id=10**12, now=NOW))  # type: ignore[misc]
        assert call.reason is LimitRejection.NO_SUCH_LIMIT
    staff = people.staff(Role.COMPLIANCE)
    unknown = rejection(
        lambda: set_limit(
            person_id=staff.person_id,
            kind=LimitKind.STAKE,
            period=Period.DAY,
            most=1,
            idempotency_key=uuid.uuid4(),
            now=NOW,
        )
    )
    assert unknown.reason is LimitRejection.NO_SUCH_PERSON


def test_nothing_is_loosened_during_a_break_but_stricter_is_welcome(player: Player) -> None:
    player.set(100_00)
    wish = player.set(200_00)
    exclude(person_id=player.id, kind=ExclusionKind.SHORT, length=2 * DAY, now=NOW)
    assert rejection(lambda: player.confirm(wish, NOW + DAY)).reason is LimitRejection.EXCLUDED
    assert rejection(lambda: player.set(300_00)).reason is LimitRejection.EXCLUDED
    assert player.confirm(wish, NOW + 2 * DAY).state is LimitState.IN_FORCE
    player.set(10_00, NOW + 2 * DAY)


@rule(
    "GL-09",
    asserts="Of the house’s 500.00, the operator’s 800.00 and then 30.00 for this player, and the player’s own "
    "100.00, the tightest that applies leaves the room.",
)
def test_the_stricter_of_players_operators_and_houses_wins(player: Player, people: People, settings: Any) -> None:
    staff = people.staff(Role.COMPLIANCE)

    def operators(most: int | None, by: int = staff.person_id, reason: str = "conversa de 2 de março") -> LimitSet:
        facts: dict[str, Any] = {
            "kind": LimitKind.STAKE,
            "period": Period.DAY,
            "idempotency_key": uuid.uuid4(),
            "now": NOW,
        }
        return set_operators_limit(person_id=player.id, most=most, reason=reason, by=by, **facts)

    settings.HOUSE_LIMITS = {"stake-day": 500_00}
    gate = may_play(person_ids=[player.id], currency=Currency.EUR, now=NOW)[player.id].headroom
    assert gate is not None
    assert (gate.most, gate.rule, gate.limit) == (500_00, "GL-09", "stake-day")
    operators(800_00)
    assert player.room() == 800_00, "the operator's own limit for a person takes the place of the house's"
    player.set(100_00)
    gate = may_play(person_ids=[player.id], currency=Currency.EUR, now=NOW)[player.id].headroom
    assert gate is not None
    assert (gate.most, gate.rule) == (100_00, "PT-22")
    operators(30_00)
    assert player.room() == 30_00
    operators(None)
    assert player.room() == 100_00
    assert rejection(lambda: operators(5, reason=" ")).reason is LimitRejection.REASON_MISSING
    support = people.staff(Role.SUPPORT).person_id
    assert rejection(lambda: operators(5, by=support)).reason is LimitRejection.NOT_ALLOWED
    assert rejection(lambda: operators(None)).reason is LimitRejection.NOTHING_CHANGES


def test_the_operator_sends_a_wish_again_and_gets_the_first_answer(player: Player, people: People) -> None:
    staff, key = people.staff(Role.COMPLIANCE).person_id, uuid.uuid4()

    def operators(most: int | None, period: Period = Period.DAY) -> LimitSet:
        facts: dict[str, Any] = {
            "kind": LimitKind.STAKE,
            "reason": "conversa",
            "by": staff,
            "idempotency_key": key,
            "now": NOW,
        }
        return set_operators_limit(person_id=player.id, most=most, period=period, **facts)

    first = operators(80_00)
    assert not first.repeat
    again = operators(80_00)
    assert (again.repeat, again.limit_id, again.most) == (True, first.limit_id, 80_00)
    assert rejection(lambda: operators(90_00)).reason is LimitRejection.KEY_REUSED
    assert rejection(lambda: operators(80_00, Period.MONTH)).reason is LimitRejection.KEY_REUSED
    assert player.emails() == ["limit-by-house"]


def test_no_limits_cost_no_statement_and_limits_one(
    player: Player, people: People, django_assert_num_queries: Any
) -> None:
    others = [Player(people) for _ in range(3)]
    everybody = [player.id, *(other.id for other in others)]
    with django_assert_num_queries(1):
        may_play(person_ids=everybody, currency=Currency.EUR, now=NOW)
    for one in (player, *others):
        one.set(100_00)
        one.set(70_00, kind=LimitKind.LOSS, period=Period.MONTH)
    with django_assert_num_queries(2):
        answers = may_play(person_ids=everybody, currency=Currency.EUR, now=NOW)
    assert {answer.headroom.limit for answer in answers.values() if answer.headroom} == {"loss-month"}
    with django_assert_num_queries(1):
        assert may_play(person_ids=everybody, currency=Currency.PLAY, now=NOW)[player.id].headroom is None


def test_a_session_limit_is_told_in_minutes(player: Player) -> None:
    player.set(60, kind=LimitKind.SESSION)
    for currency in Currency:
        answer = may_play(person_ids=[player.id], currency=currency, now=NOW)[player.id]
        assert (answer.minutes, answer.headroom) == (60, None)


@rule(
    "GL-10",
    asserts="The database itself refuses a higher limit of a player’s own a moment before its 24 hours are over.",
)
@rule("PT-24", asserts="The database refuses a higher limit that begins a moment before its 24 hours are over.")
def test_the_database_knows_the_24_hours_too(player: Player) -> None:
    player.set(100_00)
    wish = player.set(200_00)
    for hurried in (NOW, NOW + DAY - MOMENT):
        with pytest.raises(IntegrityError), transaction.atomic():
            Limit.objects.filter(pk=wish.limit_id).update(state="replaced", ended_at=NOW, starts_at=hurried)
    with pytest.raises(IntegrityError), transaction.atomic():
        Limit.objects.create(
            person_id=player.id,
            source="self",
            kind="loss",
            period="day",
            most=1,
            state="waiting",
            key=uuid.uuid4(),
            requested_at=NOW,
            due_at=NOW + DAY - MOMENT,
            lapses_at=NOW + WEEK,
        )


@rule(
    "PT-22",
    asserts="A bet limit of a day, week or month frees its room at midnight in Lisbon, on the days of both clock "
    "changes too.",
)
@pytest.mark.parametrize(
    ("period", "moment", "until"),
    [
        (Period.DAY, datetime(2026, 3, 28, 23, 59, tzinfo=UTC), datetime(2026, 3, 29, 0, tzinfo=UTC)),
        (Period.DAY, datetime(2026, 3, 29, 0, tzinfo=UTC), datetime(2026, 3, 29, 23, tzinfo=UTC)),
        (Period.DAY, datetime(2026, 10, 24, 23, tzinfo=UTC), datetime(2026, 10, 26, 0, tzinfo=UTC)),
        (Period.WEEK, datetime(2026, 3, 29, 22, 59, tzinfo=UTC), datetime(2026, 3, 29, 23, tzinfo=UTC)),
        (Period.WEEK, datetime(2026, 10, 25, 23, 59, tzinfo=UTC), datetime(2026, 10, 26, 0, tzinfo=UTC)),
        (Period.MONTH, datetime(2026, 3, 31, 22, 59, tzinfo=UTC), datetime(2026, 3, 31, 23, tzinfo=UTC)),
        (Period.MONTH, datetime(2026, 12, 31, 12, tzinfo=UTC), datetime(2027, 1, 1, 0, tzinfo=UTC)),
    ],
)
def test_spans_end_at_midnight_in_lisbon(player: Player, period: Period, moment: datetime, until: datetime) -> None:
    player.set(100_00, moment - DAY, period=period)
    answer = may_play(person_ids=[player.id], currency=Currency.EUR, now=moment)[player.id]
    assert answer.headroom == headroom.Headroom(100_00, "PT-22", f"stake-{period.value}", until)


@rule(
    "PT-21",
    asserts="Of a deposit limit of 100.00 a day, week or month, 30.00 paid in leave 70.00 up to the last moment of the "
    "period in Lisbon, and 100.00 after it.",
)
@pytest.mark.parametrize(
    ("period", "moment", "until"),
    [
        (Period.DAY, datetime(2026, 3, 28, 23, 59, tzinfo=UTC), datetime(2026, 3, 29, 0, tzinfo=UTC)),
        (Period.WEEK, datetime(2026, 3, 29, 22, 59, tzinfo=UTC), datetime(2026, 3, 29, 23, tzinfo=UTC)),
        (Period.MONTH, datetime(2026, 3, 31, 22, 59, tzinfo=UTC), datetime(2026, 3, 31, 23, tzinfo=UTC)),
    ],
)
def test_a_limit_on_deposits_counts_its_period_alone(
    player: Player, period: Period, moment: datetime, until: datetime
) -> None:
    player.set(100_00, moment - DAY, kind=LimitKind.DEPOSIT, period=period)
    pay_in(Person.objects.get(pk=player.id).person_key, 30_00, now=moment)
    for at, most in ((moment, 70_00), (until - MOMENT, 70_00), (until, 100_00)):
        room = may_deposit(person_id=player.id, amount=1, now=at).headroom
        assert room is not None
        assert (room.most, room.rule, room.limit) == (most, "PT-21", f"deposit-{period.value}")


@rule("UK-04", asserts="30.00 paid in and out again count whole against a limit of deposits.")
@rule(
    "PT-21",
    asserts="Under 100.00 a day and 250.00 a week, 30.00 paid in and out again and 50.00 still pending leave 20.00 for "
    "today and 50.00 for tomorrow.",
)
def test_deposits_count_gross_and_pending_ones_too(player: Player, people: People) -> None:
    person = Person.objects.get(pk=player.id)
    assert may_deposit(person_id=player.id, amount=5, now=NOW).headroom is None
    for most, period in [(100_00, Period.DAY), (250_00, Period.WEEK)]:
        player.set(most, kind=LimitKind.DEPOSIT, period=period)
    pay_in(person.person_key, 30_00, now=NOW)
    pay_out(person.person_key, 30_00, now=NOW)
    instrument = Instrument.objects.create(
        person=person, key=uuid.uuid4(), kind="mbway", label="•••• 123", fingerprint="x", registered_at=NOW
    )
    pending = Deposit.objects.create(
        person=person, instrument=instrument, key=uuid.uuid4(), amount=50_00, state="pending", started_at=NOW - 9 * DAY
    )
    room = may_deposit(person_id=player.id, amount=1, now=NOW).headroom
    assert room is not None
    assert (room.most, room.limit, room.rule) == (20_00, "deposit-day", "PT-21")
    itself = may_deposit(person_id=player.id, amount=50_00, pending_key=pending.key, now=NOW).headroom
    assert itself is not None
    assert itself.most == 70_00
    tomorrow = may_deposit(person_id=player.id, amount=1, now=NOW + DAY).headroom
    assert tomorrow is not None
    assert tomorrow.most == 50_00, "what was paid in yesterday counts no more, what is still pending does"
    assert player.room() is None, "a limit on deposits is none on stakes"
