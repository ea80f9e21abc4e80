"""The answers of a house as lines of the protocol, and which addresses are taken."""

import json
from typing import Any

import pytest

from scanner.house import AddressInvalid, Away, House, house_of, line_of


def told(**facts: Any) -> bytes:
    return json.dumps({"place": "", "card": "", "refusal": None, "burnt": False, "stopped": False} | facts).encode()


@pytest.mark.parametrize(
    ("status", "said", "line"),
    [
        (200, told(place="P1", card="8S"), "OK P1 8S"),
        (200, told(place="B3", card="TD", repeat=True), "OK B3 TD"),
        (200, told(card="4S", burnt=True), "OK BURN 4S"),
        (200, told(refusal="read-twice", card="8S"), "NO read-twice"),
        (200, told(refusal="foreign-deck", card="8S", stopped=True), "STOP foreign-deck"),
        (401, b'{"reason": "token-revoked"}', "NO token-revoked"),
        (409, b'{"reason": "no-croupier"}', "NO no-croupier"),
        (404, b"<html>", "NO wrong-address"),
        (302, b"", "NO wrong-address"),
        (403, b"<html>a proxy</html>", "NO http-403"),
        (400, b'{"reason": "A b\\r\\nOK P1 8S"}', "NO http-400"),
        (400, b"[" * 100_000, "NO http-400"),
    ],
)
def test_an_answer_as_a_line(status: int, said: bytes, line: str) -> None:
    assert line_of(status, said) == line
    assert len(line) < 60
    assert line.isascii()


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"<html>sign in to this network</html>",
        b"{}",
        b"[]",
        told(place="P1"),
        told(place="X9", card="8S"),
        told(place="P1", card="8S\r\nOK B1 9S"),
        told(refusal="NOT A CODE", card="8S", place="P1"),
    ],
)
def test_something_else_that_answers_well_is_no_house(said: bytes) -> None:
    with pytest.raises(Away):
        line_of(200, said)


def test_addresses() -> None:
    assert isinstance(house_of("https://casino.example/", "live-1", "t"), House)
    for here in ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"):
        assert house_of(here, "live-1", "t").url.scheme == "http"


@pytest.mark.parametrize(
    ("url", "table", "token", "names"),
    [
        ("casino.example", "live-1", "t", "--url"),
        ("ftp://casino.example", "live-1", "t", "--url"),
        ("https://casino.example:0", "live-1", "t", "--url"),
        ("https://casino.example:99999", "live-1", "t", "--url"),
        ("https://", "live-1", "t", "--url"),
        ("http://casino.example", "live-1", "t", "https://"),
        ("http://192.0.2.7:8000", "live-1", "t", "https://"),
        ("https://casino.example", "../live", "t", "--table"),
        ("https://casino.example", "", "t", "--table"),
        ("https://casino.example", "live-1", "", "token"),
        ("https://casino.example", "live-1", "a\r\nHost: x", "token"),
        ("https://casino.example", "live-1", "ç", "token"),
        ("https://casino.example", "live-1", "x" * 121, "token"),
    ],
)
def test_what_cannot_be_right_is_named(url: str, table: str, token: str, names: str) -> None:
    with pytest.raises(AddressInvalid, match=names):
        house_of(url, table, token)
