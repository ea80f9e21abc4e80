"""A form that acts: `act` checks it, does one operation, and answers with a page or a redirect."""

import uuid
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from casino.web.waits import note_wait
from casino.wording.rejections import sentence
from kernel.rejection import Rejected

Page: TypeAlias = Callable[[Any], HttpResponse]
"""Renders the page that the form stands on, with the form as it was sent; None where nothing was typed."""
Where: TypeAlias = str | tuple[Any, ...] | HttpResponse
"""An address as `redirect` takes it: a name, or a name and its arguments."""

OK, MALFORMED, NOT_ALLOWED, REJECTED, TOO_SOON = 200, 400, 403, 409, 429
_NONE: Final[Mapping[Any, str]] = MappingProxyType({})


class Note(str):
    """What `done` says where nothing has happened yet: shown as a note, not as done."""


def act(
    request: HttpRequest,
    form: Form | None,
    operation: Callable[..., Any],
    *,
    page: Page,
    to: Where | Callable[[Any], Where],
    done: "str | Promise | Callable[[Any], str]" = "",
    fields: Mapping[Any, str] = _NONE,
    missing: Collection[StrEnum] = (),
    by: str | None = "by",
    now: datetime | None = None,
    **facts: Any,
) -> HttpResponse:
    """Do `operation` with `facts`, what the form says, who acts and when; say `done` and go `to`.

    The form's values are its `arguments()` if it has that method, else all of its cleaned fields; its `key` is the
    operation's idempotency key, and a form that was sent without it gets one. `by` is the operation's name for the
    person who acts; None where no one is signed in. `done` and `to` may be functions of the operation's answer, and
    `to` may be an answer itself.

    Whatever stands in the way is shown on `page`: an invalid form with 400; a `Rejected` with its sentence, at the
    field that `fields` gives for its reason or above the form, and with the status of `status_of`. The reasons in
    `missing` say that the address names nothing: 404. A request that only reads gets the page.
    """
    if request.method != "POST":
        return page(form)
    if form is not None and not form.is_valid():
        _say_hidden(request, form)
        return _answered(page(form), MALFORMED)
    try:
        who = {} if by is None else {by: request.user.pk}
        answer = operation(**facts, **_sent(form), **who, now=now or timezone.now())
    except Rejected as rejected:
        if rejected.reason in missing:
            raise Http404 from rejected
        say(request, form, rejected, fields)
        return _answered(page(form), status_of(rejected))
    said = done(answer) if callable(done) else done
    if said:
        tell = messages.info if isinstance(said, Note) else messages.success
        tell(request, str(said))
    where = to(answer) if callable(to) else to
    if isinstance(where, HttpResponse):
        return where
    return redirect(*where) if isinstance(where, tuple) else redirect(where)


def status_of(rejected: Rejected) -> int:
    """400 for what can never do, 403 for what the person may not do, 429 for what may be asked again after a while,
    409 for what a rule refuses as things are.
    """
    if rejected.not_allowed:
        return NOT_ALLOWED
    if rejected.wait is not None:
        return TOO_SOON
    return MALFORMED if rejected.malformed else REJECTED


def say(request: HttpRequest, form: Form | None, rejected: Rejected, fields: Mapping[Any, str] = _NONE) -> None:
    """Say why nothing changed: at the field, above the form, or above the page where nothing was to be typed."""
    if rejected.wait is not None:
        note_wait(request, rejected.wait)
    said = sentence(rejected, to_player=not getattr(request.user, "is_staff", False))
    if form is None or not form.visible_fields():
        messages.error(request, said)
        return
    field = fields.get(rejected.reason)
    form.add_error(field if field in form.fields else None, said)


def _say_hidden(request: HttpRequest, form: Form) -> None:
    """Say that something is wrong with what nobody typed: no field is shown that could say it."""
    if any(field.errors for field in form.hidden_fields()):
        messages.error(request, _("The page sent something that it should not have. Reload it and try again."))


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, or nothing if the request only reads."""
    return request.POST if request.method == "POST" else None


def _sent(form: Form | None) -> dict[str, Any]:
    if form is None:
        return {}
    arguments = getattr(form, "arguments", None)
    sent: dict[str, Any] = dict(form.cleaned_data if arguments is None else arguments())
    if "key" in sent:
        sent["idempotency_key"] = sent.pop("key") or uuid.uuid4()
    return sent


def _answered(response: HttpResponse, status: int) -> HttpResponse:
    """The page with the status of what happened; a redirect to another page stays as it is."""
    if response.status_code in {OK, MALFORMED}:
        response.status_code = status
    return response
