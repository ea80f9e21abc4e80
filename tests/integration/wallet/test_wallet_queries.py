"""Reading the ledger: statements, balances at an instant, sums for reports."""

from datetime import datetime, timedelta

import pytest
from ledger_words import NOW, Ledger

from kernel.money import Currency
from tests.rules import rule
from wallet import queries
from wallet.chart import AccountKind, Code
from wallet.queries import OpenStakes, Total

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


class Evening:
    """A deposit at noon, a lost bet of 30.00 at 13, a won one of 20.00 at 14 and a stake of 5.00 at 15."""

    def __init__(self, ledger: Ledger) -> None:
        self.key = ledger.player(100_00)
        self.account = account = ledger.account(self.key)
        self.lost, self.lost_code = ledger.round()
        self.won, self.won_code = ledger.round()
        self.open, self.open_code = ledger.round()
        gaming, commission = ledger.house(AccountKind.GAMING), ledger.house(AccountKind.COMMISSION)
        ledger.post(
            ledger.line(account, self.lost, 30_00, Code.STAKE, self.lost_code),
            ledger.line(self.lost, gaming, 30_00, Code.STAKES_LOST, self.lost_code),
            players=(account,),
            now=NOW + HOUR,
        )
        ledger.post(
            ledger.line(account, self.won, 20_00, Code.STAKE, self.won_code),
            ledger.line(self.won, account, 20_00, Code.STAKE_RETURNED, self.won_code),
            ledger.line(gaming, account, 19_00, Code.PRIZE, self.won_code),
            ledger.line(gaming, commission, 1_00, Code.COMMISSION, self.won_code),
            players=(account,),
            now=NOW + 2 * HOUR,
        )
        ledger.post(
            ledger.line(account, self.open, 5_00, Code.STAKE, self.open_code), players=(account,), now=NOW + 3 * HOUR
        )


@pytest.fixture
def evening(ledger: Ledger) -> Evening:
    return Evening(ledger)


def test_the_statement_tells_every_cent_newest_first(evening: Evening) -> None:
    lines = queries.statement(evening.key, Currency.EUR)
    assert [(line.code, line.amount, line.balance_before, line.balance_after) for line in lines] == [
        (Code.STAKE, -5_00, 89_00, 84_00),
        (Code.PRIZE, 19_00, 70_00, 89_00),
        (Code.STAKE_RETURNED, 20_00, 50_00, 70_00),
        (Code.STAKE, -20_00, 70_00, 50_00),
        (Code.STAKE, -30_00, 100_00, 70_00),
        (Code.DEPOSIT, 100_00, 0, 100_00),
    ]
    assert lines[0].reference == evening.open_code
    assert lines[0].at == NOW + 3 * HOUR


def test_the_statement_turns_its_pages(evening: Evening) -> None:
    whole = queries.statement(evening.key, Currency.EUR)
    pages = []
    before_id = None
    while page := queries.statement(evening.key, Currency.EUR, limit=4, before_id=before_id):
        pages.append(len(page))
        assert page == whole[sum(pages) - len(page) : sum(pages)]
        before_id = page[-1].id
    assert pages == [4, 2]


@rule("PT-10", asserts="A period has the line of the very moment at which it begins, and not that of its end.")
def test_the_statement_of_a_period_begins_with_it_and_stops_before_its_end(evening: Evening) -> None:
    lines = queries.statement(evening.key, Currency.EUR, since=NOW + HOUR, until=NOW + 2 * HOUR)
    assert [line.amount for line in lines] == [-30_00]
    assert queries.statement(evening.key, Currency.EUR, until=NOW) == ()


def test_an_unknown_person_has_an_empty_statement(now: datetime) -> None:
    assert queries.statement("unknown", Currency.EUR) == ()
    assert queries.account_id("unknown", Currency.EUR) is None
    assert queries.balance("unknown", Currency.EUR) == 0
    assert queries.balance_at("unknown", Currency.EUR, now) == 0


@pytest.mark.parametrize(
    ("after", "cents"),
    [
        (-HOUR, 0),
        (timedelta(0), 100_00),
        (HOUR - timedelta(microseconds=1), 100_00),
        (HOUR, 70_00),
        (2 * HOUR, 89_00),
        (9 * HOUR, 84_00),
    ],
)
def test_the_balance_at_an_instant(evening: Evening, after: timedelta, cents: int) -> None:
    assert queries.balance_at(evening.key, Currency.EUR, NOW + after) == cents


def test_sums_per_code(evening: Evening) -> None:
    assert queries.totals([Code.STAKE, Code.PRIZE, Code.REFUND], currency=Currency.EUR) == (
        Total(Code.PRIZE, "", 1, 19_00),
        Total(Code.STAKE, "", 3, 55_00),
    )
    assert queries.totals(list(Code), currency=Currency.PLAY) == ()


def test_sums_per_code_and_reference_in_a_period(evening: Evening) -> None:
    found = queries.totals([Code.STAKE], since=NOW + HOUR, until=NOW + 3 * HOUR, currency=Currency.EUR, grouped=True)
    assert set(found) == {Total(Code.STAKE, evening.lost_code, 1, 30_00), Total(Code.STAKE, evening.won_code, 1, 20_00)}


def test_the_lines_of_a_round(evening: Evening) -> None:
    lines = queries.lines_for(evening.won_code)
    assert [(line.code, line.debit_kind, line.credit_kind, line.player) for line in lines] == [
        (Code.STAKE, AccountKind.PLAYER, AccountKind.STAKES, evening.key),
        (Code.STAKE_RETURNED, AccountKind.STAKES, AccountKind.PLAYER, evening.key),
        (Code.PRIZE, AccountKind.GAMING, AccountKind.PLAYER, evening.key),
        (Code.COMMISSION, AccountKind.GAMING, AccountKind.COMMISSION, None),
    ]


def test_the_rounds_that_still_hold_stakes(evening: Evening) -> None:
    assert queries.open_stakes() == (OpenStakes(evening.open, evening.open_code, Currency.EUR, 5_00),)
    assert [queries.stakes_left(account) for account in (evening.lost, evening.won, evening.open)] == [0, 0, 5_00]


def test_the_house_accounts(evening: Evening) -> None:
    assert queries.house_sums(Currency.EUR) == {
        AccountKind.FUNDING: -100_00,
        AccountKind.GAMING: 10_00,
        AccountKind.COMMISSION: 1_00,
    }
    assert queries.house_sums(Currency.PLAY) == {}
