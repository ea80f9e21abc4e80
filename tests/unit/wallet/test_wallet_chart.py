"""The chart of accounts and the amounts, without a database."""

import doctest
import re
from pathlib import Path

import pytest

from kernel import money
from kernel.money import MOST, Currency, is_amount
from tests.rules import rule
from wallet import chart
from wallet.chart import JOINS, ONLY_IN, AccountKind, Code, fits
from wallet.proof import Why

LEDGER_PAGE = (Path(__file__).parents[3] / "docs" / "ledger.md").read_text(encoding="utf-8")


def test_every_code_has_a_place_in_the_chart() -> None:
    assert set(JOINS) == set(Code)
    assert all(JOINS.values())


@rule("GL-11", asserts="No code of the ledger joins the accounts of two players.")
def test_no_code_joins_two_players() -> None:
    assert not [code for code in Code if fits(code, AccountKind.PLAYER, AccountKind.PLAYER)]


def test_no_code_joins_an_account_kind_to_itself() -> None:
    assert not [(code, kind) for code in Code for kind in AccountKind if fits(code, kind, kind)]


def test_stakes_leave_a_round_only_to_players_or_to_the_house() -> None:
    ways = {credit for pairs in JOINS.values() for debit, credit in pairs if debit is AccountKind.STAKES}
    assert ways == {AccountKind.PLAYER, AccountKind.GAMING}


@rule(
    "R38",
    asserts="The account that stands for the bank exists in euros alone, and the source of play money in play money "
    "alone.",
)
def test_play_money_is_never_paid_in_or_out() -> None:
    assert ONLY_IN[AccountKind.FUNDING] is Currency.EUR
    assert ONLY_IN[AccountKind.PLAY_SOURCE] is Currency.PLAY


@pytest.mark.parametrize("value", [1, 250, 2**31, 2**40, MOST])
def test_amounts(value: int) -> None:
    assert is_amount(value)


@pytest.mark.parametrize("value", [0, -1, MOST + 1, True, 1.0, "1", None, float("nan")])
def test_invalid_amounts(value: object) -> None:
    assert not is_amount(value)


@pytest.mark.parametrize("module", [chart, money])
def test_examples(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def test_the_page_on_the_ledger_holds_the_same_chart() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (`.* → `.*) \|$", LEDGER_PAGE, re.MULTILINE)
    written = {code: frozenset(re.findall(r"`([a-z-]+)` → `([a-z-]+)`", pairs)) for code, pairs in rows}
    assert written == {code.value: frozenset((d.value, c.value) for d, c in JOINS[code]) for code in Code}


def test_the_page_on_the_ledger_names_every_kind_and_every_fault() -> None:
    first_cells = set(re.findall(r"^\| `([a-z-]+)` \|", LEDGER_PAGE, re.MULTILINE))
    assert {kind.value for kind in AccountKind} | {why.value for why in Why} <= first_cells
