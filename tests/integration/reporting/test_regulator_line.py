"""The line to the regulator: what fails too long stops play, its minutes add up, and two persons open play again."""

import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from unittest import mock

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, connection, transaction

from casino import tasks
from casino.adapters.gateway import Sandbox
from players.events.names import EventName
from players.events.queries import events
from players.roles import Role
from reporting.models import LineOpening, LineOutage, LinePart
from reporting.operations import regulator_line
from reporting.operations.due_files import AGAIN, deliver_due
from reporting.operations.hourly_files import make_hours_due
from reporting.operations.opening_play import (
    OpeningActed,
    OpeningRejected,
    OpeningRejection,
    approve_opening,
    propose_opening,
    reject_opening,
)
from reporting.operations.regulator_line import note, watch
from reporting.queries.regulator_line import LineState, line, month, parts_of
from reporting.six_files.line import TERMS
from reporting.six_files.safe import DeliveryRefused, FolderSafe, Receipt
from tables import scopes
from tables.models import Incident, Stop
from tables.operations import stops
from tables.operations.bets import BetRejected
from tables.operations.rounds import Step
from tables.operations.stops import StopRejected
from tables.queries import line_stop, lobby, stood_still
from tests.factories import MACAU, PONTO_WINS, Actor, Floor
from tests.integration.reporting.test_safe_files import PROFILE
from tests.rules import rule
from tests.settled import days_settle
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
VAULT = "2AA"
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
MARCH = date(2026, 3, 1)
MINUTE = timedelta(minutes=1)
ALL = parts_of(has_safe=True, has_gateway=True)


@pytest.fixture(autouse=True)
def whole() -> Iterator[None]:
    """A test's own transaction is under way all along: it counts as over."""
    with days_settle():
        yield


class House:
    """A house with a safe and a gateway that can be cut off."""

    def __init__(self, folder: Path) -> None:
        self.gateway_up, self.safe_full, self.folder = True, False, FolderSafe(folder)

    def watch(self, now: datetime, *, has_safe: bool = True) -> None:
        watch(vault=VAULT, has_safe=has_safe, gateway=lambda: self.gateway_up, now=now)

    def hours(self, now: datetime) -> None:
        make_hours_due(profile=PROFILE, now=now)

    def deliver(self, name: str, content: bytes) -> Receipt:
        if self.safe_full:
            raise DeliveryRefused("no room")
        return self.folder.deliver(name, content)

    def days(self, now: datetime) -> None:
        deliver_due(profile=PROFILE, safe=self, now=now)


@pytest.fixture
def house(db: None, tmp_path: Path) -> House:
    return House(tmp_path)


def stopped() -> bool:
    return scopes.REGULATOR in stops.active()


def state(now: datetime) -> LineState:
    return line(vault=VAULT, parts=ALL, now=now).state


def used(now: datetime, first: date = MARCH) -> int:
    return month(vault=VAULT, first=first, now=now).used


def told() -> list[tuple[str, object]]:
    found = events(names=[EventName.LINE_FAILED, EventName.LINE_RESTORED])
    return [(each.name.value, each.facts["part"]) for each in reversed(found)]


def fails(part: LinePart, since: datetime, until: datetime | None) -> None:
    note(vault=VAULT, part=part, failing_since=since, now=since)
    if until is not None:
        note(vault=VAULT, part=part, failing_since=None, now=until)


def no_hours(house: House) -> None:
    """From noon on no hour can be made."""
    house.hours(NOON - timedelta(minutes=30))
    house.hours(NOON + 6 * MINUTE)
    assert used(NOON + 6 * MINUTE) == 0


@rule("PT-72", asserts="The gateway down: no new round opens; the round in play is settled and paid, to the cent.")
def test_a_gateway_that_is_down_stops_play_at_once(house: House, floor: Floor) -> None:
    table, player = floor.table(MACAU, code="lua"), floor.player("ana", cents=1_000_00)
    floor.sit(player, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=20_00)
    house.gateway_up = False
    house.watch(floor.now)
    assert stopped()
    assert state(floor.now) is LineState.STOPPED
    with pytest.raises(BetRejected):
        floor.bet(player, table, ponto=20_00)
    floor.settle(table)
    assert player.balance() == 1_020_00
    assert floor.step(table) is Step.HELD, "no new round opens"
    (tile,) = lobby(currency=None, now=floor.now)
    assert tile.held == "held"

    house.gateway_up = True
    floor.wait(minutes=5)
    house.watch(floor.now)
    assert stopped(), "up again does not open play by itself"
    assert floor.step(table) is Step.HELD
    assert told() == [("line.failed", "gateway"), ("line.restored", "gateway")]
    first, second = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)
    acted = propose_opening(reason="linha reposta", by=first.id, idempotency_key=uuid.uuid4(), now=floor.now)
    assert floor.step(table) is Step.HELD
    approve_opening(opening_id=acted.opening_id, by=second.id, now=floor.now)
    assert not stopped()
    assert floor.step(table) is Step.OPENED
    incident = Incident.objects.get(kind="regulator-line")
    assert (incident.severity, incident.facts["reason"]) == (None, "gateway")
    assert stood_still(since=floor.now - timedelta(days=1), now=floor.now) >= timedelta(minutes=5)
    floor.prove()


def test_a_gateway_that_raises_is_down(house: House) -> None:
    def broken() -> bool:
        assert connection.in_atomic_block == in_test, "outside of any transaction of its own"
        raise ConnectionError("no route")

    in_test = connection.in_atomic_block
    watch(vault=VAULT, has_safe=False, gateway=broken, now=NOON)
    assert stopped()


@rule("PT-72", asserts="Play goes on with an hour that waits for 1:59, and stops when none was made for two hours.")
@pytest.mark.parametrize(("minutes", "stops_play"), [(119, False), (120, True)])
def test_no_hour_for_two_hours_stops_play(house: House, minutes: int, stops_play: bool) -> None:
    """W04."""
    no_hours(house)
    over = NOON + timedelta(hours=1)
    full = mock.patch("reporting.operations.hourly_files.gathered_hour", side_effect=OSError("disk"))
    with full, pytest.raises(OSError, match="disk"):
        house.hours(over + 6 * MINUTE)
    house.watch(over + 14 * MINUTE)
    assert state(over + 14 * MINUTE) is LineState.UP
    house.watch(over + 15 * MINUTE)
    assert state(over + 15 * MINUTE) is LineState.DEGRADED
    house.watch(over + minutes * MINUTE)
    assert stopped() is stops_play
    outage = LineOutage.objects.get()
    assert (outage.part, outage.begins_at) == ("captor", over + 15 * MINUTE)
    assert (outage.stopped_at is not None) is stops_play
    card = next(each for each in line(vault=VAULT, parts=ALL, now=over + minutes * MINUTE).parts if each.since)
    assert card.stops_at == over + 120 * MINUTE


def test_an_hour_that_waits_while_others_are_made_stops_nothing(house: House) -> None:
    no_hours(house)
    late = NOON + timedelta(hours=6)
    with mock.patch("reporting.operations.hourly_files._may_try", lambda each, now: each.hour.start != NOON):
        for hour in range(1, 7):
            house.hours(NOON + timedelta(hours=hour, minutes=6))
            house.watch(NOON + timedelta(hours=hour, minutes=20))
    assert state(late + 20 * MINUTE) is LineState.DEGRADED
    assert not stopped()
    assert used(late + 20 * MINUTE) == 5 * 60 + 5


def test_hours_that_are_made_again_end_what_stopped_play_though_one_waits(house: House, floor: Floor) -> None:
    no_hours(house)
    first, stop = NOON, NOON + timedelta(hours=3)
    house.watch(NOON + timedelta(hours=1, minutes=20))
    house.watch(stop)
    assert stopped()
    with mock.patch("reporting.operations.hourly_files._may_try", lambda each, now: each.hour.start != first):
        house.hours(stop + 6 * MINUTE)
    house.watch(stop + 7 * MINUTE)
    assert state(stop + 7 * MINUTE) is LineState.STOPPED, "two persons have not opened it yet"
    old, new = LineOutage.objects.order_by("pk")
    assert (old.ends_at, new.begins_at, new.ends_at, new.stopped_at) == (new.begins_at, old.ends_at, None, None)
    assert used(stop + 7 * MINUTE) == 112, "counted on, once"
    one, other = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)
    moment = stop + 8 * MINUTE
    acted = propose_opening(reason="horas feitas", by=one.id, idempotency_key=uuid.uuid4(), now=moment)
    approve_opening(opening_id=acted.opening_id, by=other.id, now=moment)
    house.watch(moment)
    assert not stopped()
    assert state(moment) is LineState.DEGRADED


def test_the_hour_of_120_minutes_stops_nothing(house: House) -> None:
    moment = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)
    while moment < datetime(2026, 10, 25, 4, tzinfo=UTC):
        house.hours(moment)
        house.watch(moment)
        moment += timedelta(minutes=5)
    assert not LineOutage.objects.exists()
    assert not stopped()


def test_a_house_that_stood_still_makes_its_hours_before_it_stops(house: House) -> None:
    no_hours(house)
    back = NOON + timedelta(hours=5)
    house.watch(back)
    assert LineOutage.objects.get().begins_at == NOON + timedelta(hours=1, minutes=15), "its minutes count"
    assert not stopped(), "the worker has not had its chance"
    house.hours(back + MINUTE)
    house.watch(back + 6 * MINUTE)
    assert not stopped()
    assert state(back + 6 * MINUTE) is LineState.UP
    assert used(back + 6 * MINUTE) == 226


def test_a_house_that_stood_still_and_makes_no_hours_stops(house: House) -> None:
    no_hours(house)
    back = NOON + timedelta(hours=5)
    house.watch(back)
    house.watch(back + TERMS.noticed_for)
    assert stopped()


@rule("PT-72", asserts="A safe that takes nothing for 23:59 lets play go on; after 24 hours play stops.")
def test_a_safe_that_takes_nothing_for_a_day_stops_play(house: House) -> None:
    house.days(NOON)
    house.safe_full = True
    refused = datetime(2026, 3, 11, 0, 10, tzinfo=UTC)
    house.days(refused)
    house.days(refused + AGAIN)
    assert [(row.part, row.begins_at) for row in LineOutage.objects.all()] == [("safe", refused)]
    house.watch(refused + timedelta(hours=23, minutes=59))
    assert not stopped()
    house.watch(refused + timedelta(hours=24))
    assert stopped()
    assert line_stop() is not None
    house.safe_full = False
    house.days(refused + timedelta(hours=25))
    assert LineOutage.objects.get().ends_at == refused + timedelta(hours=25)
    house.watch(refused + timedelta(hours=25))
    assert stopped(), "up again does not open play by itself"
    assert used(refused + timedelta(days=2)) == 25 * 60


def test_a_safe_that_takes_again_within_the_day_stops_nothing(house: House) -> None:
    house.days(NOON)
    house.safe_full = True
    refused = datetime(2026, 3, 11, 0, 10, tzinfo=UTC)
    house.days(refused)
    house.safe_full = False
    house.days(refused + AGAIN)
    house.watch(refused + timedelta(hours=30))
    assert not stopped()
    assert used(refused + AGAIN) == 30


def test_a_day_whose_sums_differ_says_nothing_of_the_safe(house: House) -> None:
    house.days(NOON)
    with mock.patch("reporting.operations.due_files.is_settled", return_value=False):
        house.days(datetime(2026, 3, 11, 0, 10, tzinfo=UTC))
    assert not LineOutage.objects.exists()


@rule("PT-72", asserts="Where captor and safe fail at once, the month’s minutes have that time once.")
def test_outages_that_overlap_count_once(house: House) -> None:
    fails(LinePart.CAPTOR, NOON, NOON + 60 * MINUTE)
    fails(LinePart.SAFE, NOON + 30 * MINUTE, NOON + 90 * MINUTE)
    fails(LinePart.GATEWAY, NOON + 200 * MINUTE, NOON + 230 * MINUTE)
    card = month(vault=VAULT, first=MARCH, now=NOON + timedelta(days=1))
    assert (card.captor, card.safe, card.used, card.left) == (60, 60, 90, 150)
    assert len(card.outages) == 3, "the gateway's is shown, and not counted"


def test_an_outage_over_the_end_of_a_month_counts_in_both_by_its_part(house: House) -> None:
    # The last night of October in Lisbon ends at 00:00Z: clocks went back a week before.
    fails(LinePart.SAFE, datetime(2026, 10, 31, 23, 20, tzinfo=UTC), datetime(2026, 11, 1, 1, 50, tzinfo=UTC))
    now = datetime(2026, 11, 2, tzinfo=UTC)
    assert (used(now, date(2026, 10, 1)), used(now, date(2026, 11, 1)), used(now, date(2026, 12, 1))) == (40, 110, 0)
    # And in summer at 23:00Z.
    fails(LinePart.SAFE, datetime(2026, 6, 30, 22, 50, tzinfo=UTC), datetime(2026, 6, 30, 23, 5, tzinfo=UTC))
    assert (used(now, date(2026, 6, 1)), used(now, date(2026, 7, 1))) == (10, 5)


@rule("PT-72", asserts="179 minutes of captor and safe in a month are no incident, 180 are one, and 240 no other.")
def test_the_minutes_of_a_month(house: House) -> None:
    house.watch(NOON)
    fails(LinePart.SAFE, NOON, None)
    house.watch(NOON + 179 * MINUTE)
    assert not Incident.objects.exists()
    house.watch(NOON + 180 * MINUTE)
    incident = Incident.objects.get()
    assert (incident.kind, incident.facts) == ("regulator-line", {"reason": "budget", "day": "2026-03-01"})
    house.watch(NOON + 240 * MINUTE)
    assert Incident.objects.count() == 1
    assert not stopped(), "the budget alone stops nothing"
    card = month(vault=VAULT, first=MARCH, now=NOON + 240 * MINUTE)
    assert (card.used, card.left) == (240, 0)


def test_minutes_that_are_found_after_the_month_are_warned_of(house: House) -> None:
    since = datetime(2026, 3, 31, 18, tzinfo=UTC)
    fails(LinePart.SAFE, since, since + timedelta(hours=7))
    house.watch(datetime(2026, 4, 1, 9, tzinfo=UTC))
    assert [each.facts["day"] for each in Incident.objects.all()] == ["2026-03-01"]


class Again:
    """A stop whose cause is over, and the people who open play again."""

    def __init__(self, house: House, floor: Floor) -> None:
        self.house, self.floor = house, floor
        self.one, self.other = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)
        house.gateway_up = False
        house.watch(floor.now)

    def repair(self) -> None:
        self.house.gateway_up = True
        self.floor.wait(minutes=1)
        self.house.watch(self.floor.now)

    def propose(
        self, *, by: Actor | None = None, key: uuid.UUID | None = None, reason: str = "reposta"
    ) -> OpeningActed:
        by = by or self.one
        return propose_opening(reason=reason, by=by.id, idempotency_key=key or uuid.uuid4(), now=self.floor.now)

    def approve(self, number: int, by: Actor) -> OpeningActed:
        return approve_opening(opening_id=number, by=by.id, now=self.floor.now)


@pytest.fixture
def again(house: House, floor: Floor) -> Again:
    return Again(house, floor)


def refused(reason: OpeningRejection, act: Callable[[], object]) -> None:
    with pytest.raises(OpeningRejected) as caught:
        act()
    assert caught.value.reason is reason


@rule("PT-72", asserts="Play that the line stopped is opened by two persons, and not while what stopped it lasts.")
def test_two_persons_open_play_again(again: Again) -> None:
    refused(OpeningRejection.NO_REASON, lambda: again.propose(reason=" "))
    refused(OpeningRejection.STILL_FAILS, again.propose)
    again.repair()
    key = uuid.uuid4()
    number = again.propose(key=key).opening_id
    assert again.propose(key=key) == OpeningActed(opening_id=number, state="proposed", repeat=True)
    refused(OpeningRejection.KEY_REUSED, lambda: again.propose(key=key, by=again.other))
    refused(OpeningRejection.ALREADY_PROPOSED, again.propose)
    refused(OpeningRejection.OWN_PROPOSAL, lambda: again.approve(number, again.one))
    refused(OpeningRejection.NO_SUCH_PROPOSAL, lambda: again.approve(10**9, again.other))
    assert stopped()
    assert again.approve(number, again.other).state == "approved"
    assert again.approve(number, again.other).repeat
    assert not stopped()
    third = again.floor.staff(Role.SUPERVISOR)
    refused(OpeningRejection.ALREADY_DECIDED, lambda: again.approve(number, third))
    refused(OpeningRejection.NOT_STOPPED, again.propose)


def test_what_comes_again_before_the_approval_keeps_play_stopped(again: Again) -> None:
    again.repair()
    number = again.propose().opening_id
    again.house.gateway_up = False
    again.house.watch(again.floor.now)
    refused(OpeningRejection.STILL_FAILS, lambda: again.approve(number, again.other))
    with pytest.raises(IntegrityError, match="what stopped play lasts"), transaction.atomic():
        LineOpening.objects.filter(pk=number).update(
            state="approved", decided_by=again.other.id, decided_at=again.floor.now
        )
    assert stopped()
    again.repair()
    assert again.approve(number, again.other).state == "approved"


def test_a_proposal_is_turned_down(again: Again) -> None:
    again.repair()
    number = again.propose().opening_id
    reject = reject_opening(opening_id=number, reason="ainda não", by=again.other.id, now=again.floor.now)
    assert reject.state == "rejected"
    refused(
        OpeningRejection.ALREADY_DECIDED,
        lambda: reject_opening(opening_id=number, reason="outra vez", by=again.other.id, now=again.floor.now),
    )
    assert stopped()
    assert again.propose().state == "proposed"


def test_the_ordinary_switch_does_not_lift_what_the_line_stopped(again: Again) -> None:
    with pytest.raises(StopRejected):
        stops.lift(scope=scopes.REGULATOR, by=again.one.id, reason="resolvido", now=again.floor.now)
    with pytest.raises(StopRejected):
        stops.stop(scope=scopes.REGULATOR, by=again.one.id, reason="resolvido", now=again.floor.now)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tables_stop SET lifted_at = now(), lifted_by_id = (SELECT max(id) FROM players_person)",
        "UPDATE tables_stop SET scope = 'macau'",
        "DELETE FROM tables_stop",
        "DELETE FROM reporting_lineoutage",
        "UPDATE reporting_lineoutage SET begins_at = begins_at + interval '1 minute'",
        "UPDATE reporting_lineoutage SET ends_at = ends_at + interval '1 minute'",
        "UPDATE reporting_lineoutage SET stopped_at = NULL",
        "UPDATE reporting_lineopening SET state = 'approved', decided_by_id = proposed_by_id, decided_at = now()",
        "UPDATE reporting_lineopening SET reason = 'outra'",
        "DELETE FROM reporting_lineopening",
    ],
)
def test_the_database_keeps_it_so(again: Again, change: str) -> None:
    again.repair()
    again.propose()
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(change)
    assert stopped()


@pytest.mark.parametrize("at_line", ["stops.stop_by_line", "incidents.open_incident"])
def test_a_process_that_is_killed_stops_play_the_next_time(house: House, at_line: str) -> None:
    house.gateway_up = False
    module, _, name = at_line.partition(".")
    real = getattr(getattr(regulator_line, module), name)

    def killed(*given: object, **named: object) -> None:
        real(*given, **named)
        raise SystemExit(137)

    with mock.patch.object(getattr(regulator_line, module), name, killed), pytest.raises(SystemExit):
        house.watch(NOON)
    assert not stopped()
    assert not Incident.objects.exists(), "all of it, or nothing"
    assert not LineOutage.objects.exists()
    house.watch(NOON + timedelta(seconds=15))
    assert stopped()
    assert Incident.objects.count() == 1
    house.watch(NOON + timedelta(seconds=30))
    assert (Incident.objects.count(), Stop.objects.count(), LineOutage.objects.count()) == (1, 1, 1)


def test_a_second_part_that_fails_while_play_is_stopped_keeps_it_so(house: House, floor: Floor) -> None:
    again = Again(house, floor)
    fails(LinePart.SAFE, floor.now, None)
    floor.wait(hours=24)
    again.repair()
    assert Stop.objects.count() == 1
    refused(OpeningRejection.STILL_FAILS, again.propose)
    note(vault=VAULT, part=LinePart.SAFE, failing_since=None, now=floor.now)
    assert again.propose().state == "proposed"


def test_a_house_without_safe_and_gateway_never_stops(db: None, settings: LazySettings) -> None:
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "", "SABOT_GATEWAY": ""}
    for _ in range(2):
        tasks.watch_line()
        tasks.make_hours()
    for hours in range(0, 100, 5):
        watch(vault=VAULT, has_safe=False, gateway=None, now=NOON + timedelta(hours=hours))
    assert not LineOutage.objects.exists()
    assert not stopped()
    assert line(vault=VAULT, parts=(), now=NOON).state is LineState.UP


def test_what_a_house_has_no_more_does_not_fail_any_more(house: House) -> None:
    fails(LinePart.SAFE, NOON, None)
    house.gateway_up = False
    house.watch(NOON)
    watch(vault=VAULT, has_safe=False, gateway=None, now=NOON + timedelta(hours=30))
    assert not LineOutage.objects.filter(ends_at=None).exists()


def test_the_sandbox_gateway_is_switched_by_a_file(tmp_path: Path, db: None, settings: LazySettings) -> None:
    gateway = Sandbox(tmp_path)
    assert gateway.answers()
    (tmp_path / "gateway-down").touch()
    assert not gateway.answers()
    settings.DATA_DIR = tmp_path / "data"
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "", "SABOT_GATEWAY": "sandbox"}
    tasks.watch_line()
    assert not stopped()
    (settings.DATA_DIR / "regulator").mkdir(parents=True)
    (settings.DATA_DIR / "regulator" / "gateway-down").touch()
    tasks.watch_line()
    assert stopped()
