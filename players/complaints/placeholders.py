"""The names that a kept text may have in braces, as `{amount}`: a closed list, each a fact of the case."""

import re
from enum import StrEnum
from typing import Final

_BRACES: Final = re.compile(r"\{([^{}\n]*)\}")


class Placeholder(StrEnum):
    """A fact of a case that a kept text has a place for."""

    ADDRESS = "address"
    """How the player is addressed."""
    CASE = "case"
    RECEIVED = "received"
    ROUND = "round"
    TABLE = "table"
    RULES = "rules"
    CLOSED = "closed"
    """When betting closed."""
    SLIP = "slip"
    """The number of the slip in question: the one that was refused, else the last one."""
    BET = "bet"
    AMOUNT = "amount"
    """Of that slip, or of the payment."""
    MOMENT = "moment"
    """When that slip reached the house, or the payment was asked for."""
    LATE = "late"
    """How many milliseconds after the close."""
    CAUSE = "cause"
    """Why it was refused."""
    RESULT = "result"
    STAKED = "staked"
    RETURNED = "returned"
    PAYMENT = "payment"
    """The number of the deposit or withdrawal that the case is about."""
    METHOD = "method"
    OUTCOME = "outcome"
    """What became of that payment."""


def names_in(text: str) -> tuple[str, ...]:
    """What stands in braces, in its order, each name once."""
    return tuple(dict.fromkeys(_BRACES.findall(text)))


def unknown_in(text: str) -> tuple[str, ...]:
    """What stands in braces and is no placeholder; a brace without its other one counts as it stands."""
    known = {each.value for each in Placeholder}
    wrong = [f"{{{name}}}" for name in names_in(text) if name not in known]
    alone = [brace for brace in "{}" if brace in _BRACES.sub("", text)]
    return tuple(wrong + alone)


def filled_in(text: str, values: dict[Placeholder, str]) -> str:
    """The text with the values in place of their names; a name without a value stands as it is."""

    def value(found: re.Match[str]) -> str:
        name = found[1]
        return values.get(Placeholder(name), found[0]) if name in Placeholder._value2member_map_ else found[0]

    return _BRACES.sub(value, text)
