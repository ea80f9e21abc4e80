"""Answers to what came too soon: the status, the seconds that are left, and which requests are counted."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from casino.signing import waiting
from casino.web import act, waits
from players.messages.brakes import EMAILS, Asked

MINUTES = timedelta(minutes=5)


def answer_to(request: HttpRequest) -> HttpResponse:
    return waits.tell_waits(lambda request: HttpResponse("page"))(request)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.0, "1"), (0.2, "1"), (1.0, "1"), (1.001, "2"), (59.5, "60"), (60.0, "60")]
)
def test_the_seconds_that_are_left_are_whole_and_at_least_one(seconds: float, said: str) -> None:
    request = RequestFactory().get("/")
    waits.note_wait(request, timedelta(seconds=seconds))
    answer = answer_to(request)
    assert (answer.status_code, answer["Retry-After"], answer.content) == (429, said, b"page")


def test_what_did_not_come_too_soon_is_answered_as_it_is() -> None:
    answer = answer_to(RequestFactory().get("/"))
    assert (answer.status_code, answer.has_header("Retry-After")) == (200, False)


def test_without_a_request_there_is_nobody_to_tell() -> None:
    waits.note_wait(None, MINUTES)
    assert waiting.must_wait(None, MINUTES).code == "must-wait"


def test_a_proof_that_must_wait_makes_the_answer_one_of_too_soon() -> None:
    request = RequestFactory().get("/")
    assert "5 minutos" in str(waiting.must_wait(request, MINUTES))
    assert answer_to(request)["Retry-After"] == "300"


@pytest.mark.parametrize("kind", Asked)
def test_each_request_that_came_too_often_says_how_long_to_wait(kind: Asked) -> None:
    request: Any = RequestFactory().get("/")
    request.user = AnonymousUser()
    form = Form({"email": "ana@sabot.example"})
    rejected = waiting.asks.TooOften(kind, wait=MINUTES)
    act.say(request, form, rejected, {kind: "email"})
    assert "5 minutos" in form.errors["email"][0]
    assert ("e-mail" in form.errors["email"][0]) == (kind in EMAILS)
    assert act.status_of(rejected) == 429
    assert answer_to(request)["Retry-After"] == "300"


class Form(forms.Form):
    email = forms.EmailField()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The subjects that were counted; the third request is one too many."""
    subjects: list[str] = []

    def ask(*, kind: Asked, subject: str, now: object) -> None:
        if len(subjects) == 2:
            raise waiting.asks.TooOften(kind, wait=MINUTES)
        subjects.append(subject)

    monkeypatch.setattr(waiting.asks, "ask", ask)
    monkeypatch.setattr(
        waiting, "render", lambda request, template, said, status: HttpResponse(said["said"], status=status)
    )
    return subjects


def request_of(person_id: int) -> Any:
    request: Any = RequestFactory().get("/")
    request.user = SimpleNamespace(pk=person_id)
    return request


def day_file(request: HttpRequest, form: str = "") -> HttpResponse:
    return HttpResponse(f"made {form}")


def test_each_person_is_counted_and_refused_with_the_rest_of_the_wait(counted: list[str]) -> None:
    view: Any = waiting.braked(Asked.DAY_PDF)(day_file)
    assert view.__name__ == "day_file"
    assert [view(request_of(7), form=form).content for form in ("", "csv")] == [b"made ", b"made csv"]
    refused = view(request_of(7))
    assert refused.status_code == 429
    assert "made" not in refused.content.decode()
    assert counted == ["person:7", "person:7"]


def test_where_a_form_is_named_no_other_is_counted(counted: list[str]) -> None:
    view: Any = waiting.braked(Asked.DAY_PDF, form="pdf")(day_file)
    for form in ("csv", "csv", "csv", "pdf", "pdf"):
        assert view(request_of(8), form=form).content == f"made {form}".encode()
    assert view(request_of(8), form="pdf").status_code == 429
    assert view(request_of(8), form="csv").status_code == 200
    assert view(request_of(8)).status_code == 200
    assert counted == ["person:8", "person:8"]
