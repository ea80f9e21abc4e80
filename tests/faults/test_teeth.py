"""The worth of the proofs: faults planted in the rows, each of which must be named, and code without its guards."""

import contextlib
import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from kernel.money import Currency
from reporting.making.guards import GuardFault, verify_guards
from tables import queries
from tables.models import Bet, Round, Slip, Table
from tables.operations import bets, rounds, settling
from tables.operations.shoes import Dealt
from tables.queries.state import result_of
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, Actor, Floor
from tests.faults import evidence
from tests.faults.injection import Fault, How, failing
from tests.rules import rule
from tests.tampering import as_owner, past_triggers
from wallet import operations as wallet
from wallet import queries as wallet_queries
from wallet.chart import AccountKind, Code
from wallet.models import Account, Transfer
from wallet.proof import Why

TERMS = TableSettings(preset="macau", minimum=1_00, max_prize=1_000_00, betting_seconds=20, show_seconds=5)


class Played:
    """One settled round: banca wins with 5, so there are a prize, a commission and lost stakes."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.table = floor.table(TERMS)
        self.rita: Actor = floor.player(cents=1_000_00)
        floor.sit(self.rita, self.table)
        code = floor.open_round(self.table, BANCA_WINS_WITH_5)
        self.slip = floor.slip(self.rita, self.table, {"banca": 10_00, "empate": 1_00})
        self.answer = bets.take_slips([self.slip], now=floor.now)[0]
        floor.settle(self.table)
        self.round = Round.objects.get(code=code)
        account = wallet_queries.account_id(self.rita.key, Currency.EUR)
        assert account is not None
        self.account = account

    def line(self, debit: int, credit: int, amount: int, code: Code) -> None:
        """One more line in the ledger, correct in itself."""
        line = wallet.Line(
            debit=debit, credit=credit, amount=amount, code=code, key=uuid.uuid4(), reference=self.round.code
        )
        with as_owner():  # the application may write none of a round that is over
            wallet.post([line], balances=wallet.lock_balances([self.account]), now=self.floor.now)


@pytest.fixture
def played(floor: Floor) -> Iterator[Played]:
    """The round; all changes of a test to it are undone before the house proves itself."""
    played = Played(floor)
    floor.prove()
    with transaction.atomic():
        yield played
        transaction.set_rollback(True)


def whys() -> set[str]:
    """The findings of the three proofs."""
    ledger = {difference.why.value for difference in wallet_queries.verify_ledger().differences}
    rounds = {difference.why for difference in queries.verify_rounds()}
    return ledger | rounds | {difference.why.value for difference in verify_guards()}


def pay_twice(played: Played) -> None:
    gaming = wallet.house_account(AccountKind.GAMING, Currency.EUR)
    played.line(gaming, played.round.stakes_account, 10_00, Code.PRIZES)
    played.line(played.round.stakes_account, played.account, 10_00, Code.PAYOUT)


def stake_without_bet(played: Played) -> None:
    played.line(played.account, played.round.stakes_account, 1_00, Code.STAKE)


def bet_without_stake(played: Played) -> None:
    first = Bet.objects.filter(round=played.round).first()
    assert first is not None
    laid = {"round": played.round, "person_id": first.person_id, "session": first.session}
    with as_owner():
        Bet.objects.create(**laid, chance="ponto", stake=5_00, outcome="lose")


def commission_forgotten(played: Played) -> None:
    with past_triggers():
        Bet.objects.filter(round=played.round, chance="banca").update(commission=0)


def outcome_forgotten(played: Played) -> None:
    with past_triggers():
        Bet.objects.filter(round=played.round, chance="empate").update(outcome="")


def paid_less(played: Played) -> None:
    with past_triggers():
        Bet.objects.filter(round=played.round, chance="banca").update(returned=F("returned") - 1)


def balance_edited(played: Played) -> None:
    with past_triggers():
        Account.objects.filter(pk=played.account).update(balance=F("balance") + 1)


def line_edited(played: Played) -> None:
    with past_triggers():
        Transfer.objects.filter(code=Code.STAKE.value).update(amount=F("amount") + 1)


def line_removed(played: Played) -> None:
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM wallet_transfer WHERE code = 'stake'")


def guard_removed(played: Played) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER wallet_transfer_only_added ON wallet_transfer")


Mutant = Callable[[Played], None]
NAMED: dict[Mutant, str] = {
    pay_twice: "returned",
    stake_without_bet: "stakes-left",
    bet_without_stake: "staked",
    commission_forgotten: "commission",
    outcome_forgotten: "bet-without-outcome",
    paid_less: "returned",
    balance_edited: Why.BALANCE_WRONG.value,
    line_removed: Why.CHAIN_BROKEN.value,
    guard_removed: GuardFault.MISSING.value,
}


@pytest.mark.parametrize("mutant", NAMED, ids=lambda mutant: mutant.__name__)
def test_a_planted_fault_is_named(played: Played, mutant: Mutant) -> None:
    mutant(played)
    assert NAMED[mutant] in whys()


def test_a_line_cannot_be_edited_past_its_own_arithmetic(played: Played) -> None:
    """Without its trigger the table still refuses an amount that is not the step between its balances."""
    with pytest.raises(IntegrityError), transaction.atomic():
        line_edited(played)


@rule(
    "PT-40",
    asserts="A settled round cannot be settled again: the shoe refuses it, past the shoe its bets do, past these the "
    "ledger does, and nothing changes.",
)
def test_a_round_cannot_be_settled_twice(played: Played) -> None:
    """Past the check of the phase, first the shoe refuses it, then bets with an outcome, then the ledger."""
    table = Table.objects.get(pk=played.table)
    table.current_round = current = Round.objects.select_related("shoe", "configuration").get(pk=played.round.pk)
    before = evidence.fingerprint()

    with pytest.raises(ValueError, match="no round can take"), transaction.atomic():
        settling.settle_rounds([table], now=played.floor.now)  # the shoe has no cards for it
    again = Dealt(result=result_of(current), proofs=current.proofs)
    with (
        mock.patch.object(settling.shoes, "deal", return_value=again),
        pytest.raises(IntegrityError, match="UPDATE of tables_bet is refused"),
        transaction.atomic(),
    ):
        settling.settle_rounds([table], now=played.floor.now)
    with (
        mock.patch.object(settling.shoes, "deal", return_value=again),
        pytest.raises(IntegrityError, match="wallet_transfer_once"),
        transaction.atomic(),
        past_triggers(),
    ):
        settling.settle_rounds([table], now=played.floor.now)

    assert evidence.fingerprint() == before


def test_a_card_exchanged_is_found(played: Played) -> None:
    assert evidence.unproven(played.round) == []
    played.round.proofs[0]["card"] = played.round.cards[0] = "9H"
    assert evidence.unproven(played.round)


def test_a_round_that_broke_its_promise_is_found(floor: Floor) -> None:
    table = floor.table(TERMS)
    player = floor.player()
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=10_00)
    promised = evidence.promise(table)
    floor.settle(table)
    assert evidence.kept(promised) == []
    with transaction.atomic():
        with past_triggers():
            Bet.objects.filter(round__code=promised.code).update(returned=1)
        assert evidence.kept(promised)
        transaction.set_rollback(True)


class TestTheWitness:
    """The clients' logs against rows that are not as acknowledged."""

    def log(self, played: Played, folder: Path, *answers: dict[str, Any], key: object = None) -> list[Path]:
        note = {"person": played.rita.id, "key": str(key or played.slip.key)}
        ask = note | {"note": "ask", "round": played.slip.round_code, "lines": dict(played.slip.lines)}
        notes = [ask, *(note | {"note": "answer"} | answer for answer in answers)]
        path = folder / "log.jsonl"
        path.write_text("".join(json.dumps(each) + "\n" for each in notes))
        return [path]

    def receipt(self, played: Played) -> dict[str, Any]:
        return {"say": "receipt", "number": played.answer.number}

    def test_all_is_well(self, played: Played, tmp_path: Path) -> None:
        assert evidence.unexplained(self.log(played, tmp_path, self.receipt(played))) == []

    def test_acknowledged_and_lost(self, played: Played, tmp_path: Path) -> None:
        with past_triggers():
            Slip.objects.filter(key=played.slip.key).delete()
        assert any("lost" in wrong for wrong in evidence.unexplained(self.log(played, tmp_path, self.receipt(played))))

    def test_written_without_its_money(self, played: Played, tmp_path: Path) -> None:
        with past_triggers(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM wallet_transfer WHERE code = 'stake'")
        assert any(
            "ledger" in wrong for wrong in evidence.unexplained(self.log(played, tmp_path, self.receipt(played)))
        )

    def test_refused_and_written(self, played: Played, tmp_path: Path) -> None:
        log = self.log(played, tmp_path, {"say": "rejection", "number": None})
        assert any("refused and written" in wrong for wrong in evidence.unexplained(log))

    def test_never_answered(self, played: Played, tmp_path: Path) -> None:
        assert any("never answered" in wrong for wrong in evidence.unexplained(self.log(played, tmp_path)))

    def test_two_answers(self, played: Played, tmp_path: Path) -> None:
        log = self.log(played, tmp_path, self.receipt(played), {"say": "rejection", "number": None})
        assert any("both ways" in wrong for wrong in evidence.unexplained(log))

    def test_written_and_never_asked_for(self, played: Played, tmp_path: Path) -> None:
        log = self.log(played, tmp_path, {"say": "rejection", "number": None}, key=uuid.uuid4())
        assert any("no client asked" in wrong for wrong in evidence.unexplained(log))

    def test_stakes_other_than_acknowledged(self, played: Played, tmp_path: Path) -> None:
        with past_triggers():
            Bet.objects.filter(chance="banca").update(stake=F("stake") * 2)
        log = self.log(played, tmp_path, self.receipt(played))
        assert any(wrong.startswith("bet ") for wrong in evidence.unexplained(log))


def test_a_batch_without_its_transaction_is_caught(open_floor: Floor) -> None:
    """The statements' test sees it when an operation writes one part and not the other."""
    floor = open_floor
    table = floor.table(TERMS)
    player = floor.player(cents=1_000_00)
    floor.sit(player, table)
    floor.open_round(table)
    slip = floor.slip(player, table, {"ponto": 5_00})
    before = evidence.fingerprint()
    bare = mock.Mock(atomic=contextlib.nullcontext)
    unlocked = mock.patch("tables.operations.slip_reading.send_lock")
    with (
        unlocked,
        mock.patch.object(bets, "transaction", bare),
        mock.patch("kernel.prepared.cursor", connection.cursor),  # the real one refuses to be outside a transaction
        mock.patch("kernel.prepared.together", contextlib.nullcontext),  # what travels together is a transaction too
        mock.patch.object(wallet, "send_lock", return_value=lambda: {_account(player): 1_000_00}),
        failing(Fault(5, How.BEFORE)) as fault,
        contextlib.suppress(AssertionError),
    ):
        bets.take_slips([slip], now=floor.now)
    assert fault.seen > 0
    assert evidence.fingerprint() != before
    with past_triggers():
        Slip.objects.all().delete()
        Bet.objects.all().update(stake=0)


def _account(player: Actor) -> int:
    account = wallet_queries.account_id(player.key, Currency.EUR)
    assert account is not None
    return account


def test_an_old_lease_without_its_number_would_do_the_step(open_floor: Floor) -> None:
    """The number is what refuses: the same late call without it settles the round."""
    floor = open_floor
    table = floor.table(TERMS)
    floor.open_round(table)
    floor.wait(seconds=21)
    Table.objects.filter(pk=table).update(fence=F("fence") + 1)
    with pytest.raises(rounds.LeaseLost):
        rounds.do_due_step(table_id=table, fence=0, now=floor.now)
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is rounds.Step.SETTLED
