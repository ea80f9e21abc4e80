"""The closed list of places that a kept text may have, and what is filled into them."""

import pytest

from players.complaints.placeholders import Placeholder, filled_in, names_in, unknown_in


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("{address}, a aposta de {amount} chegou às {moment}.", ()),
        ("sem lugares", ()),
        ("{valor} e {nif}, {valor}", ("{valor}", "{nif}")),
        ("{Amount}", ("{Amount}",)),
        ("{ amount }", ("{ amount }",)),
        ("{}", ("{}",)),
        ("aberta { e {amount}", ("{",)),
        ("fechada } só", ("}",)),
        ("{{amount}}", ("{", "}")),
        ("{amount!r} {0} {amount.real}", ("{amount!r}", "{0}", "{amount.real}")),
    ],
)
def test_what_is_no_placeholder_is_named(text: str, unknown: tuple[str, ...]) -> None:
    assert unknown_in(text) == unknown


def test_names_come_in_their_order_each_once() -> None:
    assert names_in("{late} {amount} {late}") == ("late", "amount")


def test_what_a_case_has_is_filled_in_and_the_rest_stays() -> None:
    values = {Placeholder.AMOUNT: "40,00 € [4]", Placeholder.SLIP: "{late}"}
    assert filled_in("{amount}, {late}, {slip}, {foo}", values) == "40,00 € [4], {late}, {late}, {foo}"
