"""Whose account it is: names compared as banks and persons write them, and what ends a player's play."""

import pytest

from players.cashier.operations.holders import same_holder
from players.gates import ENDING, Block


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ana  Conceição-Reis", "ANA CONCEICAO REIS", True),
        ("Ana Reis", "Rui Reis", False),
        ("Ana Reis", "Ana", False),
        ("", "", False),
        ("-", "·", False),
    ],
)
def test_a_name_is_the_same_but_for_accents_case_and_signs(one: str, other: str, same: bool) -> None:
    assert same_holder(one, other) is same_holder(other, one) is same


def test_the_blocks_that_end_a_session_are_those_of_who_may_no_longer_be_here() -> None:
    staying = {
        Block.SIGNED_OUT,
        Block.STAFF,
        Block.GUEST,
        Block.EMAIL_UNCONFIRMED,
        Block.NOT_VERIFIED,
        Block.TERMS_NOT_ACCEPTED,
    }
    assert set(Block) - staying == ENDING
