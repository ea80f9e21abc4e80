"""`verify_ledger` names everything that was tampered with, and agrees with the rest."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from ledger_words import NOW, Ledger

from kernel.money import Currency
from reporting.making.guards import verify_guards
from tests.tampering import as_owner, past_triggers
from wallet import proof
from wallet.chart import AccountKind, Code
from wallet.models import Account, Transfer
from wallet.queries import Difference, Why, verify_ledger

pytestmark = pytest.mark.django_db


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


class House:
    """Two players and a round that one of them won."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.key, self.other_key = ledger.player(100_00), ledger.player(50_00)
        self.account, self.other = ledger.account(self.key), ledger.account(self.other_key)
        self.held, self.code = ledger.round()
        self.gaming = ledger.house(AccountKind.GAMING)
        self.lines = ledger.post(
            ledger.line(self.account, self.held, 10_00, Code.STAKE, self.code),
            ledger.line(self.other, self.held, 10_00, Code.STAKE, self.code),
            ledger.line(self.held, self.account, 10_00, Code.STAKE_RETURNED, self.code),
            ledger.line(self.gaming, self.account, 10_00, Code.PRIZE, self.code),
            ledger.line(self.held, self.gaming, 10_00, Code.STAKES_LOST, self.code),
            players=(self.account, self.other),
        )


@pytest.fixture
def house(ledger: Ledger) -> House:
    return House(ledger)


def found(why: Why) -> list[Difference]:
    return [difference for difference in verify_ledger().differences if difference.why is why]


def test_an_untouched_ledger_agrees(house: House) -> None:
    answer = verify_ledger()
    assert answer.agrees
    assert (answer.accounts, answer.transfers) == (Account.objects.count(), Transfer.objects.count()) == (5, 7)


def test_an_empty_ledger_agrees() -> None:
    assert verify_ledger() == proof.Proof(0, 0, ())


@pytest.mark.parametrize(("wrong", "named"), [(999, 1000), (1000, 1000)])
def test_a_thousand_differences_are_named_and_no_more(wrong: int, named: int) -> None:
    """Balances written by hand, and the sum of their currency."""
    with past_triggers():
        sql(
            "INSERT INTO wallet_account (kind, currency, owner, balance, opened_at) "
            "SELECT 'player', 'EUR', 'ze-' || number, 1, now() FROM generate_series(1, %s) number",
            wrong,
        )
    assert len(verify_ledger().differences) == named


def test_a_balance_written_by_hand_is_named(house: House) -> None:
    with past_triggers():
        sql("UPDATE wallet_account SET balance = 110.01 * 100 WHERE id = %s", house.account)
    assert found(Why.BALANCE_WRONG) == [Difference(house.account, house.key, 110_01, 110_00, Why.BALANCE_WRONG)]
    assert found(Why.SUM_NOT_ZERO) == [Difference(None, "EUR", 150_01, -150_00, Why.SUM_NOT_ZERO)]


def test_after_a_balance_written_by_hand_no_line_follows(house: House) -> None:
    with past_triggers():
        sql("UPDATE wallet_account SET balance = balance + 1 WHERE id = %s", house.account)
    held, code = house.ledger.round()
    stake = house.ledger.line(house.account, held, 1, Code.STAKE, code)
    with pytest.raises(IntegrityError, match="chain-broken"), transaction.atomic():
        house.ledger.post(stake, players=(house.account,))
    assert found(Why.BALANCE_WRONG) == [Difference(house.account, house.key, 110_01, 110_00, Why.BALANCE_WRONG)]


def test_an_amount_changed_is_named(house: House) -> None:
    prize = house.lines[3].transfer
    with past_triggers():
        sql("ALTER TABLE wallet_transfer DROP CONSTRAINT wallet_transfer_step")
        sql("UPDATE wallet_transfer SET amount = 900 WHERE id = %s", prize)
    assert found(Why.STEP_WRONG) == [Difference(house.account, house.key, 110_00, 109_00, Why.STEP_WRONG, prize)]
    assert found(Why.BALANCE_WRONG) == [Difference(house.account, house.key, 110_00, 109_00, Why.BALANCE_WRONG)]
    assert "constraint wallet_transfer wallet_transfer_step" in [one.subject for one in verify_guards()]


def test_a_line_taken_out_is_named(house: House) -> None:
    with past_triggers():
        sql("DELETE FROM wallet_transfer WHERE id = %s", house.lines[2].transfer)
    assert found(Why.CHAIN_BROKEN) == [
        Difference(house.account, house.key, 100_00, 90_00, Why.CHAIN_BROKEN, house.lines[3].transfer)
    ]
    assert [wrong.account for wrong in found(Why.BALANCE_WRONG)] == [house.account]


def test_a_last_line_taken_out_is_named(house: House) -> None:
    with past_triggers():
        sql("DELETE FROM wallet_transfer WHERE id = %s", house.lines[3].transfer)
    assert found(Why.CHAIN_BROKEN) == []
    assert found(Why.BALANCE_WRONG) == [Difference(house.account, house.key, 110_00, 100_00, Why.BALANCE_WRONG)]


def test_a_line_put_in_is_named(house: House) -> None:
    with past_triggers():
        sql(
            "INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before,"
            " balance_after, created_at) VALUES (%s, %s, 100, 'prize', gen_random_uuid(), '', 11000, 11100, %s)",
            house.gaming,
            house.account,
            NOW,
        )
    assert found(Why.BALANCE_WRONG) == [Difference(house.account, house.key, 110_00, 111_00, Why.BALANCE_WRONG)]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE wallet_transfer SET debit_account = 999999 WHERE code = 'prize'", Why.ACCOUNT_MISSING),
        ("UPDATE wallet_transfer SET code = 'refund' WHERE code = 'prize'", Why.KINDS_DO_NOT_FIT),
        ("UPDATE wallet_account SET currency = 'PLAY' WHERE kind = 'stakes'", Why.CURRENCIES_MIXED),
        (
            "UPDATE wallet_transfer SET balance_before = 1, balance_after = 1001 WHERE code = 'stakes-lost'",
            Why.STEP_WRONG,
        ),
        ("UPDATE wallet_transfer SET amount = 3000 WHERE code = 'stakes-lost'", Why.STAKES_BELOW_ZERO),
    ],
)
def test_other_tampering_is_named(house: House, change: str, why: Why) -> None:
    with past_triggers():
        sql(change)
    assert found(why)


@pytest.mark.parametrize(
    ("change", "guard"),
    [
        ("ALTER TABLE wallet_transfer DISABLE TRIGGER wallet_transfer_only_added", "wallet_transfer_only_added"),
        ("ALTER TABLE wallet_transfer ENABLE REPLICA TRIGGER wallet_transfer_checked", "wallet_transfer_checked"),
        ("DROP TRIGGER wallet_account_stays ON wallet_account", "wallet_account_stays"),
        ("ALTER TABLE wallet_account DROP CONSTRAINT wallet_account_not_negative", "wallet_account_not_negative"),
        ("ALTER TABLE wallet_transfer DROP CONSTRAINT wallet_transfer_once", "wallet_transfer_once"),
        (
            "CREATE OR REPLACE FUNCTION wallet_refuse_change() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RETURN NULL; END $$",
            "wallet_refuse_change",
        ),
        (
            "CREATE OR REPLACE FUNCTION wallet_fits(code text, debit text, credit text) RETURNS boolean"
            " LANGUAGE sql IMMUTABLE AS $$ SELECT true $$",
            "wallet_fits",
        ),
    ],
)
def test_a_guard_that_is_down_is_named(house: House, change: str, guard: str) -> None:
    with as_owner():
        sql(change)
    named = [one.subject.split("(")[0].split()[-1] for one in verify_guards()]
    assert [name for name in named if name not in SWITCHED_OFF] == [guard]


SWITCHED_OFF = {"players_transfer_caused", "tables_line_of_a_round"}
"""By this folder's conftest."""


def said(*, ends_with: int) -> str:
    out = StringIO()
    if ends_with:
        with pytest.raises(SystemExit) as ended:
            call_command("verify_ledger", stdout=out, no_color=True)
        assert ended.value.code == ends_with
    else:
        call_command("verify_ledger", stdout=out, no_color=True)
    return out.getvalue()


def test_the_command_counts_and_finds_nothing_in_the_ledger(house: House) -> None:
    """Its players have no person, and its deposits no cashier: that is all that the whole proof finds."""
    told = said(ends_with=1)
    assert "5 contas, 7 linhas" in told
    assert "ledger:" not in told


def test_the_command_names_the_account(house: House) -> None:
    with past_triggers():
        sql("UPDATE wallet_account SET balance = 0 WHERE id = %s", house.account)
    told = said(ends_with=1)
    assert "balance-wrong" in told
    assert str(house.account) in told
    assert house.key in told


def test_the_proof_may_be_asked_for_while_play_money_exists(house: House) -> None:
    house.ledger.player(5_00, Currency.PLAY)
    assert verify_ledger().agrees
