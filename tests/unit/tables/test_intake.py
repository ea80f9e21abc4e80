"""Slips in the intake while the database is away or slow: all are answered in time, and not tried one by one."""

import asyncio
import threading
import uuid
from collections.abc import Sequence
from datetime import datetime

import pytest
from django.db import Error, InternalError, OperationalError
from psycopg.errors import InFailedSqlTransaction, ReadOnlySqlTransaction
from psycopg_pool import PoolTimeout

from tables.live import intake
from tables.operations.bets import Answer, Slip
from tests.factories import NOON
from tests.patience import PATIENCE_SECONDS


def _slips(count: int) -> list[Slip]:
    facts = {"table_id": 1, "round_code": "r", "lines": {"ponto": 1_00}, "received_at": NOON}
    return [Slip(key=uuid.uuid4(), person_id=number, **facts) for number in range(count)]  # type: ignore[arg-type]


async def _told(monkeypatch: pytest.MonkeyPatch, cause: Exception) -> list[int]:
    """Three slips at once, and every attempt failing so: of how many slips each attempt was."""
    tried: list[int] = []

    def fail(slips: Sequence[Slip], *, now: datetime) -> tuple[Answer, ...]:
        tried.append(len(slips))
        raise OperationalError("no answer") from cause

    monkeypatch.setattr(intake, "take_slips", fail)
    taking = intake.Intake()
    answers = await asyncio.gather(*(taking.submit(slip) for slip in _slips(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [OperationalError] * 3
    return tried


async def test_no_connection_is_told_to_everybody_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attempt has waited ten seconds for a connection: another would have the players wait again."""
    assert await _told(monkeypatch, PoolTimeout("none within 10 s")) == [3]


async def test_a_fault_in_one_slip_does_not_touch_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await _told(monkeypatch, Exception("a lock")) == [3] * intake.TRIES + [1] * 3 * intake.TRIES


@pytest.mark.parametrize(
    ("cause", "times"), [(ReadOnlySqlTransaction("read-only"), 2), (InFailedSqlTransaction("aborted"), 1)]
)
async def test_a_server_that_only_reads_now_is_asked_again_with_the_same_keys(
    monkeypatch: pytest.MonkeyPatch, cause: Exception, times: int
) -> None:
    """Django calls both InternalError; only the first says that the same slips may be taken elsewhere."""
    tried: list[list[uuid.UUID]] = []

    def take(slips: Sequence[Slip], *, now: datetime) -> tuple[Answer, ...]:
        tried.append([slip.key for slip in slips])
        if len(tried) == 1:
            raise InternalError("no") from cause
        return tuple(Answer(slip=slip, refused=None) for slip in slips)

    monkeypatch.setattr(intake, "take_slips", take)
    taking = intake.Intake()
    (slip,) = _slips(1)
    if times == 1:
        with pytest.raises(Error):
            await taking.submit(slip)
    else:
        assert (await taking.submit(slip)).slip == slip
    assert tried == [[slip.key]] * times
    await taking.stop()


async def test_a_slip_waits_no_longer_than_its_socket_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is being written for too long, another waits behind it: both hear so, and the other is never written."""
    taken: list[uuid.UUID] = []
    released = threading.Event()

    def take(slips: Sequence[Slip], *, now: datetime) -> tuple[Answer, ...]:
        taken.extend(slip.key for slip in slips)
        released.wait(PATIENCE_SECONDS)
        return tuple(Answer(slip=slip, refused=None) for slip in slips)

    monkeypatch.setattr(intake, "take_slips", take)
    monkeypatch.setattr(intake, "WAIT_SECONDS", 0.3)
    taking = intake.Intake()
    written, waiting, last = _slips(3)
    first = asyncio.create_task(taking.submit(written))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not taken:
            await asyncio.sleep(0.01)
        answers = await asyncio.gather(first, taking.submit(waiting), return_exceptions=True)
        assert [type(answer) for answer in answers] == [intake.IntakeBusy] * 2
        monkeypatch.setattr(intake, "WAIT_SECONDS", PATIENCE_SECONDS)
        released.set()
        assert (await taking.submit(last)).slip == last
    assert taken == [written.key, last.key]
    await taking.stop()
