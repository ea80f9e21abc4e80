"""Each line of the log says which request, person and round it belongs to, as far as is known, and no more of them."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import resolve

from casino.web.log_lines import request_now, with_request
from players.accounts.pseudonyms import pseudonym


def line(path: str | None, *, person: int | None = None, **fields: Any) -> dict[str, Any]:
    """A line that is logged while this address is answered."""
    if path is None:
        return dict(with_request(None, "info", dict(fields)))
    request = RequestFactory().get(path)
    request.number = "1f2e3d"  # type: ignore[attr-defined]
    request.resolver_match = resolve(path)
    if person is not None:
        request._cached_user = SimpleNamespace(pk=person)  # type: ignore[attr-defined]
    before = request_now.set(request)
    try:
        return dict(with_request(None, "info", dict(fields)))
    finally:
        request_now.reset(before)


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/jogadas/macau-4-20261122-1187/", {"round": "macau-4-20261122-1187"}),
        ("/jogadas/macau-4-20261122-1187/prova.json", {"round": "macau-4-20261122-1187"}),
        ("/casa/jogadas/macau-4-20261122-1187/", {"round": "macau-4-20261122-1187"}),
        ("/mesa/macau-4/", {"table": "macau-4"}),
        ("/casa/mesas/macau-4/", {"table": "macau-4"}),
        ("/mesas/", {}),
        ("/carteira/", {}),
    ],
)
def test_a_line_of_a_page_has_its_request_person_and_round(path: str, named: dict[str, str]) -> None:
    assert line(path, person=7) == {"request": "1f2e3d", "person": pseudonym(7), **named}


def test_a_line_that_says_itself_which_round_it_means_is_left_alone() -> None:
    assert line("/mesa/macau-4/", round="other", table=9) == {"request": "1f2e3d", "round": "other", "table": 9}


def test_a_socket_has_a_number_of_its_own_and_a_request_that_is_none_is_no_value() -> None:
    assert line(None, request="5a5a", table=4) == {"request": "5a5a", "table": 4}
    assert line(None, request=object()) == {}
