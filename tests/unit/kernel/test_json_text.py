"""JSON of our own documents."""

import json

import pytest

from baccarat.chances import Chance
from kernel.json_text import decode, encode
from kernel.money import Currency


def test_codes_are_keys_and_values_and_nothing_is_spaced() -> None:
    assert encode({Chance.PONTO: 1_00, "in": Currency.EUR, "who": ["Zé", None, True]}) == (
        '{"ponto":100,"in":"EUR","who":["Zé",null,true]}'
    )


@pytest.mark.parametrize("value", [{}, [], "ã€", 2**63 - 1, -(2**63), 0.1, {"a": {"b": [1, 2.5, None, False, ""]}}])
def test_it_reads_what_it_wrote_and_what_the_standard_library_wrote(value: object) -> None:
    assert decode(encode(value)) == decode(json.dumps(value)) == json.loads(encode(value)) == value


@pytest.mark.parametrize("value", [object(), {1, 2}, b"x"])
def test_what_is_no_json_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        encode(value)
