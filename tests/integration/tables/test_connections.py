"""The log of connections (PT-53): told in passing, written aside, never in the way."""

import asyncio
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone

from tables.live import connection_log
from tables.live.connection_log import ConnectionLog, device_family
from tables.models import Connection, Round
from tables.operations.connections import Closed, Opened, note_connections
from tables.queries import ConnectionEnd, connections_of_round, network_of
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, Floor
from tests.patience import PATIENCE_SECONDS
from tests.tampering import as_owner


def played(floor: Floor) -> tuple[int, int, Round]:
    """A table, its one player, a settled round."""
    table, ana = floor.table(PONTO_E_BANCA), floor.player("ana")
    floor.sit(ana, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(ana, table, ponto=2_00)
    floor.settle(table)
    return table, ana.id, Round.objects.get(code=code)


def opened(person: int, table: int, at: Any) -> Opened:
    return Opened(uuid.uuid4(), person, table, at, "192.0.2.7", "Firefox · Linux")


def test_an_end_is_told_once_and_repeats_change_nothing(floor: Floor) -> None:
    table, ana, round_ = played(floor)
    process, one = uuid.uuid4(), opened(ana, table, round_.opened_at)
    end = Closed(one.code, round_.opened_at + timedelta(seconds=3), 1006)
    for _ in range(2):
        note_connections(process=process, opened=[one], closed=[end], now=floor.now)
    later = Closed(one.code, floor.now, 1000)
    note_connections(process=process, opened=[], closed=[later], now=floor.now)
    row = Connection.objects.get()
    assert (row.closed_at, row.close_code) == (end.at, 1006)
    for change in ({"closed_at": floor.now}, {"address": "198.51.100.1"}, {"opened_at": floor.now}):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            Connection.objects.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        Connection.objects.all().delete()


def test_of_a_dead_process_the_end_is_said_to_be_unknown(floor: Floor) -> None:
    table, ana, round_ = played(floor)
    assert round_.settled_at is not None
    seen = round_.opened_at + timedelta(seconds=1)
    note_connections(process=uuid.uuid4(), opened=[opened(ana, table, seen)], closed=[], now=seen)
    late = round_.settled_at + timedelta(minutes=5)
    (card,) = connections_of_round(round_code=round_.code, person_id=None, now=late)
    assert (card.end, card.ended_at, card.close_code) == (ConnectionEnd.UNKNOWN, seen, None)


def test_connections_before_or_after_the_round_are_not_of_it(floor: Floor) -> None:
    table, ana, round_ = played(floor)
    assert round_.settled_at is not None
    before = opened(ana, table, round_.opened_at - timedelta(hours=1))
    during = opened(ana, table, round_.opened_at - timedelta(minutes=1))
    after = opened(ana, table, round_.settled_at + timedelta(seconds=1))
    ends = [
        Closed(before.code, round_.opened_at - timedelta(seconds=1), 1001),
        Closed(during.code, round_.settled_at + timedelta(seconds=1), 1001),
    ]
    note_connections(process=uuid.uuid4(), opened=[before, during, after], closed=ends, now=after.at)
    cards = connections_of_round(round_code=round_.code, person_id=ana, now=after.at)
    assert [(card.opened_at, card.end, card.ended_at) for card in cards] == [(during.at, ConnectionEnd.HELD, None)]
    assert connections_of_round(round_code=round_.code, person_id=ana + 1, now=after.at) == ()
    assert connections_of_round(round_code="nada", person_id=None, now=after.at) == ()


async def test_while_the_database_is_away_nothing_waits_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[int, int]] = []
    away, tried, done = True, asyncio.Event(), asyncio.Event()

    async def write(function: Callable[..., Any], **told: Any) -> None:
        if away:
            tried.set()
            raise OperationalError("gone")
        written.append((len(told["opened"]), len(told["closed"])))
        if len(written) == 2:
            done.set()

    monkeypatch.setattr(connection_log, "write", write)
    monkeypatch.setattr(connection_log, "AGAIN", 0.01)
    log = ConnectionLog()
    codes = [log.opened(person_id=1, table_id=1, at=timezone.now(), scope={}) for _ in range(300)]
    await asyncio.wait_for(tried.wait(), PATIENCE_SECONDS)
    log.closed(codes[0], at=timezone.now(), close_code=1006)
    assert written == []
    away = False
    await asyncio.wait_for(done.wait(), PATIENCE_SECONDS)
    await log.stop()
    assert written == [(256, 1), (44, 0)]


@pytest.mark.parametrize(
    ("agent", "family"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
        ("<script>", ""),
        ("", ""),
    ],
)
def test_of_a_browser_only_the_family_is_kept(agent: str, family: str) -> None:
    assert device_family(agent) == family


@pytest.mark.parametrize(
    ("address", "network"),
    [("192.0.2.7", "192.0.…"), ("2001:db8:1:2::3", "2001:db8:1:…"), ("", ""), ("testserver", "")],
)
def test_of_an_address_only_the_network_is_shown(address: str, network: str) -> None:
    assert network_of(address) == network
