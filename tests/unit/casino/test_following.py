"""Staff see at once what they changed: a cookie says what a standby must have before their lists are read there."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import resolve

from casino.web.middleware import following
from kernel import replica

PLACE = "0/16B3748"
LIST, ACT = "/casa/jogadas/", "/casa/equipa/nova/"
PLAYERS = "/carteira/"


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "named", lambda: True)
    monkeypatch.setattr(replica, "place", lambda connection: PLACE)


def answered(method: str, path: str, cookie: str | None = None) -> tuple[str, HttpResponse]:
    """What reads of the request must see, and the answer."""
    seen = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(replica.seen.get())
        return HttpResponse()

    request = RequestFactory().generic(method, path)
    request.resolver_match = resolve(path)
    if cookie is not None:
        request.COOKIES["sabot-after"] = cookie
    answer = following(view)(request)
    assert replica.seen.get() == "", "and nothing is left for the next request"
    return seen[0], answer


def test_who_changed_nothing_reads_anywhere() -> None:
    seen, answer = answered("GET", LIST)
    assert seen == ""
    assert not answer.cookies


def test_a_request_that_writes_reads_at_the_primary_and_says_what_the_next_must_see() -> None:
    seen, answer = answered("POST", ACT)
    assert seen == replica.PRIMARY
    cookie = answer.cookies["sabot-after"]
    assert cookie.value == PLACE
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (30, True, "Lax")
    assert answered("GET", LIST, PLACE)[0] == PLACE


def test_players_get_no_such_cookie() -> None:
    assert not answered("POST", PLAYERS)[1].cookies


@pytest.mark.parametrize("told", ["", "0", "primary", "0/16B3748'; DROP", "0/" + "F" * 9, "g/1", "0/16b3748"])
def test_a_cookie_that_was_touched_says_nothing(told: str) -> None:
    assert answered("GET", LIST, told)[0] == ""


def test_a_house_without_a_standby_does_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "named", lambda: False)
    seen, answer = answered("POST", ACT)
    assert (seen, dict(answer.cookies)) == ("", {})
