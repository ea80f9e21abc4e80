"""The ways in which a condition of an extract compares a value of a row. Knows no report."""

from enum import StrEnum


class Match(StrEnum):
    """How a value of a row is compared."""

    IS = "is"
    """One of these values."""
    IS_NOT = "is-not"
    """None of these values; where there is no value at all it is none of them."""
    BEGINS = "begins"
    CONTAINS = "contains"
    LEAST = "least"
    MOST = "most"
    EMPTY = "empty"
    FILLED = "filled"
