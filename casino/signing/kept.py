"""What a person typed into a form before confirming their identity: shown in that form again, so that none is lost.

It lies in the session, on the server, for the same person, the same form and as long as a proof lasts, and is given
once. It is never sent by itself: an act is pressed by its person. Passwords, codes and files are not kept.
"""

import time
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest, QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.http import url_has_allowed_host_and_scheme

_KEPT: Final = "kept-form"
PAGE: Final = "_page"
"""The field of a form that came back with something wrong: the page that it first stood on."""
_NEVER: Final = frozenset({"csrfmiddlewaretoken", PAGE, "present", "code", "credential"})
PLACE: Final = "kept"
"""The id of the place in the page where the form stands."""
LONGEST: Final = 20_000
"""Of the names and values together, so that a session stays small."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The form as it was sent, and whether files went with it, which have to be chosen again."""

    sent: QueryDict
    files: bool


def secret(name: str) -> bool:
    """Whether a field of this name proves a person's identity, and is never kept."""
    return name in _NEVER or "password" in name


def page_of(request: HttpRequest) -> str:
    """The page of the form that was sent, with its query; empty where that is not known or not ours.

    A form that came back with something wrong stands at the address that it was sent to, which may not be read: it
    says itself which page it first stood on.
    """
    for told in (request.POST.get(PAGE, ""), request.headers.get("Referer", "")):
        if url_has_allowed_host_and_scheme(told, allowed_hosts={request.get_host()}):
            parts = urlsplit(told)
            return f"{parts.path}?{parts.query}" if parts.query else parts.path
    return ""


def keep(request: HttpRequest, page: str) -> bool:
    """Keep what was sent to this address, for the form on the page at this path, until its sender is back on it.

    Answers whether there was anything to keep.
    """
    sent = {name: values for name, values in request.POST.lists() if not secret(name) and any(map(str.strip, values))}
    length = sum(len(name) + sum(map(len, values)) for name, values in sent.items())
    kept = bool(sent or request.FILES) and length <= LONGEST
    if kept:
        request.session[_KEPT] = {
            "person": request.user.pk,
            "page": page,
            "form": request.path,
            "sent": sent,
            "files": bool(request.FILES),
            "at": time.time(),
        }
    return kept


def take(request: HttpRequest, to: str) -> Kept | None:
    """The text typed into the form of this page that is sent to the address `to`, once; None where nothing was, or
    where it is older than a proof lasts.
    """
    found = getattr(request, "session", {}).get(_KEPT)
    if not found or request.method not in ("GET", "HEAD"):
        return None
    if time.time() - found["at"] >= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT or found["person"] != request.user.pk:
        del request.session[_KEPT]
        return None
    if (found["page"], found["form"]) != (request.path, to):
        return None
    del request.session[_KEPT]
    sent = QueryDict(mutable=True)
    for name, values in found["sent"].items():
        sent.setlist(name, values)
    return Kept(sent, found["files"])


def is_kept(request: HttpRequest | None) -> bool:
    """Whether anything is kept for the sender of this request."""
    return bool(getattr(request, "session", {}).get(_KEPT))


def put_back(request: HttpRequest | None, form: BaseForm | None, to: str = "") -> Kept | None:
    """Fill what was typed into the unsent form that goes to `to`, or to its own page; what was kept, if anything.

    Hidden fields keep what the page says now: what the person saw last time may be no more.
    """
    if request is None or form is None or form.is_bound:
        return None
    kept = take(request, to or request.path)
    if kept is None:
        return None
    for name, field in form.fields.items():
        wanted, widget = form.add_prefix(name), field.widget
        if not (widget.is_hidden or widget.needs_multipart_form or field.disabled or secret(name)):
            form.initial[name] = widget.value_from_datadict(kept.sent, MultiValueDict(), wanted)
    return kept
