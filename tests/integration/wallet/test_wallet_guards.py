"""The rejections of the database itself, for any code."""

import uuid
from collections.abc import Callable
from datetime import datetime
from itertools import product
from typing import Any

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from ledger_words import Ledger

from kernel.money import Currency
from tests.rules import rule
from tests.tampering import as_owner
from wallet.chart import AccountKind, Code, fits
from wallet.models import Account, Transfer

pytestmark = pytest.mark.django_db


def sql(statement: str, *values: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


WAYS_TO_CHANGE: dict[str, Callable[[], object]] = {
    "update": lambda: sql("UPDATE wallet_transfer SET amount = amount + 1"),
    "update of a reference": lambda: sql("UPDATE wallet_transfer SET reference = 'x'"),
    "delete": lambda: sql("DELETE FROM wallet_transfer"),
    "truncate": lambda: sql("TRUNCATE wallet_transfer"),
    "objects' update": lambda: Transfer.objects.update(amount=1),
    "objects' delete": lambda: Transfer.objects.all().delete(),
    "an object's save": lambda: Transfer.objects.all()[0].save(),
    "an object's delete": lambda: Transfer.objects.all()[0].delete(),
    "bulk update": lambda: Transfer.objects.bulk_update(list(Transfer.objects.all()), ["reference"]),
    "update on conflict": lambda: sql(
        "INSERT INTO wallet_transfer SELECT * FROM wallet_transfer ON CONFLICT (id) DO UPDATE SET amount = 1"
    ),
    "merge": lambda: sql(
        "MERGE INTO wallet_transfer line USING (SELECT 1) one ON true WHEN MATCHED THEN UPDATE SET amount = 1"
    ),
    "deleting accounts": lambda: sql("DELETE FROM wallet_account"),
    "truncating accounts": lambda: sql("TRUNCATE wallet_account"),
    "an account's currency": lambda: Account.objects.update(currency="PLAY"),
    "an account's owner": lambda: sql("UPDATE wallet_account SET owner = 'x' WHERE false"),
    "an account's kind": lambda: Account.objects.all()[0].save(),
}


@rule(
    "PT-55",
    asserts="No way to change or delete written transfers and accounts gets past the database, not even for the owner "
    "of the tables.",
)
@pytest.mark.parametrize("way", WAYS_TO_CHANGE)
def test_written_rows_stay(ledger: Ledger, way: str) -> None:
    """Even to the owner of the tables; the application has no right to any of it."""
    ledger.player(500)
    before = list(Transfer.objects.values()), list(Account.objects.values())
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
        WAYS_TO_CHANGE[way]()
    assert (list(Transfer.objects.values()), list(Account.objects.values())) == before


def insert(now: datetime, **facts: Any) -> None:
    """One raw line, as careless code would write it."""
    given = {
        "amount": 100,
        "code": Code.COMMISSION,
        "key": uuid.uuid4(),
        "balance_before": None,
        "balance_after": None,
        "created_at": now,
        **facts,
    }
    with transaction.atomic():
        Transfer.objects.bulk_create([Transfer(**given)])


@rule("PT-06", asserts="The database refuses a line from one player's account to another's under every code there is.")
@rule("R3", asserts="Players cannot win of each other: no line of the ledger goes from one player to another.")
def test_player_to_player_is_refused(ledger: Ledger, now: datetime) -> None:
    one, two = ledger.account(ledger.player(500)), ledger.account(ledger.player(500))
    for code in Code:
        with pytest.raises(IntegrityError, match=r"kinds-do-not-fit|two persons"):
            insert(now, debit_account=one, credit_account=two, code=code, balance_before=500, balance_after=400)


@rule("R38", asserts="The database refuses every line between a euro account and a play money account.")
def test_money_never_becomes_play_money(ledger: Ledger, now: datetime) -> None:
    money = ledger.account(ledger.player(500))
    play = ledger.account(ledger.player(500, Currency.PLAY), Currency.PLAY)
    eur, _ = ledger.round(Currency.EUR)
    toy, _ = ledger.round(Currency.PLAY)
    step = {"balance_before": 500, "balance_after": 400}
    with pytest.raises(IntegrityError, match="currencies-mixed"):
        insert(now, debit_account=money, credit_account=toy, code=Code.STAKE, **step)
    with pytest.raises(IntegrityError, match="currencies-mixed"):
        insert(now, debit_account=play, credit_account=eur, code=Code.STAKE, **step)
    with pytest.raises(IntegrityError, match="currencies-mixed"):
        ledger.post(ledger.line(play, eur, 100, Code.STAKE), players=(play,))


@rule("G75", asserts="The database refuses an account of the bank in play money, so that none can be paid in or out.")
@pytest.mark.parametrize(("kind", "currency"), [("funding", "PLAY"), ("play-source", "EUR")])
def test_play_money_has_no_bank(now: datetime, kind: str, currency: str) -> None:
    with pytest.raises(IntegrityError, match="wallet_account_currency_of_kind"):
        Account.objects.create(kind=kind, currency=currency, opened_at=now)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"balance_before": 500, "balance_after": 401}, "wallet_transfer_step"),
        ({"balance_before": 500, "balance_after": 600}, "step-wrong"),
        ({"balance_before": None, "balance_after": None}, "step-wrong"),
        ({"balance_before": 500, "balance_after": None}, "wallet_transfer_step"),
        ({"balance_before": 50, "balance_after": -50}, "wallet_transfer_step"),
        ({"balance_before": 500, "balance_after": 400}, "chain-broken"),
        ({"balance_before": 800, "balance_after": 700}, "chain-broken"),
        ({"balance_before": 600, "balance_after": 500}, "chain-broken"),
        ({"amount": 0, "balance_before": 500, "balance_after": 500}, "wallet_transfer_amount_positive"),
        ({"amount": -100, "balance_before": 500, "balance_after": 600}, "wallet_transfer_amount_positive"),
        ({"code": "gift", "balance_before": 500, "balance_after": 400}, "wallet_transfer_code_known"),
    ],
)
def test_a_line_that_does_not_agree_with_its_account(
    ledger: Ledger, now: datetime, facts: dict[str, Any], why: str
) -> None:
    account = ledger.account(ledger.player(500))
    held, _ = ledger.round()
    with pytest.raises(IntegrityError, match=why):
        insert(now, debit_account=account, credit_account=held, **{"code": Code.STAKE, **facts})


FREE = {
    "one that pays a stake of no balance": ["({one}, {held}, 100, 'stake', 600, 500)"],
    "one before those of others": [
        "({other}, {held}, 100, 'stake', 600, 500), ({one}, {held}, 100, 'stake', 500, 400)"
    ],
    "two, the second from where the first ended": [
        "({one}, {held}, 100, 'stake', 700, 600), ({one}, {held}, 100, 'stake', 600, 500)"
    ],
    "one of an account without lines": ["({fresh}, {held}, 100, 'stake', 100, 0)"],
    "one after its own of the same transaction": [
        "({one}, {held}, 100, 'stake', 500, 400)",
        "({one}, {held}, 100, 'stake', 500, 400)",
    ],
    "one that gives and one that takes": [
        "({held}, {one}, 100, 'refund', 400, 500)",
        "({one}, {held}, 100, 'stake', 600, 500)",
    ],
}  # fmt: skip


@pytest.mark.parametrize("way", FREE)
def test_no_line_begins_elsewhere_than_the_last_one_ended(ledger: Ledger, way: str) -> None:
    """A line that ends with the present balance moves nothing of the player's, and fills the other account."""
    one, other, fresh = (ledger.account(ledger.player(cents)) for cents in (500, 500, 0))
    places = {"one": one, "other": other, "fresh": fresh, "held": ledger.round()[0]}
    columns = "debit_account, credit_account, amount, code, balance_before, balance_after"
    statements = [
        f"WITH moved AS (UPDATE wallet_account SET balance = 400 WHERE id = {one} AND {lines.endswith('400)')})"
        f" INSERT INTO wallet_transfer ({columns}, key, reference, created_at)"
        f" SELECT {columns}, gen_random_uuid(), '', now() FROM (VALUES {lines.format(**places)}) line ({columns})"
        for lines in FREE[way]
    ]
    with pytest.raises(IntegrityError, match="chain-broken"):
        sql("; ".join(statements))


def test_no_line_is_put_among_older_ones(ledger: Ledger) -> None:
    """The database numbers lines; the application has no right to choose a number."""
    one, held = ledger.account(ledger.player(500)), ledger.round()[0]
    with pytest.raises(ProgrammingError, match="permission denied"):
        sql(
            "INSERT INTO wallet_transfer (id, debit_account, credit_account, amount, code, key, reference,"
            " balance_before, balance_after, created_at) OVERRIDING SYSTEM VALUE"
            f" VALUES (-1, {one}, {held}, 100, 'stake', gen_random_uuid(), '', 600, 500, now())"
        )


def test_an_account_that_is_not_there(ledger: Ledger, now: datetime) -> None:
    with pytest.raises(IntegrityError, match="account-missing"):
        insert(now, debit_account=10**12, credit_account=ledger.house(AccountKind.GAMING))


def test_an_account_with_itself(ledger: Ledger, now: datetime) -> None:
    gaming = ledger.house(AccountKind.GAMING)
    with pytest.raises(IntegrityError, match="wallet_transfer_two_accounts"):
        insert(now, debit_account=gaming, credit_account=gaming)


def test_house_lines_may_not_carry_balances(ledger: Ledger, now: datetime) -> None:
    with pytest.raises(IntegrityError, match="step-wrong"):
        insert(
            now,
            debit_account=ledger.house(AccountKind.GAMING),
            credit_account=ledger.house(AccountKind.COMMISSION),
            code=Code.COMMISSION,
            balance_before=0,
            balance_after=100,
        )


@rule("PT-05", asserts="The database refuses a balance of −0.01.")
def test_a_balance_is_never_negative(ledger: Ledger) -> None:
    account = ledger.account(ledger.player(500))
    with pytest.raises(IntegrityError, match="wallet_account_not_negative"):
        sql("UPDATE wallet_account SET balance = -1 WHERE id = %s", account)


def test_an_account_opens_empty(now: datetime) -> None:
    with pytest.raises(IntegrityError, match="opens empty"), transaction.atomic():
        Account.objects.create(kind="player", currency="EUR", owner="x", balance=100, opened_at=now)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"kind": "player", "owner": "x"}, "wallet_account_balance_of_players"),
        ({"kind": "gaming", "balance": 0}, "wallet_account_balance_of_players"),
        ({"kind": "player", "owner": "", "balance": 0}, "wallet_account_owner"),
        ({"kind": "gaming", "owner": "x"}, "wallet_account_owner"),
        ({"kind": "bonus"}, "wallet_account_"),
        ({"kind": "gaming", "currency": "USD"}, "wallet_account_currency_known"),
    ],
)
def test_accounts_that_cannot_be(now: datetime, facts: dict[str, Any], why: str) -> None:
    with pytest.raises(IntegrityError, match=why), transaction.atomic():
        Account.objects.create(**{"currency": "EUR", "opened_at": now, **facts})


def test_the_database_holds_the_same_chart() -> None:
    every = list(product(Code, AccountKind, AccountKind))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT wallet_fits(code, debit, credit) FROM unnest(%s::text[], %s::text[], %s::text[])"
            " WITH ORDINALITY AS line (code, debit, credit, place) ORDER BY place",
            [[part.value for part in column] for column in zip(*every, strict=True)],
        )
        assert [row[0] for row in cursor.fetchall()] == [fits(*line) for line in every]


LINE = (
    "INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before,"
    " balance_after, created_at) VALUES ({one}, {held}, 100, 'stake', gen_random_uuid(), '', 500, 400, now())"
)
HOLD = "UPDATE wallet_account SET balance = {cents} WHERE id = {{{whose}}}"
MOVED, AGAIN, BACK = (HOLD.format(cents=cents, whose="one") for cents in (400, 600, 500))
TOGETHER = "WITH moved AS (" + MOVED + ") " + LINE
OTHER_TOO = TOGETHER.replace("= {one})", "IN ({one}, {other}))")
UNBACKED = {
    "a balance alone": [MOVED],
    "another balance in the line's statement": [OTHER_TOO],
    "another balance after the line's statement": [TOGETHER, HOLD.format(cents=400, whose="other")],
    "a balance after its line": [MOVED, LINE, AGAIN],
    "a balance after the statement of both": [TOGETHER, AGAIN],
    "a balance twice": [MOVED, AGAIN],
    "a balance written as it is afterwards": [MOVED, "UPDATE wallet_account SET balance = balance"],
    "a balance before what is undone": [MOVED, "SAVEPOINT one", LINE, "ROLLBACK TO one"],
    "a balance of a savepoint": ["SAVEPOINT one", MOVED, "RELEASE one"],
    "by a row that is there already": [
        "INSERT INTO wallet_account (kind, currency, owner, balance, opened_at)"
        " SELECT kind, currency, owner, 0, opened_at FROM wallet_account WHERE id = {one}"
        " ON CONFLICT (kind, currency, owner) DO UPDATE SET balance = 600"
    ],
    "by a merge": [
        "MERGE INTO wallet_account USING (SELECT 1) one ON id = {one} WHEN MATCHED THEN UPDATE SET balance = 600"
    ],
}
BACKED = {
    "together": [TOGETHER],
    "the balance first": [MOVED, LINE],
    "the balance by two steps first": [AGAIN, MOVED, LINE],
    "there and back": [AGAIN, BACK],
    "moved and undone": ["SAVEPOINT one", AGAIN, "ROLLBACK TO one"],
    "written as it is": ["UPDATE wallet_account SET balance = balance"],
}


def committed(ledger: Ledger, statements: list[str]) -> None:
    """These statements of two players who have 500 each, to the end of their transaction."""
    one, other = (ledger.account(ledger.player(500)) for _ in range(2))
    places = {"one": one, "other": other, "held": ledger.round()[0]}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        for statement in statements:
            cursor.execute(statement.format(**places))
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.parametrize("way", UNBACKED)
def test_no_balance_moves_without_its_line(ledger: Ledger, way: str) -> None:
    with pytest.raises(IntegrityError, match="no line leads to it"):
        committed(ledger, UNBACKED[way])


@pytest.mark.parametrize("way", BACKED)
def test_a_balance_may_come_before_its_line(ledger: Ledger, way: str) -> None:
    committed(ledger, BACKED[way])


def test_a_balance_is_checked_by_lines_of_its_own_account(ledger: Ledger) -> None:
    """However many lines others have written since its last one, and whatever the planner believes of them: here that
    every line is of one account, as it is while a house has deposits alone."""
    sleeper, held = ledger.account(ledger.player(500)), ledger.round()[0]
    others = [ledger.account(ledger.player(500_00)) for _ in range(50)]
    with transaction.atomic(), connection.cursor() as cursor:
        with as_owner():
            cursor.execute("ANALYZE wallet_transfer")
        lines = [ledger.line(account, held, 1, Code.STAKE) for account in others for _ in range(20)]
        ledger.post(*lines, players=tuple(others))
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        before = lines_read()
        ledger.post(ledger.line(held, sleeper, 1, Code.STAKE_RETURNED), players=(sleeper,))
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        assert lines_read() - before <= 2


def test_many_lines_of_an_account_read_its_last_one_once(ledger: Ledger) -> None:
    """The check of a statement with a thousand lines of nine players asks nine times what stood before."""
    nine, held = [ledger.account(ledger.player(500_00)) for _ in range(9)], ledger.round()[0]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        before = lines_read()
        ledger.post(*[ledger.line(nine[at % 9], held, 1, Code.STAKE) for at in range(900)], players=tuple(nine))
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        assert lines_read() - before <= 4 * 9


def lines_read() -> int:
    """Of the ledger, in this transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_all_tables WHERE relname = 'wallet_transfer'"
        )
        return int(cursor.fetchone()[0])
