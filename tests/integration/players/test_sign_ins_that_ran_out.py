"""A sign-in whose session ran out by itself ends when the session did, and the regulator's file of sign-ins says so."""

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from casino import tasks
from players.access.file_facts import sign_ins_told
from players.access.operations import sign_in
from players.models import Device
from tests.factories import Actor, Floor
from tests.rules import rule


@pytest.fixture
def rita(floor: Floor) -> Actor:
    return floor.player("rita", cents=0)


def signed_in(player: Actor, session: str, *, at: datetime, until: datetime) -> None:
    Session.objects.create(session_key=session, session_data="", expire_date=until)
    sign_in.complete_sign_in(person_id=player.id, session=session, address="192.0.2.1", device="x", now=at)


def ends() -> list[datetime | None]:
    return list(Device.objects.order_by("pk").values_list("ended_at", flat=True))


@rule("PT-68", asserts="A sign-in that runs out after half an hour is told with its end at that moment, once.")
def test_it_ends_when_its_session_did(floor: Floor, rita: Actor) -> None:
    over = floor.now + timedelta(minutes=30)
    signed_in(rita, "a" * 40, at=floor.now, until=over)
    assert sign_in.end_expired(now=over - timedelta(seconds=1)) == 0
    assert sign_in.end_expired(now=over + timedelta(seconds=40)) == 1
    assert sign_in.end_expired(now=over + timedelta(seconds=50)) == 0, "it ends once"
    assert ends() == [over]
    told = sign_ins_told(since=floor.now, until=over + timedelta(minutes=1))
    assert [(each.ends, each.at) for each in told] == [(False, floor.now), (True, over)]


def test_one_that_is_found_late_changes_no_day_that_was_told(floor: Floor, rita: Actor) -> None:
    over = floor.now + timedelta(minutes=30)
    signed_in(rita, "a" * 40, at=floor.now, until=over)
    found = over + timedelta(hours=2)
    assert sign_in.end_expired(now=found) == 1
    assert ends() == [found - timedelta(minutes=4)]


def test_those_in_use_those_without_a_session_and_those_that_ended_stay(floor: Floor, rita: Actor) -> None:
    signed_in(rita, "a" * 40, at=floor.now, until=floor.now + timedelta(hours=3))
    signed_in(rita, "b" * 40, at=floor.now, until=floor.now + timedelta(minutes=5))
    sign_in.end_devices(person_id=rita.id, session="b" * 40, now=floor.now)
    sign_in.complete_sign_in(person_id=rita.id, session="c" * 40, address="", device="", now=floor.now)
    assert sign_in.end_expired(now=floor.now + timedelta(hours=2)) == 0
    assert ends() == [None, floor.now, None]


def test_many_end_by_and_by_and_the_worker_does_it(floor: Floor, rita: Actor) -> None:
    past = timezone.now() - timedelta(hours=2)
    for letter in "abc":
        signed_in(rita, letter * 40, at=past, until=past + timedelta(minutes=30))
    assert sign_in.end_expired(now=timezone.now(), limit=2) == 2
    tasks.end_sign_ins()
    assert None not in ends()
