"""A socket's rejections are in the language of the page that it belongs to."""

from typing import Any

import pytest

from tables.live.consumers import _language


def scope(query: bytes = b"", cookie: str = "", header: bytes = b"") -> dict[str, Any]:
    cookies = {"django_language": cookie} if cookie else {}
    return {"query_string": query, "cookies": cookies, "headers": [(b"accept-language", header)] if header else []}


@pytest.mark.parametrize(
    ("given", "language"),
    [
        (scope(b"lang=ro", "en", b"pt-PT"), "ro"),
        (scope(b"", "en", b"pt-PT"), "en"),
        (scope(b"", "", b"ro-RO,en;q=0.5"), "ro"),
        (scope(b"lang=xx", "", b"ro-RO"), "ro"),
        (scope(b"lang=%ff%00", "", b""), "pt"),
        (scope(b"lang=" + b"a" * 600, "", b""), "pt"),
        (scope(), "pt"),
        ({}, "pt"),
    ],
)
def test_the_pages_language_then_the_chosen_then_the_browsers(given: dict[str, Any], language: str) -> None:
    assert _language(given) == language
