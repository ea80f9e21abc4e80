"""Posting lines: running balances, rejections before anything is written, and plans that do not read whole tables."""

import uuid
from datetime import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from ledger_words import Ledger

from kernel.money import MOST, Currency
from tests.tampering import as_owner
from wallet import operations, queries
from wallet.chart import AccountKind, Code
from wallet.models import Transfer
from wallet.operations import Line, ShortOfFunds

pytestmark = pytest.mark.django_db


def test_several_lines_on_one_account_run_in_order(ledger: Ledger, now: datetime) -> None:
    key = ledger.player(10_00)
    account = ledger.account(key)
    held, code = ledger.round()
    gaming = ledger.house(AccountKind.GAMING)
    posted = ledger.post(
        ledger.line(account, held, 10_00, Code.STAKE, code),
        ledger.line(held, account, 10_00, Code.STAKE_RETURNED, code),
        ledger.line(gaming, account, 9_50, Code.PRIZE, code),
        ledger.line(account, held, 19_50, Code.STAKE, code),
        players=(account,),
    )
    assert [(one.balance_before, one.balance_after) for one in posted] == [
        (10_00, 0),
        (0, 10_00),
        (10_00, 19_50),
        (19_50, 0),
    ]
    assert [one.transfer for one in posted] == sorted(one.transfer for one in posted)
    assert queries.balance(key, Currency.EUR) == 0
    assert queries.stakes_left(held) == 19_50
    assert queries.verify_ledger().agrees


def test_many_players_in_one_call_keep_their_own_chains(ledger: Ledger) -> None:
    keys = [ledger.player(100 + place) for place in range(30)]
    accounts = [ledger.account(key) for key in keys]
    held, code = ledger.round()
    # Against the order of the accounts, each twice, so that neither ids nor neighbours help.
    lines = [ledger.line(account, held, 40, Code.STAKE, code) for account in (*reversed(accounts), *accounts)]
    posted = ledger.post(*lines, players=tuple(accounts))
    stored = {row.pk: row for row in Transfer.objects.filter(reference=code)}
    for line, one in zip(lines, posted, strict=True):
        row = stored[one.transfer]
        assert (row.debit_account, row.key, row.balance_after) == (line.debit, line.key, one.balance_after)
    assert queries.balances(keys, Currency.EUR) == {key: 20 + place for place, key in enumerate(keys)}
    assert queries.verify_ledger().agrees


def test_prizes_beyond_four_bytes(ledger: Ledger) -> None:
    key = ledger.player()
    account = ledger.account(key)
    gaming = ledger.house(AccountKind.GAMING)
    ledger.post(
        ledger.line(gaming, account, 2**31, Code.PRIZE),
        ledger.line(gaming, account, 2**40, Code.PRIZE),
        ledger.line(gaming, account, MOST, Code.PRIZE),
        ledger.line(gaming, account, 1, Code.PRIZE),
        players=(account,),
    )
    assert queries.balance(key, Currency.EUR) == 2**31 + 2**40 + MOST + 1


def test_house_lines_carry_no_balance(ledger: Ledger) -> None:
    account = ledger.account(ledger.player(500))
    held, code = ledger.round()
    (_, lost) = ledger.post(
        ledger.line(account, held, 500, Code.STAKE, code),
        ledger.line(held, ledger.house(AccountKind.GAMING), 500, Code.STAKES_LOST, code),
        players=(account,),
    )
    assert (lost.balance_before, lost.balance_after) == (None, None)
    assert queries.stakes_left(held) == 0


def test_balances_are_brought_up_to_date_in_place(ledger: Ledger, now: datetime) -> None:
    account = ledger.account(ledger.player(500))
    held, code = ledger.round()
    with transaction.atomic():
        balances = operations.lock_balances([account])
        operations.post([ledger.line(account, held, 200, Code.STAKE, code)], balances=balances, now=now)
        assert balances == {account: 300}
        operations.post([ledger.line(account, held, 300, Code.STAKE, code)], balances=balances, now=now)
        assert balances == {account: 0}
    assert queries.verify_ledger().agrees


def test_short_of_funds_writes_nothing(ledger: Ledger, now: datetime) -> None:
    rich, poor = ledger.account(ledger.player(500)), ledger.account(ledger.player(100))
    held, code = ledger.round()
    before = Transfer.objects.count()
    with transaction.atomic():
        balances = operations.lock_balances([rich, poor])
        with pytest.raises(ShortOfFunds) as refused:
            operations.post(
                [
                    ledger.line(rich, held, 500, Code.STAKE, code),
                    ledger.line(poor, held, 60, Code.STAKE, code),
                    ledger.line(poor, held, 41, Code.STAKE, code),
                ],
                balances=balances,
                now=now,
            )
        assert balances == {rich: 500, poor: 100}
    assert (refused.value.account, refused.value.asked, refused.value.most, refused.value.rule) == (
        poor,
        41,
        40,
        "PT-05",
    )
    assert Transfer.objects.count() == before
    assert queries.balance_at("unknown", Currency.EUR, now) == 0


@pytest.mark.parametrize("amount", [0, -1, True, 1.5, MOST + 1, "100", None])
def test_an_invalid_amount_is_refused(ledger: Ledger, amount: int) -> None:
    account = ledger.account(ledger.player(500))
    held, code = ledger.round()
    with pytest.raises(ValueError, match="not an amount"):
        ledger.post(ledger.line(account, held, amount, Code.STAKE, code), players=(account,))


def test_no_lines_is_nothing_to_do(ledger: Ledger) -> None:
    assert ledger.post(players=()) == ()


def test_two_players_in_one_line_are_our_own_mistake(ledger: Ledger) -> None:
    one, two = ledger.account(ledger.player(500)), ledger.account(ledger.player(500))
    with pytest.raises(AssertionError, match="PT-06"):
        ledger.post(ledger.line(one, two, 100, Code.ADJUSTMENT), players=(one, two))


def test_a_player_not_locked_is_refused_by_the_database(ledger: Ledger) -> None:
    account = ledger.account(ledger.player(500))
    held, code = ledger.round()
    with pytest.raises(IntegrityError, match="step-wrong"):
        ledger.post(ledger.line(account, held, 100, Code.STAKE, code), players=())


def test_a_code_and_key_are_used_once(ledger: Ledger) -> None:
    account = ledger.account(ledger.player(500))
    held, code = ledger.round()
    line = ledger.line(account, held, 100, Code.STAKE, code)
    ledger.post(line, players=(account,))
    with pytest.raises(IntegrityError, match="wallet_transfer_once"):
        ledger.post(line, players=(account,))
    # The same key under another code is another line: a stake and its return may share the slip's key.
    back = Line(held, account, 100, Code.STAKE_RETURNED, line.key, code)
    ledger.post(back, players=(account,))
    assert queries.stakes_left(held) == 0


def test_references_are_kept_as_they_are(ledger: Ledger) -> None:
    account = ledger.account(ledger.player(500))
    held, _ = ledger.round()
    odd = "a,b{\"c\"} '%s' NULL \\ ção"
    ledger.post(
        ledger.line(account, held, 100, Code.STAKE, odd),
        ledger.line(account, held, 100, Code.STAKE, "NULL"),
        ledger.line(account, held, 100, Code.STAKE, ""),
        players=(account,),
    )
    (line,) = queries.lines_for(odd)
    assert line.reference == odd
    assert len(queries.lines_for("NULL")) == 1


def test_locking_asks_for_players_accounts_only(ledger: Ledger) -> None:
    held, _ = ledger.round()
    with transaction.atomic(), pytest.raises(LookupError, match=str(held)):
        operations.lock_balances([held])


def test_no_table_is_read_whole_for_a_bet_once_the_house_has_grown(ledger: Ledger, now: datetime) -> None:
    """A plan made while the tables were nearly empty would be kept by the connection."""
    first = ledger.account(ledger.player(500))
    held, code = ledger.round()
    ledger.post(ledger.line(first, held, 100, Code.STAKE, code), players=(first,))
    keys = [str(uuid.uuid4()) for _ in range(3_000)]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_account (kind, currency, owner, balance, opened_at)"
            " SELECT 'player', 'EUR', key, 0, now() FROM unnest(%s::text[]) key",
            [keys],
        )
        accounts = list(queries.account_ids(keys, Currency.EUR).values())
        gaming = ledger.house(AccountKind.GAMING)
        with transaction.atomic():
            operations.post(
                [ledger.line(gaming, account, 1_000, Code.PRIZE) for account in accounts],
                balances=operations.lock_balances(accounts),
                now=now,
            )
        # The owner's right: to another role the database says no and does nothing, and whether the kept plans are made
        # anew would hang on autovacuum. In this transaction it also keeps autovacuum away from both tables.
        with as_owner():
            cursor.execute("ANALYZE wallet_account, wallet_transfer")
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'wallet_account'::regclass")
        assert cursor.fetchone() >= (len(keys),), "the plans below are made for the grown house"
        scans = (
            "SELECT pg_stat_get_xact_numscans('wallet_account'::regclass)"
            " + pg_stat_get_xact_numscans('wallet_transfer'::regclass)"
        )
        cursor.execute(scans)
        (before,) = cursor.fetchone()
        some = accounts[::60]
        ledger.post(
            *[ledger.line(account, held, 100, Code.STAKE, code) for account in some],
            *[ledger.line(held, account, 100, Code.STAKE_RETURNED, code) for account in some],
            players=tuple(some),
        )
        cursor.execute(scans)
        assert cursor.fetchone() == (before,)
