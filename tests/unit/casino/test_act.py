"""`act`: one status for one meaning, the sentence where it belongs, and what an operation is given."""

import uuid
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.web.act import act
from kernel.rejection import Rejected


class CoatRejection(StrEnum):
    TAKEN = "taken"
    NUMBER_INVALID = "number-invalid"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_COAT = "no-such-coat"


class Coat(forms.Form):
    number = forms.IntegerField()
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)


def page(form: Coat | None) -> HttpResponse:
    return HttpResponse(b"" if form is None else str(form.errors.as_json()))


def sent(data: dict[str, str] | None = None) -> HttpRequest:
    request: Any = RequestFactory().post("/coats/", data or {})
    request.user = SimpleNamespace(pk=7, is_staff=True)
    request.session = {}
    request._messages = Messages(request)
    return request


class Messages(list[Any]):
    """What was said, in order."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__()

    def add(self, level: int, message: str, extra_tags: str = "") -> None:
        self.append(str(message))


def refusing(reason: CoatRejection) -> Any:
    def operation(**_: Any) -> None:
        raise Rejected(reason)

    return operation


def answered(request: HttpRequest, form: Coat | None, operation: Any, **options: Any) -> HttpResponse:
    return act(request, form, operation, page=page, to="/there/", **options)


def test_the_operation_gets_what_was_sent_who_acts_when_and_a_key() -> None:
    got: dict[str, Any] = {}
    request = sent({"number": "3"})

    answer = answered(request, Coat(request.POST), lambda **facts: got.update(facts), done="Taken.", hall=2)

    assert (answer.status_code, answer.headers["Location"]) == (302, "/there/")
    assert (got["number"], got["hall"], got["by"], type(got["idempotency_key"])) == (3, 2, 7, uuid.UUID)
    assert abs((got["now"] - timezone.now()).total_seconds()) < 60
    assert list(get_messages(request)) == ["Taken."]


def test_an_invalid_form_is_malformed_and_nothing_is_done() -> None:
    request = sent({"number": "x"})

    assert answered(request, Coat(request.POST), refusing(CoatRejection.TAKEN)).status_code == 400
    assert not list(get_messages(request))


def test_what_is_wrong_with_a_hidden_field_is_said_above_the_page() -> None:
    request = sent({"number": "3", "key": "nonsense"})

    assert answered(request, Coat(request.POST), refusing(CoatRejection.TAKEN)).status_code == 400
    assert list(get_messages(request)) == [
        _("The page sent something that it should not have. Reload it and try again.")
    ]


@pytest.mark.parametrize(
    ("reason", "status"),
    [(CoatRejection.TAKEN, 409), (CoatRejection.NUMBER_INVALID, 400), (CoatRejection.NOT_ALLOWED, 403)],
)
def test_a_rejection_has_the_status_of_its_meaning(reason: CoatRejection, status: int) -> None:
    request = sent({"number": "3"})

    assert answered(request, Coat(request.POST), refusing(reason)).status_code == status


def test_the_sentence_stands_at_its_field_above_the_form_or_above_the_page() -> None:
    request = sent({"number": "3"})
    at_field, above, bare = Coat(request.POST), Coat(request.POST), sent()
    taken = refusing(CoatRejection.TAKEN)

    answered(request, at_field, taken, fields={CoatRejection.TAKEN: "number"})
    answered(request, above, taken)
    answered(bare, None, taken)

    assert list(at_field.errors) == ["number"]
    assert list(above.errors) == ["__all__"]
    assert list(get_messages(request)) == []
    assert len(list(get_messages(bare))) == 1


def test_what_the_address_does_not_name_is_not_found() -> None:
    with pytest.raises(Http404):
        answered(sent(), None, refusing(CoatRejection.NO_SUCH_COAT), missing=(CoatRejection.NO_SUCH_COAT,))


def test_a_request_that_only_reads_gets_the_page() -> None:
    request = RequestFactory().get("/coats/")

    assert answered(request, Coat(), refusing(CoatRejection.TAKEN)).status_code == 200
