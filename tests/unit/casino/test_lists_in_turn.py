"""A list that is all there, some rows at a time."""

import pytest
from django.test import RequestFactory

from casino.backoffice.listing import Headings, turned

HEADS = Headings({}, "")


@pytest.mark.parametrize(
    ("asked", "rows", "older", "newest"),
    [
        ("", [0, 1, 2], "/l/?antes=3", None),
        ("?ordem=name&antes=3", [3, 4, 5], "/l/?ordem=name&antes=6", "/l/?ordem=name"),
        ("?antes=6", [6], None, "/l/"),
        ("?antes=99", [0, 1, 2], "/l/?antes=3", None),
        ("?antes=-3", [0, 1, 2], "/l/?antes=3", None),
        ("?antes=tres", [0, 1, 2], "/l/?antes=3", None),
    ],
)
def test_every_row_is_on_one_page(asked: str, rows: list[int], older: str | None, newest: str | None) -> None:
    page = turned(RequestFactory().get(f"/l/{asked}"), range(7), HEADS, size=3)
    assert (list(page.rows), page.older, page.newest) == (rows, older, newest)
