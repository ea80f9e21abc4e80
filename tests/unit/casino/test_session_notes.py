"""What is noted and said when people come and go, and which requests count as use of a session."""

from datetime import UTC, datetime
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth import signals
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from casino.signing import sessions
from players.access.operations.sign_in import SignedIn

NOW = 1_800_000_000.0
MOMENT = datetime(2026, 3, 10, 12, tzinfo=UTC)
PLAYER: Any = SimpleNamespace(pk=7, is_staff=False, is_authenticated=True)
STAFF: Any = SimpleNamespace(pk=8, is_staff=True, is_authenticated=True)


class Session(dict[str, Any]):
    """A session that is written nowhere and ends after half an hour."""

    session_key: str | None = "k"
    age = 1800
    was_set: list[int]

    def set_expiry(self, seconds: int) -> None:
        self.was_set = [*getattr(self, "was_set", []), seconds]
        self.age = seconds

    def get_expiry_age(self) -> int:
        return self.age


def asked(user: Any = PLAYER, **held: Any) -> Any:
    request: Any = RequestFactory().get("/")
    request.session, request.user = Session(held), user
    return request


@pytest.fixture(autouse=True)
def _at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions.time, "time", lambda: NOW)


def answered(request: HttpRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many requests were taken as use of a session."""
    kept: list[HttpRequest] = []
    monkeypatch.setattr(sessions, "_keep", kept.append)
    assert sessions.keep_session(lambda request: HttpResponse("page"))(request).content == b"page"
    return len(kept)


def test_only_a_person_with_the_sessions_cookie_uses_one(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor: Any = SimpleNamespace(is_authenticated=False)
    for user, cookie, used in ((PLAYER, True, 1), (PLAYER, False, 0), (visitor, True, 0), (visitor, False, 0)):
        request = asked(user)
        if cookie:
            request.COOKIES[settings.SESSION_COOKIE_NAME] = "k"
        assert answered(request, monkeypatch) == used


def test_a_browser_that_a_sign_in_asked_for_gets_its_number_with_any_answer(settings: Any) -> None:
    request = asked()
    sessions.browser_to_know(request)
    response = sessions.keep_session(lambda request: HttpResponse())(request)
    assert response.cookies[settings.BROWSER_COOKIE_NAME].value


@pytest.mark.parametrize(("left", "expiry"), [(1799, 1800), (1800, None), (1801, None), (899.5, 900)])
def test_a_session_never_outlives_its_whole_time(left: float, expiry: int | None) -> None:
    request = asked(**{sessions.SINCE: NOW + left - sessions.WHOLE.total_seconds()})
    sessions._keep(request)
    assert getattr(request.session, "was_set", [None]) == [expiry]


@pytest.mark.parametrize(("left", "ends"), [(1, False), (0.5, False), (0, True), (-1, True)])
def test_a_session_ends_at_its_whole_time_exactly(monkeypatch: pytest.MonkeyPatch, left: float, *, ends: bool) -> None:
    ended: list[HttpRequest] = []
    monkeypatch.setattr(sessions, "logout", ended.append)
    sessions._keep(asked(**{sessions.SINCE: NOW + left - sessions.WHOLE.total_seconds()}))
    assert bool(ended) is ends


def test_somebody_who_does_not_say_to_be_staff_is_none(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.STAFF_NETWORKS = (ip_network("10.0.0.0/24"),)
    monkeypatch.setattr(sessions, "logout", mock.Mock(side_effect=AssertionError("stays signed in")))
    request = asked(SimpleNamespace(pk=9))
    sessions._keep(request)
    assert not hasattr(request.session, "was_set")


def came(
    monkeypatch: pytest.MonkeyPatch, request: Any, user: Any = PLAYER, **facts: Any
) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """What a sign-in noted, and what it told its person."""
    noted: list[dict[str, Any]] = []
    told: list[tuple[str, str]] = []

    def complete(**given: Any) -> SignedIn:
        noted.append(given)
        return SignedIn(**{"person_id": user.pk, "previous_at": None, "standing": None, "closed": False} | facts)

    monkeypatch.setattr(sessions.sign_in, "complete_sign_in", complete)
    for kind in ("info", "warning"):
        monkeypatch.setattr(sessions.messages, kind, lambda request, said, kind=kind: told.append((kind, str(said))))
    with translation.override("en"):
        sessions.note_sign_in(None, request, user)
    return noted[0], told


def with_messages(user: Any = PLAYER) -> Any:
    request = asked(user)
    request._messages = object()
    return request


def test_a_sign_in_is_kept_under_its_session_and_proves_who_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    request = asked()
    noted, told = came(monkeypatch, request, previous_at=MOMENT)
    assert noted["session"] == sessions.session_of(request)
    assert {name: request.session[name] for name in (sessions.SINCE, sessions.SEEN, sessions.PROVED)} == {
        sessions.SINCE: NOW,
        sessions.SEEN: NOW,
        sessions.PROVED: NOW,
    }
    assert told == [], "nothing is said where nothing can be shown"
    request = asked()
    request.session.session_key = None
    assert came(monkeypatch, request)[0]["session"] == ""


@pytest.mark.parametrize(("user", "expiry"), [(PLAYER, None), (STAFF, 900)])
def test_only_staff_are_signed_in_for_a_quarter_of_an_hour(
    monkeypatch: pytest.MonkeyPatch, user: Any, expiry: int | None
) -> None:
    request = asked(user)
    came(monkeypatch, request, user)
    assert getattr(request.session, "was_set", [None]) == [expiry]


def test_a_first_sign_in_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    fine: Any = SimpleNamespace(excluded=False, excluded_until=None)
    for standing in (None, fine):
        assert came(monkeypatch, with_messages(), standing=standing)[1] == []


def test_the_sign_in_before_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    _, ((kind, said),) = came(monkeypatch, with_messages(), previous_at=MOMENT)
    assert kind == "info"
    assert said.startswith("You last signed in on ")


@pytest.mark.parametrize(
    ("until", "way", "not_said"),
    [(None, "It has no set end", "It ends on"), (MOMENT, "It ends on", "It has no set end")],
)
def test_the_excluded_are_told_until_when_and_who_helps(
    monkeypatch: pytest.MonkeyPatch, settings: Any, until: datetime | None, way: str, not_said: str
) -> None:
    barred: Any = SimpleNamespace(excluded=True, excluded_until=until)
    _, ((kind, said),) = came(monkeypatch, with_messages(), standing=barred, closed=True)
    assert kind == "warning"
    assert "A break or an exclusion is in force." in said
    assert way in said
    assert not_said not in said
    assert settings.OPERATOR_PROFILE.help[0].phone in said


def test_who_closed_the_account_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    _, ((kind, said),) = came(monkeypatch, with_messages(), closed=True)
    assert kind == "warning"
    assert said.startswith("Your account is closed.")


@pytest.mark.parametrize(
    ("user", "key", "noted"), [(PLAYER, "k", True), (None, "k", False), (PLAYER, None, False), (None, None, False)]
)
def test_a_sign_out_ends_the_device_of_a_person_with_a_session(
    monkeypatch: pytest.MonkeyPatch, user: Any, key: str | None, *, noted: bool
) -> None:
    ended: list[dict[str, Any]] = []
    monkeypatch.setattr(sessions.sign_in, "end_devices", lambda **facts: ended.append(facts))
    request = asked()
    request.session.session_key = key
    sessions.note_sign_out(None, request, user)
    assert [(each["person_id"], each["session"]) for each in ended] == (
        [(7, sessions.session_of(request))] if noted else []
    )


def test_coming_and_going_are_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    for signal in (signals.user_logged_in, signals.user_logged_out):
        monkeypatch.setattr(signal, "receivers", [])
        monkeypatch.setattr(signal, "use_caching", False)
    sessions.connect()
    sessions.connect()
    assert signals.user_logged_in._live_receivers(None) == ([sessions.note_sign_in], [])
    assert signals.user_logged_out._live_receivers(None) == ([sessions.note_sign_out], [])
