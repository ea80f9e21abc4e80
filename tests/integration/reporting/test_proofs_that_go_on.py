"""The hourly proof of a large house goes on from the one before; the whole one is made in slices (ADR 0252)."""

from contextlib import suppress
from datetime import timedelta
from types import SimpleNamespace
from typing import Final

import pytest
from django.db import IntegrityError, connection, transaction

from reporting import operations, queries, tasks
from reporting.models import ChainLink, LedgerProof, ProofSlice
from reporting.operations import chaining, proof_slices
from reporting.operations.proofs import TRAIL_PARTS
from reporting.queries import ProofCard
from tables.operations import seats
from tests.connections import connect
from tests.factories import MACAU, PONTO_WINS, Actor, Floor
from tests.integration.reporting.test_chain import chain
from tests.tampering import as_owner, past_triggers

OLD_LINE: Final = "UPDATE wallet_transfer SET reference = 'x' WHERE id = (SELECT min(id) FROM wallet_transfer)"
OLD_BET: Final = (
    "UPDATE tables_bet SET returned = returned + 1 WHERE id = (SELECT min(id) FROM tables_bet WHERE stake > 0)"
)


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


class House:
    """A house that is large by decree, with a table and a player who plays on."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.table, self.ana = self.floor.table(MACAU, code="lua"), self.floor.player("ana")
        self.floor.sit(self.ana, self.table)

    def play(self, rounds: int = 1) -> None:
        for _ in range(rounds):
            self.floor.open_round(self.table, PONTO_WINS)
            self.floor.bet(self.ana, self.table, ponto=100_00)
            self.floor.settle(self.table)
        self.floor.wait(minutes=1)

    def leave(self) -> None:
        """Ana's session is over, proven, and more than an hour old."""
        seats.leave(table_id=self.table, person_id=self.ana.id, now=self.floor.now)
        self.chain()
        assert self.hourly().agrees
        self.floor.wait(hours=2)
        assert self.hourly().agrees

    def chain(self) -> None:
        """Everything there is: a look of before may have to be done with first."""
        for _ in range(3):
            chain(self.floor)

    def hourly(self) -> ProofCard:
        self.floor.wait(seconds=30)
        proof = proof_slices.prove_hourly(now=self.floor.now)
        assert proof is not None
        return proof

    def walk(self, *, seconds: float = 600) -> ProofCard | None:
        return proof_slices.prove_slice(now=self.floor.now, seconds=seconds)


@pytest.fixture
def house(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> House:
    """Ten rounds behind it, chained and proven whole at one moment."""
    monkeypatch.setattr(chaining, "LAG", "0 seconds")
    monkeypatch.setattr(chaining, "BATCH", 3)
    monkeypatch.setattr(proof_slices, "AT_ONE_MOMENT_MOST", 0)
    house = House()
    house.play(10)
    house.chain()
    assert operations.record_proof(now=house.floor.now).agrees
    return house


def places(proof: ProofCard) -> set[str]:
    return {one.where for one in proof.differences}


def test_the_hourly_proof_reads_only_what_is_new(house: House) -> None:
    first = house.hourly()
    assert (first.agrees, first.whole) == (True, False)
    house.play()
    second = house.hourly()
    row = LedgerProof.objects.latest("pk")
    assert row.since is not None
    assert second.agrees, second.differences
    lines = 3
    assert second.transfers == first.transfers + lines
    assert second.rounds == first.rounds + 1
    assert row.examined == lines, "nothing was chained since, and ten rounds before were not read again"
    house.chain()
    third = house.hourly()
    fourth = house.hourly()
    assert (third.agrees, fourth.agrees) == (True, True)
    assert (third.transfers, third.rounds) == (second.transfers, second.rounds)
    assert third.parts["chain-rounds"] == 11
    assert LedgerProof.objects.latest("pk").examined == 0


def test_it_comes_to_what_the_whole_one_comes_to(house: House) -> None:
    house.play()
    house.chain()
    since = house.hourly()
    whole = operations.record_proof(now=house.floor.now)
    rows = LedgerProof.objects.order_by("-pk")[:2]
    assert (whole.accounts, whole.transfers, whole.rounds, whole.heads) == (
        since.accounts,
        since.transfers,
        since.rounds,
        since.heads,
    )
    assert whole.parts == since.parts
    assert rows[0].sums == rows[1].sums
    assert queries.latest_proof() == whole


@pytest.mark.parametrize("statement", [OLD_LINE, OLD_BET])
def test_a_row_behind_it_is_found_by_the_slices(house: House, statement: str) -> None:
    house.leave()
    with past_triggers():
        sql(statement)
    assert house.hourly().agrees, "it does not look there; this is what the whole one is for"
    proof = house.walk()
    assert proof is not None
    assert proof.whole
    assert places(proof) >= {"chain"}
    assert {one.subject for one in proof.differences} == {
        one.subject for one in operations.record_proof(now=house.floor.now).differences
    }


def test_what_a_whole_one_found_is_told_until_another_finds_it_no_more(house: House) -> None:
    house.hourly()
    with past_triggers():
        sql(OLD_LINE)
    found = house.walk()
    assert found is not None
    again = house.hourly()
    assert {one.subject for one in again.differences} == {one.subject for one in found.differences}
    assert house.hourly().difference_count == again.difference_count, "told once"
    with past_triggers():
        sql("UPDATE wallet_transfer SET reference = '' WHERE reference = 'x'")
    assert not house.hourly().agrees
    assert operations.record_proof(now=house.floor.now).agrees
    assert house.hourly().agrees


NEW: Final = {
    "balance": ("UPDATE wallet_account SET balance = balance + 1 WHERE kind = 'player'", "ledger", "balance-wrong"),
    "line gone": (
        "DELETE FROM wallet_transfer WHERE id = (SELECT max(id) FROM wallet_transfer WHERE code = 'payout')",
        "ledger",
        "balance-wrong",
    ),
    "line changed": (
        "UPDATE wallet_transfer SET balance_before = balance_before + 1, balance_after = balance_after + 1"
        " WHERE id = (SELECT max(id) FROM wallet_transfer WHERE code = 'stake')",
        "ledger",
        "chain-broken",
    ),
    "line to an old round": (
        "INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, created_at)"
        " SELECT (SELECT id FROM wallet_account WHERE kind = 'gaming' AND currency = 'EUR'), r.stakes_account, 5,"
        " 'prizes', gen_random_uuid(), r.code, now() FROM tables_round r ORDER BY r.id LIMIT 1",
        "rounds",
        "stakes-left",
    ),
    "payout": (
        "UPDATE tables_bet SET returned = returned + 1 WHERE id = (SELECT max(id) FROM tables_bet WHERE stake > 0)",
        "rounds",
        "returned",
    ),
    "house": (
        "UPDATE tables_bet SET returned = returned + 1 WHERE id = (SELECT max(id) FROM tables_bet WHERE stake > 0)",
        "house",
        "gross-revenue",
    ),
    "session": (
        "UPDATE tables_playsession SET staked = staked + 1",
        "sessions",
        "session-sums",
    ),
}


@pytest.mark.parametrize("what", NEW)
def test_what_is_new_is_looked_at_in_every_way(house: House, what: str) -> None:
    statement, where, why = NEW[what]
    house.hourly()
    house.play()
    with past_triggers():
        sql(statement)
    assert (where, why) in {(one.where, one.why) for one in house.hourly().differences}


def test_a_watched_row_is_compared_within_a_day(house: House) -> None:
    house.hourly()
    with past_triggers():
        sql("UPDATE players_person SET verified_at = verified_at + interval '1 day' WHERE nickname = 'ana'")
    assert "trails" in {one.where for _ in range(TRAIL_PARTS) for one in house.hourly().differences}
    proof = house.walk()
    assert proof is not None
    assert [(one.where, one.why) for one in proof.differences] == [("trails", "row-other-than-trail")]
    with past_triggers():
        sql("UPDATE players_person SET verified_at = verified_at - interval '1 day' WHERE nickname = 'ana'")
    assert operations.record_proof(now=house.floor.now).agrees


def test_new_rows_are_named_by_their_chain(house: House) -> None:
    house.play()
    house.chain()
    with past_triggers():
        sql(
            "UPDATE tables_slip SET received_at = received_at - interval '1 second' WHERE id ="
            " (SELECT max(id) FROM tables_slip)"
        )
    (one,) = house.hourly().differences
    assert (one.where, one.why) == ("chain", "row-changed")


def test_a_chain_rewritten_behind_it_is_cut(house: House) -> None:
    house.hourly()
    last = ChainLink.objects.filter(stream="ledger").latest("number").number
    with past_triggers():
        sql(f"UPDATE reporting_chainlink SET digest = repeat('0', 64) WHERE stream = 'ledger' AND number = {last}")
    assert {one.why for one in house.hourly().differences} == {"chain-cut"}


def test_a_proof_that_was_changed_says_so(house: House) -> None:
    with past_triggers():
        sql("UPDATE reporting_ledgerproof SET sums = jsonb_set(sums, '{won,EUR}', '1')")
    assert any(one.where == "chain" and one.subject.startswith("proof") for one in house.hourly().differences)


class Killed(BaseException):
    """As a process that is killed: nothing of the slice is kept."""


def test_the_slices_go_on_where_they_stood(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_slices, "LINKS", 2)
    parts = {"lines": "wallet_transfer", "played": "tables_round", "finished": "tables_finishedround"}
    with connection.cursor() as cursor:
        steps = {"sessions": 100_000, "trails": 1}
        for part, table in parts.items():
            cursor.execute(f"SELECT max(id) - (max(id) - min(id)) * 3 / 4 FROM {table}")
            steps[part] = cursor.fetchone()[0]
    monkeypatch.setattr(proof_slices, "STEPS", steps)
    whole = operations.record_proof(now=house.floor.now)
    original, done = proof_slices._step, 0

    def step(state: proof_slices.State, part: str) -> None:
        """The third step of each slice is its last, by the clock; of each third slice its process is killed there."""
        nonlocal done
        done += 1
        if done % 9 == 0:
            raise Killed
        original(state, part)
        if done % 3 == 0:
            seconds.append(1e12)

    seconds: list[float] = []
    monkeypatch.setattr(proof_slices, "_step", step)
    clock = SimpleNamespace(monotonic=lambda: seconds.pop() if seconds else 0.0)
    monkeypatch.setattr(proof_slices, "time", clock)
    proof = None
    for _ in range(200):
        with suppress(Killed):
            proof = proof_slices.prove_slice(now=house.floor.now, seconds=600)
        if proof:
            break
    monkeypatch.undo()
    monkeypatch.setattr(proof_slices, "AT_ONE_MOMENT_MOST", 0)
    assert proof is not None
    assert proof.agrees, proof.differences
    assert ProofSlice.objects.count() > 5
    assert [one.number for one in ProofSlice.objects.order_by("pk")] == list(range(1, ProofSlice.objects.count() + 1))
    assert (proof.transfers, proof.rounds, proof.heads, proof.parts) == (
        whole.transfers,
        whole.rounds,
        whole.heads,
        whole.parts,
    )
    assert LedgerProof.objects.get(walk=1).sums == LedgerProof.objects.order_by("pk")[0].sums
    assert proof_slices.prove_slice(now=house.floor.now) is None, "the next one is due a day after"
    house.floor.wait(days=1)
    assert house.walk() is not None
    assert set(ProofSlice.objects.values_list("walk", flat=True)) == {1, 2}


def test_never_two_at_once(house: House) -> None:
    with connect() as other:
        for number in (proof_slices.HOURLY, proof_slices.SLICES):
            other.execute("SELECT pg_advisory_lock(%s, %s)", [proof_slices.LOCK, number])
        assert proof_slices.prove_hourly(now=house.floor.now) is None
        assert house.walk() is None
        other.execute("SELECT pg_advisory_unlock_all()")
    assert not ProofSlice.objects.exists()
    assert house.walk() is not None


def test_a_slice_that_was_changed_is_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert house.walk(seconds=0) is None
    with past_triggers():
        sql("UPDATE reporting_proofslice SET state = jsonb_set(state, '{at,lines}', '9')")
    proof = house.walk()
    assert proof is not None
    assert "slice 1/1" in {one.subject for one in proof.differences}


def test_slices_are_only_added(house: House) -> None:
    house.walk(seconds=0)
    for statement in ("UPDATE reporting_proofslice SET number = 9", "DELETE FROM reporting_proofslice"):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            sql(statement)


def test_sessions_that_are_over_are_looked_at_once(house: House) -> None:
    house.leave()
    with past_triggers():
        sql("UPDATE tables_playsession SET staked = staked + 1 WHERE ended_at IS NOT NULL")
    assert house.hourly().agrees
    proof = house.walk()
    assert proof is not None
    assert ("sessions", "session-sums") in {(one.where, one.why) for one in proof.differences}


def test_a_small_house_is_proven_whole_every_hour(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_slices, "AT_ONE_MOMENT_MOST", 4_000_000)
    tasks.prove_ledger()
    tasks.prove_slice()
    assert LedgerProof.objects.latest("pk").since is None
    assert not ProofSlice.objects.exists()


def test_a_large_house_without_sums_waits_for_its_slices(house: House) -> None:
    with past_triggers():
        sql("UPDATE reporting_ledgerproof SET sums = '{}', digest = ''")
    assert proof_slices.prove_hourly(now=house.floor.now) is None
    assert house.walk() is not None
    assert house.hourly().agrees


def test_all_words_are_those_of_the_whole_proof(house: House) -> None:
    """Every fault of a line that the whole proof knows, planted in one range and found by its part too."""
    other: Actor = house.floor.player("rui")
    house.floor.sit(other, house.table)
    house.hourly()
    house.play()
    last = "(SELECT max(id) FROM wallet_transfer WHERE code = '{code}')"
    changes = {
        "payout": "code = 'prize'",
        "prizes": "debit_account = 999999",
        "stake": "code = 'refund', debit_account = credit_account, credit_account = debit_account",
    }
    with past_triggers():
        for code, change in changes.items():
            sql(f"UPDATE wallet_transfer SET {change} WHERE id = {last.format(code=code)}")
    part = {(one.subject, one.why) for one in house.hourly().differences if one.where == "ledger"}
    whole = {
        (one.subject, one.why)
        for one in operations.record_proof(now=house.floor.now + timedelta(hours=1)).differences
        if one.where == "ledger"
    }
    sums = {pair for pair in whole if pair[1] == "balance-wrong"}
    assert sums, "the line that was turned round: its step tells of it in the part, and the player's sum in the whole"
    assert {why for _, why in whole} >= {"account-missing", "kinds-do-not-fit", "step-wrong", "sum-not-zero"}
    assert whole == part | sums
