"""Addresses of a table's film: what a page may be led to, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.film import ADDRESS_MAX, Film, origin_of


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://film.example/whep/mesa-1", "https://film.example"),
        ("https://FILM.example:8443/live/index.m3u8?sign=a%20b", "https://film.example:8443"),
        ("https://192.0.2.7/whep", "https://192.0.2.7"),
        ("https://[2001:db8::7]:8443/whep", "https://[2001:db8::7]:8443"),
        ("http://127.0.0.1:8889/table/whep", "http://127.0.0.1:8889"),
        ("http://localhost/whep", "http://localhost"),
    ],
)
def test_an_address_has_its_host(address: str, origin: str) -> None:
    assert origin_of(address) == origin


@pytest.mark.parametrize(
    "address",
    [
        "film.example/whep",
        "http://film.example/whep",
        "ftp://film.example/whep",
        "javascript:alert(1)",
        "https://",
        "https://user:secret@film.example/whep",
        "https://film.example:port/whep",
        "https://film.example:99999/whep",
        "https://film.example/whep#here",
        "https://film.example/a b",
        "https://film.example/whep\n",
        "https://film.example;script-src *",
        "https://film.example,evil.example/whep",
        "https://filmé.example/whep",
        "https://*.example/whep",
        "https://[::1/whep",
        "https://film.example/" + "x" * ADDRESS_MAX,
    ],
)
def test_any_other_text_is_no_address(address: str) -> None:
    assert origin_of(address) is None


@given(st.text(max_size=80))
def test_an_origin_can_stand_in_a_policy(rest: str) -> None:
    for address in (rest, f"https://{rest}", f"https://film.example{rest}"):
        origin = origin_of(address)
        assert origin is None or not set(origin) & set(" ;,'\"*\\\t\r\n")


def test_a_film_names_each_host_once() -> None:
    both = Film("https://film.example/whep", "https://film.example/live.m3u8", 500)
    assert both.origins() == ("https://film.example",)
    assert Film("", "https://b.example/live.m3u8", 500).origins() == ("https://b.example",)
    assert Film("", "", 500).origins() == ()
