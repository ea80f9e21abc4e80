"""Processes tell of themselves minute by minute: the rows that are kept, read back, and deleted after a day."""

from datetime import UTC, datetime, timedelta

import pytest

from casino.web import pulse
from casino.web.pulse import Pulse
from kernel import measures
from reporting.models import ProcessMinute
from reporting.operations import processes as operations
from reporting.operations.processes import Sign
from reporting.queries.processes import ProcessKind, course, processes

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def sign(
    process: str = "a:1:x",
    kind: ProcessKind = ProcessKind.WEB,
    *,
    figures: dict[str, int] | None = None,
    slips: tuple[int, ...] = (),
    ended: bool = False,
) -> Sign:
    return Sign(
        process=process,
        kind=kind,
        host=process.split(":", 1)[0],
        version="sabot 0.1.0",
        began_at=NOON - MINUTE,
        figures=figures or {},
        slips=slips,
        ended=ended,
    )


def test_a_minute_is_one_row_however_often_it_is_told() -> None:
    for second in range(0, 60, 10):
        operations.note(sign=sign(figures={"sockets": second}), now=NOON + second * SECOND)
    operations.note(sign=sign(figures={"sockets": 7}), now=NOON + MINUTE)
    rows = ProcessMinute.objects.order_by("minute").values_list("minute", "seen_at", "figures")
    assert list(rows) == [
        (NOON, NOON + 50 * SECOND, {"sockets": 50}),
        (NOON + MINUTE, NOON + MINUTE, {"sockets": 7}),
    ]


def test_each_process_is_told_with_its_last_minute_and_its_signs_of_life() -> None:
    failed = {"steps_failed": 2}
    for minute in (0, 1, 3):
        operations.note(sign=sign("b:2:y", ProcessKind.DEALER, figures=failed), now=NOON + minute * MINUTE)
    operations.note(sign=sign(figures={"sockets": 5}), now=NOON + 2 * MINUTE)
    now = NOON + 6 * MINUTE
    web, dealer = processes(since=NOON, now=now)
    assert (web.kind, web.host, web.figures, web.lately) == (ProcessKind.WEB, "a", {"sockets": 5}, {})
    assert dealer.minutes == {NOON, NOON + MINUTE, NOON + 3 * MINUTE}
    assert dealer.lately == {"steps_failed": 2}, "of the last five minutes alone"
    assert dealer.silent(now)
    assert not dealer.silent(NOON + 3 * MINUTE + 60 * SECOND)


def test_one_that_said_goodbye_is_not_silent() -> None:
    operations.note(sign=sign(), now=NOON)
    operations.note(sign=sign(ended=True), now=NOON + 20 * SECOND)
    operations.note(sign=sign(), now=NOON + 20 * SECOND)  # one that was on its way as the process ended
    [card] = processes(since=NOON, now=NOON + 10 * MINUTE)
    assert card.ended
    assert not card.silent(NOON + 10 * MINUTE)


def test_the_course_adds_up_what_all_processes_measured_in_a_step() -> None:
    operations.note(sign=sign("a:1:x", slips=(1, 2, 0), figures={"sockets": 3}), now=NOON)
    operations.note(sign=sign("b:1:x", slips=(0, 4, 1), figures={"sockets": 4}), now=NOON)
    operations.note(sign=sign("b:1:x", slips=(1, 0, 0), figures={"sockets": 9}), now=NOON + MINUTE)
    operations.note(sign=sign("c:1:x", ProcessKind.BEAT), now=NOON + 2 * MINUTE)
    found = course(since=NOON, step=MINUTE)
    assert [(each.at, each.slips, each.sockets) for each in found] == [
        (NOON, (1, 6, 1), 7),
        (NOON + MINUTE, (1, 0, 0), 9),
        (NOON + 2 * MINUTE, (), None),
    ]
    [whole] = course(since=NOON, step=timedelta(hours=1))
    assert (whole.slips, whole.sockets) == ((2, 6, 1), 9), "the most of any minute"


def test_minutes_go_after_a_day() -> None:
    operations.note(sign=sign(), now=NOON)
    operations.note(sign=sign(), now=NOON + 26 * timedelta(hours=1))
    assert operations.forget(now=NOON + 26 * timedelta(hours=1)) == 1
    assert ProcessMinute.objects.count() == 1


def test_a_pulse_tells_what_the_minute_has_so_far() -> None:
    """What was counted between the last sign of a minute and the first of the next belongs to the next."""
    beats = Pulse(ProcessKind.WEB, "a:1:x", grows=lambda: {"tasks": grown[0]})
    grown = [5]
    assert beats.sign(now=NOON).figures["tasks"] == 0, "from its beginning on"
    grown[0] = 8
    measures.SLIP_SECONDS.observe(0.004)
    told = beats.sign(now=NOON + 10 * SECOND)
    assert (told.figures["tasks"], told.slips[0], sum(told.slips)) == (3, 1, 1)
    grown[0] = 9
    again = beats.sign(now=NOON + 50 * SECOND)
    assert (again.figures["tasks"], sum(again.slips)) == (4, 1)
    grown[0] = 10
    following = beats.sign(now=NOON + MINUTE)
    assert (following.figures["tasks"], following.slips) == (1, ())
    assert following.began_at == NOON


def test_a_pulse_without_a_database_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def away(**_: object) -> None:
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(pulse.processes, "note", away)
    monkeypatch.setattr("casino.web.pulse.connection.close", lambda: None)
    Pulse(ProcessKind.WORKER).beat()
