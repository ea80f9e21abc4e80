"""A period of an account, read from the lines around it alone, is what all lines of the account make of it."""

import random
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from ledger_words import NOW, Ledger

from kernel.money import Currency
from tests.rules import rule
from wallet import queries
from wallet.chart import AccountKind, Code
from wallet.queries.statements import Period, net_deposits, period

pytestmark = pytest.mark.django_db

DAYS = 40


@pytest.fixture
def players(ledger: Ledger) -> list[str]:
    """Three players' lines of forty days; each moment up to two hours off the order of writing."""
    dice = random.Random(812)
    keys = [ledger.player(1_000_00) for _ in range(3)]
    held, _ = ledger.round()
    funding, payouts = ledger.house(AccountKind.FUNDING), ledger.house(AccountKind.PAYOUTS)
    for hour in range(0, 24 * DAYS, 5):
        account = ledger.account(dice.choice(keys))
        amount = dice.randint(1, 50)
        line = dice.choice(
            [
                ledger.line(account, held, amount, Code.STAKE),
                ledger.line(account, held, amount, Code.STAKE),
                ledger.line(held, account, amount, Code.STAKE_TAKEN_BACK),
                ledger.line(funding, account, amount, Code.DEPOSIT),
                ledger.line(account, payouts, amount, Code.WITHDRAWAL_REQUESTED),
                ledger.line(payouts, account, amount, Code.WITHDRAWAL_GIVEN_BACK),
            ]
        )
        ledger.post(line, players=(account,), now=NOW + timedelta(hours=hour, minutes=dice.randint(-120, 120)))
    return keys


def of_all_lines(key: str, *, since: datetime, until: datetime, limit: int) -> Period:
    """The same from every line of the account."""
    lines = queries.statement(key, Currency.EUR, limit=10_000)[::-1]
    inside = [line for line in lines if since <= line.at < until]
    sums: dict[Code, list[int]] = {}
    for line in inside:
        sums.setdefault(line.code, []).append(line.amount)
    opening = sum(line.amount for line in lines if line.at < since)
    return Period(
        since=since,
        until=until,
        opening=opening,
        closing=opening + sum(line.amount for line in inside),
        sums=tuple(queries.statements.CodeSum(code, len(sums[code]), sum(sums[code])) for code in sorted(sums)),
        lines=tuple(inside[-limit:]),
        more=len(inside) > limit,
    )


@rule("GL-12", asserts="The opening, the sums and the closing of 120 periods are what all lines of the account make.")
def test_a_period_is_what_all_lines_make_of_it(players: list[str]) -> None:
    dice, told = random.Random(5), 0
    for _ in range(120):
        since, until = sorted(NOW + timedelta(hours=dice.uniform(-50, 24 * DAYS + 50)) for _ in range(2))
        key = dice.choice(players)
        asked = {"since": since, "until": until, "limit": dice.choice([5, 1_000])}
        found = period(key, Currency.EUR, **asked)
        assert found == of_all_lines(key, **asked)
        assert found.agrees
        told += len(found.lines)
    assert told > 1_000


@rule("UK-03", asserts="Net deposits are the sum of all payments of an account and leave out what was staked and won.")
def test_net_deposits_are_of_payments_alone(players: list[str]) -> None:
    for key in players:
        lines = queries.statement(key, Currency.EUR, limit=10_000)
        assert net_deposits(key) == sum(line.amount for line in lines if not line.code.startswith("stake"))


def test_a_period_reads_the_lines_around_it_and_not_the_account(players: list[str]) -> None:
    """Forty days of lines; of a day in their middle a tenth is read."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE wallet_transfer")
    with CaptureQueriesContext(connection) as captured:
        period(players[0], Currency.EUR, since=NOW + timedelta(days=20), until=NOW + timedelta(days=21), limit=200)
    sums = next(each["sql"] for each in captured if "FILTER (WHERE inside)" in each["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sums}")
        [[plan]] = cursor.fetchone()
    assert read_by(plan["Plan"]) < 24 * DAYS / 5 / 8


def read_by(plan: dict) -> int:
    """Rows of the ledger that the plan looked at."""
    own = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0) if plan.get("Relation Name") else 0
    return own * plan["Actual Loops"] + sum(read_by(part) for part in plan.get("Plans", []))
