"""A lease has one holder at a time, an end, and a number that grows as it changes hands."""

from datetime import UTC, datetime, timedelta

import pytest

from casino import beat
from casino.celery import app
from reporting.operations import leases
from tables.live import clock

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
LENGTH = timedelta(seconds=10)


def take(holder: str, seconds: float) -> int | None:
    return leases.take(name="beat", holder=holder, now=NOON + timedelta(seconds=seconds), length=LENGTH)


def test_one_holds_it_until_its_end() -> None:
    assert take("a", 0) == 1
    assert take("b", 5) is None
    assert take("a", 8) == 1  # renewed: until 18
    assert take("b", 17) is None
    assert take("b", 18) == 2
    assert take("a", 19) is None


def test_what_is_given_back_is_free_at_once() -> None:
    take("a", 0)
    leases.give_back(name="beat", holder="b", now=NOON)
    assert take("b", 1) is None
    leases.give_back(name="beat", holder="a", now=NOON + timedelta(seconds=1))
    assert take("b", 1) == 2


class Sent(list[str]):
    """The tasks that a beat sent."""


@pytest.fixture
def beats(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> tuple[beat.Scheduler, beat.Scheduler, Sent]:
    """Two machines' beats on one database, each with its own schedule file; nothing reaches a broker."""
    sent = Sent()
    monkeypatch.setattr(clock, "keep", lambda *, wait: None)
    monkeypatch.setattr(clock, "skew", timedelta)

    def note(self: beat.Scheduler, entry: object, producer: object = None) -> None:
        sent.append(self._holder)

    monkeypatch.setattr(beat.Scheduler, "apply_entry", note)
    monkeypatch.setattr(beat.Scheduler, "producer", None)
    first, second = (
        beat.Scheduler(app=app, schedule_filename=f"{tmp_path}/{name}", max_interval=5) for name in ("a", "b")
    )
    return first, second, sent


@pytest.mark.django_db(transaction=True)
def test_only_the_holder_of_the_lease_sends(
    beats: tuple[beat.Scheduler, beat.Scheduler, Sent], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, sent = beats
    for each in (first, second):
        for entry in each.schedule.values():
            entry.last_run_at -= timedelta(days=1)
    for _ in range(5):
        first.tick()
        second.tick()
    assert set(sent) == {first._holder}
    first.close()
    second._asked = -1e9
    sent.clear()
    second.tick()
    assert set(sent) == {second._holder}


@pytest.mark.django_db(transaction=True)
def test_a_frozen_holder_sends_nothing_when_it_wakes(beats: tuple[beat.Scheduler, beat.Scheduler, Sent]) -> None:
    first, second, sent = beats
    first.tick()
    first._ends = first._asked = -1e9  # it slept over its end,
    leases.give_back(name="beat", holder=first._holder, now=clock.now())
    assert second._holds()  # and another took it
    sent.clear()
    for _ in range(3):
        first.tick()
    assert sent == []
