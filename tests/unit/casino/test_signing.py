"""How long proofs of identity, sessions and kept words last, where requests come from, and who enters the office."""

import time
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import pytest
from allauth.account.internal.flows.login import record_authentication
from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.forms import (
    BooleanField,
    CharField,
    CheckboxSelectMultiple,
    FileField,
    Form,
    HiddenInput,
    MultipleChoiceField,
)
from django.forms.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from casino.backoffice import access
from casino.signing import again, kept, origin, sessions
from players.models import Person
from players.roles import Action, Role

NOW = 1_800_000_000.0
TEN_MINUTES = 600
EIGHT_HOURS = sessions.WHOLE.total_seconds()


class Kept(SessionBase):
    """A session that is written nowhere."""

    def __init__(self, **held: Any) -> None:
        super().__init__("k" * 32)
        self._session_cache = dict(held)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    at = SimpleNamespace(now=NOW)
    monkeypatch.setattr(time, "time", lambda: at.now)
    return at


def asked(method: str = "GET", path: str = "/casa/", data: dict[str, str] | None = None, **named: Any) -> HttpRequest:
    """A request of a person who is signed in."""
    headers = {key.replace("_", "-"): value for key, value in named.pop("headers", {}).items()}
    held, user = named.pop("held", {}), named.pop("user", None)
    request: Any = RequestFactory().generic(
        method, path, (data and "&".join(f"{key}={value}" for key, value in data.items())) or "",
        content_type="application/x-www-form-urlencoded", headers=headers, **named,
    )  # fmt: skip
    request.session = Kept(**held)
    request.user = user or Person(pk=7)
    return request  # type: ignore[no-any-return]


@pytest.mark.parametrize(("seconds", "lately"), [(0, True), (TEN_MINUTES - 1, True), (TEN_MINUTES, False)])
@pytest.mark.parametrize("how", ["sign-in", "proof"])
def test_a_proof_of_identity_lasts_ten_minutes(clock: SimpleNamespace, how: str, seconds: int, *, lately: bool) -> None:
    request = asked(held={sessions.PROVED: NOW if how == "sign-in" else NOW - 10 * TEN_MINUTES})
    if how == "proof":
        record_authentication(request, request.user, "password")
    clock.now = NOW + seconds
    assert again.proved_lately(request) is lately


def test_a_session_without_any_proof_proves_nothing(clock: SimpleNamespace) -> None:
    assert again.proved_lately(asked()) is False


def guarded(request: HttpRequest) -> HttpResponse:
    with mock.patch.object(again, "way_to_prove", return_value="/prove/"):
        return again.ask_again(lambda request: HttpResponse("done"))(request)  # type: ignore[return-value]


def typed(request: HttpRequest, to: str = "/a/") -> dict[str, list[str]]:
    """What comes back into the form that is sent to this address."""
    found = kept.take(request, to)
    return dict(found.sent.lists()) if found else {}


def test_an_act_asks_again_and_keeps_what_was_typed(clock: SimpleNamespace) -> None:
    request = asked(
        "POST",
        "/casa/anular/",
        {"reason": "erro", "amount": "5", "boxes": "a&boxes=b", "empty": "", "code": "123456", "password": "segredo"},
        headers={"Referer": "http://testserver/casa/sala/?x=1"},
    )
    answer = guarded(request)
    assert (answer.status_code, answer["Location"]) == (302, "/prove/?next=%2Fcasa%2Fsala%2F%3Fx%3D1%23kept")
    assert "123456" not in repr(request.session._session_cache)
    assert "segredo" not in repr(request.session._session_cache)
    there = asked(path="/casa/sala/", held=dict(request.session.items()))
    assert typed(there, "/casa/outra/") == {}, "another form of the page"
    assert typed(there, "/casa/anular/") == {"reason": ["erro"], "amount": ["5"], "boxes": ["a", "b"]}
    assert typed(there, "/casa/anular/") == {}, "once"


def test_a_form_that_came_back_wrong_leads_to_its_page(clock: SimpleNamespace) -> None:
    """It stands at the address that it was sent to, and says which page it first stood on."""
    here = "http://testserver/casa/incidentes/7/fechar/"
    sent = {"cause": "x", "_page": "/casa/incidentes/7/?a=1"}
    answer = guarded(asked("POST", "/casa/incidentes/7/fechar/", sent, headers={"Referer": here}))
    assert answer["Location"] == "/prove/?next=%2Fcasa%2Fincidentes%2F7%2F%3Fa%3D1%23kept"
    sent = {"cause": "x", "_page": "https://elsewhere.example/"}
    answer = guarded(asked("POST", "/casa/incidentes/7/fechar/", sent, headers={"Referer": here}))
    assert answer["Location"] == "/prove/?next=%2Fcasa%2Fincidentes%2F7%2Ffechar%2F%23kept"


@pytest.mark.parametrize("referer", ["", "https://elsewhere.example/casa/sala/", "javascript:alert(1)"])
def test_an_act_from_elsewhere_leads_to_the_first_page(clock: SimpleNamespace, referer: str) -> None:
    answer = guarded(asked("POST", "/casa/anular/", {"reason": "erro"}, headers={"Referer": referer}))
    assert answer["Location"] == "/prove/?next=%2F%23kept"


def test_a_page_asks_again_and_leads_back_to_itself(clock: SimpleNamespace) -> None:
    assert guarded(asked(path="/casa/relatorio/?dia=1"))["Location"] == "/prove/?next=%2Fcasa%2Frelatorio%2F%3Fdia%3D1"
    fragment = guarded(asked(headers={"HX_Request": "true"}))
    assert fragment["HX-Redirect"] == "/prove/?next=%2Fcasa%2F"


def test_after_a_proof_and_for_a_visitor_the_view_itself_answers(clock: SimpleNamespace) -> None:
    assert guarded(asked(held={sessions.PROVED: NOW})).content == b"done"
    visitor: Any = SimpleNamespace(is_authenticated=False)
    assert guarded(asked(user=visitor)).content == b"done"


@pytest.mark.parametrize(("letters", "kept_them"), [(kept.LONGEST, True), (kept.LONGEST + 1, False)])
def test_forms_are_kept_up_to_their_longest(clock: SimpleNamespace, letters: int, *, kept_them: bool) -> None:
    request = asked("POST", "/a/", {"r": "a" * (letters - 3), "n": "b"})
    assert kept.keep(request, "/a/") is kept_them
    assert bool(typed(asked(path="/a/", held=dict(request.session.items())))) is kept_them


@pytest.mark.parametrize(("seconds", "fresh"), [(TEN_MINUTES - 1, True), (TEN_MINUTES, False)])
def test_a_form_is_shown_as_long_as_a_proof_lasts(clock: SimpleNamespace, seconds: int, *, fresh: bool) -> None:
    request = asked("POST", "/a/", {"reasons": "x"})
    kept.keep(request, "/a/")
    clock.now += seconds
    later = asked(path="/a/", held=dict(request.session.items()))
    assert typed(later) == ({"reasons": ["x"]} if fresh else {})
    assert not later.session.items(), "used up either way"


def test_a_form_waits_for_its_own_page_and_is_not_sent_for(clock: SimpleNamespace) -> None:
    request = asked("POST", "/a/", {"reason": "x"})
    kept.keep(request, "/a/")
    held = dict(request.session.items())
    assert typed(asked(path="/b/", held=held)) == {}
    assert typed(asked("POST", "/a/", held=held)) == {}
    assert typed(asked("HEAD", "/a/", held=held)) == {"reason": ["x"]}


def test_a_form_waits_for_its_own_person(clock: SimpleNamespace) -> None:
    request = asked("POST", "/a/", {"reason": "x"})
    kept.keep(request, "/a/")
    other = asked(path="/a/", held=dict(request.session.items()), user=Person(pk=8))
    assert typed(other) == {}
    assert not other.session.items()


def test_nothing_typed_keeps_nothing(clock: SimpleNamespace) -> None:
    request = asked("POST", "/a/", {"reason": "%20", "csrfmiddlewaretoken": "5"})
    assert not kept.keep(request, "/a/")
    assert not request.session.items()


class Asked(Form):
    """A form with something of everything."""

    reason = CharField()
    sure = BooleanField(required=False, initial=True)
    roles = MultipleChoiceField(choices=[("a", "A"), ("b", "B")], widget=CheckboxSelectMultiple)
    seen = CharField(widget=HiddenInput, initial="now")
    code = CharField(required=False)
    file = FileField(required=False)


def test_a_form_is_filled_in_again_but_for_what_its_page_says_itself(clock: SimpleNamespace) -> None:
    request = asked("POST", "/a/", {"reason": "x", "roles": "a&roles=b", "seen": "then", "code": "1"})
    kept.keep(request, "/a/")
    form = Asked()
    assert kept.put_back(asked(path="/a/", held=dict(request.session.items())), form) is not None
    values = {field.name: field.value() for field in form}
    assert values == {"reason": "x", "sure": False, "roles": ["a", "b"], "seen": "now", "code": None, "file": None}


def test_a_form_that_was_sent_or_is_not_there_takes_nothing(clock: SimpleNamespace) -> None:
    request = asked("POST", "/a/", {"reason": "x"})
    kept.keep(request, "/a/")
    there = asked(path="/a/", held=dict(request.session.items()))
    assert kept.put_back(there, Asked({"reason": "y"})) is None
    assert kept.put_back(there, None) is None
    assert kept.put_back(None, Asked()) is None
    assert there.session.items()


def test_no_form_keeps_a_password_or_a_code() -> None:
    """Every form field that hides its text, or takes a code, is known not to be kept."""
    import casino.backoffice.urls  # so that every form is there
    import casino.portal.urls  # noqa: F401

    proving = {
        name
        for form in every(BaseForm)
        for name, field in getattr(form, "base_fields", {}).items()
        if getattr(field.widget, "input_type", "") == "password"
        or field.widget.attrs.get("autocomplete") == "one-time-code"
    }
    assert {"password", "present", "code"} <= proving
    assert all(map(kept.secret, proving)), proving


def test_a_browser_is_known_by_a_signed_number_alone(settings: Any) -> None:
    number = uuid4()
    request = asked()
    assert origin.browser_of(request) is None
    assert origin.browser_of(None) is None
    first = origin.browser_to_know(request)
    answer = HttpResponse()
    origin.keep_browser(request, answer)
    cookie = answer.cookies[settings.BROWSER_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 400 * 24 * 3600)
    request.COOKIES[settings.BROWSER_COOKIE_NAME] = cookie.value
    assert origin.browser_of(request) == first == origin.browser_to_know(request)
    for forged in (
        str(number),
        signing.dumps(str(number), salt="other"),
        signing.dumps("x", salt="casino.signing.browser"),
    ):
        request.COOKIES[settings.BROWSER_COOKIE_NAME] = forged
        assert origin.browser_of(request) is None
    assert isinstance(origin.browser_to_know(request), UUID)


def test_a_browser_that_no_sign_in_asked_for_gets_no_cookie() -> None:
    answer = HttpResponse()
    origin.keep_browser(asked(), answer)
    assert not answer.cookies


def test_addresses_and_devices_are_cut_and_printable() -> None:
    request = asked(REMOTE_ADDR="1" * 46, headers={"User_Agent": "Fire\x07fox " + "x" * 300})
    assert origin.address_of(request) == "1" * 45
    assert origin.device_of(request) == ("Firefox " + "x" * 292)
    assert (origin.address_of(None), origin.device_of(None)) == ("", "")


@pytest.mark.parametrize(
    ("address", "inside"),
    [
        ("10.0.0.0", True),
        ("10.0.0.255", True),
        ("10.0.1.0", False),
        ("::ffff:10.0.0.9", True),
        ("", False),
        ("x", False),
    ],
)
def test_staff_come_from_the_named_networks(settings: Any, address: str, *, inside: bool) -> None:
    settings.STAFF_NETWORKS = ()
    assert origin.is_of_staff(address)
    settings.STAFF_NETWORKS = (ip_network("192.168.0.0/16"), ip_network("10.0.0.0/24"))
    assert origin.is_of_staff(address) is inside
    assert origin.is_for_staff(asked(REMOTE_ADDR=address)) is inside


def goes_on(request: HttpRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the session goes on after this request."""
    ended: list[HttpRequest] = []
    monkeypatch.setattr(sessions, "logout", ended.append)
    sessions._keep(request)
    return not ended


def test_a_session_ends_after_its_whole_time(clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds, on in ((EIGHT_HOURS - 1, True), (EIGHT_HOURS, False)):
        clock.now = NOW + seconds
        assert goes_on(asked(held={sessions.SINCE: NOW}), monkeypatch) is on


def test_activity_is_noted_once_a_minute_and_not_for_polls(
    clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    poll = {"HX_Request": "true"}
    for seconds, method, headers, noted in (
        (60, "GET", {}, False), (61, "GET", {}, True), (61, "GET", poll, False), (61, "POST", poll, True),
    ):  # fmt: skip
        clock.now = NOW + seconds
        request = asked(method, held={sessions.SINCE: NOW, sessions.SEEN: NOW}, headers=headers)
        assert goes_on(request, monkeypatch)
        assert (request.session[sessions.SEEN] == clock.now) is noted


def test_staff_are_signed_out_after_a_quarter_of_an_hour(
    clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff: Any = SimpleNamespace(is_authenticated=True, is_staff=True, is_active=True, pk=7)
    request = asked(held={sessions.SINCE: NOW}, user=staff)
    assert goes_on(request, monkeypatch)
    assert request.session.get_expiry_age() == 15 * 60
    clock.now = NOW + EIGHT_HOURS - 100
    late = asked(held={sessions.SINCE: NOW}, user=staff)
    assert goes_on(late, monkeypatch)
    assert late.session.get_expiry_age() == 101, "no longer than the whole"


def test_staff_from_another_network_are_signed_out(
    clock: SimpleNamespace, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STAFF_NETWORKS = (ip_network("10.0.0.0/24"),)
    staff: Any = SimpleNamespace(is_authenticated=True, is_staff=True, is_active=True, pk=7)
    assert goes_on(asked(user=staff, REMOTE_ADDR="10.0.0.7"), monkeypatch)
    assert not goes_on(asked(user=staff, REMOTE_ADDR="10.0.1.7"), monkeypatch)
    assert goes_on(asked(REMOTE_ADDR="10.0.1.7"), monkeypatch), "players come from anywhere"


def person(*roles: Role, staff: bool = True) -> Any:
    return SimpleNamespace(is_authenticated=True, is_active=True, is_staff=staff, roles=frozenset(roles), pk=7)


def every(kind: type) -> set[type]:
    """All that derive from it."""
    return {each for below in kind.__subclasses__() for each in (below, *every(below))}


def entered(request: HttpRequest, *, factor: bool = True) -> HttpResponse:
    view = access.allowed(Action.SEE_LEDGER, Action.SEE_MONEY)(lambda request: HttpResponse("figures"))
    with mock.patch.object(access, "has_second_factor", return_value=factor):
        return view(request)  # type: ignore[return-value]


def test_the_office_opens_to_a_role_with_one_of_the_actions() -> None:
    for role in (Role.SUPPORT, Role.AUDITOR):  # money alone, and both
        answer = entered(asked(user=person(role)))
        assert (answer.content, answer["Cache-Control"]) == (b"figures", "private, no-store")


@pytest.mark.parametrize("who", [person(Role.GAME_MANAGER), person(), person(Role.SUPPORT, staff=False)])
def test_the_office_stays_shut_to_others(who: Any) -> None:
    with pytest.raises(PermissionDenied):
        entered(asked(user=who))


def test_without_a_second_factor_one_is_set_up_first() -> None:
    answer = entered(asked(user=person(Role.AUDITOR)), factor=False)
    assert answer.status_code == 302
    assert "figures" not in answer.content.decode()


def test_visitors_sign_in_first_and_a_fragment_sends_the_whole_page_there() -> None:
    visitor: Any = SimpleNamespace(is_authenticated=False)
    page = entered(asked(path="/casa/x/?a=1", user=visitor))
    assert page.status_code == 302
    assert page["Location"].endswith("?next=/casa/x/%3Fa%3D1")
    assert entered(asked(user=visitor, headers={"HX_Request": "true"}))["HX-Redirect"].endswith("?next=/casa/")


def test_each_role_begins_at_its_own_page() -> None:
    assert {role: access.landing(person(role)) for role in Role} == {
        Role.GAME_MANAGER: "backoffice:tables",
        Role.APPROVER: "backoffice:inbox",
        Role.SUPERVISOR: "backoffice:floor",
        Role.SUPPORT: "backoffice:inbox",
        Role.COMPLIANCE: "backoffice:inbox",
        Role.AUDITOR: "backoffice:reports",
        Role.INSPECTOR: "backoffice:reports",
        Role.ADMINISTRATOR: "backoffice:floor",
        Role.CROUPIER: "croupier:home",
    }
    assert access.landing(person(Role.SUPPORT, Role.APPROVER)) == "backoffice:inbox"
    assert access.landing(person()) == "backoffice:floor"
