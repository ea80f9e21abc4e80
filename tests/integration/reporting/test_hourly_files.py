"""An hour's four files within a quarter of an hour after it, kept so that the day's package has the same bytes."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from unittest import mock

import pytest
from django.conf import LazySettings
from django.utils import timezone

from casino import tasks
from reporting.models import HourMark, SafeFile, SafePackage
from reporting.operations import horizon, hourly_files
from reporting.operations.due_files import deliver_due
from reporting.operations.hourly_files import AGAIN, HOURS_AT_ONCE, HourTrouble, HourTry, make_hours_due
from reporting.operations.safe_files import FilesRejected, FilesRejection, make_files
from reporting.queries.hours import last_made, open_hours
from reporting.six_files.hours import hour_of, hours_of
from reporting.six_files.line import TERMS
from reporting.six_files.names import names_of_hour
from reporting.six_files.profile import Profile
from reporting.six_files.safe import FolderSafe
from tables.models import Bet
from tests.connections import newest_transaction
from tests.factories import PONTO_WINS
from tests.integration.reporting.test_safe_files import DAY, PROFILE, Night, files_of, values
from tests.integration.reporting.test_safe_files import night as night
from tests.patience import PATIENCE_SECONDS
from tests.rules import rule
from tests.settled import days_settle
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
MIDNIGHT = datetime(2026, 3, 10, tzinfo=UTC)
AFTER = datetime(2026, 3, 11, 0, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def whole(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test's own transaction is under way all along: it counts as over, except where a test is about waiting."""
    if "waits" in request.node.name:
        yield
    else:
        with days_settle():
            yield


def at(hour: int, minute: int = 0, day: date = DAY) -> datetime:
    """A moment of a day without a change of clocks, in winter."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(hours=hour, minutes=minute)


def make(now: datetime, profile: Profile = PROFILE) -> tuple[HourTry, ...]:
    return make_hours_due(profile=profile, now=now)


def test_an_hour_is_made_minutes_after_its_end_once() -> None:
    """W01."""
    assert make(at(9, 30)) == (), "the house begins in this hour"
    assert make(at(10, 4)) == (), "a sign-in that ran out may still be found"
    assert make(at(10, 5)) == (HourTry(hour_of(at(9)), made=True),)
    assert make(at(10, 6)) == ()
    kept = SafeFile.objects.order_by("number")
    assert sorted(row.name for row in kept) == list(names_of_hour(hour_of(at(9)), "2AA"))
    assert [row.number for row in kept] == [0, 1, 2, 3]
    assert {row.made_at for row in kept} == {at(10, 5)}
    made = last_made(vault="2AA")
    assert made is not None
    assert (made.hour.label, made.made_at) == ("2026031009", at(10, 5))
    assert open_hours(vault="2AA", now=at(10, 59)) == ()


@rule("PT-58", asserts="An hour’s four files are made five minutes after it; the day’s package has the same bytes.")
def test_the_day_takes_the_hours_as_they_were_made(night: Night, tmp_path: Path) -> None:
    make(night.floor.now)
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00, "empate": 5_00}), (night.rui, {"banca": 20_00}))
    started = night.floor.now
    for hour in hours_of(DAY)[hour_of(started).number :]:
        make(hour.end + timedelta(minutes=6))
    hourly = {row.name: (row.number, row.made_at, row.sha256) for row in SafeFile.objects.all()}
    assert len(hourly) == 4 * (24 - hour_of(started).number)
    made = make_files(day=DAY, profile=PROFILE, now=AFTER)
    assert not made.repeat, "the package is new, though its hours are not"
    assert hourly.items() <= {row.name: (row.number, row.made_at, row.sha256) for row in SafeFile.objects.all()}.items()
    for name, (_, _, digest) in hourly.items():
        assert made.files[name] == digest
    files = files_of(made)
    play = next(name for name in hourly if name.startswith("AJOG") and b"pbanca" in files[name].content)
    assert play == f"AJOG_{hour_of(started).label}_2AA.xml"
    assert len(values(files, "AJOG", "pbanca")) == 3
    envelope = files[play].root.values()
    assert envelope["datahr"] == f"20260310{hour_of(started).number + 1:02}0600"
    assert SafePackage.objects.count() == 1
    again = make_files(day=DAY, profile=PROFILE, now=AFTER + timedelta(days=3))
    assert (again.content, again.repeat) == (made.content, True)


def test_an_hour_that_changed_since_shows_when_the_day_is_made(night: Night) -> None:
    make(night.floor.now)
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00}))
    make(hour_of(night.floor.now).end + timedelta(minutes=6))
    with past_triggers():
        Bet.objects.filter(person_id=night.rita.id).update(commission=1)
    with pytest.raises(FilesRejected) as refused:
        make_files(day=DAY, profile=PROFILE, now=AFTER)
    assert refused.value.reason in {FilesRejection.CHANGED, FilesRejection.SUMS_DIFFER}
    with past_triggers():
        Bet.objects.filter(person_id=night.rita.id).update(commission=0)
    with past_triggers():
        SafeFile.objects.filter(name__startswith="AJOG").update(sha256="0" * 64)
    with pytest.raises(FilesRejected) as changed:
        make_files(day=DAY, profile=PROFILE, now=AFTER)
    assert changed.value.reason is FilesRejection.CHANGED


def test_an_hour_that_does_not_add_up_is_not_kept_and_keeps_no_other_from_it(night: Night) -> None:
    make(night.floor.now)
    night.round(PONTO_WINS, (night.rita, {"ponto": 10_00}))
    hour = hour_of(night.floor.now)
    with past_triggers():
        Bet.objects.update(returned=1)
    late = hour.end + timedelta(minutes=6)
    assert make(late) == (HourTry(hour, made=False, trouble=HourTrouble.SUMS_DIFFER),)
    assert not SafeFile.objects.exists()
    (waiting,) = open_hours(vault="2AA", now=late)
    assert (waiting.trouble, waiting.told[0][:3]) == ("sums-differ", "S07")
    assert make(late + timedelta(minutes=1)) == (), "not every minute"
    following = hour_of(hour.end)
    assert make(following.end + AGAIN) == (
        HourTry(following, made=True),
        HourTry(hour, made=False, trouble=HourTrouble.SUMS_DIFFER),
    )
    with past_triggers():
        Bet.objects.update(returned=20_00)
    assert make(following.end + 2 * AGAIN) == (HourTry(hour, made=True),)


@rule("PT-62", asserts="By the hour, March’s change makes 23 hours’ files and October’s 24, one of 120 minutes.")
@pytest.mark.parametrize(("day", "count"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 24)])
def test_the_days_on_which_clocks_change(day: date, count: int) -> None:
    hours = hours_of(day)
    make(hours[0].start)
    for hour in hours:
        assert make(hour.end + timedelta(minutes=4)) == ()
        assert make(hour.end + timedelta(minutes=5)) == (HourTry(hour, made=True),)
    assert SafeFile.objects.count() == 4 * count
    whole = make_files(day=day, profile=PROFILE, now=hours[-1].end + timedelta(minutes=10))
    assert len(whole.files) == 4 * count + 2


@pytest.mark.django_db(transaction=True)
def test_an_hour_waits_for_what_began_before_its_end() -> None:
    now = timezone.now()
    make(now)
    hour = hour_of(now)
    settled = hour.end + timedelta(minutes=5)
    with newest_transaction():
        assert make(settled) == (HourTry(hour, made=False),)
        assert open_hours(vault="2AA", now=settled)[0].trouble == ""
        named = settled + TERMS.wait_most
        assert make(named - timedelta(seconds=1)) == (HourTry(hour, made=False),)
        assert make(named) == (HourTry(hour, made=False, trouble=HourTrouble.UNDER_WAY),)
        assert open_hours(vault="2AA", now=named)[0].trouble == "under-way"
    until = monotonic() + PATIENCE_SECONDS  # transactions of tests beside this one come to an end too
    while not (tried := make(named))[0].made and monotonic() < until:
        sleep(0.05)
    assert tried == (HourTry(hour, made=True),)
    assert open_hours(vault="2AA", now=named) == ()


def test_hours_that_were_missed_are_made_some_at_a_time() -> None:
    make(at(9, 30))
    assert [each.hour.number for each in make(at(18, 30))] == [9, 10, 11, 12, 13, 14]
    assert HOURS_AT_ONCE == 6
    assert [each.hour.number for each in make(at(18, 31))] == [15, 16, 17]
    assert make(at(18, 32)) == ()


@pytest.mark.parametrize("at_line", ["keep_files", "gathered_hour", "lock_safe"])
def test_a_process_that_is_killed_leaves_an_hour_that_is_made_later(at_line: str) -> None:
    make(at(9, 30))
    real = getattr(hourly_files, at_line)

    def killed(*given: object, **named: object) -> None:
        real(*given, **named)
        raise SystemExit(137)

    with mock.patch.object(hourly_files, at_line, killed), pytest.raises(SystemExit):
        make(at(10, 6))
    assert not SafeFile.objects.exists(), "all of an hour, or nothing"
    assert make(at(10, 7)) == (HourTry(hour_of(at(9)), made=True),)
    assert SafeFile.objects.count() == 4


def test_a_process_that_is_killed_after_its_look_is_followed_by_another() -> None:
    make(at(9, 30))
    real = horizon.look_at_hours

    def killed(*given: object, **named: object) -> None:
        real(*given, **named)  # type: ignore[arg-type]
        raise SystemExit(137)

    with mock.patch.object(horizon, "look_at_hours", killed), pytest.raises(SystemExit):
        make(at(10, 6))
    assert HourMark.objects.get(starts_at=at(9)).looked_at == at(10, 6)
    assert make(at(10, 7)) == (HourTry(hour_of(at(9)), made=True),)
    assert HourMark.objects.get(starts_at=at(9)).looked_at == at(10, 6)


def test_a_day_that_was_made_first_has_its_hours(tmp_path: Path) -> None:
    deliver_due(profile=PROFILE, safe=FolderSafe(tmp_path), now=at(22, 30))
    make(at(22, 30))
    deliver_due(profile=PROFILE, safe=FolderSafe(tmp_path), now=at(24, 6))
    assert SafeFile.objects.count() == 98
    assert [each.made for each in make(at(24, 7))] == [True, True]
    assert SafeFile.objects.count() == 98
    assert {mark.made_at for mark in HourMark.objects.filter(made_at__isnull=False)} == {at(24, 6)}


@pytest.mark.parametrize(("named", "marks"), [("", 0), ("sandbox", 1)])
def test_the_worker_makes_hours_for_a_house_with_a_safe(settings: LazySettings, named: str, marks: int) -> None:
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": named}
    tasks.make_hours()
    tasks.make_hours()
    assert HourMark.objects.count() == marks


def test_two_processes_make_an_hour_once() -> None:
    make(at(9, 30))
    with mock.patch.object(hourly_files, "alone") as lock:
        lock.return_value.__enter__.return_value = False
        assert make(at(10, 6)) == ()
    assert not SafeFile.objects.exists()
