"""Amounts: whole cents of one currency. Knows no account."""

from enum import StrEnum
from typing import Final


class Currency(StrEnum):
    """The two kinds of money; a transfer never joins one to the other."""

    EUR = "EUR"
    PLAY = "PLAY"


MOST: Final = 10**15
"""The largest amount of one line, in cents: far above any bet, and thousands of such lines still fit a bigint."""


def is_amount(value: object) -> bool:
    """Whether `value` is an amount that a line may carry: a positive whole number of cents, never a bool or a float.

    >>> is_amount(250), is_amount(0), is_amount(2.5), is_amount(True)
    (True, False, False, False)
    """
    return type(value) is int and 0 < value <= MOST
