"""Evidence is chained seconds behind, what comes late is not lost, and rows that go or change are named (T20)."""

import time
from datetime import timedelta
from typing import Final
from uuid import uuid4

import pytest
from django.db import connection

from reporting import operations
from reporting.making.faults import ChainFault
from reporting.making.streams import STREAMS
from reporting.models import ChainLink
from reporting.operations import chaining
from reporting.operations.chain_proof import verify_chains
from tables.operations.clocks import note_clock
from tables.operations.connections import Closed, Opened, note_connections
from tests.connections import connect
from tests.croupiers import paper_table
from tests.factories import MACAU, PONTO_WINS, Floor
from tests.kept_rows import furnished
from tests.tampering import past_triggers

PATIENCE_SECONDS: Final = 300


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def chain(floor: Floor, *, patient: bool = True) -> int:
    """Two sweeps: a look, and what it saw; between them the transactions of tests beside this one come to an end."""
    first = operations.extend_chain(now=floor.now)
    over = time.monotonic() + (PATIENCE_SECONDS if patient else 0)
    while time.monotonic() < over and not _are_over():
        time.sleep(0.05)
    return first + operations.extend_chain(now=floor.now)


def _are_over() -> bool:
    """Whether every transaction that the last looks saw is over: the server's, not this database's alone."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT bool_and(pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= horizon) FROM reporting_chainmark"
        )
        return cursor.fetchone()[0] is not False


@pytest.fixture
def house(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Floor:
    monkeypatch.setattr(chaining, "LAG", "0 seconds")
    return furnished(_house, Floor())


def _house(floor: Floor) -> Floor:
    """Two rounds that were played, one that is void, a socket that is closed and one that is open; all chained."""
    table, ana = floor.table(MACAU, code="lua"), floor.player("ana")
    floor.sit(ana, table)
    for _ in range(2):
        floor.open_round(table, PONTO_WINS)
        floor.bet(ana, table, ponto=100_00)
        floor.settle(table)
    floor.open_round(table, PONTO_WINS)
    floor.void(table)
    floor.step(table)
    sockets = [Opened(uuid4(), ana.id, table, floor.now, "192.0.2.7", "Firefox · Linux") for _ in range(3)]
    end = Closed(sockets[1].code, floor.now, 1006)
    note_connections(process=uuid4(), opened=sockets, closed=[end], now=floor.now)
    note_clock(dealer="host/1/moon", ahead=timedelta(milliseconds=240), agrees=False, now=floor.now)
    assert paper_table(floor).read("4S").refusal  # kept as any card that was read
    floor.wait(days=1)
    assert operations.make_due_reports(now=floor.now)
    assert chain(floor) > 0
    return floor


def faults(floor: Floor) -> set[tuple[str, str]]:
    """Stream and word of each difference of the chains."""
    return {(one.subject.split()[0], one.why.value) for one in verify_chains().differences}


def test_everything_settled_is_chained_and_agrees(house: Floor) -> None:
    found = verify_chains()
    assert found.differences == ()
    assert {name for name, count in found.rows.items() if count} == set(STREAMS)
    assert found.rows["rounds"] == 3
    assert {
        name: found.rows[name] for name in ("openings", "cards", "connections", "disconnections", "clocks", "reports")
    } == {
        "openings": 1,
        "cards": 1,
        "connections": 3,
        "disconnections": 1,
        "clocks": 1,
        "reports": 1,
    }
    assert operations.extend_chain(now=house.now) == 0
    proof = operations.record_proof(now=house.now)
    assert proof.agrees, proof.differences
    assert proof.heads["ledger"]["digest"] == found.heads["ledger"]["digest"]
    assert proof.parts["chain-rounds"] == 3


def test_links_follow_one_another_in_batches(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    with past_triggers():
        sql("TRUNCATE reporting_chainlink")
    monkeypatch.setattr(chaining, "BATCH", 3)
    seen: list[tuple[str, int]] = []
    while chain(house):
        pass
    links = list(ChainLink.objects.filter(stream="ledger").order_by("number"))
    assert [link.number for link in links] == list(range(1, len(links) + 1))
    assert all(link.count <= 3 for link in links)
    assert [link.previous for link in links[1:]] == [link.digest for link in links[:-1]]
    assert verify_chains(step=lambda name, rows: seen.append((name, rows))).differences == ()


NOTICE = (
    "INSERT INTO players_paymentnotice (provider, event, kind, provider_ref, currency, owner_name, outcome,"
    " received_at) VALUES ('x', gen_random_uuid(), 'authorised', '', '', '', 'nothing-new', now())"
)


def test_a_row_that_is_committed_late_is_waited_for(house: Floor) -> None:
    before = verify_chains().rows["notices"]
    with connect() as slow:
        slow.execute(NOTICE)
        sql(NOTICE)
        assert chain(house, patient=False) == 0, "the later number is there, and an earlier one may still come"
        slow.commit()
    chain(house)
    chain(house)
    found = verify_chains()
    assert (found.rows["notices"], found.differences) == (before + 2, ())


def test_the_newest_transaction_is_waited_for_too(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The later number may be an older transaction's: none that had begun is left out."""
    before = verify_chains().rows["notices"]
    monkeypatch.setattr(chaining, "STREAMS", {"notices": STREAMS["notices"]})
    with connect() as older, connect() as newest:
        older.execute("SELECT pg_current_xact_id()")
        newest.execute(NOTICE)
        older.execute(NOTICE)
        older.commit()
        assert (chain(house, patient=False), chain(house, patient=False)) == (0, 0)
        newest.commit()
    chain(house)
    chain(house)
    found = verify_chains()
    assert (found.rows["notices"], found.differences) == (before + 2, ())


TAMPERED: dict[str, tuple[str, set[tuple[str, str]]]] = {
    "slip deleted": (
        "DELETE FROM tables_slip WHERE id = (SELECT min(id) FROM tables_slip)",
        {("slips", "row-missing")},
    ),
    "slip moved": (
        "UPDATE tables_slip SET received_at = received_at - interval '1 second'",
        {("slips", "row-changed")},
    ),
    "cards swapped": (
        "UPDATE tables_round SET cards = ARRAY[cards[2], cards[1]] || cards[3:]",
        {("rounds", "row-changed")},
    ),
    "bet changed": ("UPDATE tables_bet SET prize = prize + 1", {("rounds", "row-changed")}),
    "audit erased": (
        "DELETE FROM players_auditentry WHERE id IN (SELECT id FROM players_auditentry ORDER BY id LIMIT 5)",
        {("audit", "row-missing")},
    ),
    "audit changed": ("UPDATE players_auditentry SET by = 1", {("audit", "row-changed")}),
    "notice forged": (
        "UPDATE players_paymentnotice SET amount = 1",
        {("notices", "row-changed")},
    ),
    "shown cards swapped": (
        "UPDATE tables_voidopening SET cards = ARRAY[cards[2], cards[1]] || cards[3:]",
        {("openings", "row-changed")},
    ),
    "opening erased": ("DELETE FROM tables_voidopening", {("openings", "row-missing")}),
    "card read changed": ("UPDATE tables_cardevent SET card = '9S'", {("cards", "row-changed")}),
    "card read erased": ("DELETE FROM tables_cardevent", {("cards", "row-missing")}),
    "connection erased": (
        "DELETE FROM tables_connection WHERE id = (SELECT min(id) FROM tables_connection)",
        {("connections", "row-missing")},
    ),
    "closed connection erased": (
        "DELETE FROM tables_connection WHERE closed_at IS NOT NULL",
        {("connections", "row-missing"), ("disconnections", "row-changed")},
    ),
    "address of another": (
        "UPDATE tables_connection SET address = '198.51.100.1' WHERE id = (SELECT min(id) FROM tables_connection)",
        {("connections", "row-changed")},
    ),
    "end moved": (
        "UPDATE tables_connection SET closed_at = closed_at + interval '1 minute' WHERE closed_at IS NOT NULL",
        {("disconnections", "row-changed")},
    ),
    "end taken back": (
        "UPDATE tables_connection SET closed_at = NULL, close_code = NULL",
        {("disconnections", "row-changed")},
    ),
    "number of an end erased": ("DELETE FROM tables_closedconnection", {("disconnections", "row-missing")}),
    "clock set right": ("UPDATE tables_clockchange SET ahead_ms = 20", {("clocks", "row-changed")}),
    "clock's change erased": ("DELETE FROM tables_clockchange", {("clocks", "row-missing")}),
    "report rewritten": (
        "UPDATE reporting_dailyreport SET document = replace(document, '1', '2'),"
        " sha256 = encode(sha256(convert_to(replace(document, '1', '2'), 'UTF8')), 'hex')",
        {("reports", "row-changed")},
    ),
    "report erased": ("DELETE FROM reporting_dailyreport", {("reports", "row-missing")}),
    "line put between": (
        "DELETE FROM players_auditentry WHERE id = (SELECT min(id) + 1 FROM players_auditentry);"
        " INSERT INTO players_auditentry (id, at, act, origin, login, change, subject, subject_id, after)"
        " SELECT min(id) + 1, now(), 1, '', '', 'insert', 'x', '', '{}' FROM players_auditentry",
        {("audit", "row-changed")},
    ),
    "link rewritten": ("UPDATE reporting_chainlink SET rows = repeat('0', 64)", {("ledger", "link-broken")}),
    "link taken out": (
        "DELETE FROM reporting_chainlink WHERE stream = 'ledger'",
        {("ledger", "chain-cut")},
    ),
    "round erased whole": (
        "DELETE FROM wallet_transfer WHERE reference = (SELECT code FROM tables_round WHERE phase = 'settled'"
        " ORDER BY id DESC LIMIT 1);"
        " UPDATE wallet_account a SET balance = coalesce((SELECT balance_after FROM wallet_transfer WHERE"
        " a.id IN (debit_account, credit_account) ORDER BY id DESC LIMIT 1), 0) WHERE kind = 'player';"
        " DELETE FROM tables_bet WHERE round_id = (SELECT max(id) FROM tables_round WHERE phase = 'settled');"
        " DELETE FROM tables_slip WHERE round_id = (SELECT max(id) FROM tables_round WHERE phase = 'settled');"
        " DELETE FROM tables_finishedround WHERE round_id = (SELECT max(id) FROM tables_round WHERE phase = 'settled');"
        " DELETE FROM tables_round WHERE id = (SELECT max(id) FROM tables_round WHERE phase = 'settled')",
        {("ledger", "row-missing"), ("slips", "row-missing"), ("rounds", "row-missing")},
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_with_what_is_chained_is_named(house: Floor, what: str) -> None:
    assert operations.record_proof(now=house.now).agrees
    statement, expected = TAMPERED[what]
    with past_triggers():
        sql(statement)
    assert expected <= faults(house)
    proof = operations.record_proof(now=house.now)
    assert {one.where for one in proof.differences} >= {"chain"}


def test_an_erased_rounds_ledger_agrees_and_only_the_chain_tells(house: Floor) -> None:
    with past_triggers():
        sql(TAMPERED["round erased whole"][0])
    proof = operations.record_proof(now=house.now)
    assert {one.where for one in proof.differences if one.where in {"ledger", "rounds", "house"}} == set()
    (missing,) = [one.subject for one in verify_chains().differences if one.subject.startswith("rounds")]
    assert missing.split()[1].isdigit(), "one round, by its number"


def test_the_row_is_named(house: Floor) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM wallet_transfer WHERE code = 'payout' ORDER BY id LIMIT 1")
        (line,) = cursor.fetchone()
    with past_triggers():
        sql(f"UPDATE wallet_transfer SET reference = 'x' WHERE id = {line}")
    assert [(one.subject, one.why) for one in verify_chains().differences] == [
        (f"ledger {line}", ChainFault.ROW_CHANGED)
    ]
